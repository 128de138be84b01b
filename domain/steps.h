/* Steps: how far each cell of a map is from a box, on foot. */
#ifndef US_DOMAIN_STEPS_H
#define US_DOMAIN_STEPS_H

#include "domain/regions.h"

/* No way leads there, or one of so many steps. The largest map has room for such a way, if it is a
 * maze. */
enum { US_NO_STEPS = UINT16_MAX };

typedef struct us_steps us_steps;

us_steps *us_steps_new(void);
void us_steps_free(us_steps *steps); /* NULL is fine */
/* Returns, by cell, the number of king's moves over open cells to the nearest open cell of the box
 * or, if it has none, to the box, as us_regions_has_path asks for ways. A move across a corner
 * needs one open side. A move into a box without open cells needs none, and crosses no corner if
 * cells of the domain have 4 neighbors. Borrowed until the next call. Searches only if an argument
 * or a cell of the regions has changed since the last call, which must have been about the same
 * regions. */
const uint16_t *us_steps_map(us_steps *steps, const us_regions *regions, int movement, us_box to);
/* Returns the next cell of a way from the cell, by the last map: the first in rows of those one
 * step nearer to its end. Returns the cell itself at the end, and where no way leads. */
int us_steps_next(const us_steps *steps, int cell);

#endif
