#include "plan/places.h"

#include <string.h>

/* ---- made and freed */

enum { CHANGES_MAX = 64 /* cells; after more changes all is computed anew */, RANGE_MAX = 4096 };

static void begin_layer(us_places *p, int index)
{
    const us_nearness *of = &p->domain->nearness[index];
    us_layer *layer = &p->layer[index];
    if ((int64_t)of->high - of->low > RANGE_MAX)
        return;
    layer->surface = us_surface_new(p->domain, index);
    layer->kind = layer->surface                                ? US_LAYER_GROUND
                  : us_describer_has_boxes(p->describer, index) ? US_LAYER_SET
                                                                : US_LAYER_OTHER;
    layer->scale_of = US_NEW_ARRAY(int16_t, of->high - of->low + 1);
    for (int32_t value = of->low; value <= of->high; value++)
        layer->scale_of[value - of->low] = (int16_t)us_nearness_scale(of, value);
}

us_places *us_places_new(const us_domain *domain)
{
    us_places *p = US_NEW(us_places);
    p->domain = domain;
    p->describer = us_describer_new(domain);
    p->regions = us_regions_new(domain);
    for (int i = 0; i < domain->nearness_count; i++)
        begin_layer(p, i);
    for (int one = -1; one < domain->terrain_count; one++) {
        for (int other = -1; other < domain->terrain_count; other++) {
            for (int alike = 0; alike < 2; alike++)
                p->unlike[alike][1 + one][1 + other] =
                    (uint8_t)us_dissimilarity_compute_terrain(domain, one, other, alike);
        }
    }
    return p;
}

void us_places_free(us_places *p)
{
    if (!p)
        return;
    us_arena_free(p->map);
    for (int i = 0; i < US_NEARNESS_MAX; i++) {
        us_surface_free(p->layer[i].surface);
        us_mem_free(p->layer[i].scale_of);
        us_mem_free(p->layer[i].set);
    }
    us_regions_free(p->regions);
    us_describer_free(p->describer);
    us_mem_free(p);
}

static void allocate(us_places *p, const us_world *world)
{
    us_arena_free(p->map);
    us_arena *map = p->map = us_arena_new();
    p->width = world->width;
    p->height = world->height;
    p->cells = p->width * p->height;
    p->wide = (p->width + US_BLOCK_SIDE - 1) / US_BLOCK_SIDE;
    p->high = (p->height + US_BLOCK_SIDE - 1) / US_BLOCK_SIDE;
    p->blocks = p->wide * p->high;
    p->lanes = (p->blocks + US_LANES - 1) / US_LANES * US_LANES;
    p->words = (p->width + 63) / 64;
    p->framed = p->has_blocks = false;
    p->terrain = US_ARENA_ARRAY(map, uint8_t, p->cells);
    p->built = US_ARENA_ARRAY(map, uint8_t, p->cells);
    p->ground =
        US_ARENA_ARRAY(map, uint8_t, (p->width + 2 * US_BORDER) * (p->height + 2 * US_BORDER));
    p->mixes = 0;
    p->mix_of = US_ARENA_ARRAY(map, uint16_t, p->blocks);
    p->stale = US_ARENA_ARRAY(map, uint8_t, p->blocks);
    p->room = US_ARENA_ARRAY(map, uint64_t, p->words * p->height);
    for (int i = 0; i < 2; i++) {
        p->low[i] = US_ARENA_ARRAY(map, int16_t, p->lanes);
        p->top[i] = US_ARENA_ARRAY(map, int16_t, p->lanes);
    }
    for (int i = 0; i < p->domain->nearness_count; i++) {
        us_layer *layer = &p->layer[i];
        if (layer->kind == US_LAYER_OTHER)
            continue;
        layer->scaled = US_ARENA_ARRAY(map, int16_t, p->blocks * US_BLOCK_CELLS);
        layer->least = US_ARENA_ARRAY(map, int16_t, p->lanes);
        layer->most = US_ARENA_ARRAY(map, int16_t, p->lanes);
        layer->block_turn = US_ARENA_ARRAY(map, uint32_t, p->blocks);
        layer->turn = 1;
        layer->count = -1;
    }
}

/* ---- bits */

static void set_room(us_places *p, int x, int y)
{
    int cell = y * p->width + x;
    uint64_t *word = &p->room[y * p->words + x / 64], bit = (uint64_t)1 << (x % 64);
    bool is = !p->built[cell] && p->domain->terrain[p->terrain[cell]].buildable;
    *word = is ? *word | bit : *word & ~bit;
}

/* Returns the index of the mix. If there is no room for one more, the last mix stands for all
 * others: it has every kind. */
static int find_mix(us_places *p, uint64_t mix)
{
    enum { LAST = US_MIXES_MAX - 1 };
    for (int i = 0; i < p->mixes; i++)
        if (p->mix[i] == mix)
            return i;
    if (p->mixes >= LAST) {
        p->mix[LAST] = UINT64_MAX >> (63 - p->domain->terrain_count);
        p->mixes = US_MIXES_MAX;
        return LAST;
    }
    p->mix[p->mixes] = mix;
    return p->mixes++;
}

static void set_kinds(us_places *p, int block)
{
    int left = block % p->wide * US_BLOCK_SIDE, top = block / p->wide * US_BLOCK_SIDE;
    int stride = p->width + 2 * US_BORDER, right = left + US_BLOCK_SIDE + 2 * US_BORDER;
    int bottom = top + US_BLOCK_SIDE + 2 * US_BORDER;
    right = right < stride ? right : stride;
    bottom = bottom < p->height + 2 * US_BORDER ? bottom : p->height + 2 * US_BORDER;
    uint64_t kinds = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            kinds |= (uint64_t)1 << p->ground[y * stride + x];
    p->mix_of[block] = (uint16_t)find_mix(p, kinds);
}

static int place_in(int x, int y) /* in its block */
{
    return y % US_BLOCK_SIDE * US_BLOCK_SIDE + x % US_BLOCK_SIDE;
}

static void set_scaled(us_places *p, int index, int x, int y)
{
    us_layer *layer = &p->layer[index];
    int block = us_places_block_at(p, x, y);
    int value = us_surface_at(layer->surface, y * p->width + x) - p->domain->nearness[index].low;
    layer->scaled[block * US_BLOCK_CELLS + place_in(x, y)] = layer->scale_of[value];
    p->stale[block] = 1;
}

static void scale_all(us_places *p, int index)
{
    us_layer *layer = &p->layer[index];
    const int16_t *restrict scale_of = layer->scale_of;
    int low = p->domain->nearness[index].low;
    for (int y = 0, cell = 0; y < p->height; y++) {
        int16_t *restrict row =
            layer->scaled + us_places_block_at(p, 0, y) * US_BLOCK_CELLS + place_in(0, y);
        for (int x = 0; x < p->width; x++, cell++)
            row[x / US_BLOCK_SIDE * US_BLOCK_CELLS + x % US_BLOCK_SIDE] =
                scale_of[us_surface_at(layer->surface, cell) - low];
    }
    memset(p->stale, 1, (size_t)p->blocks);
}

static void set_bounds(us_places *p, int index)
{
    us_layer *layer = &p->layer[index];
    for (int block = 0; block < p->blocks; block++) {
        if (!p->stale[block])
            continue;
        const int16_t *scaled = &layer->scaled[block * US_BLOCK_CELLS];
        int left = p->width - block % p->wide * US_BLOCK_SIDE;
        int above = p->height - block / p->wide * US_BLOCK_SIDE;
        int16_t least = scaled[0], most = scaled[0];
        for (int i = 0; i < US_BLOCK_CELLS; i++) {
            if (i % US_BLOCK_SIDE >= left || i / US_BLOCK_SIDE >= above)
                continue;
            least = scaled[i] < least ? scaled[i] : least;
            most = scaled[i] > most ? scaled[i] : most;
        }
        layer->least[block] = least;
        layer->most[block] = most;
        p->stale[block] = 0;
    }
}

static void take_terrain(us_places *p, int x, int y, uint8_t terrain)
{
    int stride = p->width + 2 * US_BORDER;
    p->terrain[y * p->width + x] = terrain;
    p->ground[(y + US_BORDER) * stride + x + US_BORDER] = (uint8_t)(1 + terrain);
}

/* Sets what blocks know of the ground. */
static void begin_blocks(us_places *p)
{
    for (int block = 0; block < p->blocks; block++)
        set_kinds(p, block);
    for (int i = 0; i < p->domain->nearness_count; i++) {
        if (p->layer[i].kind != US_LAYER_GROUND)
            continue;
        scale_all(p, i);
        set_bounds(p, i);
    }
}

static void begin_ground(us_places *p, const us_world *world)
{
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN];
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            take_terrain(p, x, y, terrain[y * p->width + x]);
            set_room(p, x, y);
        }
    }
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind == US_LAYER_GROUND)
            us_surface_compute(p->layer[i].surface, world);
    if (p->has_blocks)
        begin_blocks(p);
}

static void change_ground(us_places *p, int cell, uint8_t terrain)
{
    int x = cell % p->width, y = cell / p->width;
    take_terrain(p, x, y, terrain);
    set_room(p, x, y);
    for (int by = (y - US_BORDER) / US_BLOCK_SIDE; by <= (y + US_BORDER) / US_BLOCK_SIDE; by++)
        for (int bx = (x - US_BORDER) / US_BLOCK_SIDE; bx <= (x + US_BORDER) / US_BLOCK_SIDE; bx++)
            if (p->has_blocks && bx >= 0 && by >= 0 && bx < p->wide && by < p->high)
                set_kinds(p, by * p->wide + bx);
}

static void change_layers(us_places *p, const int *cell, int count)
{
    for (int i = 0; i < p->domain->nearness_count; i++) {
        if (p->layer[i].kind != US_LAYER_GROUND)
            continue;
        int all = 0;
        for (int k = 0; k < count; k++) {
            int x = cell[k] % p->width, y = cell[k] / p->width;
            const int *changed;
            int touched =
                us_surface_update(p->layer[i].surface, x, y, p->terrain[cell[k]], &changed);
            for (int n = 0; p->has_blocks && n < touched; n++)
                set_scaled(p, i, changed[n] % p->width, changed[n] / p->width);
            all += touched;
        }
        if (p->has_blocks && all > 0)
            set_bounds(p, i);
    }
}

/* Lists the cells that differ from the last view; -1: more cells than CHANGES_MAX. */
static int list_changes(const us_places *p, const uint8_t *terrain, int out[CHANGES_MAX])
{
    int count = 0;
    for (int y = 0; y < p->height; y++) {
        int from = y * p->width;
        if (memcmp(terrain + from, p->terrain + from, (size_t)p->width) == 0)
            continue;
        for (int cell = from; cell < from + p->width; cell++) {
            if (terrain[cell] == p->terrain[cell])
                continue;
            if (count == CHANGES_MAX)
                return -1;
            out[count++] = cell;
        }
    }
    return count;
}

static void update_ground(us_places *p, const us_world *world, bool fresh)
{
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN];
    int changed[CHANGES_MAX], count = fresh ? -1 : list_changes(p, terrain, changed);
    if (count < 0)
        begin_ground(p, world);
    for (int i = 0; i < count; i++)
        change_ground(p, changed[i], terrain[changed[i]]);
    if (count > 0)
        change_layers(p, changed, count);
}

/* Takes over a row of cells. Only the bit of buildings counts: units walk about all the time. */
static void update_row(us_places *p, const uint8_t *taken, int from, int count)
{
    for (int cell = from; cell < from + count; cell++) {
        uint8_t built = taken[cell] & US_TAKEN_BUILDING;
        if (built == p->built[cell])
            continue;
        p->built[cell] = built;
        set_room(p, cell % p->width, cell / p->width);
    }
}

static void update_buildings(us_places *p, const us_world *world)
{
    enum { BLOCK = 64 }; /* cells: a fixed number, so that compilers vectorize the loop */
    const uint8_t *taken = world->plane[US_PLANE_TAKEN];
    int from = 0;
    for (; taken && from + BLOCK <= p->cells; from += BLOCK) {
        uint8_t differ = 0;
        for (int i = from; i < from + BLOCK; i++)
            differ |= (uint8_t)((taken[i] & US_TAKEN_BUILDING) ^ p->built[i]);
        if (differ)
            update_row(p, taken, from, BLOCK);
    }
    if (taken)
        update_row(p, taken, from, p->cells - from);
}

/* ---- distances to sets of entities */

static int scale_value(const us_places *p, int index, int value)
{
    const us_nearness *of = &p->domain->nearness[index];
    value = value < of->low ? of->low : value > of->high ? of->high : value;
    return p->layer[index].scale_of[value - of->low];
}

static int least_distance(const us_box *set, int count, us_box box)
{
    int least = US_NOWHERE;
    for (int i = 0; i < count; i++) {
        int far = us_box_gap(set[i], box);
        least = i == 0 || far < least ? far : least;
    }
    return least;
}

static us_box block_box(const us_places *p, int block)
{
    return (us_box){block % p->wide * US_BLOCK_SIDE, block / p->wide * US_BLOCK_SIDE, US_BLOCK_SIDE,
                    US_BLOCK_SIDE};
}

static void bound_set(us_places *p, int index)
{
    us_layer *layer = &p->layer[index];
    for (int block = 0; block < p->blocks; block++) {
        int far = least_distance(layer->set, layer->count, block_box(p, block));
        layer->least[block] = (int16_t)scale_value(p, index, far);
        layer->most[block] = (int16_t)scale_value(p, index, far + US_BLOCK_SIDE - 1);
    }
}

static void update_set(us_places *p, const us_view *view, int index)
{
    us_layer *layer = &p->layer[index];
    const us_box *set;
    int count = us_describer_boxes(p->describer, view, index, &set);
    size_t size = (size_t)count * sizeof *set;
    if (count == layer->count && (count == 0 || memcmp(set, layer->set, size) == 0))
        return;
    if (count > layer->room) {
        layer->room = 2 * count;
        layer->set = us_mem_realloc(layer->set, (size_t)layer->room * sizeof *set);
    }
    if (count > 0)
        memcpy(layer->set, set, size);
    layer->count = count;
    layer->turn++;
    if (p->has_blocks)
        bound_set(p, index);
}

/* Lowers the distances of a block's cells, row by row, to those to one more box. */
static void lower_distances(us_lanes far[US_BLOCK_SIDE], us_box block, const us_box *box)
{
    us_lanes dx = {0};
    for (int i = 0; i < US_BLOCK_SIDE; i++)
        dx[i] = (int16_t)us_span_gap(box->x, box->width, block.x + i, 1);
    for (int row = 0; row < US_BLOCK_SIDE; row++) {
        int16_t dy = (int16_t)us_span_gap(box->y, box->height, block.y + row, 1);
        us_lanes across = dx > dy, here = (dx & across) | (dy & ~across);
        us_lanes nearer = here < far[row];
        far[row] = (here & nearer) | (far[row] & ~nearer);
    }
}

/* A box that is nearest to some cell of the block is no farther from the block than the nearest of
 * all boxes is from the farthest cell. */
const int16_t *us_places_scale_block(us_places *p, int index, int block)
{
    _Static_assert(US_BLOCK_SIDE == US_LANES, "a row of a block is a vector");
    us_layer *layer = &p->layer[index];
    int16_t *scaled = &layer->scaled[block * US_BLOCK_CELLS];
    if (layer->kind == US_LAYER_GROUND || layer->block_turn[block] == layer->turn)
        return scaled;
    us_lanes far[US_BLOCK_SIDE];
    us_box box = block_box(p, block);
    int least = least_distance(layer->set, layer->count, box);
    for (int row = 0; row < US_BLOCK_SIDE; row++)
        far[row] = (us_lanes){0} + US_NOWHERE;
    for (int k = 0; k < layer->count; k++)
        if (us_box_gap(layer->set[k], box) < least + US_BLOCK_SIDE)
            lower_distances(far, box, &layer->set[k]);
    for (int i = 0; i < US_BLOCK_CELLS; i++)
        scaled[i] = (int16_t)scale_value(p, index, far[i / US_BLOCK_SIDE][i % US_BLOCK_SIDE]);
    layer->block_turn[block] = layer->turn;
    return scaled;
}

int32_t us_places_nearness(const us_places *p, int index, int x, int y)
{
    const us_layer *layer = &p->layer[index];
    const us_nearness *of = &p->domain->nearness[index];
    if (layer->kind == US_LAYER_GROUND)
        return us_surface_at(layer->surface, y * p->width + x);
    int far = least_distance(layer->set, layer->count, (us_box){x, y, 1, 1});
    return far < of->low ? of->low : far > of->high ? of->high : far;
}

/* ---- the way */

/* Along and across are linear, so the corners of a block bound them. */
static void set_place(us_places *p, int block)
{
    enum { CORNERS = 4 };
    us_box box = block_box(p, block);
    for (int i = 0; i < CORNERS; i++) {
        us_box cell = {box.x + i % 2 * (US_BLOCK_SIDE - 1), box.y + i / 2 * (US_BLOCK_SIDE - 1), 1,
                       1};
        int at[2];
        us_description_compute_place(&p->frame, cell, &at[0], &at[1]);
        for (int k = 0; k < 2; k++) {
            int here = us_place_bounded(at[k]);
            if (i == 0 || here < p->low[k][block])
                p->low[k][block] = (int16_t)here;
            if (i == 0 || here > p->top[k][block])
                p->top[k][block] = (int16_t)here;
        }
    }
}

static bool same_frame(const us_map_frame *a, const us_map_frame *b)
{
    return a->known == b->known && a->home_x == b->home_x && a->home_y == b->home_y &&
           a->away_x == b->away_x && a->away_y == b->away_y && a->swap == b->swap &&
           a->flip_x == b->flip_x && a->flip_y == b->flip_y;
}

void us_places_update(us_places *p, const us_view *view, const us_map_frame *frame)
{
    const us_world *world = view->world;
    bool fresh = !p->terrain || p->width != world->width || p->height != world->height;
    if (fresh)
        allocate(p, world);
    update_ground(p, world, fresh);
    update_buildings(p, world);
    us_describer_set_view(p->describer, view);
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind == US_LAYER_SET)
            update_set(p, view, i);
    if (p->framed && same_frame(&p->frame, frame))
        return;
    p->frame = *frame;
    p->framed = true;
    for (int block = 0; p->has_blocks && block < p->blocks; block++)
        set_place(p, block);
}

void us_places_need_blocks(us_places *p)
{
    if (p->has_blocks)
        return;
    p->has_blocks = true;
    begin_blocks(p);
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind == US_LAYER_SET)
            bound_set(p, i);
    for (int block = 0; block < p->blocks; block++)
        set_place(p, block);
}

void us_places_follow_ground(us_places *p, const us_world *world)
{
    if (p->terrain && p->width == world->width && p->height == world->height)
        update_ground(p, world, false);
}
