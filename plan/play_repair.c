#include "plan/play_repair.h"

#include <string.h>

#include "domain/watch.h"
#include "plan/replacement.h"

enum { TRIED_MAX = 512 }; /* repairs, taken or not, in a game */

/* A pattern that was tried for a step, or for a behavior as a whole (label ""). */
typedef struct tried {
    const us_failure_pattern *pattern;
    int row, behavior;
    us_hash label;
} tried;

/* A step that failed in this think. */
typedef struct failed_step {
    uint32_t frame, node;
    int behavior;
    const char *label; /* in the arena */
    us_lacking lacks;
} failed_step;

/* Failures of steps of one label. */
typedef struct failure_count {
    int behavior, times;
    us_hash label;
    us_note_lack lack;
} failure_count;

struct us_play_repairs {
    const us_repair_book *book;
    us_watch *watch; /* of the rows' conditions */
    us_cycle *since; /* by row: since when its condition holds; -1: it does not */
    us_cycle next;
    US_LIST(tried) tried;
    US_LIST(failed_step) failed;
    US_LIST(failure_count) count;
    us_arena *arena; /* labels */
};

/* A failure that is there now. */
typedef struct failing {
    const us_failure_pattern *pattern;
    int row, behavior;
    uint32_t frame;          /* of the behavior; 0: it is no longer at work */
    const char *label;       /* of the step; "": the behavior as a whole */
    uint32_t step;           /* its number in notes, or 0 */
    const us_lacking *lacks; /* of a step, or NULL */
} failing;

us_play_repairs *us_play_repairs_new(const us_repair_book *book)
{
    int rows = book->row.count;
    us_play_repairs *repairs = US_NEW(us_play_repairs);
    US_AUTOFREE const us_expr **condition = US_NEW_ARRAY(const us_expr *, rows + 1);
    repairs->book = book;
    repairs->arena = us_arena_new();
    repairs->since = US_NEW_ARRAY(us_cycle, rows + 1);
    for (int i = 0; i < rows; i++) {
        condition[i] = us_watched_row_condition(&book->row.item[i]);
        repairs->since[i] = -1;
    }
    repairs->watch = us_watch_new(condition, NULL, rows);
    return repairs;
}

void us_play_repairs_free(us_play_repairs *repairs)
{
    if (!repairs)
        return;
    us_watch_free(repairs->watch);
    us_mem_free(repairs->since);
    us_mem_free(repairs->tried.item);
    us_mem_free(repairs->failed.item);
    us_mem_free(repairs->count.item);
    us_arena_free(repairs->arena);
    us_mem_free(repairs);
}

/* ---- one failure */

static bool was_tried(us_play_repairs *repairs, const failing *f)
{
    us_hash label = us_hash_add_text(US_HASH_START, f->label);
    for (int i = 0; i < repairs->tried.count; i++) {
        const tried *t = &repairs->tried.item[i];
        if (t->pattern == f->pattern && t->row == f->row && t->behavior == f->behavior &&
            t->label == label)
            return true;
    }
    if (repairs->tried.count == TRIED_MAX)
        return true;
    US_LIST_PUT(repairs->tried, ((tried){f->pattern, f->row, f->behavior, label}));
    return false;
}

static us_status try_repair(us_plan *plan, const failing *f, const us_repair *repair,
                            const us_piece_row *row, us_error *err)
{
    US_AUTOPTR(us_template) patched = NULL;
    const us_program *program = us_plan_program(plan, f->behavior);
    bool has = false;
    if (!program)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s", plan->failure.text);
    const us_template *before = us_program_template(program);
    US_TRY(us_repair_patch(before, repair, f->label, row, true, &patched, &has, err));
    US_TRY(us_plan_check_goals(plan, f->behavior, before, patched, err));
    US_TRY(us_plan_replace(plan, f->behavior, patched, f->frame, f->label, NULL, err));
    patched = NULL;
    return US_OK;
}

/* repair NULL: none fits, for the reason why. */
static void log_repair(us_plan *plan, const failing *f, const us_repair *repair, const char *why)
{
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, f->frame);
    us_note note = us_note_begin(&plan->seat, US_NOTE_BEHAVIOR, US_NOTE_REPAIR,
                                 active ? active->node : 0, NULL);
    note.behavior = us_plan_behavior_hash(plan, f->behavior);
    note.repair = (us_play_repair){.pattern = f->pattern->name, .row = f->row, .step = f->step};
    note.label = f->label;
    if (f->lacks)
        note.lacks = *f->lacks;
    if (repair) {
        note.repair.number = 1 + (int)(repair - f->pattern->repair);
        note.what = us_modop_name(repair->modop);
        note.text = repair->about;
    }
    note.why = why;
    us_notes_add(&plan->seat.notes, &note);
}

static void mend(us_plan *plan, const failing *f)
{
    if (was_tried(plan->repairs, f))
        return;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOSTR(why);
    us_piece_row row = us_failure_pattern_play_row(f->pattern, f->row, f->lacks, arena);
    for (int i = 0; i < f->pattern->repairs; i++) {
        const us_repair *repair = &f->pattern->repair[i];
        us_error reason = {0};
        if (try_repair(plan, f, repair, &row, &reason) == US_OK) {
            log_repair(plan, f, repair, NULL);
            return;
        }
        us_str_addf(&why, "%s%s: %s", i > 0 ? "; " : "", us_modop_name(repair->modop), reason.text);
    }
    log_repair(plan, f, NULL, why.text);
}

/* ---- conditions */

static int depth_of(const us_plan *plan, uint32_t frame)
{
    int depth = 0;
    for (; frame; frame = us_run_frame_parent(plan->exec.run, frame).frame)
        depth++;
    return depth;
}

/* Returns the highest behavior at work, if possible one that pursues the goal of the plan. */
static const us_active_behavior *find_top(const us_plan *plan)
{
    const us_active_behavior *best = NULL;
    int least = 0;
    for (int i = 0; i < plan->exec.active.count; i++) {
        const us_active_behavior *active = &plan->exec.active.item[i];
        if (active->behavior < 0 || !us_plan_is_at_work(plan, active))
            continue;
        const us_task *task =
            us_task_find(&plan->exec, us_run_frame_parent(plan->exec.run, active->frame));
        bool main =
            task && task->kind == US_NODE_GOAL && task->goal_task.goal.type == plan->goal.type;
        int rank = depth_of(plan, active->frame) + (main ? 0 : US_FRAMES_DEEP);
        if (!best || rank < least || (rank == least && active->node < best->node)) {
            best = active;
            least = rank;
        }
    }
    return best;
}

static void look_at_conditions(us_plan *plan)
{
    us_play_repairs *repairs = plan->repairs;
    const int64_t *holds = us_watch_update(repairs->watch, plan->seat.view);
    for (int i = 0; i < repairs->book->row.count; i++) {
        const us_watched_row *row = &repairs->book->row.item[i];
        if (!holds[i])
            repairs->since[i] = -1;
        else if (repairs->since[i] < 0)
            repairs->since[i] = plan->now;
        if (!holds[i] || plan->now - repairs->since[i] < row->patience)
            continue;
        const us_active_behavior *top = find_top(plan);
        if (top)
            mend(plan, &(failing){.pattern = row->pattern,
                                  .row = row->row,
                                  .behavior = top->behavior,
                                  .frame = top->frame,
                                  .label = ""});
    }
}

/* ---- steps */

/* Returns the cheapest type of the role that some type makes, or NULL. */
static const char *type_of_role(const us_domain *domain, int role)
{
    us_type best = US_NO_TYPE;
    int64_t least = 0;
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        int64_t cost = 0;
        for (int r = 0; r < domain->resources.count; r++)
            cost += def->cost[r];
        if (def->abstract || def->kind == US_KIND_UPGRADE || !(def->roles >> role & 1) || cost == 0)
            continue;
        if (best == US_NO_TYPE || cost < least) {
            best = (us_type)i;
            least = cost;
        }
    }
    return best == US_NO_TYPE ? NULL : domain->type[best].name;
}

/* Names a type instead of a role, since repairs make units. */
static us_lacking with_type(const us_domain *domain, us_lacking lacks)
{
    bool unit = lacks.kind == US_LACKS_UNIT || lacks.kind == US_LACKS_REQUIREMENT;
    for (int i = 0; unit && lacks.item && i < domain->roles.count; i++)
        if (us_text_equal(domain->roles.name[i], lacks.item)) {
            const char *type = type_of_role(domain, i);
            lacks.item = type ? type : lacks.item;
            break;
        }
    return lacks;
}

static void mend_step(us_plan *plan, const failed_step *step, const us_failure_pattern *pattern)
{
    us_lacking lacks = with_type(plan->domain, step->lacks);
    mend(plan,
         &(failing){.pattern = pattern,
                    .behavior = step->behavior,
                    .frame = us_active_behavior_find(&plan->exec, step->frame) ? step->frame : 0,
                    .label = step->label,
                    .step = step->node,
                    .lacks = &lacks});
}

/* Returns the count of failures like that of the step; a new one is 0. Valid until the next call.
 */
static int *times_of(us_play_repairs *repairs, const failed_step *step)
{
    us_hash label = us_hash_add_text(US_HASH_START, step->label);
    for (int i = 0; i < repairs->count.count; i++) {
        failure_count *count = &repairs->count.item[i];
        if (count->behavior == step->behavior && count->label == label &&
            count->lack == step->lacks.kind)
            return &count->times;
    }
    US_LIST_PUT(repairs->count, ((failure_count){step->behavior, 0, label, step->lacks.kind}));
    return &repairs->count.item[repairs->count.count - 1].times;
}

void us_play_repairs_on_failure(us_plan *plan, const us_task *task, const us_task_reason *why)
{
    if (!plan || !plan->repairs)
        return;
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, task->node_ref.frame);
    if (!active || active->behavior < 0)
        return;
    us_play_repairs *repairs = plan->repairs;
    const char *label = us_plan_label(&plan->exec, task->node_ref);
    if (!label[0]) /* a repair added it */
        return;
    failed_step step = {.frame = active->frame,
                        .node = task->node,
                        .behavior = active->behavior,
                        .label = us_arena_strndup(repairs->arena, label, strlen(label)),
                        .lacks = us_lacking_choose(why->lacks)};
    US_LIST_PUT(repairs->failed, step);
    ++*times_of(repairs, &step);
}

static void look_at_failures(us_plan *plan)
{
    us_play_repairs *repairs = plan->repairs;
    for (int i = 0; i < repairs->failed.count; i++) {
        failed_step step = repairs->failed.item[i];
        for (int k = 0; k < repairs->book->patterns; k++) {
            const us_failure_pattern *pattern = repairs->book->pattern[k];
            if ((pattern->watch.lacks >> step.lacks.kind & 1) &&
                *times_of(repairs, &step) >= us_repair_book_param(pattern, "times", 1))
                mend_step(plan, &step, pattern);
        }
    }
    repairs->failed.count = 0;
}

us_cycle us_play_repairs_update(us_plan *plan)
{
    us_play_repairs *repairs = plan->repairs;
    us_plan_put_edits(plan);
    if (!repairs)
        return US_NEVER;
    look_at_failures(plan);
    if (plan->now < repairs->next)
        return repairs->next;
    look_at_conditions(plan);
    repairs->next = us_plan_after(plan, US_LOOK);
    return repairs->next;
}
