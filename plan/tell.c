#include "plan/part.h"

#include <stdio.h>
#include <string.h>

#include "behavior/brl.h"
#include "domain/action.h"

static us_note start(const us_plan *plan, us_note_of of, us_note_kind kind, uint32_t node,
                     const us_why *why)
{
    us_why none = {0};
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

/* What is made for a step comes of a tree that names no type. */
static void print_step(us_plan *plan, const us_part *part)
{
    us_spot hole = us_run_above(plan->run, part->spot.frame);
    const us_part *lacking = hole.frame ? us_part_find(plan, hole) : NULL;
    const us_template *template = us_run_template(plan->run, part->spot.frame);
    if (!lacking || lacking->kind != US_NODE_ACT) {
        us_node_print(template, part->spot.node, &plan->text);
        return;
    }
    const us_action_def *def = &plan->domain->action[us_part_node(plan, part)->what];
    us_str_addf(&plan->text, "act %s(%s: \"%s\")", def->name,
                def->param[us_action_param(def, US_VALUE_TYPE)].name,
                plan->domain->type[lacking->step.making].name);
}

/* The label of a step; of one that stands alone in a labeled node, that. */
static const char *label_of(const us_template *template, int node)
{
    while (!template->node[node].label[0] && template->node[node].parent >= 0 &&
           us_node_about(template->node[template->node[node].parent].kind)->most == 1)
        node = template->node[node].parent;
    return template->node[node].label;
}

/* A step may be a query, which is no action. */
static const char *what_of(const us_plan *plan, const us_part *part)
{
    const us_node *node = us_part_node(plan, part);
    if (part->kind == US_NODE_GOAL)
        return plan->domain->goal[part->pursuit.goal.type].name;
    return node->kind == US_NODE_ACT ? plan->domain->action[node->what].name : "";
}

/* The first note of a part introduces it. */
static us_note of_part(us_plan *plan, us_part *part, us_note_kind kind, const us_why *why)
{
    bool known = part->node != 0;
    if (!known)
        part->node = ++plan->nodes;
    us_note note = start(plan, part->kind != US_NODE_GOAL ? US_NOTE_STEP : US_NOTE_GOAL, kind,
                         part->node, why);
    if (known)
        return note;
    const us_template *template = us_run_template(plan->run, part->spot.frame);
    const us_acting *acting = us_acting_around(plan, part->spot);
    us_str_reset(&plan->text);
    if (part->kind == US_NODE_GOAL)
        us_goal_print(plan->domain, &part->pursuit.goal, &plan->text);
    else
        print_step(plan, part);
    note.text = plan->text.text;
    note.what = what_of(plan, part);
    note.label = label_of(template, part->spot.node);
    note.above = acting ? acting->node : 0;
    return note;
}

void us_tell_part(us_plan *plan, us_part *part, us_note_kind kind, const us_why *why)
{
    us_note note = of_part(plan, part, kind, why);
    if (kind == US_NOTE_STOPPED && note.lacks.kind == US_LACKS_NONE)
        note.lacks = part->lacks;
    us_notes_add(&plan->notes, &note);
    part->waits[0] = '\0';
    part->lacks = (us_lacking){0};
}

void us_tell_waiting(us_plan *plan, us_part *part, const us_why *why)
{
    if (us_text_equal(part->waits, why->text) && part->lacks.kind == why->lacks.kind &&
        part->lacks.item == why->lacks.item)
        return;
    us_note note = of_part(plan, part, US_NOTE_WAITING, why);
    us_notes_add(&plan->notes, &note);
    snprintf(part->waits, sizeof part->waits, "%s", why->text);
    part->lacks = why->lacks;
}

void us_tell_bound(us_plan *plan, us_part *part, const char *slot, const us_id *unit, int units,
                   int32_t cell)
{
    us_note note = of_part(plan, part, US_NOTE_BOUND, NULL);
    note.slot = slot;
    note.unit = unit;
    note.units = units;
    note.cell = cell;
    us_notes_add(&plan->notes, &note);
}

void us_tell_behavior(us_plan *plan, us_acting *acting, us_note_kind kind, const us_why *why)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, kind, acting->node, why);
    note.behavior = acting->hash;
    us_notes_add(&plan->notes, &note);
}

void us_tell_tree(us_plan *plan, us_acting *acting, const char *name)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_STARTED, acting->node, NULL);
    note.text = name;
    note.behavior = acting->hash;
    us_notes_add(&plan->notes, &note);
}

void us_tell_answered(us_plan *plan, const us_acting *acting, const us_demand *asking)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_RETRIEVED, acting->node, NULL);
    note.above = acting->above;
    note.text = us_shelf_name(plan->def.shelf, asking->behavior);
    note.behavior = acting->hash;
    note.similarity = asking->similarity;
    note.margin = asking->margin;
    note.other = asking->other < 0 ? "" : us_shelf_name(plan->def.shelf, asking->other);
    note.attempt = 1;
    us_notes_add(&plan->notes, &note);
}

void us_tell_retrieved(us_plan *plan, const us_acting *acting, const us_chosen *chosen, int attempt)
{
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_RETRIEVED, acting->node, NULL);
    note.above = acting->above;
    note.text = us_shelf_name(plan->def.shelf, chosen->behavior);
    note.behavior = acting->hash;
    note.case_id = us_shelf_case_at(plan->def.shelf, chosen->found).id;
    note.similarity = chosen->similarity;
    note.margin = chosen->margin;
    note.other = chosen->other;
    note.attempt = attempt;
    us_notes_add(&plan->notes, &note);
}
