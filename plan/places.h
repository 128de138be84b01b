/* Private to plan/: the cells of one map as revision needs them, updated from view to view.
 *
 * A block is eight by eight cells. The least and the greatest value of each measure bound the cells
 * of a block, so that revision skips most blocks. */
#ifndef US_PLAN_PLACES_H
#define US_PLAN_PLACES_H

#include <string.h>

#include "domain/describe.h"
#include "domain/regions.h"
#include "domain/surface.h"

enum {
    US_BLOCK_SIDE = 8,
    US_BLOCK_CELLS = US_BLOCK_SIDE * US_BLOCK_SIDE,
    US_LANES = 8,          /* numbers of 16 bits in a vector */
    US_PLACE_BOUND = 2500, /* along and across are cut to this in bounds */
    US_BORDER = US_WINDOW_SIDE / 2,
    US_MIXES_MAX = 128, /* sets of terrains that are kept apart */
};

typedef int16_t us_lanes __attribute__((vector_size(2 * US_LANES)));
static inline us_lanes us_lanes_at(const int16_t *from)
{
    us_lanes out;
    memcpy(&out, from, sizeof out);
    return out;
}

typedef enum us_layer_kind {
    US_LAYER_OTHER, /* measured cell by cell */
    US_LAYER_GROUND,
    US_LAYER_SET,
} us_layer_kind;

/* One nearness of the domain. */
typedef struct us_layer {
    us_layer_kind kind;
    int16_t *scale_of;     /* by value - low; see us_nearness_scale */
    int16_t *scaled;       /* by block, then row by row in it */
    int16_t *least, *most; /* bounds of scaled, by block */
    us_surface *surface;   /* GROUND */
    us_box *set;           /* SET: boxes whose distance it measures */
    int count, room;
    uint32_t turn; /* SET: rises when set changes; a block's scaled belongs to its block_turn */
    uint32_t *block_turn;
} us_layer;

typedef struct us_places {
    const us_domain *domain;
    us_arena *map; /* holds what has the size of the map */
    us_describer *describer;
    us_map_frame frame;
    bool framed;     /* frame is set */
    bool has_blocks; /* blocks are kept up to date */
    int width, height, cells;
    int wide, high, blocks, lanes; /* in blocks; lanes: blocks, rounded up to US_LANES */
    int words;                     /* of a row of bits */
    uint8_t *terrain, *built;      /* as in the last view */
    uint8_t *ground;               /* 1 + terrain, 0 off the map, with a border all around */
    uint64_t mix[US_MIXES_MAX]; /* bit 1 + terrain: all terrains that windows in a block may show */
    int mixes;
    uint16_t *mix_of; /* index into mix, by block */
    uint8_t *stale;   /* by block: its bounds must be computed again */
    uint8_t unlike[2][US_TERRAINS_MAX + 1][US_TERRAINS_MAX + 1]; /* [alike], by 1 + terrain */
    uint64_t *room;      /* a bit for each buildable cell without a building, in rows of words */
    us_regions *regions; /* updated apart from the rest, by us_regions_update */
    int16_t *low[2], *top[2]; /* bounds of along and across, by block; see US_PLACE_BOUND */
    us_layer layer[US_NEARNESS_MAX];
} us_places;

us_places *us_places_new(const us_domain *domain);
void us_places_free(us_places *places); /* NULL is fine */
/* Takes over the changes of a view, which must have terrain. */
void us_places_update(us_places *places, const us_view *view, const us_map_frame *frame);

/* Has this update and all later ones keep blocks up to date, too: their bounds, kinds and scales.
 */
void us_places_need_blocks(us_places *places);
/* Takes over changes of the terrain alone, so that the next update has fewer of them. */
void us_places_follow_ground(us_places *places, const us_world *world);

/* Returns one nearness of a cell. Not for layers of kind OTHER. */
int32_t us_places_nearness(const us_places *places, int index, int x, int y);
/* Returns layer->scaled of that block, up to date. Not for layers of kind OTHER. */
const int16_t *us_places_scale_block(us_places *places, int index, int block);

/* Maps a distance to 0 to 1000: one more cell counts much if close and little if far. */
int us_nearness_scale(const us_nearness *of, int32_t value);
/* Returns how unlike one terrain is to another; -1 stands for cells off the map. */
int us_dissimilarity_compute_terrain(const us_domain *domain, int one, int other, bool alike);

/* Cuts along or across to what bounds hold. */
static inline int us_place_bounded(int64_t value)
{
    return value < -US_PLACE_BOUND  ? -US_PLACE_BOUND
           : value > US_PLACE_BOUND ? US_PLACE_BOUND
                                    : (int)value;
}

static inline int us_places_block_at(const us_places *places, int x, int y)
{
    return y / US_BLOCK_SIDE * places->wide + x / US_BLOCK_SIDE;
}

/* Returns the bits of a row from x on, which may be negative. Bits off the map are 0. */
static inline uint64_t us_places_bits(const us_places *p, const uint64_t *bits, int x, int y)
{
    if (y < 0 || y >= p->height || x <= -64 || x >= p->width)
        return 0;
    const uint64_t *row = &bits[y * p->words];
    if (x < 0)
        return row[0] << -x;
    int word = x / 64, shift = x % 64;
    uint64_t low = row[word] >> shift;
    return shift && word + 1 < p->words ? low | row[word + 1] << (64 - shift) : low;
}

#endif
