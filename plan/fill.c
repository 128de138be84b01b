/* A behavior comes to life: what it is for is bound, what was done is done, and what its case saw
 * is at hand for revision. */
#include "plan/part.h"

#include <string.h>

/* Slots that stand alone as an argument of what it achieves are what is pursued. */
static void bind_goal(const us_template *template, const us_goal *goal, us_value *value,
                      us_slots *bound)
{
    for (int i = 0; i < template->goal_args; i++) {
        const us_arg *arg = &template->goal_arg[i];
        int slot = us_slot_find(template, arg->text);
        if (slot >= 0 && arg->param >= 0 && goal->given >> arg->param & 1) {
            value[slot] = goal->arg[arg->param];
            us_slots_add(bound, slot);
        }
    }
}

/* A goal that is maintained is never done: it ends with what stands above it. */
static bool goes_on(const us_template *template, const char *label)
{
    int at = us_template_find(template, label);
    const us_node *node = at < 0 ? NULL : &template->node[at];
    return node && node->kind == US_NODE_GOAL && node->what >= 0 &&
           us_pursued_kind(template->domain, node->what, node->pursue) == US_GOAL_MAINTAIN;
}

static int split(const us_template *template, const char *done,
                 const char *label[US_TREE_CHILDREN_MAX], us_arena *arena)
{
    int count = 0;
    for (const char *at = done; *at && count < US_TREE_CHILDREN_MAX;) {
        size_t length = strcspn(at, " ");
        label[count] = us_arena_text(arena, at, length);
        count += !goes_on(template, label[count]);
        at += length + (at[length] == ' ');
    }
    return count;
}

/* The entry of a step's pace, or NULL. */
static const us_entry *pace_of(const us_case *seen, const char *label)
{
    for (int i = seen->entry_count - 1; i >= 0 && label[0]; i--) {
        const us_entry *entry = &seen->entry[i];
        bool sound = entry->count >= 1 && us_entry_number(entry, 0) >= 0 &&
                     us_entry_number(entry, entry->count - 1) < US_CYCLES_LIMIT;
        if (sound && us_text_starts(entry->key, "pace.") && us_text_equal(entry->key + 5, label))
            return entry;
    }
    return NULL;
}

static bool is_among(const us_fill *fill, const char *label)
{
    for (int i = 0; i < fill->done_count; i++)
        if (us_text_equal(fill->done[i], label))
            return true;
    return false;
}

/* What is still to be done and begins first, is begun now: the others as long after it as they
 * were. What is maintained goes on where others are done already. */
static int64_t first_pace(const us_template *template, const us_case *seen, const us_fill *fill)
{
    int64_t first = US_CYCLES_LIMIT;
    for (int i = 0; i < template->node_count; i++) {
        const char *label = template->node[i].label;
        const us_entry *pace = pace_of(seen, label);
        if (pace && us_entry_number(pace, 0) < first && !is_among(fill, label) &&
            !(fill->done_count && goes_on(template, label)))
            first = us_entry_number(pace, 0);
    }
    return first;
}

static void keep_pace(us_plan *plan, us_acting *acting, const us_template *template,
                      const us_case *seen, const us_fill *fill)
{
    int64_t first = first_pace(template, seen, fill), now = plan->view->world->now;
    acting->nodes = template->node_count;
    acting->pace = US_ARENA_ARRAY(acting->arena, us_pace, acting->nodes);
    for (int i = 0; i < template->node_count; i++) {
        const us_entry *pace = pace_of(seen, template->node[i].label);
        acting->pace[i] = (us_pace){0, US_NEVER};
        if (pace && us_entry_number(pace, 0) > first)
            acting->pace[i].begin = (us_cycle)(now + us_entry_number(pace, 0) - first);
        if (pace && pace->count > 1 && us_entry_number(pace, 1) > first)
            acting->pace[i].drop = (us_cycle)(now + us_entry_number(pace, 1) - first);
    }
}

static void describe(us_plan *plan, us_acting *acting, const us_template *template, int found,
                     const us_fill *fill)
{
    us_case seen;
    us_error err;
    if (us_shelf_described(plan->def.shelf, found, acting->arena, &seen, &err) != US_OK) {
        us_plan_troubled(plan, err.text);
        return;
    }
    if (plan->def.settings.pace)
        keep_pace(plan, acting, template, &seen, fill);
    acting->slots = template->slot_count;
    acting->description = US_ARENA_ARRAY(acting->arena, us_described, acting->slots);
    for (int i = 0; i < acting->slots; i++)
        us_described_of(template, i, &seen, &acting->description[i]);
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
    bind_goal(template, &part->pursuit.goal, value, &bound);
    us_arena *arena = us_arena_new();
    us_fill fill = {
        .program = program, .value = value, .bound = &bound, .done = label, .granted = true};
    fill.done_count =
        split(template, us_shelf_case_at(plan->def.shelf, chosen->found).done, label, arena);
    part->pursuit.frame = us_run_fill(plan->run, part->spot, &fill);
    if (!part->pursuit.frame) {
        us_plan_troubled(plan, "it would lie too deep");
        us_arena_free(arena);
        return false;
    }
    us_acting *acting = us_acting_new(plan, part->pursuit.frame);
    acting->goal = part->number;
    acting->above = part->node;
    acting->behavior = chosen->behavior;
    acting->label = (uint32_t)part->pursuit.label + 1;
    acting->hash = us_template_hash(template);
    acting->arena = arena;
    remember_state(plan, part, arena);
    describe(plan, acting, template, chosen->found, &fill);
    plan->counts.expansions++;
    return true;
}
