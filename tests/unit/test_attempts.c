/* Attempts: how games ended in which a behavior led, and what retrieval makes of them. */
#include "retrieve/outcomes.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "retrieve/library_prune.h"
#include "retrieve/retrieve.h"
#include "retrieve/schema.h"
#include "retrieve/shuffle.h"
#include "retrieve/worth.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

#define ONE US_SIMILARITY_ONE

/* ---- lines of traces */

#define HEAD   "{\"understudy\":\"trace\",\"version\":1,\"domain\":\"skirmish\"}\n"
#define BEGAN  "\"plan\":\"retrieved\",\"behavior\":2,\"hash\":\"00000000000000aa\""
#define WON(s) "{\"end\":\"win\",\"winner\":" #s ",\"reason\":\"defeat\",\"cycles\":9}\n"
#define DRAWN  "{\"end\":\"draw\",\"winner\":null,\"reason\":\"cycle limit\",\"cycles\":9}\n"
#define TWO                                                      \
    "{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":[1,null]}\n" \
    "{\"cycle\":7,\"seat\":1," BEGAN ",\"features\":[-3,4]}\n"

static us_outcomes parsed(const char *text)
{
    us_outcomes out;
    us_error err = {0};
    if (us_outcomes_parse("t.jsonl", text, strlen(text), NULL, &out, &err) != US_OK)
        FAIL("%s", err.text);
    return out;
}

TEST(an_attempt_has_the_result_of_its_game)
{
    static const struct {
        const char *text;
        int attempts, result[2];
    } rows[] = {
        {HEAD TWO WON(0), 2, {US_WON, US_LOST}},
        {HEAD TWO WON(1), 2, {US_LOST, US_WON}},
        {HEAD TWO DRAWN, 2, {US_DRAWN, US_DRAWN}},
        {HEAD TWO, 0, {0}}, /* the game was cut off */
        {HEAD WON(0) TWO, 2, {US_WON, US_LOST}},
        {HEAD WON(1) TWO WON(0), 2, {US_WON, US_LOST}},
        {HEAD "{\"cycle\":0,\"seat\":0," BEGAN "}\n" WON(0), 0, {0}},
        {HEAD "{\"cycle\":0,\"seat\":0,\"plan\":\"started\",\"behavior\":2,"
              "\"hash\":\"00000000000000aa\",\"features\":[1]}\n" WON(0),
         0,
         {0}},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_outcomes_clear) us_outcomes out = parsed(rows[i].text);
        us_test_row(rows[i].text);
        CHECK_INT(out.attempts, rows[i].attempts);
        for (int k = 0; k < out.attempts; k++)
            CHECK_INT(out.attempt[k].result, rows[i].result[k]);
        CHECK_INT(out.count, 0);
        if (out.attempts == 0)
            continue;
        CHECK_INT(out.features, 2);
        CHECK_INT(out.attempt[0].behavior, 0xaa);
        CHECK_INT(out.attempt[0].feature[0], 1);
        CHECK_INT(out.attempt[0].feature[1], US_FEATURE_MISSING);
        CHECK_INT(out.attempt[1].cycle, 7);
        CHECK_INT(out.attempt[1].seat, 1);
        CHECK_INT(out.attempt[1].feature[0], -3);
    }
}

TEST(attempts_that_are_none_are_refused_with_their_place)
{
    static const struct {
        const char *line, *text;
    } rows[] = {
        {"{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":7}\n", "expected \"features\", an array"},
        {"{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":[1.5]}\n", "whole numbers of 32 bits"},
        {"{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":[-2147483648]}\n", "of 32 bits"},
        {"{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":[]}\n", "as many features"},
        {"{\"cycle\":0,\"seat\":0," BEGAN ",\"features\":[1,2,3]}\n", "as many features"},
        {"{\"cycle\":0," BEGAN ",\"features\":[1,2]}\n", "a seat and a cycle"},
        {"{\"cycle\":-1,\"seat\":0," BEGAN ",\"features\":[1,2]}\n", "a seat and a cycle"},
        {"{\"end\":\"win\",\"winner\":99}\n", "a seat or null as the winner"},
        {"{\"end\":\"win\",\"winner\":\"0\"}\n", "a seat or null as the winner"},
        {"{\"cycle\":0,\"seat\":99," BEGAN ",\"features\":[1,2]}\n", "a seat and a cycle"},
        {"{\"cycle\":0,\"seat\":0,\"plan\":\"retrieved\",\"behavior\":2,\"features\":[1,2]}\n",
         "\"hash\", the 16 digits"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        us_outcomes out;
        us_error err = {0};
        us_str_addf(&text, "%s%s%s%s", HEAD, TWO, rows[i].line, WON(0));
        us_test_row(rows[i].line);
        CHECK_INT(us_outcomes_parse("t.jsonl", text.text, text.length, NULL, &out, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].text);
        CHECK_INT(err.line, 4);
    }
}

/* ---- estimates */

typedef struct world {
    us_worth *worth;
    us_hash games;
    us_worth_row row[3];
    us_worth_estimate estimate[3];
} world;

static void add(world *w, int behavior, int result, int32_t state, int times)
{
    for (int i = 0; i < times; i++)
        us_worth_add(w->worth, &(us_worth_attempt){.game = ++w->games,
                                                   .behavior = behavior,
                                                   .result = result,
                                                   .feature = &state});
}

static int64_t estimate(world *w, int32_t state)
{
    us_worth_finish(w->worth, w->row, US_COUNT(w->row));
    return us_worth_estimate_all(w->worth, &state, w->estimate);
}

static world begin(int64_t bandwidth)
{
    return (world){.worth = us_worth_new(&bandwidth, 1), .row = {{-1, 0}, {-1, 0}, {-1, 0}}};
}

TEST(without_attempts_nothing_is_worth_more)
{
    world w = begin(10);
    int64_t usual = estimate(&w, 5);
    for (int i = 0; i < 3; i++)
        CHECK_INT(w.estimate[i].rate, usual);
    us_worth_free(w.worth);
}

/* docs/OUTCOMES.md works this out. */
TEST(neighbors_are_shrunk_to_the_behavior_and_that_to_the_library)
{
    world w = begin(10);
    add(&w, 0, US_WON, 100, 4);
    add(&w, 1, US_LOST, 100, 4);
    int64_t usual = estimate(&w, 100);
    CHECK_INT(usual, ONE / 2);
    /* of the behavior: (4 + 4 * 0.5) / 8 = 0.75; in the state: (4 + 16 * 0.75) / 20 */
    CHECK_INT(w.estimate[0].rate, ONE / 5 * 4);
    CHECK_INT(w.estimate[1].rate, ONE / 5);
    CHECK_INT(w.estimate[2].rate, ONE / 2);
    CHECK(w.estimate[0].doubt < w.estimate[2].doubt);
    us_worth_free(w.worth);
}

TEST(attempts_in_states_far_away_tell_little)
{
    world w = begin(10);
    add(&w, 0, US_WON, 0, 40);
    add(&w, 0, US_LOST, 1000, 40);
    add(&w, 1, US_LOST, 0, 40);
    add(&w, 1, US_WON, 1000, 40);
    estimate(&w, 1);
    CHECK(w.estimate[0].rate > ONE / 4 * 3 && w.estimate[1].rate < ONE / 4);
    int32_t far = 999;
    us_worth_estimate_all(w.worth, &far, w.estimate);
    CHECK(w.estimate[0].rate < ONE / 4 && w.estimate[1].rate > ONE / 4 * 3);
    us_worth_estimate_all(w.worth, NULL, w.estimate); /* no state: all attempts count alike */
    CHECK_INT(w.estimate[0].rate, w.estimate[1].rate);
    us_worth_free(w.worth);
}

TEST(what_was_adapted_comes_before_its_parent_until_it_fails)
{
    for (int losses = 0; losses < 3; losses++) {
        world w = begin(0);
        w.row[1].parent = 0;
        add(&w, 0, US_WON, 0, 6);
        add(&w, 0, US_LOST, 0, 6);
        add(&w, 1, US_LOST, 0, losses);
        estimate(&w, 0);
        CHECK(losses == 0 ? w.estimate[1].rate > w.estimate[0].rate
                          : w.estimate[1].rate < w.estimate[0].rate);
        us_worth_free(w.worth);
    }
}

TEST(of_one_demonstration_one_behavior_tells_of_the_other)
{
    world w = begin(0);
    w.row[0].demonstration = w.row[1].demonstration = 7;
    w.row[2].demonstration = 8;
    add(&w, 0, US_WON, 0, 30);
    estimate(&w, 0);
    CHECK(w.estimate[1].rate > w.estimate[2].rate);
    us_worth_free(w.worth);
}

TEST(a_circle_of_parents_ends)
{
    world w = begin(0);
    w.row[0].parent = 1;
    w.row[1].parent = 2;
    w.row[2].parent = 0;
    add(&w, 0, US_WON, 0, 3);
    estimate(&w, 0);
    for (int i = 0; i < 3; i++)
        CHECK(w.estimate[i].rate > ONE / 2 && w.estimate[i].rate <= ONE);
    us_worth_free(w.worth);
}

TEST(many_attempts_do_not_overflow)
{
    world w = begin(1);
    add(&w, 0, US_WON, INT32_MAX, 300000);
    add(&w, 0, US_WON, US_FEATURE_MISSING, 3);
    add(&w, 1, US_LOST, -INT32_MAX, 3);
    estimate(&w, INT32_MAX);
    CHECK(w.estimate[0].rate > ONE / 100 * 99 && w.estimate[0].rate <= ONE);
    CHECK(w.estimate[1].rate >= 0 && w.estimate[1].rate < ONE);
    us_worth_free(w.worth);
}

/* A behavior that is tried again in a game adds nothing to its result; another seat, another
 * behavior and another game do. */
TEST(the_first_attempt_of_a_behavior_in_a_game_counts)
{
    static const us_worth_attempt first[] = {
        {.game = 1, .seat = 0, .cycle = 7, .behavior = 0, .result = US_WON},
        {.game = 1, .seat = 1, .cycle = 7, .behavior = 0, .result = US_LOST},
        {.game = 1, .seat = 0, .cycle = 7, .behavior = 1, .result = US_WON},
        {.game = 2, .seat = 0, .cycle = 7, .behavior = 0, .result = US_LOST},
    };
    static const int32_t early = 0, late = 1000;
    for (int order = 0; order < 3; order++) { /* 0: the first ones alone; 1, 2: others around */
        world w = begin(10);
        for (int i = 0; i < 2 * US_COUNT(first); i++) {
            us_worth_attempt added = first[i / 2];
            bool later = (i + order) % 2;
            added.cycle += later ? 5 : 0;
            added.feature = later ? &late : &early;
            if (order > 0 || !later)
                us_worth_add(w.worth, &added);
        }
        static int64_t rate[2];
        estimate(&w, early);
        us_test_row(order == 0 ? "alone" : order == 1 ? "later ones first" : "later ones behind");
        for (int i = 0; i < 2; i++) {
            rate[i] = order == 0 ? w.estimate[i].rate : rate[i];
            CHECK_INT(w.estimate[i].rate, rate[i]);
        }
        us_worth_free(w.worth);
    }
}

enum { FEATURES = 40 };

/* Games of random states: so many attempts in each, of one of `behaviors`. Behavior 0 wins where
 * feature 0 is low, behavior 1 where it is high, by so many percent. Feature 2 decides games, but
 * not whose behaviors are better. The last feature is constant, all others are noise. */
static void add_games(us_worth *worth, uint64_t seed, int games, int attempts, int behaviors,
                      int percent)
{
    us_rng rng = us_rng_derive(seed, "test", 0);
    for (int i = 0; i < games; i++) {
        int32_t feature[FEATURES];
        for (int d = 0; d < FEATURES - 1; d++)
            feature[d] = (int32_t)us_rng_next_below(&rng, 100);
        feature[FEATURES - 1] = 5;
        int behavior = (int)us_rng_next_below(&rng, (uint32_t)behaviors);
        int chance = 40 + (behavior == (feature[0] >= 50) ? percent : -percent) / 2 +
                     (feature[2] >= 50 ? 20 : 0);
        int result = (int)us_rng_next_below(&rng, 100) < chance ? US_WON : US_LOST;
        for (int k = 0; k < attempts; k++)
            us_worth_add(worth, &(us_worth_attempt){.game = (us_hash)i + 1,
                                                    .seat = (us_seat)k,
                                                    .behavior = behavior,
                                                    .result = result,
                                                    .feature = feature});
    }
}

/* Which features are chosen: bits. */
static uint64_t chosen(us_worth *worth)
{
    bool counts[FEATURES];
    int64_t bandwidth[FEATURES];
    uint64_t bits = 0;
    memset(counts, 1, sizeof counts);
    REQUIRE(us_worth_fit(worth, counts, NULL, bandwidth));
    for (int d = 0; d < FEATURES; d++)
        bits |= (uint64_t)(bandwidth[d] > 0) << d;
    us_worth_free(worth);
    return bits;
}

TEST(features_count_by_what_they_say_of_the_difference)
{
    us_worth *worth = us_worth_new(NULL, FEATURES);
    add_games(worth, 1, 700, 1, 2, 60);
    CHECK_INT((int64_t)chosen(worth), 1);
}

TEST(where_behaviors_do_not_differ_no_feature_counts)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        us_worth *worth = us_worth_new(NULL, FEATURES);
        add_games(worth, seed, 300, 1, 3, 0);
        CHECK_INT((int64_t)chosen(worth), 0);
    }
}

/* The attempts of a game know its result, and its state: that must not count. */
TEST(a_game_does_not_predict_itself)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        us_worth *worth = us_worth_new(NULL, FEATURES);
        add_games(worth, seed, 100, 10, 2, 0);
        CHECK_INT((int64_t)chosen(worth), 0);
    }
}

TEST(a_few_games_choose_no_feature)
{
    us_worth *worth = us_worth_new(NULL, FEATURES);
    int32_t feature[FEATURES] = {0};
    for (int i = 0; i < 8; i++) {
        feature[0] = i < 4 ? 0 : 100;
        us_worth_add(worth, &(us_worth_attempt){.game = (us_hash)i + 1,
                                                .behavior = i % 2,
                                                .result = i % 2 == i / 4 ? US_WON : US_LOST,
                                                .feature = feature});
    }
    CHECK_INT((int64_t)chosen(worth), 0);
}

/* Rounding must not choose one, nor a width that a library can't hold. */
TEST(games_that_all_end_alike_choose_no_feature)
{
    for (int result = US_LOST; result <= US_WON; result++) {
        us_worth *worth = us_worth_new(NULL, FEATURES);
        us_rng rng = us_rng_derive(3, "test", (uint64_t)result);
        for (int i = 0; i < 400; i++) {
            int32_t feature[FEATURES];
            for (int d = 0; d < FEATURES; d++)
                feature[d] = (int32_t)us_rng_next_below(&rng, d ? 100 : UINT32_MAX);
            us_worth_add(worth, &(us_worth_attempt){.game = (us_hash)i + 1,
                                                    .behavior = i % 3,
                                                    .result = result,
                                                    .feature = feature});
        }
        CHECK_INT((int64_t)chosen(worth), 0);
    }
}

TEST(a_feature_that_may_not_be_chosen_is_not)
{
    us_worth *worth = us_worth_new(NULL, FEATURES);
    bool counts[FEATURES] = {false};
    int64_t bandwidth[FEATURES];
    add_games(worth, 1, 700, 1, 2, 60);
    REQUIRE(us_worth_fit(worth, counts, NULL, bandwidth));
    CHECK_INT(bandwidth[0], 0);
    us_worth_free(worth);
}

/* ---- libraries */

static const char two[] =
    "brl 1\n"
    "behavior \"a\" achieves WinWargus(player: self) {\n"
    "    do act stop()\n    case at 0 {\n        feature.gold: 100\n    }\n}\n"
    "behavior \"b\" achieves WinWargus(player: self) {\n"
    "    do act stand()\n    case at 0 {\n        feature.gold: 100\n    }\n}\n";

static us_hash hash_of(int item)
{
    US_AUTOPTR(us_brl) brl = brl_read(two, NULL);
    return us_template_hash(brl->item[item]);
}

/* The library of both, with so many games won by each, at the rich and the poor end. */
static us_library *played(const char *name, int games)
{
    us_library *library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    int32_t feature[US_FEATURES_MAX];
    int count = brl_domain()->feature_count;
    library_file_put(library, two);
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    for (int i = 0; i < 4 * games; i++) {
        int which = i & 1, rich = i >> 1 & 1;
        for (int k = 0; k < count; k++)
            feature[k] = k % 7 == 3 ? US_FEATURE_MISSING : k;
        feature[us_domain_find_feature(brl_domain(), "gold")] = rich ? 9000 + i : 500 + i;
        us_attempt attempt = {hash_of(which), 0, i, which == rich ? US_WON : US_LOST, feature};
        us_outcomes out = {.game = (us_hash)(i + 1),
                           .domain = "skirmish",
                           .attempt = &attempt,
                           .attempts = 1,
                           .features = count};
        us_outcome_counts counts = {0};
        REQUIRE(us_library_put_outcomes(library, "t.jsonl", &out, &counts, NULL) == US_OK);
        CHECK_INT(counts.attempts, 1);
    }
    REQUIRE(us_library_fit_worth(library, NULL, NULL) == US_OK);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    return library;
}

/* The answer of a case base for so much gold, with a behavior that runs, or -1. */
static us_hit best(us_case_base *case_base, int gold, bool leads, int running)
{
    us_source source = {.file = "goal", .text = "WinWargus(self)", .line = 1, .column = 1};
    us_goal goal = {0};
    us_hit hit;
    int hits = 0;
    int32_t feature[US_FEATURES_MAX];
    REQUIRE(us_goal_parse(brl_domain(), &source, &goal, NULL) == US_OK);
    us_query query = us_query_default(&goal);
    for (int i = 0; i < brl_domain()->feature_count; i++)
        feature[i] = US_FEATURE_MISSING;
    feature[us_domain_find_feature(brl_domain(), "gold")] = gold;
    query.feature = feature;
    query.outcome_weight = 5;
    query.leads = leads;
    query.running = running;
    REQUIRE(us_case_base_retrieve(case_base, &query, 1, &hit, &hits, NULL) == US_OK && hits == 1);
    return hit;
}

static const char *answer(us_case_base *case_base, int gold, bool leads)
{
    us_hit hit = best(case_base, gold, leads, -1);
    return us_case_base_behavior_name(case_base,
                                      us_case_base_get_case(case_base, hit.found).behavior);
}

TEST(what_leads_is_chosen_by_what_won_in_such_states)
{
    us_library *library = played("l.db", 60);
    us_brl *brl = NULL;
    us_case_base *case_base[2] = {NULL};
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    REQUIRE(us_case_base_load(library, &case_base[0], NULL) == US_OK);
    REQUIRE(us_case_base_from_brl(brl, &case_base[1], NULL) == US_OK);
    for (int i = 0; i < 2; i++) {
        us_test_row(i ? "file" : "library");
        CHECK_STR(answer(case_base[i], 9100, true), "b");
        CHECK_STR(answer(case_base[i], 600, true), "a");
        CHECK_STR(answer(case_base[i], 9100, false), "a");
        us_case_base_free(case_base[i]);
    }
    us_brl_free(brl);
    us_library_close(library);
}

/* The gain is of this query alone, whatever was asked before. */
TEST(an_answer_tells_how_much_it_gains)
{
    us_library *library = played("l.db", 60);
    us_case_base *case_base = NULL;
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    us_hit rich = best(case_base, 9100, true, 0), poor = best(case_base, 600, true, 1);
    CHECK(rich.gain > ONE / 2 && poor.gain > ONE / 2);
    CHECK_INT(best(case_base, 9100, true, 1).gain, 0); /* the answer runs already */
    CHECK_INT(best(case_base, 9100, true, -1).gain, 0);
    CHECK_INT(best(case_base, 9100, false, 0).gain, 0); /* by tries, of which there are none */
    CHECK_INT(best(case_base, 9100, true, 0).gain, rich.gain);
    us_case_base_free(case_base);
    us_library_close(library);
}

/* The behaviors that lost are tried again in each game, where only wins would be counted. */
TEST(a_library_and_its_file_count_first_attempts_alone)
{
    us_library *library = played("l.db", 60);
    us_brl *brl = NULL;
    us_case_base *case_base[2] = {NULL};
    CHECK_INT(library_file_sql("l.db", "INSERT INTO attempts SELECT behavior, game, seat, "
                                       "cycle + 1000, 2, features FROM attempts "
                                       "WHERE result = 0"),
              120);
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    REQUIRE(us_case_base_load(library, &case_base[0], NULL) == US_OK);
    REQUIRE(us_case_base_from_brl(brl, &case_base[1], NULL) == US_OK);
    for (int i = 0; i < 2; i++) {
        us_test_row(i ? "file" : "library");
        CHECK(best(case_base[i], 9100, true, 0).gain > ONE / 2);
        CHECK(best(case_base[i], 600, true, 1).gain > ONE / 2);
        us_case_base_free(case_base[i]);
    }
    us_brl_free(brl);
    us_library_close(library);
}

static int64_t bandwidth_of(us_library *library, const char *name)
{
    int count;
    const us_library_feature *feature = us_library_features(library, &count);
    for (int i = 0; i < count; i++)
        if (us_text_equal(feature[i].name, name))
            return feature[i].bandwidth;
    return -1;
}

static void list_id(void *context, const us_library_behavior *row)
{
    us_prune_plan *all = context;
    all->behavior[all->behaviors++] = row->id;
}

TEST(bandwidths_are_those_of_the_attempts_that_stay)
{
    us_library *library = played("l.db", 60);
    int64_t id[2];
    us_prune_plan all = {.behavior = id}, none = {0};
    REQUIRE(us_library_visit_behaviors(library, list_id, &all, NULL) == US_OK);
    int64_t before = bandwidth_of(library, "gold");
    CHECK(before > 0);
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_prune_plan_apply(library, &none, NULL) == US_OK);
    CHECK_INT(bandwidth_of(library, "gold"), before);
    REQUIRE(us_prune_plan_apply(library, &all, NULL) == US_OK);
    CHECK_INT(bandwidth_of(library, "gold"), 0);
    us_library_close(library);
    library = library_file_open("l.db", US_LIBRARY_READ, brl_domain());
    CHECK_INT(bandwidth_of(library, "gold"), before); /* nothing was committed */
    us_library_close(library);
}

TEST(what_is_shuffled_has_no_bandwidths_of_attempts_that_are_gone)
{
    us_library_close(played("l.db", 60));
    US_AUTOFREE char *to = us_mem_strdup(scratch("s.db"));
    us_shuffle_def def = {US_SHUFFLE_STATES, 1};
    us_shuffle_result made = {0};
    REQUIRE(us_shuffle_run_file(scratch("l.db"), brl_domain(), &def, to, &made, NULL) == US_OK);
    us_library *library = library_file_open("s.db", US_LIBRARY_READ, brl_domain());
    CHECK_INT(bandwidth_of(library, "gold"), 0);
    us_library_close(library);
    CHECK_INT(library_file_sql("s.db", "DELETE FROM attempts"), 0);
}

TEST(attempts_travel_with_files_and_merges)
{
    us_library *library = played("l.db", 8), *copy, *merged;
    us_library_added added = {0};
    us_brl *brl = NULL;
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    char *text = brl_text(brl);
    copy = library_file_open("copy.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(copy, text);
    us_library_close(copy);
    merged = library_file_open("merged.db", US_LIBRARY_CREATE, brl_domain());
    for (int i = 0; i < 2; i++) { /* the second time, nothing new comes */
        REQUIRE(us_library_begin(merged, NULL) == US_OK);
        REQUIRE(us_library_merge(merged, library, &added, NULL) == US_OK);
        REQUIRE(us_library_commit(merged, NULL) == US_OK);
    }
    us_library_close(merged);
    us_library_close(library);
    CHECK(library_file_equal("l.db", "copy.db"));
    CHECK(library_file_equal("l.db", "merged.db"));
    CHECK(library_file_sound("merged.db"));
    CHECK_INT(library_file_sql("copy.db", "DELETE FROM attempts"), 32);
    CHECK(!library_file_equal("l.db", "copy.db"));
    us_mem_free(text);
    us_brl_free(brl);
}

TEST(a_game_counts_once)
{
    us_library *library = played("l.db", 2);
    int32_t feature[US_FEATURES_MAX] = {0};
    us_attempt attempt = {hash_of(0), 0, 3, US_WON, feature};
    us_outcomes out = {.game = 1,
                       .domain = "skirmish",
                       .attempt = &attempt,
                       .attempts = 1,
                       .features = brl_domain()->feature_count};
    us_outcome_counts counts = {0};
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    CHECK_INT(us_library_put_outcomes(library, "t.jsonl", &out, &counts, NULL), US_OK);
    CHECK(counts.attempts == 1 && counts.left_out == 0);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    us_library_close(library);
    CHECK_INT(library_file_sql("l.db", "DELETE FROM attempts WHERE game = '0000000000000001'"), 1);
    CHECK_INT(library_file_sql("l.db", "DELETE FROM attempts"), 7);
}

TEST(attempts_with_other_features_are_left_out_and_their_tries_count)
{
    us_library *library = played("l.db", 2);
    int32_t feature[US_FEATURES_MAX] = {0};
    us_attempt attempt = {hash_of(0), 0, 3, US_WON, feature};
    us_outcome_sum sum = {.behavior = hash_of(0), .tries = 2, .successes = 1};
    int count = brl_domain()->feature_count;
    const struct {
        int features;
        us_hash hash;
        int attempts;
    } rows[] = {{count, 0, 1},
                {count, brl_domain()->features_hash, 1},
                {count, brl_domain()->features_hash + 1, 0},
                {count - 1, 0, 0}};
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_outcome_counts counts = {0};
        us_outcomes out = {.game = (us_hash)(100 + i),
                           .domain = "skirmish",
                           .sum = &sum,
                           .count = 1,
                           .attempt = &attempt,
                           .attempts = 1,
                           .features = rows[i].features,
                           .features_hash = rows[i].hash};
        CHECK_INT(us_library_put_outcomes(library, "t.jsonl", &out, &counts, NULL), US_OK);
        CHECK(counts.attempts == rows[i].attempts && counts.left_out == 1 - rows[i].attempts);
        CHECK(counts.tries == 2 && counts.successes == 1);
    }
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    us_library_close(library);
}

/* One attempt with these numbers before its features, of which there are so many more or less than
 * the domain has. */
static void add_entries(us_str *out, const char *game, const char *head, int more)
{
    us_str_addf(out, "        attempts: \"%s\"\n        attempts.states: %s", game, head);
    for (int i = 0; i < brl_domain()->feature_count + more; i++)
        us_str_add(out, " 1");
    us_str_add(out, "\n");
}

TEST(attempts_that_do_not_fit_the_domain_are_refused)
{
    static const struct {
        const char *game, *head;
        int more;
        us_status status;
    } rows[] = {
        {"00000000000000aa", "0 1 2", 0, US_OK},
        {"00000000000000aa", "0 1 2", 1, US_BAD_INPUT},
        {"00000000000000aa", "0 1 2", -1, US_BAD_INPUT},
        {"00000000000000a", "0 1 2", 0, US_BAD_INPUT},
        {"no hash", "0 1 2", 0, US_BAD_INPUT},
        {"00000000000000aa", "-1 1 2", 0, US_BAD_INPUT},
        {"00000000000000aa", "99 1 2", 0, US_BAD_INPUT},
        {"00000000000000aa", "0 -1 2", 0, US_BAD_INPUT},
        {"00000000000000aa", "0 2147483648 2", 0, US_BAD_INPUT},
        {"00000000000000aa", "0 1 3", 0, US_BAD_INPUT},
        {"00000000000000aa", "0 1 -1", 0, US_BAD_INPUT},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        us_error err = {0};
        us_case_base *case_base = NULL;
        us_library_added added = {0};
        us_str_add(&text, "brl 1\nbehavior \"a\" achieves WinWargus(player: self) {\n"
                          "    do act stop()\n    case at 0 {\n");
        add_entries(&text, rows[i].game, rows[i].head, rows[i].more);
        us_str_add(&text, "    }\n}\n");
        US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
        us_test_row(rows[i].head);
        CHECK_INT(us_case_base_from_brl(brl, &case_base, &err), rows[i].status);
        us_case_base_free(case_base);
        if (rows[i].status != US_OK)
            CHECK_CONTAINS(err.text, "expected attempts and attempts.states that fit");
        us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
        REQUIRE(us_library_begin(library, NULL) == US_OK);
        CHECK_INT(us_library_put_all(library, brl, &added, &err), rows[i].status);
        us_library_close(library);
    }
}

TEST(further_features_of_attempts_are_refused_unless_they_fit)
{
    static const struct {
        const char *names;
        int more;
        us_status status;
        const char *text;
    } rows[] = {
        {"\"bygone\"", 1, US_OK, ""},
        {"\"bygone\"", 0, US_BAD_INPUT, "those of attempts.features"},
        {"\"bygone\" \"bygone\"", 2, US_BAD_INPUT, "those of attempts.features"},
        {"\"gold\"", 1, US_BAD_INPUT, "which the domain does not have"},
        {"7", 1, US_BAD_INPUT, "those of attempts.features"},
        {"\"unknown\"", 1, US_MISMATCH, "attempts.features: expected features that"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        us_error err[2] = {{0}};
        us_case_base *case_base = NULL;
        us_library_added added = {0};
        us_str_add(&text, "brl 1\nfeature bygone: 0 to 9 weight 0\n"
                          "behavior \"a\" achieves WinWargus(player: self) {\n"
                          "    do act stop()\n    case at 0 {\n");
        add_entries(&text, "00000000000000aa", "0 1 2", rows[i].more);
        us_str_addf(&text, "        attempts.features: %s\n    }\n}\n", rows[i].names);
        US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
        us_test_row(rows[i].names);
        CHECK_INT(us_case_base_from_brl(brl, &case_base, &err[0]), rows[i].status);
        us_case_base_free(case_base);
        us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
        REQUIRE(us_library_begin(library, NULL) == US_OK);
        CHECK_INT(us_library_put_all(library, brl, &added, &err[1]), rows[i].status);
        us_library_close(library);
        for (int k = 0; k < 2; k++)
            CHECK_CONTAINS(err[k].text, rows[i].text);
    }
}

/* Half a pair is refused; of two pairs, the last one counts. */
TEST(attempts_stand_in_pairs)
{
    for (int half = 0; half < 2; half++) {
        US_AUTOSTR(text);
        us_error err = {0};
        us_library_added added = {0};
        us_str_add(&text, "brl 1\nbehavior \"a\" achieves WinWargus(player: self) {\n"
                          "    do act stop()\n    case at 0 {\n");
        add_entries(&text, "00000000000000aa", "0 1 2", 0);
        us_str_add(&text, "    }\n    case at 9 {\n        feature.gold: 3\n");
        if (half)
            us_str_add(&text, "        attempts: \"00000000000000bb\"\n");
        else
            add_entries(&text, "00000000000000bb", "0 1 0", 0);
        us_str_add(&text, "    }\n}\n");
        US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
        us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
        REQUIRE(us_library_begin(library, NULL) == US_OK);
        CHECK_INT(us_library_put_all(library, brl, &added, &err), half ? US_BAD_INPUT : US_OK);
        if (!half)
            REQUIRE(us_library_commit(library, NULL) == US_OK);
        us_library_close(library);
        if (!half)
            CHECK_INT(library_file_sql("l.db", "DELETE FROM attempts WHERE result = 0"), 1);
        scratch_clean();
    }
}
