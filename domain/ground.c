#include <string.h>

#include "domain/index.h"
#include "domain/world.h"

static bool is_open(const us_world *world, int movement, int cell)
{
    const us_terrain *terrain = &world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]];
    return (terrain->passable >> movement & 1) &&
           !(world->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING);
}

/* ---- building */

static bool keeps_apart(const us_world *world, us_type type, us_box box)
{
    const us_domain *domain = world->domain;
    const us_type_def *ours = &domain->type[type];
    if (ours->apart_from == US_NO_TYPE && !domain->index->kept_from[type])
        return true;
    for (int i = 0; i < world->count; i++) {
        const us_entity *other = &world->entity[i];
        const us_type_def *theirs = &domain->type[other->type];
        int apart = 0;
        if (ours->apart_from != US_NO_TYPE && us_type_is_a(domain, other->type, ours->apart_from))
            apart = ours->apart;
        if (theirs->apart_from != US_NO_TYPE && us_type_is_a(domain, type, theirs->apart_from) &&
            theirs->apart > apart)
            apart = theirs->apart;
        if (apart && us_box_distance(box, us_entity_box(domain, other)) < apart)
            return false;
    }
    return true;
}

bool us_world_can_place(const us_world *world, us_type type, int x, int y)
{
    const us_type_def *def = &world->domain->type[type];
    us_box box = {x, y, def->width, def->height};
    if (box.width < 1 || !us_world_is_inside(world, x, y) ||
        !us_world_is_inside(world, x + box.width - 1, y + box.height - 1))
        return false;
    for (int cy = y; cy < y + box.height; cy++) {
        for (int cx = x; cx < x + box.width; cx++) {
            int cell = us_world_cell(world, cx, cy);
            if (!world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].buildable ||
                (world->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING))
                return false;
        }
    }
    return keeps_apart(world, type, box);
}

/* ---- ways: rows of bits, 64 cells at a time. A step across a corner needs one open side, so cells
 * that are reached in eight directions are also reached in four. */

enum { WORDS = US_WORLD_SIDE_MAX / 64 };

typedef struct flood {
    const us_world *world;
    int words;
    uint64_t open[US_WORLD_SIDE_MAX][WORDS];
    uint64_t reached[US_WORLD_SIDE_MAX][WORDS];
} flood;

static void find_open(flood *f, const us_world *world, int movement)
{
    memset(f, 0, sizeof(*f));
    f->world = world;
    f->words = (world->width + 63) / 64;
    for (int y = 0; y < world->height; y++)
        for (int x = 0; x < world->width; x++)
            if (is_open(world, movement, us_world_cell(world, x, y)))
                f->open[y][x / 64] |= (uint64_t)1 << (x % 64);
}

/* Marks the open cells of the box as reached, or, if it has none, the cells that touch it. ask:
 * returns instead whether one of them is reached. */
static bool mark_box(flood *f, us_box box, bool ask)
{
    for (int ring = 0, found = 0; ring < 2 && !found; ring++) {
        for (int y = box.y - ring; y < box.y + box.height + ring; y++) {
            for (int x = box.x - ring; x < box.x + box.width + ring; x++) {
                uint64_t bit = (uint64_t)1 << (x & 63);
                bool across =
                    (x < box.x || x >= box.x + box.width) && (y < box.y || y >= box.y + box.height);
                if (across && f->world->domain->neighbors == 4)
                    continue;
                if (!us_world_is_inside(f->world, x, y) || !(f->open[y][x / 64] & bit))
                    continue;
                found = 1;
                if (ask && (f->reached[y][x / 64] & bit))
                    return true;
                if (!ask)
                    f->reached[y][x / 64] |= bit;
            }
        }
    }
    return false;
}

/* Spreads the reached cells of a word along open cells to both sides. */
static uint64_t spread(uint64_t open, uint64_t from)
{
    uint64_t up = (open & ((open + from) ^ open)) | from;
    uint64_t room = open;
    for (int step = 1; step < 64; step *= 2) {
        up |= room & (up >> step);
        room &= room >> step;
    }
    return up;
}

/* Takes over the reached cells of the row beside it, and spreads them along the row. */
static bool flood_row(flood *f, int y, int from)
{
    uint64_t *row = f->reached[y];
    const uint64_t *open = f->open[y];
    bool changed = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < f->words; i++) {
            int w = pass ? f->words - 1 - i : i;
            uint64_t seeds =
                row[w] | (from >= 0 && from < f->world->height ? f->reached[from][w] : 0);
            if (w > 0)
                seeds |= row[w - 1] >> 63;
            if (w + 1 < f->words)
                seeds |= row[w + 1] << 63;
            seeds &= open[w];
            if (seeds == row[w])
                continue;
            row[w] = spread(open[w], seeds);
            changed = true;
        }
    }
    return changed;
}

bool us_world_has_path(const us_world *world, int movement, us_box from, us_box to)
{
    us_assert(world->width <= US_WORLD_SIDE_MAX && world->height <= US_WORLD_SIDE_MAX);
    flood f;
    if (movement < 0 || movement >= world->domain->movements.count)
        return false;
    find_open(&f, world, movement);
    mark_box(&f, from, false);
    for (int y = 0; y < world->height; y++)
        for (int w = 0; w < f.words; w++)
            f.reached[y][w] = spread(f.open[y][w], f.reached[y][w]);
    for (bool changed = true; changed && !mark_box(&f, to, true);) {
        changed = false;
        for (int y = 0; y < world->height; y++)
            changed |= flood_row(&f, y, y - 1);
        for (int y = world->height - 1; y >= 0; y--)
            changed |= flood_row(&f, y, y + 1);
    }
    return mark_box(&f, to, true);
}
