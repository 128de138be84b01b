/* A match: a game and its seats, stepped without blocking.
 *
 * Each round: all players whose nap is over (or was broken by an event) think against the
 * same cycle; their orders apply one by one, seats taking turns, the seat that begins
 * alternating with the cycle; then the game steps to the next nap's end. Orders given from
 * outside (us_match_order: a person, a replay) apply at the beginning of the next cycle to be
 * stepped, before those of the players. */
#ifndef US_GAME_MATCH_H
#define US_GAME_MATCH_H

#include "game/player.h"

typedef struct us_match us_match;

/* Sees everything; any function may be NULL. */
typedef struct us_observer {
    void *context;
    void (*order)(void *context, us_cycle now, const us_order *order, us_reason reason);
    void (*events)(void *context, const us_event *event, int count);
    /* After each cycle: with this set the match steps one cycle at a time. */
    void (*cycle)(void *context, us_game *game, us_cycle now);
    void (*over)(void *context, us_game *game, const us_outcome *outcome);
} us_observer;

typedef struct us_match_def {
    const us_scenario *scenario; /* borrowed */
    uint64_t seed;
    us_player *player[US_SEATS_MAX]; /* NULL: nobody thinks there; owned by the match from new on */
    us_observer observer;
} us_match_def;

us_match_def us_match_def_default(void);

typedef struct us_match_state {
    us_cycle now;
    us_outcome outcome;
    int64_t orders, refused, thinks;
} us_match_state;

us_match *us_match_new(const us_match_def *def);
void us_match_free(us_match *match);

/* Advance by at most so many cycles; comes back early at the end of the game. */
void us_match_step(us_match *match, us_cycle cycles, us_match_state *state);
void us_match_run(us_match *match, us_match_state *state); /* to the end */

us_game *us_match_game(us_match *match);
/* An order from outside; copied. */
void us_match_order(us_match *match, const us_order *order);
/* Change who sits there; the former player is closed. NULL empties the seat. */
void us_match_seat(us_match *match, us_seat seat, us_player *player);

#endif
