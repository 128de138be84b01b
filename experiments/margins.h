/* How clearly the sides of a comparison won and lost: their games by margin. */
#ifndef US_EXPERIMENTS_MARGINS_H
#define US_EXPERIMENTS_MARGINS_H

#include "experiments/compare.h"

enum { US_MARGINS = 2001 /* from -1 to 1, in thousandths */ };

typedef struct us_margins {
    int64_t games, count[US_MARGINS]; /* by us_row_margin + 1000 */
} us_margins;

/* Of each side; the caller frees. */
us_margins *us_margins_of(const us_comparison *comparison, const us_manifest *manifest);
/* The share of games with a margin of at least from - 1000 thousandths; NAN of no games. */
double us_margins_share(const us_margins *margins, int from);

#endif
