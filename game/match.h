/* A match: a game and its seats, stepped without blocking.
 *
 * Each round: all players whose wake-up is over, or was broken by an event, think against the same
 * cycle; then orders from outside apply (us_match_order: a person, a replay), in the order
 * given; then those of the players, one by one, seats taking turns. Which seat begins is drawn
 * from seed and cycle. Then the game steps to the end of the next wake-up, at most.
 *
 * A player that can't play on, and a game that is played elsewhere and can't go on, break the
 * match: the outcome is US_OUTCOME_BROKEN. All others whose turn it is still think in that round,
 * so that all who fail in it are known. No order of that round applies, and no player is told that
 * the game is over.
 *
 * The course of a match does not depend on how it is stepped or who observes it: only on
 * scenario, seed, players, and on the cycles at which orders came from outside. */
#ifndef US_GAME_MATCH_H
#define US_GAME_MATCH_H

#include "game/player.h"

typedef struct us_match us_match;

enum { US_OBSERVERS_MAX = 4 };

/* Sees everything; any function may be NULL. It may give orders from outside (us_match_order) and
 * touches nothing else. */
typedef struct us_observer {
    void *context;
    void (*order)(void *context, us_cycle now, const us_order *order, us_reason reason);
    void (*events)(void *context, const us_event *event, int count);
    /* After each cycle, when its events were shown: with this set the match steps one cycle at
     * a time. */
    void (*cycle)(void *context, us_game *game, us_cycle now);
    /* Once; never of a match that broke, which has no result. */
    void (*over)(void *context, us_game *game, const us_outcome *outcome);
    /* What a player did with its plan: after its think, before any order of that round applies;
     * and once the game is over, before `over`. count is above 0. */
    void (*notes)(void *context, const us_note *note, int count);
} us_observer;

typedef struct us_match_def {
    const us_scenario *scenario; /* borrowed; outlives the match */
    uint64_t seed;
    us_player *player[US_SEATS_MAX]; /* NULL: nobody thinks there; owned by the match from new on */
    us_observer observer;            /* the first; see us_match_observe */
    /* Asked before each round: true: us_match_step comes back early. NULL: never. */
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
/* Copied, and told after others; of those at most US_OBSERVERS_MAX. What it knows by its context
 * outlives the match's steps. */
void us_match_observe(us_match *match, const us_observer *observer);
/* Those with that context are told no more. Not from an observer. */
void us_match_forget(us_match *match, const void *context);

/* Advance by at most so many cycles; comes back early at the end of the game. Nobody has thought
 * yet at the cycle reached. 0 cycles: only tell the state. state may be NULL. */
void us_match_step(us_match *match, us_cycle cycles, us_match_state *state);
void us_match_run(us_match *match, us_match_state *state); /* to the end; without stop */

/* Why the outcome is US_OUTCOME_BROKEN, the reasons of all players that failed, or the game's; else
 * US_OK. */
us_status us_match_trouble(const us_match *match, us_error *err);
/* The seat of the player that broke the match; US_NEUTRAL: none did, several did in the same round,
 * or the game broke. */
us_seat us_match_failed(const us_match *match);

us_game *us_match_game(us_match *match); /* to look at; stepping and orders are the match's */
const us_player *us_match_player(const us_match *match, us_seat seat); /* NULL: nobody */
/* The seat's player has done nothing of its own since it sat down: the game has accepted none of
 * its orders, or its kind says that it idled. False for an empty seat. */
bool us_match_idle(const us_match *match, us_seat seat);
/* An order from outside, for the next cycle to be stepped; copied. Its id is given later. The
 * action must be one of the domain's and the units at most US_ORDER_UNITS_MAX (us_order_read
 * sees to both); whether the game takes it is another matter. */
void us_match_order(us_match *match, const us_order *order);
/* Change who sits there; the former player is closed. NULL empties the seat. The new one thinks
 * at the next cycle to be stepped and has seen no events. Not from an observer. */
void us_match_seat(us_match *match, us_seat seat, us_player *player);

#endif
