/* A nearness of the ground alone, for every cell of a map at once, kept up as the ground changes.
 */
#ifndef US_DOMAIN_SURFACE_H
#define US_DOMAIN_SURFACE_H

#include "domain/world.h"

typedef struct us_surface us_surface;

/* NULL: that nearness reads something else, or its form isn't known. */
us_surface *us_surface_new(const us_domain *domain, int nearness);
void us_surface_free(us_surface *surface); /* NULL is fine */
/* Of this world's ground, from the beginning. */
void us_surface_begin(us_surface *surface, const us_world *world);
/* The ground of a cell is `terrain` now. Returns how many cells may be another distance away, and
 * which, each maybe more than once; borrowed until the next call. */
int us_surface_change(us_surface *surface, int x, int y, int terrain, const int **cells);
/* As us_describe_box has it for that spot. */
int32_t us_surface_at(const us_surface *surface, int cell);

#endif
