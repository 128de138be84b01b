/* Games of a library written by hand, and what patterns of the tests' own make of them. */
#ifndef US_TESTS_UNIT_ADAPTKIT_H
#define US_TESTS_UNIT_ADAPTKIT_H

#include "adapt/adapt.h"
#include "experiments/training.h"

typedef struct desk {
    us_domain *domain;
    us_brl *library; /* as the file library.db holds it */
    us_training training;
    us_games *games;
    us_patterns patterns;
    us_adapt_def def;
    us_adapted adapted;
    us_error err;
} desk;

extern const char desk_idle[];  /* of "build base"; three repairs: the first is for a step */
extern const char desk_late[];  /* of "build base"; one repair */
extern const char desk_never[]; /* finds nothing */

/* The library as a file, two games of it in seat 0, and one or two patterns: idle and late,
 * whatever they are. */
desk desk_begin(const char *first, const char *second);
void desk_end(desk *d);
void desk_pattern(desk *d, const char *name, const char *text); /* one more; sorted is who calls */
void desk_adapt(desk *d);                                       /* anew; it must be done */

us_brl *desk_read(const us_domain *domain, const char *name); /* a file; the caller frees */
/* The behavior of that name; of "NAME " the one whose name goes on. NULL: there is none. */
const us_template *desk_behavior(const us_brl *library, const char *name);
const us_entry *desk_entry(const us_template *of, const char *key); /* of its first case; there */

#endif
