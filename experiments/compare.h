/* Tables of a comparison: understudy/experiment.h declares comparisons. */
#ifndef US_EXPERIMENTS_COMPARE_H
#define US_EXPERIMENTS_COMPARE_H

#include "experiments/atlas.h"
#include "experiments/manifest.h"
#include "experiments/sheet.h"
#include "experiments/stats/components.h"
#include "experiments/stats/effect.h"
#include "experiments/stats/graded.h"
#include "experiments/stats/sequential.h"
#include "experiments/workers.h"
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

#endif
