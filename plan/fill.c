/* Filling a goal with a behavior: binds the goal's arguments, marks steps as done, and keeps what
 * the case knows ready for revision. */
#include "plan/task.h"

#include <string.h>

/* Lists the done steps, without goals to maintain, which are done again. */
static int list_done(const us_template *template, const us_indexed_case *from,
                     const char *label[US_TREE_CHILDREN_MAX])
{
    int count = 0;
    for (int i = 0; i < from->done_count && count < US_TREE_CHILDREN_MAX; i++) {
        label[count] = from->done[i];
        count += !us_pace_is_maintained(template, label[count]);
    }
    return count;
}

static void describe(us_plan *plan, us_task *task, us_active_behavior *active,
                     const us_template *template, int found, const us_fill *fill)
{
    const us_case_metadata *known = us_case_metadata_get(plan, template, found);
    us_cycle now = plan->view->world->now;
    task->goal_task.next = US_NEVER;
    if (known && known->next > 0)
        task->goal_task.next = now + (plan->def.settings.pace ? known->next : 1);
    active->hash = known ? known->hash : us_template_hash(template);
    if (!known)
        return;
    if (plan->def.settings.pace)
        us_active_behavior_set_pace(plan, active, template, known, fill);
    active->slots = template->slot_count;
    active->description = known->slot;
}

/* Keeps the state at the beginning of an attempt, in case it fails. */
static void remember_state(us_plan *plan, us_task *task, us_arena *arena)
{
    int count = us_case_base_space(plan->def.case_base)->count;
    task->goal_task.tried_at = plan->view->world->now;
    task->goal_task.state = US_ARENA_ARRAY(arena, int32_t, count + 1);
    memcpy(task->goal_task.state, us_measure_evaluate(plan->measure, plan->view),
           (size_t)count * sizeof(int32_t));
}

bool us_goal_task_fill(us_plan *plan, us_task *task, const us_chosen_behavior *chosen)
{
    us_value value[US_SLOTS_MAX] = {0};
    us_slots bound = {0};
    const char *label[US_TREE_CHILDREN_MAX];
    const us_program *program = us_plan_get_program(plan, chosen->behavior);
    if (!program)
        return false;
    const us_template *template = us_program_template(program);
    us_template_bind_goal(template, &task->goal_task.goal, value, &bound);
    us_arena *arena = us_arena_new();
    us_fill fill = {
        .program = program, .value = value, .bound = &bound, .done = label, .granted = true};
    us_indexed_case from = us_case_base_get_case(plan->def.case_base, chosen->found);
    fill.done_count = list_done(template, &from, label);
    task->goal_task.frame = us_run_fill(plan->run, task->node_ref, &fill);
    if (!task->goal_task.frame) {
        us_plan_set_trouble(plan, "it would lie too deep");
        us_arena_free(arena);
        return false;
    }
    us_active_behavior *active = us_active_behavior_new(plan, task->goal_task.frame);
    active->above = task->node;
    active->behavior = chosen->behavior;
    active->arena = arena;
    remember_state(plan, task, arena);
    describe(plan, task, active, template, chosen->found, &fill);
    plan->counts.expansions++;
    return true;
}
