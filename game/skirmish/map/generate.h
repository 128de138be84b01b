/* Private to the generator: a map in the making.
 *
 * Cells are painted in pairs, each with its image, so that the map is equal for both seats at every
 * moment. A finished map may be made unfair. */
#ifndef US_GAME_SKIRMISH_MAP_GENERATE_H
#define US_GAME_SKIRMISH_MAP_GENERATE_H

#include "base/rng.h"
#include "game/skirmish/map/map.h"

enum {
    SK_HALL_SIDE = 4,
    SK_MINE_SIDE = 3,
    SK_GEN_MINES = 64,
    SK_KEEP_FREE = 1, /* not painted */
    SK_KEEP_BELT = 2, /* the belt: not changed */
};

typedef struct sk_rect {
    int x, y, w, h;
} sk_rect;

typedef struct sk_gen {
    const us_domain *domain;
    const sk_rules *rules;
    sk_map *map;
    int size;
    us_rng rng;
    sk_symmetry symmetry;
    uint8_t *keep;              /* by cell */
    int *frontier;              /* scratch, by cell */
    sk_rect zone, hall;         /* free ground and hall of seat 0; seat 1 has their images */
    sk_rect mine[SK_GEN_MINES]; /* in pairs; the first two are the home mines */
    int mine_count;
    int grass, dark, coast, bridge, stump, forest, wall, rocks, water;
} sk_gen;

int sk_gen_random(sk_gen *gen, int low, int high); /* both inclusive */
bool sk_gen_chance(sk_gen *gen, int percent);
sk_rect sk_gen_image(const sk_gen *gen, sk_rect rect);
int sk_gen_distance(sk_rect a, sk_rect b);
bool sk_gen_is_inside(const sk_gen *gen, sk_rect rect);
void sk_gen_keep_free(sk_gen *gen,
                      sk_rect rect); /* keeps it and its image free; clipped to the map */
/* Returns true if all cells are grass that is not kept. */
bool sk_gen_is_empty(const sk_gen *gen, sk_rect rect);

/* Paints a patch of up to `cells` cells around a start, on grass that is not kept and within
 * `reach` of the rectangle. Returns the count of cells painted. */
int sk_gen_paint_patch(sk_gen *gen, int terrain, int x, int y, int cells, sk_rect near, int reach);
void sk_gen_paint_clutter(sk_gen *gen, int patches, int terrain, int low, int high);
void sk_gen_paint_meadows(sk_gen *gen, int patches); /* dark grass, decoration */
void sk_gen_paint_shores(sk_gen *gen);               /* coast where land meets water */

/* Paints the belt between the players. ridge: trees and walls with rocks, closed. choke: rocks or
 * water with one or two narrow gaps. */
void sk_gen_paint_ridge(sk_gen *gen);
void sk_gen_paint_choke(sk_gen *gen);

/* Gives one seat of a finished map the better start, and writes it into the map's note. */
void sk_gen_favor_seat(sk_gen *gen);

#endif
