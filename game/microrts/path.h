/* Path finding as the game's own bots do it, so that equal orders take equal steps. */
#ifndef US_GAME_MICRORTS_PATH_H
#define US_GAME_MICRORTS_PATH_H

#include "game/microrts/state.h"

/* Cells that this cycle's orders want, in the order of the requests. */
typedef struct mr_claims {
    US_LIST(int32_t) cell; /* y * width + x */
} mr_claims;

/* Scratch of path finding; holds nothing between searches. */
typedef struct mr_search mr_search;
mr_search *mr_search_new(int width, int height);
void mr_search_free(mr_search *search); /* NULL is fine */

/* Returns the direction of the first step of a shortest way from the unit (an index) to a cell at
 * most `range` from (x, y), by Euclidean distance. Returns MR_NONE if the unit is there or no way
 * exists. Other units and the cells in `claims` block the way. */
int mr_search_find_step(mr_search *search, const mr_state *state, const mr_claims *claims, int unit,
                        int x, int y, int range);

extern const int8_t mr_dx[4], mr_dy[4]; /* by direction */

#endif
