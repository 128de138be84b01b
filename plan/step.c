/* Actions: bound to present units and places, paid for in turn, ordered, and watched until they are
 * done. */
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "domain/action.h"
#include "plan/play_repair.h"
#include "plan/squad.h"
#include "plan/task.h"
#include "retrieve/step_bag.h"

/* ---- the pace of the demonstration: no step begins earlier than it was demonstrated, unless
 * nothing else is being done */

bool us_pace_is_maintained(const us_template *template, const char *label)
{
    int at = us_template_find_node(template, label);
    const us_node *node = at < 0 ? NULL : &template->node[at];
    return node && node->kind == US_NODE_GOAL && node->what >= 0 &&
           us_goal_kind_from_pursue(template->domain, node->what, node->pursue) == US_GOAL_MAINTAIN;
}

/* Whether the pace of the behavior is known; that of a behavior written by hand is not. */
static bool was_shown(const us_template *template, const us_case_metadata *known)
{
    for (int i = 0; i < template->node_count; i++)
        if (known->step[i].begin >= 0)
            return true;
    return false;
}

/* Returns the timing of a step. A step within another one (delay, retry, sequence) has the timing
 * of the outer step. */
static us_demo_timing shown_around(const us_template *template, const us_case_metadata *known,
                                   int node)
{
    while (node >= 0 && known->step[node].begin < 0)
        node = template->node[node].parent;
    return node < 0 ? (us_demo_timing){-1, -1} : known->step[node];
}

/* Returns when the first step that is not done was begun. It begins now; each later step keeps its
 * distance to it. Goals to maintain count only if no step is done. */
static us_cycle first_shown(const us_template *template, const us_case_metadata *known,
                            const us_fill *fill)
{
    us_cycle first = US_CYCLES_LIMIT;
    for (int i = 0; i < template->node_count; i++) {
        const char *label = template->node[i].label;
        us_cycle begin = known->step[i].begin;
        if (begin >= 0 && begin < first &&
            !us_done_labels_has_label(fill->done, fill->done_count, label) &&
            !(fill->done_count && us_pace_is_maintained(template, label)))
            first = begin;
    }
    return first;
}

void us_active_behavior_set_pace(us_plan *plan, us_active_behavior *active,
                                 const us_template *template, const us_case_metadata *known,
                                 const us_fill *fill)
{
    us_cycle first = first_shown(template, known, fill), now = plan->now;
    bool any = was_shown(template, known);
    active->nodes = template->node_count;
    active->pace = US_ARENA_ARRAY(active->arena, us_pace, active->nodes);
    for (int i = 0; i < template->node_count; i++) {
        us_demo_timing shown = shown_around(template, known, i);
        active->pace[i] = (us_pace){.drop = US_NEVER, .added = any && shown.begin < 0};
        if (shown.begin > first)
            active->pace[i].begin = us_cycle_after(now, shown.begin - first);
        if (shown.drop > first)
            active->pace[i].drop = us_cycle_after(now, shown.drop - first);
    }
}

us_pace us_task_pace(const us_plan *plan, us_node_ref node_ref)
{
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, node_ref.frame);
    bool known = active && active->pace && node_ref.node < active->nodes;
    return known ? active->pace[node_ref.node] : (us_pace){.drop = US_NEVER};
}

/* A step that was added later has no demonstrated begin: its actual begin counts. */
static us_rank rank_of(const us_plan *plan, us_node_ref node_ref)
{
    us_rank rank = {.depth = 0};
    us_cycle begin[US_RANK_DEPTH], born = 0;
    int depth = 0;
    for (; node_ref.frame; node_ref = us_run_frame_parent(plan->exec.run, node_ref.frame)) {
        const us_task *task = us_task_find(&plan->exec, node_ref);
        us_pace pace = us_task_pace(plan, node_ref);
        born = task ? task->born : born; /* a called tree has no task */
        if (us_active_behavior_find(&plan->exec, node_ref.frame))
            begin[depth++ % US_RANK_DEPTH] = pace.added ? born : pace.begin;
    }
    rank.depth = depth < US_RANK_DEPTH ? depth : US_RANK_DEPTH;
    for (int i = 0; i < rank.depth; i++)
        rank.begin[i] = begin[(depth - 1 - i) % US_RANK_DEPTH];
    return rank;
}

/* Returns whether the frame is listed as busy; *at: its place in the list. */
static bool find_busy_frame(const us_plan *plan, uint32_t frame, int *at)
{
    const uint32_t *item = plan->busy_frame.item;
    int count = plan->busy_frame.count;
    *at = us_array_lower_bound(frame, item, count, sizeof *item);
    return *at < count && item[*at] == frame;
}

/* Adds a frame to the busy ones. Returns false if it is one already. */
static bool add_busy_frame(us_plan *plan, uint32_t frame)
{
    int at, count = plan->busy_frame.count;
    if (find_busy_frame(plan, frame, &at))
        return false;
    US_LIST_PUT(plan->busy_frame, frame);
    uint32_t *place = &plan->busy_frame.item[at];
    memmove(place + 1, place, (size_t)(count - at) * sizeof *place);
    *place = frame;
    return true;
}

/* Lists the frames in which tasks run, or in what fills their leaves. */
static void list_busy_frames(us_plan *plan)
{
    plan->busy_frame.count = 0;
    for (int i = 0; i < plan->exec.tasks; i++)
        for (us_node_ref at = plan->exec.task[i]->node_ref;
             at.frame && add_busy_frame(plan, at.frame);
             at = us_run_frame_parent(plan->exec.run, at.frame))
            continue;
}

/* Whether the action is being done, or waits for something that will come. */
static bool is_doing(const us_task *task)
{
    return task->node_ref.frame && !task->early && task->kind == US_NODE_ACT &&
           (task->step.state != US_STEP_WANTS || !task->step.busy);
}

static bool is_pursued(const us_plan *plan, const us_task *task)
{
    if (!task->node_ref.frame || task->early || task->kind != US_NODE_GOAL || task->goal_task.grace)
        return false;
    uint32_t frame = task->goal_task.frame;
    int at;
    return !task->goal_task.held && !(frame && find_busy_frame(plan, frame, &at));
}

static bool is_at_work(us_plan *plan)
{
    for (int i = 0; i < plan->exec.tasks; i++) /* the cheaper question first */
        if (is_doing(plan->exec.task[i]))
            return true;
    list_busy_frames(plan);
    for (int i = 0; i < plan->exec.tasks; i++)
        if (is_pursued(plan, plan->exec.task[i]))
            return true;
    return false;
}

static us_cycle earlier(us_cycle at, us_cycle first, us_cycle now)
{
    return at == US_NEVER || at < first ? at : at - (first - now);
}

/* Moves all later begins of the behavior forward, so that `first` is now. */
static void advance(us_plan *plan, us_active_behavior *active, us_cycle first)
{
    us_cycle now = plan->now;
    for (int i = 0; i < active->nodes; i++) {
        us_pace *pace = &active->pace[i];
        if (pace->begin > now) /* a step that has begun keeps its rank */
            pace->begin = pace->begin < first ? now : earlier(pace->begin, first, now);
        pace->drop = earlier(pace->drop, first, now);
    }
    for (int i = 0; i < plan->exec.tasks; i++) {
        us_task *task = plan->exec.task[i];
        if (task->node_ref.frame != active->frame)
            continue;
        if (task->kind == US_NODE_GOAL && !task->early)
            task->goal_task.drop = earlier(task->goal_task.drop, first, now);
        if (task->kind == US_NODE_GOAL || task->early)
            us_run_wake(plan->exec.run, task->node_ref);
    }
}

void us_plan_advance_pace(us_plan *plan)
{
    us_active_behavior *active = NULL;
    us_cycle first = US_NEVER, now = plan->now;
    if (is_at_work(plan))
        return;
    for (int i = 0; i < plan->exec.tasks; i++) {
        const us_task *task = plan->exec.task[i];
        us_cycle begin = task->early ? us_task_pace(plan, task->node_ref).begin : US_NEVER;
        if (task->node_ref.frame && begin > now && begin < first) {
            first = begin;
            active = us_active_behavior_find(&plan->exec, task->node_ref.frame);
        }
    }
    if (active)
        advance(plan, active, first);
}

/* ---- the cost of a step */

const us_type_def *us_cost_find(const us_plan *plan, const us_order *order)
{
    us_type made = us_order_product(plan->domain, order, NULL);
    return made == US_NO_TYPE ? NULL : &plan->domain->type[made];
}

int64_t us_cost_spare(const us_plan *plan, int resource)
{
    return us_world_tally(plan->seat.view->world, plan->seat.view->self, resource) -
           us_reservations_requested(plan->reserve, resource);
}

/* Returns how many more units could be fed. */
static int room_of(const us_plan *plan)
{
    const us_world *world = plan->seat.view->world;
    if (plan->food_used < 0 || plan->food_supply < 0)
        return 0;
    return us_world_tally(world, plan->seat.view->self, plan->food_supply) -
           us_world_tally(world, plan->seat.view->self, plan->food_used);
}

/* Whether the plan would build this type if food were lacking. */
static bool only_feeds(const us_plan *plan, const us_type_def *made)
{
    if (made->food_supply <= 0)
        return false;
    us_type feeder = us_lack_find_food(plan).type;
    return feeder != US_NO_TYPE && made == &plan->domain->type[feeder];
}

/* Requests the cost of the step. Returns whether the stock covers it, with all earlier requests. */
static bool request_cost(us_plan *plan, us_task *task, int *lacks)
{
    const us_type_def *made = us_cost_find(plan, &task->step.order);
    if (!made || plan->def.settings.interference != US_SHARED_ALL)
        return true;
    us_rank rank = rank_of(plan, task->node_ref);
    if (only_feeds(plan, made) && room_of(plan) >= US_FED) /* after all other requests */
        rank = (us_rank){.begin = {US_NEVER}, .depth = 1};
    us_reservations_add_request(plan->reserve, made->cost, &rank, task->node);
    if (us_reservations_can_serve(plan->reserve, plan->seat.view, task->node, lacks))
        return true;
    us_gather_balance_request(plan, *lacks, task->node);
    return false;
}

static void update_cost(us_plan *plan, const us_task *task, const us_order *order, us_reason reason)
{
    /* An order with a cell is paid for when the unit gets there. */
    bool later = us_action_find_param(&plan->domain->action[order->action], US_VALUE_CELL) >= 0;
    if (reason != US_REASON_NONE || !later)
        us_reservations_remove_request(plan->reserve,
                                       task->node); /* paid, or requested anew; else kept */
}

/* ---- the life of a step */

/* Returns when the action's patience ends, if it begins now. */
static us_cycle patience_from_now(const us_plan *plan, const us_action_task *step)
{
    return us_cycle_after(plan->now, plan->domain->action[step->order.action].patience);
}

/* Whether the task is a step of a behavior whose nodes don't depend on how it ends. */
static bool is_passed(const us_plan *plan, const us_task *task)
{
    const us_template *template = us_run_frame_template(plan->exec.run, task->node_ref.frame);
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, task->node_ref.frame);
    if (!plan->def.settings.passing || !active || active->behavior < 0)
        return false;
    for (int i = template->node[task->node_ref.node].parent; i >= 0; i = template->node[i].parent) {
        const us_node *node = &template->node[i];
        bool plain = node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_ORDER ||
                     node->kind == US_NODE_MONITOR || node->kind == US_NODE_SQUAD ||
                     (node->kind == US_NODE_PARALLEL && node->count == 0);
        if (!plain)
            return false;
    }
    return true;
}

/* Ends the task. The goal's test decides whether a behavior failed, so a failed step may be passed
 * over. */
static us_answer end(us_plan *plan, us_task *task, us_answer answer, const us_task_reason *why)
{
    bool passed = answer == US_FAILURE && is_passed(plan, task);
    if (answer == US_FAILURE && !passed)
        us_plan_pass_lack(task, why);
    us_plan_log_task(task, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    if (answer == US_FAILURE)
        us_play_repairs_on_failure(plan, task, why);
    us_task_free(task);
    return passed ? US_SUCCESS : answer;
}

static us_answer try_step(us_plan *plan, us_task *task, us_cycle *until);

static us_answer wait(us_plan *plan, us_task *task, us_cycle *until, const us_task_reason *why)
{
    us_cycle now = plan->now;
    us_task_reason last = task->waits[0] ? (us_task_reason){task->waits, task->lacks} : *why;
    us_cycle patience = task->step.patience;
    if (task->step.busy) /* waiting loses nothing: the others go on with their work */
        patience = us_cycle_after(patience, us_ticks_to_cycles(plan->domain, US_STEP_FREED));
    if (now >= patience && task->step.busy)
        return end(plan, task, US_SUCCESS,
                   &(us_task_reason){.text = "all units that could do it are at work"});
    if (now >= patience)
        return end(plan, task, US_FAILURE, &last);
    us_plan_log_waiting(task, why);
    task->step.state = US_STEP_WANTS;
    *until = us_plan_after(plan, US_LOOK);
    *until = *until < patience ? *until : patience;
    return US_RUNNING;
}

/* ---- giving the order */

static void claim(us_plan *plan, us_task *task)
{
    us_action_task *step = &task->step;
    const us_action_def *def = &plan->domain->action[step->order.action];
    const us_type_def *made = us_cost_find(plan, &step->order);
    for (int i = 0; i < step->units; i++) {
        if (plan->def.settings.interference == US_SHARED_OFF) /* the last command counts */
            us_reservations_drop_unit(plan->reserve, step->unit[i]);
        us_reservations_take_unit(plan->reserve, step->unit[i], task->node);
    }
    for (int p = 0; p < def->param_count && made; p++) {
        int32_t cell = step->order.arg[p];
        if (def->param[p].kind == US_VALUE_CELL && plan->def.settings.interference == US_SHARED_ALL)
            us_reservations_add_box(
                plan->reserve,
                (us_box){US_CELL_X(cell), US_CELL_Y(cell), made->width, made->height}, task->node);
    }
}

static void log_bound(us_plan *plan, us_task *task)
{
    const us_action_task *step = &task->step;
    const us_node *node = us_task_node(task);
    const us_action_def *def = &plan->domain->action[step->order.action];
    const us_arg *actor = us_node_arg(node, US_ARG_ACTOR);
    us_plan_log_bound(task, actor ? actor->text : "unit", step->unit, step->units, -1);
    for (int p = 0; p < def->param_count; p++) {
        const us_arg *arg = us_node_arg(node, p);
        const char *name = arg ? arg->text : def->param[p].name;
        us_id id = (us_id)step->order.arg[p];
        if (def->param[p].kind == US_VALUE_ENTITY)
            us_plan_log_bound(task, name, &id, 1, -1);
        else if (def->param[p].kind == US_VALUE_CELL)
            us_plan_log_bound(task, name, NULL, 0, step->order.arg[p]);
    }
}

static us_answer give_order(us_plan *plan, us_task *task, us_cycle *until)
{
    us_action_task *step = &task->step;
    step->by_squad = false;
    step->end = US_ATTACK_DONE;
    if (us_squad_is_attack(plan, task))
        us_squad_begin_attack(plan, task); /* the squad passes its units to the task */
    claim(plan, task);
    step->order.unit = step->unit;
    step->order.unit_count = step->units;
    step->order.goal = us_plan_find_goal(&plan->exec, task->node_ref);
    us_executor_order(&plan->exec, &step->order, task);
    step->product = 0;
    step->done = 0;
    step->late = 0;
    step->actor = us_world_find(plan->seat.view->world, step->unit[0])->type;
    task->waits[0] = '\0';
    log_bound(plan, task);
    us_plan_log_task(task, US_NOTE_STARTED, NULL);
    *until = US_NEVER;
    return US_RUNNING;
}

/* ---- waiting and making */

static us_answer make_or_wait(us_plan *plan, us_task *task, us_lack lack, us_cycle *until,
                              const us_task_reason *why)
{
    us_action_task *step = &task->step;
    bool known = lack.type != US_NO_TYPE || lack.role >= 0;
    if (known && us_plan_is_coming(plan, task, &lack)) /* it waits as long as that takes */
        step->patience = patience_from_now(plan, step);
    if (plan->def.settings.producers && known && us_action_task_make(plan, task, &lack)) {
        us_plan_log_waiting(task, why);
        us_reservations_release(plan->reserve, task->node);
        step->state = US_STEP_MAKING;
        *until = us_plan_after(plan, US_LOOK);
        return US_RUNNING;
    }
    return wait(plan, task, until, why);
}

/* Waits for the squad, and meanwhile has fighters made; after the action's patience, leaves the
 * attack to it. */
static us_answer await_squad(us_plan *plan, us_task *task, us_lack lack, us_cycle *until)
{
    us_reservations_release(plan->reserve, task->node);
    if (plan->now >= task->step.patience)
        return end(plan, task, US_SUCCESS, &(us_task_reason){.text = "left to the squad"});
    if (lack.type != US_NO_TYPE && plan->domain->type[lack.type].gathers)
        lack = (us_lack){US_NO_TYPE, -1, -1};
    return make_or_wait(plan, task, lack, until,
                        &(us_task_reason){"the squad to set out", {.kind = US_LACKS_OTHER}});
}

/* The squad came home before the attack was done. */
static us_answer lose_squad(us_plan *plan, us_task *task, us_cycle *until)
{
    us_action_task *step = &task->step;
    us_reservations_release(plan->reserve, task->node);
    step->by_squad = false;
    step->state = US_STEP_WANTS;
    step->patience = patience_from_now(plan, step);
    return try_step(plan, task, until);
}

static us_answer refused(us_plan *plan, us_task *task, us_reason reason, us_cycle *until)
{
    us_action_task *step = &task->step;
    us_lack required = us_lack_find_required(plan, us_cost_find(plan, &step->order));
    us_task_reason why = us_task_reason_from_refusal(plan, task, reason);
    switch (reason) {
    case US_REASON_KNOWN:
        return end(plan, task, US_SUCCESS, NULL);
    case US_REASON_REQUIRES:
        why.text = "what it requires";
        return make_or_wait(plan, task, required, until, &why);
    case US_REASON_NO_FOOD:
        why.text = "food";
        return make_or_wait(plan, task, us_lack_find_food(plan), until, &why);
    default:
        return wait(plan, task, until, &why);
    }
}

static us_answer wait_for_cost(us_plan *plan, us_task *task, us_cycle *until, int lacks)
{
    char text[64];
    const char *name = plan->domain->resources.name[lacks];
    int32_t amount = us_cost_find(plan, &task->step.order)->cost[lacks];
    snprintf(text, sizeof text, "%d %s", amount, name);
    return wait(plan, task, until, &(us_task_reason){text, {US_LACKS_RESOURCE, name, amount}});
}

/* Returns the depot that comes before all other spending, or US_NO_TYPE: what units gather is worth
 * nothing until they can deliver it. */
static us_type find_depot_first(const us_plan *plan, const us_task *task)
{
    const us_type_def *made = us_cost_find(plan, &task->step.order);
    bool spends = made && made->stores == 0 && plan->def.settings.producers;
    return spends ? us_plan_find_missing_depot(plan) : US_NO_TYPE;
}

static us_answer try_step(us_plan *plan, us_task *task, us_cycle *until)
{
    us_lack lack;
    int lacks = 0;
    us_action_task *step = &task->step;
    step->priced = false;
    us_bind_result bound = us_action_task_bind(plan, task, &lack);
    const char *item = us_lack_item(plan, &lack);
    if (bound == US_BOUND_LATER && step->awaits_squad)
        return await_squad(plan, task, lack, until);
    if (bound == US_BOUND_LATER)
        return make_or_wait(plan, task, lack, until,
                            &(us_task_reason){"somebody to do it", {US_LACKS_UNIT, item, 0}});
    if (bound == US_BOUND_NEVER) {
        us_answer answer =
            wait(plan, task, until,
                 &(us_task_reason){"a place or a target for it", {US_LACKS_PLACE, item, 0}});
        if (answer == US_RUNNING) /* all places were searched */
            *until =
                us_cycle_after(*until, us_ticks_to_cycles(plan->domain, US_LOOK_SELDOM - US_LOOK));
        return answer;
    }
    lack = (us_lack){find_depot_first(plan, task), -1, -1};
    if (lack.type != US_NO_TYPE) {
        item = plan->domain->type[lack.type].name;
        return make_or_wait(plan, task, lack, until,
                            &(us_task_reason){"a place to deliver to", {US_LACKS_UNIT, item, 0}});
    }
    step->priced = !request_cost(plan, task, &lacks);
    if (step->priced)
        return wait_for_cost(plan, task, until, lacks);
    us_reason reason = us_scenario_check(plan->def.scenario, plan->seat.view, &step->order);
    if (reason != US_REASON_NONE)
        return refused(plan, task, reason, until);
    return give_order(plan, task, until);
}

/* While the cost is still missing, actors and places are not bound anew. */
static us_answer retry(us_plan *plan, us_task *task, us_cycle *until)
{
    int lacks = 0;
    const us_action_task *step = &task->step;
    bool there = step->units > 0 && us_world_find(plan->seat.view->world, step->unit[0]);
    if (step->priced && there && !request_cost(plan, task, &lacks))
        return wait_for_cost(plan, task, until, lacks);
    return try_step(plan, task, until);
}

static us_answer start(us_plan *plan, us_task *task, us_cycle *until)
{
    task->step.patience = patience_from_now(plan, &task->step);
    plan->counts.steps++;
    us_plan_log_task(task, US_NOTE_READY, NULL);
    return try_step(plan, task, until);
}

/* ---- the order's course */

/* Removes a unit; the others go on. If none or few are left, wakes the step. */
static void leave(us_plan *plan, us_task *task, us_id unit)
{
    us_action_task *step = &task->step;
    int kept = 0;
    for (int i = 0; i < step->units; i++)
        if (step->unit[i] != unit)
            step->unit[kept++] = step->unit[i];
    step->units = kept;
    if (kept < step->done || kept == 0)
        us_run_wake(plan->exec.run, task->node_ref);
}

static bool is_actor(const us_action_task *step, us_id unit)
{
    for (int i = 0; i < step->units; i++)
        if (step->unit[i] == unit)
            return true;
    return false;
}

static us_answer succeed(us_plan *plan, us_task *task)
{
    us_action_task *step = &task->step;
    const us_node *node = us_task_node(task);
    if (node->slot >= 0 && step->product)
        us_run_bind(plan->exec.run, task->node_ref.frame, node->slot,
                    (us_value){step->product, NULL, 0});
    return end(plan, task, US_SUCCESS, NULL);
}

/* If no way leads there, has one opened, and waits as long as that takes. */
static bool open_way(us_plan *plan, us_task *task, us_cycle *until)
{
    us_action_task *step = &task->step;
    us_way_state way = us_opening_request(plan, task, step->order.unit_count ? step->unit[0] : 0);
    if (way != US_WAY_CLOSED && way != US_WAY_LATER)
        return false;
    step->state = US_STEP_WANTS;
    step->walled = true;
    step->patience = patience_from_now(plan, step);
    us_plan_log_waiting(task, &(us_task_reason){"a way", {.kind = US_LACKS_WAY}});
    *until = us_plan_after(plan, way == US_WAY_CLOSED ? US_WAY_ASKED : 2 * US_LOOK_SELDOM);
    return true;
}

/* Ends the order: no unit carries it out any more. */
static us_answer finish(us_plan *plan, us_task *task, us_cycle *until)
{
    us_action_task *step = &task->step;
    if (step->done)
        return succeed(plan, task);
    us_reservations_release(plan->reserve, task->node);
    if (step->reason == US_REASON_BAD_PLACE && plan->def.settings.producers)
        us_plan_block_site(plan, &step->order);
    bool vain = step->end == US_ATTACK_NO_WAY; /* the squad has had the way opened, in vain */
    if (step->reason == US_REASON_NO_WAY && !vain && open_way(plan, task, until))
        return US_RUNNING;
    bool replaced = plan->def.settings.producers || step->reason != US_REASON_DEAD;
    if (replaced && ++step->trials < US_ORDER_TRIALS && plan->now < step->patience)
        return try_step(plan, task, until);
    us_task_reason why = us_task_reason_from_refusal(plan, task, step->reason);
    if (step->end == US_ATTACK_STUCK)
        why = (us_task_reason){"the squad made no progress", {.kind = US_LACKS_OTHER}};
    return end(plan, task, US_FAILURE, &why);
}

void us_action_task_end_attack(us_plan *plan, us_task *task, us_attack_end end)
{
    us_action_task *step = &task->step;
    step->end = end;
    step->done = end == US_ATTACK_DONE ? 1 : 0;
    step->units = 0;
    step->by_squad = false;
    step->reason = end == US_ATTACK_NO_WAY ? US_REASON_NO_WAY : US_REASON_NONE;
    us_run_wake(plan->exec.run, task->node_ref);
}

/* If most units have done it, waits for the others as long as the action's patience. */
static bool is_late(const us_plan *plan, us_action_task *step, us_cycle *until)
{
    us_cycle now = plan->now;
    if (step->done <= step->units)
        return false;
    if (step->late == 0)
        step->late = patience_from_now(plan, step);
    *until = step->late;
    return now >= step->late;
}

/* Takes what the step lacked, if it is there before it was made: binds the actors, and ends what
 * makes it. Returns whether it is there. */
static bool take_provided(us_plan *plan, us_task *task)
{
    us_lack lack;
    us_action_task *step = &task->step;
    if (plan->domain->type[step->making].stores) /* its builder is not called away */
        return false;
    us_reason why = us_scenario_check(plan->def.scenario, plan->seat.view, &step->order);
    if (step->units > 0 && (why == US_REASON_NO_FOOD || why == US_REASON_REQUIRES))
        return false;
    if (us_action_task_bind(plan, task, &lack) != US_BOUND ||
        !us_order_allowed(&plan->seat, &task->step.order))
        return false;
    us_run_clear_node(plan->exec.run, task->node_ref);
    return true;
}

/* Waits for what it lacks, which could not be made. */
static us_answer wait_in_vain(us_plan *plan, us_task *task, us_cycle *until)
{
    return wait(plan, task, until,
                &(us_task_reason){"what it lacks: it can't be made", task->lacks});
}

static us_answer go(us_task *task, us_cycle *until)
{
    us_plan *plan = task->executor->plan;
    us_action_task *step = &task->step;
    if (task->early) {
        *until = us_task_pace(plan, task->node_ref).begin;
        task->early = *until > plan->now;
        return task->early ? US_RUNNING : start(plan, task, until);
    }
    *until = US_NEVER;
    switch (step->state) {
    case US_STEP_MAKING:
        if (us_run_node_frame(plan->exec.run, task->node_ref)) {
            *until = us_plan_after(plan, US_LOOK);
            return take_provided(plan, task) ? try_step(plan, task, until) : US_RUNNING;
        }
        if (us_run_node_last_answer(plan->exec.run, task->node_ref) == US_FAILURE)
            return wait_in_vain(plan, task, until);
        step->patience = us_cycle_after(step->patience, plan->now - step->making_since);
        return try_step(plan, task, until);
    case US_STEP_GIVEN:
    case US_STEP_TAKEN:
        if (step->state == US_STEP_TAKEN && step->by_squad && step->units > 0) {
            *until = us_plan_after(plan, US_LOOK);
            return us_squad_is_on(plan, task) ? US_RUNNING : lose_squad(plan, task, until);
        }
        if (step->state == US_STEP_TAKEN && (step->units == 0 || is_late(plan, step, until)))
            return finish(plan, task, until);
        if (step->reason != US_REASON_NONE && step->state == US_STEP_GIVEN)
            return refused(plan, task, step->reason, until);
        return US_RUNNING;
    default:
        if (step->walled && open_way(plan, task, until))
            return US_RUNNING;
        step->walled = false;
        return retry(plan, task, until);
    }
}

static us_answer begin(us_task *task, us_cycle *until)
{
    task->step.order.action = (int8_t)us_task_node(task)->what;
    task->step.actor = US_NO_TYPE;
    task->early = true;
    return go(task, until);
}

/* A builder that has begun a building goes on, whatever becomes of the step: the building is paid
 * for. A builder on its way to build the only depot goes on, too, since the seat's income depends
 * on it. */
static void leave_building(us_plan *plan, us_task *task)
{
    const us_action_task *step = &task->step;
    const us_action_def *def = &plan->domain->action[step->order.action];
    const us_type_def *made =
        step->state == US_STEP_TAKEN ? us_cost_find(plan, &step->order) : NULL;
    bool builds = made && step->units > 0 && us_action_find_param(def, US_VALUE_CELL) >= 0;
    bool depot = made && (made->stores & ~us_plan_find_stored(plan, false));
    if (depot || (builds && step->product))
        us_detached_order_add(plan, task);
}

static void stop(us_task *task, us_stop how)
{
    if (how != US_HALT)
        return;
    if (task->early) {
        us_task_free(task);
        return;
    }
    leave_building(task->executor->plan, task);
    us_task_halt(task);
}

const us_task_host us_step_task_host = {begin, go, stop, NULL};

/* A unit that was needed for something more urgent returns to an action that goes on: that counts
 * as done. */
static void handle_order(us_plan *plan, us_task *task, const us_event *event)
{
    us_action_task *step = &task->step;
    bool put_off = event->kind == US_EVENT_FAILED && event->type == US_REASON_INTERRUPTED &&
                   plan->domain->action[step->order.action].continues;
    if (event->kind == US_EVENT_DONE || put_off)
        step->done++;
    else
        step->reason = (us_reason)event->type;
    leave(plan, task, event->entity);
}

void us_action_task_on_event(us_plan *plan, const us_event *event)
{
    bool ended = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
    if (event->kind == US_EVENT_GONE) {
        us_reservations_drop_unit(plan->reserve, event->entity);
        us_standing_order_forget(plan, event->entity);
    }
    if (ended)
        us_standing_order_on_event(plan, event);
    us_detached_orders_on_event(plan, event);
    if (!ended && event->kind != US_EVENT_GONE && event->kind != US_EVENT_CREATED)
        return;
    for (int i = 0; i < plan->exec.tasks; i++) {
        us_task *task = plan->exec.task[i];
        us_action_task *step = &task->step;
        if (!task->node_ref.frame || task->kind != US_NODE_ACT || step->state != US_STEP_TAKEN)
            continue;
        if (ended && step->by_squad)
            continue; /* the squad gives its units other orders */
        if (ended && (uint32_t)event->value == step->order.id && is_actor(step, event->entity)) {
            handle_order(plan, task, event);
        } else if (event->kind == US_EVENT_GONE && is_actor(step, event->entity)) {
            step->reason = US_REASON_DEAD;
            leave(plan, task, event->entity);
        } else if (event->kind == US_EVENT_CREATED && is_actor(step, event->other)) {
            step->product = event->entity;
            us_reservations_remove_request(plan->reserve, task->node);
        }
    }
}

/* An action that goes on holds its units loosely from the beginning. */
static void let_continue(us_plan *plan, us_task *task)
{
    const us_action_task *step = &task->step;
    const us_active_behavior *active = us_plan_find_behavior(&plan->exec, task->node_ref);
    for (int i = 0; i < step->units; i++)
        us_standing_order_set(plan, step->unit[i], &step->order);
    if (active && active->above)
        us_reservations_loosen(plan->reserve, task->node,
                               us_plan_find_goal(&plan->exec, task->node_ref));
}

void us_plan_on_order(us_plan *plan, const us_order *order, us_reason reason)
{
    us_task *task = us_seat_state_take_order(&plan->seat, reason).task;
    plan->counts.own += reason == US_REASON_NONE && order->step;
    us_standing_order_on_order(plan, order, reason);
    if (!task) {
        us_reinforcements_on_order(plan, order, reason);
        return;
    }
    update_cost(plan, task, order, reason);
    us_task_on_order(task, order, reason);
    if (reason == US_REASON_NONE && plan->domain->action[order->action].continues)
        let_continue(plan, task);
}
