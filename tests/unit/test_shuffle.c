/* Libraries whose goals or states have changed places. */
#include "retrieve/shuffle.h"

#include <string.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* A farm, footmen, an upgrade, a kill whose goal binds a slot, and a tree that one of them calls.
 */
#define HEAD "brl 1\nslot alarm: number = 3\n"
#define FARM                                                                              \
    "behavior \"farm\" achieves BuildUnits(player: self, type: \"farm\", number: 1) {\n"  \
    "do act build(type: \"farm\", cell: (3, 4))\nappendix {\nfeatures: 1 1\ndemo: \"d\" " \
    "\"00000000000000ab\"\n"                                                              \
    "tries: 5\nsuccesses: 3\n}\ncase at 9 in \"m\" {\nfeatures: 2 2\n}\n}\n"
#define ARMY                                                                                \
    "behavior \"army\" achieves BuildUnits(player: self, type: \"footman\", number: 6) {\n" \
    "slot g1: group \"footman\" of self\n"                                                  \
    "do sequence {\na: goal BuildUnits(player: self, type: \"farm\", number: 1)\n"          \
    "b: act train(type: \"footman\")\nc: act stop(units: g1)\n}\n"                          \
    "appendix {\nfeatures: 3 3\n}\ncase at 5 done a {\nfeatures: 4 4\n}\n}\n"
#define KILL                                                                   \
    "behavior \"kill\" achieves KillUnit(player: self, unit: u) {\n"           \
    "slot u: entity \"peon\" of enemy\ndo act attack(target: u)\nappendix {\n" \
    "features: 5 5\nu.place: 900 0\n}\n}\n"
#define CALL                                                                          \
    "behavior \"call\" achieves Research(player: self, type: \"melee-weapon-1\") {\n" \
    "do call Rest(n: 2)\nappendix {\nfeatures: 6 6\n}\n}\n"                           \
    "tree Rest(n: number) {\ndo set alarm = alarm + n\n}\n"
#define ALL HEAD FARM ARMY KILL CALL

static us_shuffle_result shuffle(const us_brl *brl, us_shuffle_kind what, uint64_t seed)
{
    us_shuffle_result out = {0};
    us_error err = {0};
    us_shuffle_def def = {what, seed};
    if (us_shuffle_run(brl, &def, &out, &err) != US_OK)
        FAIL("%s", err.text);
    return out;
}

static const us_template *named(const us_brl *brl, const char *name)
{
    const us_template *found = us_brl_find(brl, US_TEMPLATE_BEHAVIOR, name);
    REQUIRE(found != NULL);
    return found;
}

static void goal_of(const us_brl *brl, const char *name, us_str *out)
{
    us_str_reset(out);
    us_template_print_goal(named(brl, name), out);
}

static const char *const names[] = {"farm", "army", "kill", "call"};

/* Which goals there are, in any order: the sum of their hashes. */
static uint64_t goals_of(const us_brl *brl)
{
    uint64_t sum = 0;
    for (int i = 0; i < US_COUNT(names); i++)
        sum += us_hash_add_text(US_HASH_START, named(brl, names[i])->goal_name);
    return sum;
}

TEST(each_behavior_has_another_ones_goal_and_all_are_sound)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    for (uint64_t seed = 0; seed < 40; seed++) {
        us_shuffle_result made = shuffle(brl, US_SHUFFLE_GOALS, seed);
        REQUIRE(made.brl != NULL);
        CHECK_INT(made.moved + made.kept, 4);
        CHECK(made.moved >= 2);
        CHECK(goals_of(made.brl) == goals_of(brl));
        int differ = 0;
        for (int i = 0; i < US_COUNT(names); i++) {
            goal_of(brl, names[i], &before);
            goal_of(made.brl, names[i], &after);
            differ += !us_text_equal(before.text, after.text);
        }
        CHECK_INT(differ, made.moved);
        /* It would pursue what it achieves. */
        goal_of(made.brl, "army", &after);
        CHECK(strstr(after.text, "\"farm\"") == NULL);
        us_brl_free(made.brl);
    }
}

TEST(slots_that_a_goal_binds_come_along)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    US_AUTOSTR(text);
    int seen = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        us_shuffle_result made = shuffle(brl, US_SHUFFLE_GOALS, seed);
        REQUIRE(made.brl != NULL);
        const us_template *army = named(made.brl, "army"), *kill = named(made.brl, "kill");
        goal_of(made.brl, "army", &text);
        if (us_text_equal(text.text, "KillUnit(player: self, unit: g2)")) {
            seen++; /* g1 is its own */
            int slot = us_template_find_slot(army, "g2");
            REQUIRE(slot >= 0);
            CHECK_INT(army->slot[slot].slot.kind, US_VALUE_ENTITY);
            CHECK(us_template_find_slot(army, "g1") >= 0);
        }
        CHECK(us_template_find_slot(kill, "u") >= 0); /* what it does is as before */
        us_brl_free(made.brl);
    }
    CHECK(seen > 0);
}

TEST(what_was_moved_tells_so_and_forgets_how_it_fared)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    char hash[17];
    for (uint64_t seed = 0; seed < 8; seed++) {
        us_shuffle_result made = shuffle(brl, US_SHUFFLE_GOALS, seed);
        REQUIRE(made.brl != NULL);
        for (int i = 0; i < US_COUNT(names); i++) {
            const us_template *old = named(brl, names[i]), *new = named(made.brl, names[i]);
            const us_entry *parent = us_case_find_entry(&new->cases[0], "parent");
            const us_entry *modop = us_case_find_entry(&new->cases[0], "modop");
            us_hash_print(us_template_hash(old), hash);
            if (us_template_hash(old) == us_template_hash(new)) {
                CHECK(!parent && !modop);
                continue;
            }
            REQUIRE(parent && modop);
            CHECK_STR(parent->text[0], hash);
            CHECK_CONTAINS(modop->text[0], "shuffle goals, seed ");
            CHECK(us_case_find_entry(&new->cases[0], "tries") == NULL);
            CHECK(us_case_find_entry(&new->cases[0], "features") != NULL);
            CHECK_INT(new->case_count, old->case_count);
            if (i == 0)
                CHECK(us_case_find_entry(&new->cases[0], "demo") != NULL);
        }
        us_brl_free(made.brl);
    }
}

static int64_t state_of(const us_brl *brl, const char *name, int index)
{
    return us_entry_number(us_case_find_entry(&named(brl, name)->cases[index], "features"), 0);
}

TEST(each_case_has_anothers_state_of_its_goals_type)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        us_shuffle_result made = shuffle(brl, US_SHUFFLE_STATES, seed);
        REQUIRE(made.brl != NULL);
        CHECK_INT(made.moved, 4); /* of farm and army: both BuildUnits */
        CHECK_INT(made.kept, 2);
        int64_t farm = state_of(made.brl, "farm", 0), late = state_of(made.brl, "farm", 1);
        int64_t army = state_of(made.brl, "army", 0), done = state_of(made.brl, "army", 1);
        CHECK(farm != 1 && late != 2 && army != 3 && done != 4);
        CHECK_INT(farm + late + army + done, 10);
        CHECK_INT(farm * late * army * done, 24);
        CHECK_INT(state_of(made.brl, "kill", 0), 5);
        CHECK_INT(state_of(made.brl, "call", 0), 6);
        for (int i = 0; i < US_COUNT(names); i++)
            CHECK_HASH(us_template_hash(named(made.brl, names[i])),
                       us_template_hash(named(brl, names[i])));
        const us_case *of = &named(made.brl, "army")->cases[1];
        CHECK_INT(of->done_count, 1);
        CHECK_CONTAINS(us_case_find_entry(of, "modop")->text[0], "shuffle states, seed ");
        CHECK(us_case_find_entry(&named(made.brl, "kill")->cases[0], "modop") == NULL);
        us_brl_free(made.brl);
    }
}

TEST(the_same_seed_gives_the_same_and_another_one_another)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    for (int what = 0; what < 2; what++) {
        int same = 0;
        us_shuffle_result first = shuffle(brl, (us_shuffle_kind)what, 5);
        us_shuffle_result again = shuffle(brl, (us_shuffle_kind)what, 5);
        REQUIRE(first.brl && again.brl);
        CHECK(us_brl_equal(first.brl, again.brl));
        for (uint64_t seed = 6; seed < 26; seed++) {
            us_shuffle_result other = shuffle(brl, (us_shuffle_kind)what, seed);
            REQUIRE(other.brl != NULL);
            same += us_brl_equal(first.brl, other.brl);
            us_brl_free(other.brl);
        }
        CHECK(same < 20);
        us_brl_free(first.brl);
        us_brl_free(again.brl);
    }
}

/* What is shuffled can be shuffled again. */
TEST(a_shuffled_one_can_be_shuffled)
{
    US_AUTOPTR(us_brl) brl = brl_read(ALL, NULL);
    us_shuffle_result once = shuffle(brl, US_SHUFFLE_GOALS, 1);
    REQUIRE(once.brl != NULL);
    us_shuffle_result twice = shuffle(once.brl, US_SHUFFLE_STATES, 2);
    us_shuffle_result more = shuffle(once.brl, US_SHUFFLE_GOALS, 3);
    REQUIRE(twice.brl && more.brl);
    CHECK(goals_of(more.brl) == goals_of(brl));
    us_brl_free(twice.brl);
    us_brl_free(more.brl);
    us_brl_free(once.brl);
}

TEST(where_nothing_can_be_exchanged_that_is_an_error)
{
    static const char *const files[] = {
        "brl 1\n", HEAD FARM, HEAD CALL,
        /* either would pursue what it achieves */
        "brl 1\nbehavior \"a\" achieves WinWargus(player: self) {\ndo goal Research(player: self, "
        "type: \"melee-weapon-1\")\n}\nbehavior \"b\" achieves Research(player: self, type: "
        "\"melee-weapon-1\") {\ndo act stop()\n}\n"};
    for (int i = 0; i < US_COUNT(files); i++) {
        US_AUTOPTR(us_brl) brl = brl_read(files[i], NULL);
        us_shuffle_def def = {US_SHUFFLE_GOALS, 1};
        us_shuffle_result out = {0};
        us_error err = {0};
        us_test_row(files[i]);
        CHECK_INT(us_shuffle_run(brl, &def, &out, &err), US_FAILED);
        CHECK_CONTAINS(err.text, "nothing to exchange");
        def.what = US_SHUFFLE_STATES;
        if (i != 1) /* it has two cases */
            CHECK_INT(us_shuffle_run(brl, &def, &out, &err), US_FAILED);
        CHECK(out.brl == NULL);
    }
    us_test_row(NULL);
}
