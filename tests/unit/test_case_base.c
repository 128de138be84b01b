#include <string.h>

#include "base/hash.h"
#include "game/game.h"
#include "retrieve/explain.h"
#include "retrieve/retrieve.h"
#include "retrieve/store.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/library.h"

/* A game at its first cycle: each seat has a hall and a few peasants, no barracks. */
typedef struct moment {
    us_scenario *scenario;
    us_game *game;
    us_view view;
} moment;

static void begin(moment *m)
{
    us_scenario_def def = us_scenario_def_default();
    def.domain = "skirmish";
    def.map = "ridge-1";
    REQUIRE(us_scenario_open(&def, &m->scenario, NULL) == US_OK);
    m->game = us_game_new(m->scenario, 1);
    m->view = (us_view){us_game_world(m->game, US_NEUTRAL), 0};
}

static void end(moment *m)
{
    us_game_free(m->game);
    us_scenario_close(m->scenario);
}

static us_goal goal_of(const char *text)
{
    us_source source = {.file = "goal", .text = text, .line = 1, .column = 1};
    us_goal goal = {0};
    REQUIRE(us_goal_parse(brl_domain(), &source, &goal, NULL) == US_OK);
    return goal;
}

static us_case_base *case_base_of(const char *text, us_brl **brl)
{
    us_case_base *case_base = NULL;
    *brl = brl_read(text, NULL);
    REQUIRE(us_case_base_from_brl(*brl, &case_base, NULL) == US_OK);
    return case_base;
}

static int find(us_case_base *case_base, const us_query *query, int k, us_hit *hit)
{
    int hits = 0;
    us_error err = {0};
    if (us_case_base_retrieve(case_base, query, k, hit, &hits, &err) != US_OK)
        FAIL("%s", err.text);
    return hits;
}

TEST(conditions_are_asked_only_of_what_could_be_the_answer)
{
    enum { BEHAVIORS = 40, HOLD = 30 };
    moment m;
    us_str text;
    us_hit hit[3];
    us_case_base *case_base = NULL;
    begin(&m);
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < BEHAVIORS; i++) /* ever less alike; the best two can't be had */
        us_str_addf(&text,
                    "\nbehavior \"b%d\" achieves BuildUnits(player: self, type: \"footman\", "
                    "number: %d) {\n    when count(self, \"barracks\") >= %d\n"
                    "    do act stop()\n}\n",
                    i, 100 - i, i < 2 ? 5 : 0);
    us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text.text);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    us_goal goal = goal_of("BuildUnits(self, footman, 100)");
    us_query query = us_query_default(&goal);
    CHECK_INT(find(case_base, &query, 3, hit), 3);
    CHECK_INT(us_case_base_read_count(case_base), 0); /* without a view nothing is asked */
    CHECK_STR(us_case_base_behavior_name(case_base,
                                         us_case_base_get_case(case_base, hit[0].found).behavior),
              "b0");
    query.view = &m.view;
    CHECK_INT(find(case_base, &query, 3, hit), 3);
    CHECK_STR(us_case_base_behavior_name(case_base,
                                         us_case_base_get_case(case_base, hit[0].found).behavior),
              "b2");
    CHECK_INT(us_case_base_read_count(case_base), 5); /* two that fell and the three found */
    query.unconditioned = true;
    CHECK_INT(find(case_base, &query, 1, hit), 1);
    CHECK_STR(us_case_base_behavior_name(case_base,
                                         us_case_base_get_case(case_base, hit[0].found).behavior),
              "b0");
    us_case_base_free(case_base);
    us_library_close(library);
    us_str_clear(&text);
    end(&m);
}

/* The nearest is well and found first; of the other nobody can say whether its condition holds. */
TEST(what_fails_leaves_its_outputs_as_they_were)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"well\" achieves BuildUnits(player: self, type: \"footman\", number: 9) {\n"
        "    when true\n    do act stop()\n}\n\n"
        "behavior \"ill\" achieves BuildUnits(player: self, type: \"footman\", number: 8) {\n"
        "    when true\n    do act stop()\n}\n";
    moment m;
    us_case_base *case_base = NULL;
    us_hit hit[2];
    us_explanation explanation[2];
    int hits = 77;
    us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
    us_library_close(library);
    CHECK_INT(library_file_sql("l.db", "UPDATE behaviors SET body = 'nonsense' WHERE name = 'ill'"),
              1);
    library = library_file_open("l.db", US_LIBRARY_READ, brl_domain());
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    us_goal goal = goal_of("BuildUnits(self, footman, 9)");
    us_query query = us_query_default(&goal);
    begin(&m);
    query.view = &m.view;
    CHECK_INT(find(case_base, &query, 1, hit), 1);
    CHECK_STR(us_case_base_behavior_name(case_base,
                                         us_case_base_get_case(case_base, hit[0].found).behavior),
              "well");
    memset(hit, 0x55, sizeof hit);
    memset(explanation, 0x55, sizeof explanation);
    us_hash hit_before = us_hash_add_bytes(0, hit, sizeof hit);
    us_hash explanation_before = us_hash_add_bytes(0, explanation, sizeof explanation);
    CHECK(us_case_base_retrieve(case_base, &query, 2, hit, &hits, NULL) != US_OK);
    CHECK(us_explanation_make(case_base, &query, explanation, NULL) != US_OK);
    CHECK_INT(hits, 77);
    CHECK(us_hash_add_bytes(0, hit, sizeof hit) == hit_before);
    CHECK(us_hash_add_bytes(0, explanation, sizeof explanation) == explanation_before);
    end(&m);
    us_case_base_free(case_base);
    us_library_close(library);
}

TEST(what_is_excluded_is_not_found_and_ties_go_by_id)
{
    US_AUTOSTR(text);
    US_AUTOPTR(us_brl) brl = NULL;
    us_hit hit[8];
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < 2; i++)
        library_file_behavior(&text, brl_domain(), i ? "y" : "x", 2, 5,
                              -1); /* the same states in both */
    US_AUTOPTR(us_case_base) case_base = case_base_of(text.text, &brl);
    us_goal goal = goal_of("WinWargus(self)");
    us_query query = us_query_default(&goal);
    bool excluded[8] = {false};
    REQUIRE(us_case_base_case_count(case_base) == 8);
    query.feature = us_case_base_get_case(case_base, 2).feature;
    query.state_weight = 0; /* all are as alike */
    CHECK_INT(find(case_base, &query, 8, hit), 8);
    for (int i = 0; i < 8; i++)
        CHECK_INT(hit[i].found, i);
    query.state_weight = 50;
    CHECK_INT(find(case_base, &query, 8, hit), 8);
    CHECK_INT(hit[0].found, 2);
    CHECK_INT(hit[1].found, 6); /* as near, later */
    CHECK_INT(hit[0].similarity, US_SIMILARITY_ONE);
    CHECK_INT(hit[1].similarity, US_SIMILARITY_ONE);
    excluded[2] = true;
    query.excluded = excluded;
    CHECK_INT(find(case_base, &query, 8, hit), 7);
    CHECK_INT(hit[0].found, 6);
}

/* The first condition names a slot that only revision can bind; the second one the goal binds. */
TEST(conditions_of_what_the_goal_does_not_bind_are_for_later)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"free\" achieves BuildUnits(player: self, type: \"footman\", number: 6) {\n"
        "    slot s1: entity \"barracks\" of self\n"
        "    when s1.hit_points > 1000000\n    do act stop()\n}\n\n"
        "behavior \"bound\" achieves BuildUnits(player: self, type: t, number: n) {\n"
        "    slot t: type\n    slot n: number\n"
        "    when n <= 5\n    do act stop()\n}\n";
    moment m;
    us_brl *brl;
    us_hit hit[4];
    us_explanation explanation[4];
    begin(&m);
    us_case_base *case_base = case_base_of(text, &brl);
    us_goal six = goal_of("BuildUnits(self, footman, 6)"),
            five = goal_of("BuildUnits(self, footman, 5)");
    us_query query = us_query_default(&six);
    query.view = &m.view;
    CHECK_INT(find(case_base, &query, 4, hit), 1);
    CHECK_INT(hit[0].found, 0);
    REQUIRE(us_explanation_make(case_base, &query, explanation, NULL) == US_OK);
    CHECK_INT(explanation[1].verdict, US_VERDICT_FELL);
    CHECK_INT(explanation[1].hit.found, 1);
    CHECK_INT(explanation[1].condition, 0);
    query.goal = &five;
    CHECK_INT(find(case_base, &query, 4, hit), 2);
    CHECK_INT(hit[0].found, 1); /* any number fits it */
    us_case_base_free(case_base);
    us_brl_free(brl);
    end(&m);
}

TEST(a_case_of_no_known_state_is_like_no_state)
{
    US_AUTOSTR(text);
    US_AUTOPTR(us_brl) brl = NULL;
    us_hit hit[4];
    int32_t feature[US_FEATURES_MAX] = {0};
    us_str_add(&text, "brl 1\n\nbehavior \"blank\" achieves WinWargus(player: self) {\n"
                      "    do act stop()\n}\n");
    library_file_behavior(&text, brl_domain(), "seen", 1, 5, -1);
    US_AUTOPTR(us_case_base) case_base = case_base_of(text.text, &brl);
    us_goal goal = goal_of("WinWargus(self)");
    us_query query = us_query_default(&goal);
    query.feature = feature;
    CHECK_INT(find(case_base, &query, 4, hit), 3);
    CHECK_INT(hit[2].found, 0);
    CHECK_INT(hit[2].state, 0);
    CHECK_INT(hit[2].similarity, US_SIMILARITY_ONE / 2);
    query.goal_weight = 0; /* even the state alone leaves it in the list */
    CHECK_INT(find(case_base, &query, 4, hit), 3);
    CHECK_INT(hit[2].similarity, 0);
}

/* Missing features of a case, and of the state asked for, count as the middle of their range. */
TEST(what_is_missing_is_in_the_middle)
{
    static const char text[] =
        "brl 1\n\nbehavior \"part\" achieves WinWargus(player: self) {\n    do act stop()\n"
        "    case at 1 {\n        feature.gold: 0\n    }\n}\n";
    US_AUTOPTR(us_library) library = library_file_open("m.db", US_LIBRARY_CREATE, brl_domain());
    US_AUTOPTR(us_case_base) case_base = NULL;
    us_feature_share share[US_FEATURES_MAX];
    int32_t middle[US_FEATURES_MAX];
    us_hit hit[1];
    library_file_put(library, text);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    const us_space *space = us_case_base_space(case_base);
    const int32_t *seen = us_case_base_get_case(case_base, 0).feature;
    REQUIRE(seen != NULL);
    int gold = us_domain_find_feature(brl_domain(), "gold");
    for (int i = 0; i < space->count; i++) {
        middle[i] = US_FEATURE_MISSING;
        CHECK((seen[i] == US_FEATURE_MISSING) == (i != gold));
    }
    us_goal goal = goal_of("WinWargus(self)");
    us_query query = us_query_default(&goal);
    query.feature = middle;
    CHECK_INT(find(case_base, &query, 1, hit), 1);
    int count = us_explanation_list_shares(case_base, &query, hit[0].found, share);
    CHECK_INT(count, space->count);
    CHECK_INT(share[0].dimension, gold); /* the only one that sets them apart */
    CHECK_INT(share[0].share, US_SIMILARITY_ONE);
    CHECK_INT(share[1].share, 0);
}

/* Ranges and weights of a file are those of a library it goes into. What the domain has no more
 * does not count. */
TEST(a_file_measures_as_a_library_of_it_does)
{
    static const char text[] =
        "brl 1\n\nfeature gold: 0 to 10 weight 400\nfeature bygone: 0 to 1\n\n"
        "behavior \"part\" achieves WinWargus(player: self) {\n    do act stop()\n"
        "    case at 1 {\n        feature.gold: 2\n        feature.bygone: 1\n    }\n"
        "    case at 2 {\n        feature.wood: 1\n    }\n}\n";
    us_brl *brl;
    US_AUTOPTR(us_library) library = library_file_open("m.db", US_LIBRARY_CREATE, brl_domain());
    us_case_base *of[2] = {case_base_of(text, &brl)};
    int64_t state[2][2];
    int gold = us_domain_find_feature(brl_domain(), "gold"), count = brl_domain()->feature_count;
    library_file_put(library, text);
    REQUIRE(us_case_base_load(library, &of[1], NULL) == US_OK);
    us_goal goal = goal_of("WinWargus(self)");
    moment m;
    begin(&m);
    for (int i = 0; i < 2; i++) {
        us_hit hit[2];
        us_query query = us_query_default(&goal);
        const us_space *space = us_case_base_space(of[i]);
        REQUIRE(space->count == count + 1);
        CHECK_INT(space->dimension[gold].high, 10);
        CHECK_INT(space->dimension[gold].weight, 400);
        CHECK_STR(space->dimension[count].name, "bygone");
        CHECK_INT(space->dimension[count].weight, 0);
        CHECK_INT(us_case_base_get_case(of[i], 0).feature[gold], 2);
        CHECK_INT(us_case_base_get_case(of[i], 0).feature[count], 1);
        us_measure *measure = us_measure_new(brl_domain(), space);
        query.feature = us_measure_evaluate(measure, &m.view);
        CHECK_INT(query.feature[count], US_FEATURE_MISSING);
        CHECK_INT(find(of[i], &query, 2, hit), 2);
        for (int k = 0; k < 2; k++)
            state[i][hit[k].found] = hit[k].state;
        us_measure_free(measure);
    }
    CHECK_INT(state[0][0], state[1][0]);
    CHECK_INT(state[0][1], state[1][1]);
    end(&m);
    us_case_base_free(of[0]);
    us_case_base_free(of[1]);
    us_brl_free(brl);
}

/* Of a file, of a library, and of one that was prepared: by case its done, and the condition at
 * which it fell. */
static void check_verdicts(const char *text, const char *const *verdicts, int count, int ranked)
{
    moment m;
    us_brl *brl;
    us_goal goal = goal_of("BuildUnits(self, footman, 6)");
    us_query query = us_query_default(&goal);
    us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    us_case_base *case_base[3] = {case_base_of(text, &brl), NULL, NULL};
    begin(&m);
    query.view = &m.view;
    library_file_put(library, text);
    for (int i = 1; i < 3; i++)
        REQUIRE(us_case_base_load(library, &case_base[i], NULL) == US_OK);
    us_case_base_prepare(case_base[2]);
    for (int i = 0; i < 3; i++) {
        us_explanation explanation[16];
        us_hit hit[16];
        us_test_row(i == 2 ? "prepared" : i ? "library" : "file");
        REQUIRE(us_case_base_case_count(case_base[i]) == count);
        CHECK_INT(find(case_base[i], &query, count, hit), ranked);
        REQUIRE(us_explanation_make(case_base[i], &query, explanation, NULL) == US_OK);
        for (int k = 0; k < count; k++) {
            us_indexed_case item = us_case_base_get_case(case_base[i], explanation[k].hit.found);
            US_AUTOSTR(line);
            us_str_addf(&line, "%s ", us_case_base_behavior_name(case_base[i], item.behavior));
            for (int d = 0; d < item.done_count; d++)
                us_str_addf(&line, "%s%s", d ? " " : "", item.done[d]);
            if (explanation[k].verdict == US_VERDICT_FELL)
                us_str_addf(&line, ": %d", explanation[k].condition);
            CHECK_STR(line.text, verdicts[k]);
        }
        us_case_base_free(case_base[i]);
    }
    us_test_row(NULL);
    us_library_close(library);
    us_brl_free(brl);
    end(&m);
    scratch_clean();
}

/* Of the first behavior the barracks are for a alone, of the second for both, or nobody says. */
TEST(what_is_for_steps_that_are_done_is_not_asked)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"one\" achieves BuildUnits(player: self, type: \"footman\", number: 6) {\n"
        "    when true\n    when count(self, \"barracks\") >= 5\n"
        "    do sequence {\n        a: act stop()\n        b: act stop()\n"
        "        c: act stop()\n    }\n"
        "    appendix {\n        when.2.steps: \"a\"\n    }\n"
        "    case at 5 done a\n    case at 6 done a, b\n    case at 7 done b\n}\n\n"
        "behavior \"two\" achieves BuildUnits(player: self, type: \"footman\", number: 6) {\n"
        "    when count(self, \"barracks\") >= 5\n    when count(self, \"barracks\") >= 6\n"
        "    do sequence {\n        a: act stop()\n        b: act stop()\n"
        "        c: act stop()\n    }\n"
        "    appendix {\n        when.1.steps: \"a\" \"b\"\n    }\n"
        "    case at 5 done a\n    case at 6 done a, b\n}\n";
    static const char *const verdicts[] = {"one a",   "one a b",  "one : 1",   "one b: 1",
                                           "two : 0", "two a: 0", "two a b: 1"};
    check_verdicts(text, verdicts, US_COUNT(verdicts), 2);
}

/* The whole builds the barracks; without step a somebody must have done so. */
TEST(what_a_done_step_brought_about_is_asked_of_a_suffix_case)
{
    static const char text[] =
        "brl 1\n\n"
        "behavior \"rest\" achieves BuildUnits(player: self, type: \"footman\", number: 6) {\n"
        "    when true\n"
        "    do sequence {\n        a: act stop()\n        b: act stop()\n"
        "        c: act stop()\n    }\n"
        "    appendix {\n        s.place: 0\n    }\n"
        "    case at 5 done a {\n        when: \"true\" \"count(self, type: \\\"barracks\\\") >= "
        "5\"\n    }\n"
        "    case at 6 done a, b {\n        when: \"count(self, role: worker) >= 0\"\n    }\n"
        "    case at 7 done b\n}\n";
    static const char *const verdicts[] = {"rest ", "rest a b", "rest b", "rest a: 2"};
    check_verdicts(text, verdicts, US_COUNT(verdicts), 3);
}

TEST(goals_of_two_kinds_are_two_and_a_change_of_the_kind_is_found)
{
    static const char text[] =
        "brl 1\n"
        "behavior \"more\" achieves BuildUnits(self, \"footman\", 2) { do act stop() }\n"
        "behavior \"have\" achieves achieve BuildUnits(self, \"footman\", 2) { do act stop() }\n";
    us_library_faults faults = {0};
    us_case_base *case_base = NULL;
    us_hit hit[4];
    us_goal goal = goal_of("achieve BuildUnits(self, footman, 2)");
    us_query query = us_query_default(&goal);
    us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    CHECK_INT(library_file_put(library, text).behaviors, 2);
    CHECK_INT(library_file_put(library, text).behaviors, 0);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    REQUIRE(find(case_base, &query, 4, hit) == 2);
    CHECK_INT(hit[0].goal, US_SIMILARITY_ONE);
    CHECK_INT(hit[1].goal / 1000000, 750);
    us_case_base_free(case_base);
    us_library_close(library);
    CHECK(library_file_sound("a.db"));
    CHECK_INT(library_file_sql("a.db", "UPDATE goals SET text = substr(text, 9) "
                                       "WHERE text LIKE 'achieve %'"),
              1);
    library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_check(library, &faults, NULL) == US_OK);
    REQUIRE(faults.count == 1);
    CHECK_CONTAINS(faults.text[0], "\"have\": its goal is \"BuildUnits(player: self");
    us_library_faults_clear(&faults);
    us_library_close(library);
}

/* Of a file, of a library, and of one that was prepared: by case the entries, without those that
 * say where it was. */
TEST(a_case_has_what_was_seen_of_a_suffix_case_also_what_its_whole_saw)
{
    static const char text[] =
        "brl 1\n\nbehavior \"b\" achieves WinWargus(player: self) {\n"
        "    do sequence {\n        a: act stop()\n        b: act stand()\n    }\n"
        "    case at 1 in \"ridge-1\" {\n        next: 5\n        s1.place: 7 2\n        demo: "
        "\"x.jsonl\"\n"
        "        feature.gold: 3\n    }\n"
        "    case at 2 done a {\n        feature.gold: 4\n        when: \"true\"\n    }\n"
        "    case at 3 {\n        s1.place: 9 9\n        tries: 2\n    }\n"
        "    case at 4 done a, b {\n        next: 6\n        s2.kind: \"x\"\n    }\n}\n"
        "behavior \"bare\" achieves WinWargus(player: self) { do act stop() }\n";
    static const char *const seen[] = {"next s1.place", "next s1.place when", "s1.place",
                                       "s1.place next s2.kind", ""};
    static const int place[] = {7, 7, 9, 9, 0}, above[] = {0, 0, -1, 2, -1};
    static const int next[] = {5, 5, 0, 6, 0};
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTOPTR(us_library) library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    us_case_base *case_base[3] = {case_base_of(text, &brl), NULL, NULL};
    library_file_put(library, text);
    for (int i = 1; i < 3; i++)
        REQUIRE(us_case_base_load(library, &case_base[i], NULL) == US_OK);
    us_case_base_prepare(case_base[2]);
    for (int i = 0; i < 3; i++) {
        us_arena *arena = us_arena_new();
        REQUIRE(us_case_base_case_count(case_base[i]) == US_COUNT(seen));
        for (int k = 0; k < US_COUNT(seen); k++) {
            us_case item;
            US_AUTOSTR(keys);
            us_test_row(i == 2 ? "prepared" : i ? "library" : "file");
            REQUIRE(us_case_base_get_description(case_base[i], k, arena, &item, NULL) == US_OK);
            for (int e = 0; e < item.entry_count; e++)
                us_str_addf(&keys, "%s%s", e ? " " : "", item.entry[e].key);
            CHECK_STR(keys.text, seen[k]);
            if (place[k])
                CHECK_INT(us_entry_number(us_case_find_entry(&item, "s1.place"), 0), place[k]);
            int64_t turn = -1;
            REQUIRE(us_case_base_get_next(case_base[i], k, &turn, NULL) == US_OK);
            CHECK_INT(turn, next[k]);
            us_indexed_case has = us_case_base_get_case(case_base[i], k);
            CHECK_INT(item.done_count, k == 3 ? 2 : k == 1);
            CHECK_INT(has.above, k % 2 ? us_case_base_get_case(case_base[i], above[k]).id : 0);
        }
        us_arena_free(arena);
        us_case_base_free(case_base[i]);
    }
    us_test_row(NULL);
}

TEST(cases_are_listed_by_their_behavior)
{
    static const char text[] = "brl 1\n\n"
                               "behavior \"a\" achieves WinWargus(player: self) {\n"
                               "    do sequence {\n        a: act stop()\n        b: act stand()\n"
                               "    }\n    case at 1 {\n        s1.place: 1 1\n    }\n}\n";
    static const char more[] = "brl 1\n\n"
                               "behavior \"b\" achieves WinWargus(player: self) { do act stop() }\n"
                               "behavior \"a\" achieves WinWargus(player: self) {\n"
                               "    do sequence {\n        a: act stop()\n        b: act stand()\n"
                               "    }\n    case at 1 {\n        s1.place: 2 2\n    }\n"
                               "    case at 2 done a\n}\n";
    US_AUTOPTR(us_library) library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    us_case_base *case_base = NULL;
    library_file_put(library, text);
    library_file_put(library, more);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    int all = 0;
    REQUIRE(us_case_base_behavior_count(case_base) == 2);
    for (int behavior = 0; behavior < 2; behavior++) {
        int count;
        const int *found = us_case_base_list_cases(case_base, behavior, &count);
        CHECK_INT(count, behavior ? 1 : 3);
        for (int i = 0; i < count; i++, all++) {
            CHECK_INT(us_case_base_get_case(case_base, found[i]).behavior, behavior);
            CHECK(i == 0 || found[i - 1] < found[i]);
        }
    }
    CHECK_INT(all, us_case_base_case_count(case_base));
    us_case_base_free(case_base);
}

TEST(entries_that_nobody_could_write_are_refused_when_they_are_asked_for)
{
    static const struct {
        const char *entries;
        int count; /* of entries; -1: refused */
    } rows[] = {
        {"{}", 0},
        {"{\"s1.place\":[7,2],\"s2.kind\":[\"x\",\"y\"]}", 2},
        {"{\"s10.place\":[1],\"s2.place\":[2],\"s1.place\":[]}", 3},
        {"{\"s1.place\":[7,2],\"s2.kind\":[\"x\"],\"s1.place\":[7,2]}", -1},
        {"{\"s2.place\":[1],\"s1.place\":[2],\"s2.place\":[1]}", -1},
        {"{\"s1.place\":[7,\"x\"]}", -1},
        {"{\"s1.place\":[1.5]}", -1},
        {"{\"s1.place\":[[1]]}", -1},
        {"{\"s1.place\":7}", -1},
        {"{\"s1.place\":[null]}", -1},
        {"{\"no key\":[1]}", -1},
        {"[1]", -1},
        {"{\"s1.place\":[7,2]", -1},
        {"{} {}", -1},
        {"", -1},
    };
    for (int i = 0; i < 2 * US_COUNT(rows); i++) {
        US_AUTOSTR(sql);
        us_arena *arena = us_arena_new();
        us_case_base *case_base = NULL;
        us_case seen;
        us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
        library_file_put(library, "brl 1\nbehavior \"b\" achieves WinWargus(player: self) {\n"
                                  "    do act stop()\n    case at 1 {\n        s1.place: 1\n    }\n"
                                  "}\n");
        us_library_close(library);
        us_str_addf(&sql, "UPDATE details SET entries = '%s'", rows[i / 2].entries);
        CHECK_INT(library_file_sql("l.db", sql.text), 1);
        us_test_row(rows[i / 2].entries);
        library = library_file_open("l.db", US_LIBRARY_READ, brl_domain());
        REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
        if (i % 2)
            us_case_base_prepare(case_base);
        us_status status = us_case_base_get_description(case_base, 0, arena, &seen, NULL);
        CHECK_INT(status == US_OK ? seen.entry_count : -1, rows[i / 2].count);
        us_case_base_free(case_base);
        us_library_close(library);
        us_arena_free(arena);
        scratch_clean();
    }
    us_test_row(NULL);
}

TEST(a_shelf_finds_trees_by_their_names)
{
    static const char text[] = "brl 1\n\nslot x: number\n\n"
                               "behavior \"b\" achieves WinWargus(player: self) {\n"
                               "    do call inner(n: 2)\n}\n"
                               "tree inner(n: number = 3) {\n"
                               "    do sequence {\n        set x = n\n"
                               "        call leaf()\n    }\n}\n"
                               "tree leaf {\n    do act stop()\n}\n";
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTOPTR(us_library) library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    us_case_base *case_base[2] = {case_base_of(text, &brl), NULL};
    library_file_put(library, text);
    REQUIRE(us_case_base_load(library, &case_base[1], NULL) == US_OK);
    for (int i = 0; i < 2; i++) {
        const us_template *tree, *again, *leaf;
        us_test_row(i ? "library" : "file");
        REQUIRE(us_case_base_find_tree(case_base[i], "inner", &tree, NULL) == US_OK && tree);
        CHECK_INT(tree->kind, US_TEMPLATE_TREE);
        CHECK_STR(tree->name, "inner");
        CHECK_INT(tree->params, 1);
        CHECK_INT(tree->shared, 1);
        REQUIRE(us_case_base_find_tree(case_base[i], "leaf", &leaf, NULL) == US_OK && leaf);
        CHECK_STR(leaf->name, "leaf");
        REQUIRE(us_case_base_find_tree(case_base[i], "inner", &again, NULL) == US_OK);
        CHECK(again == tree);
        REQUIRE(us_case_base_find_tree(case_base[i], "b", &tree, NULL) == US_OK);
        CHECK(tree == NULL); /* is a behavior */
        us_case_base_free(case_base[i]);
    }
    us_test_row(NULL);
}
