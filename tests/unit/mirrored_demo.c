#include "tests/unit/mirrored_demo.h"

#include <string.h>

#include "base/file.h"
#include "players/players.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/labels.h"
#include "traces/recorder.h"
#include "traces/worlds.h"
#include "understudy/game.h"

static void name_files(demo *d)
{
    d->trace = scratch_new(".jsonl");
    d->states = scratch_beside(".states");
    d->goals = scratch_beside(".goals.json");
}

/* ---- recording */

typedef struct recording {
    us_scenario *scenario;
    us_match *match;
    us_recorder *recorder;
    us_states_writer *writer;
    us_labels *labels;
} recording;

static void begin(recording *r, const demo *d, const demo_plan *plan)
{
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    def.map = plan->map;
    def.max_cycles = plan->cycles;
    REQUIRE(us_scenario_open(&def, &r->scenario, NULL) == US_OK);
    match_def.scenario = r->scenario;
    match_def.seed = 5;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(plan->agent[seat], r->scenario, seat, 7, &match_def.player[seat],
                              NULL) == US_OK);
    r->match = us_match_new(&match_def);
    us_game *game = us_match_game(r->match);
    us_trace_header header = us_trace_header_from_game(game, plan->map, plan->agent);
    REQUIRE(us_recorder_open(d->trace, &header, r->scenario->domain, &r->recorder, NULL) == US_OK);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_states_header stored = us_states_header_from_trace(&header, world);
    REQUIRE(us_states_writer_open(d->states, &stored, r->scenario->domain, &r->writer, NULL) ==
            US_OK);
    us_states_writer_add(r->writer, world);
    r->labels = us_labels_new();
    us_observer observer[] = {us_recorder_observer(r->recorder),
                              us_states_writer_observer(r->writer, 1),
                              us_labels_observer(r->labels)};
    for (int i = 0; i < US_COUNT(observer); i++)
        us_match_add_observer(r->match, &observer[i]);
}

void demo_record(demo *d, const demo_plan *plan)
{
    recording r = {0};
    name_files(d);
    begin(&r, d, plan);
    us_match_run(r.match, NULL);
    us_annotation *goals = us_labels_make_annotation(r.labels, r.match, plan->agent);
    REQUIRE(goals && us_annotation_save(goals, d->goals, NULL) == US_OK);
    us_annotation_free(goals);
    CHECK_INT(us_recorder_close(r.recorder, NULL), US_OK);
    CHECK_INT(us_states_writer_close(r.writer, NULL), US_OK);
    us_labels_free(r.labels);
    us_match_free(r.match);
    us_scenario_close(r.scenario);
}

/* ---- the mirror */

typedef struct mirror {
    const twin_plan *plan;
    const us_domain *domain;
    int width, height; /* of the map in front of it */
} mirror;

static us_seat seat_in(const mirror *m, us_seat seat)
{
    return m->plan->seats && seat >= 0 ? (us_seat)(1 - seat) : seat;
}

static us_type type_in(const mirror *m, int type)
{
    bool other = m->plan->types && type >= 0 && type < m->domain->type_count &&
                 m->domain->type[type].counterpart != US_NO_TYPE;
    return other ? m->domain->type[type].counterpart : (us_type)type;
}

static void box_in(const mirror *m, int *x, int *y, int width, int height)
{
    int a = m->plan->flip_x ? m->width - width - *x : *x;
    int b = m->plan->flip_y ? m->height - height - *y : *y;
    *x = m->plan->swap_xy ? b : a;
    *y = m->plan->swap_xy ? a : b;
}

static int32_t cell_in(const mirror *m, int32_t cell, us_type type)
{
    int x = US_CELL_X(cell), y = US_CELL_Y(cell);
    bool box = type >= 0 && type < m->domain->type_count;
    box_in(m, &x, &y, box ? m->domain->type[type].width : 1,
           box ? m->domain->type[type].height : 1);
    return US_CELL(x, y);
}

/* ---- orders */

static us_type built_type(const us_action_def *action, const us_order *order)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind == US_EFFECT_CREATE)
            return (us_type)order->arg[action->effect[i].param];
    return US_NO_TYPE;
}

static us_order order_in(const mirror *m, const us_order *from)
{
    us_order order = *from;
    const us_action_def *action = &m->domain->action[order.action];
    us_type built = built_type(action, from);
    order.seat = seat_in(m, order.seat);
    for (int i = 0; i < action->param_count; i++) {
        if (action->param[i].kind == US_VALUE_TYPE)
            order.arg[i] = type_in(m, order.arg[i]);
        if (action->param[i].kind == US_VALUE_CELL)
            order.arg[i] = cell_in(m, order.arg[i], built);
        if (action->param[i].kind == US_VALUE_SEAT)
            order.arg[i] = seat_in(m, (us_seat)order.arg[i]);
    }
    return order;
}

static us_trace_header header_in(const mirror *m, const us_trace_header *from)
{
    us_trace_header header = {.domain = from->domain,
                              .map = "",
                              .from = "",
                              .source = "mirror 1",
                              .unknown = US_TRACE_NO_DOMAIN_HASH | US_TRACE_NO_RULES |
                                         US_TRACE_NO_MAP | US_TRACE_NO_MAP_HASH | US_TRACE_NO_SEED |
                                         US_TRACE_NO_LIMIT | US_TRACE_NO_FOG,
                              .max_cycles = US_CYCLES_LIMIT,
                              .seats = from->seats};
    for (int i = 0; i < from->seats; i++) {
        int faction = us_domain_find_faction(m->domain, from->seat[i].faction);
        header.seat[seat_in(m, (us_seat)i)] =
            (us_trace_seat){.player = from->seat[i].player,
                            .faction = m->plan->types ? m->domain->factions.name[1 - faction]
                                                      : m->domain->factions.name[faction]};
    }
    return header;
}

static void write_orders(const mirror *m, const us_log *log, const us_trace_header *header,
                         const demo *out)
{
    US_AUTOSTR(text);
    us_json_writer json;
    us_trace_header_write(header, &text);
    us_str_add_char(&text, '\n');
    for (int i = 0; i < log->orders.count; i++) {
        us_order order = order_in(m, &log->orders.order[i]);
        us_json_writer_init(&json, &text);
        us_json_write_open(&json, '{');
        us_json_write_key_int(&json, "cycle", log->line[i].cycle);
        us_json_write_key_int(&json, "id", order.id);
        us_json_write_key_int(&json, "seat", order.seat);
        us_order_write(m->domain, &order, &json);
        if (log->line[i].refused != US_REASON_NONE)
            us_json_write_key_string(&json, "refused", us_reason_name(log->line[i].refused));
        us_json_write_close(&json, '}');
        us_str_add_char(&text, '\n');
    }
    us_str_addf(&text,
                "{\"end\":\"draw\",\"winner\":null,\"reason\":\"undecided\",\"cycles\":%d}\n",
                (int)log->cycles);
    REQUIRE(us_file_write(out->trace, text.text, text.length, NULL) == US_OK);
}

/* ---- states */

static const uint8_t *plane_in(const mirror *m, const us_world *world, us_plane plane,
                               us_arena *arena)
{
    const uint8_t *from = world->plane[plane];
    if (!from)
        return NULL;
    uint8_t *to = US_ARENA_ARRAY(arena, uint8_t, m->width * m->height);
    bool seats = m->plan->seats && (plane == US_PLANE_SEEN || plane == US_PLANE_EXPLORED);
    for (int y = 0; y < m->height; y++) {
        for (int x = 0; x < m->width; x++) {
            int here = from[y * m->width + x], a = x, b = y;
            box_in(m, &a, &b, 1, 1);
            if (seats)
                here = (here & ~3) | (here & 1) << 1 | (here >> 1 & 1);
            to[b * (m->plan->swap_xy ? m->height : m->width) + a] = (uint8_t)here;
        }
    }
    return to;
}

static us_entity entity_in(const mirror *m, const us_entity *from)
{
    us_entity e = *from;
    const us_type_def *def = &m->domain->type[from->type];
    int x = e.x, y = e.y;
    box_in(m, &x, &y, def->width, def->height);
    e.x = (int16_t)x;
    e.y = (int16_t)y;
    e.type = type_in(m, e.type);
    e.product = type_in(m, e.product);
    e.owner = seat_in(m, e.owner);
    return e;
}

static const int32_t *tallies_in(const mirror *m, const us_world *world, us_arena *arena)
{
    int count = m->domain->tallies.count;
    int32_t *to = US_ARENA_ARRAY(arena, int32_t, world->seats * count);
    for (int seat = 0; seat < world->seats; seat++)
        memcpy(to + seat_in(m, (us_seat)seat) * count, world->tally + seat * count,
               (size_t)count * sizeof *to);
    for (int i = 0; i < m->domain->type_count; i++) {
        int there = m->domain->type[i].tally, here = m->domain->type[type_in(m, i)].tally;
        for (int seat = 0; there >= 0 && seat < world->seats; seat++)
            to[seat_in(m, (us_seat)seat) * count + here] = world->tally[seat * count + there];
    }
    return to;
}

static us_world world_in(const mirror *m, const us_world *from, us_arena *arena)
{
    us_world world = *from;
    us_entity *entity = US_ARENA_ARRAY(arena, us_entity, from->count + 1);
    int8_t *faction = US_ARENA_ARRAY(arena, int8_t, from->seats);
    uint8_t *alive = US_ARENA_ARRAY(arena, uint8_t, from->seats);
    world.width = m->plan->swap_xy ? from->height : from->width;
    world.height = m->plan->swap_xy ? from->width : from->height;
    for (int i = 0; i < from->count; i++)
        entity[i] = entity_in(m, &from->entity[i]);
    for (int i = 0; i < US_PLANES; i++)
        world.plane[i] = plane_in(m, from, (us_plane)i, arena);
    for (int i = 0; i < from->seats; i++) {
        int8_t f = from->faction[i];
        faction[seat_in(m, (us_seat)i)] = m->plan->types ? (int8_t)(1 - f) : f;
        alive[seat_in(m, (us_seat)i)] = from->alive[i];
    }
    world.entity = entity;
    world.tally = tallies_in(m, from, arena);
    world.faction = faction;
    world.alive = alive;
    world.revision = NULL;
    world.census = NULL;
    return world;
}

us_world *twin_world(const twin_plan *plan, const us_world *from, us_arena *arena)
{
    mirror m = {plan, from->domain, from->width, from->height};
    us_world *world = US_ARENA_ARRAY(arena, us_world, 1);
    *world = world_in(&m, from, arena);
    return world;
}

us_box twin_box(const twin_plan *plan, const us_world *from, us_box box)
{
    mirror m = {plan, from->domain, from->width, from->height};
    us_box out = {box.x, box.y, plan->swap_xy ? box.height : box.width,
                  plan->swap_xy ? box.width : box.height};
    box_in(&m, &out.x, &out.y, box.width, box.height);
    return out;
}

static void write_states(mirror *m, us_worlds *worlds, const us_trace_header *header,
                         us_cycle cycles, const demo *out)
{
    us_states_writer *writer = NULL;
    for (us_cycle cycle = 0; cycle <= cycles; cycle++) {
        const us_world *world = NULL;
        US_AUTOPTR(us_arena) arena = us_arena_new();
        REQUIRE(us_worlds_at(worlds, cycle, &world, NULL) == US_OK);
        us_world twin = world_in(m, world, arena);
        if (!writer) {
            us_states_header stored = us_states_header_from_trace(header, &twin);
            REQUIRE(us_states_writer_open(out->states, &stored, m->domain, &writer, NULL) == US_OK);
        }
        us_states_writer_add(writer, &twin);
    }
    REQUIRE(us_states_writer_close(writer, NULL) == US_OK);
}

/* ---- goals */

static void write_goals(const mirror *m, const char *path, const demo *out)
{
    US_AUTOPTR(us_annotation) goals = NULL;
    REQUIRE(us_annotation_load(path, m->domain, NULL, &goals, NULL) == US_OK);
    for (int i = 0; i < goals->count; i++) {
        us_goal_instance *instance = &goals->goal[i];
        const us_goal_def *def = &m->domain->goal[instance->goal.type];
        us_type type = US_NO_TYPE;
        instance->seat = seat_in(m, instance->seat);
        for (int p = 0; p < def->param_count; p++)
            if (def->param[p].kind == US_VALUE_TYPE)
                type = (us_type)instance->goal.arg[p].number;
        for (int p = 0; p < def->param_count; p++) {
            int64_t *number = &instance->goal.arg[p].number;
            if (!(instance->goal.given >> p & 1))
                continue;
            if (def->param[p].kind == US_VALUE_TYPE)
                *number = type_in(m, (int)*number);
            if (def->param[p].kind == US_VALUE_SEAT && *number < 2)
                *number = seat_in(m, (us_seat)*number);
            if (def->param[p].kind == US_VALUE_CELL)
                *number = cell_in(m, (int32_t)*number, type);
        }
    }
    REQUIRE(us_annotation_save(goals, out->goals, NULL) == US_OK);
}

void demo_twin(const demo *from, const twin_plan *plan, demo *out)
{
    US_AUTO(us_log_clear) us_log log;
    us_worlds *worlds = NULL;
    const us_world *world = NULL;
    name_files(out);
    REQUIRE(us_log_read(&log, from->trace, NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, from->trace, &worlds, NULL) == US_OK);
    REQUIRE(us_worlds_at(worlds, 0, &world, NULL) == US_OK);
    mirror m = {plan, log.domain, world->width, world->height};
    us_trace_header header = header_in(&m, log.header);
    write_orders(&m, &log, &header, out);
    write_states(&m, worlds, &header, log.cycles, out);
    write_goals(&m, from->goals, out);
    us_worlds_close(worlds);
}
