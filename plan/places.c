#include "plan/places.h"

#include <string.h>

#include "plan/inside.h"

enum { CHANGES_MAX = 64 /* cells; of more all is begun anew */, RANGE_MAX = 4096 };

/* ---- made and freed */

static void begin_layer(us_places *p, int index)
{
    const us_nearness *of = &p->domain->nearness[index];
    us_layer *layer = &p->layer[index];
    if ((int64_t)of->high - of->low > RANGE_MAX)
        return;
    layer->surface = us_surface_new(p->domain, index);
    layer->kind = layer->surface                               ? US_LAYER_GROUND
                  : us_describer_measures(p->describer, index) ? US_LAYER_SET
                                                               : US_LAYER_OTHER;
    layer->felt_of = US_NEW_ARRAY(int16_t, of->high - of->low + 1);
    for (int32_t value = of->low; value <= of->high; value++)
        layer->felt_of[value - of->low] = (int16_t)us_near_felt(of, value);
}

us_places *us_places_new(const us_domain *domain)
{
    us_places *p = US_NEW(us_places);
    p->domain = domain;
    p->describer = us_describer_new(domain);
    for (int i = 0; i < domain->nearness_count; i++)
        begin_layer(p, i);
    for (int one = -1; one < domain->terrain_count; one++) {
        for (int other = -1; other < domain->terrain_count; other++) {
            for (int alike = 0; alike < 2; alike++)
                p->unlike[alike][1 + one][1 + other] =
                    (uint8_t)us_unlike_terrain(domain, one, other, alike);
        }
    }
    return p;
}

static void free_cells(us_places *p)
{
    for (int i = 0; i < US_NEARNESS_MAX; i++) {
        us_free(p->layer[i].felt);
        us_free(p->layer[i].least);
        us_free(p->layer[i].most);
        us_free(p->layer[i].block_turn);
    }
    for (int i = 0; i < US_MOVEMENTS_MAX; i++) {
        us_free(p->open[i].word);
        us_free(p->ways[i].row);
    }
    for (int i = 0; i < 2; i++) {
        us_free(p->low[i]);
        us_free(p->top[i]);
    }
    us_free(p->room.word);
    us_free(p->terrain);
    us_free(p->built);
    us_free(p->ground);
    us_free(p->mix_of);
}

void us_places_free(us_places *p)
{
    if (!p)
        return;
    free_cells(p);
    for (int i = 0; i < US_NEARNESS_MAX; i++) {
        us_surface_free(p->layer[i].surface);
        us_free(p->layer[i].felt_of);
        us_free(p->layer[i].set);
    }
    for (int i = 0; i < US_MOVEMENTS_MAX; i++)
        us_free(p->ways[i].run);
    us_describer_free(p->describer);
    us_free(p);
}

static void allocate_layer(us_places *p, us_layer *layer)
{
    layer->felt = US_NEW_ARRAY(int16_t, p->blocks * US_BLOCK_CELLS);
    layer->least = US_NEW_ARRAY(int16_t, p->lanes);
    layer->most = US_NEW_ARRAY(int16_t, p->lanes);
    layer->block_turn = US_NEW_ARRAY(uint32_t, p->blocks);
    layer->turn = 1;
    layer->count = -1;
}

static void allocate(us_places *p, const us_world *world)
{
    free_cells(p);
    p->width = world->width;
    p->height = world->height;
    p->cells = p->width * p->height;
    p->wide = (p->width + US_BLOCK_SIDE - 1) / US_BLOCK_SIDE;
    p->high = (p->height + US_BLOCK_SIDE - 1) / US_BLOCK_SIDE;
    p->blocks = p->wide * p->high;
    p->lanes = (p->blocks + US_LANES - 1) / US_LANES * US_LANES;
    p->words = (p->width + 63) / 64;
    p->framed = false;
    p->terrain = US_NEW_ARRAY(uint8_t, p->cells);
    p->built = US_NEW_ARRAY(uint8_t, p->cells);
    p->ground = US_NEW_ARRAY(uint8_t, (p->width + 2 * US_BORDER) * (p->height + 2 * US_BORDER));
    p->mixes = 0;
    p->mix_of = US_NEW_ARRAY(uint16_t, p->blocks);
    p->room.word = US_NEW_ARRAY(uint64_t, p->words * p->height);
    for (int i = 0; i < p->domain->movements.count; i++) {
        p->open[i].word = US_NEW_ARRAY(uint64_t, p->words * p->height);
        p->ways[i].row = US_NEW_ARRAY(int, p->height + 1);
    }
    for (int i = 0; i < 2; i++) {
        p->low[i] = US_NEW_ARRAY(int16_t, p->lanes);
        p->top[i] = US_NEW_ARRAY(int16_t, p->lanes);
    }
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind != US_LAYER_OTHER)
            allocate_layer(p, &p->layer[i]);
}

/* ---- bits */

static void set_bit(us_places *p, us_bits *bits, int cell, bool is)
{
    uint64_t *word = &bits->word[cell / p->width * p->words + cell % p->width / 64];
    uint64_t bit = (uint64_t)1 << (cell % p->width % 64), now = is ? *word | bit : *word & ~bit;
    bits->turn += now != *word;
    *word = now;
}

static void settle_bits(us_places *p, int cell)
{
    const us_terrain *terrain = &p->domain->terrain[p->terrain[cell]];
    bool bare = !p->built[cell];
    set_bit(p, &p->room, cell, bare && terrain->buildable);
    for (int i = 0; i < p->domain->movements.count; i++)
        set_bit(p, &p->open[i], cell, bare && (terrain->passable >> i & 1));
}

uint64_t us_places_bits(const us_places *p, const us_bits *bits, int x, int y)
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

/* ---- the ground */

/* Where there is no room for one more, the last stands for all others: it has every kind. */
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

static void settle_kinds(us_places *p, int block)
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

static void settle_felt(us_places *p, int index, int block)
{
    us_layer *layer = &p->layer[index];
    int16_t *felt = &layer->felt[block * US_BLOCK_CELLS];
    int left = block % p->wide * US_BLOCK_SIDE, top = block / p->wide * US_BLOCK_SIDE;
    int low = p->domain->nearness[index].low, least = INT16_MAX, most = INT16_MIN;
    for (int i = 0; i < US_BLOCK_CELLS; i++) {
        int x = left + i % US_BLOCK_SIDE, y = top + i / US_BLOCK_SIDE;
        if (x >= p->width || y >= p->height)
            continue;
        felt[i] = layer->felt_of[us_surface_at(layer->surface, y * p->width + x) - low];
        least = felt[i] < least ? felt[i] : least;
        most = felt[i] > most ? felt[i] : most;
    }
    layer->least[block] = (int16_t)least;
    layer->most[block] = (int16_t)most;
}

static void settle_box(us_places *p, int index, us_box box)
{
    if (box.width == 0)
        return;
    int right = (box.x + box.width - 1) / US_BLOCK_SIDE;
    int bottom = (box.y + box.height - 1) / US_BLOCK_SIDE;
    for (int y = box.y / US_BLOCK_SIDE; y <= bottom; y++)
        for (int x = box.x / US_BLOCK_SIDE; x <= right; x++)
            settle_felt(p, index, y * p->wide + x);
}

static void take_terrain(us_places *p, int cell, uint8_t terrain)
{
    int stride = p->width + 2 * US_BORDER;
    int x = cell % p->width + US_BORDER, y = cell / p->width + US_BORDER;
    p->terrain[cell] = terrain;
    p->ground[y * stride + x] = (uint8_t)(1 + terrain);
}

static void begin_ground(us_places *p, const us_world *world)
{
    for (int cell = 0; cell < p->cells; cell++) {
        take_terrain(p, cell, world->plane[US_PLANE_TERRAIN][cell]);
        settle_bits(p, cell);
    }
    for (int block = 0; block < p->blocks; block++)
        settle_kinds(p, block);
    for (int i = 0; i < p->domain->nearness_count; i++) {
        if (p->layer[i].kind != US_LAYER_GROUND)
            continue;
        us_surface_begin(p->layer[i].surface, world);
        settle_box(p, i, (us_box){0, 0, p->width, p->height});
    }
}

static void change_ground(us_places *p, int cell, uint8_t terrain)
{
    int x = cell % p->width, y = cell / p->width;
    take_terrain(p, cell, terrain);
    settle_bits(p, cell);
    for (int by = (y - US_BORDER) / US_BLOCK_SIDE; by <= (y + US_BORDER) / US_BLOCK_SIDE; by++)
        for (int bx = (x - US_BORDER) / US_BLOCK_SIDE; bx <= (x + US_BORDER) / US_BLOCK_SIDE; bx++)
            if (bx >= 0 && by >= 0 && bx < p->wide && by < p->high)
                settle_kinds(p, by * p->wide + bx);
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind == US_LAYER_GROUND)
            settle_box(p, i, us_surface_change(p->layer[i].surface, x, y, terrain));
}

/* Where it differs from what was seen; -1: in more cells than that. */
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

static void look_at_ground(us_places *p, const us_world *world, bool fresh)
{
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN];
    int changed[CHANGES_MAX], count = fresh ? -1 : list_changes(p, terrain, changed);
    if (count < 0)
        begin_ground(p, world);
    for (int i = 0; i < count; i++)
        change_ground(p, changed[i], terrain[changed[i]]);
}

/* Only the bit of buildings counts: units walk about all the time. */
static void look_at_buildings(us_places *p, const us_world *world)
{
    enum { AT_ONCE = 8 };
    static const uint8_t nothing[AT_ONCE];
    const uint8_t *taken = world->plane[US_PLANE_TAKEN];
    uint64_t mask;
    memset(&mask, US_TAKEN_BUILDING, sizeof mask);
    for (int from = 0; from < p->cells; from += AT_ONCE) {
        int count = p->cells - from < AT_ONCE ? p->cells - from : AT_ONCE;
        uint64_t now = 0, was = 0;
        memcpy(&now, taken ? taken + from : nothing, (size_t)count);
        memcpy(&was, p->built + from, (size_t)count);
        if ((now & mask) == was)
            continue;
        for (int cell = from; cell < from + count; cell++) {
            p->built[cell] = taken ? taken[cell] & US_TAKEN_BUILDING : 0;
            settle_bits(p, cell);
        }
    }
}

/* ---- who is near */

static int felt_of(const us_places *p, int index, int value)
{
    const us_nearness *of = &p->domain->nearness[index];
    value = value < of->low ? of->low : value > of->high ? of->high : value;
    return p->layer[index].felt_of[value - of->low];
}

static int least_distance(const us_layer *layer, us_box box)
{
    int least = US_NOWHERE;
    for (int i = 0; i < layer->count; i++) {
        int far = us_box_distance(layer->set[i], box);
        least = i == 0 || far < least ? far : least;
    }
    return least;
}

static us_box block_box(const us_places *p, int block)
{
    return (us_box){block % p->wide * US_BLOCK_SIDE, block / p->wide * US_BLOCK_SIDE, US_BLOCK_SIDE,
                    US_BLOCK_SIDE};
}

static void look_at_set(us_places *p, const us_view *view, int index)
{
    us_layer *layer = &p->layer[index];
    const us_box *set;
    int count = us_describer_set(p->describer, view, index, &set);
    size_t size = (size_t)count * sizeof *set;
    if (count == layer->count && (count == 0 || memcmp(set, layer->set, size) == 0))
        return;
    if (count > layer->room) {
        layer->room = 2 * count;
        layer->set = us_realloc(layer->set, (size_t)layer->room * sizeof *set);
    }
    if (count > 0)
        memcpy(layer->set, set, size);
    layer->count = count;
    layer->turn++;
    for (int block = 0; block < p->blocks; block++) {
        int far = least_distance(layer, block_box(p, block));
        layer->least[block] = (int16_t)felt_of(p, index, far);
        layer->most[block] = (int16_t)felt_of(p, index, far + US_BLOCK_SIDE - 1);
    }
}

/* Whoever is nearest to some cell of the block is no farther from the block than the nearest of all
 * is from the farthest cell. */
const int16_t *us_places_felt(us_places *p, int index, int block)
{
    enum { NEAR_MAX = 64 };
    us_layer *layer = &p->layer[index];
    int16_t *felt = &layer->felt[block * US_BLOCK_CELLS];
    if (layer->kind == US_LAYER_GROUND || layer->block_turn[block] == layer->turn)
        return felt;
    us_box box = block_box(p, block), near[NEAR_MAX];
    us_layer few = {.set = near};
    int least = least_distance(layer, box);
    for (int i = 0; i < layer->count && few.count < NEAR_MAX; i++)
        if (us_box_distance(layer->set[i], box) < least + US_BLOCK_SIDE)
            near[few.count++] = layer->set[i];
    const us_layer *from = few.count == NEAR_MAX ? layer : &few;
    for (int i = 0; i < US_BLOCK_CELLS; i++) {
        us_box cell = {box.x + i % US_BLOCK_SIDE, box.y + i / US_BLOCK_SIDE, 1, 1};
        felt[i] = (int16_t)felt_of(p, index, least_distance(from, cell));
    }
    layer->block_turn[block] = layer->turn;
    return felt;
}

int32_t us_places_near(const us_places *p, int index, int x, int y)
{
    const us_layer *layer = &p->layer[index];
    const us_nearness *of = &p->domain->nearness[index];
    if (layer->kind == US_LAYER_GROUND)
        return us_surface_at(layer->surface, y * p->width + x);
    int far = least_distance(layer, (us_box){x, y, 1, 1});
    return far < of->low ? of->low : far > of->high ? of->high : far;
}

/* ---- the way */

static int bounded(int value)
{
    return value < -US_PLACE_BOUND  ? -US_PLACE_BOUND
           : value > US_PLACE_BOUND ? US_PLACE_BOUND
                                    : value;
}

/* Along and across are straight, so corners are the ends. */
static void settle_place(us_places *p, int block)
{
    enum { CORNERS = 4 };
    us_box box = block_box(p, block);
    for (int i = 0; i < CORNERS; i++) {
        us_box cell = {box.x + i % 2 * (US_BLOCK_SIDE - 1), box.y + i / 2 * (US_BLOCK_SIDE - 1), 1,
                       1};
        int at[2];
        us_describe_place(&p->frame, cell, &at[0], &at[1]);
        for (int k = 0; k < 2; k++) {
            int here = bounded(at[k]);
            if (i == 0 || here < p->low[k][block])
                p->low[k][block] = (int16_t)here;
            if (i == 0 || here > p->top[k][block])
                p->top[k][block] = (int16_t)here;
        }
    }
}

static bool same_frame(const us_frame *a, const us_frame *b)
{
    return a->known == b->known && a->home_x == b->home_x && a->home_y == b->home_y &&
           a->away_x == b->away_x && a->away_y == b->away_y && a->swap == b->swap &&
           a->flip_x == b->flip_x && a->flip_y == b->flip_y;
}

void us_places_look(us_places *p, const us_view *view, const us_frame *frame)
{
    const us_world *world = view->world;
    bool fresh = !p->terrain || p->width != world->width || p->height != world->height;
    if (fresh)
        allocate(p, world);
    look_at_ground(p, world, fresh);
    look_at_buildings(p, world);
    us_describer_look(p->describer, view);
    for (int i = 0; i < p->domain->nearness_count; i++)
        if (p->layer[i].kind == US_LAYER_SET)
            look_at_set(p, view, i);
    if (!p->framed || !same_frame(&p->frame, frame)) {
        p->frame = *frame;
        p->framed = true;
        for (int block = 0; block < p->blocks; block++)
            settle_place(p, block);
    }
}
