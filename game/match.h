/* A match: a game and its players, stepped without blocking.
 *
 * Each round, all players think against the same cycle if their wake-up has come or an event woke
 * them. Then orders from outside apply (us_match_add_order: a person, a replay), in the order
 * given. Then the players' orders apply, one by one, seats taking turns; seed and cycle determine
 * which seat begins. Then the game steps, at most to the next wake-up.
 *
 * If a player or a game played elsewhere fails, the match is broken: its outcome is
 * US_OUTCOME_BROKEN. The other players of that round still think, so that all failures of the round
 * are known. No order of that round applies, and no player's `over` is called.
 *
 * The course of a match depends only on scenario, seed, players, and the cycles of orders from
 * outside. Step sizes and observers do not change it. */
#ifndef US_GAME_MATCH_H
#define US_GAME_MATCH_H

#include "game/player.h"

typedef struct us_match us_match;

enum { US_OBSERVERS_MAX = 4 };

/* Sees everything; any function may be NULL. An observer may give orders from outside
 * (us_match_add_order) and changes nothing else. */
typedef struct us_observer {
    void *context;
    void (*order)(void *context, us_cycle now, const us_order *order, us_reason reason);
    void (*events)(void *context, const us_event *event, int count);
    /* Called after each cycle, after its events. If it is set, the match steps one cycle at a time.
     */
    void (*cycle)(void *context, us_game *game, us_cycle now);
    /* Called once; never for a broken match, which has no result. */
    void (*over)(void *context, us_game *game, const us_outcome *outcome);
    /* Notes of a player about its plan. Called after its think, before any order of that round
     * applies, and once more at the end of the game, before `over`. count is above 0. */
    void (*notes)(void *context, const us_note *note, int count);
} us_observer;

typedef struct us_match_def {
    const us_scenario *scenario; /* borrowed; outlives the match */
    uint64_t seed;
    us_player *player[US_SEATS_MAX]; /* NULL: no player; owned by the match once it exists */
    us_observer observer;            /* the first; see us_match_add_observer */
    /* Called before each round. If it returns true, us_match_step comes back early. May be NULL. */
    bool (*stop)(void *context);
    void *stop_context;
} us_match_def;

us_match_def us_match_def_default(void);

typedef struct us_match_state {
    us_cycle now;
    us_outcome outcome;
    int64_t orders, refused, thinks;
} us_match_state;

us_match *us_match_new(const us_match_def *def);
void us_match_free(us_match *match); /* closes the players; NULL is fine */
/* Adds an observer, at most US_OBSERVERS_MAX in all; it is copied and called after the others. Its
 * context must outlive the match's steps. */
void us_match_add_observer(us_match *match, const us_observer *observer);
/* Removes the observers with that context. Not to be called by an observer. */
void us_match_remove_observer(us_match *match, const void *context);

/* Advances by at most `cycles`; comes back early at the end of the game. No player has thought yet
 * at the cycle reached. With 0 cycles it only fills *state. state may be NULL. */
void us_match_step(us_match *match, us_cycle cycles, us_match_state *state);
void us_match_run(us_match *match,
                  us_match_state *state); /* to the end of the game; for a match without `stop` */

/* Returns why the outcome is US_OUTCOME_BROKEN: the reasons of all players that failed, or the
 * game's. Else US_OK. */
us_status us_match_status(const us_match *match, us_error *err);
/* Returns the seat of the player that broke the match, or US_NEUTRAL if none did, several did in
 * the same round, or the game broke. */
us_seat us_match_failed_seat(const us_match *match);

us_game *us_match_game(us_match *match); /* read only: the match steps it and gives it orders */
const us_player *us_match_player(const us_match *match, us_seat seat); /* NULL: no player */
/* Returns true if the seat's player has been idle since it took the seat: the game has accepted
 * none of its orders, or its kind reports that it idled. False for an empty seat. */
bool us_match_is_idle(const us_match *match, us_seat seat);
/* Gives an order from outside, for the next cycle to be stepped. The order is copied and gets its
 * id later. The action must be one of the domain and the units at most US_ORDER_UNITS_MAX, as
 * us_order_read ensures. The game may still refuse it. */
void us_match_add_order(us_match *match, const us_order *order);
/* Replaces the player of a seat and closes the former one. NULL empties the seat. The new player
 * thinks at the next cycle to be stepped and has seen no events. Not to be called by an observer.
 */
void us_match_set_player(us_match *match, us_seat seat, us_player *player);

#endif
