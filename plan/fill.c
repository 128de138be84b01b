/* A behavior comes to life: what it is for is bound, what was done is done, and what its case saw
 * is at hand for revision. */
#include "plan/part.h"

#include <string.h>

/* What is maintained is done again. */
static int list_done(const us_template *template, const us_shelf_case *from,
                     const char *label[US_TREE_CHILDREN_MAX])
{
    int count = 0;
    for (int i = 0; i < from->done_count && count < US_TREE_CHILDREN_MAX; i++) {
        label[count] = from->done[i];
        count += !us_step_is_maintained(template, label[count]);
    }
    return count;
}

static void describe(us_plan *plan, us_part *part, us_acting *acting, const us_template *template,
                     int found, const us_fill *fill)
{
    const us_known *known = us_known_of(plan, template, found);
    us_cycle now = plan->view->world->now;
    part->pursuit.next = US_NEVER;
    if (known && known->next > 0)
        part->pursuit.next = now + (plan->def.settings.pace ? known->next : 1);
    acting->hash = known ? known->hash : us_template_hash(template);
    if (!known)
        return;
    if (plan->def.settings.pace)
        us_pace_keep(plan, acting, template, known, fill);
    acting->slots = template->slot_count;
    acting->description = known->slot;
}

/* Should the attempt fail, this is the state in which it was made. */
static void remember_state(us_plan *plan, us_part *part, us_arena *arena)
{
    int count = us_shelf_space(plan->def.shelf)->count;
    part->pursuit.tried_at = plan->view->world->now;
    part->pursuit.state = US_ARENA_ARRAY(arena, int32_t, count + 1);
    memcpy(part->pursuit.state, us_measure_take(plan->measure, plan->view),
           (size_t)count * sizeof(int32_t));
}

bool us_fill_goal(us_plan *plan, us_part *part, const us_chosen *chosen)
{
    us_value value[US_SLOTS_MAX] = {0};
    us_slots bound = {0};
    const char *label[US_TREE_CHILDREN_MAX];
    const us_program *program = us_choose_program(plan, chosen->behavior);
    if (!program)
        return false;
    const us_template *template = us_program_template(program);
    us_slots_of_goal(template, &part->pursuit.goal, value, &bound);
    us_arena *arena = us_arena_new();
    us_fill fill = {
        .program = program, .value = value, .bound = &bound, .done = label, .granted = true};
    us_shelf_case from = us_shelf_case_at(plan->def.shelf, chosen->found);
    fill.done_count = list_done(template, &from, label);
    part->pursuit.frame = us_run_fill(plan->run, part->spot, &fill);
    if (!part->pursuit.frame) {
        us_plan_troubled(plan, "it would lie too deep");
        us_arena_free(arena);
        return false;
    }
    us_acting *acting = us_acting_new(plan, part->pursuit.frame);
    acting->above = part->node;
    acting->behavior = chosen->behavior;
    acting->arena = arena;
    remember_state(plan, part, arena);
    describe(plan, part, acting, template, chosen->found, &fill);
    plan->counts.expansions++;
    return true;
}
