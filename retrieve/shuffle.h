/* Baselines: a library in which goals or states are exchanged. Its loss against the original shows
 * the worth of goals or states. */
#ifndef US_RETRIEVE_SHUFFLE_H
#define US_RETRIEVE_SHUFFLE_H

#include "retrieve/library.h"

typedef enum us_shuffle_kind {
    US_SHUFFLE_GOALS,  /* goals that behaviors achieve */
    US_SHUFFLE_STATES, /* features of cases, within a goal type */
} us_shuffle_kind;

typedef struct us_shuffle_def {
    us_shuffle_kind what;
    uint64_t seed;
} us_shuffle_def;

typedef struct us_shuffle_result {
    us_brl *brl;     /* sound; the caller frees it */
    int moved, kept; /* behaviors with another goal, or cases with another's state; the others */
} us_shuffle_result;

/* Shuffles a file; the result holds all that the file holds. The same seed gives the same result.
 *
 * Goals are exchanged two by two, so that each occurs as often as before. Each behavior gets a goal
 * that reads otherwise than its own, with its arguments, if the result is sound: not a goal that it
 * pursues itself, and none that binds what its steps must have. States are exchanged in one round
 * of all cases of a goal type that have one: each gets another's.
 *
 * A moved behavior or case records that (`modop`, and `parent` if the behavior is another one).
 * Success counts are dropped. US_FAILED: there is nothing to exchange. */
us_status us_shuffle_run(const us_brl *brl, const us_shuffle_def *def, us_shuffle_result *out,
                         us_error *err);

/* The same for the library in a file, into a new one at `to`. out: without brl. */
us_status us_shuffle_run_file(const char *from, const us_domain *domain, const us_shuffle_def *def,
                              const char *to, us_shuffle_result *out, us_error *err);

#endif
