#include "cli/trace_plan.h"

#include "cli/out.h"
#include "traces/plan_tree.h"

enum {
    DEEPEST = 32,       /* deeper nodes are indented no further */
    UNITS_SHOWN = 12,   /* units of a slot */
    FLUSH = 256 * 1024, /* bytes */
};

/* ---- as a tree */

typedef struct drawing {
    const us_plan_show *show;
    const us_plan_tree *plan;
    us_str line, *out;
} drawing;

static void indent(drawing *d, int depth)
{
    us_str_addf(&d->line, "%*s", 2 * (depth < DEEPEST ? depth : DEEPEST), "");
}

/* A retrieved behavior runs from then on. */
static void add_state(us_str *out, const us_plan_node *node)
{
    bool ended = us_note_kind_is_final((us_note_kind)node->state);
    if (node->state == US_NOTE_STARTED || node->state == US_NOTE_RETRIEVED)
        us_str_addf(out, "running since %d", (int)node->since);
    else
        us_str_addf(out, "%s %s %d", us_note_kind_name((us_note_kind)node->state),
                    ended ? "at" : "since", (int)node->since);
    if (node->over && !ended)
        us_str_addf(out, ", over with what is above it at %d", (int)node->closed);
    if (node->why[0])
        us_str_addf(out, ": %s", node->why);
    if (node->lacks.kind)
        us_str_addf(out, "%s lacks %s%s%s", node->why[0] ? ";" : ":",
                    us_note_lack_name(node->lacks.kind), node->lacks.item[0] ? " " : "",
                    node->lacks.item);
}

/* Prints a similarity with few decimals. */
static void add_part(us_str *out, int64_t part)
{
    us_str_add_decimal(out, part / 100000, US_NOTE_DECIMALS - 5);
}

static void add_found(us_str *out, const us_plan_node *node)
{
    us_str_addf(out, "; attempt %d", node->attempt);
    if (node->case_id)
        us_str_addf(out, ", case %lld", (long long)node->case_id);
    us_str_add(out, ", similarity ");
    add_part(out, node->similarity);
    if (!node->other[0])
        return;
    us_str_add(out, ", ");
    add_part(out, node->margin < 0 ? -node->margin : node->margin);
    us_str_addf(out, " %s \"%s\"", node->margin < 0 ? "behind" : "before", node->other);
}

static void add_repair(us_str *out, const us_plan_node *node)
{
    us_str_addf(out, "; repaired at %d for %s", (int)node->repaired, node->pattern);
    if (node->repairs > 1)
        us_str_addf(out, ", repair %d", node->repairs);
    if (node->repair_text[0])
        us_str_addf(out, ": %s", node->repair_text);
}

static void draw_node(drawing *d, const us_plan_node *node)
{
    indent(d, node->depth);
    us_str_addf(&d->line, "%u %s", (unsigned)node->number,
                us_note_subject_name((us_note_subject)node->of));
    if (node->label[0])
        us_str_addf(&d->line, " %s:", node->label);
    us_str_addf(&d->line, node->of == US_NOTE_BEHAVIOR ? " \"%s\"" : " %s", node->text);
    us_str_add(&d->line, ": ");
    add_state(&d->line, node);
    if (node->attempt)
        add_found(&d->line, node);
    if (node->repairs)
        add_repair(&d->line, node);
    us_out_add_line(d->out, &d->line);
}

static void draw_slot(drawing *d, const us_plan_slot *slot, int depth)
{
    int shown = d->show->all || slot->units <= UNITS_SHOWN ? slot->units : UNITS_SHOWN;
    indent(d, depth);
    us_str_addf(&d->line, "%s =", slot->name);
    if (slot->units == 0 && slot->cell >= 0)
        us_str_addf(&d->line, " cell %d,%d", US_CELL_X(slot->cell), US_CELL_Y(slot->cell));
    else if (slot->units == 0)
        us_str_add(&d->line, " nothing");
    for (int i = 0; i < shown; i++)
        us_str_addf(&d->line, "%s %u", i ? "," : "", (unsigned)slot->unit[i]);
    if (shown < slot->units)
        us_str_addf(&d->line, " and %d more", slot->units - shown);
    us_out_add_line(d->out, &d->line);
}

/* Prints the number of ended siblings in one line, with the reason of the last failure. */
static void draw_folded(drawing *d, int first, int depth)
{
    int64_t count[US_PLAN_ENDS] = {0};
    bool any = false;
    const us_plan_node *failed = NULL;
    for (int at = first; at != US_PLAN_NONE; at = d->plan->node[at].next) {
        const us_plan_node *node = &d->plan->node[at];
        if (!node->over)
            continue;
        count[us_plan_node_end(node)]++;
        any = true;
        if (node->state == US_NOTE_FAILED)
            failed = node;
    }
    if (!any)
        return;
    indent(d, depth);
    const char *before = "over: ";
    for (int end = 0; end < US_PLAN_ENDS; end++)
        if (count[end] > 0) {
            us_str_addf(&d->line, "%s%lld %s", before, (long long)count[end],
                        us_plan_end_name((us_plan_end)end));
            before = ", ";
        }
    if (failed)
        us_str_addf(&d->line, "; the last to fail was %u%s%s", (unsigned)failed->number,
                    failed->why[0] ? ": " : "", failed->why);
    us_out_add_line(d->out, &d->line);
}

/* Prints what the squad does in one line. */
static void draw_squad(const us_plan_tree *plan, us_str *out)
{
    const us_note *note = &plan->squad;
    const us_squad_state *squad = &note->squad;
    bool waits = squad->phase == US_PHASE_FORMING || squad->phase == US_PHASE_HOME;
    US_AUTOSTR(line);
    us_str_addf(&line, "squad: %s since %d, %d %s%s",
                us_squad_phase_name((us_squad_phase)squad->phase), (int)plan->squad_since,
                squad->units, waits ? "fighter" : "unit", squad->units == 1 ? "" : "s");
    if (squad->target)
        us_str_addf(&line, ", target %s %u", note->what, (unsigned)squad->target);
    if (note->cell >= 0)
        us_str_addf(&line, squad->target ? " at %d,%d" : ", target %d,%d", US_CELL_X(note->cell),
                    US_CELL_Y(note->cell));
    if (squad->step)
        us_str_addf(&line, waits ? ", step %u waits for it" : ", for step %u",
                    (unsigned)squad->step);
    if (note->why[0])
        us_str_addf(&line, ": %s", note->why);
    us_str_addf(&line, "; strength %lld against %lld", (long long)squad->ours,
                (long long)squad->theirs);
    if (squad->needs)
        us_str_addf(&line, ", needs %d%%", squad->needs);
    if (note->cycle > plan->squad_since)
        us_str_addf(&line, " at cycle %d", (int)note->cycle);
    us_out_add_line(out, &line);
}

static us_status flush(us_str *out, us_error *err)
{
    if (out->length < FLUSH)
        return US_OK;
    us_status status = us_out_write(out, err);
    us_str_reset(out);
    return status;
}

static us_status draw(const us_plan_show *show, const us_plan_tree *plan, us_str *out,
                      us_error *err)
{
    drawing d = {.show = show, .plan = plan, .out = out};
    us_status status = US_OK;
    bool into = true;
    us_str_init(&d.line);
    if (!show->all && plan->count > 0)
        draw_folded(&d, plan->first, 0);
    for (int at = us_plan_tree_next(plan, US_PLAN_NONE, true);
         at != US_PLAN_NONE && status == US_OK && !us_out_is_closed();
         at = us_plan_tree_next(plan, at, into)) {
        const us_plan_node *node = &plan->node[at];
        into = show->all || !node->over;
        if (!into)
            continue;
        draw_node(&d, node);
        for (int slot = node->slot; slot != US_PLAN_NONE; slot = plan->slot[slot].next)
            draw_slot(&d, &plan->slot[slot], node->depth + 1);
        if (!show->all)
            draw_folded(&d, node->first, node->depth + 1);
        status = flush(out, err);
    }
    us_str_clear(&d.line);
    return status;
}

/* ---- JSON: nodes by number, each with its parent */

static void write_slots(const us_plan_tree *plan, const us_plan_node *node, us_json_writer *writer)
{
    us_json_write_key_open(writer, "slots", '[');
    for (int at = node->slot; at != US_PLAN_NONE; at = plan->slot[at].next) {
        const us_plan_slot *slot = &plan->slot[at];
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "slot", slot->name);
        us_json_write_key_int(writer, "cycle", slot->cycle);
        if (slot->units == 0 && slot->cell >= 0) {
            us_json_write_key_int(writer, "x", US_CELL_X(slot->cell));
            us_json_write_key_int(writer, "y", US_CELL_Y(slot->cell));
        } else {
            us_json_write_key_open(writer, "units", '[');
            for (int i = 0; i < slot->units; i++)
                us_json_write_int(writer, slot->unit[i]);
            us_json_write_close(writer, ']');
        }
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_node(const us_plan_tree *plan, const us_plan_node *node, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_int(writer, "node", node->number);
    us_json_write_key_string(writer, "of", us_note_subject_name((us_note_subject)node->of));
    us_json_write_key_int(writer, "above",
                          node->above == US_PLAN_NONE ? 0 : plan->node[node->above].number);
    us_json_write_key_string(writer, "text", node->text);
    us_json_write_key_string(writer, "what", node->what);
    us_json_write_key_string(writer, "label", node->label);
    us_json_write_key_string(writer, "state", us_note_kind_name((us_note_kind)node->state));
    us_json_write_key_string(writer, "why", node->why);
    us_json_write_key_string(writer, "lacks", us_note_lack_name(node->lacks.kind));
    us_json_write_key_string(writer, "item", node->lacks.item);
    us_json_write_key_int(writer, "amount", node->lacks.amount);
    us_json_write_key_bool(writer, "over", node->over);
    us_json_write_key_int(writer, "opened", node->opened);
    us_json_write_key_int(writer, "since", node->since);
    if (node->over)
        us_json_write_key_int(writer, "closed", node->closed);
    if (node->of == US_NOTE_BEHAVIOR)
        us_json_write_key_hash(writer, "hash", node->behavior);
    if (node->attempt) {
        us_json_write_key_int(writer, "attempt", node->attempt);
        us_json_write_key_int(writer, "case", node->case_id);
        us_json_write_key_decimal(writer, "similarity", node->similarity, US_NOTE_DECIMALS);
        us_json_write_key_decimal(writer, "margin", node->margin, US_NOTE_DECIMALS);
        us_json_write_key_string(writer, "other", node->other);
    }
    if (node->repairs) {
        us_json_write_key_int(writer, "repairs", node->repairs);
        us_json_write_key_int(writer, "repaired", node->repaired);
        us_json_write_key_string(writer, "pattern", node->pattern);
        us_json_write_key_string(writer, "repair", node->repair_text);
    }
    write_slots(plan, node, writer);
    us_json_write_close(writer, '}');
}

static us_status write_plan(const us_plan_tree *plan, us_json_writer *writer, us_error *err)
{
    us_json_write_key_open(writer, "nodes", '[');
    for (int at = 0; at < plan->count && !us_out_is_closed(); at++) {
        write_node(plan, &plan->node[at], writer);
        US_TRY(flush(writer->out, err));
    }
    us_json_write_close(writer, ']');
    return US_OK;
}

/* ---- all seats */

static bool is_shown(const us_plan_show *show, const us_plans *plans, us_seat seat)
{
    const us_plan_tree *plan = &plans->plan[seat];
    return (plan->count > 0 || plan->squads) && (show->seat < 0 || show->seat == seat);
}

static us_status write_all(const us_plan_show *show, const us_log *log, const us_plans *plans,
                           us_str *out, us_error *err)
{
    us_status status = US_OK;
    us_json_writer writer = us_json_writer_begin(out, '[');
    for (us_seat seat = 0; seat < log->header->seats && status == US_OK; seat++) {
        if (!is_shown(show, plans, seat))
            continue;
        us_json_write_open(&writer, '{');
        us_json_write_key_int(&writer, "seat", seat);
        us_json_write_key_string(&writer, "player", log->header->seat[seat].player);
        us_json_write_key_int(&writer, "cycle", show->cycle);
        status = write_plan(&plans->plan[seat], &writer, err);
        us_plan_tree_write_squad(&plans->plan[seat], &writer);
        us_json_write_close(&writer, '}');
    }
    us_json_writer_end(&writer, ']');
    return status;
}

static us_status draw_all(const us_plan_show *show, const us_log *log, const us_plans *plans,
                          us_str *out, us_error *err)
{
    us_status status = US_OK;
    for (us_seat seat = 0; seat < log->header->seats && status == US_OK; seat++) {
        const us_plan_tree *plan = &plans->plan[seat];
        if (!is_shown(show, plans, seat))
            continue;
        us_out_add_linef(out, "seat %d, %s, cycle %d: %d node%s, %d open", seat,
                         log->header->seat[seat].player, (int)show->cycle, plan->count,
                         plan->count == 1 ? "" : "s", plan->open);
        if (plan->squads)
            draw_squad(plan, out);
        status = draw(show, plan, out, err);
    }
    return status;
}

us_status us_plan_draw(const us_plan_show *show, const us_log *log, us_str *out, us_error *err)
{
    us_plans_def def = {.path = show->path, .domain = log->domain, .to = show->cycle};
    US_AUTO(us_plans_clear) us_plans plans = {0};
    US_TRY(us_plans_read(&def, &plans, err));
    if (plans.notes == 0)
        us_out_log("%s: no player recorded a plan up to cycle %d", show->path, (int)show->cycle);
    return show->json ? write_all(show, log, &plans, out, err)
                      : draw_all(show, log, &plans, out, err);
}
