#include "game/microrts/microrts.h"

#include "game/microrts/play.h"
#include "game/microrts/real.h"
#include "game/microrts/rules.h"
#include "game/snapshot.h"

#include <string.h>

/* ---- starting */

static void lay_out(void *game, us_block *b)
{
    mr_game *g = game;
    const us_domain *domain = mr_game_domain(g);
    size_t cells = (size_t)(g->state->width * g->state->height);
    size_t units = (size_t)g->state->capacity;
    g->ledger = us_block_add_part(b, 1, sizeof(mr_ledger));
    g->entity = us_block_add_part(b, units, sizeof(us_entity));
    g->task = us_block_add_part(b, units, sizeof(mr_task));
    g->tally = us_block_add_part(b, MR_PLAYERS * (size_t)domain->tallies.count, sizeof(int32_t));
    g->faction = us_block_add_part(b, MR_PLAYERS, 1);
    g->alive = us_block_add_part(b, MR_PLAYERS, 1);
    g->revision =
        us_block_add_part(b, (size_t)us_revision_count(domain, MR_PLAYERS), sizeof(uint32_t));
    g->census = us_block_add_part(b, (size_t)us_census_size(domain, MR_PLAYERS), sizeof(uint16_t));
    for (int p = 0; p < US_PLANES; p++)
        g->plane[p] = us_block_add_part(b, cells, 1);
}

static void publish(mr_game *g)
{
    int count = g->state->core->count;
    g->world = (us_world){.domain = mr_game_domain(g),
                          .now = g->state->core->time,
                          .width = g->state->width,
                          .height = g->state->height,
                          .entity = g->entity,
                          .count = count,
                          .seats = MR_PLAYERS,
                          .tally = g->tally,
                          .faction = g->faction,
                          .alive = g->alive,
                          .revision = g->revision,
                          .census = g->census};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->plane[p];
}

static us_game *start(const us_scenario *base, uint64_t seed)
{
    const mr_scenario *scenario = (const mr_scenario *)base;
    const mr_map *map = scenario->map;
    mr_game *g = US_NEW(mr_game);
    g->base = (us_game){base, seed};
    g->scenario = scenario;
    g->state = mr_state_new(map, &scenario->table);
    g->before = mr_state_new(map, &scenario->table);
    g->search = mr_search_new(map->width, map->height);
    g->ready = US_NEW_ARRAY(int, g->state->capacity);
    g->maker = US_NEW_ARRAY(us_id, g->state->capacity);
    for (int seat = 0; seat < MR_PLAYERS; seat++)
        g->known[seat] = US_NEW_ARRAY(us_entity, g->state->capacity);
    g->block = us_block_new(lay_out, g, &g->block_size);
    g->ledger->next_id = 1;
    g->ledger->winner = US_NEUTRAL;
    g->ledger->tag = us_hash_add(us_hash_add(US_HASH_START, seed), base->map_hash);
    const uint8_t all = (1u << MR_PLAYERS) - 1;
    for (int cell = 0; cell < map->width * map->height; cell++) {
        g->plane[US_PLANE_TERRAIN][cell] =
            (uint8_t)(map->wall[cell] ? scenario->words.wall : scenario->words.ground);
        g->plane[US_PLANE_SEEN][cell] = g->plane[US_PLANE_EXPLORED][cell] = all;
    }
    for (int seat = 0; seat < MR_PLAYERS; seat++)
        g->alive[seat] = 1;
    if (scenario->engine)
        g->real = mr_real_begin(scenario->engine, map, &scenario->table, base->max_cycles, seed,
                                g->state);
    g->begun = !mr_real_error(g->real);
    if (!g->begun)
        g->ledger->outcome = US_OUTCOME_BROKEN;
    publish(g);
    g->world.count = 0;
    mr_game_publish_first(g);
    return &g->base;
}

static void end(us_game *game)
{
    mr_game *g = (mr_game *)game;
    us_events_clear(&g->events);
    mr_real_end(g->real);
    mr_state_free(g->state);
    mr_state_free(g->before);
    mr_search_free(g->search);
    us_mem_free(g->claims.cell.item);
    us_mem_free(g->granted.cell.item);
    for (int player = 0; player < MR_PLAYERS; player++)
        us_mem_free(g->orders[player].item);
    for (int seat = 0; seat < MR_PLAYERS; seat++)
        us_mem_free(g->known[seat]);
    us_mem_free(g->ready);
    us_mem_free(g->maker);
    us_mem_free(g->block);
    us_mem_free(g);
}

/* ---- cycles */

static void decide_outcome(mr_game *g)
{
    us_cycle now = g->state->core->time;
    bool over = mr_state_is_over(g->state);
    int winner = over ? mr_state_winner(g->state) : MR_NONE;
    bool told = mr_real_has_winner(g->real, &winner);
    if (!over && !told && now < g->base.scenario->max_cycles)
        return;
    for (us_seat seat = 0; seat < MR_PLAYERS; seat++) {
        if (told ? winner != 1 - seat : !over || g->state->core->heads[seat] > 0)
            continue;
        g->alive[seat] = 0;
        g->revision[US_REVISION_TALLY + seat]++;
        g->revision[US_REVISION_ANY]++;
        mr_event_emit(g, -1,
                      (us_event){.kind = US_EVENT_DEFEATED, .seat = seat, .type = US_NO_TYPE});
    }
    g->ledger->outcome = winner == MR_NONE ? US_OUTCOME_DRAW : US_OUTCOME_WIN;
    g->ledger->winner = winner == MR_NONE ? US_NEUTRAL : winner;
    mr_event_emit(g, -1,
                  (us_event){.kind = US_EVENT_OVER,
                             .seat = (us_seat)g->ledger->winner,
                             .type = US_NO_TYPE,
                             .value = g->ledger->outcome});
}

static bool somebody_idles(const mr_state *s)
{
    for (int i = 0; i < s->core->count; i++)
        if (s->unit[i].player >= 0 && mr_unit_is_idle(s, i))
            return true;
    return false;
}

/* Plays one cycle of the real game. */
static void follow(mr_game *g)
{
    for (int player = 0; player < MR_PLAYERS; player++)
        if (!mr_engine_bot(g->scenario->engine, player))
            mr_game_compute_steps(g, player);
    mr_state_copy(g->before, g->state);
    mr_real_play_cycle(g->real, g->orders, g->state);
    if (mr_real_error(g->real)) {
        mr_state_copy(g->state, g->before);
        g->ledger->outcome = US_OUTCOME_BROKEN;
        return;
    }
    mr_game_publish(g);
    decide_outcome(g);
}

/* Advances to the end of the next cycle in which an action or a builder's patience ends; at most to
 * `until`. */
static void advance(mr_game *g, us_cycle until)
{
    mr_state *s = g->state;
    if (somebody_idles(s)) {
        mr_game_compute_steps(g, 0);
        mr_game_compute_steps(g, 1);
        for (int player = 0; player < MR_PLAYERS; player++) {
            us_status status = mr_state_issue(s, &g->orders[player], NULL);
            us_assert(status == US_OK);
        }
    }
    mr_state_copy(g->before, s);
    us_cycle next = g->ledger->acted ? s->core->time + 1 : s->core->next_end;
    us_cycle patience = mr_game_site_deadline(g);
    next = next < patience ? next : patience;
    until = until < next ? until : next;
    g->ledger->acted = 0;
    g->world.now = until - 1; /* its events happen in that cycle */
    mr_state_advance(s, until);
    mr_game_publish(g);
    decide_outcome(g);
}

static us_cycle step(us_game *game, us_cycle until, const us_wake *wanted, us_events *events)
{
    mr_game *g = (mr_game *)game;
    us_cycle last = g->base.scenario->max_cycles;
    bool woken = false;
    until = until < last ? until : last;
    while (g->world.now < until && g->ledger->outcome == US_OUTCOME_NONE && !woken) {
        if (g->real)
            follow(g);
        else
            advance(g, until);
        for (int i = 0; events && i < g->events.count; i++)
            us_events_add(events, &g->events.event[i]);
        woken = wanted && us_wake_is_triggered(wanted, &g->events, 0);
        us_events_reset(&g->events);
        g->world.now = g->state->core->time;
    }
    return g->world.now;
}

/* ---- queries */

static us_outcome outcome(const us_game *game)
{
    const mr_game *g = (const mr_game *)game;
    const mr_ledger *l = g->ledger;
    const char *reason = l->outcome == US_OUTCOME_NONE     ? "going on"
                         : l->outcome == US_OUTCOME_WIN    ? "defeat"
                         : l->outcome == US_OUTCOME_BROKEN ? "broken"
                         : mr_state_is_over(g->state)      ? "all fell"
                                                           : "cycle limit";
    return (us_outcome){(us_outcome_kind)l->outcome, (us_seat)l->winner, reason};
}

static const us_world *world(us_game *game, us_seat seat)
{
    mr_game *g = (mr_game *)game;
    return seat == US_NEUTRAL ? &g->world : mr_seat_world(g, seat);
}

static us_hash hash(const us_game *game)
{
    const mr_game *g = (const mr_game *)game;
    size_t tasks = (size_t)g->world.count * sizeof(*g->task);
    us_hash hash = us_hash_add(us_world_hash(&g->world), mr_state_hash(g->state));
    hash = us_hash_add_bytes(hash, g->ledger, sizeof(*g->ledger));
    return us_hash_add_bytes(hash, g->task, tasks); /* without revisions, which are only caches */
}

static uint32_t tag(const us_game *game)
{
    us_hash tag = ((const mr_game *)game)->ledger->tag;
    return (uint32_t)(tag ^ (tag >> 32));
}

/* Describes both blocks: the state of the rules, and that of orders and published entities. */
static us_snapshot snapshot(const mr_game *g)
{
    uint64_t sizes = sizeof(mr_task) * 1000003 + sizeof(mr_running) * 1009 + sizeof(us_entity);
    return (us_snapshot){&g->base,
                         sizes,
                         (us_events *)&g->events,
                         {{g->ledger, g->block_size}, {g->state->core, g->state->block_size}}};
}

static void save(const us_game *game, us_str *out)
{
    us_snapshot state = snapshot((const mr_game *)game);
    us_snapshot_save(&state, out);
}

static us_status load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    mr_game *g = (mr_game *)game;
    us_snapshot state = snapshot(g);
    US_TRY(us_snapshot_load(&state, bytes, length, err));
    publish(g);
    return US_OK;
}

static us_status game_status(const us_game *game, us_error *err)
{
    const us_error *of = mr_real_error(((const mr_game *)game)->real);
    us_status how = ((const mr_game *)game)->begun ? US_BROKEN : US_NO_ENGINE;
    return of ? us_error_set(err, how, of->file[0] ? of->file : NULL, of->line, of->column, "%s",
                             of->text)
              : US_OK;
}

enum { MR_CYCLES = 3000 }; /* default of the real game's launcher and its competitions */

#define BOTH                                                                                  \
    .name = "microrts", .open = mr_scenario_open, .close = mr_scenario_close, .start = start, \
    .end = end, .world = world, .check = mr_scenario_check, .act = mr_game_act, .step = step, \
    .outcome = outcome, .hash = hash, .tag = tag, .maps = &mr_map_tools, .max_cycles = MR_CYCLES

const us_game_kind us_microrts_real = {
    BOTH,
    .capabilities = US_CAN_HOST,
    .status = game_status,
};

const us_game_kind us_microrts = {
    BOTH,
    .capabilities = US_CAN_SNAPSHOT | US_CAN_REPLAY | US_CAN_HOST,
    .save = save,
    .load = load,
};
