/* What stored states tell of a game beside what two of them show: who made what, and what became of
 * the orders, as the events that a game would have told.
 *
 * Nothing here knows a game: it goes by what the domain says of actions, and by the action that
 * each unit is shown to carry out. Who makes something has done so when that is there and the
 * action's `done` holds: what appears is of the maker that stands nearest, of its oldest order for
 * it, or of the order for that place. Whoever goes on (harvest, patrol) is done when `done` holds.
 * Else an order is over when its unit carries out another one, or none; it was done if `done` holds
 * then and no other order had come. Who makes things where it stands may be told several, and gives
 * them up when it carries out none, or when it is told something else. */
#ifndef US_TRACES_ENDINGS_H
#define US_TRACES_ENDINGS_H

#include "traces/worlds.h"

typedef struct us_endings us_endings;

/* The log is borrowed until free. */
us_endings *us_endings_new(const us_log *log);
void us_endings_free(us_endings *endings); /* NULL is fine */
/* The states in order. Appends, by cycle, what they show: makers are known, where they can be, and
 * DONE and FAILED of orders come with it, of which the reason is REASON_NONE where it isn't known.
 * Dated as games do: what a state is the first to show happened in the cycle before it. */
void us_endings_see(us_endings *endings, const us_state_shown *shown, us_events *out);

#endif
