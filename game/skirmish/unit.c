#include "game/skirmish/path/path.h"

#include <string.h>

/* ---- finding */

sk_slot sk_slot_find(const sk_game *g, us_id id)
{
    int low = 0, high = g->core->count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        us_id there = g->entity[middle].id;
        if (there == id)
            return g->entity[middle].status == g->words->dead ? 0 : g->slot_at[middle];
        if (there < id)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}

/* ---- events */

void sk_event_emit(sk_game *g, us_event event)
{
    event.cycle = g->core->now;
    g->core->tag = us_hash_add(g->core->tag, ((uint64_t)event.kind << 32) ^ event.entity ^
                                                 ((uint64_t)(uint32_t)event.value << 20));
    if (g->events)
        us_events_add(g->events, &event);
}

void sk_unit_emit_event(sk_game *g, sk_slot slot, us_event event)
{
    const sk_unit *unit = &g->unit[slot];
    event.seat = unit->owner;
    event.entity = unit->id;
    event.x = unit->x;
    event.y = unit->y;
    sk_event_emit(g, event);
}

static void bump(sk_game *g, us_seat owner, us_type type, bool members)
{
    int at = us_revision_members(&g->world, owner, type);
    g->revision[members ? at : at + 1]++;
    g->revision[US_REVISION_ANY]++;
}

void sk_unit_mark_changed(sk_game *g, sk_slot slot)
{
    bump(g, g->unit[slot].owner, g->unit[slot].type, false);
}

void sk_unit_set_status(sk_game *g, sk_slot slot, int status)
{
    us_entity *entity = sk_unit_entity(g, slot);
    if (entity->status == status)
        return;
    entity->status = (uint8_t)status;
    sk_unit_mark_changed(g, slot);
    if (!g->unit[slot].dirty) {
        g->unit[slot].dirty = true;
        g->dirty[g->core->dirty_count++] = slot;
    }
}

void sk_tally_add(sk_game *g, us_seat seat, int tally, int32_t amount)
{
    if (seat < 0 || !amount)
        return;
    g->tally[seat * g->domain->tallies.count + tally] += amount;
    g->revision[US_REVISION_TALLY + seat]++;
    g->revision[US_REVISION_ANY]++;
}

/* ---- cells */

/* Occupies cells. Mobile units stand in one cell and never close it; other entities close all their
 * cells. */
static void set_occupancy(sk_game *g, sk_slot slot, bool here)
{
    const sk_unit *unit = &g->unit[slot];
    const us_type_def *def = sk_type_def(g, unit->type);
    bool stays = def->movement < 0;
    for (int y = unit->y; y < unit->y + def->height; y++) {
        for (int x = unit->x; x < unit->x + def->width; x++) {
            int cell = sk_game_cell(g, x, y);
            g->occupant[cell] = here ? slot : 0;
            g->plane[US_PLANE_TAKEN][cell] = here ? (stays ? US_TAKEN_BUILDING : US_TAKEN_UNIT) : 0;
            if (stays)
                g->pass[cell] =
                    here ? 0
                         : (uint8_t)g->domain->terrain[g->plane[US_PLANE_TERRAIN][cell]].passable;
        }
    }
    if (stays)
        sk_path_update(g, unit->x, unit->y, def->width, def->height, !here);
}

static int block_of(const sk_game *g, int x, int y)
{
    return y / SK_BLOCK * ((g->width + SK_BLOCK - 1) / SK_BLOCK) + x / SK_BLOCK;
}

static void near_link(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int b = block_of(g, unit->x, unit->y);
    unit->near_prev = 0;
    unit->near_next = g->block_head[b];
    if (unit->near_next)
        g->unit[unit->near_next].near_prev = slot;
    g->block_head[b] = slot;
    g->block_units[b * (g->seats + 1) + unit->owner + 1]++;
}

static void near_unlink(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int b = block_of(g, unit->x, unit->y);
    if (unit->near_prev)
        g->unit[unit->near_prev].near_next = unit->near_next;
    else
        g->block_head[b] = unit->near_next;
    if (unit->near_next)
        g->unit[unit->near_next].near_prev = unit->near_prev;
    unit->near_next = unit->near_prev = 0;
    g->block_units[b * (g->seats + 1) + unit->owner + 1]--;
}

static void appear(sk_game *g, sk_slot slot)
{
    set_occupancy(g, slot, true);
    near_link(g, slot);
    sk_sight_add(g, slot, 1);
}

static void disappear(sk_game *g, sk_slot slot)
{
    sk_sight_add(g, slot, -1);
    near_unlink(g, slot);
    set_occupancy(g, slot, false);
}

/* ---- adding and removing */

static void own(sk_game *g, us_seat owner, us_type type, int sign)
{
    if (sk_type_def(g, type)->stores)
        g->core->depots = -1;
    uint16_t *count = &g->census[(owner + 1) * g->domain->type_count + type];
    *count = (uint16_t)(*count + sign);
}

/* Sums up the supply of the seat's entities, up to the limit. Call it after own(). */
static void count_supply(sk_game *g, us_seat owner, us_type type)
{
    if (owner < 0 || sk_type_def(g, type)->food_supply == 0)
        return;
    const uint16_t *census = g->census + (owner + 1) * g->domain->type_count;
    int32_t supply = 0;
    for (int t = 0; t < g->domain->type_count; t++)
        supply += census[t] * sk_type_def(g, (us_type)t)->food_supply;
    if (supply > g->rules->food_limit)
        supply = g->rules->food_limit;
    int tally = g->words->food_supply;
    sk_tally_add(g, owner, tally, supply - sk_seat_tally(g, owner, tally));
}

static void count_food(sk_game *g, us_seat owner, us_type type, int sign)
{
    sk_tally_add(g, owner, g->words->food_used, sign * sk_type_def(g, type)->food_use);
    count_supply(g, owner, type);
}

/* Publishes the ranges of its type with the seat's upgrades. */
static void show_range(const sk_game *g, us_entity *entity)
{
    entity->attribute[g->words->range] = sk_game_stats(g, entity->owner, entity->type)->range;
    entity->attribute[g->words->min_range] = sk_type_numbers(g, entity->type)->min_range;
}

void sk_stats_publish_ranges(sk_game *g, us_seat seat)
{
    for (int i = 0; i < g->core->count; i++) {
        us_entity *entity = &g->entity[i];
        int range = sk_game_stats(g, entity->owner, entity->type)->range;
        if (entity->owner != seat || entity->attribute[g->words->range] == range)
            continue;
        show_range(g, entity);
        sk_unit_mark_changed(g, g->slot_at[i]);
    }
}

sk_slot sk_unit_add(sk_game *g, us_type type, us_seat owner, int x, int y, bool finished,
                    us_id maker)
{
    sk_core *core = g->core;
    if (!core->free_slot || core->count == SK_SLOTS - 1)
        return 0;
    sk_slot slot = core->free_slot;
    sk_unit *unit = &g->unit[slot];
    core->free_slot = unit->next;
    memset(unit, 0, sizeof(*unit));
    int index = core->count++;
    g->world.count = core->count;
    us_entity *entity = &g->entity[index];
    memset(entity, 0, sizeof(*entity));
    const us_type_def *def = sk_type_def(g, type);

    unit->id = entity->id = core->next_id++;
    unit->index = (sk_slot)index;
    unit->wake = -1;
    unit->type = entity->type = type;
    unit->owner = entity->owner = owner;
    unit->task.action = entity->action = -1;
    unit->x = entity->x = (int16_t)x;
    unit->y = entity->y = (int16_t)y;
    unit->carries = -1;
    entity->product = US_NO_TYPE;
    entity->flags = finished ? 0 : US_ENTITY_UNFINISHED;
    memcpy(entity->attribute, def->attribute, sizeof(entity->attribute));
    entity->attribute[g->words->carries] = -1;
    show_range(g, entity);
    entity->status = (uint8_t)(finished ? g->words->idle : g->words->constructing);
    unit->shown = entity->status;
    g->slot_at[index] = slot;
    if (!finished)
        entity->attribute[0] = 1;
    else
        own(g, owner, type, 1);
    count_food(g, owner, type, 1);
    appear(g, slot);
    if (owner >= 0 && def->movement >= 0)
        g->mobiles[owner]++;
    bump(g, owner, type, true);
    sk_unit_emit_event(g, slot, (us_event){.kind = US_EVENT_CREATED, .type = type, .other = maker});
    return slot;
}

void sk_unit_finish(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    entity->flags &= (uint8_t)~US_ENTITY_UNFINISHED;
    entity->until = 0;
    own(g, unit->owner, unit->type, 1);
    count_supply(g, unit->owner, unit->type);
    sk_tally_add(g, unit->owner, g->words->score, sk_type_numbers(g, unit->type)->points);
    bump(g, unit->owner, unit->type, true);
    sk_unit_set_status(g, slot, g->words->idle);
    sk_unit_emit_event(g, slot, (us_event){.kind = US_EVENT_FINISHED, .type = unit->type});
}

/* Wakes the units inside: they come out in the next cycle. */
static void free_inmates(sk_game *g, us_id house)
{
    for (int i = 0; i < g->core->count; i++) {
        sk_slot slot = g->slot_at[i];
        sk_unit *unit = &g->unit[slot];
        if (unit->inside && unit->house == house && g->entity[i].status != g->words->dead) {
            unit->busy = g->core->now + 1;
            sk_unit_wake_at(g, slot, g->core->now + 1);
        }
    }
}

void sk_unit_end_walk(sk_game *g, sk_slot slot)
{
    sk_unit *u = &g->unit[slot];
    u->route = 0; /* the aim stays, to show other units its goal */
    u->tired = u->plugged = 0;
    u->blocks = u->around = 0;
    u->best = u->left = SK_FAR;
    u->walking = u->aside = u->alone = false;
}

/* Emits no further status of the dead. */
static void forget_status(sk_game *g, sk_slot slot)
{
    int kept = 0;
    for (int i = 0; i < g->core->dirty_count; i++) {
        if (g->dirty[i] != slot)
            g->dirty[kept++] = g->dirty[i];
    }
    g->core->dirty_count = kept;
    g->unit[slot].dirty = false;
}

void sk_unit_remove(sk_game *g, sk_slot slot, us_gone_kind why, us_id by)
{
    sk_core *core = g->core;
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    bool finished = !(entity->flags & US_ENTITY_UNFINISHED);
    sk_unit_wake_never(g, slot);
    sk_unit_end_walk(g, slot);
    if (!unit->inside)
        disappear(g, slot);
    if (finished)
        own(g, unit->owner, unit->type, -1);
    count_food(g, unit->owner, unit->type, -1);
    if (unit->owner >= 0 && sk_type_def(g, unit->type)->movement >= 0)
        g->mobiles[unit->owner]--;
    bump(g, unit->owner, unit->type, true);
    sk_unit_emit_event(
        g, slot,
        (us_event){.kind = US_EVENT_GONE, .type = unit->type, .other = by, .value = (int32_t)why});
    if (unit->dirty)
        forget_status(g, slot);
    /* the slot stays taken until the sweep, for callers that still hold it */
    entity->status = (uint8_t)g->words->dead;
    entity->attribute[0] = 0;
    core->dead++;
    if (sk_type_def(g, unit->type)->movement < 0)
        free_inmates(g, unit->id);
}

void sk_game_sweep(sk_game *g)
{
    sk_core *core = g->core;
    if (!core->dead)
        return;
    int kept = 0;
    for (int i = 0; i < core->count; i++) {
        sk_slot slot = g->slot_at[i];
        if (g->entity[i].status == g->words->dead) {
            g->unit[slot].id = 0;
            g->unit[slot].next = core->free_slot;
            core->free_slot = slot;
            continue;
        }
        if (kept != i) {
            g->entity[kept] = g->entity[i];
            g->slot_at[kept] = slot;
            g->unit[slot].index = (sk_slot)kept;
        }
        kept++;
    }
    core->count = g->world.count = kept;
    core->dead = 0;
}

void sk_unit_convert(sk_game *g, sk_slot slot, us_type type)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    us_type was = unit->type;
    const us_type_def *from = sk_type_def(g, was), *to = sk_type_def(g, type);
    bool finished = !(entity->flags & US_ENTITY_UNFINISHED);
    if (finished) {
        own(g, unit->owner, was, -1);
        own(g, unit->owner, type, 1);
    }
    count_food(g, unit->owner, was, -1);
    count_food(g, unit->owner, type, 1);
    bump(g, unit->owner, was, true);
    if (!unit->inside)
        sk_sight_add(g, slot, -1);
    unit->type = entity->type = type;
    if (!unit->inside)
        sk_sight_add(g, slot, 1);
    bump(g, unit->owner, type, true);
    for (int i = 0; i < g->domain->attribute_count; i++) {
        /* keeps the difference to the full value */
        entity->attribute[i] += to->attribute[i] - from->attribute[i];
    }
    if (entity->attribute[0] < 1)
        entity->attribute[0] = 1;
    show_range(g, entity);
    sk_unit_emit_event(g, slot, (us_event){.kind = US_EVENT_CONVERTED, .type = type, .value = was});
}

/* ---- moving */

void sk_unit_move(sk_game *g, sk_slot slot, int x, int y)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    int from = sk_game_cell(g, unit->x, unit->y), to = sk_game_cell(g, x, y);
    bool crosses = block_of(g, unit->x, unit->y) != block_of(g, x, y);
    if (crosses)
        near_unlink(g, slot);
    if (g->occupant[from] == slot) { /* else the unit that it swapped places with stands there */
        g->occupant[from] = 0;
        g->plane[US_PLANE_TAKEN][from] = 0;
    }
    sk_sight_add(g, slot, -1);
    unit->x = entity->x = (int16_t)x;
    unit->y = entity->y = (int16_t)y;
    sk_sight_add(g, slot, 1);
    g->occupant[to] = slot;
    g->plane[US_PLANE_TAKEN][to] = US_TAKEN_UNIT;
    if (crosses)
        near_link(g, slot);
    sk_unit_mark_changed(g, slot);
}

void sk_unit_hide(sk_game *g, sk_slot slot)
{
    if (g->unit[slot].inside)
        return;
    disappear(g, slot);
    g->unit[slot].inside = true;
    sk_unit_entity(g, slot)->flags |= US_ENTITY_INSIDE;
    sk_unit_mark_changed(g, slot);
}

bool sk_goal_find_free_cell(const sk_game *g, int movement, const sk_goal *around, int to_x,
                            int to_y, int *out_x, int *out_y)
{
    uint8_t bit = (uint8_t)(1u << movement);
    for (int ring = 1; ring < 12; ring++) {
        int best = INT32_MAX;
        for (int y = around->y - ring; y < around->y + around->h + ring; y++) {
            bool edge = y == around->y - ring || y == around->y + around->h + ring - 1;
            int step = edge ? 1 : around->w + 2 * ring - 1;
            for (int x = around->x - ring; x < around->x + around->w + ring; x += step) {
                if (x < 0 || y < 0 || x >= g->width || y >= g->height)
                    continue;
                int cell = sk_game_cell(g, x, y);
                if (!(g->pass[cell] & bit) || g->occupant[cell])
                    continue;
                int dx = x - to_x, dy = y - to_y;
                int far = dx * dx + dy * dy;
                if (far < best) {
                    best = far;
                    *out_x = x;
                    *out_y = y;
                }
            }
        }
        if (best < INT32_MAX)
            return true;
    }
    return false;
}

bool sk_unit_show(sk_game *g, sk_slot slot, const sk_goal *around, int to_x, int to_y)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    int x = 0, y = 0;
    if (!sk_goal_find_free_cell(g, sk_type_def(g, unit->type)->movement, around, to_x, to_y, &x,
                                &y))
        return false;
    unit->x = entity->x = (int16_t)x;
    unit->y = entity->y = (int16_t)y;
    unit->inside = false;
    entity->flags &= (uint8_t)~US_ENTITY_INSIDE;
    appear(g, slot);
    sk_unit_mark_changed(g, slot);
    return true;
}

/* ---- terrain */

void sk_terrain_set(sk_game *g, int x, int y, int terrain, int amount)
{
    int cell = sk_game_cell(g, x, y);
    int was = g->plane[US_PLANE_TERRAIN][cell];
    if (was != terrain || g->plane[US_PLANE_AMOUNT][cell] != amount) {
        g->revision[US_REVISION_TERRAIN]++;
        g->revision[US_REVISION_ANY]++;
    }
    g->plane[US_PLANE_AMOUNT][cell] = (uint8_t)amount;
    g->plane[US_PLANE_TERRAIN][cell] = (uint8_t)terrain;
    sk_sight_update_terrain(g, cell);
    if (was == terrain)
        return;
    if (!(g->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING)) {
        uint8_t pass = (uint8_t)g->domain->terrain[terrain].passable;
        bool opened = (pass & ~g->pass[cell]) != 0;
        g->pass[cell] = pass;
        sk_path_update(g, x, y, 1, 1, opened);
    }
    sk_event_emit(g, (us_event){.kind = US_EVENT_TERRAIN,
                                .seat = US_NEUTRAL,
                                .type = US_NO_TYPE,
                                .value = terrain,
                                .extra = was,
                                .x = (int16_t)x,
                                .y = (int16_t)y});
}
