/* Tallies: values and the number of times that each occurs. Scores are few values many times over,
 * so a computation on a tally costs the same for a hundred games and for a million. */
#ifndef US_EXPERIMENTS_STATS_TALLY_H
#define US_EXPERIMENTS_STATS_TALLY_H

#include "base/base.h"

typedef struct us_tally {
    double *value; /* in rising order */
    int *times;    /* of each value; 1 or more */
    int kinds, count;
} us_tally;

/* Counts finite numbers. It allocates nothing for no values. */
us_tally us_tally_make(const double *value, int count);
void us_tally_clear(us_tally *tally);

/* The sizes of differences from 0, to each side. */
typedef struct us_two_sides {
    double *size; /* above 0, in rising order */
    int *plus, *minus;
    int kinds;
    int zeros, others; /* differences that are 0, and all that are not */
} us_two_sides;
us_two_sides us_two_sides_make(const double *difference, int count);
void us_two_sides_clear(us_two_sides *sides);

#endif
