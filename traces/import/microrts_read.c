/* An entry's units with this trace's ids, and its actions as steps. */
#include "traces/import/microrts.h"

#include "base/sort.h"

/* ---- ids */

static int by_theirs(const void *a, const void *b)
{
    const us_microrts_id_pair *x = a, *y = b;
    return (x->theirs > y->theirs) - (x->theirs < y->theirs);
}

static int by_id(const void *a, const void *b)
{
    const us_microrts_unit_state *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* If a unit was in the last state with the same type and owner, it keeps its id. Other units get
 * new ids in the order of the list. Afterwards m->renamed holds all ids. */
static us_status rename_units(us_microrts_trace *m)
{
    int known = 0;
    m->renamed.count = 0;
    for (int i = 0; i < m->unit.count; i++) {
        const us_microrts_unit_state *unit = &m->unit.item[i];
        us_microrts_id_pair name = {unit->id, 0, i, unit->type, unit->owner};
        US_LIST_PUT(m->renamed, name);
    }
    us_microrts_id_pair *now = m->renamed.item;
    us_array_sort(now, (size_t)m->renamed.count, sizeof(*now), by_theirs);
    for (int i = 0; i < m->renamed.count; i++) {
        if (i > 0 && now[i].theirs == now[i - 1].theirs)
            return us_microrts_fail(m, m->place, US_BAD_INPUT, "expected unit %u once in a state",
                                    (unsigned)now[i].theirs);
        while (known < m->name.count && m->name.item[known].theirs < now[i].theirs)
            known++;
        bool is = known < m->name.count && m->name.item[known].theirs == now[i].theirs &&
                  m->name.item[known].type == now[i].type &&
                  m->name.item[known].owner == now[i].owner;
        m->unit.item[now[i].at].id = is ? m->name.item[known].ours : 0;
    }
    for (int i = 0; i < m->unit.count; i++)
        if (m->unit.item[i].id == 0)
            m->unit.item[i].id = ++m->last_id;
    for (int i = 0; i < m->renamed.count; i++)
        now[i].ours = m->unit.item[now[i].at].id;
    us_array_sort(m->unit.item, (size_t)m->unit.count, sizeof(*m->unit.item), by_id);
    return US_OK;
}

static us_id name_of(const us_microrts_trace *m, us_id theirs)
{
    int at = us_array_lower_bound(theirs, m->name.item, m->name.count, sizeof(*m->name.item));
    return at < m->name.count && m->name.item[at].theirs == theirs ? m->name.item[at].ours : 0;
}

/* ---- steps */

static void count_skipped(us_microrts_trace *m, const char *what, us_microrts_place place)
{
    us_import_row *row = us_import_count(m->import, US_IMPORT_SKIPPED, what);
    if (row->count > 1)
        return;
    row->line = (int)(place >> 32);
    row->column = (int)(place & UINT32_MAX);
    if (m->json)
        us_text_place(m->json, (size_t)place, &row->line, &row->column);
}

static bool is_inside(const us_microrts_trace *m, int x, int y)
{
    return x >= 0 && y >= 0 && x < m->width && y < m->height;
}

static bool is_makeable(const us_microrts_trace *m, const us_microrts_moment *moment,
                        const us_microrts_unit_state *unit, us_type product)
{
    return (m->type[unit->type].produces >> product & 1) &&
           m->type[product].cost <= moment->resources[unit->owner];
}

/* Returns whether the game would do the action. there: the unit on the cell, or NULL. */
static bool is_legal(const us_microrts_trace *m, const us_microrts_moment *moment,
                     const us_microrts_unit_state *unit, const us_microrts_action *action,
                     int32_t cell, const us_microrts_unit_state *there)
{
    const us_domain *domain = m->import->domain;
    const bool *can = m->type[unit->type].can;
    int x = US_CELL_X(cell), y = US_CELL_Y(cell), dx = x - unit->x, dy = y - unit->y;
    int range = domain->type[unit->type].attribute[us_domain_find_attribute(domain, "range")];
    bool free = is_inside(m, x, y) && !m->terrain[y * m->width + x] && !there;
    switch (action->type) {
    case US_MICRORTS_MOVE:
        return can[3] && free;
    case US_MICRORTS_HARVEST:
        return can[2] && there && m->type[there->type].can[0] && unit->resources == 0;
    case US_MICRORTS_RETURN:
        return can[2] && there && there->owner == unit->owner && m->type[there->type].can[1] &&
               unit->resources > 0;
    case US_MICRORTS_PRODUCE:
        return free && is_makeable(m, moment, unit, action->product);
    case US_MICRORTS_ATTACK:
        return can[4] && there && there->owner >= 0 && there->owner != unit->owner &&
               dx * dx + dy * dy <= range * range;
    default:
        return true;
    }
}

/* Returns the cell of an action: its own, or the neighbor in its direction. */
static int32_t cell_of(const us_microrts_unit_state *unit, const us_microrts_action *action)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    if (action->type == US_MICRORTS_ATTACK)
        return US_CELL(action->x, action->y);
    if (action->type == US_MICRORTS_WAIT || action->parameter < 0)
        return US_CELL(unit->x, unit->y);
    return US_CELL(unit->x + dx[action->parameter], unit->y + dy[action->parameter]);
}

static us_status add_step(us_microrts_trace *m, us_microrts_moment *moment,
                          const us_microrts_action *action)
{
    const us_microrts_unit_state *list = us_microrts_moment_units(m, moment);
    us_id id = name_of(m, action->unit);
    int at = id ? us_array_lower_bound(id, list, moment->units, sizeof(*list)) : moment->units;
    if (at >= moment->units || list[at].id != id || list[at].owner < 0)
        return us_microrts_fail(m, action->place, US_BAD_INPUT,
                                "expected an action of a player's unit, found unit %u",
                                (unsigned)action->unit);
    if (action->type == US_MICRORTS_PRODUCE && action->product == US_NO_TYPE)
        return us_microrts_fail(m, action->place, US_BAD_INPUT, "expected \"unitType\"");
    const us_microrts_unit_state *unit = &list[at], *there = NULL;
    int32_t cell = cell_of(unit, action);
    int x = US_CELL_X(cell), y = US_CELL_Y(cell);
    int stands = is_inside(m, x, y) ? m->stand[y * m->width + x] : 0;
    if (stands > 0 && action->type != US_MICRORTS_WAIT)
        there = &list[stands - 1];
    int type = action->type;
    if (!is_legal(m, moment, unit, action, cell, there)) {
        count_skipped(m, "an action that is not legal", action->place);
        type = US_MICRORTS_WAIT; /* as in the game */
    }
    US_LIST_PUT(m->step, ((us_microrts_step){.unit = id,
                                             .target = there ? there->id : 0,
                                             .cell = cell,
                                             .next = -1,
                                             .x = unit->x,
                                             .y = unit->y,
                                             .product = action->product,
                                             .type = (int8_t)type}));
    moment->steps++;
    return US_OK;
}

static us_hash hash_of(const us_microrts_trace *m)
{
    us_hash hash = US_HASH_START;
    for (int seat = 0; seat < m->seats; seat++)
        hash = us_hash_add(hash, (uint64_t)m->resources[seat]);
    for (int i = 0; i < m->unit.count; i++) {
        const us_microrts_unit_state *u = &m->unit.item[i];
        hash = us_hash_add(hash, (uint64_t)u->id << 32 | (uint32_t)US_CELL(u->x, u->y));
        hash = us_hash_add(hash, (uint64_t)u->resources << 32 | (uint32_t)u->hit_points);
        hash = us_hash_add(hash, (uint64_t)u->type << 32 | (uint8_t)u->owner);
    }
    return hash;
}

static us_microrts_moment *keep_state(us_microrts_trace *m)
{
    us_microrts_moment *moment = US_LIST_ADD(m->moment);
    *moment = (us_microrts_moment){
        .time = m->time, .unit = m->all.count, .units = m->unit.count, .step = m->step.count};
    for (int seat = 0; seat < m->seats; seat++)
        moment->resources[seat] = m->resources[seat];
    for (int i = 0; i < m->unit.count; i++)
        US_LIST_PUT(m->all, m->unit.item[i]);
    return moment;
}

static void keep_names(us_microrts_trace *m)
{
    m->name.count = 0;
    for (int i = 0; i < m->renamed.count; i++)
        US_LIST_PUT(m->name, m->renamed.item[i]);
}

/* The trace repeats the initial state. A different second state of the same cycle is counted and
 * skipped. */
us_status us_microrts_store_entry(us_microrts_trace *m)
{
    us_id last = m->last_id;
    US_TRY(rename_units(m));
    us_microrts_moment *moment = m->moment.count > 0 ? &m->moment.item[m->moment.count - 1] : NULL;
    us_hash hash = hash_of(m);
    bool again = moment && moment->time == m->time;
    if (again && hash != m->last_hash)
        count_skipped(m, "a second state of the same cycle", m->place);
    if (again) {
        m->last_id = last;
    } else {
        moment = keep_state(m);
        m->last_hash = hash;
        keep_names(m);
    }
    if (!m->stand)
        m->stand = US_NEW_ARRAY(int32_t, m->width * m->height);
    const us_microrts_unit_state *list = us_microrts_moment_units(m, moment);
    for (int i = 0; i < moment->units; i++)
        m->stand[list[i].y * m->width + list[i].x] = i + 1;
    us_status status = US_OK;
    for (int i = 0; i < m->action.count && status == US_OK; i++)
        status = add_step(m, moment, &m->action.item[i]);
    for (int i = 0; i < moment->units; i++)
        m->stand[list[i].y * m->width + list[i].x] = 0;
    return status;
}
