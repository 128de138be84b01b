#include "tests/unit/microrts_rows.h"

#include <string.h>

const mr_table *microrts_rows_table(void)
{
    static mr_table table;
    if (table.count == 0)
        REQUIRE(mr_table_load(&table, NULL) == US_OK);
    return &table;
}

int microrts_rows_type(const char *name)
{
    int type = mr_table_find_type(microrts_rows_table(), name, strlen(name));
    REQUIRE(type >= 0);
    return type;
}

mr_state *microrts_rows_state(const char *rows, int32_t resources)
{
    static const char legend[] = "legend\nB Base 0\nb Base 1\nK Barracks 0\nk Barracks 1\n"
                                 "W Worker 0\nw Worker 1\nL Light 0\nl Light 1\nH Heavy 0\n"
                                 "h Heavy 1\nR Ranged 0\nr Ranged 1\n"
                                 "$ Resource neutral resources 5\nc Resource neutral resources 1\n"
                                 "X Worker 0 resources 1\nx Worker 1 resources 1\n";
    us_str text;
    mr_map *map = NULL;
    us_error err = {0};
    us_str_init(&text);
    us_str_addf(&text, "microrts 1\nresources %d %d\nmap\n%s%s", (int)resources, (int)resources,
                rows, legend);
    us_status status =
        mr_map_parse("rows", text.text, text.length, microrts_rows_table(), &map, &err);
    us_str_clear(&text);
    if (status != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(status == US_OK);
    mr_state *state = mr_state_new(map, microrts_rows_table());
    mr_map_free(map);
    return state;
}

int microrts_rows_on(const mr_state *state, int x, int y)
{
    int unit = mr_state_unit_at(state, x, y);
    REQUIRE(unit >= 0);
    return unit;
}

void microrts_rows_order(const mr_state *state, mr_orders *orders, int x, int y, mr_action action)
{
    mr_order order = {state->unit[microrts_rows_on(state, x, y)].id, action};
    US_LIST_PUT(*orders, order);
}

void microrts_rows_issue(mr_state *state, mr_orders *orders)
{
    us_error err = {0};
    if (mr_state_issue(state, orders, &err) != US_OK)
        FAIL("%s", err.text);
    us_mem_free(orders->item);
    *orders = (mr_orders){0};
}

void microrts_rows_do(mr_state *state, int x, int y, mr_action action)
{
    mr_orders orders = {0};
    microrts_rows_order(state, &orders, x, y, action);
    microrts_rows_issue(state, &orders);
}

void microrts_rows_cycles(mr_state *state, int cycles)
{
    for (int i = 0; i < cycles; i++)
        mr_state_advance_cycle(state);
}

int microrts_rows_at(const mr_state *state, int unit)
{
    return mr_unit_is_idle(state, unit) ? MR_NONE : state->running[unit].action.type;
}

int32_t microrts_rows_lasts(const mr_state *state, int unit)
{
    return mr_action_duration(state, unit, &state->running[unit].action);
}
