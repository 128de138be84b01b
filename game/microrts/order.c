#include "domain/action.h"
#include "game/check.h"
#include "game/microrts/play.h"

/* Returns the reason of a refusal. The domain's `when` decides; the reason is found afterwards. */
static us_reason find_reason(const us_scenario *base, const us_view *view, const us_order *order,
                             const us_entity *unit)
{
    const mr_scenario *scenario = (const mr_scenario *)base;
    const us_world *world = view->world;
    mr_task_kind deed = scenario->task_kind[order->action];
    us_type type = us_order_product(world->domain, order, NULL);
    if (us_action_is_allowed(view, order, unit->id))
        return US_REASON_NONE;
    if (deed == MR_TASK_RETURN)
        return US_REASON_NOTHING;
    if (deed != MR_TASK_BUILD && deed != MR_TASK_TRAIN)
        return US_REASON_BAD_TARGET;
    if (type != US_NO_TYPE && !us_world_can_afford(world, order->seat, type))
        return US_REASON_NO_RESOURCES;
    if (deed == MR_TASK_TRAIN && unit->attribute[scenario->words.queue] >= MR_QUEUE)
        return US_REASON_BUSY;
    int32_t cell = deed == MR_TASK_BUILD ? order->arg[scenario->param[order->action][1]] : 0;
    if (deed == MR_TASK_BUILD && type != US_NO_TYPE &&
        !us_world_can_place(world, type, US_CELL_X(cell), US_CELL_Y(cell)))
        return US_REASON_BAD_PLACE;
    return US_REASON_CANNOT;
}

us_reason mr_scenario_check(const us_scenario *base, const us_view *view, const us_order *order)
{
    return us_order_check_units(base, view, order, find_reason);
}

/* ---- */

static void begin(mr_game *g, int i, const us_order *order)
{
    const mr_scenario *scenario = g->scenario;
    mr_task *task = &g->task[i];
    mr_task_kind deed = scenario->task_kind[order->action];
    int type = scenario->param[order->action][0], where = scenario->param[order->action][1];
    int number = type < 0 ? MR_NONE : scenario->number[order->arg[type]];
    if (deed != MR_TASK_TRAIN || task->kind != MR_TASK_TRAIN)
        while (task->kind != MR_TASK_NONE)
            mr_task_end(g, i, US_REASON_INTERRUPTED);
    if (!task->rank || (task->kind == MR_TASK_NONE && task->freed != g->state->core->time))
        task->rank = ++g->ledger->rank;
    if (deed == MR_TASK_TRAIN)
        task->making[task->makings++] = (mr_making){order->id, number};
    if (task->kind == MR_TASK_NONE) {
        task->kind = (int8_t)deed;
        task->order = order->id;
        task->type = (int16_t)number;
        us_value_kind kind =
            where < 0 ? US_VALUE_KINDS : mr_game_domain(g)->action[order->action].param[where].kind;
        if (kind == US_VALUE_ENTITY)
            task->target = (us_id)order->arg[where];
        if (deed == MR_TASK_HARVEST || deed == MR_TASK_RETURN)
            mr_unit_find_depot(g, i);
        if (kind == US_VALUE_CELL) {
            task->x = US_CELL_X(order->arg[where]);
            task->y = US_CELL_Y(order->arg[where]);
        }
    }
    g->entity[i].action = order->action;
    mr_event_emit(
        g, i,
        (us_event){.kind = US_EVENT_ACCEPTED, .value = (int32_t)order->id, .extra = order->action});
    mr_unit_publish(g, i);
    mr_unit_mark_changed(g, i);
}

us_reason mr_game_act(us_game *game, const us_order *order)
{
    mr_game *g = (mr_game *)game;
    us_view view = {.world = &g->world, .self = order->seat};
    if (g->ledger->outcome != US_OUTCOME_NONE)
        return US_REASON_OVER;
    us_reason reason = mr_scenario_check(game->scenario, &view, order);
    if (reason != US_REASON_NONE)
        return reason;
    for (int i = 0; i < order->unit_count; i++)
        if (!us_order_is_duplicate(order, i) &&
            us_order_check_unit(game->scenario, &view, order, order->unit[i], find_reason) ==
                US_REASON_NONE)
            begin(g, mr_game_find(g, order->unit[i]), order);
    g->ledger->acted = 1;
    for (int p = 0; p < mr_game_domain(g)->action[order->action].param_count; p++)
        g->ledger->tag = us_hash_add(g->ledger->tag, (uint32_t)order->arg[p]);
    return US_REASON_NONE;
}
