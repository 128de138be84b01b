#include "game/check.h"
#include "game/skirmish/act.h"

/* ---- carrying out an order that was checked for this unit */

static void set_repair(sk_game *g, sk_slot slot, int32_t on)
{
    sk_unit *unit = &g->unit[slot];
    sk_unit_entity(g, slot)->attribute[g->words->auto_repair] = on;
    sk_unit_mark_changed(g, slot);
    if (unit->task.action < 0)
        sk_unit_wake_by(g, slot, unit->busy > g->core->now ? unit->busy : g->core->now);
}

static void set_rally(sk_game *g, sk_slot slot, int x, int y)
{
    us_entity *entity = sk_unit_entity(g, slot);
    bool here = us_entity_cell_distance(g->domain, entity, x, y) == 0;
    entity->attribute[g->words->rally] = here ? -1 : sk_game_cell(g, x, y);
    sk_unit_mark_changed(g, slot);
}

/* Reports the order as done first: the unit may be gone afterwards, and nothing can fail any more.
 */
static void do_at_once(sk_game *g, sk_slot slot, const sk_task *task)
{
    const sk_words *w = g->words;
    sk_task_emit_event(g, slot, US_EVENT_ACCEPTED, task, US_REASON_NONE);
    sk_task_emit_event(g, slot, US_EVENT_DONE, task, US_REASON_NONE);
    if (task->action == w->cancel && (sk_unit_entity(g, slot)->flags & US_ENTITY_UNFINISHED)) {
        sk_site_cancel(g, slot);
    } else if (task->action == w->cancel) {
        sk_making_cancel(g, slot);
    } else if (task->action == w->set_repair) {
        set_repair(g, slot, task->arg[0]);
    } else if (task->action == w->set_rally) {
        set_rally(g, slot, US_CELL_X(task->arg[0]), US_CELL_Y(task->arg[0]));
    } else {
        sk_unit_fail_tasks(g, slot);
        sk_unit_remove(g, slot, US_GONE_DISMISSED, 0);
    }
}

static us_reason act_one(sk_game *g, sk_slot slot, const us_order *order)
{
    sk_task task = {order->id, order->action, {order->arg[0], order->arg[1]}};
    if (sk_action_is_production(g->words, order->action))
        return sk_making_add(g, slot, (us_type)order->arg[0], order->id);
    if (sk_action_is_immediate(g->words, order->action))
        do_at_once(g, slot, &task);
    else if (order->queued)
        sk_task_begin_later(g, slot, &task);
    else
        sk_task_begin(g, slot, &task);
    return US_REASON_NONE;
}

us_reason sk_game_act(us_game *game, const us_order *order)
{
    sk_game *g = (sk_game *)game;
    if (g->core->outcome != US_OUTCOME_NONE)
        return US_REASON_OVER;
    us_seat known = order->seat < g->seats ? order->seat : US_NEUTRAL;
    sk_question q = {g->scenario, sk_seat_world(g, known), order->seat, order};
    us_reason first = us_order_check_shape(q.world, order);
    if (first != US_REASON_NONE)
        return first;
    bool any = false;
    g->events = &g->pending;
    for (int i = 0; i < order->unit_count; i++) {
        if (us_order_is_duplicate(order, i))
            continue;
        us_reason reason = sk_question_check_unit(&q, order->unit[i]);
        sk_slot slot = sk_slot_find(g, order->unit[i]);
        if (reason == US_REASON_NONE && slot)
            reason = act_one(g, slot, order);
        else if (reason == US_REASON_NONE)
            reason = US_REASON_NO_UNIT;
        if (reason == US_REASON_NONE)
            any = true;
        else if (first == US_REASON_NONE)
            first = reason;
    }
    g->events = NULL;
    if (!any)
        return first;
    g->core->acted = true;
    g->core->tag = us_hash_add(g->core->tag, ((uint64_t)order->id << 8) ^ (uint8_t)order->action);
    g->core->tag = us_hash_add(g->core->tag, order->queued);
    for (int p = 0; p < US_PARAMS_MAX; p++)
        g->core->tag = us_hash_add(g->core->tag, (uint32_t)order->arg[p]);
    sk_game_sweep(g);
    return US_REASON_NONE;
}

/* ---- verbs by name */

sk_verb sk_verb_find(const char *action)
{
    static const struct {
        const char *name;
        sk_verb verb;
    } verbs[] = {
        {"move", sk_unit_do_move},       {"stop", sk_unit_do_stop},
        {"stand", sk_unit_do_stand},     {"attack", sk_unit_do_attack},
        {"patrol", sk_unit_do_patrol},   {"attack-move", sk_unit_do_attack_move},
        {"follow", sk_unit_do_follow},   {"attack-ground", sk_unit_do_attack_ground},
        {"defend", sk_unit_do_defend},   {"explore", sk_unit_do_explore},
        {"harvest", sk_unit_do_harvest}, {"chop", sk_unit_do_chop},
        {"return", sk_unit_do_return},   {"build", sk_unit_do_build},
        {"repair", sk_unit_do_repair},
    };
    int row = US_ROW_FIND(verbs, US_COUNT(verbs), action);
    return row < 0 ? NULL : verbs[row].verb;
}
