/* Reads the game's JSON. It keeps the places of values, because units can be checked only once the
 * sides are known, which may come after them. */
#include "base/lines.h"
#include "base/sort.h"
#include "game/microrts/path.h"
#include "game/microrts/rules.h"

enum { TIME_MAX = 2000000000 };

typedef struct read_unit {
    mr_unit unit;
    const char *place;
} read_unit;

typedef struct read_action {
    mr_order order;
    int32_t issued;
    int unit; /* index */
    bool requested;
    const char *place;
} read_action;

typedef struct by_id {
    int32_t id;
    int unit;
} by_id;

typedef struct reading {
    us_line line;
    us_str scratch;
    const mr_table *table;
    int32_t time, width, height;
    int32_t resources[MR_PLAYERS];
    const char *terrain;
    size_t cells;
    const char *terrain_place;
    US_LIST(read_unit) unit;
    US_LIST(read_action) action;
    by_id *index; /* sorted */
    int16_t *at;  /* by cell, without border: as in mr_state */
} reading;

static void open_reading(reading *r, const mr_table *table, const char *file, int line,
                         const char *text, size_t length, us_error *err)
{
    *r = (reading){.line = {.file = file, .number = line, .err = err}, .table = table};
    us_str_init(&r->scratch);
    r->line.scratch = &r->scratch;
    us_pull_init(&r->line.pull, text, length);
}

static void close_reading(reading *r)
{
    us_str_clear(&r->scratch);
    us_mem_free(r->unit.item);
    us_mem_free(r->action.item);
    us_mem_free(r->index);
    us_mem_free(r->at);
}

/* Reports an error at a place that was read before. */
#define REFUSE(r, where, ...) \
    ((r)->line.pull.place = (where), us_line_fail(&(r)->line, __VA_ARGS__), US_BAD_INPUT)

static us_status read_int(reading *r, const char *what, int64_t low, int64_t high, int32_t *out)
{
    int64_t value = 0;
    US_TRY(us_line_read_int(&r->line, what, low, high, &value));
    *out = (int32_t)value;
    return US_OK;
}

static us_status read_type(reading *r, int16_t *out)
{
    US_TRY(us_line_expect(&r->line, US_PULL_STRING, "a type's name"));
    int type = mr_table_find_type(r->table, r->line.pull.text, r->line.pull.length);
    if (type < 0)
        return us_line_reject(&r->line, "a type of the table");
    *out = (int16_t)type;
    return US_OK;
}

static us_status need_members(reading *r, const char *const *name, int count, unsigned needed,
                              unsigned seen, const char *what)
{
    for (int i = 0; i < count; i++)
        if ((needed & ~seen) >> i & 1)
            return us_line_fail(&r->line, "%s ends without \"%s\"", what, name[i]);
    return US_OK;
}

/* ---- actions */

static us_status read_action_member(reading *r, int member, mr_action *out)
{
    int32_t type = 0;
    switch (member) {
    case 0:
        US_TRY(read_int(r, "type", INT32_MIN, INT32_MAX, &type));
        out->type = (int16_t)(type < 0 || type >= MR_ACTIONS ? MR_ACTIONS : type);
        return US_OK;
    case 1:
        return read_int(r, "parameter", INT32_MIN, INT32_MAX, &out->parameter);
    case 2:
        return read_int(r, "x", INT32_MIN, INT32_MAX, &out->x);
    case 3:
        return read_int(r, "y", INT32_MIN, INT32_MAX, &out->y);
    default:
        return read_type(r, &out->unit_type);
    }
}

static us_status read_what(reading *r, mr_action *out)
{
    static const char *const name[] = {"type", "parameter", "x", "y", "unitType"};
    unsigned seen = 0;
    *out = (mr_action){MR_WAIT, MR_NONE, MR_NONE, MR_NONE, MR_NONE};
    US_TRY(us_line_expect(&r->line, US_PULL_OBJECT, "an action, an object"));
    for (bool more = true;;) {
        int member = 0;
        US_TRY(us_line_next_key(&r->line, &more));
        if (!more)
            return US_OK;
        US_TRY(us_line_find_member(&r->line, name, US_COUNT(name), "an action", &seen, &member));
        US_TRY(read_action_member(r, member, out));
    }
}

/* Reads one action: {"ID", "time", "action"} of a state, {"unitID", "action"} of a trace,
 * {"unitID", "unitAction"} of a reply. */
static us_status read_row(reading *r)
{
    static const char *const name[] = {"ID", "time", "unitID", "action", "unitAction"};
    unsigned seen = 0;
    read_action row = {.place = r->line.pull.place};
    for (bool more = true;;) {
        int member = 0;
        US_TRY(us_line_next_key(&r->line, &more));
        if (!more)
            break;
        US_TRY(
            us_line_find_member(&r->line, name, US_COUNT(name), "an action's row", &seen, &member));
        if (member == 0 || member == 2)
            US_TRY(read_int(r, name[member], INT32_MIN, INT32_MAX, &row.order.id));
        else if (member == 1)
            US_TRY(read_int(r, "time", 0, TIME_MAX, &row.issued));
        else
            US_TRY(read_what(r, &row.order.action));
    }
    row.requested = seen & 4;
    if (seen != 11 && seen != 12 && seen != 20)
        return REFUSE(r, row.place,
                      "expected \"ID\", \"time\" and \"action\", or \"unitID\" and its action");
    US_LIST_PUT(r->action, row);
    return US_OK;
}

static us_status read_rows(reading *r)
{
    US_TRY(us_line_expect(&r->line, US_PULL_ARRAY, "the actions, an array"));
    while (us_line_accept(&r->line, US_PULL_OBJECT)) {
        if (r->action.count == 2 * MR_CELLS_MAX)
            return us_line_fail(&r->line, "expected at most %d actions", 2 * MR_CELLS_MAX);
        US_TRY(read_row(r));
    }
    return us_line_expect(&r->line, US_PULL_ARRAY_END, "an object or ']'");
}

/* ---- players and units */

static us_status read_players(reading *r)
{
    static const char *const name[] = {"ID", "resources"};
    US_TRY(us_line_expect(&r->line, US_PULL_ARRAY, "the players, an array"));
    for (int p = 0; p < MR_PLAYERS; p++) {
        unsigned seen = 0;
        int32_t id = 0;
        US_TRY(us_line_expect(&r->line, US_PULL_OBJECT, "a player, an object: there are two"));
        for (bool more = true;;) {
            int member = 0;
            US_TRY(us_line_next_key(&r->line, &more));
            if (!more)
                break;
            US_TRY(us_line_find_member(&r->line, name, US_COUNT(name), "a player", &seen, &member));
            if (member == 0)
                US_TRY(read_int(r, "the player's ID", p, p, &id));
            else
                US_TRY(read_int(r, "resources", INT32_MIN, INT32_MAX, &r->resources[p]));
        }
        US_TRY(need_members(r, name, US_COUNT(name), 3, seen, "a player"));
    }
    return us_line_expect(&r->line, US_PULL_ARRAY_END, "']' behind two players");
}

static us_status read_unit_member(reading *r, int member, const char *name, mr_unit *out)
{
    int16_t *const small[] = {NULL, NULL, &out->player, &out->x, &out->y};
    int32_t value = 0;
    if (member == 0)
        return read_type(r, &out->type);
    if (member == 1)
        return read_int(r, name, 0, MR_ID_MAX, &out->id);
    if (member >= US_COUNT(small))
        return read_int(r, name, INT32_MIN, INT32_MAX,
                        member == 5 ? &out->resources : &out->hit_points);
    US_TRY(read_int(r, name, member == 2 ? MR_NEUTRAL : 0,
                    member == 2 ? MR_PLAYERS - 1 : MR_SIDE_MAX - 1, &value));
    *small[member] = (int16_t)value;
    return US_OK;
}

static us_status read_one_unit(reading *r)
{
    static const char *const name[] = {"type", "ID", "player", "x", "y", "resources", "hitpoints"};
    unsigned seen = 0;
    read_unit one = {.place = r->line.pull.place};
    for (bool more = true;;) {
        int member = 0;
        US_TRY(us_line_next_key(&r->line, &more));
        if (!more)
            break;
        US_TRY(us_line_find_member(&r->line, name, US_COUNT(name), "a unit", &seen, &member));
        US_TRY(read_unit_member(r, member, name[member], &one.unit));
    }
    US_TRY(need_members(r, name, US_COUNT(name), 127, seen, "a unit"));
    US_LIST_PUT(r->unit, one);
    return US_OK;
}

static us_status read_units(reading *r)
{
    US_TRY(us_line_expect(&r->line, US_PULL_ARRAY, "the units, an array"));
    while (us_line_accept(&r->line, US_PULL_OBJECT)) {
        if (r->unit.count == MR_CELLS_MAX)
            return us_line_fail(&r->line, "expected at most %d units", MR_CELLS_MAX);
        US_TRY(read_one_unit(r));
    }
    return us_line_expect(&r->line, US_PULL_ARRAY_END, "an object or ']'");
}

static us_status read_terrain(reading *r)
{
    US_TRY(us_line_expect(&r->line, US_PULL_STRING, "the terrain, a string"));
    r->terrain = r->line.pull.text;
    r->cells = r->line.pull.length;
    r->terrain_place = r->line.pull.place;
    for (size_t i = 0; i < r->cells; i++)
        if (r->terrain[i] != '0' && r->terrain[i] != '1')
            return us_line_fail(&r->line, "found '%.1s' in the terrain, expected 0 or 1 per cell",
                                r->terrain + i);
    return US_OK;
}

static us_status read_ground(reading *r)
{
    static const char *const name[] = {"width", "height", "terrain", "players", "units"};
    unsigned seen = 0;
    US_TRY(us_line_expect(&r->line, US_PULL_OBJECT, "\"pgs\", an object"));
    for (bool more = true;;) {
        int member = 0;
        US_TRY(us_line_next_key(&r->line, &more));
        if (!more)
            break;
        US_TRY(us_line_find_member(&r->line, name, US_COUNT(name), "\"pgs\"", &seen, &member));
        if (member < 2)
            US_TRY(read_int(r, name[member], 1, MR_SIDE_MAX, member ? &r->height : &r->width));
        else if (member == 2)
            US_TRY(read_terrain(r));
        else if (member == 3)
            US_TRY(read_players(r));
        else
            US_TRY(read_units(r));
    }
    return need_members(r, name, US_COUNT(name), 31, seen, "\"pgs\"");
}

static us_status read_text(reading *r)
{
    static const char *const name[] = {"time", "pgs", "actions"};
    unsigned seen = 0;
    US_TRY(us_line_expect(&r->line, US_PULL_OBJECT, "a state, an object"));
    for (bool more = true;;) {
        int member = 0;
        US_TRY(us_line_next_key(&r->line, &more));
        if (!more)
            break;
        US_TRY(us_line_find_member(&r->line, name, US_COUNT(name), "a state", &seen, &member));
        if (member == 0)
            US_TRY(read_int(r, "time", 0, TIME_MAX, &r->time));
        else if (member == 1)
            US_TRY(read_ground(r));
        else
            US_TRY(read_rows(r));
    }
    US_TRY(need_members(r, name, US_COUNT(name), 7, seen, "a state"));
    return us_line_finish(&r->line);
}

/* ---- impossible states */

static int compare_ids(const void *a, const void *b)
{
    int32_t x = ((const by_id *)a)->id, y = ((const by_id *)b)->id;
    return (x > y) - (x < y);
}

static us_status check_units(reading *r)
{
    int cells = r->width * r->height;
    if (r->cells != (size_t)cells)
        return REFUSE(r, r->terrain_place, "found a terrain of %d cells, expected %d",
                      (int)r->cells, cells);
    r->at = US_NEW_ARRAY(int16_t, cells);
    r->index = US_NEW_ARRAY(by_id, r->unit.count + 1);
    for (int cell = 0; cell < cells; cell++)
        r->at[cell] = r->terrain[cell] == '1' ? MR_WALL : MR_FREE;
    for (int i = 0; i < r->unit.count; i++) {
        const mr_unit *u = &r->unit.item[i].unit;
        const char *place = r->unit.item[i].place;
        if (u->x >= r->width || u->y >= r->height)
            return REFUSE(r, place, "unit %d stands outside, at %d,%d of %dx%d", (int)u->id, u->x,
                          u->y, (int)r->width, (int)r->height);
        int16_t *at = &r->at[u->y * r->width + u->x];
        if (*at != MR_FREE)
            return REFUSE(r, place, "unit %d stands where %s, at %d,%d", (int)u->id,
                          *at == MR_WALL ? "a wall is" : "another one does", u->x, u->y);
        *at = (int16_t)(i + 1);
        r->index[i] = (by_id){u->id, i};
    }
    us_array_sort(r->index, (size_t)r->unit.count, sizeof(*r->index), compare_ids);
    for (int i = 1; i < r->unit.count; i++)
        if (r->index[i].id == r->index[i - 1].id)
            return REFUSE(r, r->unit.item[r->index[i].unit].place, "unit %d is there a second time",
                          (int)r->index[i].id);
    return US_OK;
}

/* Returns the terrain cell next to a unit, or -1. */
static int beside(const reading *r, const mr_unit *u, int32_t direction)
{
    if (direction < MR_UP || direction > MR_LEFT)
        return -1;
    int x = u->x + mr_dx[direction], y = u->y + mr_dy[direction];
    return x < 0 || y < 0 || x >= r->width || y >= r->height ? -1 : y * r->width + x;
}

static us_status check_action(reading *r, const read_action *row)
{
    const mr_action *a = &row->order.action;
    const mr_unit *u = &r->unit.item[row->unit].unit;
    int cell = beside(r, u, a->parameter);
    if (a->type == MR_ATTACK && (a->x < 0 || a->y < 0 || a->x >= r->width || a->y >= r->height))
        return REFUSE(r, row->place, "unit %d attacks a place outside", (int)u->id);
    if (a->type == MR_PRODUCE && a->unit_type < 0)
        return REFUSE(r, row->place, "unit %d produces nothing", (int)u->id);
    if (a->type == MR_WAIT || a->type == MR_ATTACK)
        return US_OK;
    if (a->type >= MR_ACTIONS || cell < 0)
        return REFUSE(r, row->place, "unit %d does what nobody can do there", (int)u->id);
    if (a->type == MR_HARVEST || a->type == MR_RETURN)
        return US_OK;
    if (r->at[cell] != MR_FREE)
        return REFUSE(r, row->place, "unit %d wants a cell that is taken", (int)u->id);
    r->at[cell] = (int16_t)(-2 - row->unit);
    return US_OK;
}

static us_status check_running(reading *r)
{
    US_AUTOFREE bool *busy = US_NEW_ARRAY(bool, r->unit.count + 1);
    for (int k = 0; k < r->action.count; k++) {
        read_action *row = &r->action.item[k];
        by_id key = {.id = row->order.id};
        const by_id *found =
            us_array_find(&key, r->index, r->unit.count, sizeof(*r->index), compare_ids);
        if (row->requested)
            continue;
        if (!found || r->unit.item[found->unit].unit.player < 0)
            return REFUSE(r, row->place, "an action of unit %d, which is %s", (int)row->order.id,
                          found ? "nobody's" : "not there");
        if (busy[found->unit])
            return REFUSE(r, row->place, "unit %d has a second action", (int)row->order.id);
        if (row->issued > r->time)
            return REFUSE(r, row->place, "an action of cycle %d, in cycle %d", (int)row->issued,
                          (int)r->time);
        row->unit = found->unit;
        busy[found->unit] = true;
        US_TRY(check_action(r, row));
    }
    return US_OK;
}

static us_status read_state(reading *r, bool requests)
{
    US_TRY(read_text(r));
    US_TRY(check_units(r));
    for (int k = 0; k < r->action.count && !requests; k++)
        if (r->action.item[k].requested)
            return REFUSE(r, r->action.item[k].place,
                          "an order, as traces have them: expected what runs");
    return check_running(r);
}

/* ---- building a state */

static void put_into(const reading *r, mr_state *s, mr_orders *requested)
{
    mr_core *core = s->core;
    int32_t next_id = core->next_id;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            if (s->at[mr_state_cell(s, x, y)] != MR_WALL)
                s->at[mr_state_cell(s, x, y)] = MR_FREE;
    mr_state_clear(s, 0, core->count);
    *core = (mr_core){.time = r->time, .next_id = next_id, .next_end = MR_NEVER};
    for (int p = 0; p < MR_PLAYERS; p++)
        core->resources[p] = r->resources[p];
    for (int i = 0; i < r->unit.count; i++)
        mr_state_add(s, &r->unit.item[i].unit);
    for (int k = 0; k < r->action.count; k++) {
        const read_action *row = &r->action.item[k];
        if (!row->requested)
            mr_action_begin(s, row->unit, &row->order.action, row->issued);
        else if (requested)
            US_LIST_PUT(*requested, row->order);
    }
}

us_status mr_state_open(const mr_table *table, const char *file, int line, const char *text,
                        size_t length, mr_state **out, mr_orders *requested, us_error *err)
{
    US_AUTO(close_reading) reading r;
    open_reading(&r, table, file, line, text, length, err);
    US_TRY(read_state(&r, requested != NULL));
    US_AUTOFREE uint8_t *wall = US_NEW_ARRAY(uint8_t, r.cells);
    mr_map map = {.width = r.width, .height = r.height, .wall = wall};
    for (size_t cell = 0; cell < r.cells; cell++)
        wall[cell] = r.terrain[cell] == '1';
    *out = mr_state_new(&map, table);
    put_into(&r, *out, requested);
    return US_OK;
}

static us_status check_ground(reading *r, const mr_state *state)
{
    bool same = r->width == state->width && r->height == state->height;
    if (!same)
        return us_error_set(r->line.err, US_MISMATCH, r->line.file, r->line.number, 0,
                            "a state of %dx%d cells, expected %dx%d", (int)r->width, (int)r->height,
                            state->width, state->height);
    for (int cell = 0; cell < r->width * r->height; cell++) {
        int x = cell % r->width, y = cell / r->width;
        if ((r->terrain[cell] == '1') != (state->at[mr_state_cell(state, x, y)] == MR_WALL))
            return us_error_set(r->line.err, US_MISMATCH, r->line.file, r->line.number, 0,
                                "%s at %d,%d, unlike before",
                                r->terrain[cell] == '1' ? "a wall" : "no wall", x, y);
    }
    return US_OK;
}

us_status mr_state_read(mr_state *state, const char *file, int line, const char *text,
                        size_t length, mr_orders *requested, us_error *err)
{
    US_AUTO(close_reading) reading r;
    open_reading(&r, state->table, file, line, text, length, err);
    US_TRY(read_state(&r, requested != NULL));
    US_TRY(check_ground(&r, state));
    put_into(&r, state, requested);
    return US_OK;
}

us_status mr_orders_read(const mr_table *table, const char *file, int line, const char *text,
                         size_t length, mr_orders *out, us_error *err)
{
    US_AUTO(close_reading) reading r;
    open_reading(&r, table, file, line, text, length, err);
    US_TRY(read_rows(&r));
    US_TRY(us_line_finish(&r.line));
    for (int k = 0; k < r.action.count; k++)
        if (!r.action.item[k].requested)
            return REFUSE(&r, r.action.item[k].place, "expected \"unitID\" and its action");
    for (int k = 0; k < r.action.count; k++)
        US_LIST_PUT(*out, r.action.item[k].order);
    return US_OK;
}
