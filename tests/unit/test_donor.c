#include "adapt/donor.h"

#include <stdio.h>
#include <string.h>

#include "behavior/keys.h"
#include "experiments/run/training.h"
#include "retrieve/outcomes.h"
#include "tests/unit/adapted_games.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* A library that does nothing, so that an opponent wins. */
static const char idle[] = "brl 1 skirmish\n"
                           "behavior \"wait\" achieves WinWargus(player: self) {\n"
                           "    do act stop()\n"
                           "}\n";

typedef struct lost {
    us_domain *domain;
    us_brl *library;
    us_training training;
    us_games *games;
    us_arena *arena;
    us_error err;
} lost;

/* One game of the library against the agent, in a table. */
static lost play(const char *against)
{
    lost l = {.arena = us_arena_new()};
    const char *maps[] = {"open-1"}, *agents[] = {against};
    REQUIRE(us_domain_load_shipped("skirmish", &l.domain, &l.err) == US_OK);
    adapted_games_make_library(l.domain, "idle.db", idle);
    l.library = adapted_games_read(l.domain, "idle.db");
    scratch_folder("traces");
    us_training_def def = {.library = scratch("idle.db"),
                           .domain = "skirmish",
                           .map = maps,
                           .maps = 1,
                           .against = agents,
                           .opponents = 1,
                           .games = 1,
                           .seed = 3,
                           .max_cycles = 20000,
                           .workers = 1,
                           .folder = scratch("traces")};
    int64_t game;
    if (us_training_play(&def, &l.training, &l.err) != US_OK)
        FAIL("%s: %s", l.err.file, l.err.text);
    REQUIRE(l.training.games == 1);
    REQUIRE(us_games_open(NULL, l.domain, &l.games, &l.err) == US_OK);
    REQUIRE(us_games_add(l.games, l.training.game[0].trace, NULL, &game, &l.err) == US_OK);
    return l;
}

static void end(lost *l)
{
    us_games_close(l->games);
    us_training_clear(&l->training);
    us_brl_free(l->library);
    us_domain_free(l->domain);
    us_arena_free(l->arena);
}

static us_seat find_winner(lost *l, const us_brl *library, const char **player)
{
    us_seat winner = 7;
    *player = NULL;
    if (us_donor_find_winner(l->games, 1, library, l->arena, &winner, player, &l->err) != US_OK)
        FAIL("%s", l->err.text);
    return winner;
}

TEST(the_winner_is_the_seat_that_beat_the_library)
{
    const char *player;
    US_AUTO(end) lost l = play("ai:worker-rush");
    CHECK_INT(find_winner(&l, l.library, &player), 1 - l.training.game[0].seat);
    CHECK_STR(player, "ai:worker-rush");
    adapted_games_make_library(l.domain, "other.db",
                               "brl 1 skirmish\nbehavior \"x\" achieves WinWargus(player: self) "
                               "{\n    do act explore()\n}\n");
    US_AUTOPTR(us_brl) other = adapted_games_read(l.domain, "other.db");
    CHECK_INT(find_winner(&l, other, &player), US_NEUTRAL); /* that library did not play */
}

TEST(a_game_that_nobody_else_won_has_no_donor)
{
    const char *player;
    US_AUTO(end) lost l = play("idle");
    CHECK_INT(find_winner(&l, l.library, &player), US_NEUTRAL);
    CHECK_INT(us_donor_learn(l.training.game[0].trace, NULL, 1 - l.training.game[0].seat, "none",
                             scratch("none.db"), NULL, &l.err),
              US_FAILED); /* a seat without orders */
}

TEST(a_donor_is_learned_from_orders_without_labels)
{
    US_AUTO(end) lost l = play("ai:worker-rush");
    const char *trace = l.training.game[0].trace, *path = scratch("donor.db");
    us_seat seat = (us_seat)(1 - l.training.game[0].seat);
    bool leads = false;
    if (us_donor_learn(trace, NULL, seat, "game 7", path, NULL, &l.err) != US_OK)
        FAIL("%s: %s", l.err.file, l.err.text);
    US_AUTOPTR(us_brl) made = adapted_games_read(l.domain, "donor.db");
    for (int i = 0; i < made->count; i++)
        leads = leads || us_text_equal(made->item[i]->goal_name, "DefeatPlayer");
    CHECK(leads);
    CHECK_STR(adapted_games_entry(made->item[0], US_KEY_DEMO)->text[0], "game 7");
    CHECK(made->count > 1);
    CHECK_INT(us_donor_learn(trace, NULL, seat, "game 7", path, NULL, &l.err),
              US_OK); /* nothing is added */
    US_AUTOPTR(us_brl) again = adapted_games_read(l.domain, "donor.db");
    CHECK_INT(again->count, made->count);
}

/* ---- transplants */

#define BEHAVIOR(name, goal, act) \
    "behavior \"" name "\" achieves " goal "(player: self) {\n    do act " act "()\n}\n"
#define HEAD "brl 1 skirmish\n"
#define OWN  BEHAVIOR("own", "WinWargus", "stop")

/* A library of `own`, and donors of one behavior each: the first three rush, shared, hide. */
typedef struct garden {
    us_domain *domain;
    us_brl *library;
    us_donor donor[4];
    int donors;
    us_error err;
} garden;

static void add_donor(garden *g, const char *file, const char *text)
{
    adapted_games_make_library(g->domain, file, text);
    g->donor[g->donors++] = (us_donor){.path = scratch(file), .name = file, .about = ""};
}

static garden begin(void)
{
    garden g = {.donors = 0};
    REQUIRE(us_domain_load_shipped("skirmish", &g.domain, &g.err) == US_OK);
    adapted_games_make_library(g.domain, "library.db", HEAD OWN);
    g.library = adapted_games_read(g.domain, "library.db");
    add_donor(&g, "rush.db", HEAD BEHAVIOR("rush", "WinWargus", "explore"));
    add_donor(&g, "hide.db",
              HEAD OWN BEHAVIOR("hide", "WinWargus", "stand")
                  BEHAVIOR("both", "DefeatPlayer", "stop"));
    add_donor(&g, "both.db", HEAD BEHAVIOR("both", "DefeatPlayer", "stop"));
    return g;
}

static void garden_end(garden *g)
{
    us_brl_free(g->library);
    us_domain_free(g->domain);
}

static void add_all(garden *g)
{
    for (int i = 0; i < g->donors; i++)
        CHECK_INT(us_donor_add(&g->donor[i], g->library, scratch("library.db"), &g->err), US_OK);
}

/* Puts a game in which the behavior was attempted once. */
static void put_attempt(garden *g, const char *name, us_hash game, int result)
{
    US_AUTOPTR(us_library) library = NULL;
    US_AUTOPTR(us_brl) brl = adapted_games_read(g->domain, "library.db");
    US_AUTOFREE int32_t *feature = US_NEW_ARRAY(int32_t, g->domain->feature_count);
    us_attempt attempt = {.behavior = us_template_hash(adapted_games_behavior(brl, name)),
                          .result = result,
                          .feature = feature};
    us_outcomes outcomes = {.game = game,
                            .attempt = &attempt,
                            .attempts = 1,
                            .features = g->domain->feature_count,
                            .features_hash = g->domain->features_hash};
    us_outcome_counts counts = {0};
    snprintf(outcomes.domain, sizeof outcomes.domain, "skirmish");
    REQUIRE(us_library_open(scratch("library.db"), US_LIBRARY_WRITE, g->domain, &library,
                            &g->err) == US_OK);
    REQUIRE(us_library_begin(library, &g->err) == US_OK);
    if (us_library_put_outcomes(library, "t", &outcomes, &counts, &g->err) != US_OK)
        FAIL("%s", g->err.text);
    CHECK_INT(counts.attempts, 1);
    REQUIRE(us_library_commit(library, &g->err) == US_OK);
}

TEST(a_transplant_adds_the_behaviors_of_a_donor)
{
    US_AUTO(garden_end) garden g = begin();
    add_all(&g);
    US_AUTOPTR(us_brl) brl = adapted_games_read(g.domain, "library.db");
    CHECK_INT(brl->count, 4); /* "own" and "both" once */
    CHECK(adapted_games_behavior(brl, "rush") && adapted_games_behavior(brl, "both"));
}

TEST(a_donor_with_another_body_of_a_name_does_not_fit)
{
    US_AUTO(garden_end) garden g = begin();
    add_donor(&g, "other.db", HEAD BEHAVIOR("own", "WinWargus", "explore"));
    CHECK_INT(us_donor_add(&g.donor[3], g.library, scratch("library.db"), &g.err), US_FAILED);
    US_AUTOPTR(us_brl) brl = adapted_games_read(g.domain, "library.db");
    CHECK_INT(brl->count, 1);
}

TEST(a_donor_without_a_behavior_of_its_own_does_not_fit)
{
    US_AUTO(garden_end) garden g = begin();
    add_donor(&g, "same.db", HEAD OWN);
    CHECK_INT(us_donor_add(&g.donor[3], g.library, scratch("library.db"), &g.err), US_FAILED);
    CHECK_STR(g.err.text, "it has no behavior that the library lacks");
}

TEST(the_donors_that_did_best_in_practice_stay)
{
    US_AUTO(garden_end) garden g = begin();
    add_all(&g);
    for (us_hash game = 1; game <= 6; game++) {
        put_attempt(&g, "rush", game, US_LOST);
        put_attempt(&g, "hide", game + 10, US_WON);
        put_attempt(&g, "own", game + 20, US_WON);
    }
    CHECK_INT(us_donors_keep_best(g.donor, &g.donors, 2, g.library, scratch("library.db"), &g.err),
              US_OK);
    REQUIRE(g.donors == 2);
    CHECK_STR(g.donor[0].name, "hide.db"); /* in their order */
    CHECK_STR(g.donor[1].name, "both.db"); /* no attempt: the mean of all */
    CHECK_INT(g.donor[0].attempts, 6);
    CHECK(g.donor[0].points > g.donor[1].points && g.donor[1].points > 0.6);
    US_AUTOPTR(us_brl) brl = adapted_games_read(g.domain, "library.db");
    CHECK_INT(brl->count, 3);
    CHECK(!adapted_games_behavior(brl, "rush"));
}

TEST(what_another_donor_or_the_library_has_stays)
{
    US_AUTO(garden_end) garden g = begin();
    add_all(&g);
    put_attempt(&g, "rush", 1, US_WON);
    put_attempt(&g, "both", 2, US_DRAWN);
    put_attempt(&g, "hide", 3, US_LOST);
    CHECK_INT(us_donors_keep_best(g.donor, &g.donors, 2, g.library, scratch("library.db"), &g.err),
              US_OK);
    US_AUTOPTR(us_brl) brl = adapted_games_read(g.domain, "library.db");
    CHECK_INT(brl->count, 3); /* without "hide" */
    CHECK(adapted_games_behavior(brl, "own") && adapted_games_behavior(brl, "both"));
    CHECK_INT(us_donors_keep_best(g.donor, &g.donors, 0, g.library, scratch("library.db"), &g.err),
              US_OK);
    US_AUTOPTR(us_brl) bare = adapted_games_read(g.domain, "library.db");
    CHECK_INT(bare->count, 1);
}

TEST(outcomes_of_another_library_are_put_once)
{
    US_AUTO(garden_end) garden g = begin();
    us_library_counts counts;
    add_all(&g);
    put_attempt(&g, "own", 1, US_WON);
    put_attempt(&g, "own", 2, US_LOST);
    US_AUTOPTR(us_brl) practiced = adapted_games_read(g.domain, "library.db");
    adapted_games_make_library(g.domain, "fresh.db", HEAD OWN);
    for (int times = 0; times < 2; times++) {
        US_AUTOPTR(us_library) library = NULL;
        int64_t id = 1;
        REQUIRE(us_adaptation_write(NULL, practiced, scratch("fresh.db"), NULL, &g.err) == US_OK);
        REQUIRE(us_library_open(scratch("fresh.db"), US_LIBRARY_READ, g.domain, &library, &g.err) ==
                US_OK);
        REQUIRE(us_library_count(library, id, &counts, &g.err) == US_OK);
        CHECK_INT(counts.attempts, 2);
    }
    US_AUTOPTR(us_brl) fresh = adapted_games_read(g.domain, "fresh.db");
    CHECK_INT(fresh->count, 4);
}
