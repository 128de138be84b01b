#include "plan/part.h"

#include <stdio.h>

#include "behavior/brl.h"

/* What a note of a part begins with: the first one introduces it. */
static us_note start(us_plan *plan, us_note_of of, us_note_kind kind, uint32_t node, bool *known,
                     const char *why)
{
    us_note note = {.cycle = plan->view->world->now,
                    .seat = plan->view->self,
                    .kind = (uint8_t)kind,
                    .of = (uint8_t)of,
                    .node = node,
                    .cell = -1,
                    .why = why};
    if (*known)
        return note;
    *known = true;
    us_str_reset(&plan->text);
    return note;
}

/* The number of the behavior that a spot belongs to; 0: none. */
static uint32_t above_of(const us_plan *plan, us_spot spot)
{
    const us_acting *acting = us_acting_around(plan, spot);
    return acting ? acting->number : 0;
}

static us_note of_part(us_plan *plan, us_part *part, us_note_kind kind, const char *why)
{
    bool known = part->known, goal = part->kind != US_NODE_ACT;
    us_note note =
        start(plan, goal ? US_NOTE_GOAL : US_NOTE_STEP, kind, part->number, &part->known, why);
    if (known)
        return note;
    const us_template *template = us_run_template(plan->run, part->spot.frame);
    if (part->kind == US_NODE_GOAL)
        us_goal_print(plan->domain, &part->pursuit.goal, &plan->text);
    else
        us_node_print(template, part->spot.node, &plan->text);
    note.text = plan->text.text;
    note.label = template->node[part->spot.node].label;
    note.above = above_of(plan, part->spot);
    return note;
}

void us_tell_part(us_plan *plan, us_part *part, us_note_kind kind, const char *why)
{
    us_note note = of_part(plan, part, kind, why);
    us_notes_add(&plan->notes, &note);
    part->waits[0] = '\0';
}

void us_tell_waiting(us_plan *plan, us_part *part, const char *why)
{
    if (us_text_equal(part->waits, why))
        return;
    us_note note = of_part(plan, part, US_NOTE_WAITING, why);
    us_notes_add(&plan->notes, &note);
    snprintf(part->waits, sizeof part->waits, "%s", why);
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

void us_tell_behavior(us_plan *plan, us_acting *acting, us_note_kind kind, const char *why)
{
    bool known = true;
    us_note note = start(plan, US_NOTE_BEHAVIOR, kind, acting->number, &known, why);
    note.behavior = acting->hash;
    us_notes_add(&plan->notes, &note);
}

void us_tell_retrieved(us_plan *plan, const us_acting *acting, const us_chosen *chosen, int attempt)
{
    bool known = true;
    us_note note = start(plan, US_NOTE_BEHAVIOR, US_NOTE_RETRIEVED, acting->number, &known, NULL);
    note.above = acting->goal;
    note.text = us_shelf_name(plan->def.shelf, chosen->behavior);
    note.behavior = acting->hash;
    note.case_id = us_shelf_case_at(plan->def.shelf, chosen->found).id;
    note.similarity = chosen->similarity;
    note.margin = chosen->margin;
    note.other = chosen->other;
    note.attempt = attempt;
    us_notes_add(&plan->notes, &note);
}
