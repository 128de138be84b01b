/* Increases that count the same at the same time, and are steps of one behavior, add up: none
 * counts the share of another. Resources that can be spent are counted as they are. */
#include <string.h>

#include "base/sums.h"
#include "plan/task.h"

static const us_expr *test_of(const us_plan *plan, const us_task *task)
{
    return us_goal_test(plan->domain, &task->goal_task.goal);
}

/* Whether both count the same and are steps of one behavior. */
static bool share(const us_plan *plan, const us_task *a, const us_task *b)
{
    const us_goal *one = &a->goal_task.goal, *other = &b->goal_task.goal;
    const us_goal_def *def = &plan->domain->goal[one->type];
    if (a == b || a->node_ref.frame != b->node_ref.frame || b->kind != US_NODE_GOAL || b->early ||
        one->type != other->type || one->kind != US_GOAL_INCREASE ||
        other->kind != US_GOAL_INCREASE)
        return false;
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind != US_VALUE_NUMBER && us_expr_has_slot(test_of(plan, a), p) &&
            one->arg[p].number != other->arg[p].number)
            return false;
    return true;
}

/* Whether the tally is a resource that can be spent: its requests settle the shares. */
static bool is_spent(const us_domain *domain, int tally)
{
    for (int i = 0; tally >= 0 && tally < domain->resources.count && i < domain->type_count; i++)
        if (domain->type[i].cost[tally] > 0)
            return true;
    return false;
}

/* Returns the task's own share of the gain. */
static int64_t number_of(const us_plan *plan, const us_task *task, int gain)
{
    int tally, slot = us_expr_gain_slot(test_of(plan, task), gain, &tally);
    int64_t number = slot < 0 ? 0 : task->goal_task.goal.arg[slot].number;
    return number > 0 && !is_spent(plan->domain, tally) ? number : 0;
}

void us_increase_begin(const us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    us_goal_begin(plan->domain, &goal_task->goal, plan->view, goal_task->began);
    memcpy(goal_task->alone, goal_task->began, sizeof goal_task->alone);
    for (int i = 0; i < plan->tasks; i++) {
        const us_task *other = plan->task[i];
        int gains = share(plan, task, other) ? us_expr_gain_count(test_of(plan, task)) : 0;
        for (int g = 0; g < gains; g++) {
            int64_t number = number_of(plan, other, g);
            int64_t end = us_sums_add(other->goal_task.began[g], number);
            if (number > 0 && goal_task->began[g] < end)
                goal_task->began[g] = end;
        }
    }
}

/* Removes the share of an ended increase from a later one. Returns whether that changes
 * anything. */
static bool give_back(const us_plan *plan, const us_task *gone, us_goal_task *later)
{
    bool changed = false;
    for (int g = 0; g < us_expr_gain_count(test_of(plan, gone)); g++) {
        int64_t began = us_sums_add(later->began[g], -number_of(plan, gone, g));
        began = began < later->alone[g] ? later->alone[g] : began;
        changed |= began != later->began[g];
        later->began[g] = began;
    }
    return changed;
}

void us_increase_end(const us_plan *plan, const us_task *task)
{
    for (int i = 0; us_run_view(plan->run) && i < plan->tasks; i++) {
        us_task *other = plan->task[i];
        if (!share(plan, task, other) || other->node < task->node ||
            !give_back(plan, task, &other->goal_task))
            continue;
        us_run_watch(plan->run, other->node_ref, test_of(plan, other), &other->goal_task.test);
        us_run_wake(plan->run, other->node_ref);
    }
}
