#include "plan/replacement.h"

#include "behavior/repair.h"
#include "plan/squad.h"
#include <string.h>

/* ---- behaviors with another text than in the library */

static us_replaced_behavior *find_replaced(const us_plan *plan, int behavior)
{
    for (int i = plan->replaced.count - 1; i >= 0; i--)
        if (plan->replaced.item[i].behavior == behavior)
            return &plan->replaced.item[i];
    return NULL;
}

const us_program *us_plan_program(us_plan *plan, int behavior)
{
    const us_replaced_behavior *replaced = find_replaced(plan, behavior);
    return replaced ? replaced->program
                    : us_query_engine_get_program(plan->seat.asker, behavior, &plan->failure);
}

us_hash us_plan_behavior_hash(us_plan *plan, int behavior)
{
    const us_program *program =
        us_query_engine_get_program(plan->seat.asker, behavior, &plan->failure);
    us_assert(program);
    return us_query_engine_hash_template(plan->seat.asker, us_program_template(program));
}

void us_plan_free_replaced(us_plan *plan)
{
    for (int i = 0; i < plan->replaced.count; i++) {
        us_program_free(plan->replaced.item[i].program);
        us_template_free(plan->replaced.item[i].template);
    }
    us_mem_free(plan->replaced.item);
    for (int i = 0; i < plan->edits.count; i++)
        us_template_free(plan->edits.item[i].template);
    us_mem_free(plan->edits.item);
}

/* ---- behaviors at work */

bool us_plan_is_at_work(const us_plan *plan, const us_active_behavior *active)
{
    return us_run_frame_template(plan->exec.run, active->frame) != NULL;
}

/* Returns the behavior at work that began first after that number in notes, or NULL. behavior: of
 * the case base; -1: any. */
static const us_active_behavior *next_at_work(const us_plan *plan, uint32_t after, int behavior)
{
    const us_active_behavior *first = NULL;
    for (int i = 0; i < plan->exec.active.count; i++) {
        const us_active_behavior *active = &plan->exec.active.item[i];
        bool wanted = behavior < 0 ? active->behavior >= 0 : active->behavior == behavior;
        if (wanted && active->node > after && (!first || active->node < first->node) &&
            us_plan_is_at_work(plan, active))
            first = active;
    }
    return first;
}

/* ---- replacing */

/* Gives the nodes of the new template the pace of the old ones. New nodes were not shown. */
static void move_pace(us_active_behavior *active, const us_template *template, const int *to,
                      int count)
{
    if (!active->pace)
        return;
    us_pace *pace = US_ARENA_ARRAY(active->arena, us_pace, template->node_count);
    for (int i = 0; i < template->node_count; i++)
        pace[i] = (us_pace){.drop = US_NEVER, .added = true};
    for (int i = 0; i < count && i < active->nodes; i++)
        if (to[i] >= 0)
            pace[to[i]] = active->pace[i];
    active->pace = pace;
    active->nodes = template->node_count;
}

/* What an edit makes of the steps of a frame, in words. */
typedef struct step_lists {
    us_str over, on, anew, stopped, added;
} step_lists;

static void add_label(us_str *list, const char *label)
{
    us_str_addf(list, "%s%s", list->length > 0 ? ", " : "", label);
}

/* Notes what became of the steps. answer: of each old node, before; to: its new node, or -1. */
static void tell_steps(const us_template *old, const us_template *new, const us_answer *answer,
                       const int *to, step_lists *out)
{
    for (int i = 0; i < old->node_count; i++) {
        const char *label = old->node[i].label;
        if (!label[0])
            continue;
        if (to[i] >= 0 && answer[i] == US_RUNNING)
            add_label(&out->on, label);
        else if (to[i] >= 0 && answer[i] != US_ANSWER_NONE)
            add_label(&out->over, label);
        else if (to[i] < 0 && answer[i] == US_RUNNING)
            add_label(us_template_find_node(new, label) >= 0 ? &out->anew : &out->stopped, label);
    }
    for (int i = 0; i < new->node_count; i++)
        if (new->node[i].label[0] && us_template_find_node(old, new->node[i].label) < 0)
            add_label(&out->added, new->node[i].label);
}

static void print_steps(const step_lists *of, us_str *out)
{
    const us_str *list[] = {&of->over, &of->on, &of->anew, &of->stopped, &of->added};
    static const char *const what[] = {"over", "going on", "begun anew", "stopped", "new"};
    for (int i = 0; i < US_COUNT(what); i++)
        if (list[i]->length > 0)
            us_str_addf(out, "%s%s: %s", out->length > 0 ? "; " : "", what[i], list[i]->text);
}

static void clear_steps(step_lists *of)
{
    us_str *list[] = {&of->over, &of->on, &of->anew, &of->stopped, &of->added};
    for (int i = 0; i < US_COUNT(list); i++)
        us_str_clear(list[i]);
}

/* told: gets what became of its steps; or NULL. */
static void replace_frame(us_plan *plan, uint32_t frame, const us_program *program, int restart,
                          us_str *told)
{
    const us_template *old = us_run_frame_template(plan->exec.run, frame);
    const us_template *template = us_program_template(program);
    US_AUTOFREE int *to = US_NEW_ARRAY(int, old->node_count + 1);
    US_AUTOFREE us_answer *answer = US_NEW_ARRAY(us_answer, old->node_count + 1);
    US_AUTO(clear_steps)
    step_lists steps = {us_str_empty(), us_str_empty(), us_str_empty(), us_str_empty(),
                        us_str_empty()};
    for (int i = 0; i < old->node_count; i++)
        answer[i] = us_run_node_answer(plan->exec.run, (us_node_ref){frame, i});
    us_status status =
        us_run_replace(plan->exec.run, plan->seat.view, frame, program, restart, to, NULL);
    us_assert(status == US_OK); /* it was checked */
    us_executor_move_tasks(&plan->exec, frame, to);
    us_active_behavior *active = us_active_behavior_find(&plan->exec, frame);
    move_pace(active, template, to, old->node_count);
    active->squads = false;
    for (int i = 0; i < template->node_count; i++)
        active->squads |= template->node[i].kind == US_NODE_SQUAD;
    us_squad_on_replace(plan, frame, to);
    if (told) {
        tell_steps(old, template, answer, to, &steps);
        print_steps(&steps, told);
    }
}

us_status us_plan_replace(us_plan *plan, int behavior, us_template *template, uint32_t frame,
                          const char *label, us_str *told, us_error *err)
{
    const us_program *before = us_plan_program(plan, behavior);
    if (!before)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s", plan->failure.text);
    US_TRY(us_run_check_replace(us_program_template(before), template, err));
    const us_program *program = us_program_new(template);
    US_LIST_PUT(plan->replaced,
                ((us_replaced_behavior){behavior, template, (us_program *)(uintptr_t)program}));
    US_AUTOFREE uint32_t *frames = US_NEW_ARRAY(uint32_t, plan->exec.active.count + 1);
    const us_active_behavior *longest = next_at_work(plan, 0, behavior);
    uint32_t first = longest ? longest->frame : 0;
    int count = 0;
    for (int i = 0; i < plan->exec.active.count; i++)
        if (plan->exec.active.item[i].behavior == behavior)
            frames[count++] = plan->exec.active.item[i].frame;
    for (int i = 0; i < count; i++) {
        int restart = frames[i] == frame && label[0] ? us_template_find_node(template, label) : -1;
        if (us_run_frame_template(plan->exec.run, frames[i]))
            replace_frame(plan, frames[i], program, restart, frames[i] == first ? told : NULL);
    }
    const int *cases = us_case_base_list_cases(plan->def.case_base, behavior, &count);
    for (int i = 0; i < count; i++)
        plan->known[cases[i]] = NULL; /* by node of the old template */
    return US_OK;
}

/* ---- goals that a text adds */

/* Whether a behavior other than this one may fill such a goal. */
static bool is_achieved(const us_plan *plan, int goal, int but)
{
    const us_domain *domain = plan->domain;
    for (int i = 0; i < us_case_base_behavior_count(plan->def.case_base); i++) {
        const us_goal_pattern *pattern = us_case_base_behavior_pattern(plan->def.case_base, i);
        int like =
            pattern ? domain->goal_likeness[goal * domain->goal_count + pattern->goal.type] : 0;
        if (i != but && like > 0 && like >= plan->def.settings.least)
            return true;
    }
    return false;
}

us_status us_plan_check_goals(const us_plan *plan, int behavior, const us_template *before,
                              const us_template *after, us_error *err)
{
    for (int i = 0; i < after->node_count; i++) {
        int goal = after->node[i].what;
        if (us_repair_adds_goal(before, after, i) && !is_achieved(plan, goal, behavior))
            return us_error_set(err, US_FAILED, NULL, after->node[i].line, after->node[i].column,
                                "no other behavior achieves %s", plan->domain->goal[goal].name);
    }
    return US_OK;
}

/* ---- live editing */

static int find_behavior(const us_plan *plan, const char *name)
{
    int count = plan->def.case_base ? us_case_base_behavior_count(plan->def.case_base) : 0;
    for (int i = 0; i < count; i++)
        if (us_text_equal(us_case_base_behavior_name(plan->def.case_base, i), name))
            return i;
    return -1;
}

int us_plan_list_behaviors(us_plan *plan, us_plan_behavior *out, int most)
{
    int count = 0;
    for (const us_active_behavior *active = next_at_work(plan, 0, -1); active;
         active = next_at_work(plan, active->node, -1)) {
        if (next_at_work(plan, 0, active->behavior) != active) /* listed already */
            continue;
        if (count++ < most)
            out[count - 1] =
                (us_plan_behavior){.template = us_run_frame_template(plan->exec.run, active->frame),
                                   .hash = us_plan_behavior_hash(plan, active->behavior),
                                   .node = active->node,
                                   .replaced = find_replaced(plan, active->behavior) != NULL};
    }
    return count;
}

const us_template *us_plan_find_behavior_named(us_plan *plan, const char *name, us_hash *hash)
{
    int behavior = find_behavior(plan, name);
    const us_program *program = behavior < 0 ? NULL : us_plan_program(plan, behavior);
    if (program && hash)
        *hash = us_plan_behavior_hash(plan, behavior);
    return program ? us_program_template(program) : NULL;
}

/* Returns the text that the behavior will have after the edits that are to come; NULL: it can't be
 * read. */
static const us_template *find_last_text(us_plan *plan, int behavior)
{
    for (int i = plan->edits.count - 1; i >= 0; i--)
        if (plan->edits.item[i].behavior == behavior)
            return plan->edits.item[i].template;
    const us_program *program = us_plan_program(plan, behavior);
    return program ? us_program_template(program) : NULL;
}

us_status us_plan_check_edit(us_plan *plan, const us_template *template, us_error *err)
{
    int behavior = find_behavior(plan, template->name);
    const us_template *before = behavior < 0 ? NULL : find_last_text(plan, behavior);
    if (!before)
        return us_error_set(err, US_FAILED, NULL, template->line, template->column,
                            "the library has no behavior \"%.64s\"", template->name);
    us_error why = {0};
    if (us_run_check_replace(before, template, &why) != US_OK)
        return us_error_set(err, US_FAILED, NULL, template->line, template->column, "%s", why.text);
    return us_plan_check_goals(plan, behavior, before, template, err);
}

us_status us_plan_edit(us_plan *plan, us_template *template, us_cycle from, us_error *err)
{
    int edits = plan->edits.count;
    us_assert(edits == 0 || plan->edits.item[edits - 1].from <= from);
    US_AUTOPTR(us_template) owned = template;
    US_TRY(us_plan_check_edit(plan, template, err));
    US_LIST_PUT(plan->edits,
                ((us_coming_edit){find_behavior(plan, template->name), US_STEAL(owned), from}));
    return US_OK;
}

int us_plan_count_coming_edits(const us_plan *plan)
{
    return plan->edits.count;
}

static void put_edit(us_plan *plan, const us_coming_edit *edit)
{
    US_AUTOSTR(told);
    us_error why = {0};
    const us_active_behavior *active = next_at_work(plan, 0, edit->behavior);
    us_note note = us_note_begin(&plan->seat, US_NOTE_BEHAVIOR, US_NOTE_REPAIR,
                                 active ? active->node : 0, NULL);
    bool put = us_plan_replace(plan, edit->behavior, edit->template, 0, "", &told, &why) == US_OK;
    if (!put)
        us_template_free(edit->template);
    note.behavior = us_plan_behavior_hash(plan, edit->behavior);
    note.repair = (us_play_repair){.pattern = US_NOTE_EDIT, .number = put};
    note.text = told.text;
    note.why = why.text;
    us_notes_add(&plan->seat.notes, &note);
}

void us_plan_put_edits(us_plan *plan)
{
    int put = 0;
    for (; put < plan->edits.count && plan->edits.item[put].from <= plan->now; put++)
        put_edit(plan, &plan->edits.item[put]);
    plan->edits.count -= put;
    if (put > 0)
        memmove(plan->edits.item, plan->edits.item + put,
                (size_t)plan->edits.count * sizeof(us_coming_edit));
}
