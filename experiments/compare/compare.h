/* Tables of a comparison: understudy/experiment.h declares comparisons. */
#ifndef US_EXPERIMENTS_COMPARE_COMPARE_H
#define US_EXPERIMENTS_COMPARE_COMPARE_H

#include "experiments/compare/workers.h"
#include "experiments/design/manifest.h"
#include "experiments/report/sheet.h"
#include "experiments/stats/components.h"
#include "experiments/stats/effect.h"
#include "experiments/stats/significance.h"
#include "understudy/experiment.h"
#include "understudy/statistics.h"

extern const int us_profile_margin[US_PROFILE_POINTS];
/* Returns whether the side is the player or the player's group. */
bool us_side_has_player(const us_side *side, const us_entrant *player);
/* Returns the atlas of the estimates in the scope of maps, else NULL. */
const us_atlas *us_comparison_atlas(const us_comparison *comparison);

/* Appends at most three lines a comparison, which fit 80 columns: the verdict, the effect with the
 * interval and the p value that the verdict uses, and the maps, pairs and runs that it is about.
 * The last line counts the notes. */
void us_comparison_print_brief(const us_comparison *comparison, us_str *out);

/* Returns the comparison's tables that have rows; the table of workers only if there are outliers.
 * The caller frees each. */
enum { US_COMPARE_SHEETS_MAX = 13 };
int us_comparison_make_sheets(const us_comparison *comparison, const us_manifest *manifest,
                              us_sheet **out);

/* Learning curves: the scores of libraries by the number of demonstrations that they learned
 * from. */

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
