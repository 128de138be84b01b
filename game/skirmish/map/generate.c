/* The generator of maps. Cells are painted in pairs, each with its image, so that the map is equal
 * for both seats at every moment. A finished map may be made unfair. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "game/skirmish/map/survey.h"

enum {
    SIDE_MIN = 32,
    SIDE_MAX = 128,
    SIDE_STEP = 8,
    ATTEMPTS = 64,
    SMALL = 48, /* smaller maps are tighter */
    WOOD_WITHIN = 15,
    HALL_SIDE = 4,
    MINE_SIDE = 3,
    MINES_MAX = 64,
    KEEP_FREE = 1,  /* not painted */
    KEEP_BELT = 2,  /* the belt: not changed */
    FINE = 16,      /* sixteenths of a cell, the unit of the belt */
    BEND = 8,       /* cells between bends of the belt */
    AXIS_MAX = 256, /* cells along the belt on each side of its middle */
    GAPS_MAX = 3,
    WOODS_WITHIN = 14,
};

const us_map_choice sk_map_families[] = {
    {"open", "many ways between the bases"},
    {"ridge", "no way until somebody cuts trees or breaks walls"},
    {"choke", "a few narrow ways"},
    {"scattered", "poor mines far apart"},
    {NULL, NULL},
};
const us_map_choice sk_map_fairness[] = {
    [US_MAP_UNFAIR] = {"no", "one seat is favored; the map's note says how"},
    [US_MAP_FAIR] = {"any", "turned or mirrored, as the seed has it"},
    [US_MAP_TURNED] = {"turn", "half a turn carries one seat onto the other"},
    [US_MAP_MIRRORED] = {"mirror", "a mirror does"},
    {NULL, NULL},
};
const char sk_map_sizes[] = "a multiple of 8 from 32 to 128";

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
    uint8_t *keep;           /* by cell */
    int *frontier;           /* scratch, by cell */
    sk_rect zone, hall;      /* free ground and hall of seat 0; seat 1 has their images */
    sk_rect mine[MINES_MAX]; /* in pairs; the first two are the home mines */
    int mine_count;
    int grass, dark, coast, bridge, stump, forest, wall, rocks, water;
} sk_gen;

/* ---- painting */

/* Both bounds are inclusive. */
static int gen_random(sk_gen *gen, int low, int high)
{
    return low + (int)us_rng_next_below(&gen->rng, (uint32_t)(high - low + 1));
}

static bool gen_chance(sk_gen *gen, int percent)
{
    return us_rng_next_bool(&gen->rng, (uint32_t)percent, 100);
}

static sk_rect gen_image(const sk_gen *gen, sk_rect rect)
{
    sk_rect image = rect;
    sk_symmetry_apply(gen->symmetry, gen->size, gen->size, rect.w, rect.h, &image.x, &image.y);
    if (gen->symmetry >= SK_SYMMETRY_DIAGONAL) {
        image.w = rect.h;
        image.h = rect.w;
    }
    return image;
}

static int gen_distance(sk_rect a, sk_rect b)
{
    return sk_rect_distance(a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h);
}

static bool gen_is_inside(const sk_gen *gen, sk_rect rect)
{
    return rect.x >= 0 && rect.y >= 0 && rect.x + rect.w <= gen->size &&
           rect.y + rect.h <= gen->size;
}

static int image_cell(const sk_gen *gen, int cell)
{
    int x = cell % gen->size, y = cell / gen->size;
    sk_symmetry_apply(gen->symmetry, gen->size, gen->size, 1, 1, &x, &y);
    return y * gen->size + x;
}

static void paint(sk_gen *gen, int cell, int terrain)
{
    gen->map->terrain[cell] = (uint8_t)terrain;
    gen->map->terrain[image_cell(gen, cell)] = (uint8_t)terrain;
}

static void keep_cell(sk_gen *gen, int cell, int keep)
{
    gen->keep[cell] = (uint8_t)keep;
    gen->keep[image_cell(gen, cell)] = (uint8_t)keep;
}

/* Keeps it and its image free; clipped to the map. */
static void gen_keep_free(sk_gen *gen, sk_rect rect)
{
    for (int y = rect.y; y < rect.y + rect.h; y++)
        for (int x = rect.x; x < rect.x + rect.w; x++)
            if (x >= 0 && y >= 0 && x < gen->size && y < gen->size)
                keep_cell(gen, y * gen->size + x, KEEP_FREE);
}

static bool is_grass(const sk_gen *gen, int cell)
{
    return !gen->keep[cell] && gen->map->terrain[cell] == gen->grass;
}

/* Returns true if all cells are grass that is not kept. */
static bool gen_is_empty(const sk_gen *gen, sk_rect rect)
{
    if (!gen_is_inside(gen, rect))
        return false;
    for (int k = 0; k < rect.w * rect.h; k++)
        if (!is_grass(gen, (rect.y + k / rect.w) * gen->size + rect.x + k % rect.w))
            return false;
    return true;
}

/* Paints a patch of up to `cells` cells around a start, on grass that is not kept and within
 * `reach` of the rectangle. It grows from random cells of its rim, which makes it ragged and
 * connected. Returns the count of cells painted. */
static int gen_paint_patch(sk_gen *gen, int terrain, int x, int y, int cells, sk_rect near,
                           int reach)
{
    int count = 0, painted = 0;
    if (x < 0 || y < 0 || x >= gen->size || y >= gen->size)
        return 0;
    gen->frontier[count++] = y * gen->size + x;
    while (count > 0 && painted < cells) {
        int pick = gen_random(gen, 0, count - 1), cell = gen->frontier[pick];
        gen->frontier[pick] = gen->frontier[--count];
        sk_rect here = {cell % gen->size, cell / gen->size, 1, 1};
        if (!is_grass(gen, cell) || gen_distance(near, here) > reach)
            continue;
        paint(gen, cell, terrain);
        painted++;
        static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        for (int d = 0; d < 4; d++) {
            int nx = here.x + step[d][0], ny = here.y + step[d][1];
            /* The rim may name a cell twice; its scratch has the size of the map. */
            if (nx >= 0 && ny >= 0 && nx < gen->size && ny < gen->size &&
                count < gen->size * gen->size && is_grass(gen, ny * gen->size + nx))
                gen->frontier[count++] = ny * gen->size + nx;
        }
    }
    return painted;
}

static void gen_paint_clutter(sk_gen *gen, int patches, int terrain, int low, int high)
{
    sk_rect all = {0, 0, gen->size, gen->size};
    for (int i = 0; i < patches; i++) {
        int x = gen_random(gen, 0, gen->size - 1), y = gen_random(gen, 0, gen->size - 1);
        gen_paint_patch(gen, terrain, x, y, gen_random(gen, low, high), all, 0);
    }
}

/* Paints dark grass, decoration. */
static void gen_paint_meadows(sk_gen *gen, int patches)
{
    for (int i = 0; i < patches; i++) {
        int cx = gen_random(gen, 0, gen->size - 1), cy = gen_random(gen, 0, gen->size - 1);
        int r = gen_random(gen, 2, 4);
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++) {
                bool round = (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r;
                if (!round || x < 0 || y < 0 || x >= gen->size || y >= gen->size)
                    continue;
                if (gen->map->terrain[y * gen->size + x] == gen->grass)
                    paint(gen, y * gen->size + x, gen->dark);
            }
    }
}

/* Paints coast where land meets water. */
static void gen_paint_shores(sk_gen *gen)
{
    uint8_t *terrain = gen->map->terrain;
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        if (!is_grass(gen, cell))
            continue;
        int x = cell % gen->size, y = cell / gen->size;
        for (int d = 0; d < 9; d++) {
            int nx = x + d % 3 - 1, ny = y + d / 3 - 1;
            if (nx >= 0 && ny >= 0 && nx < gen->size && ny < gen->size &&
                terrain[ny * gen->size + nx] == gen->water)
                terrain[cell] = (uint8_t)gen->coast;
        }
    }
}

/* The belt lies across the middle of the line from base to base. `along` follows the belt, `across`
 * points to the second base, both from its center. A half turn changes both signs, a mirror only
 * that of `across`. */
typedef struct belt {
    bool turn;
    int ax, ay, length; /* from base to base, times two */
    int cx, cy;         /* center, times two */
    int bend[AXIS_MAX / BEND * 2 + 2];
    int half[AXIS_MAX / BEND * 2 + 2]; /* half the thickness */
    uint8_t material[2 * AXIS_MAX];
    int gap[GAPS_MAX], gaps; /* positions along the belt */
    bool plugged[GAPS_MAX];  /* gaps filled with wood */
} belt;

static int root(int value)
{
    int r = 0;
    while ((r + 1) * (r + 1) <= value)
        r++;
    return r;
}

static void belt_init(sk_gen *gen, belt *b)
{
    sk_rect other = gen_image(gen, gen->zone);
    *b = (belt){.turn = gen->symmetry == SK_SYMMETRY_TURN};
    b->ax = 2 * (other.x - gen->zone.x) + other.w - gen->zone.w;
    b->ay = 2 * (other.y - gen->zone.y) + other.h - gen->zone.h;
    b->length = root(b->ax * b->ax + b->ay * b->ay);
    b->cx = gen->zone.x + other.x + (gen->zone.w + other.w) / 2 - 1;
    b->cy = gen->zone.y + other.y + (gen->zone.h + other.h) / 2 - 1;
    int most = gen->size / 16 - 1, thick = gen->size < 48 ? 30 : 48;
    for (int i = 0; i < US_COUNT(b->bend); i++) {
        b->half[i] = gen_random(gen, 24, thick);
        int low = i ? b->bend[i - 1] - 3 * FINE : 0, high = i ? b->bend[i - 1] + 3 * FINE : 0;
        low = low < -most * FINE ? -most * FINE : low;
        high = high > most * FINE ? most * FINE : high;
        b->bend[i] = b->turn && i ? gen_random(gen, low, high) : 0;
    }
}

/* Interpolates between two bends. */
static int between(const int *value, int at)
{
    int i = at / (BEND * FINE), part = at % (BEND * FINE);
    return (value[i] * (BEND * FINE - part) + value[i + 1] * part) / (BEND * FINE);
}

typedef struct spot {
    int along, across, half; /* sixteenths; `across` is measured from the bent middle */
    int index;               /* index of its material */
} spot;

static spot belt_spot(const belt *b, int x, int y)
{
    int px = 2 * x - b->cx, py = 2 * y - b->cy;
    spot s = {.across = FINE * (px * b->ax + py * b->ay) / (2 * b->length),
              .along = FINE * (py * b->ax - px * b->ay) / (2 * b->length)};
    int at = s.along < 0 ? -s.along : s.along;
    if (!b->turn)
        at = s.along + AXIS_MAX * FINE;
    int bend = between(b->bend, at);
    s.across += s.along < 0 && b->turn ? -bend : bend;
    s.across = s.across < 0 ? -s.across : s.across;
    s.half = between(b->half, at);
    s.index = at / FINE;
    return s;
}

/* Divides the belt into stretches of one material each. The shares are percentages. */
static void belt_fill(sk_gen *gen, belt *b, const int *material, const int *share, int kinds)
{
    for (int i = 0; i < US_COUNT(b->material);) {
        int roll = gen_random(gen, 0, 99), kind = 0;
        while (kind < kinds - 1 && roll >= share[kind])
            roll -= share[kind++];
        for (int left = gen_random(gen, 5, 12); left > 0 && i < US_COUNT(b->material); left--)
            b->material[i++] = (uint8_t)material[kind];
    }
}

/* Paints a closed belt of trees and walls with rocks. */
static void gen_paint_ridge(sk_gen *gen)
{
    belt b;
    belt_init(gen, &b);
    /* wood for cutters, some of both, walls that only siege opens well */
    static const int shares[][3] = {{70, 0, 30}, {45, 25, 30}, {50, 20, 30}, {10, 50, 40}};
    const int *share = shares[gen_random(gen, 0, US_COUNT(shares) - 1)];
    int material[] = {gen->forest, gen->wall, gen->rocks};
    belt_fill(gen, &b, material, share, US_COUNT(material));
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        spot s = belt_spot(&b, cell % gen->size, cell / gen->size);
        int terrain = b.material[s.index];
        /* Walls are thinner, but thick enough to block diagonal steps. */
        int half = terrain == gen->wall ? FINE + FINE / 4 : s.half;
        if (image_cell(gen, cell) < cell || gen->keep[cell] || s.across > half)
            continue;
        if (terrain == gen->forest && gen_chance(gen, 6))
            terrain = gen->rocks;
        paint(gen, cell, terrain);
        keep_cell(gen, cell, KEEP_BELT);
    }
}

static void choose_gaps(sk_gen *gen, belt *b)
{
    int far = gen->size * 3 / 8;
    if (b->turn) {
        /* one gap in the middle, or one that its image makes two */
        b->gap[b->gaps++] = gen_chance(gen, 50) ? 0 : gen_random(gen, 5, far) * FINE;
    } else {
        int first = gen_random(gen, -far, far);
        b->gap[b->gaps++] = first * FINE;
        if (gen_chance(gen, 50))
            b->gap[b->gaps++] = (first > 0 ? first - far : first + far) * FINE;
    }
    if (gen_chance(gen, 50)) {
        b->plugged[b->gaps] = true;
        b->gap[b->gaps++] = gen_random(gen, 4, far) * FINE;
    }
}

/* Returns the gap that the spot is in, with that much room beside it; -1: none. */
static int gap_at(const belt *b, const spot *s, int room)
{
    for (int i = 0; i < b->gaps; i++) {
        int along = b->turn && s->along < 0 ? -s->along : s->along;
        int off = along - b->gap[i];
        if ((off < 0 ? -off : off) <= room)
            return i;
    }
    return -1;
}

/* Paints a belt of rocks or water with one or two narrow gaps. */
static void gen_paint_choke(sk_gen *gen)
{
    belt b;
    belt_init(gen, &b);
    int material[] = {gen->rocks, gen->water}, share[] = {50, 50};
    share[0] = (const int[]){100, 0, 50}[gen_random(gen, 0, 2)];
    belt_fill(gen, &b, material, share, US_COUNT(material));
    choose_gaps(gen, &b);
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        spot s = belt_spot(&b, cell % gen->size, cell / gen->size);
        if (image_cell(gen, cell) < cell || gen->keep[cell])
            continue;
        int gap = gap_at(&b, &s, FINE + FINE / 4), terrain = b.material[s.index];
        if (s.across <= s.half) {
            if (gap >= 0 && b.plugged[gap])
                terrain = gen->forest;
            else if (gap >= 0)
                terrain = terrain == gen->water ? gen->bridge : gen->grass;
            paint(gen, cell, terrain);
            keep_cell(gen, cell, KEEP_BELT);
        } else if (s.across <= s.half + 3 * FINE && gap_at(&b, &s, 2 * FINE + FINE / 2) >= 0) {
            keep_cell(gen, cell, KEEP_FREE);
        }
    }
}

/* ---- favors */

static void add_entity(sk_map *map, us_type type, us_seat owner, sk_rect at, int32_t stock)
{
    map->entity =
        us_mem_realloc(map->entity, (size_t)(map->entity_count + 1) * sizeof *map->entity);
    map->entity[map->entity_count++] =
        (sk_map_entity){type, owner, (int16_t)at.x, (int16_t)at.y, stock};
}

static sk_rect hall_of_seat(const sk_gen *gen, int seat)
{
    return seat ? gen_image(gen, gen->hall) : gen->hall;
}

/* Returns true for free ground that is easy to walk and build on. */
static bool is_clear(const sk_gen *gen, sk_rect rect)
{
    if (!gen_is_inside(gen, rect))
        return false;
    for (int k = 0; k < rect.w * rect.h; k++) {
        int terrain = gen->map->terrain[(rect.y + k / rect.w) * gen->size + rect.x + k % rect.w];
        if (terrain != gen->grass && terrain != gen->dark)
            return false;
    }
    return true;
}

static bool has_entity(const sk_gen *gen, sk_rect rect)
{
    for (int i = 0; i < gen->map->entity_count; i++) {
        const sk_map_entity *entity = &gen->map->entity[i];
        const us_type_def *type = &gen->domain->type[entity->type];
        if (gen_distance(rect, (sk_rect){entity->x, entity->y, type->width, type->height}) == 0)
            return true;
    }
    return false;
}

/* Moves the other seat's home mine away. The home mines are the first two entities. */
static bool nearer_mine(sk_gen *gen, int seat)
{
    sk_map_entity *mine = &gen->map->entity[!seat];
    sk_rect hall = hall_of_seat(gen, !seat);
    for (int tries = 0; tries < 200; tries++) {
        sk_rect place = {gen_random(gen, hall.x - 14, hall.x + 15),
                         gen_random(gen, hall.y - 14, hall.y + 15), MINE_SIDE + 2, MINE_SIDE + 2};
        int apart = gen_distance(hall, place);
        if (apart < 8 || apart > 11 || !is_clear(gen, place) || has_entity(gen, place))
            continue;
        mine->x = (int16_t)(place.x + 1);
        mine->y = (int16_t)(place.y + 1);
        return true;
    }
    return false;
}

static bool more_wood(sk_gen *gen, int seat)
{
    sk_rect hall = hall_of_seat(gen, !seat);
    int felled = 0;
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        sk_rect here = {cell % gen->size, cell / gen->size, 1, 1};
        if (gen->map->terrain[cell] != gen->forest || gen->keep[cell] ||
            gen_distance(hall, here) > WOODS_WITHIN || !gen_chance(gen, 60))
            continue;
        gen->map->terrain[cell] = (uint8_t)gen->stump;
        felled++;
    }
    return felled > 0;
}

static bool richer_mine(sk_gen *gen, int seat)
{
    gen->map->entity[seat].stock *= 2;
    return true;
}

static bool more_money(sk_gen *gen, int seat)
{
    sk_map *map = gen->map;
    int gold = us_domain_find_resource(gen->domain, "gold");
    int wood = us_domain_find_resource(gen->domain, "wood");
    if (map->start[0][gold] >= 0)
        return false; /* without halls, less money may be too little */
    map->start[seat][gold] = 3000;
    map->start[seat][wood] = 1500;
    map->start[!seat][gold] = 1500;
    map->start[!seat][wood] = 800;
    return true;
}

static bool more_workers(sk_gen *gen, int seat)
{
    sk_map *map = gen->map;
    sk_rect hall = hall_of_seat(gen, seat);
    us_type worker = US_NO_TYPE;
    int last = map->entity_count, added = 0;
    for (int i = 0; i < last; i++)
        if (map->entity[i].owner == seat &&
            gen->domain->type[map->entity[i].type].kind == US_KIND_UNIT)
            worker = map->entity[i].type;
    if (worker == US_NO_TYPE)
        return false;
    for (int k = 0; k < 36 && added < 2; k++) {
        sk_rect cell = {hall.x - 1 + k % 6, hall.y - 1 + k / 6, 1, 1};
        if (gen_distance(cell, hall) != 1 || has_entity(gen, cell))
            continue;
        add_entity(map, worker, (us_seat)seat, cell, 0);
        added++;
    }
    return added > 0;
}

static const struct {
    const char *what;
    bool (*favor)(sk_gen *gen, int seat);
} favors[] = {
    {"a nearer mine", nearer_mine}, {"more wood", more_wood},       {"a richer mine", richer_mine},
    {"more money", more_money},     {"more workers", more_workers},
};

/* Gives one seat of a finished map the better start, and writes it into the map's note. */
static void gen_favor_seat(sk_gen *gen)
{
    US_AUTOSTR(note);
    int seat = gen_random(gen, 0, 1), wanted = gen_random(gen, 1, 2), done = 0;
    us_str_addf(&note, "favors seat %d: ", seat);
    int first = gen_random(gen, 0, US_COUNT(favors) - 1);
    int stride = gen_random(gen, 1, US_COUNT(favors) - 1);
    for (int i = 0; i < US_COUNT(favors) && done < wanted; i++) {
        /* five is prime: every stride visits all favors */
        int k = (first + i * stride) % US_COUNT(favors);
        if (!favors[k].favor(gen, seat))
            continue;
        us_str_addf(&note, "%s%s", done ? ", " : "", favors[k].what);
        done++;
    }
    if (gen->map->note[0])
        us_str_addf(&note, "; %s", gen->map->note);
    us_assert(note.length < sizeof gen->map->note);
    memcpy(gen->map->note, note.text, note.length + 1);
}

/* ---- drafts */

typedef struct range {
    int low, high;
} range;

/* The ingredients of a family's maps. Patches of woods and stones are per 1024 cells of the map,
 * lakes per 2048. */
typedef struct family {
    void (*belt)(sk_gen *gen);
    range home_gold, mine_gold; /* thousands, in a home mine and in other mines */
    int mine_room;              /* cells of the side per pair of mines */
    int mine_apart;             /* least distance between mines: the side divided by this */
    int woods, wood_cells, stones, lakes;
    range open; /* the promise: count of ways */
    int openable;
} family;

static const family families[] = {
    /* open */
    {.home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 30,
     .mine_apart = 6,
     .woods = 2,
     .wood_cells = 16,
     .stones = 1,
     .open = {SK_WAYS_MAX, SK_WAYS_MAX}},
    /* ridge */
    {.belt = gen_paint_ridge,
     .home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 48,
     .mine_apart = 6,
     .woods = 3,
     .wood_cells = 20,
     .stones = 2,
     .open = {0, 0},
     .openable = 3},
    /* choke */
    {.belt = gen_paint_choke,
     .home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 40,
     .mine_apart = 6,
     .woods = 3,
     .wood_cells = 20,
     .stones = 2,
     .open = {2, 6},
     .openable = 2},
    /* scattered */
    {.home_gold = {4, 8},
     .mine_gold = {5, 12},
     .mine_room = 20,
     .mine_apart = 4,
     .woods = 5,
     .wood_cells = 30,
     .stones = 3,
     .lakes = 1,
     .open = {2, SK_WAYS_MAX}},
};

static bool find_terrains(sk_gen *gen)
{
    struct {
        int *index;
        const char *name;
    } row[] = {
        {&gen->grass, "grass"},   {&gen->dark, "dark-grass"}, {&gen->coast, "coast"},
        {&gen->bridge, "bridge"}, {&gen->stump, "stump"},     {&gen->forest, "forest"},
        {&gen->wall, "wall"},     {&gen->rocks, "rocks"},     {&gen->water, "water"},
    };
    for (int i = 0; i < US_COUNT(row); i++)
        if ((*row[i].index = us_domain_find_terrain(gen->domain, row[i].name)) < 0)
            return false;
    return true;
}

/* Chooses the first seat's zone: in a corner or at an edge, so that its image is far away. */
static void choose_zone(sk_gen *gen, us_map_fairness fair)
{
    enum { TURNS = 3 };
    static const sk_symmetry symmetries[] = {
        SK_SYMMETRY_TURN,         SK_SYMMETRY_TURN,       SK_SYMMETRY_TURN,
        SK_SYMMETRY_LEFT_RIGHT,   SK_SYMMETRY_TOP_BOTTOM, SK_SYMMETRY_DIAGONAL,
        SK_SYMMETRY_ANTIDIAGONAL,
    };
    gen->symmetry =
        symmetries[gen_random(gen, fair == US_MAP_MIRRORED ? TURNS : 0,
                              fair == US_MAP_TURNED ? TURNS - 1 : US_COUNT(symmetries) - 1)];
    int side = gen->size < SMALL ? 12 : 14, margin = gen->size < SMALL ? 2 : 3;
    int x = margin + gen_random(gen, 0, gen->size / 16);
    int y = margin + gen_random(gen, 0, gen->size / 16);
    int any = margin + gen_random(gen, 0, gen->size - side - 2 * margin);
    int place = gen_random(gen, 0, 3);
    if (gen->symmetry == SK_SYMMETRY_LEFT_RIGHT ||
        (gen->symmetry == SK_SYMMETRY_TURN && place == 1))
        y = any;
    else if (gen->symmetry == SK_SYMMETRY_TOP_BOTTOM ||
             (gen->symmetry == SK_SYMMETRY_TURN && place == 2))
        x = any;
    else if (gen->symmetry == SK_SYMMETRY_DIAGONAL ||
             (gen->symmetry == SK_SYMMETRY_TURN && place == 3))
        x = gen->size - side - x;
    gen->zone = (sk_rect){x, y, side, side};
    gen->hall =
        (sk_rect){x + (side - HALL_SIDE) / 2, y + (side - HALL_SIDE) / 2, HALL_SIDE, HALL_SIDE};
    gen_keep_free(gen, gen->zone);
}

static sk_rect around(sk_rect rect)
{
    return (sk_rect){rect.x - 1, rect.y - 1, rect.w + 2, rect.h + 2};
}

/* Returns the smallest rectangle that holds both. */
static sk_rect span(sk_rect a, sk_rect b)
{
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    int bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return (sk_rect){x, y, right - x, bottom - y};
}

static void add_mine(sk_gen *gen, sk_rect mine)
{
    gen->mine[gen->mine_count++] = mine;
    gen->mine[gen->mine_count++] = gen_image(gen, mine);
}

/* Places the home mine as near to the hall as the rules allow. */
static bool place_home_mine(sk_gen *gen)
{
    for (int tries = 0; tries < 100; tries++) {
        int apart = gen_random(gen, 4, 5);
        sk_rect mine = {gen_random(gen, gen->hall.x - 8, gen->hall.x + 9),
                        gen_random(gen, gen->hall.y - 8, gen->hall.y + 9), MINE_SIDE, MINE_SIDE};
        if (gen_distance(gen->hall, mine) != apart || !gen_is_inside(gen, mine) ||
            gen_distance(mine, gen_image(gen, gen->zone)) < 4)
            continue;
        add_mine(gen, mine);
        gen_keep_free(gen, around(mine));
        gen_keep_free(gen, span(mine, gen->hall));
        return true;
    }
    return false;
}

static bool far_from_mines(const sk_gen *gen, sk_rect mine, int apart)
{
    for (int i = 0; i < gen->mine_count; i++)
        if (gen_distance(mine, gen->mine[i]) < apart)
            return false;
    return true;
}

/* Places a mine with free ground beside it, where a hall fits just as near as the rules allow. */
static bool place_mine(sk_gen *gen, int apart)
{
    for (int tries = 0; tries < 400; tries++) {
        bool wide = gen_chance(gen, 50), first = gen_chance(gen, 50);
        sk_rect box = {gen_random(gen, 0, gen->size - 6), gen_random(gen, 0, gen->size - 6),
                       wide ? 12 : 6, wide ? 6 : 12};
        sk_rect mine = {box.x + (first || !wide ? 1 : 8), box.y + (first || wide ? 1 : 8),
                        MINE_SIDE, MINE_SIDE};
        if (!gen_is_empty(gen, box) || gen_distance(box, gen_image(gen, box)) < 2 ||
            gen_distance(mine, gen_image(gen, mine)) < apart || !far_from_mines(gen, mine, apart))
            continue;
        add_mine(gen, mine);
        gen_keep_free(gen, box);
        return true;
    }
    return false;
}

static void plant_home_woods(sk_gen *gen)
{
    int wanted = gen->size < SMALL ? gen_random(gen, 34, 50) : gen_random(gen, 70, 130);
    for (int tries = 0; tries < 300 && wanted > 0; tries++) {
        sk_rect start = {gen_random(gen, gen->hall.x - 11, gen->hall.x + 14),
                         gen_random(gen, gen->hall.y - 11, gen->hall.y + 14), 1, 1};
        int apart = gen_distance(gen->hall, start);
        if (apart < 5 || apart > 11 || !gen_is_empty(gen, start))
            continue;
        int cells = gen_random(gen, 20, 60);
        wanted -= gen_paint_patch(gen, gen->forest, start.x, start.y,
                                  cells < wanted ? cells : wanted, gen->hall, WOOD_WITHIN);
    }
}

/* Returns the cells around the hall's place, nearest to the mine first. */
static int worker_places(const sk_gen *gen, sk_rect *out, int count)
{
    sk_rect ring = around(gen->hall), mine = gen->mine[0];
    for (int n = 0; n < count; n++) {
        int best = -1;
        for (int k = 0; k < ring.w * ring.h; k++) {
            sk_rect cell = {ring.x + k % ring.w, ring.y + k / ring.w, 1, 1};
            int dx = 2 * (cell.x - mine.x) - 2, dy = 2 * (cell.y - mine.y) - 2;
            bool taken = gen_distance(cell, gen->hall) == 0;
            for (int i = 0; i < n; i++)
                taken = taken || (out[i].x == cell.x && out[i].y == cell.y);
            if (taken || (best >= 0 && dx * dx + dy * dy >= best))
                continue;
            best = dx * dx + dy * dy;
            out[n] = cell;
        }
    }
    return count;
}

/* Adds mines, halls and workers. A tenth of the drafts counts as without halls, and fails if halls
 * are required. Such drafts were ordinary maps before starts had kinds; skipping them keeps all
 * other maps as they were. */
static bool place_bases(sk_gen *gen, const family *kind, sk_start start)
{
    sk_map *map = gen->map;
    const us_domain *domain = gen->domain;
    us_type mine = us_domain_find_type(domain, "gold-mine");
    bool hall = start == SK_START_HALL, without = gen_chance(gen, 10);
    if (mine == US_NO_TYPE || (hall && without))
        return false;
    sk_rect places[8] = {{0}};
    int workers = worker_places(gen, places, hall ? gen_random(gen, 3, 5) : 5);
    for (int i = 0; i < gen->mine_count; i += 2) {
        range gold = i == 0 ? kind->home_gold : kind->mine_gold;
        int stock = 1000 * gen_random(gen, gold.low, gold.high);
        add_entity(map, mine, US_NEUTRAL, gen->mine[i], stock);
        add_entity(map, mine, US_NEUTRAL, gen->mine[i + 1], stock);
    }
    for (int seat = 0; seat < map->seats; seat++) {
        const us_type_def *home = sk_hall_find(domain, map->faction[seat]);
        const us_type_def *worker = sk_worker_find(domain, map->faction[seat]);
        if (!home || !worker)
            return false;
        if (hall)
            add_entity(map, (us_type)(home - domain->type), (us_seat)seat,
                       seat ? gen_image(gen, gen->hall) : gen->hall, 0);
        for (int i = 0; i < workers; i++)
            add_entity(map, (us_type)(worker - domain->type), (us_seat)seat,
                       seat ? gen_image(gen, places[i]) : places[i], 0);
        for (int r = 0; r < domain->resources.count && !hall; r++)
            map->start[seat][r] =
                home->cost[r] + (r == us_domain_find_resource(domain, "gold") ? 2000 : 1000);
    }
    if (!hall)
        snprintf(map->note, sizeof map->note,
                 "no halls: the workers choose the place and build one first");
    return true;
}

/* Paints a draft in the order of importance, since no painter overwrites another one. Its quality
 * is checked afterwards. */
static bool draft(sk_gen *gen, const family *kind, const us_map_request *request)
{
    int area = gen->size * gen->size;
    choose_zone(gen, request->fair);
    if (!place_home_mine(gen))
        return false;
    if (kind->belt)
        kind->belt(gen);
    int pairs = gen->size / kind->mine_room, apart = gen->size / kind->mine_apart;
    apart = apart < 8 ? 8 : apart;
    for (int i = 0; i < pairs; i++)
        if (!place_mine(gen, apart) && i < (pairs + 1) / 2)
            return false;
    plant_home_woods(gen);
    gen_paint_clutter(gen, kind->woods * area / 1024, gen->forest, kind->wood_cells / 2,
                      kind->wood_cells);
    gen_paint_clutter(gen, kind->stones * area / 1024, gen->rocks, 2, 8);
    gen_paint_clutter(gen, kind->lakes * area / 2048, gen->water, 10, 40);
    gen_paint_shores(gen);
    gen_paint_meadows(gen, area / 512);
    return place_bases(gen, kind, (sk_start)request->start);
}

/* Returns true if the map passes the checker and keeps its family's promise. */
static bool holds(const sk_gen *gen, const family *kind)
{
    US_AUTO(sk_faults_free)
    sk_faults faults = sk_map_find_faults(gen->map, gen->domain, gen->rules);
    if (faults.count > 0)
        return false;
    sk_map_ways ways = sk_map_count_ways(gen->map, gen->domain);
    return ways.open >= kind->open.low && ways.open <= kind->open.high &&
           ways.openable >= kind->openable;
}

static sk_map *attempt(const us_domain *domain, const sk_rules *rules,
                       const us_map_request *request, int family_index, us_rng rng)
{
    int size = request->size;
    sk_gen gen = {.domain = domain, .rules = rules, .size = size, .rng = rng};
    US_AUTOPTR(sk_map) map = gen.map = US_NEW(sk_map);
    map->width = map->height = size;
    map->seats = 2;
    map->fair = request->fair != US_MAP_UNFAIR;
    snprintf(map->family, sizeof map->family, "%s", sk_map_families[family_index].name);
    for (int seat = 0; seat < map->seats; seat++) {
        map->faction[seat] = gen_random(&gen, 0, domain->factions.count - 1);
        for (int r = 0; r < US_RESOURCES_MAX; r++)
            map->start[seat][r] = -1;
    }
    map->terrain = US_NEW_ARRAY(uint8_t, size * size);
    US_AUTOFREE uint8_t *keep = gen.keep = US_NEW_ARRAY(uint8_t, size * size);
    US_AUTOFREE int *frontier = gen.frontier = US_NEW_ARRAY(int, (size_t)size *(size_t)size);
    if (!find_terrains(&gen))
        return NULL;
    memset(map->terrain, gen.grass, (size_t)size * (size_t)size);
    if (!draft(&gen, &families[family_index], request))
        return NULL;
    if (!map->fair)
        gen_favor_seat(&gen);
    return holds(&gen, &families[family_index]) ? US_STEAL(map) : NULL;
}

us_status sk_map_generate(const us_domain *domain, const sk_rules *rules,
                          const us_map_request *request, sk_map **out, us_error *err)
{
    static const char *const endings[] = {"-unfair", "", "-turn", "-mirror"};
    const char *begin = request->start == SK_START_NOMAD ? "-nomad" : "";
    int index = 0, size = request->size;
    US_TRY(us_map_choice_find(sk_map_families, "family", request->family, &index, err));
    if (size < SIDE_MIN || size > SIDE_MAX || size % SIDE_STEP)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found size %d, expected %s", size,
                            sk_map_sizes);
    for (uint64_t n = 0; n < ATTEMPTS; n++) {
        us_rng rng = us_rng_derive(request->seed, sk_map_families[index].name,
                                   n * SIDE_MAX + (uint64_t)size);
        sk_map *map = attempt(domain, rules, request, index, rng);
        if (!map)
            continue;
        snprintf(map->name, sizeof map->name, "%s-%d-%llu%s%s", request->family, size,
                 (unsigned long long)request->seed, begin, endings[request->fair]);
        map->hash = sk_map_hash(map, domain);
        *out = map;
        return US_OK;
    }
    return us_error_set(err, US_FAILED, NULL, 0, 0,
                        "no %s map of size %d with seed %llu passed the checker in %d attempts",
                        request->family, size, (unsigned long long)request->seed, ATTEMPTS);
}
