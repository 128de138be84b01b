/* Work that takes long, in a thread of its own. What it works on belongs to the thread until it is
 * over; nobody waits for one that is not wanted any more: it is put away once it has noticed. */
#ifndef US_STUDIO_CHORE_H
#define US_STUDIO_CHORE_H

#include "base/error.h"

typedef struct us_chore us_chore;
typedef void us_chore_do(void *context);

enum { US_CHORES_MAX = 128 }; /* of the program, at once: more are refused */

/* drop frees the context, in whichever thread lets go of it last; on failure it is not called.
 * longest: milliseconds until it is unwanted; 0: never. */
us_status us_chore_begin(us_chore_do *work, us_chore_do *drop, void *context, int longest,
                         us_chore **out, us_error *err);
bool us_chore_is_over(const us_chore *chore); /* the context is whoever's who began it */
void us_chore_stop(us_chore *chore);          /* it is over soon */
bool us_chore_is_stopped(const us_chore *chore);
/* Stops it, and drops the context: not before it is over. NULL is fine. */
void us_chore_leave(us_chore *chore);

/* Asked within the work: it is to end early. */
bool us_chore_unwanted(void);

/* Waits for all of the program that are under way, which nobody wants any more. */
void us_chores_wait(void);

#endif
