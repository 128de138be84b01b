/* Work that takes long, in a thread of its own. What it works on belongs to the thread until it is
 * over; nobody waits for one that is not wanted any more: it is put away once it has noticed. */
#ifndef US_STUDIO_ERRAND_H
#define US_STUDIO_ERRAND_H

#include "base/error.h"

typedef struct us_errand us_errand;
typedef void us_errand_do(void *context);

enum { US_ERRANDS_MAX = 128 }; /* of the program, at once: more are refused */

/* drop frees the context, in whichever thread lets go of it last; on failure it is not called.
 * longest: milliseconds until it is unwanted; 0: never. */
us_status us_errand_begin(us_errand_do *work, us_errand_do *drop, void *context, int longest,
                          us_errand **out, us_error *err);
bool us_errand_is_over(const us_errand *errand); /* the context is whoever's who began it */
void us_errand_stop(us_errand *errand);          /* it is over soon */
bool us_errand_is_stopped(const us_errand *errand);
/* Stops it, and drops the context: not before it is over. NULL is fine. */
void us_errand_leave(us_errand *errand);

/* Asked within the work: it is to end early. */
bool us_errand_unwanted(void);

/* Waits for all of the program that are under way, which nobody wants any more. */
void us_errands_wait(void);

#endif
