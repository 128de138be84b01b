#include "game/skirmish/skirmish.h"

#include "game/skirmish/act.h"
#include "game/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* ---- starting */

static void lay_out(void *game, us_block *b)
{
    sk_game *g = game;
    size_t cells = (size_t)g->cells, seats = (size_t)g->seats;
    size_t types = (size_t)g->domain->type_count;
    int columns = (g->width + SK_BLOCK - 1) / SK_BLOCK,
        rows = (g->height + SK_BLOCK - 1) / SK_BLOCK;
    size_t blocks = (size_t)(columns * rows);
    bool fog = g->base.scenario->fog;
    g->core = us_block_add_part(b, 1, sizeof(sk_core));
    g->entity = us_block_add_part(b, SK_SLOTS, sizeof(us_entity));
    g->slot_at = us_block_add_part(b, SK_SLOTS, sizeof(sk_slot));
    g->unit = us_block_add_part(b, SK_SLOTS, sizeof(sk_unit));
    g->missile = us_block_add_part(b, SK_FLYING, sizeof(sk_missile));
    g->dirty = us_block_add_part(b, SK_SLOTS, sizeof(sk_slot));
    g->occupant = us_block_add_part(b, cells, sizeof(sk_slot));
    g->block_head = us_block_add_part(b, blocks, sizeof(sk_slot));
    g->block_units = us_block_add_part(b, blocks * (seats + 1), sizeof(uint16_t));
    for (int p = 0; p < US_PLANES; p++)
        g->plane[p] = us_block_add_part(b, cells, 1);
    g->pass = us_block_add_part(b, cells, 1);
    g->seen_by = us_block_add_part(b, fog ? seats * cells : 0, sizeof(uint16_t));
    g->known = us_block_add_part(b, fog ? 2 * seats * cells : 0, 1);
    g->tally = us_block_add_part(b, seats * (size_t)g->domain->tallies.count, sizeof(int32_t));
    g->faction = us_block_add_part(b, seats, 1);
    g->alive = us_block_add_part(b, seats, 1);
    g->revision =
        us_block_add_part(b, (size_t)us_revision_count(g->domain, g->seats), sizeof(uint32_t));
    g->depot = us_block_add_part(b, SK_SLOTS, sizeof(sk_slot));
    g->census = us_block_add_part(b, (seats + 1) * types, sizeof(uint16_t));
    g->mobiles = us_block_add_part(b, seats, sizeof(int32_t));
    g->stats = us_block_add_part(b, (seats + 1) * types, sizeof(sk_stats));
    g->fields =
        us_block_add_part(b, 1, sk_fields_size(g->width, g->height, g->domain->movements.count));
}

static void set_terrain(sk_game *g)
{
    const sk_map *map = g->scenario->map;
    bool fog = g->base.scenario->fog;
    uint8_t everyone = (uint8_t)((1u << g->seats) - 1);
    for (int cell = 0; cell < g->cells; cell++) {
        const us_terrain *terrain = &g->domain->terrain[map->terrain[cell]];
        g->plane[US_PLANE_TERRAIN][cell] = map->terrain[cell];
        g->plane[US_PLANE_AMOUNT][cell] = (uint8_t)terrain->amount;
        g->pass[cell] = (uint8_t)terrain->passable;
        g->plane[US_PLANE_SEEN][cell] = fog ? 0 : everyone;
        g->plane[US_PLANE_EXPLORED][cell] = fog ? 0 : everyone;
        for (int seat = 0; fog && seat < g->seats; seat++) {
            g->known[2 * seat * g->cells + cell] = map->terrain[cell];
            g->known[(2 * seat + 1) * g->cells + cell] = (uint8_t)terrain->amount;
        }
    }
}

static void set_seats(sk_game *g)
{
    const sk_map *map = g->scenario->map;
    for (us_seat seat = 0; seat < g->seats; seat++) {
        g->faction[seat] = (int8_t)map->faction[seat];
        g->alive[seat] = 1;
        for (int r = 0; r < g->domain->resources.count; r++) {
            int32_t start = map->start[seat][r];
            g->tally[seat * g->domain->tallies.count + r] = start >= 0 ? start : g->rules->start[r];
        }
    }
    for (int seat = US_NEUTRAL; seat < g->seats; seat++)
        sk_stats_update(g, (us_seat)seat);
}

/* Returns the rotation of the seats. Ties between equally near cells go to the first one in row
 * order, which favors a place. On a fair map the seed therefore draws each seat's place. */
static int draw_place(const sk_game *g)
{
    us_rng rng = us_rng_derive(g->core->seed, "skirmish.place", 0);
    return g->scenario->even ? (int)us_rng_next_below(&rng, (uint32_t)g->seats) : 0;
}

static void set_entities(sk_game *g)
{
    const sk_map *map = g->scenario->map;
    int place = draw_place(g);
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        us_seat owner = entity->owner;
        us_type type = entity->type;
        if (owner != US_NEUTRAL && place > 0) {
            owner = (us_seat)((owner + place) % g->seats);
            type = us_type_for_faction(g->domain, type, g->faction[owner]);
        }
        sk_slot slot = sk_unit_add(g, type, owner, entity->x, entity->y, true, 0);
        us_assert(slot);
        g->unit[slot].from_x = entity->x;
        g->unit[slot].from_y = entity->y;
        if (sk_type_def(g, entity->type)->kind == US_KIND_RESOURCE)
            sk_unit_entity(g, slot)->attribute[g->words->stock] = entity->stock;
        else
            sk_unit_wake_at(g, slot, 0);
    }
}

static us_game *start(const us_scenario *scenario, uint64_t seed)
{
    const sk_scenario *sc = (const sk_scenario *)scenario;
    sk_game *g = US_NEW(sk_game);
    g->base = (us_game){scenario, seed};
    g->scenario = sc;
    g->rules = sc->rules;
    g->domain = sc->domain;
    g->words = &sc->words;
    g->width = scenario->width;
    g->height = scenario->height;
    g->cells = g->width * g->height;
    g->seats = scenario->seats;
    g->block = us_block_new(lay_out, g, &g->block_size);

    us_events_reserve(&g->pending, 2 * SK_SLOTS);

    sk_core *core = g->core;
    core->next_id = 1;
    core->winner = US_NEUTRAL;
    core->seed = seed;
    core->rng = us_rng_derive(seed, "skirmish", 0);
    core->tag = us_hash_add(us_hash_add(US_HASH_START, seed), sc->map->hash);
    for (int i = SK_SLOTS - 1; i > 0; i--) {
        g->unit[i].next = core->free_slot;
        core->free_slot = (sk_slot)i;
    }
    for (int i = SK_FLYING - 1; i > 0; i--) {
        g->missile[i].next = core->free_missile;
        core->free_missile = (uint16_t)i;
    }
    g->world = (us_world){.domain = g->domain,
                          .width = g->width,
                          .height = g->height,
                          .entity = g->entity,
                          .seats = g->seats,
                          .tally = g->tally,
                          .faction = g->faction,
                          .alive = g->alive,
                          .revision = g->revision,
                          .census = g->census};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->plane[p];
    set_terrain(g);
    sk_fields_init(g);
    set_seats(g);
    set_entities(g);
    return &g->base;
}

static void end(us_game *game)
{
    sk_game *g = (sk_game *)game;
    sk_seen_free(g);
    us_events_clear(&g->pending);
    us_mem_free(g->block);
    us_mem_free(g);
}

/* ---- one cycle */

static void unit_wake(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    if (entity->status == g->words->dead)
        return;
    g->core->wakes++;
    if (unit->inside && unit->phase == 0 && !sk_unit_leave(g, slot, unit->to_x, unit->to_y))
        return;
    bool stays = sk_type_def(g, unit->type)->movement < 0;
    if (stays && (unit->making_count || (entity->flags & US_ENTITY_UNFINISHED)))
        sk_site_wake(g, slot);
    else if (sk_unit_is_relieved(g, slot))
        sk_task_end(g, slot, US_REASON_NONE);
    else if (unit->task.action >= 0)
        g->scenario->verb[unit->task.action](g, slot);
    else
        sk_unit_wake_idle(g, slot);
    g->core->tag =
        us_hash_add(g->core->tag, ((uint64_t)slot << 48) ^ ((uint64_t)(uint16_t)unit->x << 32) ^
                                      ((uint64_t)(uint16_t)unit->y << 16) ^
                                      (uint64_t)(uint32_t)sk_unit_entity(g, slot)->attribute[0]);
}

static int by_id(const sk_game *g, sk_slot a, sk_slot b)
{
    return (g->unit[a].id > g->unit[b].id) - (g->unit[a].id < g->unit[b].id);
}

/* Emits net status changes once a cycle, in id order. */
static void emit_statuses(sk_game *g)
{
    sk_core *core = g->core;
    for (int i = 1; i < core->dirty_count; i++) {
        sk_slot slot = g->dirty[i];
        int at = i;
        while (at > 0 && by_id(g, g->dirty[at - 1], slot) > 0) {
            g->dirty[at] = g->dirty[at - 1];
            at--;
        }
        g->dirty[at] = slot;
    }
    for (int i = 0; i < core->dirty_count; i++) {
        sk_unit *unit = &g->unit[g->dirty[i]];
        const us_entity *entity = sk_unit_entity(g, g->dirty[i]);
        unit->dirty = false;
        if (entity->status == g->words->dead || entity->status == unit->shown)
            continue;
        sk_unit_emit_event(g, g->dirty[i],
                           (us_event){.kind = US_EVENT_STATUS,
                                      .type = unit->type,
                                      .value = entity->status,
                                      .extra = unit->shown});
        unit->shown = entity->status;
    }
    core->dirty_count = 0;
}

/* Returns true if the seat can never act again: it has only buildings, none can attack or is in
 * production, and it can pay for no unit and no better building. Sites and queues must be empty,
 * too, since their refund would count. */
static bool is_helpless(const sk_game *g, us_seat seat)
{
    if (g->mobiles[seat] > 0)
        return false;
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        if (entity->owner != seat)
            continue;
        if (g->unit[g->slot_at[i]].making_count || (entity->flags & US_ENTITY_UNFINISHED))
            return false;
        if (sk_type_numbers(g, entity->type)->range > 0)
            return false;
        const us_type_def *def = sk_type_def(g, entity->type);
        for (int p = 0; p < def->produces_count; p++) {
            const us_product_list *list = &def->produces[p];
            bool counts = list->action == g->words->train || list->action == g->words->upgrade;
            for (int t = 0; counts && t < list->count; t++) {
                if (us_world_can_afford(&g->world, seat, list->type[t]) &&
                    us_world_can_feed(&g->world, seat, list->type[t]))
                    return false;
            }
        }
    }
    return true;
}

static void check_defeat(sk_game *g)
{
    sk_core *core = g->core;
    int left = 0;
    us_seat last = US_NEUTRAL;
    for (us_seat seat = 0; seat < g->seats; seat++) {
        if (g->alive[seat] && is_helpless(g, seat)) {
            g->alive[seat] = 0;
            g->revision[US_REVISION_TALLY + seat]++;
            g->revision[US_REVISION_ANY]++;
            sk_event_emit(g,
                          (us_event){.kind = US_EVENT_DEFEATED, .seat = seat, .type = US_NO_TYPE});
        }
        if (g->alive[seat]) {
            left++;
            last = seat;
        }
    }
    bool limit = core->now + 1 >= g->base.scenario->max_cycles;
    if (left > 1 && !limit)
        return;
    core->outcome = left == 1 ? US_OUTCOME_WIN : US_OUTCOME_DRAW;
    core->winner = left == 1 ? last : US_NEUTRAL;
    sk_event_emit(g, (us_event){.kind = US_EVENT_OVER,
                                .seat = core->winner,
                                .type = US_NO_TYPE,
                                .value = (int32_t)core->outcome});
}

/* Returns the cycles between regenerations. */
static us_cycle healing(const sk_game *g)
{
    return 2 * g->domain->cycles_per_second;
}

/* Plays the cycle core->now. */
static void one_cycle(sk_game *g)
{
    sk_slot awake[SK_SLOTS];
    sk_core *core = g->core;
    core->path_left = SK_PATH_BOUND;
    core->stepping = true;
    if (core->missiles)
        sk_missiles_land(g);
    int count = sk_wheel_take(g, core->now, awake);
    for (int i = 0; i < count; i++) {
        /* lost its turn: an earlier unit pushed it, let it out, or killed it */
        if (!g->unit[awake[i]].due)
            continue;
        g->unit[awake[i]].due = false;
        unit_wake(g, awake[i]);
    }
    bool tick = core->now % healing(g) == 0;
    if (tick)
        sk_game_regenerate(g);
    if (core->dirty_count)
        emit_statuses(g);
    bool fallen = core->dead > 0 || core->acted; /* units may have been dismissed */
    sk_game_sweep(g);
    core->stepping = core->acted = false;
    if (fallen || tick || core->now + 1 >= g->base.scenario->max_cycles)
        check_defeat(g);
}

/* Returns the next cycle in which anything can happen. */
static us_cycle next_busy(const sk_game *g, us_cycle until)
{
    us_cycle now = g->core->now;
    if (g->core->acted) /* changes by orders are reported in their own cycle */
        return now;
    us_cycle next = sk_wheel_next(g, now, until);
    us_cycle missile = sk_missiles_next(g);
    if (missile < next)
        next = missile;
    us_cycle tick = (now + healing(g) - 1) / healing(g) * healing(g);
    if (tick < next)
        next = tick;
    us_cycle last = g->base.scenario->max_cycles - 1;
    if (last < next && last >= now)
        next = last;
    return next;
}

static us_cycle step(us_game *game, us_cycle until, const us_wake *wake, us_events *events)
{
    sk_game *g = (sk_game *)game;
    sk_core *core = g->core;
    us_events own = {0};
    g->events = events ? events : wake ? &own : NULL;
    int before = g->events ? g->events->count : 0;
    for (int i = 0; g->events && i < g->pending.count; i++)
        us_events_add(g->events, &g->pending.event[i]);
    us_events_reset(&g->pending);
    while (core->now < until && core->outcome == US_OUTCOME_NONE) {
        us_cycle next = next_busy(g, until);
        core->now = next;
        if (next >= until)
            break;
        one_cycle(g);
        core->now++;
        if (wake && g->events->count > before && us_wake_is_triggered(wake, g->events, before))
            break;
        before = g->events ? g->events->count : 0;
    }
    us_events_clear(&own);
    g->events = NULL;
    return core->now;
}

/* ---- queries */

static us_outcome outcome(const us_game *game)
{
    const sk_game *g = (const sk_game *)game;
    const sk_core *core = g->core;
    bool left = memchr(g->alive, 1, (size_t)g->seats);
    const char *reason = core->outcome == US_OUTCOME_NONE  ? "going on"
                         : core->outcome == US_OUTCOME_WIN ? "defeat"
                         : left                            ? "cycle limit"
                                                           : "all fell";
    return (us_outcome){core->outcome, core->winner, reason};
}

static const us_world *world(us_game *game, us_seat seat)
{
    return sk_seat_world((sk_game *)game, seat);
}

static uint32_t tag(const us_game *game)
{
    us_hash hash = ((const sk_game *)game)->core->tag;
    return (uint32_t)(hash ^ (hash >> 32));
}

int64_t us_skirmish_path_node_count(const us_game *game)
{
    return ((const sk_game *)game)->core->path_nodes;
}

int64_t us_skirmish_wake_count(const us_game *game)
{
    return ((const sk_game *)game)->core->wakes;
}

size_t us_skirmish_size(const us_game *game)
{
    return ((const sk_game *)game)->block_size + sizeof(sk_game);
}

const us_game_kind us_skirmish = {
    .name = "skirmish",
    .capabilities = US_CAN_SNAPSHOT | US_CAN_REPLAY | US_CAN_FOG,
    .open = sk_scenario_open,
    .close = sk_scenario_close,
    .start = start,
    .end = end,
    .world = world,
    .check = sk_scenario_check,
    .act = sk_game_act,
    .step = step,
    .outcome = outcome,
    .hash = sk_game_hash,
    .tag = tag,
    .save = sk_game_save,
    .load = sk_game_load,
    .maps = &sk_map_tools,
};
