/* Games of a library written by hand, and what patterns of the tests' own make of them. */
#ifndef US_TESTS_UNIT_ADAPTED_GAMES_H
#define US_TESTS_UNIT_ADAPTED_GAMES_H

#include "adapt/adapt.h"
#include "experiments/run/training.h"

typedef struct adapted_games {
    us_domain *domain;
    us_brl *library; /* as the file library.db holds it */
    us_training training;
    us_games *games;
    us_patterns patterns;
    us_adaptation_def def;
    us_adaptation adapted;
    us_error err;
} adapted_games;

extern const char
    adapted_games_idle[]; /* of "build base"; three repairs: the first is for a step */
extern const char adapted_games_late[];  /* of "build base"; one repair */
extern const char adapted_games_never[]; /* finds nothing */

/* The library as a file, two games of it in seat 0, and one or two patterns: idle and late,
 * whatever they are. */
adapted_games adapted_games_begin(const char *first, const char *second);
/* The same with a library of these behaviors. */
adapted_games adapted_games_begin_with(const char *behaviors, const char *first,
                                       const char *second);
void adapted_games_end(adapted_games *d);
void adapted_games_pattern(adapted_games *d, const char *name,
                           const char *text); /* one more; sorted is who calls */
void adapted_games_adapt(adapted_games *d);   /* anew; it must be done */

/* Makes a library of these behaviors in a file. */
void adapted_games_make_library(const us_domain *domain, const char *name, const char *behaviors);
us_brl *adapted_games_read(const us_domain *domain,
                           const char *name); /* a file; the caller frees */
/* The behavior of that name; of "NAME " the one whose name goes on. NULL: there is none. */
const us_template *adapted_games_behavior(const us_brl *library, const char *name);
const us_entry *adapted_games_entry(const us_template *of,
                                    const char *key); /* of its first case; there */

#endif
