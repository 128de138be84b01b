/* The two ends of an interval, and the quantiles that intervals are made of. A level is the share
 * of intervals that should hold the truth: above 0, below 1, such as 0.95. */
#ifndef US_EXPERIMENTS_STATS_BOUNDS_H
#define US_EXPERIMENTS_STATS_BOUNDS_H

#include "base/base.h"

typedef struct us_bounds {
    double low, high; /* low <= high; -INFINITY and INFINITY where nothing is known */
} us_bounds;

/* By how many standard errors an interval of this level reaches to each side: 1.96 for 0.95. */
double us_normal_reach(double level);
/* The same where the error itself was estimated with so many degrees of freedom (1 or more, need
 * not be whole, INFINITY: the normal's): 2.776 for 0.95 and 4. */
double us_student_reach(double level, double freedom);
/* By how many the bound lies away that one side alone passes: 1.645 for 0.95. */
double us_normal_reach_one_side(double level);

/* Of values in rising order, one or more: the one that a share (0 to 1) of them lies below; between
 * two values in proportion. */
double us_quantile(const double *sorted, int count, double share);
void us_sort_doubles(double *value, int count); /* rising; none is NaN */

#endif
