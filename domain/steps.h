/* Steps: how far each cell of a map is from a box, on foot. */
#ifndef US_DOMAIN_STEPS_H
#define US_DOMAIN_STEPS_H

#include "domain/regions.h"

enum { US_NO_STEPS = UINT16_MAX }; /* no way leads there */

typedef struct us_steps us_steps;

us_steps *us_steps_new(void);
void us_steps_free(us_steps *steps); /* NULL is fine */
/* Returns, by cell, the number of king's moves over open cells to the box, whose own cells may be
 * closed. A move across a corner needs one open side, except into the box. Borrowed until the next
 * call. Searches only if an argument or a cell of the regions has changed since the last call,
 * which must have been about the same regions. */
const uint16_t *us_steps_map(us_steps *steps, const us_regions *regions, int movement, us_box to);

#endif
