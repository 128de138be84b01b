/* A player of microRTS for tests and benches: it plays at random, over a link. */
#ifndef US_TESTS_MICRORTS_H
#define US_TESTS_MICRORTS_H

#include "base/rng.h"
#include "game/microrts/link.h"

/* The folder of the real game ($UNDERSTUDY_MICRORTS, else build/microrts); NULL: it is not there,
 * or no Java that compiles. */
const char *microrts_home(void);

/* A legal action for each idle unit of the player, drawn. Appends. */
void microrts_random_orders(const mr_state *state, int player, us_rng *rng, mr_orders *out);

typedef struct microrts_played {
    int turns, winner; /* as the link tells */
    int32_t last;      /* the time of the last turn */
    us_status status;  /* of the link */
    us_error err;
} microrts_played;

/* Plays a game by such orders, as whoever mr_launcher_play had connect, until it is over or fails.
 * at_turn is called in every turn; NULL is fine. */
void microrts_play(mr_link *link, uint64_t seed, void (*at_turn)(const mr_link *link),
                   microrts_played *out);

#endif
