/* Goals. A behavior is retrieved when a goal needs one, watched while it runs, and judged by the
 * goal's own test when it ends. */
#include "domain/action.h"
#include "plan/task.h"

enum {
    GRACE = 7200, /* ticks in which orders that go on may still bring a goal about */
    SOON = 10,    /* ticks to wait for the next retrieval */
};

static bool reached(const us_plan *plan, const us_goal_task *goal_task)
{
    return us_goal_is_reached(plan->domain, &goal_task->goal, plan->view, goal_task->began);
}

/* Binds the entity that a goal is about, like the target of an action. */
static void bind_entity(us_plan *plan, uint32_t frame, const us_template *template,
                        const us_arg *arg)
{
    us_id id;
    int slot = us_template_find_slot(template, arg->text);
    const us_active_behavior *active = us_active_behavior_find(plan, frame);
    if (slot < 0 || template->slot[slot].slot.kind != US_VALUE_ENTITY || !active ||
        slot >= active->slots || us_run_is_bound(plan->run, frame, slot))
        return;
    if (us_plan_find_target(plan, &active->description[slot], NULL, -1, 0, &id))
        us_run_bind(plan->run, frame, slot, (us_value){.number = id});
}

/* Returns the goal of the node, with its present arguments. */
static us_goal goal_at(us_plan *plan, us_node_ref node_ref)
{
    const us_template *template = us_run_frame_template(plan->run, node_ref.frame);
    const us_node *node = &template->node[node_ref.node];
    for (int i = 0; i < node->arg_count; i++)
        bind_entity(plan, node_ref.frame, template, &node->arg[i]);
    us_binding binding = us_run_frame_binding(plan->run, node_ref.frame);
    us_goal goal = us_goal_make(plan->domain, node->what);
    goal.kind = us_goal_kind_from_pursue(plan->domain, node->what, node->pursue);
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param < 0)
            continue;
        int64_t value = arg->anchor ? us_reviser_find_anchor(plan->reviser, template, arg, &binding)
                                    : us_expr_eval(arg->expr, plan->view, &binding);
        us_goal_set_arg(&goal, arg->param, value);
    }
    us_goal_resolve_seats(plan->domain, &goal, plan->view->self, plan->view->world->seats);
    return goal;
}

int64_t us_goal_task_similarity(us_plan *plan, us_node_ref node_ref)
{
    us_goal goal = goal_at(plan, node_ref);
    return us_plan_goal_similarity(plan, node_ref, &goal);
}

static void take_goal(us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    goal_task->goal = goal_at(plan, task->node_ref);
    us_increase_begin(plan, task);
    goal_task->test = (us_binding){goal_task->goal.arg, goal_task->began};
    goal_task->found = -1;
}

static us_answer end(us_plan *plan, us_task *task, us_answer answer, const us_task_reason *why)
{
    us_plan_log_task(plan, task, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    us_plan_close_label(plan, task->node, answer == US_SUCCESS);
    if (answer == US_FAILURE)
        us_increase_end(plan, task);
    us_task_free(plan, task);
    return answer;
}

static us_answer fail(us_plan *plan, us_task *task, us_task_reason why)
{
    us_plan_pass_lack(plan, task->node_ref, &why);
    return end(plan, task, US_FAILURE, &why);
}

/* Ends the behavior that fills the goal. */
static void drop(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_active_behavior_end(plan, task->node_ref, &task->goal_task.frame, kind, why);
}

static int attempts_of(const us_plan *plan, const us_task *task)
{
    int set = plan->def.settings.attempts;
    return set ? set : us_task_node(plan, task)->retries;
}

static us_task_reason why_vain(const us_goal_task *goal_task)
{
    return (us_task_reason){"all its attempts failed", us_lacking_choose(goal_task->lacks)};
}

static us_task_reason why_none(const us_plan *plan, const us_chosen_behavior *chosen)
{
    const char *text = plan->trouble.length ? plan->trouble.text
                       : chosen->above      ? "no behavior for it but what is at work above it"
                                            : "no behavior for it";
    return (us_task_reason){text, {.kind = US_LACKS_BEHAVIOR}};
}

/* Tries another behavior for the goal. */
static us_answer attempt(us_plan *plan, us_task *task, us_cycle *until)
{
    us_chosen_behavior chosen;
    bool again;
    us_goal_task *goal_task = &task->goal_task;
    goal_task->grace = 0;
    if (goal_task->attempts >= attempts_of(plan, task) && goal_task->goal.kind != US_GOAL_MAINTAIN)
        return fail(plan, task, why_vain(goal_task));
    us_str_reset(&plan->trouble);
    us_plan_choose_behavior(plan, task, &chosen, &again);
    if (chosen.found < 0 && again) {
        *until = plan->view->world->now + us_ticks_to_cycles(plan->domain, SOON);
        return US_RUNNING;
    }
    bool found = chosen.found >= 0 && us_goal_task_fill(plan, task, &chosen);
    if (!found && chosen.found >= 0)
        us_failed_tries_add(plan->tries, &goal_task->goal, chosen.found,
                            us_measure_evaluate(plan->measure, plan->view), plan->view->world->now);
    if (!found && goal_task->goal.kind == US_GOAL_MAINTAIN) {
        us_plan_log_waiting(plan, task,
                            &(us_task_reason){"a behavior for it", {.kind = US_LACKS_BEHAVIOR}});
        *until = plan->view->world->now + us_ticks_to_cycles(plan->domain, 10 * SOON);
        return US_RUNNING;
    }
    if (!found)
        return fail(plan, task, why_none(plan, &chosen));
    task->lacks = (us_lacking){0}; /* the task waits no more */
    goal_task->found = chosen.found;
    goal_task->attempts++;
    us_plan_log_retrieved(plan, us_active_behavior_find(plan, goal_task->frame), &chosen,
                          goal_task->attempts);
    *until = goal_task->next;
    return US_RUNNING;
}

static us_answer hold(us_plan *plan, us_task *task, us_cycle *until)
{
    task->goal_task.held = true;
    task->goal_task.attempts = 0;
    us_plan_log_task(plan, task, US_NOTE_HELD, NULL);
    us_run_mark_held(plan->run, task->node_ref);
    *until = US_NEVER;
    return US_RUNNING;
}

static us_answer pursue(us_plan *plan, us_task *task, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    take_goal(plan, task);
    us_plan_log_task(plan, task, US_NOTE_READY, NULL);
    us_plan_open_label(plan, task->node, &goal_task->goal, us_plan_find_goal(plan, task->node_ref));
    bool holds = reached(plan, goal_task), maintain = goal_task->goal.kind == US_GOAL_MAINTAIN;
    if (holds && !maintain)
        return end(plan, task, US_SUCCESS, NULL);
    us_run_watch(plan->run, task->node_ref, us_goal_test(plan->domain, &goal_task->goal),
                 &goal_task->test);
    if (holds)
        return hold(plan, task, until);
    us_plan_log_task(plan, task, US_NOTE_STARTED, NULL);
    return attempt(plan, task, until);
}

us_answer us_goal_task_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until)
{
    us_task *task = us_task_new(plan, node_ref, US_NODE_GOAL);
    task->early = true;
    return us_goal_task_update(plan, task, until);
}

/* Whether a unit that the behavior set to something that goes on may bring the goal about. A unit
 * that gathers only brings about that there is more of something. */
static bool has_help(const us_plan *plan, const us_task *task)
{
    const us_goal *goal = &task->goal_task.goal;
    bool stock = us_expr_has_stock_reads(us_goal_test(plan->domain, goal));
    int units = us_reservations_count_units(plan->reserve, task->node);
    for (int i = 0; i < units; i++) {
        us_id id = us_reservations_unit_at(plan->reserve, task->node, i);
        if (stock || !us_plan_is_gathering(plan, id))
            return true;
    }
    return false;
}

/* Whether the goal may still be reached: the behavior succeeded, the goal's test doesn't hold, and
 * orders that go on may bring it about. */
static bool still_coming(us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    us_cycle now = plan->view->world->now;
    if (!has_help(plan, task))
        return false;
    if (goal_task->grace == 0)
        goal_task->grace = now + us_ticks_to_cycles(plan->domain, GRACE);
    return now < goal_task->grace;
}

/* Detaches the orders of units that make something, so that they are not called away although no
 * task waits for them. Orders that go on or fight are not detached. */
static void leave_orders(us_plan *plan, uint32_t frame)
{
    for (int i = 0; i < plan->tasks; i++) {
        us_task *task = plan->task[i];
        bool act = task->node_ref.frame == frame && task->kind == US_NODE_ACT;
        if (!act || task->step.state != US_STEP_TAKEN)
            continue;
        const us_action_def *def = &plan->domain->action[task->step.order.action];
        if (!def->continues && !us_action_can_harm(def)) {
            us_detached_orders_add(&plan->detached, task->node, task->step.order.id);
            task->left = true;
        }
    }
}

/* The demonstrator did something else by now. The behavior has not failed: whatever becomes of it,
 * as many attempts for the goal remain as before. */
static us_answer take_next(us_plan *plan, us_task *task, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    us_failed_tries_add(plan->tries, &goal_task->goal, goal_task->found, goal_task->state,
                        goal_task->tried_at);
    leave_orders(plan, goal_task->frame);
    drop(plan, task, US_NOTE_STOPPED,
         &(us_task_reason){.text = "the next one was begun by now when it was shown"});
    goal_task->attempts = 0;
    return attempt(plan, task, until);
}

/* Returns the reason of the end: the goal's test, a condition of the behavior, or a failure in
 * it. */
static us_task_reason why_ended(const us_plan *plan, const us_task *task, us_answer ended)
{
    const char *condition = us_run_node_failure(plan->run, task->node_ref);
    const us_active_behavior *active = us_active_behavior_find(plan, task->goal_task.frame);
    if (ended == US_SUCCESS)
        return (us_task_reason){"it ended and its goal is not reached", {.kind = US_LACKS_TEST}};
    if (condition[0])
        return (us_task_reason){condition, {.kind = US_LACKS_CONDITION}};
    return (us_task_reason){"what it does failed",
                            us_lacking_choose(active ? active->lacks : (us_lacking){0})};
}

static us_answer after_behavior(us_plan *plan, us_task *task, us_answer ended, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    if (ended == US_SUCCESS && still_coming(plan, task)) {
        us_plan_log_waiting(
            plan, task,
            &(us_task_reason){"what goes on to bring it about", {.kind = US_LACKS_TEST}});
        *until = plan->view->world->now + us_ticks_to_cycles(plan->domain, 3 * SOON);
        return US_RUNNING;
    }
    us_task_reason why = why_ended(plan, task, ended);
    goal_task->lacks = why.lacks;
    us_failed_tries_add(plan->tries, &goal_task->goal, goal_task->found, goal_task->state,
                        goal_task->tried_at);
    drop(plan, task, US_NOTE_FAILED, &why);
    return attempt(plan, task, until);
}

/* The demonstrator gave the goal up by now, and went on. */
static us_answer give_up(us_plan *plan, us_task *task)
{
    drop(plan, task, US_NOTE_STOPPED, NULL);
    us_plan_log_task(plan, task, US_NOTE_STOPPED,
                     &(us_task_reason){.text = "it was given up by now when it was shown"});
    us_plan_close_label(plan, task->node, false);
    us_increase_end(plan, task);
    us_task_free(plan, task);
    return US_SUCCESS;
}

static us_answer go_on(us_plan *plan, us_task *task, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    bool maintain = goal_task->goal.kind == US_GOAL_MAINTAIN;
    *until = US_NEVER;
    if (reached(plan, goal_task)) {
        if (maintain && goal_task->held)
            return US_RUNNING;
        drop(plan, task, US_NOTE_SUCCEEDED, NULL);
        return maintain ? hold(plan, task, until) : end(plan, task, US_SUCCESS, NULL);
    }
    if (goal_task->held) {
        goal_task->held = false;
        us_plan_log_waiting(plan, task,
                            &(us_task_reason){"its test to hold again", {.kind = US_LACKS_TEST}});
        us_plan_log_task(plan, task, US_NOTE_STARTED, NULL);
        return attempt(plan, task, until);
    }
    if (goal_task->frame && plan->view->world->now >= goal_task->next)
        return take_next(plan, task, until);
    *until = goal_task->frame ? goal_task->next : US_NEVER;
    if (us_run_node_frame(plan->run, task->node_ref) || *until != US_NEVER)
        return US_RUNNING;
    if (!goal_task->frame)
        return attempt(plan, task, until);
    return after_behavior(plan, task, us_run_node_last_answer(plan->run, task->node_ref), until);
}

us_answer us_goal_task_update(us_plan *plan, us_task *task, us_cycle *until)
{
    us_answer answer;
    us_cycle drop = task->goal_task.drop;
    us_pace pace = us_task_pace(plan, task->node_ref);
    if (task->early && pace.begin > plan->view->world->now) {
        *until = pace.begin;
        return US_RUNNING;
    }
    if (task->early) {
        task->early = false;
        task->goal_task.drop = drop = pace.drop;
        answer = pursue(plan, task, until);
    } else {
        answer = go_on(plan, task, until);
    }
    if (answer == US_RUNNING && plan->view->world->now >= drop)
        return give_up(plan, task);
    *until = *until < drop ? *until : drop;
    return answer;
}

void us_goal_task_stop(us_plan *plan, us_task *task)
{
    us_active_behavior *active = us_active_behavior_find(plan, task->goal_task.frame);
    if (active) {
        us_plan_log_behavior(plan, active, US_NOTE_STOPPED, NULL);
        us_active_behavior_free(active);
    }
    if (!task->early) {
        us_plan_log_task(plan, task, US_NOTE_STOPPED, NULL);
        us_plan_close_label(plan, task->node, false);
        us_increase_end(plan, task);
    }
    us_task_free(plan, task);
}
