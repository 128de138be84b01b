/* Regions: the parts of a map that ways join, kept from world to world.
 *
 * They answer the question of us_world_has_path, and look at the map again only where its terrain
 * or its buildings have changed. */
#ifndef US_DOMAIN_REGIONS_H
#define US_DOMAIN_REGIONS_H

#include "domain/world.h"

typedef struct us_regions us_regions;

us_regions *us_regions_new(const us_domain *domain);
void us_regions_free(us_regions *regions); /* NULL is fine */
/* Takes over the terrain and the buildings of a world, which must have terrain. Costs a comparison
 * of two planes if nothing has changed. */
void us_regions_update(us_regions *regions, const us_world *world);

/* Returns the same as us_world_has_path for the world of the last update. */
bool us_regions_has_path(us_regions *regions, int movement, us_box from, us_box to);
/* Returns the smallest box around all cells that can be reached from the box `from`; without width
 * if there are none. */
us_box us_regions_reach(us_regions *regions, int movement, us_box from);
/* Returns a bit for each cell that the movement may enter: passable, and without a building. A row
 * has (width + 63) / 64 words. Borrowed until the next update. */
const uint64_t *us_regions_open(const us_regions *regions, int movement);
typedef struct us_size {
    int width, height;
} us_size;
us_size us_regions_size(const us_regions *regions);  /* in cells */
int us_regions_neighbors(const us_regions *regions); /* of a cell: 8 or 4, as in the domain */
/* Returns a number that grows whenever a cell opens or closes. */
uint32_t us_regions_turn(const us_regions *regions, int movement);

#endif
