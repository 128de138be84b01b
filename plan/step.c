/* Actions: bound to what is there, paid for in turn, ordered, and watched until they are done. */
#include "domain/action.h"
#include "plan/part.h"

#include <stdio.h>
#include <string.h>

enum {
    POLL = 15,    /* ticks until something that waits looks again */
    SELDOM = 120, /* the same where looking costs much */
    FREED = 2400, /* ticks more to wait for somebody who is at work to be free */
    TRIALS = 4,   /* times that an order is given anew after it came to nothing */
};

/* It is one of a behavior's steps, and nothing in the behavior asks how it ends. */
static bool is_passed(const us_plan *plan, const us_part *part)
{
    const us_template *template = us_run_template(plan->run, part->spot.frame);
    const us_acting *acting = us_acting_find(plan, part->spot.frame);
    if (!plan->def.settings.passing || !acting || acting->behavior < 0)
        return false;
    for (int i = template->node[part->spot.node].parent; i >= 0; i = template->node[i].parent) {
        const us_node *node = &template->node[i];
        bool plain = node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_ORDER ||
                     node->kind == US_NODE_MONITOR ||
                     (node->kind == US_NODE_PARALLEL && node->count == 0);
        if (!plain)
            return false;
    }
    return true;
}

/* Whether a behavior failed, its goal's test says: a step that comes to nothing is passed over. */
static us_answer end(us_plan *plan, us_part *part, us_answer answer, const us_why *why)
{
    bool passed = answer == US_FAILURE && is_passed(plan, part);
    if (answer == US_FAILURE && !passed)
        us_lack_pass_on(plan, part->spot, why);
    us_tell_part(plan, part, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    us_part_free(plan, part);
    return passed ? US_SUCCESS : answer;
}

static us_answer wait(us_plan *plan, us_part *part, us_cycle *until, const us_why *why)
{
    us_cycle now = plan->view->world->now;
    us_why last = part->waits[0] ? us_why_waiting(part) : *why;
    us_cycle patience = part->step.patience;
    if (part->step.busy) /* nothing is lost by waiting: the others do what they do */
        patience += us_ticks(plan->domain, FREED);
    if (now >= patience && part->step.busy)
        return end(plan, part, US_SUCCESS, &(us_why){.text = "all who could are at work"});
    if (now >= patience)
        return end(plan, part, US_FAILURE, &last);
    us_tell_waiting(plan, part, why);
    part->step.state = US_STEP_WANTS;
    *until = now + us_ticks(plan->domain, POLL);
    *until = *until < patience ? *until : patience;
    return US_RUNNING;
}

/* ---- giving it */

static void claim(us_plan *plan, us_part *part)
{
    us_plan_step *step = &part->step;
    const us_action_def *def = &plan->domain->action[step->order.action];
    const us_type_def *made = us_cost_of(plan, &step->order);
    for (int i = 0; i < step->units; i++) {
        if (plan->def.settings.interference == US_SHARED_OFF) /* who commands it last has it */
            us_reserve_forget_unit(plan->reserve, step->unit[i]);
        us_reserve_unit(plan->reserve, step->unit[i], part->node);
    }
    for (int p = 0; p < def->param_count && made; p++) {
        int32_t cell = step->order.arg[p];
        if (def->param[p].kind == US_VALUE_CELL && plan->def.settings.interference == US_SHARED_ALL)
            us_reserve_box(plan->reserve,
                           (us_box){US_CELL_X(cell), US_CELL_Y(cell), made->width, made->height},
                           part->node);
    }
}

static void tell_bound(us_plan *plan, us_part *part)
{
    const us_plan_step *step = &part->step;
    const us_node *node = us_part_node(plan, part);
    const us_action_def *def = &plan->domain->action[step->order.action];
    const us_arg *actor = us_node_arg(node, US_ARG_ACTOR);
    us_tell_bound(plan, part, actor ? actor->text : "unit", step->unit, step->units, -1);
    for (int p = 0; p < def->param_count; p++) {
        const us_arg *arg = us_node_arg(node, p);
        const char *name = arg ? arg->text : def->param[p].name;
        us_id id = (us_id)step->order.arg[p];
        if (def->param[p].kind == US_VALUE_ENTITY)
            us_tell_bound(plan, part, name, &id, 1, -1);
        else if (def->param[p].kind == US_VALUE_CELL)
            us_tell_bound(plan, part, name, NULL, 0, step->order.arg[p]);
    }
}

static us_answer give(us_plan *plan, us_part *part, us_cycle *until)
{
    us_plan_step *step = &part->step;
    claim(plan, part);
    step->order.unit = step->unit;
    step->order.unit_count = step->units;
    step->order.goal = us_goal_around(plan, part->spot);
    us_plan_order(plan, &step->order, part);
    step->state = US_STEP_GIVEN;
    step->order.id = 0;
    step->product = 0;
    step->done = 0;
    step->late = 0;
    step->reason = US_REASON_NONE;
    step->actor = us_world_find(plan->view->world, step->unit[0])->type;
    part->waits[0] = '\0';
    tell_bound(plan, part);
    us_tell_part(plan, part, US_NOTE_STARTED, NULL);
    *until = US_NEVER;
    return US_RUNNING;
}

/* ---- why not */

static us_answer make_or_wait(us_plan *plan, us_part *part, us_lack lack, us_cycle *until,
                              const us_why *why)
{
    us_plan_step *step = &part->step;
    bool known = lack.type != US_NO_TYPE || lack.role >= 0;
    if (known && us_is_coming(plan, part, &lack)) /* it waits as long as that takes */
        step->patience = plan->view->world->now + plan->domain->action[step->order.action].patience;
    if (plan->def.settings.producers && known && us_make(plan, part, &lack)) {
        us_tell_waiting(plan, part, why);
        us_reserve_release(plan->reserve, part->node);
        step->state = US_STEP_MAKING;
        *until = plan->view->world->now + us_ticks(plan->domain, POLL);
        return US_RUNNING;
    }
    return wait(plan, part, until, why);
}

static us_answer refused(us_plan *plan, us_part *part, us_reason reason, us_cycle *until)
{
    us_plan_step *step = &part->step;
    us_lack required = us_lack_required(plan, us_cost_of(plan, &step->order));
    us_why why = us_why_refused(plan, part, reason);
    switch (reason) {
    case US_REASON_KNOWN:
        return end(plan, part, US_SUCCESS, NULL);
    case US_REASON_REQUIRES:
        why.text = "what it requires";
        return make_or_wait(plan, part, required, until, &why);
    case US_REASON_NO_FOOD:
        why.text = "food";
        return make_or_wait(plan, part, us_lack_food(plan), until, &why);
    default:
        return wait(plan, part, until, &why);
    }
}

static us_answer wait_for_cost(us_plan *plan, us_part *part, us_cycle *until, int lacks)
{
    char text[64];
    const char *name = plan->domain->resources.name[lacks];
    int32_t amount = us_cost_of(plan, &part->step.order)->cost[lacks];
    snprintf(text, sizeof text, "%d %s", amount, name);
    return wait(plan, part, until, &(us_why){text, {US_LACKS_RESOURCE, name, amount}});
}

static us_answer try(us_plan *plan, us_part *part, us_cycle *until)
{
    us_lack lack;
    int lacks = 0;
    us_plan_step *step = &part->step;
    step->priced = false;
    us_bound bound = us_bind_step(plan, part, &lack);
    const char *item = us_lack_item(plan, &lack);
    if (bound == US_BOUND_LATER)
        return make_or_wait(plan, part, lack, until,
                            &(us_why){"somebody to do it", {US_LACKS_UNIT, item, 0}});
    if (bound == US_BOUND_NEVER) {
        us_answer answer = wait(plan, part, until,
                                &(us_why){"a place or a target for it", {US_LACKS_PLACE, item, 0}});
        *until += answer == US_RUNNING ? us_ticks(plan->domain, SELDOM - POLL)
                                       : 0; /* all places are looked at */
        return answer;
    }
    step->priced = !us_cost_served(plan, part, &lacks);
    if (step->priced)
        return wait_for_cost(plan, part, until, lacks);
    us_reason reason = us_scenario_check(plan->def.scenario, plan->view, &step->order);
    if (reason != US_REASON_NONE)
        return refused(plan, part, reason, until);
    return give(plan, part, until);
}

/* While its cost is still not there, who does it where is not asked anew. */
static us_answer retry(us_plan *plan, us_part *part, us_cycle *until)
{
    int lacks = 0;
    const us_plan_step *step = &part->step;
    bool there = step->units > 0 && us_world_find(plan->view->world, step->unit[0]);
    if (step->priced && there && !us_cost_served(plan, part, &lacks))
        return wait_for_cost(plan, part, until, lacks);
    return try(plan, part, until);
}

static us_answer start(us_plan *plan, us_part *part, us_cycle *until)
{
    const us_action_def *def = &plan->domain->action[us_part_node(plan, part)->what];
    part->step.patience = plan->view->world->now + def->patience;
    plan->counts.steps++;
    us_tell_part(plan, part, US_NOTE_READY, NULL);
    return try(plan, part, until);
}

us_answer us_step_begin(us_plan *plan, us_spot spot, us_cycle *until)
{
    us_part *part = us_part_new(plan, spot, US_NODE_ACT);
    part->step.order.action = (int8_t)us_part_node(plan, part)->what;
    part->step.actor = US_NO_TYPE;
    part->early = true;
    return us_step_go(plan, part, until);
}

/* ---- how it goes */

/* Who is left goes on without it; nobody is left, or few: the step is asked how it ends. */
static void leave(us_plan *plan, us_part *part, us_id unit)
{
    us_plan_step *step = &part->step;
    int kept = 0;
    for (int i = 0; i < step->units; i++)
        if (step->unit[i] != unit)
            step->unit[kept++] = step->unit[i];
    step->units = kept;
    if (kept < step->done || kept == 0)
        us_run_wake(plan->run, part->spot);
}

static bool is_actor(const us_plan_step *step, us_id unit)
{
    for (int i = 0; i < step->units; i++)
        if (step->unit[i] == unit)
            return true;
    return false;
}

static us_answer succeed(us_plan *plan, us_part *part)
{
    us_plan_step *step = &part->step;
    const us_node *node = us_part_node(plan, part);
    if (node->slot >= 0 && step->product)
        us_run_bind(plan->run, part->spot.frame, node->slot, (us_value){step->product, NULL, 0});
    return end(plan, part, US_SUCCESS, NULL);
}

/* No way leads there: one is opened, as long as that takes. */
static bool open_way(us_plan *plan, us_part *part, us_cycle *until)
{
    us_plan_step *step = &part->step;
    us_cycle now = plan->view->world->now;
    us_id unit = step->order.unit_count ? step->unit[0] : 0;
    if (!plan->def.settings.ways || !unit)
        return false;
    us_way way = us_opening_ask(plan, part, unit);
    if (way != US_WAY_CLOSED && way != US_WAY_LATER)
        return false;
    step->state = US_STEP_WANTS;
    step->walled = true;
    step->patience = now + plan->domain->action[step->order.action].patience;
    us_tell_waiting(plan, part, &(us_why){"a way", {.kind = US_LACKS_WAY}});
    *until = now + us_ticks(plan->domain, way == US_WAY_CLOSED ? US_WAY_ASKED : 2 * SELDOM);
    return true;
}

/* Nobody is at it any more. */
static us_answer finish(us_plan *plan, us_part *part, us_cycle *until)
{
    us_plan_step *step = &part->step;
    if (step->done)
        return succeed(plan, part);
    us_reserve_release(plan->reserve, part->node);
    if (step->reason == US_REASON_BAD_PLACE && plan->def.settings.producers)
        us_spoil(plan, &step->order);
    if (step->reason == US_REASON_NO_WAY && open_way(plan, part, until))
        return US_RUNNING;
    bool replaced = plan->def.settings.producers || step->reason != US_REASON_DEAD;
    if (replaced && ++step->trials < TRIALS && plan->view->world->now < step->patience)
        return try(plan, part, until);
    us_why why = us_why_refused(plan, part, step->reason);
    return end(plan, part, US_FAILURE, &why);
}

/* Most have done it: the others are waited for as long as the action's patience. */
static bool is_late(const us_plan *plan, us_plan_step *step, us_cycle *until)
{
    us_cycle now = plan->view->world->now;
    if (step->done <= step->units)
        return false;
    if (step->late == 0)
        step->late = now + plan->domain->action[step->order.action].patience;
    *until = step->late;
    return now >= step->late;
}

/* What it lacked is there before it was made. */
static bool came_by_itself(us_plan *plan, us_part *part)
{
    us_lack lack;
    us_plan_step *step = &part->step;
    us_reason why = us_scenario_check(plan->def.scenario, plan->view, &step->order);
    if (step->units > 0 && (why == US_REASON_NO_FOOD || why == US_REASON_REQUIRES))
        return false;
    if (us_bind_step(plan, part, &lack) != US_BOUND ||
        us_scenario_check(plan->def.scenario, plan->view, &part->step.order) != US_REASON_NONE)
        return false;
    us_run_clear(plan->run, part->spot);
    return true;
}

/* For what it lacked when that was to be made. */
static us_answer wait_in_vain(us_plan *plan, us_part *part, us_cycle *until)
{
    return wait(plan, part, until, &(us_why){"what it lacks: it can't be made", part->lacks});
}

us_answer us_step_go(us_plan *plan, us_part *part, us_cycle *until)
{
    us_plan_step *step = &part->step;
    if (part->early) {
        *until = us_part_pace(plan, part->spot).begin;
        part->early = *until > plan->view->world->now;
        return part->early ? US_RUNNING : start(plan, part, until);
    }
    *until = US_NEVER;
    switch (step->state) {
    case US_STEP_MAKING:
        if (us_run_inside(plan->run, part->spot)) {
            *until = plan->view->world->now + us_ticks(plan->domain, POLL);
            return came_by_itself(plan, part) ? try(plan, part, until) : US_RUNNING;
        }
        if (us_run_ended(plan->run, part->spot) == US_FAILURE)
            return wait_in_vain(plan, part, until);
        step->patience += plan->view->world->now - step->making_since;
        return try(plan, part, until);
    case US_STEP_GIVEN:
    case US_STEP_TAKEN:
        if (step->state == US_STEP_TAKEN && (step->units == 0 || is_late(plan, step, until)))
            return finish(plan, part, until);
        if (step->reason != US_REASON_NONE && step->state == US_STEP_GIVEN)
            return refused(plan, part, step->reason, until);
        return US_RUNNING;
    default:
        if (step->walled && open_way(plan, part, until))
            return US_RUNNING;
        step->walled = false;
        return retry(plan, part, until);
    }
}

void us_step_stop(us_plan *plan, us_part *part, us_stop how)
{
    if (how != US_HALT)
        return;
    if (!part->early)
        us_tell_part(plan, part, US_NOTE_STOPPED, NULL);
    us_part_free(plan, part);
}

/* Who was needed for something more urgent goes back to what goes on: that is as good as done. */
static void hear_order(us_plan *plan, us_part *part, const us_event *event)
{
    us_plan_step *step = &part->step;
    bool put_off = event->kind == US_EVENT_FAILED && event->type == US_REASON_INTERRUPTED &&
                   plan->domain->action[step->order.action].continues;
    if (event->kind == US_EVENT_DONE || put_off)
        step->done++;
    else
        step->reason = (us_reason)event->type;
    leave(plan, part, event->entity);
}

void us_step_hear(us_plan *plan, const us_event *event)
{
    bool ended = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
    if (event->kind == US_EVENT_GONE) {
        us_reserve_forget_unit(plan->reserve, event->entity);
        us_habits_forget(plan->habits, event->entity);
    }
    if (ended)
        us_habits_hear(plan->habits, event, plan->view->world->now);
    us_lefts_hear(&plan->lefts, plan->reserve, event);
    for (int i = 0; i < plan->parts; i++) {
        us_part *part = plan->part[i];
        us_plan_step *step = &part->step;
        if (!part->spot.frame || part->kind != US_NODE_ACT || step->state != US_STEP_TAKEN)
            continue;
        if (ended && (uint32_t)event->value == step->order.id && is_actor(step, event->entity)) {
            hear_order(plan, part, event);
        } else if (event->kind == US_EVENT_GONE && is_actor(step, event->entity)) {
            step->reason = US_REASON_DEAD;
            leave(plan, part, event->entity);
        } else if (event->kind == US_EVENT_CREATED && is_actor(step, event->other)) {
            step->product = event->entity;
            us_reserve_served(plan->reserve, part->node);
        }
    }
}

/* What goes on holds its units loosely from the beginning. */
static void let_go_on(us_plan *plan, us_part *part)
{
    const us_plan_step *step = &part->step;
    const us_acting *acting = us_acting_around(plan, part->spot);
    for (int i = 0; i < step->units; i++)
        us_habits_set(plan->habits, step->unit[i], &step->order, plan->now);
    if (acting && acting->above)
        us_reserve_loosen(plan->reserve, part->node, us_goal_around(plan, part->spot));
}

void us_plan_told(us_plan *plan, const us_order *order, us_reason reason)
{
    us_part *part = plan->told < plan->givens ? plan->given[plan->told] : NULL;
    plan->told++;
    plan->counts.refused += reason != US_REASON_NONE;
    plan->counts.own += reason == US_REASON_NONE && order->step;
    us_habits_told(plan, order, reason);
    if (!part) {
        us_reinforce_told(plan, order, reason);
        return;
    }
    us_plan_step *step = &part->step;
    us_cost_told(plan, part, order, reason);
    step->order.id = order->id;
    step->reason = reason;
    step->state = reason == US_REASON_NONE ? US_STEP_TAKEN : US_STEP_GIVEN;
    if (reason == US_REASON_NONE && plan->domain->action[order->action].continues)
        let_go_on(plan, part);
    if (reason != US_REASON_NONE)
        us_run_wake(plan->run, part->spot);
}
