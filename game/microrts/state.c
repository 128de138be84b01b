#include "game/microrts/state.h"

#include <string.h>

#include "base/sort.h"
#include "game/snapshot.h"

static void lay_out(void *game, us_block *block)
{
    mr_state *s = game;
    s->core = us_block_add_part(block, 1, sizeof(*s->core));
    s->unit = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->unit));
    s->running = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->running));
    s->end = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->end));
    s->at = us_block_add_part(block, (size_t)s->stride * ((size_t)s->height + 2), sizeof(*s->at));
}

mr_state *mr_state_new(const mr_map *map, const mr_table *table)
{
    mr_state *s = US_NEW(mr_state);
    s->table = table;
    s->width = map->width;
    s->height = map->height;
    s->stride = map->width + 2;
    s->capacity = map->width * map->height;
    s->list = US_NEW_ARRAY(int, s->capacity);
    s->block = us_block_new(lay_out, s, &s->block_size);
    s->core->next_end = MR_NEVER;
    for (int p = 0; p < MR_PLAYERS; p++)
        s->core->resources[p] = map->resources[p];
    for (int cell = 0; cell < s->stride * (s->height + 2); cell++)
        s->at[cell] = MR_WALL;
    for (int cell = 0; cell < s->capacity; cell++)
        if (!map->wall[cell])
            s->at[mr_state_cell(s, cell % s->width, cell / s->width)] = MR_FREE;
    for (int i = 0; i < map->count; i++)
        mr_state_add(s, &map->unit[i]);
    return s;
}

void mr_state_free(mr_state *state)
{
    if (!state)
        return;
    us_mem_free(state->list);
    us_mem_free(state->block);
    us_mem_free(state);
}

void mr_state_copy(mr_state *to, const mr_state *from)
{
    us_assert(to->width == from->width && to->height == from->height);
    size_t had = (size_t)to->core->count, count = (size_t)from->core->count;
    to->table = from->table;
    *to->core = *from->core;
    memcpy(to->unit, from->unit, count * sizeof(*to->unit));
    memcpy(to->running, from->running, count * sizeof(*to->running));
    memcpy(to->end, from->end, count * sizeof(*to->end));
    memcpy(to->at, from->at, (size_t)to->stride * ((size_t)to->height + 2) * sizeof(*to->at));
    if (had > count)
        mr_state_clear(to, (int)count, (int)had);
}

void mr_state_add(mr_state *state, const mr_unit *unit)
{
    mr_core *core = state->core;
    us_assert(core->count < state->capacity);
    int i = core->count++;
    state->unit[i] = *unit;
    state->running[i] = (mr_running){.cell = MR_NONE};
    state->end[i] = MR_NEVER;
    state->at[mr_state_cell(state, unit->x, unit->y)] = (int16_t)(i + 1);
    if (unit->player >= 0)
        core->heads[unit->player]++;
    if (unit->id >= core->next_id)
        core->next_id = unit->id + 1;
}

void mr_state_clear(mr_state *state, int from, int to)
{
    size_t count = (size_t)(to - from);
    memset(state->unit + from, 0, count * sizeof(*state->unit));
    memset(state->running + from, 0, count * sizeof(*state->running));
    memset(state->end + from, 0, count * sizeof(*state->end));
}

int mr_state_find(const mr_state *state, int32_t id)
{
    for (int i = 0; i < state->core->count; i++)
        if (state->unit[i].id == id)
            return i;
    return MR_NONE;
}

void mr_state_copy_ids(mr_state *state, const mr_state *other)
{
    us_assert(state->core->count == other->core->count);
    for (int i = 0; i < state->core->count; i++)
        state->unit[i].id = other->unit[i].id;
    if (other->core->next_id > state->core->next_id)
        state->core->next_id = other->core->next_id;
}

/* ---- the order of running actions */

typedef struct place {
    uint64_t rank;
    int unit;
} place;

static int by_rank(const void *a, const void *b)
{
    uint64_t x = ((const place *)a)->rank, y = ((const place *)b)->rank;
    return (x > y) - (x < y);
}

int mr_state_list_running(const mr_state *state, int *out)
{
    int count = 0;
    US_AUTOFREE place *list = US_NEW_ARRAY(place, state->core->count + 1);
    for (int i = 0; i < state->core->count; i++)
        if (!mr_unit_is_idle(state, i))
            list[count++] = (place){state->running[i].rank, i};
    us_array_sort(list, (size_t)count, sizeof(*list), by_rank);
    for (int i = 0; i < count; i++)
        out[i] = list[i].unit;
    return count;
}

/* Hashes the parts of an action that the game's line shows. */
static us_hash hash_action(us_hash hash, const mr_action *a)
{
    hash = us_hash_add(hash, (uint64_t)(uint16_t)a->type << 16 | (uint16_t)a->unit_type);
    return us_hash_add(hash, a->type == MR_ATTACK ? (uint64_t)(uint32_t)a->x << 32 | (uint32_t)a->y
                                                  : (uint64_t)(uint32_t)a->parameter);
}

us_hash mr_state_hash(const mr_state *state)
{
    const mr_core *core = state->core;
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)core->time << 32 | (uint32_t)core->count);
    hash = us_hash_add(hash,
                       (uint64_t)(uint32_t)core->resources[0] << 32 | (uint32_t)core->resources[1]);
    for (int i = 0; i < core->count; i++) {
        const mr_unit *u = &state->unit[i];
        hash = us_hash_add(hash, (uint64_t)(uint16_t)u->type << 48 |
                                     (uint64_t)(uint16_t)u->player << 32 |
                                     (uint64_t)(uint16_t)u->x << 16 | (uint16_t)u->y);
        hash = us_hash_add(hash, (uint64_t)(uint32_t)u->resources << 32 | (uint32_t)u->hit_points);
    }
    US_AUTOFREE int *order = US_NEW_ARRAY(int, core->count + 1);
    int count = mr_state_list_running(state, order);
    for (int k = 0; k < count; k++) {
        const mr_running *r = &state->running[order[k]];
        hash = us_hash_add(hash, (uint64_t)order[k] << 32 | (uint32_t)r->issued);
        hash = hash_action(hash, &r->action);
    }
    return hash;
}

/* ---- writing */

static void print_action(const mr_action *a, const mr_table *table, us_str *out)
{
    us_str_add(out, "{\"type\":");
    us_str_add_int(out, a->type);
    if (a->type == MR_ATTACK) {
        us_str_add(out, ", \"x\":");
        us_str_add_int(out, a->x);
        us_str_add(out, ",\"y\":");
        us_str_add_int(out, a->y);
    } else {
        if (a->parameter != MR_NONE) {
            us_str_add(out, ", \"parameter\":");
            us_str_add_int(out, a->parameter);
        }
        if (a->unit_type != MR_NONE)
            us_str_addf(out, ", \"unitType\":\"%s\"", table->type[a->unit_type].name);
    }
    us_str_add_char(out, '}');
}

static void print_unit(const mr_unit *u, const mr_table *table, us_str *out)
{
    us_str_addf(out,
                "{\"type\":\"%s\", \"ID\":%d, \"player\":%d, \"x\":%d, \"y\":%d, \"resources\":%d, "
                "\"hitpoints\":%d}",
                table->type[u->type].name, (int)u->id, u->player, u->x, u->y, (int)u->resources,
                (int)u->hit_points);
}

void mr_state_print(const mr_state *state, us_str *out)
{
    const mr_core *core = state->core;
    us_str_addf(out, "{\"time\":%d,\"pgs\":{\"width\":%d,\"height\":%d,\"terrain\":\"",
                (int)core->time, state->width, state->height);
    for (int y = 0; y < state->height; y++)
        for (int x = 0; x < state->width; x++)
            us_str_add_char(out, state->at[mr_state_cell(state, x, y)] == MR_WALL ? '1' : '0');
    us_str_addf(out,
                "\",\"players\":[{\"ID\":0, \"resources\":%d},{\"ID\":1, \"resources\":%d}],"
                "\"units\":[",
                (int)core->resources[0], (int)core->resources[1]);
    for (int i = 0; i < core->count; i++) {
        if (i)
            us_str_add_char(out, ',');
        print_unit(&state->unit[i], state->table, out);
    }
    us_str_add(out, "]},\"actions\":[");
    US_AUTOFREE int *order = US_NEW_ARRAY(int, core->count + 1);
    int count = mr_state_list_running(state, order);
    for (int k = 0; k < count; k++) {
        const mr_running *r = &state->running[order[k]];
        us_str_addf(out, "%s{\"ID\":%d, \"time\":%d, \"action\":", k ? "," : "",
                    (int)state->unit[order[k]].id, (int)r->issued);
        print_action(&r->action, state->table, out);
        us_str_add_char(out, '}');
    }
    us_str_add(out, "]}");
}

void mr_orders_print(const mr_orders *orders, const mr_table *table, us_str *out)
{
    us_str_add_char(out, '[');
    for (int k = 0; k < orders->count; k++) {
        us_str_addf(out, "%s{\"unitID\":%d, \"unitAction\":", k ? " ," : "",
                    (int)orders->item[k].id);
        print_action(&orders->item[k].action, table, out);
        us_str_add_char(out, '}');
    }
    us_str_add_char(out, ']');
}

/* ---- comparing */

typedef struct comparison {
    const mr_state *found, *expected;
    mr_ids ids;
    us_error *err;
} comparison;

static us_status differ(const comparison *c, const char *what, int found, int expected)
{
    return us_error_set(c->err, US_FAILED, NULL, 0, 0, "%s is %d, expected %d", what, found,
                        expected);
}

/* A number of a unit in both states. */
typedef struct number {
    const char *what;
    int found, expected;
} number;

static us_status compare_numbers(const comparison *c, int i, const number *row, int count)
{
    const mr_unit *u = &c->found->unit[i];
    for (int k = 0; k < count; k++)
        if (row[k].found != row[k].expected)
            return us_error_set(c->err, US_FAILED, NULL, 0, 0,
                                "unit %d (%s %d): %s is %d, expected %d", i,
                                c->found->table->type[u->type].name, (int)u->id, row[k].what,
                                row[k].found, row[k].expected);
    return US_OK;
}

static us_status compare_unit(const comparison *c, int i)
{
    const mr_unit *a = &c->found->unit[i], *b = &c->expected->unit[i];
    if (a->type != b->type)
        return us_error_set(c->err, US_FAILED, NULL, 0, 0, "unit %d is %s %d, expected %s %d", i,
                            c->found->table->type[a->type].name, (int)a->id,
                            c->expected->table->type[b->type].name, (int)b->id);
    const number rows[] = {{"its id", a->id, c->ids == MR_IDS_SAME ? b->id : a->id},
                           {"player", a->player, b->player},
                           {"x", a->x, b->x},
                           {"y", a->y, b->y},
                           {"resources", a->resources, b->resources},
                           {"hit points", a->hit_points, b->hit_points}};
    return compare_numbers(c, i, rows, US_COUNT(rows));
}

static us_status compare_running(const comparison *c, int i)
{
    const mr_running *a = &c->found->running[i], *b = &c->expected->running[i];
    const mr_action *did = &a->action, *due = &b->action;
    bool attack = did->type == MR_ATTACK;
    const number rows[] = {
        {"what it does", a->rank ? did->type : MR_NONE, b->rank ? due->type : MR_NONE},
        {"when it began", a->issued, b->issued},
        {attack ? "the attack's x" : "the parameter", attack ? did->x : did->parameter,
         attack ? due->x : due->parameter},
        {attack ? "the attack's y" : "the type to produce", attack ? did->y : did->unit_type,
         attack ? due->y : due->unit_type},
    };
    return compare_numbers(c, i, rows, a->rank || b->rank ? US_COUNT(rows) : 0);
}

static us_status compare_order(const comparison *c)
{
    US_AUTOFREE int *order = US_NEW_ARRAY(int, c->expected->core->count + 1);
    int count = mr_state_list_running(c->expected, order);
    for (int k = 1; k < count; k++)
        if (c->found->running[order[k]].rank < c->found->running[order[k - 1]].rank)
            return us_error_set(c->err, US_FAILED, NULL, 0, 0,
                                "unit %d ends its action before unit %d, expected behind it",
                                order[k], order[k - 1]);
    return US_OK;
}

us_status mr_state_compare(const mr_state *found, const mr_state *expected, mr_ids ids,
                           us_error *err)
{
    comparison c = {found, expected, ids, err};
    const mr_core *a = found->core, *b = expected->core;
    if (a->time != b->time)
        return differ(&c, "time", a->time, b->time);
    if (found->width != expected->width)
        return differ(&c, "width", found->width, expected->width);
    if (found->height != expected->height)
        return differ(&c, "height", found->height, expected->height);
    for (int p = 0; p < MR_PLAYERS; p++)
        if (a->resources[p] != b->resources[p])
            return us_error_set(err, US_FAILED, NULL, 0, 0,
                                "player %d has %d resources, expected %d", p, (int)a->resources[p],
                                (int)b->resources[p]);
    for (int i = 0; i < a->count && i < b->count; i++)
        US_TRY(compare_unit(&c, i));
    if (a->count != b->count)
        return differ(&c, "number of units", a->count, b->count);
    for (int i = 0; i < a->count; i++)
        US_TRY(compare_running(&c, i));
    for (int y = 0; y < found->height; y++)
        for (int x = 0; x < found->width; x++)
            if ((found->at[mr_state_cell(found, x, y)] == MR_WALL) !=
                (expected->at[mr_state_cell(expected, x, y)] == MR_WALL))
                return us_error_set(err, US_FAILED, NULL, 0, 0, "the ground differs at %d,%d", x,
                                    y);
    return compare_order(&c);
}
