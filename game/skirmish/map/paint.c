#include "game/skirmish/map/generate.h"
#include "game/skirmish/map/survey.h"

enum {
    FINE = 16,      /* sixteenths of a cell, the unit of the belt */
    BEND = 8,       /* cells between bends of the belt */
    AXIS_MAX = 256, /* cells along the belt on each side of its middle */
    GAPS_MAX = 3,
};

int sk_gen_random(sk_gen *gen, int low, int high)
{
    return low + (int)us_rng_next_below(&gen->rng, (uint32_t)(high - low + 1));
}

bool sk_gen_chance(sk_gen *gen, int percent)
{
    return us_rng_next_bool(&gen->rng, (uint32_t)percent, 100);
}

sk_rect sk_gen_image(const sk_gen *gen, sk_rect rect)
{
    sk_rect image = rect;
    sk_symmetry_apply(gen->symmetry, gen->size, gen->size, rect.w, rect.h, &image.x, &image.y);
    if (gen->symmetry >= SK_SYMMETRY_DIAGONAL) {
        image.w = rect.h;
        image.h = rect.w;
    }
    return image;
}

int sk_gen_distance(sk_rect a, sk_rect b)
{
    return sk_rect_distance(a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h);
}

bool sk_gen_is_inside(const sk_gen *gen, sk_rect rect)
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

void sk_gen_keep_free(sk_gen *gen, sk_rect rect)
{
    for (int y = rect.y; y < rect.y + rect.h; y++)
        for (int x = rect.x; x < rect.x + rect.w; x++)
            if (x >= 0 && y >= 0 && x < gen->size && y < gen->size)
                keep_cell(gen, y * gen->size + x, SK_KEEP_FREE);
}

static bool is_empty(const sk_gen *gen, int cell)
{
    return !gen->keep[cell] && gen->map->terrain[cell] == gen->grass;
}

bool sk_gen_is_empty(const sk_gen *gen, sk_rect rect)
{
    if (!sk_gen_is_inside(gen, rect))
        return false;
    for (int k = 0; k < rect.w * rect.h; k++)
        if (!is_empty(gen, (rect.y + k / rect.w) * gen->size + rect.x + k % rect.w))
            return false;
    return true;
}

/* Grows the patch from random cells of its rim, which makes it ragged and connected. */
int sk_gen_paint_patch(sk_gen *gen, int terrain, int x, int y, int cells, sk_rect near, int reach)
{
    int count = 0, painted = 0;
    if (x < 0 || y < 0 || x >= gen->size || y >= gen->size)
        return 0;
    gen->frontier[count++] = y * gen->size + x;
    while (count > 0 && painted < cells) {
        int pick = sk_gen_random(gen, 0, count - 1), cell = gen->frontier[pick];
        gen->frontier[pick] = gen->frontier[--count];
        sk_rect here = {cell % gen->size, cell / gen->size, 1, 1};
        if (!is_empty(gen, cell) || sk_gen_distance(near, here) > reach)
            continue;
        paint(gen, cell, terrain);
        painted++;
        static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        for (int d = 0; d < 4; d++) {
            int nx = here.x + step[d][0], ny = here.y + step[d][1];
            /* The rim may name a cell twice; its scratch has the size of the map. */
            if (nx >= 0 && ny >= 0 && nx < gen->size && ny < gen->size &&
                count < gen->size * gen->size && is_empty(gen, ny * gen->size + nx))
                gen->frontier[count++] = ny * gen->size + nx;
        }
    }
    return painted;
}

void sk_gen_paint_clutter(sk_gen *gen, int patches, int terrain, int low, int high)
{
    sk_rect all = {0, 0, gen->size, gen->size};
    for (int i = 0; i < patches; i++) {
        int x = sk_gen_random(gen, 0, gen->size - 1), y = sk_gen_random(gen, 0, gen->size - 1);
        sk_gen_paint_patch(gen, terrain, x, y, sk_gen_random(gen, low, high), all, 0);
    }
}

void sk_gen_paint_meadows(sk_gen *gen, int patches)
{
    for (int i = 0; i < patches; i++) {
        int cx = sk_gen_random(gen, 0, gen->size - 1), cy = sk_gen_random(gen, 0, gen->size - 1);
        int r = sk_gen_random(gen, 2, 4);
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

void sk_gen_paint_shores(sk_gen *gen)
{
    uint8_t *terrain = gen->map->terrain;
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        if (!is_empty(gen, cell))
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
    sk_rect other = sk_gen_image(gen, gen->zone);
    *b = (belt){.turn = gen->symmetry == SK_SYMMETRY_TURN};
    b->ax = 2 * (other.x - gen->zone.x) + other.w - gen->zone.w;
    b->ay = 2 * (other.y - gen->zone.y) + other.h - gen->zone.h;
    b->length = root(b->ax * b->ax + b->ay * b->ay);
    b->cx = gen->zone.x + other.x + (gen->zone.w + other.w) / 2 - 1;
    b->cy = gen->zone.y + other.y + (gen->zone.h + other.h) / 2 - 1;
    int most = gen->size / 16 - 1, thick = gen->size < 48 ? 30 : 48;
    for (int i = 0; i < US_COUNT(b->bend); i++) {
        b->half[i] = sk_gen_random(gen, 24, thick);
        int low = i ? b->bend[i - 1] - 3 * FINE : 0, high = i ? b->bend[i - 1] + 3 * FINE : 0;
        low = low < -most * FINE ? -most * FINE : low;
        high = high > most * FINE ? most * FINE : high;
        b->bend[i] = b->turn && i ? sk_gen_random(gen, low, high) : 0;
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
        int roll = sk_gen_random(gen, 0, 99), kind = 0;
        while (kind < kinds - 1 && roll >= share[kind])
            roll -= share[kind++];
        for (int left = sk_gen_random(gen, 5, 12); left > 0 && i < US_COUNT(b->material); left--)
            b->material[i++] = (uint8_t)material[kind];
    }
}

void sk_gen_paint_ridge(sk_gen *gen)
{
    belt b;
    belt_init(gen, &b);
    /* wood for cutters, some of both, walls that only siege opens well */
    static const int shares[][3] = {{70, 0, 30}, {45, 25, 30}, {50, 20, 30}, {10, 50, 40}};
    const int *share = shares[sk_gen_random(gen, 0, US_COUNT(shares) - 1)];
    int material[] = {gen->forest, gen->wall, gen->rocks};
    belt_fill(gen, &b, material, share, US_COUNT(material));
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        spot s = belt_spot(&b, cell % gen->size, cell / gen->size);
        int terrain = b.material[s.index];
        /* Walls are thinner, but thick enough to block diagonal steps. */
        int half = terrain == gen->wall ? FINE + FINE / 4 : s.half;
        if (image_cell(gen, cell) < cell || gen->keep[cell] || s.across > half)
            continue;
        if (terrain == gen->forest && sk_gen_chance(gen, 6))
            terrain = gen->rocks;
        paint(gen, cell, terrain);
        keep_cell(gen, cell, SK_KEEP_BELT);
    }
}

static void choose_gaps(sk_gen *gen, belt *b)
{
    int far = gen->size * 3 / 8;
    if (b->turn) {
        /* one gap in the middle, or one that its image makes two */
        b->gap[b->gaps++] = sk_gen_chance(gen, 50) ? 0 : sk_gen_random(gen, 5, far) * FINE;
    } else {
        int first = sk_gen_random(gen, -far, far);
        b->gap[b->gaps++] = first * FINE;
        if (sk_gen_chance(gen, 50))
            b->gap[b->gaps++] = (first > 0 ? first - far : first + far) * FINE;
    }
    if (sk_gen_chance(gen, 50)) {
        b->plugged[b->gaps] = true;
        b->gap[b->gaps++] = sk_gen_random(gen, 4, far) * FINE;
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

void sk_gen_paint_choke(sk_gen *gen)
{
    belt b;
    belt_init(gen, &b);
    int material[] = {gen->rocks, gen->water}, share[] = {50, 50};
    share[0] = (const int[]){100, 0, 50}[sk_gen_random(gen, 0, 2)];
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
            keep_cell(gen, cell, SK_KEEP_BELT);
        } else if (s.across <= s.half + 3 * FINE && gap_at(&b, &s, 2 * FINE + FINE / 2) >= 0) {
            keep_cell(gen, cell, SK_KEEP_FREE);
        }
    }
}
