/* Building sites and mines: where a scripted player builds. */
#ifndef US_PLAYERS_SKIRMISH_SITE_H
#define US_PLAYERS_SKIRMISH_SITE_H

#include "players/skirmish/goals.h"

/* Finds a place for a building of the type, as near as possible to what `how` asks for, with a free
 * lane around it, off the way between hall and mine. worker: the builder. Returns false if there is
 * no place. */
bool sp_site_find(sp_player *s, us_type type, int how, us_id worker, int *x, int *y);

/* Returns a free mine for a new base, nearest to home and not the enemy's; NULL: none. */
const us_entity *sp_site_find_mine(const sp_player *s);
/* Returns the own hall, finished or begun, that serves the mine; NULL: none. */
const us_entity *sp_mine_find_hall(const sp_player *s, const us_entity *mine);
/* Returns whether a hall near that mine is planned already. */
bool sp_mine_is_claimed(const sp_player *s, const us_entity *mine);

#endif
