/* Learning curves: the scores of libraries by the number of demonstrations that they learned
 * from. */
#ifndef US_EXPERIMENTS_CURVE_H
#define US_EXPERIMENTS_CURVE_H

#include "experiments/compare.h"

typedef struct us_curve_run { /* a library */
    const char *curve;        /* the group's name without its size: "curve" of "curve-4" */
    int64_t size, games;
    double score; /* mean */
    int player;   /* index */
} us_curve_run;

typedef struct us_curve_point { /* the libraries of one curve and size */
    const char *curve;
    int64_t size, games;
    int first, runs; /* of us_curves.run */
    double mean, least, most;
    us_bounds bounds; /* of the mean, Student's. In the scope of maps: over maps, and over runs too
                         if there are two or more. In the scope of these maps: over the runs, NAN
                         with one run */
} us_curve_point;

typedef struct us_curves {
    us_curve_run *run;
    us_curve_point *point; /* both by curve, then size */
    int runs, points;
    int curves;
} us_curves;

/* Collects the players that learned from a known number of demonstrations and have played. All is
 * in the comparison's arena. */
us_curves us_curves_make(const us_comparison *comparison, const us_manifest *manifest);

#endif
