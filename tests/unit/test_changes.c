#include "adapt/changes.h"

#include <string.h>
#include <unistd.h>

#include "retrieve/provenance.h"
#include "tests/unit/adapted_games.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* "build base" is at work in each game. Its step b has no end, so that c never begins. "gather" has
 * nothing that can be changed. "dream" is at work in no game. */
#define FEW                                                                              \
    "brl 1 skirmish\n"                                                                   \
    "behavior \"build base\" achieves WinWargus(player: self) {\n"                       \
    "    do squad launch 100 retreat 0 parallel {\n"                                     \
    "        a: goal GetResources(player: self, gold: 400)\n"                            \
    "        sequence {\n"                                                               \
    "            check gold(self) >= 0\n"                                                \
    "            b: goal ResourceInfrastructure(player: self, farms: 9, peasants: 20)\n" \
    "            c: goal BuildUnits(player: self, type: \"farm\", number: 3)\n"          \
    "        }\n"                                                                        \
    "    }\n"                                                                            \
    "    appendix { tries: 7 successes: 3 }\n"                                           \
    "}\n"                                                                                \
    "behavior \"gather\" achieves GetResources(player: self, gold: n) {\n"               \
    "    slot n: number\n"                                                               \
    "    do act stop()\n"                                                                \
    "}\n"

#define DREAM                                                                             \
    "behavior \"dream\" achieves BuildUnits(player: self, type: \"farm\", number: 9) {\n" \
    "    when gold(self) < 0\n"                                                           \
    "    do sequence {\n"                                                                 \
    "        e: goal BuildUnits(player: self, type: \"farm\", number: 4)\n"               \
    "        f: act stop()\n"                                                             \
    "    }\n"                                                                             \
    "}\n"

static const char few[] = FEW;
static const char behaviors[] = FEW DREAM;

/* Of the behavior as a whole, in each game. */
#define PATTERN(repairs)                                                              \
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [" repairs \
    "]}*/\nSELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 0"

#define EXPLORE \
    "{\"modop\": \"after\", \"at\": \"root\", \"about\": \"look\", \"do\": \"act explore()\"}"
#define GOLD                                                          \
    "{\"modop\": \"beside\", \"at\": \"root\", \"about\": \"gold\", " \
    "\"do\": \"goal GetResources(player: self, gold: 200)\"}"
#define LAUNCH \
    "{\"modop\": \"tune\", \"number\": \"launch\", \"percent\": 160, \"about\": \"later\"}"
#define NOBODYS                                                \
    "{\"modop\": \"after\", \"at\": \"root\", \"do\": \"goal " \
    "Research(player: self, type: \\\"upgrade\\\")\"}"

static const char two[] = PATTERN(EXPLORE ", " GOLD);
static const char tune[] = PATTERN(LAUNCH);
static const char unsound[] = PATTERN(NOBODYS ", " EXPLORE);

typedef struct listed {
    adapted_games games;
    us_changes changes;
} listed;

static void list(listed *l)
{
    us_changes_clear(&l->changes);
    l->games.def.patterns = &l->games.patterns; /* where it lies now */
    if (us_changes_list(&l->games.def, &l->changes, &l->games.err) != US_OK)
        FAIL("%s: %s", l->games.err.file, l->games.err.text);
}

static listed begin_with(const char *library, const char *first, const char *second)
{
    return (listed){.games = adapted_games_begin_with(library, first, second)};
}

static listed begin(const char *first, const char *second)
{
    return begin_with(behaviors, first, second);
}

static void end(listed *l)
{
    us_changes_clear(&l->changes);
    adapted_games_end(&l->games);
}

/* Returns the index of the change with this step and text. */
static int find(const listed *l, us_change_kind kind, const char *label, const char *about)
{
    for (int i = 0; i < l->changes.count; i++) {
        const us_change *change = &l->changes.item[i];
        if (change->kind == kind && us_text_equal(change->step, label) &&
            us_text_equal(change->about, about))
            return i;
    }
    FAIL("no change %s \"%s\": %s", us_change_kind_name(kind), label, about);
    REQUIRE(false);
    return -1;
}

static us_status write_library(listed *l, const us_change_choice *choice, bool *made)
{
    l->games.def.patterns = &l->games.patterns;
    unlink(scratch("out.db"));
    return us_changes_write(&l->games.def, &l->changes, choice, made, scratch("library.db"),
                            scratch("out.db"), &l->games.err);
}

static us_brl *make_noted(listed *l, const int *change, int count, const char *note, bool *made)
{
    us_change_choice choice = {change, count, note};
    if (write_library(l, &choice, made) != US_OK)
        FAIL("%s", l->games.err.text);
    return adapted_games_read(l->games.domain, "out.db");
}

static us_brl *make(listed *l, const int *change, int count, bool *made)
{
    return make_noted(l, change, count, NULL, made);
}

/* The body of the behavior whose name begins so, all white space one blank. */
static const char *body(const us_brl *brl, const char *name, us_str *out)
{
    US_AUTOSTR(text);
    const us_template *of = adapted_games_behavior(brl, name);
    REQUIRE(of);
    us_template_print_body(of, "", &text);
    us_str_reset(out);
    for (const char *at = text.text; *at; at++) {
        bool blank = *at == ' ' || *at == '\n';
        if (!blank)
            us_str_add_char(out, *at);
        else if (out->length > 0 && out->text[out->length - 1] != ' ')
            us_str_add_char(out, ' ');
    }
    return out->text;
}

TEST(the_story_has_each_change_with_its_cause_and_its_difference)
{
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    const us_story *story = &l.changes.story;
    CHECK_INT(story->changes, l.changes.count);
    CHECK_INT(story->causes, l.changes.causes.count);
    for (int i = 0; i < story->changes; i++) {
        const us_change *of = &l.changes.item[i];
        const us_story_change *change = &story->change[i];
        CHECK_STR(change->about, of->about);
        CHECK_STR(change->behavior, of->name);
        CHECK((of->kind == US_CHANGE_REPAIR) == (change->cause >= 0));
        CHECK((change->diff >= 0) == (of->repair != NULL));
        if (change->cause >= 0)
            CHECK_STR(story->cause[change->cause].end, "searched");
    }
}

TEST(all_kinds_of_changes_are_listed_for_a_behavior_at_work)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    list(&l);
    for (int i = 0; i < l.changes.count; i++) {
        const us_change *change = &l.changes.item[i];
        CHECK_STR(change->name, "build base");
        CHECK_INT(change->cause->pattern, change->kind == US_CHANGE_REPAIR ? 0 : -1);
        us_str_addf(&text, "%d %s %s: %s\n", change->place, us_change_kind_name(change->kind),
                    change->cause->label, change->about);
    }
    CHECK_STR(text.text, "0 repair : look\n"
                         "0 repair : gold\n"
                         "1 tune : gather 9 to 5\n"
                         "1 tune : gather 9 to 14\n"
                         "2 tune : launch 100 to 60\n"
                         "2 tune : launch 100 to 160\n"
                         "3 tune : join wave to follow\n"
                         "4 tune : leash 8 to 5\n"
                         "4 tune : leash 8 to 13\n"
                         "5 tune : workers 0 to 1\n"
                         "6 tune a: gold 400 to 240\n"
                         "6 tune a: gold 400 to 640\n"
                         "7 tune b: farms 9 to 5\n"
                         "7 tune b: farms 9 to 14\n"
                         "8 tune b: peasants 20 to 12\n"
                         "8 tune b: peasants 20 to 32\n"
                         "9 drop a: leave out the step\n"
                         "10 drop b: leave out the step\n"
                         "10 order b: start the step without waiting for its siblings\n");
    CHECK_INT(l.changes.places, 11);
}

TEST(each_change_alone_makes_another_library)
{
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    us_hash child[64];
    REQUIRE(l.changes.count > 0 && l.changes.count < US_COUNT(child));
    for (int i = 0; i < l.changes.count; i++) {
        bool made = false;
        US_AUTOPTR(us_brl) brl = make(&l, &i, 1, &made);
        us_test_row(l.changes.item[i].about);
        CHECK(made);
        CHECK_INT(brl->count, 3);
        CHECK(!adapted_games_behavior(brl, "build base"));
        CHECK(us_template_equal(adapted_games_behavior(brl, "gather"),
                                adapted_games_behavior(l.games.library, "gather")));
        const us_template *made_of = adapted_games_behavior(brl, "build base ");
        REQUIRE(made_of);
        child[i] = us_template_hash(made_of);
        CHECK(child[i] != us_template_hash(adapted_games_behavior(l.games.library, "build base")));
        for (int k = 0; k < i; k++)
            CHECK(child[k] != child[i]);
    }
}

/* So a search draws at most one of them. */
TEST(the_values_of_a_number_are_at_one_place)
{
    US_AUTO(end) listed l = begin(tune, NULL);
    list(&l);
    int place = l.changes.item[find(&l, US_CHANGE_REPAIR, "", "later")].place, found = 0;
    for (int i = 0; i < l.changes.count; i++) {
        const us_change *change = &l.changes.item[i];
        if (!us_text_has_prefix(change->about, "launch "))
            continue;
        found++;
        CHECK_INT(change->place, place);
    }
    CHECK_INT(found, 1);
}

TEST(two_ways_to_the_same_behavior_are_one_change)
{
    US_AUTO(end) listed l = begin(tune, NULL);
    list(&l);
    find(&l, US_CHANGE_REPAIR, "", "later");
    for (int i = 0; i < l.changes.count; i++)
        CHECK(!us_text_equal(l.changes.item[i].about, "launch 100 to 160"));
}

TEST(changes_of_a_place_stand_together)
{
    US_AUTO(end) listed l = begin(two, tune);
    list(&l);
    int last = -1;
    for (int i = 0; i < l.changes.count; i++) {
        CHECK(l.changes.item[i].place == last || l.changes.item[i].place == last + 1);
        last = l.changes.item[i].place;
    }
    CHECK_INT(l.changes.places, last + 1);
}

TEST(a_repair_that_is_not_sound_is_not_listed)
{
    US_AUTO(end) listed l = begin_with(few, unsound, NULL); /* nothing achieves Research */
    list(&l);
    REQUIRE(l.changes.count > 1);
    CHECK_STR(l.changes.item[0].about, "look");
    CHECK_INT(l.changes.item[1].kind, US_CHANGE_TUNE);
}

/* Five causes, one of them in one game, the others in both. */
static const char five[] =
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [{\"modop\": \"after\", "
    "\"at\": \"root\", \"do\": \"goal BuildUnits(player: self, type: \\\"{kind}\\\", number: "
    "1)\"}]}*/\n"
    "SELECT game, seat, 300 AS cycle, 1 AS badness, kind FROM seats JOIN (SELECT 'archer' AS kind "
    "UNION "
    "SELECT 'barracks' UNION SELECT 'farm' UNION SELECT 'footman' UNION SELECT 'peasant') "
    "WHERE seat = 0 AND (kind <> 'archer' OR game = 1)";

TEST(the_four_most_frequent_causes_of_a_pattern_have_repairs)
{
    US_AUTO(end) listed l = begin(five, tune);
    US_AUTOSTR(kinds);
    int others = 0;
    l.games.def.least = 1;
    list(&l);
    CHECK_INT(l.changes.causes.count, 6);
    for (int i = 0; i < l.changes.count; i++) {
        const us_change *change = &l.changes.item[i];
        if (change->kind == US_CHANGE_REPAIR && change->cause->pattern == 0)
            us_str_addf(&kinds, "%s ", change->cause->worst->value[4]);
        others += change->kind == US_CHANGE_REPAIR && change->cause->pattern == 1;
    }
    CHECK_STR(kinds.text, "barracks farm footman peasant ");
    CHECK_INT(others, 1);
}

TEST(a_cause_of_too_few_games_has_no_repair)
{
    US_AUTO(end) listed l = begin(two, NULL);
    l.games.def.least = 3;
    list(&l);
    REQUIRE(l.changes.count > 0);
    CHECK_INT(l.changes.item[0].kind, US_CHANGE_TUNE); /* no failure asks for it */
    CHECK_INT(l.changes.item[0].place, 0);
}

TEST(several_changes_of_a_behavior_are_all_made)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    list(&l);
    const int chosen[] = {find(&l, US_CHANGE_TUNE, "", "launch 100 to 160"),
                          find(&l, US_CHANGE_TUNE, "b", "farms 9 to 14"),
                          find(&l, US_CHANGE_DROP, "a", "leave out the step"),
                          find(&l, US_CHANGE_REPAIR, "", "look")};
    bool made[4] = {false};
    US_AUTOPTR(us_brl) brl = make(&l, chosen, 4, made);
    for (int i = 0; i < 4; i++)
        CHECK(made[i]);
    CHECK_INT(brl->count, 3);
    body(brl, "build base ", &text);
    CHECK_CONTAINS(text.text, "launch 160");
    CHECK_CONTAINS(text.text, "farms: 14, peasants: 20");
    CHECK(!strstr(text.text, "a: goal"));
    CHECK_CONTAINS(text.text, "c: goal BuildUnits(");
    CHECK_CONTAINS(text.text, "act explore()");
    CHECK(!strstr(body(l.games.library, "build base", &text), "launch 160")); /* it stays */
}

TEST(no_change_makes_an_equal_library)
{
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    US_AUTOPTR(us_brl) brl = make(&l, NULL, 0, NULL);
    REQUIRE(brl->count == l.games.library->count);
    for (int i = 0; i < brl->count; i++)
        CHECK(us_template_equal(brl->item[i], l.games.library->item[i]));
}

TEST(a_change_that_does_not_fit_beside_others_is_left_out)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    list(&l);
    const int drop = find(&l, US_CHANGE_DROP, "b", "leave out the step"),
              farms = find(&l, US_CHANGE_TUNE, "b", "farms 9 to 14"),
              gold = find(&l, US_CHANGE_TUNE, "a", "gold 400 to 640");
    const int chosen[] = {drop, farms, gold}, fitting[] = {drop, gold}, other[] = {farms, drop};
    bool made[3] = {false, true, false};
    US_AUTOPTR(us_brl) brl = make(&l, chosen, 3, made);
    CHECK(made[0] && !made[1] && made[2]);
    US_AUTOPTR(us_brl) same = make(&l, fitting, 2, made);
    const us_template *is = adapted_games_behavior(brl, "build base ");
    CHECK(us_template_equal(is, adapted_games_behavior(same, "build base ")));
    us_ancestry from = us_ancestry_from_behavior(is);
    CHECK_INT(from.repairs, 2);
    US_AUTOPTR(us_brl) turned = make(&l, other, 2, made); /* both fit in the opposite order */
    CHECK(made[0] && made[1]);
    CHECK(!strstr(body(turned, "build base ", &text), "farms: 14"));
}

TEST(a_behavior_takes_so_many_changes_and_no_more)
{
    enum { ALL = US_CAUSE_REPAIRS_MAX + 2 };
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    const int more = find(&l, US_CHANGE_TUNE, "", "launch 100 to 160"),
              less = find(&l, US_CHANGE_TUNE, "", "launch 100 to 60");
    int chosen[ALL];
    bool made[ALL];
    for (int i = 0; i < ALL; i++)
        chosen[i] = i % 2 ? less : more;
    US_AUTOPTR(us_brl) brl = make(&l, chosen, ALL, made);
    for (int i = 0; i < ALL; i++)
        CHECK_INT(made[i], i < US_CAUSE_REPAIRS_MAX);
    us_ancestry from = us_ancestry_from_behavior(adapted_games_behavior(brl, "build base "));
    CHECK_INT(from.repairs, US_CAUSE_REPAIRS_MAX);
}

TEST(the_provenance_has_each_change_with_its_evidence)
{
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    const int chosen[] = {
        find(&l, US_CHANGE_REPAIR, "", "look"), find(&l, US_CHANGE_TUNE, "", "launch 100 to 160"),
        find(&l, US_CHANGE_ORDER, "b", "start the step without waiting for its siblings")};
    bool made[3];
    us_brl *brl = make_noted(&l, chosen, 3, "+4.1 points on 60 maps", made);
    us_ancestry from = us_ancestry_from_behavior(adapted_games_behavior(brl, "build base "));
    REQUIRE(from.repairs == 3);
    for (int i = 0; i < 3; i++)
        CHECK_HASH(us_ancestry_parent(&from, i),
                   us_template_hash(adapted_games_behavior(l.games.library, "build base")));
    CHECK_STR(us_ancestry_modop(&from, 0), "after: look");
    CHECK_STR(us_ancestry_modop(&from, 1), "tune: launch 100 to 160");
    CHECK_STR(us_ancestry_modop(&from, 2),
              "first step b: start the step without waiting for its siblings");
    CHECK_STR(us_ancestry_failure(&from, 0),
              "idle: 2 times in 2 of 2 games; +4.1 points on 60 maps");
    CHECK_STR(us_ancestry_failure(&from, 1), "search; +4.1 points on 60 maps");
    CHECK_STR(us_ancestry_failure(&from, 2), "search; +4.1 points on 60 maps");
    CHECK_INT(from.games, 1); /* only a failure has a game */
    us_brl_free(brl);
    US_AUTOPTR(us_brl) plain = make(&l, &chosen[1], 1, made);
    from = us_ancestry_from_behavior(adapted_games_behavior(plain, "build base "));
    CHECK_STR(us_ancestry_failure(&from, 0), "search");
}

TEST(the_mode_append_keeps_the_parent)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    l.games.def.append = true;
    list(&l);
    const us_template *parent = adapted_games_behavior(l.games.library, "build base");
    const int chosen[] = {find(&l, US_CHANGE_TUNE, "", "launch 100 to 60"),
                          find(&l, US_CHANGE_TUNE, "a", "gold 400 to 240")};
    bool made[2];
    US_AUTOPTR(us_brl) brl = make(&l, chosen, 2, made);
    CHECK(made[0] && made[1]);
    REQUIRE(brl->count == 4); /* one child for both */
    CHECK(us_template_equal(adapted_games_behavior(brl, "build base"), parent));
    body(brl, "build base ", &text);
    CHECK_CONTAINS(text.text, "launch 60");
    CHECK_CONTAINS(text.text, "gold: 240");
    us_ancestry from = us_ancestry_from_behavior(adapted_games_behavior(brl, "build base "));
    CHECK_INT(from.repairs, 2);
    CHECK_HASH(us_ancestry_parent(&from, 1), us_template_hash(parent));
}

TEST(an_excluded_modop_changes_nothing)
{
    static const struct {
        us_modop modop;
        us_change_kind kind;
    } rows[] = {{US_MODOP_TUNE, US_CHANGE_TUNE},
                {US_MODOP_REMOVE, US_CHANGE_DROP},
                {US_MODOP_FIRST, US_CHANGE_ORDER}};
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    int all = l.changes.count;
    for (int row = 0; row < US_COUNT(rows); row++) {
        int kinds[US_CHANGE_KINDS] = {0};
        us_test_row(us_change_kind_name(rows[row].kind));
        l.games.def.without = 1U << rows[row].modop;
        list(&l);
        CHECK(l.changes.count > 0 && l.changes.count < all);
        for (int i = 0; i < l.changes.count; i++)
            kinds[l.changes.item[i].kind]++;
        for (int i = 0; i < US_CHANGE_KINDS; i++)
            CHECK((kinds[i] == 0) == (i == (int)rows[row].kind));
    }
    l.games.def.without = 1U << US_MODOP_AFTER;
    list(&l);
    REQUIRE(l.changes.count > 0);
    CHECK_STR(l.changes.item[0].about, "gold"); /* another repair of the same cause */
    CHECK_INT(l.changes.item[1].kind, US_CHANGE_TUNE);
}

/* ---- changes that the caller chooses */

TEST(only_chosen_changes_are_listed)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    static const char *const texts[] = {"drop build base, step b: leave", "launch 100 to 160",
                                        ": gold"};
    l.games.def.only_change = texts;
    l.games.def.only_changes = US_COUNT(texts);
    list(&l);
    for (int i = 0; i < l.changes.count; i++) {
        us_change_print(&l.changes.item[i], &text);
        us_str_addf(&text, ", place %d\n", l.changes.item[i].place);
    }
    CHECK_STR(text.text, "repair build base: gold, place 0\n"
                         "tune build base: launch 100 to 160, place 1\n"
                         "tune build base, step a: gold 400 to 240, place 2\n"
                         "tune build base, step a: gold 400 to 640, place 2\n"
                         "drop build base, step b: leave out the step, place 3\n");
    CHECK_INT(l.changes.places, 4);
}

/* The cause stays in the story, but nothing says that its repairs do not fit. */
TEST(a_cause_whose_repairs_are_not_chosen_is_left_for_later)
{
    US_AUTO(end) listed l = begin(two, NULL);
    const char *texts[] = {"launch 100 to 160"};
    l.games.def.only_change = texts;
    l.games.def.only_changes = 1;
    list(&l);
    REQUIRE(l.changes.story.causes == 1);
    CHECK_STR(l.changes.story.cause[0].end, us_repair_end_name(US_REPAIR_OMITTED));
    texts[0] = "no such change";
    list(&l);
    CHECK_INT(l.changes.count, 0);
    CHECK_INT(l.changes.places, 0);
}

/* ---- the control: random changes */

static void list_random(listed *l, int count, uint64_t seed, us_str *out)
{
    l->games.def.random = count;
    l->games.def.seed = seed;
    list(l);
    us_str_reset(out);
    for (int i = 0; i < l->changes.count; i++) {
        const us_change *change = &l->changes.item[i];
        us_str_addf(out, "%d %s %s %s: %s\n", change->place, us_change_kind_name(change->kind),
                    change->name, change->cause->label, change->about);
    }
}

TEST(random_changes_are_as_many_as_asked_for_and_go_by_the_seed)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(first);
    US_AUTOSTR(text);
    list_random(&l, 9, 5, &first);
    CHECK_INT(l.changes.count, 9);
    list_random(&l, 9, 5, &text);
    CHECK_STR(text.text, first.text);
    list_random(&l, 9, 6, &text);
    CHECK_INT(l.changes.count, 9);
    CHECK(!us_text_equal(text.text, first.text));
    list_random(&l, -1, 5, &text);
    CHECK_INT(l.changes.count, 0);
    list_random(&l, 1000, 5, &text); /* there are not so many */
    CHECK(l.changes.count > 20 && l.changes.count < 60);
}

/* "dream" is at work in no game, and no failure is blamed on it or on a step. */
TEST(random_changes_are_of_all_behaviors_and_prefer_none_that_is_blamed)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    int kinds[US_CHANGE_KINDS] = {0}, dream = 0, steps = 0, all = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        list_random(&l, 1, seed, &text);
        REQUIRE(l.changes.count == 1);
        const us_change *change = &l.changes.item[0];
        kinds[change->kind]++;
        dream += us_text_equal(change->name, "dream");
        steps += change->kind == US_CHANGE_REPAIR && change->cause->label[0];
    }
    for (int i = 0; i < US_CHANGE_KINDS; i++)
        all += kinds[i];
    CHECK_INT(all, 60);
    CHECK(kinds[US_CHANGE_REPAIR] > 5 && kinds[US_CHANGE_TUNE] > 5);
    CHECK(kinds[US_CHANGE_DROP] > 5 && kinds[US_CHANGE_ORDER] > 2);
    CHECK(dream > 15 && dream < 45 && steps > 3);
}

TEST(random_changes_of_one_step_or_number_exclude_one_another)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    list_random(&l, 1000, 1, &text);
    for (int i = 0; i < l.changes.count; i++)
        for (int k = 0; k < i; k++) {
            const us_change *a = &l.changes.item[i], *b = &l.changes.item[k];
            bool number = a->repair->modop == US_MODOP_TUNE;
            bool same = a->cause->behavior == b->cause->behavior &&
                        us_text_equal(a->cause->label, b->cause->label) &&
                        number == (b->repair->modop == US_MODOP_TUNE) &&
                        (!number || us_text_equal(a->repair->number, b->repair->number));
            CHECK_INT(a->place == b->place, same);
        }
}

TEST(the_provenance_of_a_random_change_says_so)
{
    US_AUTO(end) listed l = begin(two, NULL);
    US_AUTOSTR(text);
    bool made[60];
    int repair = -1, number = -1;
    list_random(&l, 60, 1, &text);
    for (int i = 0; i < l.changes.count; i++) {
        repair = l.changes.item[i].kind == US_CHANGE_REPAIR ? i : repair;
        number = l.changes.item[i].kind == US_CHANGE_TUNE ? i : number;
    }
    REQUIRE(repair >= 0 && number >= 0);
    US_AUTOPTR(us_brl) one = make(&l, &repair, 1, made);
    us_str_reset(&text);
    us_brl_print(one, &text);
    CHECK_CONTAINS(text.text, "failure: \"random change (control): one of idle\"");
    US_AUTOPTR(us_brl) other = make(&l, &number, 1, made);
    us_str_reset(&text);
    us_brl_print(other, &text);
    CHECK_CONTAINS(text.text, "failure: \"random change (control)\"");
}

TEST(random_repairs_are_for_failures_of_the_library_s_seats)
{
    static const char theirs[] =
        "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"top\", \"repairs\": [" EXPLORE "]}*/\n"
        "SELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 1";
    US_AUTO(end) listed l = begin(theirs, NULL);
    US_AUTOSTR(text);
    list_random(&l, 1000, 1, &text);
    REQUIRE(l.changes.count > 0);
    for (int i = 0; i < l.changes.count; i++)
        CHECK(l.changes.item[i].kind != US_CHANGE_REPAIR);
}

static bool stop(void)
{
    return true;
}

TEST(an_interrupted_list_is_empty)
{
    US_AUTO(end) listed l = begin(two, NULL);
    l.games.def.patterns = &l.games.patterns;
    l.games.def.stop = stop;
    CHECK_INT(us_changes_list(&l.games.def, &l.changes, &l.games.err), US_INTERRUPTED);
    CHECK_INT(l.changes.count, 0);
    CHECK(!l.changes.item);
}

TEST(a_file_that_is_there_is_refused)
{
    US_AUTO(end) listed l = begin(two, NULL);
    list(&l);
    const int chosen[] = {find(&l, US_CHANGE_REPAIR, "", "gold"),
                          find(&l, US_CHANGE_DROP, "a", "leave out the step"),
                          find(&l, US_CHANGE_TUNE, "a", "gold 400 to 240")};
    us_change_choice choice = {chosen, 3, NULL};
    bool made[3] = {false, false, true};
    US_AUTOPTR(us_brl) back = make(&l, chosen, 3, made);
    CHECK(made[0] && made[1] && !made[2]);
    US_AUTOPTR(us_brl) parent = adapted_games_read(l.games.domain, "library.db");
    REQUIRE(back->count == 3);
    CHECK(us_template_equal(adapted_games_behavior(parent, "build base"),
                            adapted_games_behavior(l.games.library, "build base")));
    CHECK_INT(us_changes_write(&l.games.def, &l.changes, &choice, made, scratch("library.db"),
                               scratch("out.db"), &l.games.err),
              US_BAD_INPUT);
}

/* ---- leaving out behaviors */

/* Two behaviors of one goal, which are both at work. */
#define TWINS                                                                 \
    "behavior \"twin one\" achieves GetResources(player: self, gold: n) { \n" \
    "    slot n: number\n"                                                    \
    "    do act explore()\n"                                                  \
    "}\n"

TEST(a_behavior_is_left_out_if_another_one_has_its_goal)
{
    US_AUTO(end) listed l = begin_with(FEW TWINS, two, NULL);
    list(&l);
    int gather = -1, count = 0;
    for (int i = 0; i < l.changes.count; i++)
        if (us_text_equal(l.changes.item[i].about, "leave out the behavior")) {
            gather = i;
            count++;
        }
    REQUIRE(count > 0 && count <= 2); /* never "build base" */
    CHECK(!us_text_equal(l.changes.item[gather].name, "build base"));
    const int chosen[] = {gather};
    bool made[1];
    US_AUTOPTR(us_brl) brl = make(&l, chosen, 1, made);
    CHECK(made[0]);
    CHECK_INT(brl->count, l.games.library->count - 1);
    CHECK(!adapted_games_behavior(brl, l.changes.item[gather].name));
}
