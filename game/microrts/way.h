/* Ways over a map, found as the game's own bots find them, so that equal orders take equal steps.
 */
#ifndef US_GAME_MICRORTS_WAY_H
#define US_GAME_MICRORTS_WAY_H

#include "game/microrts/state.h"

/* Cells that orders of this cycle want, in the order in which they were asked for. */
typedef struct mr_claims {
    US_LIST(int32_t) cell; /* y * width + x */
} mr_claims;

/* Scratch; holds nothing between two searches. */
typedef struct mr_search mr_search;
mr_search *mr_search_new(int width, int height);
void mr_search_free(mr_search *search); /* NULL is fine */

/* The first step of a shortest way of the unit (an index) to a cell at most `range` from that one,
 * as the crow flies: a direction; MR_NONE where it is there already, or where there is none. Nobody
 * gives way: who stands in the way is a wall. claims: cells taken too. */
int mr_way(mr_search *search, const mr_state *state, const mr_claims *claims, int unit, int x,
           int y, int range);

extern const int8_t mr_dx[4], mr_dy[4]; /* by direction */

#endif
