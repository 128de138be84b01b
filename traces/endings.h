/* What became of the orders of a game of which only worlds are seen: when each ended, and whether it
 * was done.
 *
 * Nothing here knows a game: it goes by what the domain says of actions, and by the action that each
 * unit is shown to carry out. Who makes something has done so when that is there and the action's
 * `done` holds: what appears is of the maker that stands nearest, of its oldest order for it, or of
 * the order for that place. Whoever goes on (harvest, patrol) is done when `done` holds. Else an
 * order is over when its unit carries out another one, or none, and done if `done` holds then; who
 * makes things where it stands may be told several, and gives them up when it carries out none.
 *
 * Dated as games do: what the world of a cycle is the first to show happened in the cycle before. */
#ifndef US_TRACES_ENDINGS_H
#define US_TRACES_ENDINGS_H

#include "traces/review.h"
#include "traces/worlds.h"

typedef struct us_endings us_endings;

/* Forgets what the course knows of its orders' ends. The course is borrowed, and filled. */
us_endings *us_endings_new(us_review *course);
void us_endings_free(us_endings *endings);
void us_endings_see(us_endings *endings, const us_shown *shown); /* in order */

#endif
