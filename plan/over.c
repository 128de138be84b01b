/* The end of the game: results of the goals that were still pursued. */
#include "plan/task.h"

/* Returns the last goal with a note before that node; goals below have later notes. */
static us_task *goal_before(const us_plan *plan, uint32_t node)
{
    us_task *last = NULL;
    for (int i = 0; i < plan->tasks; i++) {
        us_task *task = plan->task[i];
        bool goal = task->node_ref.frame && task->kind == US_NODE_GOAL && task->node > 0;
        if (goal && task->node < node && (!last || task->node > last->node))
            last = task;
    }
    return last;
}

static void tell(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_active_behavior *active = us_active_behavior_find(plan, task->goal_task.frame);
    if (active)
        us_plan_log_behavior(plan, active, kind, why);
    us_plan_log_task(plan, task, kind, why);
}

void us_plan_end_game(us_plan *plan, const us_view *view, const us_outcome *outcome)
{
    static const us_task_reason lost = {"the game is lost", {.kind = US_LACKS_OTHER}};
    static const us_task_reason drawn = {"the game is a draw", {.kind = US_LACKS_OTHER}};
    const us_task_reason *why = outcome->winner == US_NEUTRAL   ? &drawn
                                : outcome->winner != view->self ? &lost
                                                                : NULL;
    plan->view = view;
    plan->now = view->world->now;
    us_notes_reset(&plan->notes);
    for (us_task *task = goal_before(plan, UINT32_MAX); task;
         task = goal_before(plan, task->node)) {
        const us_goal_task *goal_task = &task->goal_task;
        if (goal_task->goal.kind == US_GOAL_MAINTAIN)
            continue;
        if (us_goal_is_reached(plan->domain, &goal_task->goal, view, goal_task->began))
            tell(plan, task, US_NOTE_SUCCEEDED, NULL);
        else if (why)
            tell(plan, task, US_NOTE_FAILED, why);
    }
    us_active_behavior *tree = us_active_behavior_find(plan, plan->root_frame);
    int64_t began[US_GAINS_MAX] = {0};
    if (!tree)
        return;
    if (us_goal_is_reached(plan->domain, &plan->goal, view, began))
        us_plan_log_behavior(plan, tree, US_NOTE_SUCCEEDED, NULL);
    else if (why)
        us_plan_log_behavior(plan, tree, US_NOTE_FAILED, why);
}
