/* Worlds of a recorded game one after another: understudy/trace.h declares worlds.
 *
 * Events of stored states are their differences (us_world_diff) and inferred ends of orders
 * (traces/worlds.c). The latter have the cycle before the state that shows them first. Most traces
 * hold no events, because they would be far larger: an order's line takes some 100 bytes, the
 * events that follow from it thousands. */
#ifndef US_TRACES_WORLDS_H
#define US_TRACES_WORLDS_H

#include "traces/log.h"
#include "traces/states.h"
#include "understudy/trace.h"
us_states *us_worlds_states(us_worlds *worlds); /* or NULL; its position is shared */
/* Goes through the whole game in order. Each call returns the next world before which an entity may
 * have appeared, gone or changed its type since the previous call; the first and the last world are
 * included. *since: the first cycle at which it may have done so. *out NULL: no more. Begins anew
 * after any other call. */
us_status us_worlds_next_change(us_worlds *worlds, us_cycle *since, const us_world **out,
                                us_error *err);

/* A stored state, and the events between the previous state and it. */
typedef struct us_state_change {
    const us_world *world, *before; /* borrowed until the next call; before: NULL first */
    us_events events;               /* of us_world_diff; the caller clears them */
} us_state_change;

/* Goes through the stored states, which must exist. The first call returns the last state at or
 * before the cycle `from`, or else the first state. out->world NULL: no more. The caller zeroes out
 * before the first call. Begins anew after any other call. */
us_status us_worlds_next_state(us_worlds *worlds, us_cycle from, us_state_change *out,
                               us_error *err);

#endif
