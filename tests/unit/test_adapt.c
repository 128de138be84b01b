#include "adapt/adapt.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "experiments/training.h"
#include "retrieve/library.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* Two games of a library written by hand, and what patterns of the tests' own make of them. */

static const char behaviors[] =
    "brl 1 skirmish\n"
    "behavior \"build base\" achieves WinWargus(player: self) {\n"
    "    do sequence {\n"
    "        a: goal ResourceInfrastructure(player: self, farms: 9, peasants: 20)\n"
    "        b: act stop()\n"
    "    }\n"
    "    appendix {\n"
    "        games: \"00000000000000aa\"\n"
    "        tries: 7\n"
    "        successes: 3\n"
    "        games.tries: 7\n"
    "        games.successes: 3\n"
    "    }\n"
    "}\n"
    "behavior \"gather\" achieves GetResources(player: self, gold: n) {\n"
    "    slot n: number\n"
    "    when gold(self) < 0\n"
    "    do act stop()\n"
    "}\n"
    "behavior \"dream\" achieves Research(player: self, type: \"upgrade\") {\n"
    "    do act stop()\n"
    "    appendix {\n"
    "        games: \"00000000000000aa\"\n"
    "        tries: 5\n"
    "        successes: 2\n"
    "        games.tries: 5\n"
    "        games.successes: 2\n"
    "    }\n"
    "}\n";

static const char idle[] =
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"unit\", \"repairs\": [\n"
    "{\"modop\": \"before\", \"about\": \"first\", \"do\": \"goal GetResources(player: self, gold: "
    "100)\"},\n"
    "{\"modop\": \"beside\", \"at\": \"root\", \"about\": \"second\", \"do\": \"goal "
    "GetResources(player: self, gold: 200)\"},\n"
    "{\"modop\": \"before\", \"at\": \"root\", \"do\": \"goal GetResources(player: self, gold: "
    "300)\"}]}*/\n"
    "SELECT game, seat, since AS cycle, until, unit, until - since AS badness FROM idle "
    "WHERE seat = 0 AND until - since > 100";

static const char late[] =
    "/*{\"pattern\": 1, \"about\": \"y\", \"blame\": \"top\", \"repairs\": [\n"
    "{\"modop\": \"after\", \"at\": \"root\", \"do\": \"act explore()\"}]}*/\n"
    "SELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 0";

static const char never[] =
    "/*{\"pattern\": 1, \"about\": \"z\", \"blame\": \"top\", \"repairs\": [{\"modop\": "
    "\"remove\"}]}*/\nSELECT game, seat, 0 AS cycle, 1 AS badness FROM seats WHERE seat > 7";

typedef struct desk {
    us_domain *domain;
    us_brl *library; /* as the file library.db holds it */
    us_training training;
    us_games *games;
    us_patterns patterns;
    us_adapt_def def;
    us_adapted adapted;
    us_error err;
} desk;

static us_brl *read_library(const us_domain *domain, const char *name)
{
    us_library *library;
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_library_open(scratch(name), US_LIBRARY_READ, domain, &library, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(us_library_get(library, &brl, &err) == US_OK);
    us_library_close(library);
    return brl;
}

static void make_library(const us_domain *domain, const char *name)
{
    us_brl *brl = NULL;
    us_library *library;
    us_library_added added = {0};
    us_error err = {0};
    if (us_brl_parse(domain, "x.brl", behaviors, strlen(behaviors), &brl, &err) != US_OK)
        FAIL("%d: %s", err.line, err.text);
    REQUIRE(brl);
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_CREATE, domain, &library, NULL) == US_OK);
    CHECK_INT(us_library_begin(library, NULL), US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK_INT(us_library_commit(library, NULL), US_OK);
    us_library_close(library);
    us_brl_free(brl);
}

static void play(desk *d)
{
    static const char *const maps[] = {"open-1"}, *const against[] = {"idle"};
    char library[512], traces[512];
    scratch_folder("traces");
    snprintf(library, sizeof library, "%s", scratch("library.db"));
    snprintf(traces, sizeof traces, "%s", scratch("traces"));
    us_training_def def = {.library = library,
                           .domain = "skirmish",
                           .map = maps,
                           .maps = 1,
                           .against = against,
                           .opponents = 1,
                           .games = 3,
                           .seed = 3,
                           .max_cycles = 600,
                           .workers = 1,
                           .folder = traces};
    if (us_training_play(&def, &d->training, &d->err) != US_OK)
        FAIL("%s: %s", d->err.file, d->err.text);
    REQUIRE(d->training.games == 3);
}

static void add_pattern(desk *d, const char *name, const char *text)
{
    us_failure_pattern **item = US_NEW_ARRAY(us_failure_pattern *, d->patterns.count + 1);
    for (int i = 0; i < d->patterns.count; i++)
        item[i] = d->patterns.item[i];
    us_free(d->patterns.item);
    d->patterns.item = item;
    if (us_failure_pattern_parse(d->domain, name, text, strlen(text), &item[d->patterns.count],
                                 &d->err) != US_OK)
        FAIL("%d:%d: %s", d->err.line, d->err.column, d->err.text);
    REQUIRE(item[d->patterns.count]);
    d->patterns.count++;
}

static desk begin(const char *first, const char *second)
{
    desk d = {.def = us_adapt_def_default()};
    REQUIRE(us_domain_shipped("skirmish", &d.domain, NULL) == US_OK);
    make_library(d.domain, "library.db");
    d.library = read_library(d.domain, "library.db");
    play(&d);
    REQUIRE(us_games_new(NULL, d.domain, &d.games, NULL) == US_OK);
    for (int i = 0; i < d.training.games; i++) {
        int64_t game;
        if (d.training.game[i].seat == 0 && /* patterns speak of that */
            us_games_add(d.games, d.training.game[i].trace, NULL, &game, &d.err) != US_OK)
            FAIL("%s: %s", d.err.file, d.err.text);
    }
    add_pattern(&d, "idle.sql", first);
    if (second)
        add_pattern(&d, "late.sql", second);
    d.def.library = d.library;
    d.def.games = d.games;
    return d;
}

static void adapt(desk *d)
{
    us_adapted_clear(&d->adapted);
    d->def.patterns = &d->patterns; /* where it lies now */
    if (us_adapt(&d->def, &d->adapted, &d->err) != US_OK)
        FAIL("%s: %s", d->err.file, d->err.text);
    REQUIRE(d->adapted.library);
}

static void end(desk *d)
{
    us_adapted_clear(&d->adapted);
    us_patterns_clear(&d->patterns);
    us_games_close(d->games);
    us_training_clear(&d->training);
    us_brl_free(d->library);
    us_domain_free(d->domain);
    scratch_clean();
}

/* The one of that name; of "NAME " the one whose name goes on. */
static const us_template *behavior(const us_brl *library, const char *name)
{
    size_t length = strlen(name);
    const us_template *found = NULL;
    for (int i = 0; i < library->count; i++) {
        const char *other = library->item[i]->name;
        bool same =
            name[length - 1] == ' ' ? us_text_starts(other, name) : us_text_equal(other, name);
        if (same)
            found = library->item[i];
    }
    return found;
}

static const us_entry *entry_of(const us_template *of, const char *key)
{
    REQUIRE(of && of->case_count > 0);
    const us_entry *entry = us_case_find(&of->cases[0], key);
    REQUIRE(entry);
    return entry;
}

static us_hash parent_of(const us_template *of)
{
    us_hash hash = 0;
    CHECK(us_hash_parse(entry_of(of, "parent")->text[0], &hash));
    return hash;
}

/* ---- in place, or beside */

static void a_repaired_behavior_takes_the_place_of_its_parent(void)
{
    desk d = begin(idle, NULL);
    adapt(&d);
    REQUIRE(d.adapted.mends == 1 && d.adapted.done == 1);
    const us_mend *mend = &d.adapted.mend[0];
    CHECK_INT(mend->end, US_MEND_DONE);
    CHECK_INT(mend->repair, 1); /* the first is for a step, and none is to blame */
    CHECK_CONTAINS(mend->why, "repair 1, before: no step of it is to blame");
    CHECK(!mend->append);
    CHECK_STR(mend->parent_name, "build base");
    CHECK_CONTAINS(mend->goal, "WinWargus");
    CHECK(!strstr(mend->before, "GetResources"));
    CHECK_CONTAINS(mend->after, "goal GetResources(player: self, gold: 200)");
    const us_brl *library = d.adapted.library;
    CHECK_INT(library->count, 3);
    CHECK(!behavior(library, "build base"));
    const us_template *child = behavior(library, "build base ");
    REQUIRE(child);
    CHECK_STR(child->name, mend->child_name);
    CHECK_HASH(us_template_hash(child), mend->child);
    CHECK_HASH(parent_of(child), us_template_hash(behavior(d.library, "build base")));
    CHECK_STR(entry_of(child, "modop")->text[0], "beside: second");
    CHECK_CONTAINS(entry_of(child, "failure")->text[0], "idle: ");
    CHECK_CONTAINS(entry_of(child, "failure")->text[0], " times in 2 of 2 games");
    CHECK(us_template_equal(behavior(library, "dream"), behavior(d.library, "dream")));
    end(&d);
}

static void several_repairs_of_one_behavior_become_one_child(void)
{
    for (int append = 0; append < 2; append++) {
        desk d = begin(idle, late);
        us_test_row(append ? "append" : "substitute");
        d.def.append = append;
        adapt(&d);
        REQUIRE(d.adapted.done == 2);
        const us_brl *library = d.adapted.library;
        const us_template *parent = behavior(d.library, "build base");
        CHECK_INT(library->count, 3 + append);
        CHECK((behavior(library, "build base") != NULL) == append);
        if (append)
            CHECK(us_template_equal(behavior(library, "build base"), parent));
        const us_template *child = behavior(library, "build base ");
        CHECK_HASH(parent_of(child), us_template_hash(parent)); /* not what was made in between */
        REQUIRE(entry_of(child, "modop")->texts == 2 && entry_of(child, "failure")->texts == 2);
        CHECK_STR(entry_of(child, "modop")->text[0], "beside: second");
        CHECK_STR(entry_of(child, "modop")->text[1], "after");
        CHECK_CONTAINS(entry_of(child, "failure")->text[1], "late: 2 times in 2 of 2 games");
        CHECK_CONTAINS(d.adapted.mend[1].before, "gold: 200"); /* of this repair alone */
        CHECK_CONTAINS(d.adapted.mend[1].after, "act explore()");
        for (int i = 0; i < 2; i++)
            CHECK_INT(d.adapted.mend[i].append, append);
        end(&d);
    }
}

static void whether_to_append_is_chosen_for_each_behavior(void)
{
    static const struct {
        bool append;
        const char *those, *others; /* appended, substituted */
        bool appended;
    } rows[] = {
        {false, NULL, NULL, false},        {true, NULL, NULL, true},
        {false, "WinWargus", NULL, true},  {false, "build base", NULL, true},
        {false, "Research", NULL, false},  {true, NULL, "WinWargus", false},
        {true, NULL, "build base", false}, {true, NULL, "dream", true},
    };
    desk d = begin(idle, NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].those ? rows[i].those : rows[i].others);
        d.def.append = rows[i].append;
        d.def.append_those = &rows[i].those;
        d.def.appends = rows[i].those != NULL;
        d.def.substitute_those = &rows[i].others;
        d.def.substitutes = rows[i].others != NULL;
        adapt(&d);
        CHECK_INT(d.adapted.library->count, rows[i].appended ? 4 : 3);
        CHECK_INT(d.adapted.mend[0].append, rows[i].appended);
    }
    end(&d);
}

/* ---- how much is repaired */

static void no_more_is_repaired_than_was_asked_for(void)
{
    desk d = begin(idle, late);
    d.def.most = 1;
    adapt(&d);
    REQUIRE(d.adapted.mends == 2);
    CHECK_INT(d.adapted.done, 1);
    CHECK_INT(d.adapted.mend[0].end, US_MEND_DONE);
    CHECK_INT(d.adapted.mend[1].end, US_MEND_LEFT);
    d.def.most = 0;
    d.def.least = 3;
    adapt(&d);
    REQUIRE(d.adapted.mends == 2);
    CHECK_INT(d.adapted.done, 0);
    CHECK_INT(d.adapted.mend[1].end, US_MEND_NOISE);
    end(&d);
}

static void where_nothing_fails_the_library_stays(void)
{
    desk d = begin(never, NULL);
    adapt(&d);
    CHECK_INT(d.adapted.mends, 0);
    REQUIRE(d.adapted.library->count == 3);
    for (int i = 0; i < 2; i++)
        CHECK(us_template_equal(d.adapted.library->item[i], d.library->item[i]));
    d.def.random = 3; /* nor is there anything to draw of */
    adapt(&d);
    CHECK_INT(d.adapted.mends, 0);
    end(&d);
}

static void the_games_are_noted_as_seen(void)
{
    desk d = begin(never, NULL);
    adapt(&d);
    CHECK_INT(d.library->games, 0);
    REQUIRE(d.adapted.library->games == 2);
    for (int i = 0, game = 0; i < d.training.games; i++) {
        if (d.training.game[i].seat != 0)
            continue;
        const us_brl_game *seen = &d.adapted.library->game[game++];
        CHECK(seen->adapted && seen->seeded && seen->map != 0);
        CHECK(seen->seed == us_training_seed(3, 0, i));
    }
    end(&d);
}

/* ---- proof */

typedef struct judge {
    int asked;
    unsigned accept; /* bit by question, from 1: answered with yes */
    us_status status;
} judge;

static us_status judge_repair(void *context, const us_brl *before, const us_brl *after,
                              const us_cause *cause, bool *keep, us_str *why, us_error *err)
{
    judge *j = context;
    CHECK(before->count == after->count && cause->plays == 2);
    CHECK(!behavior(after, "build base"));
    j->asked++;
    *keep = j->accept >> j->asked & 1;
    us_str_addf(why, "question %d", j->asked);
    return j->status == US_OK ? US_OK : us_fail(err, j->status, NULL, 0, 0, "no judge");
}

static void what_is_proved_to_do_worse_gives_way_to_the_next(void)
{
    judge j = {.accept = 1u << 2};
    desk d = begin(idle, NULL);
    d.def.context = &j;
    d.def.prove = judge_repair;
    adapt(&d);
    CHECK_INT(j.asked, 2);
    CHECK_INT(d.adapted.mend[0].repair, 2);
    CHECK_CONTAINS(d.adapted.mend[0].after, "gold: 300");
    CHECK(!strstr(d.adapted.mend[0].after, "gold: 200"));
    CHECK_CONTAINS(d.adapted.mend[0].why, "repair 2, beside: question 1\n");
    CHECK_CONTAINS(d.adapted.mend[0].why, "repair 3, before: question 2\n");
    j = (judge){.accept = 0};
    adapt(&d);
    CHECK_INT(j.asked, 2);
    CHECK_INT(d.adapted.mend[0].end, US_MEND_WORSE);
    CHECK_INT(d.adapted.done, 0);
    CHECK(behavior(d.adapted.library, "build base") != NULL);
    j = (judge){.status = US_BAD_INPUT};
    us_adapted_clear(&d.adapted);
    CHECK_INT(us_adapt(&d.def, &d.adapted, &d.err), US_BAD_INPUT);
    CHECK_STR(d.err.text, "no judge");
    CHECK(!d.adapted.library);
    end(&d);
}

static void what_did_worse_alone_is_tried_once_more_beside_the_others(void)
{
    judge j = {.accept = 1u << 3 | 1u << 4}; /* the other cause, then the first one's again */
    desk d = begin(idle, late);
    d.def.context = &j;
    d.def.prove = judge_repair;
    adapt(&d);
    CHECK_INT(j.asked, 4);
    CHECK_INT(d.adapted.done, 2);
    CHECK_INT(d.adapted.mend[0].end, US_MEND_DONE);
    CHECK_CONTAINS(d.adapted.mend[0].before, "act explore()");
    CHECK_CONTAINS(d.adapted.mend[0].why, "question 1\n");
    CHECK_CONTAINS(d.adapted.mend[0].why, "question 4\n");
    j = (judge){.accept = 1u << 3}; /* not again and again */
    adapt(&d);
    CHECK_INT(j.asked, 5);
    CHECK_INT(d.adapted.mend[0].end, US_MEND_WORSE);
    end(&d);
}

static bool at_once(void)
{
    return true;
}

static void whoever_is_stopped_leaves_nothing(void)
{
    desk d = begin(idle, NULL);
    d.def.patterns = &d.patterns;
    d.def.stop = at_once;
    CHECK_INT(us_adapt(&d.def, &d.adapted, &d.err), US_INTERRUPTED);
    CHECK(!d.adapted.library);
    end(&d);
}

/* ---- the control */

static char *text_of(const us_brl *library)
{
    us_str text;
    us_str_init(&text);
    us_brl_print(library, &text);
    return us_str_detach(&text);
}

static void random_repairs_are_as_many_and_go_by_the_seed(void)
{
    char *made[3];
    desk d = begin(idle, late);
    d.def.random = 3;
    for (int i = 0; i < 3; i++) {
        d.def.seed = i < 2 ? 5 : 6;
        adapt(&d);
        CHECK_INT(d.adapted.done, 3);
        CHECK_INT(d.adapted.mends, 3);
        made[i] = text_of(d.adapted.library);
    }
    CHECK_STR(made[1], made[0]);
    CHECK(strcmp(made[2], made[0]) != 0);
    for (int i = 0; i < 3; i++)
        us_free(made[i]);
    end(&d);
}

/* ---- writing */

static void what_is_written_reads_back(void)
{
    for (int append = 0; append < 2; append++) {
        char from[512];
        desk d = begin(idle, late);
        us_test_row(append ? "append" : "substitute");
        d.def.append = append;
        adapt(&d);
        snprintf(from, sizeof from, "%s", scratch("library.db"));
        REQUIRE(us_adapt_write(d.adapted.library, from, scratch("out.db"), NULL) == US_OK);
        us_brl *back = read_library(d.domain, "out.db");
        CHECK_INT(back->count, 3 + append);
        CHECK_INT(back->games, 2);
        for (int i = 0; i < d.adapted.library->count; i++) {
            const us_template *wanted = d.adapted.library->item[i];
            const us_template *found = us_brl_find(back, US_TEMPLATE_BEHAVIOR, wanted->name);
            REQUIRE(found);
            CHECK_HASH(us_template_hash(found), us_template_hash(wanted));
            if (us_brl_find(d.library, US_TEMPLATE_BEHAVIOR, wanted->name))
                CHECK(us_template_equal(found, wanted));
        }
        const us_template *child = behavior(back, "build base ");
        const us_template *wanted = behavior(d.adapted.library, "build base ");
        CHECK_HASH(parent_of(child), parent_of(wanted));
        static const char *const told[] = {"modop", "failure", "map", "seed"};
        for (int i = 0; i < US_COUNT(told); i++) {
            const us_entry *is = entry_of(child, told[i]), *was = entry_of(wanted, told[i]);
            REQUIRE(is->texts == was->texts);
            for (int k = 0; k < (int)is->texts; k++)
                CHECK_STR(is->text[k], was->text[k]);
        }
        CHECK_INT(us_entry_number(entry_of(behavior(back, "dream"), "games.tries"), 0), 5);
        us_brl_free(back);
        end(&d);
    }
}

static void a_library_is_replaced_whole_or_not_at_all(void)
{
    char from[512];
    size_t length, now;
    char *bytes, *after;
    desk d = begin(idle, NULL);
    adapt(&d);
    snprintf(from, sizeof from, "%s", scratch("library.db"));
    REQUIRE(us_file_read(from, 1 << 24, &bytes, &length, NULL) == US_OK);
    CHECK_INT(us_adapt_write(d.adapted.library, from, scratch("no/out.db"), &d.err), US_BAD_INPUT);
    CHECK_INT(us_adapt_write(d.adapted.library, scratch("none.db"), from, &d.err), US_BAD_INPUT);
    scratch_put("bad.db", "this is no library");
    CHECK(us_adapt_write(d.adapted.library, scratch("bad.db"), from, &d.err) != US_OK);
    scratch_folder("folder");
    CHECK_INT(us_adapt_write(d.adapted.library, from, scratch("folder"), &d.err), US_BAD_INPUT);
    REQUIRE(us_file_read(from, 1 << 24, &after, &now, NULL) == US_OK);
    CHECK(now == length && memcmp(bytes, after, length) == 0);
    us_free(after);
    /* in its own place */
    REQUIRE(us_adapt_write(d.adapted.library, from, from, NULL) == US_OK);
    us_brl *back = read_library(d.domain, "library.db");
    CHECK(behavior(back, "build base ") && !behavior(back, "build base"));
    us_brl_free(back);
    us_free(bytes);
    end(&d);
}

static const us_test tests[] = {
    {"a repaired behavior takes the place of its parent",
     a_repaired_behavior_takes_the_place_of_its_parent},
    {"several repairs of one behavior become one child",
     several_repairs_of_one_behavior_become_one_child},
    {"whether to append is chosen for each behavior",
     whether_to_append_is_chosen_for_each_behavior},
    {"no more is repaired than was asked for", no_more_is_repaired_than_was_asked_for},
    {"where nothing fails the library stays", where_nothing_fails_the_library_stays},
    {"the games are noted as seen", the_games_are_noted_as_seen},
    {"what is proved to do worse gives way to the next",
     what_is_proved_to_do_worse_gives_way_to_the_next},
    {"what did worse alone is tried once more beside the others",
     what_did_worse_alone_is_tried_once_more_beside_the_others},
    {"whoever is stopped leaves nothing", whoever_is_stopped_leaves_nothing},
    {"random repairs are as many, and go by the seed",
     random_repairs_are_as_many_and_go_by_the_seed},
    {"what is written reads back", what_is_written_reads_back},
    {"a library is replaced whole or not at all", a_library_is_replaced_whole_or_not_at_all},
    {0},
};
const us_test_suite suite_adapt = {"adaptation", tests};
