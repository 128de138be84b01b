/* Private to plan/: the cells of one map as revision asks of them, kept up from view to view.
 *
 * A block is eight by eight cells; what lies in it is bounded by the least and the greatest value
 * of each measure, so that most blocks need not be looked into. */
#ifndef US_PLAN_PLACES_H
#define US_PLAN_PLACES_H

#include "domain/describe.h"
#include "domain/surface.h"

enum {
    US_BLOCK_SIDE = 8,
    US_BLOCK_CELLS = US_BLOCK_SIDE * US_BLOCK_SIDE,
    US_LANES = 8,          /* numbers of 16 bits that are reckoned with at once */
    US_PLACE_BOUND = 2500, /* beyond that, bounds of along and across are no better */
    US_BORDER = US_WINDOW_SIDE / 2,
    US_MIXES_MAX = 128, /* of kinds of ground that are told apart */
};

typedef enum us_layer_kind {
    US_LAYER_OTHER, /* asked cell by cell */
    US_LAYER_GROUND,
    US_LAYER_SET,
} us_layer_kind;

/* One nearness. */
typedef struct us_layer {
    us_layer_kind kind;
    int16_t *felt_of;      /* by value - low; see us_nearness_felt */
    int16_t *felt;         /* by block, then row by row in it */
    int16_t *least, *most; /* of felt, by block: bounds */
    us_surface *surface;   /* GROUND */
    us_box *set;           /* SET: who it is near to */
    int count, room;
    uint32_t turn; /* SET: another one than the last; felt is that of the block's turn */
    uint32_t *block_turn;
} us_layer;

/* Rows of bits: cells that are such. */
typedef struct us_bits {
    uint64_t *word;
    uint32_t turn; /* how often they changed */
} us_bits;

/* What hangs together by steps to four sides. */
typedef struct us_row_span {
    int16_t from, to; /* cells of its row, both included */
    int32_t top;      /* index of another one that it hangs together with; its own: none before */
} us_row_span;
typedef struct us_ways {
    us_row_span *run; /* row by row, from left to right */
    int count, room;
    int *row; /* index of the first of each row; one more at the end */
    uint32_t turn;
} us_ways;

typedef struct us_places {
    const us_domain *domain;
    us_describer *describer;
    us_frame frame;
    bool framed; /* a frame was seen */
    int width, height, cells;
    int wide, high, blocks, lanes; /* in blocks; lanes: blocks, rounded up */
    int words;                     /* of a row of bits */
    uint8_t *terrain, *built;      /* as last seen */
    uint8_t *ground;               /* 1 + terrain, 0 off the map, with a border all around */
    uint64_t mix[US_MIXES_MAX];    /* bit 1 + terrain of all that windows in a block may show */
    int mixes;
    uint16_t *mix_of; /* by block */
    uint8_t *stale;   /* by block: its bounds are to be found again */
    uint8_t unlike[2][US_TERRAINS_MAX + 1][US_TERRAINS_MAX + 1]; /* [alike], by 1 + terrain */
    us_bits room; /* buildable and nothing is built there */
    us_bits open[US_MOVEMENTS_MAX];
    us_ways ways[US_MOVEMENTS_MAX];
    int16_t *low[2], *top[2]; /* along and across by block: bounds, see US_PLACE_BOUND */
    us_layer layer[US_NEARNESS_MAX];
} us_places;

us_places *us_places_new(const us_domain *domain);
void us_places_free(us_places *places); /* NULL is fine */
/* Takes over what has changed. This world has ground. */
void us_places_look(us_places *places, const us_view *view, const us_frame *frame);

/* One nearness of a cell. Not of OTHER layers. */
int32_t us_places_near(const us_places *places, int index, int x, int y);
/* layer->felt of that block is made. Not of OTHER layers. */
const int16_t *us_places_felt(us_places *places, int index, int block);
/* A way leads from box to box, as us_world_path has it. */
bool us_places_path(us_places *places, int movement, us_box from, us_box to);

static inline int us_block_of(const us_places *places, int x, int y)
{
    return y / US_BLOCK_SIDE * places->wide + x / US_BLOCK_SIDE;
}

/* Bits of the cells of a row, from x on; 0 off the map. x may be less than 0. */
static inline uint64_t us_places_bits(const us_places *p, const us_bits *bits, int x, int y)
{
    if (y < 0 || y >= p->height || x <= -64 || x >= p->width)
        return 0;
    const uint64_t *row = &bits->word[y * p->words];
    if (x < 0)
        return row[0] << -x;
    int word = x / 64, shift = x % 64;
    uint64_t low = row[word] >> shift;
    return shift && word + 1 < p->words ? low | row[word + 1] << (64 - shift) : low;
}

#endif
