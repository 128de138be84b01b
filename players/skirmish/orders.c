#include "players/skirmish/player.h"

enum { GROUP = 256 };

/* A goal that ended stands for the nearest one above it that is still pursued. */
static uint32_t label(const sp_player *s, uint32_t goal)
{
    while (goal && !sp_goal_is_open(s, goal))
        goal = s->goals.list.item[goal - 1].label.parent;
    goal = sp_goal_find_served(s, goal);
    return s->labels ? goal ? goal : s->goals.win : 0;
}

static us_order *add(sp_player *s, int action, const us_id *unit, int count, uint32_t goal)
{
    us_order *order = us_orders_add(s->orders, s->self, action, unit, count);
    order->goal = label(s, goal);
    return order;
}

static void note_order(sp_player *s, us_id unit, int action, int32_t arg)
{
    sp_note *note = sp_note_get(s, unit);
    note->action = (int8_t)action;
    note->arg = arg;
    note->when = s->now;
}

/* Notes the order. False: the unit carries it out already. */
static bool needs(sp_player *s, const us_entity *unit, int action, int32_t arg)
{
    const sp_note *note = sp_note_get(s, unit->id);
    if (note->action == action && note->arg == arg && unit->action == action)
        return false;
    note_order(s, unit->id, action, arg);
    return true;
}

void sp_order_group(sp_player *s, int action, const sp_list *units, int x, int y, uint32_t goal)
{
    us_id id[GROUP];
    int looked = 0, n = 0;
    SP_EACH (unit, *units)
        if (looked++ < GROUP && needs(s, unit, action, US_CELL(x, y)))
            id[n++] = unit->id;
    if (n > 0)
        add(s, action, id, n, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
}

void sp_order_cell(sp_player *s, int action, const us_entity *unit, int x, int y, uint32_t goal)
{
    if (needs(s, unit, action, US_CELL(x, y)))
        add(s, action, &unit->id, 1, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
}

void sp_order_entity(sp_player *s, int action, const us_entity *unit, us_id target, uint32_t goal)
{
    if (needs(s, unit, action, (int32_t)target))
        add(s, action, &unit->id, 1, goal)->arg[s->words.entity_arg[action]] = (int32_t)target;
}

void sp_order_make(sp_player *s, int action, us_id unit, us_type type, uint32_t goal)
{
    note_order(s, unit, action, type);
    us_order *order = add(s, action, &unit, 1, goal);
    order->arg[s->words.type_arg[action]] = type;
    sp_goal_raise_number(s, order->goal, type);
}

void sp_order_build(sp_player *s, us_id unit, us_type type, int x, int y, uint32_t goal)
{
    int action = s->words.build;
    sp_order_make(s, action, unit, type, goal);
    s->orders->order[s->orders->count - 1].arg[s->words.cell_arg[action]] = US_CELL(x, y);
    sp_note_get(s, unit)->arg = US_CELL(x, y);
}
