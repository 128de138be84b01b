#include "traces/plan_tree.h"

#include "base/sort.h"
#include "traces/reader.h"
#include <stdio.h>
#include <string.h>

int us_plan_tree_find(const us_plan_tree *plan, uint32_t number)
{
    int at = US_BISECT(i, plan->count, plan->node[i].number < number);
    return at < plan->count && plan->node[at].number == number ? at : US_PLAN_NONE;
}

int us_plan_tree_next(const us_plan_tree *plan, int at, bool into)
{
    if (at == US_PLAN_NONE)
        return plan->count > 0 ? plan->first : US_PLAN_NONE;
    if (into && plan->node[at].first != US_PLAN_NONE)
        return plan->node[at].first;
    while (at != US_PLAN_NONE && plan->node[at].next == US_PLAN_NONE)
        at = plan->node[at].above;
    return at == US_PLAN_NONE ? US_PLAN_NONE : plan->node[at].next;
}

static const char *keep(us_plan_tree *plan, const char *text)
{
    return text && text[0] ? us_arena_strndup(plan->arena, text, strlen(text)) : "";
}

static bool is_text(const char *text)
{
    return text && text[0];
}

static const char *name_of(uint8_t of)
{
    return us_note_subject_name((us_note_subject)of);
}

/* ---- the first note of a node */

static us_status check_above(const us_plan_tree *plan, const us_note *note, int above,
                             us_error *err)
{
    static const uint8_t expected[US_NOTE_SUBJECTS] = {
        [US_NOTE_GOAL] = US_NOTE_BEHAVIOR,
        [US_NOTE_BEHAVIOR] = US_NOTE_GOAL,
        [US_NOTE_STEP] = US_NOTE_BEHAVIOR,
    };
    const char *name = name_of(note->of), *wanted = name_of(expected[note->of]);
    unsigned number = note->node, below = note->above;
    if (!note->above) /* it stands in the domain's root.brl, which has no node */
        return US_OK;
    if (above == US_PLAN_NONE)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u stands below %u, which is not there", name, number, below);
    const us_plan_node *node = &plan->node[above];
    bool filled = note->of == US_NOTE_BEHAVIOR && node->of == US_NOTE_STEP; /* a query */
    if (node->of != expected[note->of] && !filled)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u stands below the %s %u, expected a %s", name, number,
                            name_of(node->of), below, wanted);
    if (node->over)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u begins below the %s %u, which ended at cycle %d", name, number,
                            name_of(node->of), below, (int)node->closed);
    return US_OK;
}

static us_status check_first(const us_plan_tree *plan, const us_note *note, int above,
                             us_error *err)
{
    US_TRY(check_above(plan, note, above, err));
    if (note->of != US_NOTE_BEHAVIOR && !is_text(note->text))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u begins without a text, expected what it is", name_of(note->of),
                            (unsigned)note->node);
    return US_OK;
}

static us_plan_node *add_node(us_plan_tree *plan, const us_note *note, int above)
{
    int at = plan->count;
    plan->node = us_array_grow(plan->node, at, &plan->node_capacity, sizeof(*plan->node));
    plan->count++;
    plan->open++;
    plan->node[at] = (us_plan_node){
        .number = note->node,
        .of = note->of,
        .state = US_NOTE_READY,
        .opened = note->cycle,
        .since = note->cycle,
        .closed = -1,
        .text = keep(plan, note->text),
        .what = keep(plan, note->what),
        .label = keep(plan, note->label),
        .why = "",
        .lacks = {.item = ""},
        .behavior = note->behavior,
        .other = "",
        .above = above,
        .first = US_PLAN_NONE,
        .last = US_PLAN_NONE,
        .next = US_PLAN_NONE,
        .slot = US_PLAN_NONE,
        .last_slot = US_PLAN_NONE,
        .depth = above == US_PLAN_NONE ? 0 : plan->node[above].depth + 1,
    };
    int *first = above == US_PLAN_NONE ? &plan->first : &plan->node[above].first;
    int *last = above == US_PLAN_NONE ? &plan->last : &plan->node[above].last;
    if (at == 0)
        *first = *last = US_PLAN_NONE;
    if (*last == US_PLAN_NONE)
        *first = at;
    else
        plan->node[*last].next = at;
    *last = at;
    return &plan->node[at];
}

/* ---- later notes */

static void bind(us_plan_tree *plan, us_plan_node *node, const us_note *note)
{
    int at = node->slot;
    while (at != US_PLAN_NONE && !us_text_equal(plan->slot[at].name, note->slot))
        at = plan->slot[at].next;
    if (at == US_PLAN_NONE) {
        at = plan->slots;
        plan->slot = us_array_grow(plan->slot, at, &plan->slot_capacity, sizeof(*plan->slot));
        plan->slots++;
        plan->slot[at] = (us_plan_slot){.name = keep(plan, note->slot), .next = US_PLAN_NONE};
        if (node->slot == US_PLAN_NONE)
            node->slot = at;
        else
            plan->slot[node->last_slot].next = at;
        node->last_slot = at;
    }
    us_plan_slot *slot = &plan->slot[at];
    slot->cycle = note->cycle;
    slot->units = note->units;
    slot->cell = note->units > 0 ? -1 : note->cell;
    slot->unit = us_arena_copy(plan->arena, note->unit, (size_t)note->units, sizeof(*note->unit));
}

/* Closes the node and all open nodes below. A node that is over has no open nodes below. */
static void close_node(us_plan_tree *plan, int top, us_cycle cycle)
{
    int depth = plan->node[top].depth;
    bool into = true;
    for (int at = top; at != US_PLAN_NONE && (at == top || plan->node[at].depth > depth);
         at = us_plan_tree_next(plan, at, into)) {
        us_plan_node *node = &plan->node[at];
        into = !node->over;
        if (node->over)
            continue;
        node->over = true;
        node->closed = cycle;
        plan->open--;
    }
}

static void apply_note(us_plan_tree *plan, int at, const us_note *note)
{
    us_plan_node *node = &plan->node[at];
    if (note->kind == US_NOTE_BOUND) {
        bind(plan, node, note);
        return;
    }
    node->state = note->kind;
    node->since = note->cycle;
    node->why = keep(plan, note->why);
    node->lacks = note->lacks;
    node->lacks.item = keep(plan, note->lacks.item);
    if (note->kind == US_NOTE_RETRIEVED) {
        node->case_id = note->case_id;
        node->similarity = note->similarity;
        node->margin = note->margin;
        node->other = keep(plan, note->other);
        node->attempt = note->attempt;
    }
    if (us_note_kind_is_final((us_note_kind)note->kind))
        close_node(plan, at, note->cycle);
}

static us_status check_later(const us_plan_node *node, const us_note *note, us_error *err)
{
    const char *name = name_of(note->of), *kind = us_note_kind_name((us_note_kind)note->kind);
    unsigned number = note->node;
    if (node->of != note->of)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found a %s %u, but %u is a %s", name,
                            number, number, name_of(node->of));
    if (node->over && us_note_kind_is_final((us_note_kind)node->state))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u is told as \"%s\", but it %s at cycle %d", name, number, kind,
                            us_note_kind_name((us_note_kind)node->state), (int)node->since);
    if (node->over && !us_note_kind_is_final((us_note_kind)note->kind))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u is told as \"%s\", but what is above it ended at cycle %d", name,
                            number, kind, (int)node->closed);
    if (note->above || is_text(note->text) || is_text(note->what) || is_text(note->label))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s %u begins again, it did so at cycle %d", name, number,
                            (int)node->opened);
    if (node->behavior != note->behavior)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s %u has another hash than before",
                            name, number);
    return US_OK;
}

static void take_squad(us_plan_tree *plan, const us_note *note)
{
    const us_note *before = &plan->squad;
    if (!plan->squads || before->squad.phase != note->squad.phase)
        plan->squad_since = note->cycle;
    const char *what = note->what, *why = note->why;
    bool same_what = us_text_equal(before->what ? before->what : "", what ? what : "");
    bool same_why = us_text_equal(before->why ? before->why : "", why ? why : "");
    what = plan->squads && same_what ? before->what : keep(plan, what);
    why = plan->squads && same_why ? before->why : keep(plan, why);
    plan->squads = true;
    plan->squad = *note;
    plan->squad.what = what;
    plan->squad.why = why;
}

static void take_repair(us_plan_tree *plan, const us_note *note)
{
    int at = note->node ? us_plan_tree_find(plan, note->node) : US_PLAN_NONE;
    if (at == US_PLAN_NONE || note->repair.number == 0)
        return;
    us_plan_node *node = &plan->node[at];
    node->repairs++;
    node->repaired = note->cycle;
    node->pattern = keep(plan, note->repair.pattern);
    node->repair_text = keep(plan, note->text);
}

us_status us_plan_tree_add(us_plan_tree *plan, const us_note *note, us_error *err)
{
    uint32_t last = plan->count > 0 ? plan->node[plan->count - 1].number : 0;
    if (!plan->arena)
        plan->arena = us_arena_new();
    if (note->kind == US_NOTE_SQUAD) {
        take_squad(plan, note);
        return US_OK;
    }
    if (note->kind == US_NOTE_REPAIR) {
        take_repair(plan, note);
        return US_OK;
    }
    if (note->node > last) {
        int above = note->above ? us_plan_tree_find(plan, note->above) : US_PLAN_NONE;
        us_status status = check_first(plan, note, above, err);
        add_node(plan, note, above);
        apply_note(plan, plan->count - 1, note);
        return status;
    }
    int at = us_plan_tree_find(plan, note->node);
    if (at == US_PLAN_NONE)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "a node %u begins, expected one above %u", (unsigned)note->node,
                            (unsigned)last);
    US_TRY(check_later(&plan->node[at], note, err));
    apply_note(plan, at, note);
    return US_OK;
}

void us_plan_tree_write_squad(const us_plan_tree *plan, us_json_writer *writer)
{
    const us_note *note = &plan->squad;
    const us_squad_state *squad = &note->squad;
    us_json_write_key(writer, "squad");
    if (!plan->squads) {
        us_json_write_null(writer);
        return;
    }
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "phase", us_squad_phase_name((us_squad_phase)squad->phase));
    us_json_write_key_int(writer, "since", plan->squad_since);
    us_json_write_key_int(writer, "noted", note->cycle);
    us_json_write_key_int(writer, "units", squad->units);
    us_json_write_key_int(writer, "target", squad->target);
    us_json_write_key_string(writer, "what", note->what);
    if (note->cell >= 0) {
        us_json_write_key_int(writer, "x", US_CELL_X(note->cell));
        us_json_write_key_int(writer, "y", US_CELL_Y(note->cell));
    }
    us_json_write_key_int(writer, "step", squad->step);
    us_json_write_key_int(writer, "ours", squad->ours);
    us_json_write_key_int(writer, "theirs", squad->theirs);
    us_json_write_key_int(writer, "needs", squad->needs);
    us_json_write_key_string(writer, "why", note->why);
    us_json_write_close(writer, '}');
}

void us_plan_tree_clear(us_plan_tree *plan)
{
    us_mem_free(plan->node);
    us_mem_free(plan->slot);
    us_arena_free(plan->arena);
    *plan = (us_plan_tree){.count = 0};
}

/* ---- the plans of a trace */

static us_status read_notes(const us_plans_def *def, us_trace *trace, us_plans *plans,
                            us_error *err)
{
    us_trace_record record;
    for (;;) {
        us_error fault;
        US_TRY(us_trace_next(trace, &record, err));
        if (record.kind == US_TRACE_STOP || record.cycle > def->to)
            return US_OK;
        if (record.kind != US_TRACE_NOTE && record.kind != US_TRACE_SQUAD &&
            record.kind != US_TRACE_REPAIR)
            continue;
        plans->notes += record.kind == US_TRACE_NOTE;
        if (us_plan_tree_add(&plans->plan[record.note.seat], &record.note, &fault) == US_OK)
            continue;
        if (!def->on_fault)
            return us_error_set(err, US_BAD_INPUT, def->path, record.line, record.column, "%s",
                                fault.text);
        def->on_fault(def->context, record.line, record.column, fault.text);
    }
}

us_status us_plans_read(const us_plans_def *def, us_plans *out, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_AUTO(us_plans_clear) us_plans plans = {.notes = 0};
    US_TRY(us_trace_open(def->path, &trace, err));
    us_trace_set_domain(trace, def->domain);
    US_TRY(read_notes(def, trace, &plans, err));
    *out = plans;
    plans = (us_plans){.notes = 0};
    return US_OK;
}

void us_plans_clear(us_plans *plans)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        us_plan_tree_clear(&plans->plan[seat]);
    plans->notes = 0;
}

/* ---- sums */

us_plan_end us_plan_node_end(const us_plan_node *node)
{
    switch (node->state) {
    case US_NOTE_SUCCEEDED:
        return US_PLAN_SUCCEEDED;
    case US_NOTE_FAILED:
        return US_PLAN_FAILED;
    default:
        return node->over ? US_PLAN_STOPPED : US_PLAN_OPEN;
    }
}

const char *us_plan_end_name(us_plan_end end)
{
    static const char *const names[US_PLAN_ENDS] = {"succeeded", "failed", "stopped", "open"};
    return names[end];
}

int us_plan_tree_find_goal(const us_plan_tree *plan, int at)
{
    while (at != US_PLAN_NONE && plan->node[at].of != US_NOTE_GOAL)
        at = plan->node[at].above;
    return at;
}

static us_plan_sum *sum_of(us_plan_sums *sums, const char *what)
{
    char goal[sizeof(sums->sum[0].goal)];
    snprintf(goal, sizeof(goal), "%.63s", what);
    for (int i = 0; i < sums->count; i++)
        if (us_text_equal(sums->sum[i].goal, goal))
            return &sums->sum[i];
    if (sums->count == US_PLAN_TYPES_MAX)
        return &sums->sum[sums->count - 1];
    us_plan_sum *sum = &sums->sum[sums->count++];
    bool others = sums->count == US_PLAN_TYPES_MAX;
    snprintf(sum->goal, sizeof(sum->goal), "%s", others ? "others" : goal);
    return sum;
}

us_plan_sums us_plan_tree_summarize(const us_plan_tree *plan)
{
    us_plan_sums sums = {US_NEW_ARRAY(us_plan_sum, US_PLAN_TYPES_MAX), 0};
    for (int at = 0; at < plan->count; at++) {
        const us_plan_node *node = &plan->node[at];
        int goal = us_plan_tree_find_goal(plan, at);
        us_plan_sum *sum = sum_of(&sums, goal == US_PLAN_NONE ? "" : plan->node[goal].what);
        sum->count[node->of][us_plan_node_end(node)]++;
    }
    return sums;
}
