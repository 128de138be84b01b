/* What the parts of a microRTS trace mean in the words of the microrts domain. */
#include "traces/import/microrts.h"

#include <string.h>

#include "base/sort.h"

us_status us_microrts_entry(us_microrts *m, us_microrts_place place)
{
    if (!m->table_ended)
        return us_microrts_fail(m, place, US_BAD_INPUT,
                                "expected the unit type table before the entries");
    m->has_state = m->has_terrain = false;
    m->time = -1;
    m->place = place;
    m->players = m->units = m->actions = 0;
    return US_OK;
}

us_status us_microrts_time(us_microrts *m, const us_microrts_fields *fields)
{
    int64_t time;
    US_TRY(us_microrts_int(m, fields, "time", m->last > 0 ? m->last : 0, US_CYCLES_LIMIT, &time));
    m->time = (us_cycle)time;
    return US_OK;
}

us_status us_microrts_state(us_microrts *m, const us_microrts_fields *fields)
{
    int64_t width, height;
    US_TRY(us_microrts_int(m, fields, "width", 1, US_MICRORTS_SIZE, &width));
    US_TRY(us_microrts_int(m, fields, "height", 1, US_MICRORTS_SIZE, &height));
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

/* A digit a cell; or "A6B4", runs of 0 (A) and 1 (B). */
us_status us_microrts_terrain(us_microrts *m, const char *text, size_t length,
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

us_status us_microrts_player(us_microrts *m, const us_microrts_fields *fields)
{
    int64_t id, resources;
    if (m->players == US_SEATS_MAX)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d players",
                                US_SEATS_MAX);
    US_TRY(us_microrts_int(m, fields, "ID", m->players, m->players, &id));
    US_TRY(us_microrts_int(m, fields, "resources", 0, INT32_MAX, &resources));
    m->resources[m->players++] = (int32_t)resources;
    return US_OK;
}

us_status us_microrts_unit(us_microrts *m, const us_microrts_fields *fields)
{
    const us_domain *domain = m->import->domain;
    int64_t id, player, x, y, resources, hit_points;
    us_type type;
    US_TRY(us_microrts_type_of(m, fields, "type", &type));
    US_TRY(us_microrts_int(m, fields, "ID", 1, UINT32_MAX, &id));
    US_TRY(us_microrts_int(m, fields, "player", US_NEUTRAL, US_SEATS_MAX - 1, &player));
    US_TRY(us_microrts_int(m, fields, "x", 0, US_MICRORTS_SIZE - 1, &x));
    US_TRY(us_microrts_int(m, fields, "y", 0, US_MICRORTS_SIZE - 1, &y));
    US_TRY(us_microrts_int(m, fields, "resources", 0, INT32_MAX, &resources));
    US_TRY(us_microrts_int(m, fields, "hitpoints", 0, INT32_MAX, &hit_points));
    if (m->units == US_MICRORTS_UNITS)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d units",
                                US_MICRORTS_UNITS);
    us_entity unit = {.id = (us_id)id,
                      .type = type,
                      .owner = (us_seat)player,
                      .x = (int16_t)x,
                      .y = (int16_t)y,
                      .product = US_NO_TYPE,
                      .action = -1};
    bool resource = domain->type[type].kind == US_KIND_RESOURCE;
    unit.status = (uint8_t)us_domain_status(domain, "unknown");
    unit.attribute[0] = (int32_t)hit_points;
    unit.attribute[us_domain_attribute(domain, resource ? "stock" : "carried")] =
        (int32_t)resources;
    m->unit = us_grow(m->unit, m->units, &m->units_capacity, sizeof(*m->unit));
    m->unit[m->units++] = unit;
    return US_OK;
}

us_status us_microrts_actor(us_microrts *m, const us_microrts_fields *fields)
{
    int64_t id;
    US_TRY(us_microrts_int(m, fields, "unitID", 1, UINT32_MAX, &id));
    m->actor = (us_id)id;
    return US_OK;
}

us_status us_microrts_action_add(us_microrts *m, const us_microrts_fields *fields)
{
    int64_t type, parameter = -1, x = 0, y = 0;
    us_microrts_action action = {.unit = m->actor, .product = US_NO_TYPE, .place = fields->place};
    US_TRY(us_microrts_int(m, fields, "type", 0, US_MICRORTS_VERBS - 1, &type));
    if (us_microrts_find(fields, "parameter"))
        US_TRY(us_microrts_int(m, fields, "parameter", -1, type == 0 ? INT32_MAX : 3, &parameter));
    if (type == US_MICRORTS_ATTACK) {
        US_TRY(us_microrts_int(m, fields, "x", INT16_MIN, INT16_MAX, &x));
        US_TRY(us_microrts_int(m, fields, "y", INT16_MIN, INT16_MAX, &y));
    }
    if (us_microrts_find(fields, "unitType"))
        US_TRY(us_microrts_type_of(m, fields, "unitType", &action.product));
    if (m->actions == US_MICRORTS_UNITS)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected at most %d actions",
                                US_MICRORTS_UNITS);
    action.type = (int)type;
    action.parameter = (int32_t)parameter;
    action.x = (int32_t)x;
    action.y = (int32_t)y;
    m->action = us_grow(m->action, m->actions, &m->actions_capacity, sizeof(*m->action));
    m->action[m->actions++] = action;
    return US_OK;
}

/* ---- the end of an entry: its state and its orders */

static us_status begin(us_microrts *m)
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
    static const char *const never[] = {"who played", "what units are at", "map's name",
                                        "seed",       "cycle limit",       "fog"};
    for (int seat = 0; seat < m->seats; seat++) {
        header.seat[seat] = (us_trace_seat){"", m->import->domain->factions.name[0]};
        m->faction[seat] = 0;
    }
    for (int i = 0; i < US_COUNT(never); i++)
        us_import_absent(m->import, never[i]);
    m->begun = true;
    m->import->report->games = 1;
    return us_import_begin(m->import, &header);
}

static int by_id(const void *a, const void *b)
{
    const us_entity *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* What the parts alone could not tell. */
static us_status check_entry(us_microrts *m)
{
    if (m->time < 0 || !m->has_state || !m->has_terrain || m->players == 0)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected an entry with time, state, terrain and players");
    if (m->cells != (size_t)m->width * (size_t)m->height)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected a terrain of %d cells, found %zu", m->width * m->height,
                                m->cells);
    if (!m->begun)
        m->seats = m->players;
    if (m->players != m->seats)
        return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                "expected %d players, as before, found %d", m->seats, m->players);
    us_sort(m->unit, (size_t)m->units, sizeof(*m->unit), by_id);
    memset(m->alive, 0, sizeof(m->alive));
    for (int i = 0; i < m->units; i++) {
        const us_entity *unit = &m->unit[i];
        if (i > 0 && unit->id == m->unit[i - 1].id)
            return us_microrts_fail(m, m->place, US_BAD_INPUT, "expected unit %u once in a state",
                                    (unsigned)unit->id);
        if (unit->x >= m->width || unit->y >= m->height || unit->owner >= m->seats)
            return us_microrts_fail(m, m->place, US_BAD_INPUT,
                                    "expected unit %u on the map and of a player",
                                    (unsigned)unit->id);
        if (unit->owner >= 0)
            m->alive[unit->owner] = 1;
    }
    return US_OK;
}

static us_world world_of(const us_microrts *m)
{
    return (us_world){
        .domain = m->import->domain,
        .now = m->time,
        .width = m->width,
        .height = m->height,
        .entity = m->unit,
        .count = m->units,
        .plane = {[US_PLANE_TERRAIN] = m->terrain},
        .seats = m->seats,
        .tally = m->resources, /* the domain has one resource and no counters */
        .faction = m->faction,
        .alive = m->alive,
    };
}

/* The trace repeats the initial state. Another one at the same time has no place of its own. */
static us_status add_state(us_microrts *m, const us_world *world)
{
    us_hash hash = us_world_hash(world);
    bool again = m->time == m->last;
    if (again && hash != m->last_hash) {
        us_import_row *row =
            us_import_count(m->import, US_IMPORT_SKIPPED, "a second state of the same cycle");
        row->line = row->count == 1 ? (int)(m->place >> 32) : row->line;
        row->column = row->count == 1 ? (int)(m->place & UINT32_MAX) : row->column;
        if (m->json && row->count == 1)
            us_text_place(m->json, (size_t)m->place, &row->line, &row->column);
    }
    m->last = m->time;
    if (again)
        return US_OK;
    m->last_hash = hash;
    return us_import_world(m->import, world);
}

/* The cell an action is about: its own, or the one that lies in its direction. */
static int32_t cell_of(const us_entity *unit, const us_microrts_action *action)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    if (action->type == US_MICRORTS_ATTACK)
        return US_CELL(action->x, action->y);
    if (action->parameter < 0)
        return US_CELL(unit->x, unit->y);
    return US_CELL(unit->x + dx[action->parameter], unit->y + dy[action->parameter]);
}

static us_status add_order(us_microrts *m, const us_world *world, const us_microrts_action *action)
{
    const us_domain *domain = m->import->domain;
    const us_entity *unit = us_world_find(world, action->unit);
    if (!unit || unit->owner < 0)
        return us_microrts_fail(m, action->place, US_BAD_INPUT,
                                "expected an action of a player's unit, found unit %u",
                                (unsigned)action->unit);
    const us_action_def *def = &domain->action[m->verb[action->type]];
    us_import_order order = {.cycle = m->time, .unit_type = domain->type[unit->type].name};
    order.order = (us_order){.seat = unit->owner,
                             .action = (int8_t)m->verb[action->type],
                             .unit = &action->unit,
                             .unit_count = 1};
    for (int p = 0; p < def->param_count; p++) {
        us_value_kind kind = def->param[p].kind;
        order.order.arg[p] = kind == US_VALUE_CELL   ? cell_of(unit, action)
                             : kind == US_VALUE_TYPE ? action->product
                                                     : action->parameter;
        if (kind == US_VALUE_TYPE && action->product == US_NO_TYPE)
            return us_microrts_fail(m, action->place, US_BAD_INPUT, "expected \"unitType\"");
    }
    return us_import_order_add(m->import, &order);
}

us_status us_microrts_entry_end(us_microrts *m)
{
    US_TRY(check_entry(m));
    uint8_t *old = m->terrain;
    m->terrain = m->spare;
    m->spare = old;
    if (!m->begun)
        US_TRY(begin(m));
    us_world world = world_of(m);
    US_TRY(add_state(m, &world));
    for (int i = 0; i < m->actions; i++)
        US_TRY(add_order(m, &world, &m->action[i]));
    return US_OK;
}

us_status us_microrts_finish(us_microrts *m, us_microrts_place place)
{
    if (!m->begun)
        return us_microrts_fail(m, place, US_BAD_INPUT, "expected a trace with entries");
    int left = 0;
    us_outcome outcome = {US_OUTCOME_DRAW, US_NEUTRAL, "undecided"};
    for (us_seat seat = 0; seat < m->seats; seat++) {
        left += m->alive[seat];
        if (m->alive[seat])
            outcome.winner = seat;
    }
    if (left == 1 && m->seats > 1)
        outcome = (us_outcome){US_OUTCOME_WIN, outcome.winner, "defeat"};
    else
        outcome = (us_outcome){US_OUTCOME_DRAW, US_NEUTRAL, left == 0 ? "all fell" : "undecided"};
    return us_import_finish(m->import, &outcome);
}
