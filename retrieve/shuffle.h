/* Baselines: a library in which goals, or states, have changed places. What it loses against the
 * one it was made of is what these are worth. */
#ifndef US_RETRIEVE_SHUFFLE_H
#define US_RETRIEVE_SHUFFLE_H

#include "retrieve/library.h"

typedef enum us_shuffle_what {
    US_SHUFFLE_GOALS,  /* what behaviors achieve */
    US_SHUFFLE_STATES, /* the features of cases, within a type of goal */
} us_shuffle_what;

typedef struct us_shuffle_def {
    us_shuffle_what what;
    uint64_t seed;
} us_shuffle_def;

typedef struct us_shuffled {
    us_brl *brl;     /* sound; the caller frees it */
    int moved, kept; /* behaviors with another goal, or cases with another's state; those without */
} us_shuffled;

/* All that the file holds, shuffled. The same seed gives the same.
 *
 * Goals are exchanged two by two, so that there are as many of each as before; each behavior gets
 * one that reads otherwise than its own, with its arguments, as far as the result is sound: none
 * that it pursues itself, none that binds what its steps must have. States are exchanged in one
 * round of all cases of a goal type that have one: each gets another's.
 *
 * What was moved tells so (`modop`, and `parent` where the behavior is another one). How behaviors
 * fared is forgotten. US_FAILED: there is nothing to exchange. */
us_status us_shuffle(const us_brl *brl, const us_shuffle_def *def, us_shuffled *out, us_error *err);

/* The same of the library in a file, into a new one at `to`. out: without the behaviors. */
us_status us_shuffle_file(const char *from, const us_domain *domain, const us_shuffle_def *def,
                          const char *to, us_shuffled *out, us_error *err);

#endif
