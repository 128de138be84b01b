#include "game/skirmish/path/path.h"

#include <string.h>

/* Without fog every seat sees every cell, and no sights are counted. With fog each cell counts, per
 * seat, the sights that cover it. A seat remembers terrain as seen last. */

struct sk_seen {
    us_world world;
    us_entity *entity;
    uint8_t *plane[US_PLANES];
    int32_t *tally;
    uint32_t *revision;
    uint16_t *census;
    us_cycle now; /* cycle that it was made for */
    uint32_t any;
};

static void uncover(sk_game *g, us_seat seat, int cell, int sign)
{
    uint16_t *count = &g->seen_by[seat * g->cells + cell];
    uint8_t bit = (uint8_t)(1u << seat);
    *count = (uint16_t)(*count + sign);
    if (*count == 0) {
        g->plane[US_PLANE_SEEN][cell] &= (uint8_t)~bit;
        return;
    }
    if (sign < 0)
        return;
    g->plane[US_PLANE_SEEN][cell] |= bit;
    g->plane[US_PLANE_EXPLORED][cell] |= bit;
    uint8_t *known = g->known + 2 * seat * g->cells;
    known[cell] = g->plane[US_PLANE_TERRAIN][cell];
    known[g->cells + cell] = g->plane[US_PLANE_AMOUNT][cell];
}

void sk_sight_add(sk_game *g, sk_slot slot, int sign)
{
    const sk_unit *unit = &g->unit[slot];
    if (!g->base.scenario->fog || unit->owner < 0)
        return;
    const us_type_def *def = sk_type_def(g, unit->type);
    int sight = sk_game_stats(g, unit->owner, unit->type)->sight;
    for (int y = unit->y - sight; y < unit->y + def->height + sight; y++) {
        for (int x = unit->x - sight; x < unit->x + def->width + sight; x++) {
            if (x < 0 || y < 0 || x >= g->width || y >= g->height)
                continue;
            uncover(g, unit->owner, sk_game_cell(g, x, y), sign);
        }
    }
}

static bool sees_cell(const sk_game *g, us_seat seat, int x, int y)
{
    return seat < 0 || (g->plane[US_PLANE_SEEN][sk_game_cell(g, x, y)] & (1u << seat));
}

/* A seat that sees the cell learns its new terrain at once. */
void sk_sight_update_terrain(sk_game *g, int cell)
{
    if (!g->base.scenario->fog)
        return;
    for (us_seat seat = 0; seat < g->seats; seat++) {
        if (!(g->plane[US_PLANE_SEEN][cell] & (1u << seat)))
            continue;
        uint8_t *known = g->known + 2 * seat * g->cells;
        known[cell] = g->plane[US_PLANE_TERRAIN][cell];
        known[g->cells + cell] = g->plane[US_PLANE_AMOUNT][cell];
    }
}

/* ---- the world as a seat knows it */

bool sk_seat_can_see_unit(const sk_game *g, us_seat seat, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    if (unit->inside)
        return false;
    if (unit->owner == seat || !g->base.scenario->fog)
        return true;
    const us_type_def *def = sk_type_def(g, unit->type);
    for (int y = unit->y; y < unit->y + def->height; y++) {
        for (int x = unit->x; x < unit->x + def->width; x++) {
            if (sees_cell(g, seat, x, y))
                return true;
        }
    }
    return false;
}

/* Returns true for the seat's own entities, those in its sight, and resources, which are on every
 * seat's map. */
static bool is_known(const sk_game *g, us_seat seat, int index)
{
    const us_entity *entity = &g->entity[index];
    return entity->owner == seat || sk_type_def(g, entity->type)->kind == US_KIND_RESOURCE ||
           sk_seat_can_see_unit(g, seat, g->slot_at[index]);
}

/* Hides the tallies of other seats. Revisions show only that something changed. */
static void hide_others(const sk_game *g, us_seat seat, struct sk_seen *seen)
{
    int tallies = g->domain->tallies.count;
    memset(seen->tally, 0, (size_t)(g->seats * tallies) * sizeof(*seen->tally));
    memcpy(seen->tally + seat * tallies, g->tally + seat * tallies,
           (size_t)tallies * sizeof(*seen->tally));
    int revisions = us_revision_count(g->domain, g->seats);
    for (int i = 0; i < revisions; i++)
        seen->revision[i] = g->revision[US_REVISION_ANY];
    seen->world.tally = seen->tally;
    seen->world.revision = seen->revision;
}

/* Hides the orders and products of other seats' units. Their status shows what they do. */
static void hide_orders(const sk_game *g, us_entity *entity)
{
    const us_type_def *def = sk_type_def(g, entity->type);
    entity->target = 0;
    entity->product = US_NO_TYPE;
    entity->action = -1;
    entity->until = 0;
    for (int a = 0; a < g->domain->attribute_count; a++) {
        if (g->domain->attribute[a].private)
            entity->attribute[a] = def->attribute[a];
    }
}

static void filter(sk_game *g, us_seat seat, struct sk_seen *seen)
{
    us_world *world = &seen->world;
    *world = g->world;
    world->count = 0;
    for (int i = 0; i < g->core->count; i++) {
        if (!is_known(g, seat, i))
            continue;
        us_entity *entity = &seen->entity[world->count++];
        *entity = g->entity[i];
        if (entity->owner != seat)
            hide_orders(g, entity);
    }
    const uint8_t *known = g->known + 2 * seat * g->cells;
    uint8_t bit = (uint8_t)(1u << seat);
    memcpy(seen->plane[US_PLANE_TERRAIN], known, (size_t)g->cells);
    memcpy(seen->plane[US_PLANE_AMOUNT], known + g->cells, (size_t)g->cells);
    for (int cell = 0; cell < g->cells; cell++) {
        bool now = g->plane[US_PLANE_SEEN][cell] & bit;
        seen->plane[US_PLANE_TAKEN][cell] = now ? g->plane[US_PLANE_TAKEN][cell] : 0;
        seen->plane[US_PLANE_SEEN][cell] = g->plane[US_PLANE_SEEN][cell] & bit;
        seen->plane[US_PLANE_EXPLORED][cell] = g->plane[US_PLANE_EXPLORED][cell] & bit;
    }
    for (int i = 0; i < world->count; i++) {
        const us_entity *entity = &seen->entity[i];
        const us_type_def *def = sk_type_def(g, entity->type);
        for (int y = entity->y; def->movement < 0 && y < entity->y + def->height; y++)
            memset(&seen->plane[US_PLANE_TAKEN][sk_game_cell(g, entity->x, y)], US_TAKEN_BUILDING,
                   (size_t)def->width);
    }
    world->entity = seen->entity;
    for (int p = 0; p < US_PLANES; p++)
        world->plane[p] = seen->plane[p];
    hide_others(g, seat, seen);
    us_world_compute_census(world, seen->census);
    world->census = seen->census;
    seen->now = g->core->now;
    seen->any = g->revision[US_REVISION_ANY];
}

const us_world *sk_seat_world(sk_game *g, us_seat seat)
{
    g->world.now = g->core->now;
    if (!g->base.scenario->fog || seat < 0)
        return &g->world;
    if (!g->seen)
        g->seen = US_NEW_ARRAY(struct sk_seen, g->seats);
    struct sk_seen *seen = &g->seen[seat];
    if (!seen->entity) {
        seen->entity = US_NEW_ARRAY(us_entity, SK_SLOTS);
        for (int p = 0; p < US_PLANES; p++)
            seen->plane[p] = US_NEW_ARRAY(uint8_t, g->cells);
        seen->tally = US_NEW_ARRAY(int32_t, g->seats * g->domain->tallies.count);
        seen->revision = US_NEW_ARRAY(uint32_t, us_revision_count(g->domain, g->seats));
        seen->census = US_NEW_ARRAY(uint16_t, us_census_size(g->domain, g->seats));
        seen->now = -1;
    }
    if (seen->now != g->core->now || seen->any != g->revision[US_REVISION_ANY])
        filter(g, seat, seen);
    return &seen->world;
}

void sk_seen_free(sk_game *g)
{
    for (int seat = 0; g->seen && seat < g->seats; seat++) {
        us_mem_free(g->seen[seat].entity);
        us_mem_free(g->seen[seat].tally);
        us_mem_free(g->seen[seat].revision);
        us_mem_free(g->seen[seat].census);
        for (int p = 0; p < US_PLANES; p++)
            us_mem_free(g->seen[seat].plane[p]);
    }
    us_mem_free(g->seen);
    g->seen = NULL;
}
