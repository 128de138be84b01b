#include "adapt/games_internal.h"
#include "base/sort.h"

void us_game_history_add_command(us_game_history *course, us_id id, int order)
{
    us_game_unit *unit = us_game_history_get_unit(course, id);
    us_cycle cycle = course->orders.item[order].cycle;
    if (unit->command >= 0)
        course->commands.item[unit->command].until = cycle;
    *US_LIST_ADD(course->commands) = (us_game_command){id, order, cycle, -1};
    unit->command = course->commands.count - 1;
}

void us_game_history_add_order(us_game_history *course, us_cycle cycle, const us_order *order,
                               us_reason refused)
{
    us_game_order *row = US_LIST_ADD(course->orders);
    *row = (us_game_order){.id = order->id,
                           .cycle = cycle,
                           .seat = order->seat,
                           .action = order->action,
                           .refused = refused,
                           .node = us_game_history_find_step(course, order->seat, order->step),
                           .first = course->ids.count,
                           .units = order->unit_count};
    for (int p = 0; p < US_PARAMS_MAX; p++)
        row->arg[p] = order->arg[p];
    for (int i = 0; i < order->unit_count; i++)
        *US_LIST_ADD(course->ids) = order->unit[i];
    if (!course->accepts && refused == US_REASON_NONE)
        for (int i = 0; i < order->unit_count; i++)
            us_game_history_add_command(course, order->unit[i], course->orders.count - 1);
}

/* ---- rows */

static us_status put_order(us_games *games, int64_t game, const us_game_order *order, us_error *err)
{
    const us_action_def *def = &games->domain->action[order->action];
    int64_t type = -1, x = INT64_MAX, y = INT64_MAX, target = 0;
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_TYPE)
            type = order->arg[p];
        if (def->param[p].kind == US_VALUE_ENTITY)
            target = (us_id)order->arg[p];
        if (def->param[p].kind == US_VALUE_CELL) {
            x = US_CELL_X(order->arg[p]);
            y = US_CELL_Y(order->arg[p]);
        }
    }
    return US_TABLE_PUT(
        games, US_TABLE_ORDERS, err, us_put_int(game), us_put_int(order->id),
        us_put_int(order->cycle), us_put_int(order->seat), us_put_text(def->name),
        us_put_optional(type, -1), us_put_optional(x, INT64_MAX), us_put_optional(y, INT64_MAX),
        us_put_optional(target, 0),
        us_put_text(order->refused == US_REASON_NONE ? NULL : us_reason_name(order->refused)),
        us_put_optional(order->node, 0));
}

static int by_id(const void *left, const void *right)
{
    us_id a = *(const us_id *)left, b = *(const us_id *)right;
    return (a > b) - (a < b);
}

/* Puts the units of an order. A unit that is named twice gets one row. */
static us_status put_order_units(us_games *games, int64_t game, const us_game_order *order,
                                 us_id *id, us_error *err)
{
    us_array_sort(id, (size_t)order->units, sizeof(*id), by_id);
    for (int i = 0; i < order->units; i++) {
        if (i > 0 && id[i] == id[i - 1])
            continue;
        US_TRY(US_TABLE_PUT(games, US_TABLE_ORDER_UNITS, err, us_put_int(game),
                            us_put_int(order->id), us_put_int(id[i])));
    }
    return US_OK;
}

/* Returns the end of a command: the next one, or the end of the unit or of the game. */
static us_cycle end_of(us_game_history *course, const us_game_command *command)
{
    const us_game_unit *unit = us_game_history_get_unit(course, command->unit);
    us_cycle until = command->until < 0 ? course->cycles : command->until;
    return unit->gone >= 0 && unit->gone < until ? unit->gone : until;
}

static us_status put_command(us_game_history *course, us_games *games, int64_t game,
                             const us_game_command *command, us_error *err)
{
    const us_game_order *order = &course->orders.item[command->order];
    return US_TABLE_PUT(games, US_TABLE_COMMANDS, err, us_put_int(game), us_put_int(order->seat),
                        us_put_int(command->unit), us_put_int(order->id),
                        us_put_int(command->since), us_put_int(end_of(course, command)),
                        us_put_text(games->domain->action[order->action].name),
                        us_put_optional(order->node, 0));
}

us_status us_game_history_insert_orders(us_game_history *course, us_games *games, int64_t game,
                                        us_error *err)
{
    for (int i = 0; i < course->orders.count; i++) {
        const us_game_order *order = &course->orders.item[i];
        US_TRY(put_order(games, game, order, err));
        US_TRY(put_order_units(games, game, order, course->ids.item + order->first, err));
    }
    /* Rows are put in the order of their keys; the sort keeps the order of one unit's commands. */
    us_array_sort(course->commands.item, (size_t)course->commands.count, sizeof(us_game_command),
                  by_id);
    for (int i = 0; i < course->commands.count; i++)
        US_TRY(put_command(course, games, game, &course->commands.item[i], err));
    return US_OK;
}
