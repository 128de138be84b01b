#include "players/skirmish/player.h"

enum { GROUP = 512 };

/* A goal that ended stands for the nearest one above it that is still pursued. */
static uint32_t label(const sp_player *s, uint32_t goal)
{
    while (goal && !sp_goal_is_open(s, goal))
        goal = s->goals.list[goal - 1].parent;
    goal = sp_goal_find_served(s, goal);
    return s->labels ? goal ? goal : s->goals.win : 0;
}

static us_order *add(sp_player *s, int action, const us_id *unit, int count, uint32_t goal)
{
    us_order *order = us_orders_add(s->orders, s->self, action, unit, count);
    order->goal = label(s, goal);
    return order;
}

/* Drops the units that carry out this order already, and notes the order of the others. */
static int needed(sp_player *s, int action, const us_id *unit, int count, int32_t arg, us_id *out)
{
    int n = 0;
    for (int i = 0; i < count && n < GROUP; i++) {
        sp_note *note = sp_note_get(s, unit[i]);
        const us_entity *entity = us_world_find(s->world, unit[i]);
        if (!entity || (note->action == action && note->arg == arg && entity->action == action))
            continue;
        note->action = (int8_t)action;
        note->arg = arg;
        note->when = s->now;
        out[n++] = unit[i];
    }
    return n;
}

bool sp_order_cell(sp_player *s, int action, const us_id *unit, int count, int x, int y,
                   uint32_t goal)
{
    us_id id[GROUP];
    int n = needed(s, action, unit, count, US_CELL(x, y), id);
    if (n == 0)
        return false;
    add(s, action, id, n, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
    return true;
}

bool sp_order_entity(sp_player *s, int action, const us_id *unit, int count, us_id target,
                     uint32_t goal)
{
    us_id id[GROUP];
    int n = needed(s, action, unit, count, (int32_t)target, id);
    if (n == 0)
        return false;
    add(s, action, id, n, goal)->arg[s->words.entity_arg[action]] = (int32_t)target;
    return true;
}

void sp_order_make(sp_player *s, int action, us_id unit, us_type type, uint32_t goal)
{
    sp_note *note = sp_note_get(s, unit);
    note->action = (int8_t)action;
    note->arg = type;
    note->when = s->now;
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
