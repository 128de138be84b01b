#include <string.h>

#include "base/rng.h"
#include "retrieve/explain.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* ---- similarities */

TEST(a_distance_within_a_similarity_has_it_the_next_one_has_not)
{
    us_dimension dimension[] = {{"a", 0, 10000, 100}, {"b", -5, 5, 30}, {"c", 0, 1, 0}};
    US_AUTO(us_space_clear) us_space space = us_space_make(dimension, US_COUNT(dimension));
    us_rng rng = us_rng_derive(1, "similarity", 0);
    for (int i = 0; i < 20000; i++) {
        int64_t wanted = us_rng_next_below(&rng, US_SIMILARITY_ONE) + 1;
        if (i < 100)
            wanted = i < 50 ? i : US_SIMILARITY_ONE - (i - 50);
        int64_t within = us_space_max_distance(&space, wanted);
        REQUIRE(within >= 0);
        if (!CHECK(us_space_similarity(&space, (uint64_t)within) >= wanted))
            break;
        uint64_t next = (uint64_t)within + 1;
        if (next <= space.farthest && !CHECK(us_space_similarity(&space, next) < wanted))
            break;
    }
    CHECK_INT(us_space_max_distance(&space, (int64_t)US_SIMILARITY_ONE + 1), -1);
    CHECK_INT(us_space_similarity(&space, 0), US_SIMILARITY_ONE);
    CHECK_INT(us_space_similarity(&space, space.farthest), 0);
}

TEST(places_stay_in_range_weights_are_of_squares)
{
    us_dimension dimension[] = {
        {"a", INT32_MIN, INT32_MAX, 100}, {"b", 0, 100, 25}, {"same", 7, 7, 100}, {"off", 0, 9, 0}};
    US_AUTO(us_space_clear) us_space space = us_space_make(dimension, US_COUNT(dimension));
    static const int32_t low[] = {INT32_MIN + 1, -50, 7, 0}, high[] = {INT32_MAX, 5000, 8, 9};
    static const int32_t middle[] = {US_FEATURE_MISSING, 50, 7, 4};
    uint16_t out[4];
    us_space_compute_coordinates(&space, low, out);
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0 && out[3] == 0);
    us_space_compute_coordinates(&space, high, out);
    CHECK_INT(out[0], 16383);
    CHECK_INT(out[1], 8191); /* a quarter of the weight: half the length */
    CHECK(out[2] == 0 && out[3] == 0);
    us_space_compute_coordinates(&space, middle, out);
    CHECK_INT(out[0], 8191); /* what is missing is in the middle */
    CHECK_INT(out[1], 4096);
}

static us_goal goal_of(const char *text)
{
    us_source source = {.file = "goal", .text = text, .line = 1, .column = 1};
    us_goal goal = {0};
    us_error err = {0};
    if (us_goal_parse(brl_domain(), &source, &goal, &err) != US_OK)
        FAIL("%s: %s", text, err.text);
    return goal;
}

static int percent(int64_t similarity)
{
    return (int)(similarity / (US_SIMILARITY_ONE / 100));
}

TEST(goals_are_as_alike_as_their_types_and_parameters)
{
    static const struct {
        const char *asked, *there;
        int percent;
    } rows[] = {
        {"BuildUnits(self, footman, 6)", "BuildUnits(self, footman, 6)", 100},
        {"BuildUnits(self, footman, 6)", "BuildUnits(self, infantry, 6)", 100}, /* stands for it */
        {"BuildUnits(self, grunt, 6)", "BuildUnits(self, footman, 6)", 100},  /* the other race's */
        {"BuildUnits(self, footman, 6)", "BuildUnits(self, footman, 3)", 71}, /* 1 of 3, half off */
        {"BuildUnits(self, footman, 6)", "BuildUnits(enemy, footman, 6)", 42}, /* 1 of 3, all off */
        {"BuildUnits(self, footman, 6)", "BuildUnits(self, footman, 6, (3, 4))", 42},
        {"BuildUnits(self, footman, 9223372036854775807)",
         "BuildUnits(self, footman, 4611686018427387904)", 71}, /* half off, however large */
        {"BuildUnits(self, footman, 9223372036854775807)",
         "BuildUnits(self, footman, -9223372036854775807)", 42},
        /* of another type: what one needs, much more of it serves better than something else */
        {"BuildUnits(self, footman, 1)", "BuildUnits(self, footman, 4)", 56},
        {"BuildUnits(self, footman, 1)", "BuildUnits(self, archer, 1)", 44},
        {"BuildUnits(self, footman, 1)", "BuildUnits(self, barracks, 1)",
         0}, /* nothing in common */
        {"Research(self, footman)", "Research(self, archer)", 44},
        {"BuildUnits(self, footman, 6)", "DefeatPlayer(enemy)", 0},
        {"WinWargus(self)", "DefeatPlayer(self)", 80}, /* as the domain says */
        {"GetResources(self, gold: 300)", "GetResources(self, gold: 300)", 100},
        {"GetResources(self, gold: 300)", "GetResources(self, wood: 300)", 29}, /* two of four */
        /* of another kind: one more, half off */
        {"BuildUnits(self, footman, 6)", "increase BuildUnits(self, footman, 6)", 100},
        {"BuildUnits(self, footman, 6)", "achieve BuildUnits(self, footman, 6)", 75},
        {"achieve BuildUnits(self, footman, 6)", "achieve BuildUnits(self, footman, 6)", 100},
        {"achieve BuildUnits(self, footman, 6)", "maintain BuildUnits(self, footman, 6)", 75},
        {"achieve BuildUnits(self, footman, 6)", "achieve BuildUnits(self, footman, 3)", 71},
        {"WinWargus(self)", "maintain DefeatPlayer(self)", 51}, /* 1 of 2, half off, of 80 */
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_goal asked = goal_of(rows[i].asked);
        us_goal_pattern there = {.goal = goal_of(rows[i].there)};
        us_test_row(rows[i].there);
        CHECK_INT(percent(us_goal_pattern_similarity(brl_domain(), &asked, NULL, &there, NULL)),
                  rows[i].percent);
    }
}

TEST(patterns_hold_the_kind_as_text_too)
{
    us_brl *brl = brl_read("brl 1\nbehavior \"a\" achieves BuildUnits(self, \"footman\", n) {\n"
                           "    slot n: number\n    do act stop()\n}\n"
                           "behavior \"b\" achieves achieve BuildUnits(self, \"footman\", n) {\n"
                           "    slot n: number\n    do act stop()\n}\n",
                           NULL);
    us_goal_pattern more = us_goal_pattern_from_behavior(brl->item[0]),
                    have = us_goal_pattern_from_behavior(brl->item[1]), again;
    US_AUTOSTR(out);
    CHECK_INT(more.goal.kind, US_GOAL_INCREASE);
    CHECK_INT(have.goal.kind, US_GOAL_ACHIEVE);
    CHECK(!us_goal_pattern_equal(brl_domain(), &more, &have));
    us_goal_pattern_print(brl_domain(), &have, &out);
    CHECK_STR(out.text, "achieve BuildUnits(player: self, type: \"footman\"); number: any");
    us_source source = {.file = "p", .text = out.text, .line = 1, .column = 1};
    REQUIRE(us_goal_pattern_parse(brl_domain(), &source, &again, NULL) == US_OK);
    CHECK(us_goal_pattern_equal(brl_domain(), &again, &have));
    us_brl_free(brl);
}

/* near(enemy.depot) is one unit in each state, not whichever is asked for. */
TEST(what_only_a_state_tells_fits_nothing)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"near\" achieves KillUnit(player: self, unit: near(enemy.depot)) {\n"
        "    do act stop()\n}\n\n"
        "behavior \"slot\" achieves KillUnit(player: self, unit: who) {\n"
        "    slot who: entity \"unit\" of enemy\n    do act attack(target: who)\n}\n\n"
        "behavior \"sum\" achieves BuildUnits(player: self, type: \"footman\", number: 2 + 1) {\n"
        "    do act stop()\n}\n";
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    us_goal goal[] = {goal_of("KillUnit(self, 5)"), goal_of("KillUnit(self, 5)"),
                      goal_of("BuildUnits(self, footman, 3)")};
    static const int expected[] = {29, 100, 42}; /* one of two; none; one of three */
    for (int i = 0; i < US_COUNT(goal); i++) {
        us_goal_pattern pattern = us_goal_pattern_from_behavior(brl->item[i]), again;
        US_AUTOSTR(out);
        us_goal_pattern_print(brl_domain(), &pattern, &out);
        us_test_row(out.text);
        CHECK_INT(percent(us_goal_pattern_similarity(brl_domain(), &goal[i], NULL, &pattern, NULL)),
                  expected[i]);
        CHECK_INT(strstr(out.text, ": unknown") != NULL, i != 1);
        us_source source = {.file = "p", .text = out.text, .line = 1, .column = 1};
        REQUIRE(us_goal_pattern_parse(brl_domain(), &source, &again, NULL) == US_OK);
        CHECK(us_goal_pattern_equal(brl_domain(), &pattern, &again));
    }
    us_test_row(NULL);
}

TEST(what_a_slot_stands_for_fits_any_value)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"kill\" achieves KillUnit(player: self, unit: who) {\n"
        "    slot who: entity \"base-hall\" of enemy\n    do act attack(target: who)\n}\n\n"
        "behavior \"make\" achieves BuildUnits(player: self, type: t, number: n) {\n"
        "    slot t: type\n    slot n: number\n    do act stop()\n}\n";
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    us_goal_pattern kill = us_goal_pattern_from_behavior(brl->item[0]),
                    make = us_goal_pattern_from_behavior(brl->item[1]);
    us_goal goal = goal_of("KillUnit(self, 5)");
    us_type hall[US_GOAL_PARAMS_MAX] = {US_NO_TYPE, us_domain_find_type(brl_domain(), "town-hall")};
    us_type tree[US_GOAL_PARAMS_MAX] = {US_NO_TYPE, us_domain_find_type(brl_domain(), "peasant")};
    CHECK_INT(percent(us_goal_pattern_similarity(brl_domain(), &goal, NULL, &kill, NULL)), 100);
    CHECK_INT(percent(us_goal_pattern_similarity(brl_domain(), &goal, hall, &kill, NULL)), 100);
    CHECK(percent(us_goal_pattern_similarity(brl_domain(), &goal, tree, &kill, NULL)) < 80);
    goal = goal_of("BuildUnits(self, peasant, 77)");
    CHECK_INT(percent(us_goal_pattern_similarity(brl_domain(), &goal, NULL, &make, NULL)), 100);
    for (int i = 0; i < 2; i++) { /* as text and back */
        us_goal_pattern again;
        US_AUTOSTR(out);
        us_goal_pattern_print(brl_domain(), i ? &make : &kill, &out);
        us_source source = {.file = "p", .text = out.text, .line = 1, .column = 1};
        REQUIRE(us_goal_pattern_parse(brl_domain(), &source, &again, NULL) == US_OK);
        CHECK(us_goal_pattern_equal(brl_domain(), &again, i ? &make : &kill));
    }
}

/* ---- the case base */

static const char *const goals[] = {
    "BuildUnits(player: self, type: \"footman\", number: 6)",
    "BuildUnits(player: self, type: \"footman\", number: 2)",
    "BuildUnits(player: self, type: \"peasant\", number: 6)",
    "DefeatPlayer(player: enemy)",
    "WinWargus(player: self)",
    "GetResources(player: self, gold: 500)",
};

/* A file of behaviors of a few goals, with cases in states from a small set, so that there are
 * ties; some of no known state, some tried. */
static us_brl *random_library(uint64_t seed, int behaviors)
{
    us_rng rng = us_rng_derive(seed, "library", 0), luck = us_rng_derive(seed, "outcomes", 0);
    int size = brl_domain()->feature_count;
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < behaviors; i++) {
        us_str_addf(&text, "\nbehavior \"b%d\" achieves %s {\n    do act stop()\n", i,
                    goals[us_rng_next_below(&rng, US_COUNT(goals))]);
        int cases = (int)us_rng_next_below(&rng, 4);
        for (int c = 0; c < cases; c++) {
            us_str_addf(&text, "    case at %d {\n", c);
            bool known = us_rng_next_below(&rng, 8) > 0;
            us_str_add(&text, known ? "        features:" : "");
            for (int f = 0; f < size && known; f++)
                us_str_addf(&text, " %u", (unsigned)us_rng_next_below(&rng, f < 40 ? 2 : 60));
            us_str_add(&text, "\n");
            uint32_t tries = us_rng_next_below(&luck, 12);
            if (c == 0 && tries > 3)
                us_str_addf(&text, "        tries: %u\n        successes: %u\n", (unsigned)tries,
                            (unsigned)us_rng_next_below(&luck, tries + 1));
            us_str_add(&text, "    }\n");
        }
        us_str_add(&text, "}\n");
    }
    us_brl *brl = brl_read(text.text, NULL);
    return brl;
}

static void compare(us_case_base *case_base, const us_query *query, int k)
{
    int cases = us_case_base_case_count(case_base), hits = 0, ranked = 0;
    US_AUTOFREE us_explanation *explanation =
        us_mem_alloc_array((size_t)cases + 1, sizeof *explanation);
    US_AUTOFREE us_hit *hit = us_mem_alloc_array((size_t)k, sizeof *hit);
    REQUIRE(us_explanation_make(case_base, query, explanation, NULL) == US_OK);
    REQUIRE(us_case_base_retrieve(case_base, query, k, hit, &hits, NULL) == US_OK);
    while (ranked < cases && explanation[ranked].verdict == US_VERDICT_RANKED)
        ranked++;
    CHECK_INT(hits, ranked < k ? ranked : k);
    for (int i = 0; i < hits; i++) {
        CHECK_INT(hit[i].found, explanation[i].hit.found);
        CHECK_INT(hit[i].similarity, explanation[i].hit.similarity);
        CHECK_INT(us_hit_rank(&hit[i]), us_hit_rank(&explanation[i].hit));
    }
}

TEST(the_index_finds_what_asking_each_case_finds)
{
    int size = brl_domain()->feature_count;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        US_AUTOPTR(us_brl) brl = random_library(seed, 60 * (int)seed);
        US_AUTOPTR(us_case_base) case_base = NULL;
        REQUIRE(us_case_base_from_brl(brl, &case_base, NULL) == US_OK);
        int cases = us_case_base_case_count(case_base);
        us_rng rng = us_rng_derive(seed, "queries", 0);
        US_AUTOFREE bool *excluded = us_mem_alloc_array((size_t)cases, sizeof *excluded);
        for (int i = 0; i < 60; i++) {
            int32_t feature[US_FEATURES_MAX];
            for (int f = 0; f < size; f++)
                feature[f] = (int32_t)us_rng_next_below(&rng, f < 40 ? 2 : 60);
            for (int c = 0; c < cases; c++)
                excluded[c] = us_rng_next_below(&rng, 3) == 0;
            us_goal goal = goal_of(goals[us_rng_next_below(&rng, US_COUNT(goals))]);
            us_query query = us_query_default(&goal);
            query.feature = i % 5 ? feature : NULL;
            query.excluded = i % 3 ? excluded : NULL;
            query.goal_weight = i % 7 ? 50 : 0;
            query.state_weight = i % 11 ? 50 : 100 * (i % 7 == 0);
            if (query.goal_weight + query.state_weight == 0)
                query.state_weight = 1;
            query.outcome_weight = i % 13 == 0 ? 100 : i % 2 ? 5 : 0;
            query.ties = i % 4 ? 0 : us_ties_make(seed, 7, i);
            compare(case_base, &query, 1 + (int)us_rng_next_below(&rng, 12));
        }
    }
}

TEST(without_a_state_a_behavior_stands_once)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"a\" achieves WinWargus(self) {\n"
        "    do sequence {\n        x: act stop()\n        y: act stop()\n    }\n"
        "    case at 1 {\n    }\n    case at 2 done x {\n    }\n    case at 3 {\n    }\n}\n"
        "behavior \"b\" achieves WinWargus(self) {\n    do act stop()\n    case at 1 {\n    }\n}\n";
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    US_AUTOPTR(us_case_base) case_base = NULL;
    us_goal goal = goal_of("WinWargus(self)");
    us_query query = us_query_default(&goal);
    us_explanation explanation[4];
    us_hit hit[4];
    int hits = 0;
    bool excluded[4] = {true, false, false, false};
    REQUIRE(us_case_base_from_brl(brl, &case_base, NULL) == US_OK &&
            us_case_base_case_count(case_base) == 4);
    REQUIRE(us_case_base_retrieve(case_base, &query, 4, hit, &hits, NULL) == US_OK);
    REQUIRE(hits == 2);
    CHECK_INT(hit[0].found, 0);
    CHECK_INT(us_case_base_get_case(case_base, hit[1].found).behavior, 1);
    REQUIRE(us_explanation_make(case_base, &query, explanation, NULL) == US_OK);
    CHECK_INT(explanation[1].verdict, US_VERDICT_RANKED);
    CHECK_INT(explanation[2].verdict, US_VERDICT_REPEATED);
    CHECK_INT(explanation[3].verdict, US_VERDICT_REPEATED);
    query.excluded = excluded; /* its other whole case, not the suffix */
    compare(case_base, &query, 4);
    REQUIRE(us_case_base_retrieve(case_base, &query, 4, hit, &hits, NULL) == US_OK && hits == 2);
    CHECK_INT(us_case_base_get_case(case_base, hit[0].found).done_count, 0);
}

TEST(weights_change_what_is_near)
{
    US_AUTOPTR(us_brl) brl = random_library(9, 40);
    US_AUTOPTR(us_case_base) case_base = NULL;
    int percents[US_FEATURES_MAX] = {0};
    int32_t feature[US_FEATURES_MAX] = {0};
    us_goal goal = goal_of("WinWargus(self)");
    us_query query = us_query_default(&goal);
    REQUIRE(us_case_base_from_brl(brl, &case_base, NULL) == US_OK);
    percents[3] = 100; /* one feature alone */
    query.feature = feature;
    us_case_base_set_weights(case_base, percents);
    us_hit hit[2];
    int hits = 0;
    us_feature_share share[US_FEATURES_MAX];
    REQUIRE(us_case_base_retrieve(case_base, &query, 2, hit, &hits, NULL) == US_OK && hits == 2);
    compare(case_base, &query, 5);
    int count = us_explanation_list_shares(case_base, &query, hit[0].found, share);
    for (int i = 0; i < count; i++)
        CHECK(share[i].share == 0 || share[i].dimension == 3);
}
