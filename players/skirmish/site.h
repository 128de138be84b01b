/* Where to build. */
#ifndef US_PLAYERS_SKIRMISH_SITE_H
#define US_PLAYERS_SKIRMISH_SITE_H

#include "players/skirmish/goals.h"

/* A place for a building of the type, as near as can be to what `how` asks for, with a free lane
 * around it, off the way between hall and mine. worker: who would build it. False: none. */
bool sp_site_find(sp_staff *s, us_type type, int how, us_id worker, int *x, int *y);

/* A free mine to found a new base at, nearest to home and not the enemy's; NULL: none. */
const us_entity *sp_site_mine(const sp_staff *s);
/* The own finished hall or the hall begun that serves the mine; NULL: none. */
const us_entity *sp_mine_hall(const sp_staff *s, const us_entity *mine);
/* Is some hall meant to rise near that mine already? */
bool sp_mine_claimed(const sp_staff *s, const us_entity *mine);

#endif
