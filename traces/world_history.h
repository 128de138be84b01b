/* Worlds of some cycles of a running game, kept as differences (traces/pack.h) and returned whole.
 * With them a late label can be judged by the world of its cycle. */
#ifndef US_TRACES_WORLD_HISTORY_H
#define US_TRACES_WORLD_HISTORY_H

#include "domain/world.h"

typedef struct us_world_history us_world_history;

/* Begins with that world; later worlds need its domain, size, seats and planes. Borrows the
 * domain. */
us_world_history *us_world_history_new(const us_world *world);
void us_world_history_free(us_world_history *past); /* NULL is fine */
/* Keeps the world of its cycle, once; cycles must not fall. Skips a world that can't be packed. */
void us_world_history_add(us_world_history *past, const us_world *world);
/* Returns the last kept world up to that cycle, or else the first one. It is borrowed until the
 * next call and has no revisions. */
const us_world *us_world_history_at(us_world_history *past, us_cycle cycle);

#endif
