#include "plan/task.h"

#include <stdio.h>
#include <string.h>

#include "behavior/brl.h"
#include "domain/action.h"

static us_note start(const us_plan *plan, us_note_subject of, us_note_kind kind, uint32_t node,
                     const us_task_reason *why)
{
    us_task_reason none = {0};
    why = why ? why : &none;
    return (us_note){.cycle = plan->view->world->now,
                     .seat = plan->view->self,
                     .kind = (uint8_t)kind,
                     .of = (uint8_t)of,
                     .node = node,
                     .cell = -1,
                     .why = why->text,
                     .lacks = why->lacks};
}

/* A task that makes what a step lacks comes from a tree without a type: prints the type that is
 * made. */
static void print_step(us_plan *plan, const us_task *task)
{
    us_node_ref open_node = us_run_frame_parent(plan->run, task->node_ref.frame);
    const us_task *lacking = open_node.frame ? us_task_find(plan, open_node) : NULL;
    const us_template *template = us_run_frame_template(plan->run, task->node_ref.frame);
    if (!lacking || lacking->kind != US_NODE_ACT) {
        us_node_print(template, task->node_ref.node, &plan->text);
        return;
    }
    const us_action_def *def = &plan->domain->action[us_task_node(plan, task)->what];
    us_str_addf(&plan->text, "act %s(%s: \"%s\")", def->name,
                def->param[us_action_find_param(def, US_VALUE_TYPE)].name,
                plan->domain->type[lacking->step.making].name);
}

/* Returns the label of a step, or that of a labeled node in which it stands alone. */
static const char *label_of(const us_template *template, int node)
{
    while (!template->node[node].label[0] && template->node[node].parent >= 0 &&
           us_node_kind_row(template->node[template->node[node].parent].kind)->most == 1)
        node = template->node[node].parent;
    return template->node[node].label;
}

/* Returns the name of the goal or action; "" for a query. */
static const char *what_of(const us_plan *plan, const us_task *task)
{
    const us_node *node = us_task_node(plan, task);
    if (task->kind == US_NODE_GOAL)
        return plan->domain->goal[task->goal_task.goal.type].name;
    return node->kind == US_NODE_ACT ? plan->domain->action[node->what].name : "";
}

/* The first note of a task introduces it. */
static us_note of_task(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    bool known = task->node != 0;
    if (!known)
        task->node = ++plan->nodes;
    us_note note = start(plan, task->kind != US_NODE_GOAL ? US_NOTE_STEP : US_NOTE_GOAL, kind,
                         task->node, why);
    if (known)
        return note;
    const us_template *template = us_run_frame_template(plan->run, task->node_ref.frame);
    const us_active_behavior *active = us_plan_find_behavior(plan, task->node_ref);
    us_str_reset(&plan->text);
    if (task->kind == US_NODE_GOAL)
        us_goal_print(plan->domain, &task->goal_task.goal, &plan->text);
    else
        print_step(plan, task);
    note.text = plan->text.text;
    note.what = what_of(plan, task);
    note.label = label_of(template, task->node_ref.node);
    note.above = active ? active->node : 0;
    return note;
}

void us_plan_log_task(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_note note = of_task(plan, task, kind, why);
    if (kind == US_NOTE_STOPPED && note.lacks.kind == US_LACKS_NONE)
        note.lacks = task->lacks;
    us_notes_add(&plan->notes, &note);
    task->waits[0] = '\0';
    task->lacks = (us_lacking){0};
}

void us_plan_log_waiting(us_plan *plan, us_task *task, const us_task_reason *why)
{
    if (us_text_equal(task->waits, why->text) && task->lacks.kind == why->lacks.kind &&
        task->lacks.item == why->lacks.item)
        return;
    us_note note = of_task(plan, task, US_NOTE_WAITING, why);
    us_notes_add(&plan->notes, &note);
    snprintf(task->waits, sizeof task->waits, "%s", why->text);
    task->lacks = why->lacks;
}

void us_plan_log_bound(us_plan *plan, us_task *task, const char *slot, const us_id *unit, int units,
                       int32_t cell)
{
    us_note note = of_task(plan, task, US_NOTE_BOUND, NULL);
    note.slot = slot;
    note.unit = unit;
    note.units = units;
    note.cell = cell;
    us_notes_add(&plan->notes, &note);
}

void us_plan_log_behavior(us_plan *plan, us_active_behavior *active, us_note_kind kind,
                          const us_task_reason *why)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, kind, active->node, why);
    note.behavior = active->hash;
    us_notes_add(&plan->notes, &note);
}

void us_plan_log_tree(us_plan *plan, us_active_behavior *active, const char *name)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_STARTED, active->node, NULL);
    note.text = name;
    note.behavior = active->hash;
    us_notes_add(&plan->notes, &note);
}

void us_plan_log_query(us_plan *plan, const us_active_behavior *active,
                       const us_active_query *asking)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_RETRIEVED, active->node, NULL);
    note.above = active->above;
    note.text = us_case_base_behavior_name(plan->def.case_base, asking->behavior);
    note.behavior = active->hash;
    note.similarity = asking->similarity;
    note.margin = asking->margin;
    note.other =
        asking->other < 0 ? "" : us_case_base_behavior_name(plan->def.case_base, asking->other);
    note.attempt = 1;
    us_notes_add(&plan->notes, &note);
}

void us_plan_log_retrieved(us_plan *plan, const us_active_behavior *active,
                           const us_chosen_behavior *chosen, int attempt)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_RETRIEVED, active->node, NULL);
    note.above = active->above;
    note.text = us_case_base_behavior_name(plan->def.case_base, chosen->behavior);
    note.behavior = active->hash;
    note.case_id = us_case_base_get_case(plan->def.case_base, chosen->found).id;
    note.similarity = chosen->similarity;
    note.margin = chosen->margin;
    note.other = chosen->other;
    note.attempt = attempt;
    us_notes_add(&plan->notes, &note);
}
