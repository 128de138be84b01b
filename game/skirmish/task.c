#include "game/skirmish/act.h"

#include <string.h>

enum {
    QUEUE_WAKEUP = 30, /* cycles until a unit in a crowd tries again */
    QUEUE_TRIES = 3,   /* tries until the way counts as closed */
};

void sk_task_emit_event(sk_game *g, sk_slot slot, us_event_kind kind, const sk_task *task,
                        us_reason reason)
{
    if (task->order)
        sk_unit_emit_event(g, slot,
                           (us_event){.kind = (uint8_t)kind,
                                      .type = (us_type)reason,
                                      .value = (int32_t)task->order,
                                      .extra = task->action});
}

int sk_making_action(const sk_game *g, us_type product)
{
    us_type_kind kind = sk_type_def(g, product)->kind;
    return kind == US_KIND_UPGRADE    ? g->words->research
           : kind == US_KIND_BUILDING ? g->words->upgrade
                                      : g->words->train;
}

void sk_making_emit_event(sk_game *g, sk_slot slot, us_event_kind kind, const sk_making *entry,
                          us_reason reason)
{
    sk_task task = {.order = entry->order, .action = sk_making_action(g, entry->type)};
    sk_task_emit_event(g, slot, kind, &task, reason);
}

void sk_task_report_under_way(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->under_way)
        return;
    unit->under_way = true;
    sk_task_emit_event(g, slot, US_EVENT_DONE, &unit->task, US_REASON_NONE);
}

/* ---- waiting tasks */

static void show_waiting(sk_game *g, sk_slot slot)
{
    sk_unit_entity(g, slot)->attribute[g->words->orders] = g->unit[slot].waits;
    sk_unit_mark_changed(g, slot);
}

/* Fails the present and all waiting tasks. */
static void give_up(sk_game *g, sk_slot slot, us_reason reason)
{
    sk_unit *unit = &g->unit[slot];
    if (!unit->under_way)
        sk_task_emit_event(g, slot, US_EVENT_FAILED, &unit->task, reason);
    for (int i = 0; i < unit->waits; i++)
        sk_task_emit_event(g, slot, US_EVENT_FAILED, &unit->waiting[i], reason);
    unit->waits = 0;
    show_waiting(g, slot);
}

void sk_unit_fail_tasks(sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    give_up(g, slot, US_REASON_DEAD);
    for (int i = 0; i < unit->making_count; i++)
        sk_making_emit_event(g, slot, US_EVENT_FAILED, &unit->making[i], US_REASON_DEAD);
}

bool sk_unit_is_relieved(const sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    return unit->waits > 0 && unit->under_way && !unit->inside &&
           unit->task.action != g->words->harvest && unit->task.action != g->words->chop;
}

/* ---- beginning and ending */

static void read_args(sk_game *g, sk_slot slot, const sk_task *task)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    const us_action_def *action = &g->domain->action[task->action];
    for (int p = 0; p < action->param_count; p++) {
        int32_t arg = task->arg[p];
        switch (action->param[p].kind) {
        case US_VALUE_ENTITY:
            unit->target = entity->target = (us_id)arg;
            break;
        case US_VALUE_CELL:
            unit->to_x = unit->work_x = US_CELL_X(arg);
            unit->to_y = unit->work_y = US_CELL_Y(arg);
            break;
        case US_VALUE_TYPE:
            unit->makes = entity->product = (us_type)arg;
            break;
        default:
            break;
        }
    }
}

/* Sets the present task and clears all that belonged to the last one. task NULL: none. */
static void turn_to(sk_game *g, sk_slot slot, const sk_task *task)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    sk_unit_end_walk(g, slot);
    unit->task = task ? *task : (sk_task){.action = -1};
    entity->action = (int8_t)unit->task.action;
    unit->phase = unit->attempts = 0;
    unit->stands = unit->under_way = false;
    unit->foe = unit->target = entity->target = 0;
    unit->from_x = unit->x;
    unit->from_y = unit->y;
    unit->began = unit->tracked = g->core->now;
    unit->hit_by = 0;
    unit->seeks = -1;
    entity->product = US_NO_TYPE;
    if (task)
        read_args(g, slot, task);
    sk_unit_mark_changed(g, slot);
}

static void wake_from(sk_game *g, sk_slot slot, us_cycle when)
{
    us_cycle busy = g->unit[slot].busy;
    sk_unit_wake_at(g, slot, busy > when ? busy : when);
}

void sk_task_begin(sk_game *g, sk_slot slot, const sk_task *task)
{
    give_up(g, slot, US_REASON_INTERRUPTED);
    turn_to(g, slot, task);
    wake_from(g, slot, g->core->now);
    sk_task_emit_event(g, slot, US_EVENT_ACCEPTED, task, US_REASON_NONE);
}

void sk_task_begin_later(sk_game *g, sk_slot slot, const sk_task *task)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->task.action < 0) {
        sk_task_begin(g, slot, task);
        return;
    }
    us_assert(unit->waits < SK_WAITING_MAX);
    unit->waiting[unit->waits++] = *task;
    show_waiting(g, slot);
    sk_task_emit_event(g, slot, US_EVENT_ACCEPTED, task, US_REASON_NONE);
}

void sk_task_begin_first(sk_game *g, sk_slot slot, const sk_task *task)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->task.action >= 0) {
        if (unit->waits == SK_WAITING_MAX)
            return;
        memmove(unit->waiting + 1, unit->waiting, unit->waits * sizeof(*unit->waiting));
        unit->waiting[0] = unit->task;
        unit->waits++;
        show_waiting(g, slot);
    }
    turn_to(g, slot, task);
    wake_from(g, slot, g->core->now);
}

/* Begins the first waiting task that the unit can do. Returns false if there is none. */
static bool begin_next(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    while (unit->waits > 0) {
        sk_task next = unit->waiting[0];
        unit->waits--;
        memmove(unit->waiting, unit->waiting + 1, unit->waits * sizeof(next));
        show_waiting(g, slot);
        us_reason reason = sk_task_check_begin(g, slot, &next);
        if (reason == US_REASON_NONE) {
            turn_to(g, slot, &next);
            return true;
        }
        sk_task_emit_event(g, slot, US_EVENT_FAILED, &next, reason);
    }
    return false;
}

void sk_task_end(sk_game *g, sk_slot slot, us_reason reason)
{
    const sk_unit *unit = &g->unit[slot];
    us_event_kind kind = reason == US_REASON_NONE ? US_EVENT_DONE : US_EVENT_FAILED;
    if (!unit->under_way)
        sk_task_emit_event(g, slot, kind, &unit->task, reason);
    turn_to(g, slot, NULL);
    if (!begin_next(g, slot))
        sk_unit_set_status(g, slot, g->words->idle);
    wake_from(g, slot, g->core->now + 1);
}

void sk_unit_wait(sk_game *g, sk_slot slot, us_cycle cycles)
{
    sk_unit_wake_at(g, slot, g->core->now + (cycles > 0 ? cycles : 1));
}

sk_leg sk_unit_advance(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    us_cycle wait = 1;
    sk_walk_result result = sk_unit_walk(g, slot, goal, &wait);
    if (result == SK_ARRIVED)
        return SK_LEG_THERE;
    if (result == SK_NO_WAY)
        return SK_LEG_CLOSED;
    sk_unit_set_status(g, slot, status);
    sk_unit_wait(g, slot, wait);
    return SK_LEG_ON;
}

bool sk_unit_go(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    sk_leg leg = sk_unit_advance(g, slot, goal, status);
    if (leg == SK_LEG_CLOSED)
        sk_task_end(g, slot, US_REASON_NO_WAY);
    return leg == SK_LEG_THERE;
}

bool sk_unit_go_patiently(sk_game *g, sk_slot slot, const sk_goal *goal, int status)
{
    sk_unit *unit = &g->unit[slot];
    sk_leg leg = sk_unit_advance(g, slot, goal, status);
    if (leg == SK_LEG_THERE)
        unit->attempts = 0;
    if (leg != SK_LEG_CLOSED)
        return leg == SK_LEG_THERE;
    int movement = sk_type_def(g, unit->type)->movement;
    if (unit->attempts++ >= QUEUE_TRIES || !sk_path_exists(g, movement, unit->x, unit->y, goal)) {
        sk_task_end(g, slot, US_REASON_NO_WAY);
        return false;
    }
    sk_unit_set_status(g, slot, status);
    sk_unit_wait(g, slot, QUEUE_WAKEUP);
    return false;
}
