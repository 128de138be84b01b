/* The parts of a microRTS trace, checked and translated into the microrts domain: the unit type
 * table, which must equal the domain's; entries, whose units get ids of this trace and whose
 * actions become steps; and the end. */
#include "traces/import/microrts.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

#define DOMAIN "microrts"

us_status us_microrts_fail(const us_microrts_trace *m, us_microrts_place place, us_status status,
                           const char *format, ...)
{
    int line = (int)(place >> 32), column = (int)(place & UINT32_MAX);
    if (m->json)
        us_text_place(m->json, (size_t)place, &line, &column);
    va_list args;
    va_start(args, format);
    us_error_vset(m->import->err, status, m->import->file, line, column, format, args);
    va_end(args);
    return status;
}

/* ---- fields */

void us_microrts_fields_add(us_microrts_fields *fields, const char *name, size_t name_length,
                            const char *text, size_t length)
{
    if (fields->count < US_MICRORTS_FIELDS)
        fields->field[fields->count++] = (us_microrts_field){name, text, name_length, length};
}

static const us_microrts_field *find_field(const us_microrts_fields *fields, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < fields->count; i++) {
        const us_microrts_field *field = &fields->field[i];
        if (field->name_length == length && memcmp(field->name, name, length) == 0)
            return field;
    }
    return NULL;
}

static us_status read_int(const us_microrts_trace *m, const us_microrts_fields *fields,
                          const char *name, int64_t low, int64_t high, int64_t *out)
{
    char text[24];
    const us_microrts_field *field = find_field(fields, name);
    *out = 0;
    if (field && field->length < sizeof(text)) {
        memcpy(text, field->text, field->length);
        text[field->length] = '\0';
        if (us_text_to_int(text, low, high, out))
            return US_OK;
    }
    return us_microrts_fail(m, fields->place, US_BAD_INPUT,
                            "expected \"%s\", a whole number from %lld to %lld", name,
                            (long long)low, (long long)high);
}

/* Finds a type of the domain that can occur in a state. */
static us_status find_type(const us_microrts_trace *m, const char *text, size_t length,
                           us_microrts_place place, us_type *out)
{
    char name[64];
    size_t size = length < sizeof(name) ? length : sizeof(name) - 1;
    memcpy(name, text, size);
    name[size] = '\0';
    const us_domain *domain = m->import->domain;
    us_type type = us_domain_find_type(domain, name);
    if (type == US_NO_TYPE || domain->type[type].abstract || size < length) {
        return us_microrts_fail(m, place, US_MISMATCH,
                                "\"%s\" is no unit type of the domain \"" DOMAIN "\"", name);
    }
    *out = type;
    return US_OK;
}

static us_status read_type(const us_microrts_trace *m, const us_microrts_fields *fields,
                           const char *name, us_type *out)
{
    const us_microrts_field *field = find_field(fields, name);
    if (!field)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected \"%s\", a unit type",
                                name);
    return find_type(m, field->text, field->length, fields->place, out);
}

/* ---- the table */

us_status us_microrts_begin_table(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t policy = 0;
    US_TRY(read_int(m, fields, "moveConflictResolutionStrategy", 0, INT32_MAX, &policy));
    m->rules = us_hash_add(US_HASH_START, (uint64_t)policy);
    return US_OK;
}

us_status us_microrts_add_type(us_microrts_trace *m, const us_microrts_fields *fields)
{
    static const char *const can[] = {"isResource", "isStockpile", "canHarvest", "canMove",
                                      "canAttack"};
    static const char *const rest[] = {"minDamage",   "maxDamage",    "attackRange", "produceTime",
                                       "moveTime",    "attackTime",   "harvestTime", "returnTime",
                                       "sightRadius", "harvestAmount"};
    us_type index = 0;
    US_TRY(read_type(m, fields, "name", &index));
    if (m->table_ended || m->type[index].seen)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT,
                                "expected each unit type once, in the one table");
    us_microrts_type type = {.seen = true, .place = fields->place};
    US_TRY(read_int(m, fields, "cost", 0, INT32_MAX, &type.cost));
    US_TRY(read_int(m, fields, "hp", 0, INT32_MAX, &type.hit_points));
    type.hash = us_hash_add(us_hash_add_text(US_HASH_START, m->import->domain->type[index].name),
                            (uint64_t)type.cost ^ (uint64_t)type.hit_points << 32);
    for (int i = 0; i < US_COUNT(can); i++) {
        const us_microrts_field *field = find_field(fields, can[i]);
        type.can[i] = field && field->length == 4 && memcmp(field->text, "true", 4) == 0;
        type.hash = us_hash_add(type.hash, type.can[i]);
    }
    for (int i = 0; i < US_COUNT(rest); i++) {
        int64_t value = 0;
        US_TRY(read_int(m, fields, rest[i], 0, INT32_MAX, &value));
        if (us_text_equal(rest[i], "produceTime"))
            type.make_time = value;
        if (us_text_equal(rest[i], "moveTime"))
            type.move_time = value;
        type.hash = us_hash_add(type.hash, (uint64_t)value);
    }
    m->type[index] = type;
    m->last_type = index;
    return US_OK;
}

us_status us_microrts_add_product(us_microrts_trace *m, const char *name, size_t length,
                                  us_microrts_place place)
{
    us_type product = 0;
    US_TRY(find_type(m, name, length, place, &product));
    m->type[m->last_type].produces |= (uint64_t)1 << product;
    return US_OK;
}

static us_status differ(const us_microrts_trace *m, us_type type, const char *what, int64_t said,
                        int64_t ours)
{
    return us_microrts_fail(m, m->type[type].place, US_MISMATCH,
                            "not the unit type table of the domain \"" DOMAIN
                            "\": %s of \"%s\" is %lld, there it is %lld",
                            what, m->import->domain->type[type].name, (long long)said,
                            (long long)ours);
}

static us_status check_type(const us_microrts_trace *m, us_type index)
{
    const us_domain *domain = m->import->domain;
    const us_microrts_type *type = &m->type[index];
    const us_type_def *def = &domain->type[index];
    bool resource = def->kind == US_KIND_RESOURCE;
    const bool can[] = {resource, def->stores,
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_HARVEST]),
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_MOVE]),
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_ATTACK])};
    static const char *const names[] = {"isResource", "isStockpile", "canHarvest", "canMove",
                                        "canAttack"};
    if (!resource && type->cost != def->cost[0]) /* a resource is never made */
        return differ(m, index, "cost", type->cost, def->cost[0]);
    if (type->hit_points != def->attribute[0])
        return differ(m, index, "hp", type->hit_points, def->attribute[0]);
    for (int i = 0; i < US_COUNT(can); i++) {
        if (type->can[i] != can[i])
            return differ(m, index, names[i], type->can[i], can[i]);
    }
    for (us_type product = 0; product < domain->type_count; product++) {
        bool makes = type->produces >> product & 1;
        if (!domain->type[product].abstract &&
            makes !=
                (us_type_can_make(domain, index, m->action_of[US_MICRORTS_TO_BUILD], product) ||
                 us_type_can_make(domain, index, m->action_of[US_MICRORTS_TO_TRAIN], product)))
            return us_microrts_fail(
                m, type->place, US_MISMATCH,
                "not the unit type table of the domain \"" DOMAIN "\": \"%s\" %s \"%s\"", def->name,
                makes ? "produces" : "does not produce", domain->type[product].name);
    }
    return US_OK;
}

us_status us_microrts_end_table(us_microrts_trace *m, us_microrts_place place)
{
    const us_domain *domain = m->import->domain;
    if (m->table_ended)
        return us_microrts_fail(m, place, US_BAD_INPUT, "expected one unit type table");
    for (us_type type = 0; type < domain->type_count; type++) {
        if (domain->type[type].abstract)
            continue;
        if (!m->type[type].seen)
            return us_microrts_fail(m, place, US_MISMATCH,
                                    "expected the unit type \"%s\" of the domain \"" DOMAIN
                                    "\" in the table",
                                    domain->type[type].name);
        US_TRY(check_type(m, type));
        m->rules = us_hash_add(us_hash_add(m->rules, m->type[type].hash), m->type[type].produces);
    }
    m->table_ended = true;
    return US_OK;
}

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
static us_status store_entry(us_microrts_trace *m)
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
    US_TRY(read_int(m, fields, "time", last, US_CYCLES_LIMIT, &time));
    m->time = (us_cycle)time;
    return US_OK;
}

us_status us_microrts_begin_state(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t width, height;
    US_TRY(read_int(m, fields, "width", 1, US_MICRORTS_SIZE, &width));
    US_TRY(read_int(m, fields, "height", 1, US_MICRORTS_SIZE, &height));
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
    US_TRY(read_int(m, fields, "ID", m->players, m->players, &id));
    US_TRY(read_int(m, fields, "resources", 0, INT32_MAX, &resources));
    m->resources[m->players++] = (int32_t)resources;
    return US_OK;
}

us_status us_microrts_add_unit(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t id, player, x, y, resources, hit_points;
    us_type type;
    US_TRY(read_type(m, fields, "type", &type));
    US_TRY(read_int(m, fields, "ID", 0, UINT32_MAX, &id));
    US_TRY(read_int(m, fields, "player", US_NEUTRAL, US_SEATS_MAX - 1, &player));
    US_TRY(read_int(m, fields, "x", 0, US_MICRORTS_SIZE - 1, &x));
    US_TRY(read_int(m, fields, "y", 0, US_MICRORTS_SIZE - 1, &y));
    US_TRY(read_int(m, fields, "resources", 0, INT32_MAX, &resources));
    US_TRY(read_int(m, fields, "hitpoints", 0, INT32_MAX, &hit_points));
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
    US_TRY(read_int(m, fields, "unitID", 0, UINT32_MAX, &id));
    m->actor = (us_id)id;
    return US_OK;
}

us_status us_microrts_add_action(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t type, parameter = -1, x = 0, y = 0;
    us_microrts_action action = {.unit = m->actor, .product = US_NO_TYPE, .place = fields->place};
    US_TRY(read_int(m, fields, "type", 0, US_MICRORTS_VERBS - 1, &type));
    if (find_field(fields, "parameter"))
        US_TRY(read_int(m, fields, "parameter", -1, type == 0 ? INT32_MAX : 3, &parameter));
    if (type == US_MICRORTS_ATTACK) {
        US_TRY(read_int(m, fields, "x", INT16_MIN, INT16_MAX, &x));
        US_TRY(read_int(m, fields, "y", INT16_MIN, INT16_MAX, &y));
    }
    if (find_field(fields, "unitType"))
        US_TRY(read_type(m, fields, "unitType", &action.product));
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
    return store_entry(m);
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
    US_AUTOPTR(us_arena) arena = us_arena_new();
    stage on = {.tally =
                    US_ARENA_ARRAY(arena, int32_t, US_SEATS_MAX * m->import->domain->tallies.count),
                .doing = US_ARENA_ARRAY(arena, int, (int)m->last_id + 1)};
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
    return status;
}
