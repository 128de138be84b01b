/* The parts of a microRTS trace, checked and translated into the microrts domain. */
#include "traces/import/microrts.h"

#include <string.h>

us_status us_microrts_begin_entry(us_microrts_trace *m, us_microrts_place place)
{
    if (!m->table_ended)
        return us_microrts_fail(m, place, US_BAD_INPUT,
                                "expected the unit type table before the entries");
    m->has_state = m->has_terrain = false;
    m->time = -1;
    m->place = place;
    m->players = m->unit.count = m->action.count = 0;
    return US_OK;
}

us_status us_microrts_set_time(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t time;
    us_cycle last = m->moment.count > 0 ? m->moment.item[m->moment.count - 1].time : 0;
    US_TRY(us_microrts_read_int(m, fields, "time", last, US_CYCLES_LIMIT, &time));
    m->time = (us_cycle)time;
    return US_OK;
}

us_status us_microrts_begin_state(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t width, height;
    US_TRY(us_microrts_read_int(m, fields, "width", 1, US_MICRORTS_SIZE, &width));
    US_TRY(us_microrts_read_int(m, fields, "height", 1, US_MICRORTS_SIZE, &height));
    if (m->has_state)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected one state of an entry");
    if (m->width == 0) {
        m->width = (int)width;
        m->height = (int)height;
    }
    if (m->width != width || m->height != height)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT,
                                "expected %d x %d cells, as before, found %d x %d", m->width,
                                m->height, (int)width, (int)height);
    m->has_state = true;
    return US_OK;
}

/* One digit for each cell; or "A6B4": runs of 0 (A) and 1 (B). */
us_status us_microrts_add_terrain(us_microrts_trace *m, const char *text, size_t length,
                                  us_microrts_place place)
{
    size_t cells = 0, at = 0;
    if (!m->spare)
        m->spare = US_NEW_ARRAY(uint8_t, US_MICRORTS_TERRAIN);
    while (at < length) {
        char c = text[at++];
        size_t run = 0;
        if (c != '0' && c != '1' && c != 'A' && c != 'B')
            return us_microrts_fail(m, place, US_BAD_INPUT,
                                    "expected a terrain of 0 and 1, or of A and B with numbers");
        if (c == 'A' || c == 'B') {
            while (at < length && text[at] >= '0' && text[at] <= '9' && run < US_MICRORTS_TERRAIN)
                run = run * 10 + (size_t)(text[at++] - '0');
        }
        run = run == 0 ? 1 : run;
        if (run > US_MICRORTS_TERRAIN - cells)
            return us_microrts_fail(m, place, US_BAD_INPUT,
                                    "expected a terrain of at most %d cells", US_MICRORTS_TERRAIN);
        memset(m->spare + cells, c == '1' || c == 'B', run);
        cells += run;
    }
    if (m->has_terrain)
        return us_microrts_fail(m, place, US_BAD_INPUT, "expected one terrain of a state");
    m->has_terrain = true;
    m->cells = cells;
    return US_OK;
}

us_status us_microrts_add_player(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t id, resources;
    if (m->players == US_SEATS_MAX)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d players",
                                US_SEATS_MAX);
    US_TRY(us_microrts_read_int(m, fields, "ID", m->players, m->players, &id));
    US_TRY(us_microrts_read_int(m, fields, "resources", 0, INT32_MAX, &resources));
    m->resources[m->players++] = (int32_t)resources;
    return US_OK;
}

us_status us_microrts_add_unit(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t id, player, x, y, resources, hit_points;
    us_type type;
    US_TRY(us_microrts_read_type(m, fields, "type", &type));
    US_TRY(us_microrts_read_int(m, fields, "ID", 0, UINT32_MAX, &id));
    US_TRY(us_microrts_read_int(m, fields, "player", US_NEUTRAL, US_SEATS_MAX - 1, &player));
    US_TRY(us_microrts_read_int(m, fields, "x", 0, US_MICRORTS_SIZE - 1, &x));
    US_TRY(us_microrts_read_int(m, fields, "y", 0, US_MICRORTS_SIZE - 1, &y));
    US_TRY(us_microrts_read_int(m, fields, "resources", 0, INT32_MAX, &resources));
    US_TRY(us_microrts_read_int(m, fields, "hitpoints", 0, INT32_MAX, &hit_points));
    if (m->unit.count == US_MICRORTS_UNITS)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d units",
                                US_MICRORTS_UNITS);
    us_microrts_unit_state unit = {.id = (us_id)id,
                                   .resources = (int32_t)resources,
                                   .hit_points = (int32_t)hit_points,
                                   .x = (int16_t)x,
                                   .y = (int16_t)y,
                                   .type = type,
                                   .owner = (us_seat)player};
    US_LIST_PUT(m->unit, unit);
    return US_OK;
}

us_status us_microrts_set_actor(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t id;
    US_TRY(us_microrts_read_int(m, fields, "unitID", 0, UINT32_MAX, &id));
    m->actor = (us_id)id;
    return US_OK;
}

us_status us_microrts_add_action(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t type, parameter = -1, x = 0, y = 0;
    us_microrts_action action = {.unit = m->actor, .product = US_NO_TYPE, .place = fields->place};
    US_TRY(us_microrts_read_int(m, fields, "type", 0, US_MICRORTS_VERBS - 1, &type));
    if (us_microrts_fields_find(fields, "parameter"))
        US_TRY(us_microrts_read_int(m, fields, "parameter", -1, type == 0 ? INT32_MAX : 3,
                                    &parameter));
    if (type == US_MICRORTS_ATTACK) {
        US_TRY(us_microrts_read_int(m, fields, "x", INT16_MIN, INT16_MAX, &x));
        US_TRY(us_microrts_read_int(m, fields, "y", INT16_MIN, INT16_MAX, &y));
    }
    if (us_microrts_fields_find(fields, "unitType"))
        US_TRY(us_microrts_read_type(m, fields, "unitType", &action.product));
    if (m->action.count == US_MICRORTS_UNITS)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d actions",
                                US_MICRORTS_UNITS);
    action.type = (int)type;
    action.parameter = (int32_t)parameter;
    action.x = (int32_t)x;
    action.y = (int32_t)y;
    US_LIST_PUT(m->action, action);
    return US_OK;
}

/* ---- the end of an entry */

static us_status check_terrain(us_microrts_trace *m)
{
    size_t cells = (size_t)m->width * (size_t)m->height;
    if (m->cells != cells)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected a terrain of %zu cells, found %zu", cells, m->cells);
    if (!m->terrain) {
        m->terrain = m->spare;
        m->spare = NULL;
    } else if (memcmp(m->terrain, m->spare, cells) != 0) {
        return us_microrts_fail(m, m->place, US_BAD_INPUT, "expected the terrain as before");
    }
    return US_OK;
}

/* Checks the parts of an entry against each other. */
us_status us_microrts_end_entry(us_microrts_trace *m)
{
    if (m->time < 0 || !m->has_state || !m->has_terrain || m->players == 0)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected an entry with time, state, terrain and players");
    US_TRY(check_terrain(m));
    if (m->moment.count == 0)
        m->seats = m->players;
    if (m->players != m->seats)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected %d players, as before, found %d", m->seats, m->players);
    for (int i = 0; i < m->unit.count; i++) {
        const us_microrts_unit_state *unit = &m->unit.item[i];
        if (unit->x >= m->width || unit->y >= m->height || unit->owner >= m->seats)
            return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                    "expected unit %u on the map and of a player",
                                    (unsigned)unit->id);
    }
    return us_microrts_store_entry(m);
}

/* ---- the end of the trace */

static us_status begin(us_microrts_trace *m)
{
    us_trace_header header = {
        .map = "",
        .from = "",
        .source = "microrts",
        .rules_hash = m->rules,
        .seats = m->seats,
        .unknown = US_TRACE_NO_MAP | US_TRACE_NO_MAP_HASH | US_TRACE_NO_SEED | US_TRACE_NO_LIMIT |
                   US_TRACE_NO_FOG,
    };
    static const char *const never[] = {"who played", "map's name", "seed", "cycle limit", "fog"};
    for (int seat = 0; seat < m->seats; seat++)
        header.seat[seat] = (us_trace_seat){"", m->import->domain->factions.name[0]};
    for (int i = 0; i < US_COUNT(never); i++)
        us_import_count_absent(m->import, never[i]);
    m->import->report->games = 1;
    return us_import_begin(m->import, &header);
}

/* The parts of a moment's world. */
typedef struct stage {
    us_entity *entity;
    int capacity;
    int32_t *tally;
    int *doing; /* by unit id: its order's index + 1, or 0 */
    int8_t faction[US_SEATS_MAX];
    uint8_t alive[US_SEATS_MAX];
} stage;

static const us_microrts_order *order_of(const us_microrts_trace *m, const stage *on, us_id id,
                                         int moment)
{
    const us_microrts_order *order = on->doing[id] > 0 ? &m->order.item[on->doing[id] - 1] : NULL;
    return order && order->ends > moment ? order : NULL;
}

static us_entity entity_of(const us_microrts_trace *m, const us_microrts_unit_state *unit,
                           const us_microrts_order *order)
{
    static const char *const statuses[US_MICRORTS_ORDER_KINDS] = {
        "moving",   "idle",     "gathering", "carrying",
        "building", "training", "attacking", "attacking"};
    const us_domain *domain = m->import->domain;
    bool resource = domain->type[unit->type].kind == US_KIND_RESOURCE;
    us_microrts_order_kind deed = order ? order->kind : US_MICRORTS_TO_STOP;
    if (deed == US_MICRORTS_TO_HARVEST && unit->resources > 0)
        deed = US_MICRORTS_TO_RETURN;
    us_entity e = {.id = unit->id,
                   .type = unit->type,
                   .owner = unit->owner,
                   .status = (uint8_t)us_domain_find_status(domain, statuses[deed]),
                   .x = unit->x,
                   .y = unit->y,
                   .target = order ? order->target : 0,
                   .product = US_NO_TYPE,
                   .action = (int8_t)(order ? m->action_of[order->kind] : -1)};
    memcpy(e.attribute, domain->type[unit->type].attribute, sizeof(e.attribute));
    e.attribute[0] = unit->hit_points;
    e.attribute[us_domain_find_attribute(domain, resource ? "stock" : "carried")] = unit->resources;
    return e;
}

static us_status write_world(us_microrts_trace *m, stage *on, int at)
{
    const us_microrts_moment *moment = &m->moment.item[at];
    int tallies = m->import->domain->tallies.count;
    memset(on->alive, 0, sizeof(on->alive));
    for (int i = 0; i < moment->units; i++) {
        const us_microrts_unit_state *unit = &m->all.item[moment->unit + i];
        on->entity = us_array_grow(on->entity, i, &on->capacity, sizeof(*on->entity));
        on->entity[i] = entity_of(m, unit, order_of(m, on, unit->id, at));
        if (unit->owner >= 0)
            on->alive[unit->owner] = 1;
    }
    for (int seat = 0; seat < m->seats; seat++)
        on->tally[seat * tallies] = moment->resources[seat]; /* the domain's one resource */
    us_world world = {
        .domain = m->import->domain,
        .now = moment->time,
        .width = m->width,
        .height = m->height,
        .entity = on->entity,
        .count = moment->units,
        .plane = {[US_PLANE_TERRAIN] = m->terrain},
        .seats = m->seats,
        .tally = on->tally,
        .faction = on->faction,
        .alive = on->alive,
    };
    return us_import_add_world(m->import, &world);
}

static us_status write_order(us_microrts_trace *m, const us_microrts_order *found)
{
    const us_domain *domain = m->import->domain;
    const us_action_def *def = &domain->action[m->action_of[found->kind]];
    us_import_order order = {.cycle = m->moment.item[found->moment].time,
                             .unit_type = domain->type[found->type].name};
    order.order = (us_order){.seat = found->seat,
                             .action = (int8_t)m->action_of[found->kind],
                             .unit = &found->unit,
                             .unit_count = 1};
    for (int p = 0; p < def->param_count; p++) {
        us_value_kind kind = def->param[p].kind;
        order.order.arg[p] = kind == US_VALUE_CELL   ? found->cell
                             : kind == US_VALUE_TYPE ? found->product
                                                     : (int32_t)found->target;
    }
    return us_import_add_order(m->import, &order);
}

static us_status write_end(us_microrts_trace *m, const stage *last)
{
    int left = 0;
    us_outcome outcome = {US_OUTCOME_DRAW, US_NEUTRAL, "undecided"};
    for (us_seat seat = 0; seat < m->seats; seat++) {
        left += last->alive[seat];
        if (last->alive[seat])
            outcome.winner = seat;
    }
    if (left == 1 && m->seats > 1)
        outcome = (us_outcome){US_OUTCOME_WIN, outcome.winner, "defeat"};
    else
        outcome = (us_outcome){US_OUTCOME_DRAW, US_NEUTRAL, left == 0 ? "all fell" : "undecided"};
    return us_import_finish(m->import, &outcome);
}

us_status us_microrts_finish(us_microrts_trace *m, us_microrts_place place)
{
    if (m->moment.count == 0)
        return us_microrts_fail(m, place, US_BAD_INPUT, "expected a trace with entries");
    us_microrts_find_orders(m);
    stage on = {.tally = US_NEW_ARRAY(int32_t, US_SEATS_MAX * m->import->domain->tallies.count),
                .doing = US_NEW_ARRAY(int, (int)m->last_id + 1)};
    us_status status = begin(m);
    int order = 0;
    for (int i = 0; i < m->moment.count && status == US_OK; i++) {
        status = write_world(m, &on, i);
        for (; status == US_OK && order < m->order.count && m->order.item[order].moment == i;
             order++) {
            status = write_order(m, &m->order.item[order]);
            on.doing[m->order.item[order].unit] = order + 1;
        }
    }
    if (status == US_OK)
        status = write_end(m, &on);
    us_mem_free(on.entity);
    us_mem_free(on.tally);
    us_mem_free(on.doing);
    return status;
}
