#include "game/arena/arena.h"

#include "game/arena/state.h"
#include "game/snapshot.h"

#include <string.h>

/* ---- the beginning */

static void lay_out(void *game, us_block *b)
{
    ar_game *g = game;
    size_t cells = (size_t)g->cells, blocks = (size_t)g->blocks;
    size_t all = (size_t)g->scenario->capacity, ids = 2 * all + 1;
    g->core = us_block_add_part(b, 1, sizeof(ar_core));
    g->entity = us_block_add_part(b, all, sizeof(us_entity));
    g->mind = us_block_add_part(b, all, sizeof(ar_mind));
    g->wake = us_block_add_part(b, all, sizeof(us_cycle));
    g->index = us_block_add_part(b, ids, sizeof(int16_t));
    g->on = us_block_add_part(b, cells, sizeof(uint16_t));
    g->supply = us_block_add_part(b, cells, sizeof(uint16_t));
    g->head = us_block_add_part(b, 2 * blocks, sizeof(uint16_t));
    g->next = us_block_add_part(b, ids, sizeof(uint16_t));
    g->prev = us_block_add_part(b, ids, sizeof(uint16_t));
    g->crowd = us_block_add_part(b, AR_SEATS * blocks, sizeof(uint16_t));
    g->opaque = us_block_add_part(b, cells, 1);
    g->dirty = us_block_add_part(b, all / 64 + 1, sizeof(uint64_t));
    for (int p = 0; p < US_PLANES; p++)
        g->plane[p] = us_block_add_part(b, cells, 1);
    g->tally = us_block_add_part(b, AR_SEATS * (size_t)g->domain->tallies.count, sizeof(int32_t));
    g->faction = us_block_add_part(b, AR_SEATS, 1);
    g->alive = us_block_add_part(b, AR_SEATS, 1);
    g->revision =
        us_block_add_part(b, (size_t)us_revision_count(g->domain, AR_SEATS), sizeof(uint32_t));
    g->census = us_block_add_part(b, (size_t)us_census_size(g->domain, AR_SEATS), sizeof(uint16_t));
}

static void publish(ar_game *g)
{
    g->world = (us_world){.domain = g->domain,
                          .now = g->core->now,
                          .width = g->width,
                          .height = g->height,
                          .entity = g->entity,
                          .count = g->core->count,
                          .seats = AR_SEATS,
                          .tally = g->tally,
                          .faction = g->faction,
                          .alive = g->alive,
                          .revision = g->revision,
                          .census = g->census};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->plane[p];
}

static void set_ground(ar_game *g)
{
    const ar_map *map = g->scenario->map;
    const uint8_t all = (1u << AR_SEATS) - 1;
    memcpy(g->plane[US_PLANE_TERRAIN], map->terrain, (size_t)g->cells);
    memset(g->plane[US_PLANE_SEEN], all, (size_t)g->cells);
    memset(g->plane[US_PLANE_EXPLORED], all, (size_t)g->cells);
    for (int cell = 0; cell < g->cells; cell++)
        g->opaque[cell] = map->terrain[cell] == g->words->wall;
}

static void set_entities(ar_game *g)
{
    const ar_map *map = g->scenario->map;
    for (int cell = 0; cell < g->cells; cell++) {
        const ar_kind *kind = map->stands[cell] ? &map->kind[map->stands[cell] - 1] : NULL;
        if (kind)
            ar_entity_add(g, kind->type, kind->owner, cell % g->width, cell / g->width,
                          kind->attribute);
    }
}

static us_game *start(const us_scenario *base, uint64_t seed)
{
    const ar_scenario *scenario = (const ar_scenario *)base;
    ar_game *g = US_NEW(ar_game);
    g->base = (us_game){base, seed};
    g->scenario = scenario;
    g->domain = base->domain;
    g->words = &scenario->words;
    g->width = base->width;
    g->height = base->height;
    g->cells = g->width * g->height;
    g->columns = (g->width + AR_BLOCK - 1) / AR_BLOCK;
    g->blocks = g->columns * ((g->height + AR_BLOCK - 1) / AR_BLOCK);
    g->block = us_block_new(lay_out, g, &g->block_size);
    ar_search_init(&g->search, g->cells);
    g->fallen = US_NEW_ARRAY(ar_fallen, scenario->capacity);
    g->core->next_id = 1;
    g->core->winner = US_NEUTRAL;
    g->core->rng = us_rng_derive(seed, "arena", 0);
    g->core->tag = us_hash_add(us_hash_add(US_HASH_START, seed), base->map_hash);
    publish(g);
    set_ground(g);
    set_entities(g);
    for (us_seat seat = 0; seat < AR_SEATS; seat++) {
        g->faction[seat] = seat;
        g->alive[seat] = 1;
        ar_tally_add(g, seat, g->words->difficulty, scenario->map->difficulty);
    }
    return &g->base;
}

static void end(us_game *game)
{
    ar_game *g = (ar_game *)game;
    us_events_clear(&g->events);
    ar_search_clear(&g->search);
    us_mem_free(g->fallen);
    us_mem_free(g->block);
    us_mem_free(g);
}

/* ---- one cycle */

static void wake(ar_game *g)
{
    us_cycle now = g->core->now;
    int count = g->core->count;
    for (int i = 0; i < count; i++) {
        if (g->wake[i] > now)
            continue;
        g->wake[i] = AR_NEVER;
        if (g->entity[i].type == g->words->door)
            ar_door_close(g, i);
        else if (g->entity[i].action >= 0)
            g->scenario->verb[g->entity[i].action](g, i);
    }
}

static void update_sights(ar_game *g)
{
    us_id turn = (us_id)(g->core->now % AR_LOOK);
    int count = g->core->count;
    for (int i = 0; i < count; i++)
        if (g->entity[i].id % AR_LOOK == turn && ar_entity_is_alive(g, i))
            ar_entity_update_sight(g, i);
}

/* Emits the net status change of a cycle for each entity, in id order. */
static void emit_statuses(ar_game *g)
{
    for (int word = 0; word <= g->scenario->capacity / 64; word++) {
        for (uint64_t bits = g->dirty[word]; bits; bits &= bits - 1) {
            int i = 64 * word + __builtin_ctzll(bits);
            const us_entity *e = &g->entity[i];
            int shown = g->mind[i].shown;
            if (e->attribute[0] <= 0 || e->status == shown)
                continue;
            g->mind[i].shown = e->status;
            ar_event_emit(g, i,
                          (us_event){.kind = US_EVENT_STATUS, .value = e->status, .extra = shown});
        }
        g->dirty[word] = 0;
    }
}

/* Returns true if the visitor has brought out the required loot. */
static bool is_brought(const ar_game *g)
{
    int loot = g->scenario->map->loot;
    return loot > 0 && g->tally[g->words->loot] >= loot;
}

static void decide_outcome(ar_game *g)
{
    ar_core *core = g->core;
    int left = 0;
    us_seat last = US_NEUTRAL;
    bool brought = is_brought(g);
    for (us_seat seat = 0; seat < AR_SEATS; seat++) {
        if (brought ? seat == 1 : core->heads[seat] == 0) {
            g->alive[seat] = 0;
            g->revision[US_REVISION_TALLY + seat]++;
            g->revision[US_REVISION_ANY]++;
            ar_event_emit(g, -1,
                          (us_event){.kind = US_EVENT_DEFEATED, .seat = seat, .type = US_NO_TYPE});
        } else {
            left++;
            last = seat;
        }
    }
    if (left > 1 && core->now + 1 < g->base.scenario->max_cycles)
        return;
    core->outcome = left == 1 ? US_OUTCOME_WIN : US_OUTCOME_DRAW;
    core->winner = left == 1 ? last : US_NEUTRAL;
    ar_event_emit(g, -1,
                  (us_event){.kind = US_EVENT_OVER,
                             .seat = (us_seat)core->winner,
                             .type = US_NO_TYPE,
                             .value = core->outcome});
}

static void one_cycle(ar_game *g)
{
    g->core->path_left = AR_PATH_CYCLE;
    wake(g);
    update_sights(g);
    ar_boredom_update(g);
    emit_statuses(g);
    ar_game_sweep(g);
    decide_outcome(g);
}

static us_cycle step(us_game *game, us_cycle until, const us_wake *wanted, us_events *events)
{
    ar_game *g = (ar_game *)game;
    ar_core *core = g->core;
    bool woken = false;
    while (core->now < until && core->outcome == US_OUTCOME_NONE && !woken) {
        one_cycle(g);
        for (int i = 0; events && i < g->events.count; i++)
            us_events_add(events, &g->events.event[i]);
        woken = wanted && us_wake_is_triggered(wanted, &g->events, 0);
        us_events_reset(&g->events);
        g->world.now = ++core->now;
    }
    return core->now;
}

/* ---- queries */

static us_outcome outcome(const us_game *game)
{
    const ar_game *g = (const ar_game *)game;
    const ar_core *core = g->core;
    const char *reason = core->outcome == US_OUTCOME_NONE  ? "going on"
                         : core->outcome == US_OUTCOME_WIN ? is_brought(g) ? "loot" : "defeat"
                         : core->heads[0] == 0             ? "all fell"
                                                           : "cycle limit";
    return (us_outcome){(us_outcome_kind)core->outcome, (us_seat)core->winner, reason};
}

/* All seats share one world: the arena has no fog. Events tell what characters perceive. */
static const us_world *world(us_game *game, us_seat seat)
{
    (void)seat;
    return &((ar_game *)game)->world;
}

static us_hash hash(const us_game *game)
{
    const ar_game *g = (const ar_game *)game;
    return us_hash_add_bytes(game->scenario->map_hash, g->core, g->block_size);
}

static uint32_t tag(const us_game *game)
{
    us_hash tag = ((const ar_game *)game)->core->tag;
    return (uint32_t)(tag ^ (tag >> 32));
}

static us_snapshot snapshot(const ar_game *g)
{
    uint64_t sizes = sizeof(ar_core) * 1000003 + sizeof(ar_mind) * 1009 + sizeof(us_entity);
    return (us_snapshot){&g->base, sizes, (us_events *)&g->events, {{g->core, g->block_size}}};
}

static void save(const us_game *game, us_str *out)
{
    us_snapshot state = snapshot((const ar_game *)game);
    us_snapshot_save(&state, out);
}

static us_status load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    ar_game *g = (ar_game *)game;
    us_snapshot state = snapshot(g);
    US_TRY(us_snapshot_load(&state, bytes, length, err));
    publish(g);
    return US_OK;
}

int64_t us_arena_game_path_node_count(const us_game *game)
{
    return ((const ar_game *)game)->search.nodes;
}

size_t us_arena_game_size(const us_game *game)
{
    return ((const ar_game *)game)->block_size + sizeof(ar_game);
}

const us_game_kind us_arena_game = {
    .name = "arena",
    .capabilities = US_CAN_SNAPSHOT | US_CAN_REPLAY,
    .open = ar_scenario_open,
    .close = ar_scenario_close,
    .start = start,
    .end = end,
    .world = world,
    .check = ar_scenario_check,
    .act = ar_game_act,
    .step = step,
    .outcome = outcome,
    .hash = hash,
    .tag = tag,
    .save = save,
    .load = load,
    .maps = &ar_map_tools,
    .fogless = "the arena has no fog: what characters perceive is told by events",
};
