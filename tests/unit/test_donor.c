#include "adapt/donor.h"

#include <string.h>

#include "behavior/keys.h"
#include "experiments/run/training.h"
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
