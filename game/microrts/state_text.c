/* Writes a state as the game's JSON, byte by byte, and compares two states. */
#include "game/microrts/state.h"

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
    int *order = US_NEW_ARRAY(int, core->count + 1);
    int count = mr_state_list_running(state, order);
    for (int k = 0; k < count; k++) {
        const mr_running *r = &state->running[order[k]];
        us_str_addf(out, "%s{\"ID\":%d, \"time\":%d, \"action\":", k ? "," : "",
                    (int)state->unit[order[k]].id, (int)r->issued);
        print_action(&r->action, state->table, out);
        us_str_add_char(out, '}');
    }
    us_mem_free(order);
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

static us_status differ_at(const comparison *c, int i, const char *what, int found, int expected)
{
    const mr_unit *u = &c->found->unit[i];
    return us_error_set(c->err, US_FAILED, NULL, 0, 0, "unit %d (%s %d): %s is %d, expected %d", i,
                        c->found->table->type[u->type].name, (int)u->id, what, found, expected);
}

static us_status compare_unit(const comparison *c, int i)
{
    const mr_unit *a = &c->found->unit[i], *b = &c->expected->unit[i];
    if (a->type != b->type)
        return us_error_set(c->err, US_FAILED, NULL, 0, 0, "unit %d is %s %d, expected %s %d", i,
                            c->found->table->type[a->type].name, (int)a->id,
                            c->expected->table->type[b->type].name, (int)b->id);
    if (c->ids == MR_IDS_SAME && a->id != b->id)
        return differ_at(c, i, "its id", a->id, b->id);
    if (a->player != b->player)
        return differ_at(c, i, "player", a->player, b->player);
    if (a->x != b->x)
        return differ_at(c, i, "x", a->x, b->x);
    if (a->y != b->y)
        return differ_at(c, i, "y", a->y, b->y);
    if (a->resources != b->resources)
        return differ_at(c, i, "resources", a->resources, b->resources);
    if (a->hit_points != b->hit_points)
        return differ_at(c, i, "hit points", a->hit_points, b->hit_points);
    return US_OK;
}

static us_status compare_running(const comparison *c, int i)
{
    const mr_running *a = &c->found->running[i], *b = &c->expected->running[i];
    if ((a->rank == 0) != (b->rank == 0))
        return differ_at(c, i, "what it does", a->rank ? a->action.type : MR_NONE,
                         b->rank ? b->action.type : MR_NONE);
    if (a->rank == 0)
        return US_OK;
    if (a->action.type != b->action.type)
        return differ_at(c, i, "what it does", a->action.type, b->action.type);
    if (a->issued != b->issued)
        return differ_at(c, i, "when it began", a->issued, b->issued);
    if (a->action.type == MR_ATTACK) {
        if (a->action.x != b->action.x)
            return differ_at(c, i, "the attack's x", a->action.x, b->action.x);
        if (a->action.y != b->action.y)
            return differ_at(c, i, "the attack's y", a->action.y, b->action.y);
        return US_OK;
    }
    if (a->action.parameter != b->action.parameter)
        return differ_at(c, i, "the parameter", a->action.parameter, b->action.parameter);
    if (a->action.unit_type != b->action.unit_type)
        return differ_at(c, i, "the type to produce", a->action.unit_type, b->action.unit_type);
    return US_OK;
}

static us_status compare_order(const comparison *c)
{
    us_status status = US_OK;
    int *order = US_NEW_ARRAY(int, c->expected->core->count + 1);
    int count = mr_state_list_running(c->expected, order);
    for (int k = 1; k < count && status == US_OK; k++)
        if (c->found->running[order[k]].rank < c->found->running[order[k - 1]].rank)
            status = us_error_set(c->err, US_FAILED, NULL, 0, 0,
                                  "unit %d ends its action before unit %d, expected behind it",
                                  order[k], order[k - 1]);
    us_mem_free(order);
    return status;
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
