/* Surfaces: a nearness of the terrain alone for all cells of a map, updated as the terrain
 * changes. */
#ifndef US_DOMAIN_SURFACE_H
#define US_DOMAIN_SURFACE_H

#include "domain/node.h"
#include "domain/world.h"

typedef struct us_surface us_surface;

/* Returns NULL if the nearness reads anything else, or has no known form. */
us_surface *us_surface_new(const us_domain *domain, int nearness);
void us_surface_free(us_surface *surface); /* NULL is fine */
/* Computes all cells anew for the terrain of this world. */
void us_surface_compute(us_surface *surface, const us_world *world);
/* Changes the terrain of a cell. Returns the number of cells whose distance may have changed.
 * *cells lists them, some perhaps repeatedly, borrowed until the next call. */
int us_surface_update(us_surface *surface, int x, int y, int terrain, const int **cells);
/* Returns the same value as us_description_compute for that spot. */
int32_t us_surface_at(const us_surface *surface, int cell);

/* ---- distance form */

/* Private to domain/: recognizes nearnesses of a known form, which need no evaluation per cell. */
typedef enum us_distance_form {
    US_DISTANCE_OTHER,
    US_DISTANCE_SET,   /* distance(spot, nearest(spot, FILTERS)), with the same set for all cells */
    US_DISTANCE_CELLS, /* cells_to(spot, ...) */
    US_DISTANCE_GAP,   /* gap(spot, MOVEMENT) */
} us_distance_form;

/* Returns the form. *node: the call of nearest(), cells_to() or gap(), whose other arguments are
 * literals. */
us_distance_form us_distance_form_from_expr(const us_expr *expr, int *node);

#endif
