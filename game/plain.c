#include "game/plain.h"

#include "domain/action.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- scenarios */

static us_status read_rows(us_plain_scenario *s, const char *file, const char *text,
                           const char *others, us_error *err)
{
    int width = (int)strcspn(text, "\n"), y = 0, things = 0;
    for (; text[0]; text += width + 1, y++) {
        if (width < 1 || width > US_PLAIN_SIDE || y == US_PLAIN_SIDE ||
            (int)strcspn(text, "\n") != width || text[width] != '\n')
            return us_error_set(err, US_BAD_INPUT, file, y + 1, 0,
                                "expected rows of one width, at most %d cells and %d rows",
                                US_PLAIN_SIDE, US_PLAIN_SIDE);
        for (int x = 0; x < width; x++) {
            bool ground = us_domain_find_terrain_symbol(s->base.domain, text[x]) >= 0;
            things += !ground;
            if (!ground && (!strchr(others, text[x]) || things > US_PLAIN_THINGS / 2))
                return us_error_set(err, US_BAD_INPUT, file, y + 1, x + 1,
                                    "expected a terrain or, %d times at most, one of \"%s\"",
                                    US_PLAIN_THINGS / 2, others);
            s->symbol[y * width + x] = text[x];
        }
    }
    s->base.width = width;
    s->base.height = y;
    return y > 0 ? US_OK
                 : us_error_set(err, US_BAD_INPUT, file, 1, 0, "expected a map, found nothing");
}

static us_status open_parts(us_plain_scenario *s, const us_scenario_def *def, const char *others,
                            us_scenario_part *part, us_error *err)
{
    US_AUTOSTR(path);
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    if (!def->read)
        US_TRY(us_domain_load_shipped(def->domain, &s->own, err));
    s->base.domain = def->read ? def->read : s->own;
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        *part = (us_scenario_part)(US_PART_FACTION + seat);
        if (def->faction[seat] && us_domain_find_faction(s->base.domain, def->faction[seat]) != 0)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "found the faction \"%.64s\", expected %s", def->faction[seat],
                                s->base.domain->factions.name[0]);
    }
    *part = US_PART_MAP;
    if (!def->map_text)
        US_TRY(us_map_read_text(def->domain, def->map, &path, &text, &length, err));
    return read_rows(s, def->map, def->map_text ? def->map_text : text, others, err);
}

us_status us_plain_open(const us_game_kind *kind, int seats, const char *others,
                        const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                        us_error *err)
{
    us_plain_scenario *s = US_NEW(us_plain_scenario);
    us_status status = open_parts(s, def, others, part, err);
    if (status != US_OK) {
        us_plain_close(&s->base);
        return status;
    }
    us_map_default_name(def->domain, def->map, s->name, sizeof(s->name));
    s->base.kind = kind;
    s->base.rules_hash = us_hash_add_text(US_HASH_START, kind->name); /* are in the program */
    s->base.map_hash = us_hash_add_bytes((us_hash)s->base.width, s->symbol, US_PLAIN_CELLS);
    s->base.map_name = s->name;
    s->base.map_family = kind->name;
    s->base.seats = seats;
    s->base.max_cycles = def->max_cycles;
    *out = &s->base;
    return US_OK;
}

void us_plain_close(us_scenario *scenario)
{
    us_domain_free(((us_plain_scenario *)scenario)->own);
    us_mem_free(scenario);
}

static us_status read_info(const void *context, const char *path, const char *name,
                           us_map_info *out, us_error *err)
{
    (void)path; /* the map's name suffices */
    const us_game_kind *kind = context;
    us_scenario_def def = us_scenario_def_default();
    us_scenario_part part = US_PART_NONE;
    us_scenario *s = NULL;
    snprintf(out->name, sizeof(out->name), "%s", name);
    snprintf(out->family, sizeof(out->family), "%s", kind->name);
    def.domain = kind->name;
    def.map = out->name;
    US_TRY(kind->open(&def, &s, &part, err));
    out->width = s->width;
    out->height = s->height;
    out->seats = s->seats;
    us_scenario_close(s);
    return US_OK;
}

us_status us_plain_list(const us_game_kind *kind, us_map_info **out, int *count, us_error *err)
{
    return us_map_list_shipped(kind->name, read_info, kind, out, count, err);
}

/* ---- games */

static const int8_t first_faction[US_SEATS_MAX];

static void publish(us_plain_game *g)
{
    g->world.now = g->state.now;
    g->world.count = g->state.count;
}

us_plain_game *us_plain_start(const us_scenario *scenario, uint64_t seed, size_t size)
{
    const us_plain_scenario *s = (const us_plain_scenario *)scenario;
    us_plain_game *g = us_mem_alloc(size);
    g->base = (us_game){scenario, seed};
    g->size = size - offsetof(us_plain_game, state);
    us_assert(scenario->seats * scenario->domain->tallies.count <= US_PLAIN_TALLIES);
    us_assert(us_revision_count(scenario->domain, scenario->seats) <= US_PLAIN_REVISIONS);
    g->state.next_id = 1;
    g->state.winner = US_NEUTRAL;
    g->state.tag = us_hash_add(us_hash_add(US_HASH_START, seed), scenario->map_hash);
    g->world = (us_world){.domain = scenario->domain,
                          .width = scenario->width,
                          .height = scenario->height,
                          .entity = g->state.entity,
                          .seats = scenario->seats,
                          .tally = g->state.tally,
                          .faction = first_faction,
                          .alive = g->state.alive,
                          .revision = g->state.revision};
    for (int p = 0; p < US_PLANES; p++)
        g->world.plane[p] = g->state.plane[p];
    uint8_t all = (uint8_t)((1u << scenario->seats) - 1);
    for (int cell = 0; cell < scenario->width * scenario->height; cell++) {
        int terrain = us_domain_find_terrain_symbol(scenario->domain, s->symbol[cell]);
        g->state.plane[US_PLANE_TERRAIN][cell] = (uint8_t)(terrain < 0 ? 0 : terrain);
        g->state.plane[US_PLANE_SEEN][cell] = g->state.plane[US_PLANE_EXPLORED][cell] = all;
    }
    memset(g->state.alive, 1, (size_t)scenario->seats);
    return g;
}

void us_plain_end(us_game *game)
{
    us_mem_free(game);
}

const us_world *us_plain_world(us_game *game, us_seat seat)
{
    (void)seat;
    return &((us_plain_game *)game)->world;
}

us_reason us_plain_check(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    (void)scenario;
    us_reason reason = us_order_check_shape(view->world, order);
    for (int i = 0; i < order->unit_count && reason == US_REASON_NONE; i++) {
        const us_entity *unit = us_world_find(view->world, order->unit[i]);
        if (!unit || unit->owner != order->seat)
            reason = unit ? US_REASON_NOT_YOURS : US_REASON_NO_UNIT;
        else if (!us_type_can_do(view->world->domain, unit->type, order->action))
            reason = US_REASON_CANNOT;
        else if ((reason = us_order_check_args(view->world, order)) == US_REASON_NONE &&
                 !us_action_is_allowed(view, order, unit->id))
            reason = US_REASON_REQUIRES;
    }
    return reason;
}

us_reason us_plain_check_now(const us_plain_game *g, const us_order *order)
{
    us_view view = {&g->world, order->seat};
    return g->state.outcome ? US_REASON_OVER : us_plain_check(g->base.scenario, &view, order);
}

us_entity *us_plain_find(us_plain_game *g, us_id id)
{
    const us_entity *found = us_world_find(&g->world, id);
    return found ? &g->state.entity[found - g->state.entity] : NULL;
}

us_entity *us_plain_add(us_plain_game *g, us_type type, us_seat owner, int x, int y)
{
    us_assert(g->state.count < US_PLAIN_THINGS && type >= 0 && type < g->world.domain->type_count);
    us_assert(us_world_is_inside(&g->world, x, y));
    us_entity *e = &g->state.entity[g->state.count++];
    *e = (us_entity){.id = g->state.next_id++, .type = type, .owner = owner, .action = -1};
    e->x = (int16_t)x;
    e->y = (int16_t)y;
    e->product = US_NO_TYPE;
    memcpy(e->attribute, g->world.domain->type[type].attribute, sizeof(e->attribute));
    publish(g);
    return e;
}

void us_plain_add_symbol(us_plain_game *g, char symbol, us_type type, us_seat owner, uint8_t flags)
{
    const us_plain_scenario *s = (const us_plain_scenario *)g->base.scenario;
    for (int cell = 0; cell < s->base.width * s->base.height; cell++)
        if (s->symbol[cell] == symbol)
            us_plain_add(g, type, owner, cell % s->base.width, cell / s->base.width)->flags = flags;
}

void us_plain_remove(us_plain_game *g, us_id id)
{
    us_entity *e = us_plain_find(g, id), *last = &g->state.entity[--g->state.count];
    memmove(e, e + 1, (size_t)(last - e) * sizeof(*e));
    publish(g);
}

void us_plain_emit(us_plain_game *g, const us_entity *e, us_event event)
{
    us_assert(g->state.event_count < US_PLAIN_EVENTS);
    event.cycle = g->state.now;
    if (e) {
        event.entity = e->id;
        event.seat = e->owner;
        event.type = event.type ? event.type : e->type;
        event.x = e->x;
        event.y = e->y;
    }
    g->state.event[g->state.event_count++] = event;
    g->state.tag = us_hash_add_bytes(g->state.tag, &event, sizeof(event));
}

static void mark_taken(us_plain_game *g, const us_entity *e)
{
    const us_type_def *type = &g->world.domain->type[e->type];
    uint8_t taken = type->movement < 0 ? US_TAKEN_BUILDING : US_TAKEN_UNIT;
    for (int i = 0; i < type->width * type->height; i++) {
        int x = e->x + i % type->width, y = e->y + i / type->width;
        if (us_world_is_inside(&g->world, x, y))
            g->state.plane[US_PLANE_TAKEN][us_world_cell(&g->world, x, y)] = taken;
    }
}

void us_plain_publish(us_plain_game *g)
{
    memset(g->state.plane[US_PLANE_TAKEN], 0, US_PLAIN_CELLS);
    for (int i = 0; i < g->state.count; i++)
        if (!(g->state.entity[i].flags & US_ENTITY_INSIDE))
            mark_taken(g, &g->state.entity[i]);
    for (int r = 0; r < us_revision_count(g->world.domain, g->world.seats); r++)
        g->state.revision[r] += r != US_REVISION_TERRAIN;
    publish(g);
}

void us_plain_finish(us_plain_game *g, us_outcome_kind outcome, us_seat winner)
{
    g->state.outcome = (int32_t)outcome;
    g->state.winner = winner;
    us_plain_emit(
        g, NULL,
        (us_event){
            .kind = US_EVENT_OVER, .seat = winner, .type = US_NO_TYPE, .value = (int32_t)outcome});
}

us_cycle us_plain_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events,
                       void (*cycle)(us_game *game))
{
    us_plain_game *g = (us_plain_game *)game;
    bool woken = false;
    while (g->state.now < until && !woken && g->state.outcome == US_OUTCOME_NONE) {
        cycle(game);
        if (g->state.now + 1 >= game->scenario->max_cycles && g->state.outcome == US_OUTCOME_NONE)
            us_plain_finish(g, US_OUTCOME_DRAW, US_NEUTRAL);
        us_events told = {g->state.event, g->state.event_count, US_PLAIN_EVENTS};
        for (int i = 0; events && i < told.count; i++)
            us_events_add(events, &told.event[i]);
        woken = wake && us_wake_is_triggered(wake, &told, 0);
        g->state.event_count = 0;
        g->state.now++;
        us_plain_publish(g);
    }
    return g->state.now;
}

us_outcome us_plain_outcome(const us_game *game)
{
    const us_plain_state *state = &((const us_plain_game *)game)->state;
    return (us_outcome){(us_outcome_kind)state->outcome, (us_seat)state->winner,
                        state->outcome == US_OUTCOME_NONE  ? "going on"
                        : state->outcome == US_OUTCOME_WIN ? "done"
                                                           : "cycle limit"};
}

uint32_t us_plain_tag(const us_game *game)
{
    us_hash tag = ((const us_plain_game *)game)->state.tag;
    return (uint32_t)(tag ^ (tag >> 32));
}

/* ---- snapshots: a hash, then the state; for the same program and scenario only */

static us_hash hash_state(const us_game *game, const void *state)
{
    us_hash hash = us_hash_add(game->scenario->map_hash, game->scenario->rules_hash);
    return us_hash_add_bytes(hash, state, ((const us_plain_game *)game)->size);
}

us_hash us_plain_hash(const us_game *game)
{
    return hash_state(game, &((const us_plain_game *)game)->state);
}

static us_hash hash_snapshot(const us_game *game, const void *state)
{
    return us_hash_add(hash_state(game, state), game->scenario->domain->hash);
}

void us_plain_save(const us_game *game, us_str *out)
{
    const us_plain_game *g = (const us_plain_game *)game;
    us_hash hash = hash_snapshot(game, &g->state);
    us_str_add_bytes(out, (const char *)&hash, sizeof(hash));
    us_str_add_bytes(out, (const char *)&g->state, g->size);
}

us_status us_plain_load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    us_plain_game *g = (us_plain_game *)game;
    us_hash hash = 0;
    if (length == sizeof(hash) + g->size) {
        memcpy(&hash, bytes, sizeof(hash));
        if (hash == hash_snapshot(game, bytes + sizeof(hash))) {
            memcpy(&g->state, bytes + sizeof(hash), g->size);
            publish(g);
            return US_OK;
        }
    }
    return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                        "expected a snapshot of this game and program");
}
