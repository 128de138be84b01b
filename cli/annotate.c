#include <string.h>

#include "base/json.h"
#include "cli/annotate.h"
#include "cli/out.h"
#include "traces/label_check.h"
#include "traces/label_tree.h"

const us_option us_annotate_options[US_ANNOTATE_OPTIONS] = {
    [US_ANNOTATE_AUTO] = {"--auto", NULL, "suggest goals for orders from the goals' own tests"},
    [US_ANNOTATE_ACCEPT] = {"--accept", "all|ID,...", "make these suggestions labels"},
    [US_ANNOTATE_REJECT] = {"--reject", "all|ID,...", "remove these suggestions"},
    [US_ANNOTATE_CHECK] = {"--check", NULL, "list all faults of the annotation"},
    [US_ANNOTATE_GOAL] = {"--goal", "TEXT", "add this goal, for the orders of --orders"},
    [US_ANNOTATE_ORDERS] = {"--orders", "A-B,...", "from order A to order B, both included"},
    [US_ANNOTATE_SEAT] = {"--seat", "N|all",
                          "the seat; else all seats, or the seat that gave the orders", 0,
                          US_SEATS_MAX - 1, .word = "all"},
    [US_ANNOTATE_MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [US_ANNOTATE_OUT] = {"-o", "FILE", "write the annotation there; else beside the trace"},
    [US_ANNOTATE_JSON] = {"--json", NULL, "print the result as one JSON object"},
};

/* ---- showing */

/* Appends "orders 3-9", or "2 of orders 3-9". */
static void show_orders(const us_annotate_state *a, const us_goal_instance *instance, us_str *out)
{
    uint32_t first = instance->span[0].from, last = instance->span[instance->spans - 1].to - 1;
    uint32_t own = 0;
    for (int i = 0; i < a->course->orders; i++) {
        const us_order *order = &a->course->order[i].order;
        own += order->seat == instance->seat && us_goal_instance_has_order(instance, order->id);
    }
    if (own < last - first + 1)
        us_str_addf(out, "%u of ", (unsigned)own);
    us_str_addf(out, "orders %u-%u", (unsigned)first, (unsigned)last);
}

static void show_goal(us_annotate_state *a, const us_goal_instance *instance,
                      const us_label_place *place)
{
    enum { DEEPEST = 32 }; /* deeper goals are indented no further */
    US_AUTOSTR(line);
    int depth = place->depth < DEEPEST ? place->depth : DEEPEST;
    us_str_addf(&line, "%*s%u ", 2 * depth, "", (unsigned)instance->id);
    us_goal_print(a->course->domain, &instance->goal, &line);
    us_str_add(&line, ": ");
    show_orders(a, instance, &line);
    us_str_addf(&line, ", cycles %d-", (int)instance->opened);
    if (instance->closed >= 0)
        us_str_addf(&line, "%d%s", (int)instance->closed, instance->achieved ? ", reached" : "");
    us_str_addf(&line, ", %sby %s%s%s", instance->suggested ? "suggested " : "", instance->by,
                instance->suggested ? ": " : "", instance->suggested ? instance->why : "");
    if (place->lost || place->circle)
        us_str_addf(&line, " (its parent %u is %s)", (unsigned)instance->parent,
                    place->lost ? "not there" : "below it");
    us_out_add_line(a->out, &line);
}

static us_status show(us_annotate_state *a, us_error *err)
{
    US_TRY(us_annotate_load(a, true, err));
    if (us_args_is_given(a->args, US_ANNOTATE_JSON)) {
        us_annotation_write(a->annotation, a->out);
        return US_OK;
    }
    US_AUTO(us_label_tree_clear) us_label_tree tree = {0};
    us_label_tree_init(&tree, a->annotation);
    for (int i = 0; i < tree.count; i++)
        show_goal(a, &a->annotation->goal[tree.order[i]], &tree.place[tree.order[i]]);
    return US_OK;
}

/* ---- checking */

static const char not_checked[] = "whether goals were reached";

static void print_findings(us_annotate_state *a, bool checked)
{
    US_AUTOSTR(line);
    for (int i = 0; i < a->remarks.count; i++) {
        const us_remark *remark = &a->remarks.remark[i];
        us_str_add(&line, a->path.text);
        if (remark->line > 0)
            us_str_addf(&line, ":%d", remark->line);
        if (remark->column > 0)
            us_str_addf(&line, ":%d", remark->column);
        us_str_addf(&line, ": %s: %s", remark->error ? "error" : "warning", remark->text);
        us_out_add_line(a->out, &line);
    }
    int more = a->remarks.errors + a->remarks.warnings - a->remarks.count;
    if (more > 0)
        us_out_add_linef(a->out, "%s: %d more", a->path.text, more);
    else if (a->remarks.count == 0)
        us_out_add_linef(a->out, "%s: sound%s: %d goal%s", a->path.text,
                         checked || a->course->scenario ? "" : " in form", a->annotation->count,
                         a->annotation->count == 1 ? "" : "s");
}

/* why: reason that the game could not be replayed; NULL: it was. */
static void write_findings(us_annotate_state *a, const char *why)
{
    us_json_writer writer = us_json_writer_begin(a->out, '{');
    us_json_write_key_string(&writer, "annotation", a->path.text);
    us_json_write_key_bool(&writer, "sound", a->remarks.errors == 0);
    us_json_write_key_int(&writer, "goals", a->annotation->count);
    us_json_write_key_int(&writer, "errors", a->remarks.errors);
    us_json_write_key_int(&writer, "warnings", a->remarks.warnings);
    us_json_write_key_bool(&writer, "replayed", why == NULL && a->course->scenario);
    if (why)
        us_json_write_key_string(&writer, "not_checked", not_checked);
    if (why)
        us_json_write_key_string(&writer, "why", why);
    us_json_write_key_open(&writer, "findings", '[');
    for (int i = 0; i < a->remarks.count; i++) {
        const us_remark *remark = &a->remarks.remark[i];
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "kind", remark->error ? "error" : "warning");
        us_json_write_key_int(&writer, "line", remark->line);
        us_json_write_key_int(&writer, "column", remark->column);
        us_json_write_key_string(&writer, "what", remark->text);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static us_status check(us_annotate_state *a, us_error *err)
{
    char why[1024];
    us_error unplayed = {0};
    US_TRY(us_annotate_load(a, true, err));
    us_status status = us_annotation_check(a->annotation, a->course, a->trace, a->map, &a->remarks,
                                           us_interrupt_is_pending, &unplayed);
    if (status == US_INTERRUPTED)
        return us_error_set(err, status, NULL, 0, 0, "%s", unplayed.text);
    us_error_print(&unplayed, why, sizeof(why));
    if (us_args_is_given(a->args, US_ANNOTATE_JSON))
        write_findings(a, status == US_OK ? NULL : why);
    else
        print_findings(a, status == US_OK);
    if (status == US_OK)
        us_annotate_log_gap(a->course);
    else
        us_out_log("not checked: %s: %s", not_checked, why);
    int errors = a->remarks.errors;
    if (errors > 0)
        return us_error_set(err, US_FAILED, a->path.text, 0, 0, "%d error%s", errors,
                            errors == 1 ? "" : "s");
    /* a replay that differs is a failure; a game that cannot be replayed is none */
    if (status != US_OK && a->course->scenario)
        return us_error_set(err, status == US_MISMATCH ? US_FAILED : status, a->trace,
                            unplayed.line, 0, "%s", unplayed.text);
    return US_OK;
}

/* ---- by hand */

/* Fails about ranges of an option: orders, or goals. */
static us_status bad_ranges(int option, const char *text, us_error *err)
{
    return us_error_refuse(err, "annotate: %s: expected %s, found \"%.64s\"",
                           us_annotate_options[option].name,
                           option == US_ANNOTATE_ORDERS ? "ranges of orders such as 3-17,20"
                                                        : "all, or ranges of goals such as 3-17,20",
                           text);
}

us_status us_annotate_parse_range(int option, const char **text, us_span *out, us_error *err)
{
    char range[32];
    int64_t from, to;
    size_t length = strcspn(*text, ",");
    memcpy(range, *text, length < sizeof(range) ? length : 0);
    range[length < sizeof(range) ? length : 0] = '\0';
    char *dash = strchr(range, '-');
    if (dash)
        *dash = '\0';
    if (!us_text_to_int(range, 1, UINT32_MAX - 1, &from) ||
        !us_text_to_int(dash ? dash + 1 : range, from, UINT32_MAX - 1, &to))
        return bad_ranges(option, *text, err);
    *out = (us_span){(uint32_t)from, (uint32_t)to + 1};
    *text += length + ((*text)[length] == ',');
    return US_OK;
}

/* A range beyond the last order is a typing error, or belongs to another trace. */
static us_status within_trace(const us_annotate_state *a, const char *text, us_span span,
                              us_error *err)
{
    uint32_t last = 0;
    for (int i = 0; i < a->course->orders; i++)
        last = a->course->order[i].order.id > last ? a->course->order[i].order.id : last;
    if (span.to - 1 <= last)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, a->trace, 0, 0,
                        "--orders %.64s: no such orders: the last one is %u", text, (unsigned)last);
}

/* Collects the orders of one seat in the ranges. *seat -1: the seat of the first order. */
static us_status take_orders(us_annotate_state *a, const char *text, int *seat, uint32_t *out,
                             int *count, us_error *err)
{
    const char *at = text;
    *count = 0;
    while (*at) {
        us_span span = {0, 0};
        US_TRY(us_annotate_parse_range(US_ANNOTATE_ORDERS, &at, &span, err));
        US_TRY(within_trace(a, text, span, err));
        for (int i = 0; i < a->course->orders; i++) {
            const us_order *order = &a->course->order[i].order;
            bool earlier = a->course->order[i].earlier;
            if (order->id < span.from || order->id >= span.to || earlier)
                continue;
            if (*seat < 0)
                *seat = order->seat;
            if (order->seat != *seat)
                continue;
            if (*count > 0 && out[*count - 1] >= order->id)
                return bad_ranges(US_ANNOTATE_ORDERS, text, err);
            out[(*count)++] = order->id;
        }
    }
    if (*count > 0)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, a->trace, 0, 0, "--orders %.64s: no such orders%s", text,
                        *seat < 0 ? "" : " of that seat");
}

/* Finds when the goal was reached; the end stays unknown if the game cannot be replayed. */
static us_status ask_when(us_annotate_state *a, us_goal_instance *made, us_cycle last,
                          us_error *err)
{
    char why[1024];
    us_error unseen = {0};
    us_question question = {.expr = us_goal_test(a->course->domain, &made->goal),
                            .seat = made->seat,
                            .opened = made->opened};
    memcpy(question.arg, made->goal.arg, sizeof(question.arg));
    us_status status = us_review_answer(a->course, a->trace, a->map, &question, 1,
                                        us_interrupt_is_pending, &unseen);
    if (status == US_OK) {
        us_annotate_log_gap(a->course);
        made->closed = us_question_find_first(&question, last, 1);
        made->achieved = made->closed >= 0;
        made->closed = made->achieved ? made->closed : a->course->cycles;
    } else if (!a->course->scenario && status != US_INTERRUPTED) {
        us_out_log("not known: when the goal was reached: %s",
                   us_error_print(&unseen, why, sizeof(why)));
        status = US_OK;
    } else if (err) {
        *err = unseen;
    }
    us_questions_clear(&question, 1);
    return status;
}

static us_status add_goal(us_annotate_state *a, const us_goal *goal, us_seat seat,
                          const uint32_t *own, int count, us_error *err)
{
    us_goal_instance made = {.goal = *goal, .seat = seat, .closed = -1, .by = "hand", .why = ""};
    us_goal_resolve_seats(a->course->domain, &made.goal, seat, a->course->seats);
    us_seat stranger = us_review_find_absent_seat(a->course, &made);
    if (stranger != US_NEUTRAL)
        return us_error_set(err, US_BAD_INPUT, "--goal", 0, 0,
                            "there is no seat %d: expected one from 0 to %d", stranger,
                            a->course->seats - 1);
    US_AUTOFREE uint32_t *all = US_NEW_ARRAY(uint32_t, a->course->orders + 1);
    int orders = us_review_list_orders(a->course, seat, all);
    made.opened = us_review_find(a->course, own[0])->cycle;
    made.spans = us_spans_make(own, count, all, orders, a->annotation->arena, &made.span);
    US_TRY(ask_when(a, &made, us_review_find(a->course, own[count - 1])->cycle, err));
    us_annotation_nest(a->annotation, us_annotation_add(a->annotation, &made));
    return US_OK;
}

static us_status add_by_hand(us_annotate_state *a, us_error *err)
{
    us_goal goal;
    us_source source = {
        .file = "--goal", .text = us_args_text(a->args, US_ANNOTATE_GOAL), .line = 1};
    source.column = 1;
    US_TRY(us_annotate_load(a, false, err));
    US_TRY(us_goal_parse(a->course->domain, &source, &goal, err));
    int seat = us_args_is_given(a->args, US_ANNOTATE_SEAT)
                   ? (int)us_args_int(a->args, US_ANNOTATE_SEAT)
                   : -1,
        count = 0;
    US_AUTOFREE uint32_t *own = US_NEW_ARRAY(uint32_t, a->course->orders + 1);
    us_status status =
        take_orders(a, us_args_text(a->args, US_ANNOTATE_ORDERS), &seat, own, &count, err);
    if (status == US_OK)
        status = add_goal(a, &goal, (us_seat)seat, own, count, err);
    return status == US_OK ? us_annotate_save(a, "added", 1, err) : status;
}

/* ---- the command */

static us_status dispatch(us_annotate_state *a, us_error *err)
{
    bool automatic = us_args_is_given(a->args, US_ANNOTATE_AUTO),
         checks = us_args_is_given(a->args, US_ANNOTATE_CHECK);
    bool goal = us_args_is_given(a->args, US_ANNOTATE_GOAL),
         orders = us_args_is_given(a->args, US_ANNOTATE_ORDERS);
    bool accepts = us_args_is_given(a->args, US_ANNOTATE_ACCEPT),
         rejects = us_args_is_given(a->args, US_ANNOTATE_REJECT);
    if (automatic + checks + goal + accepts + rejects > 1)
        return us_error_refuse(
            err, "annotate: expected one of --auto, --accept, --reject, --check and --goal");
    if (goal != orders)
        return us_error_refuse(err, "annotate: --goal TEXT and --orders A-B go together");
    if (!(automatic || accepts || rejects || goal) &&
        (us_args_is_given(a->args, US_ANNOTATE_OUT) || us_args_is_given(a->args, US_ANNOTATE_SEAT)))
        return us_error_refuse(
            err, "annotate: -o and --seat go with --auto, --accept, --reject or --goal");
    if (goal && us_args_is_given(a->args, US_ANNOTATE_SEAT) &&
        us_args_int(a->args, US_ANNOTATE_SEAT) < 0)
        return us_error_refuse(err,
                               "annotate: --seat all: a goal is one seat's: expected --seat N");
    return automatic ? us_annotate_suggest(a, err)
           : accepts ? us_annotate_decide(a, US_ANNOTATE_ACCEPT, err)
           : rejects ? us_annotate_decide(a, US_ANNOTATE_REJECT, err)
           : checks  ? check(a, err)
           : goal    ? add_by_hand(a, err)
                     : show(a, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_annotate_state a = {.args = args,
                           .trace = args->argument[0],
                           .map = us_args_text(args, US_ANNOTATE_MAP),
                           .out = out};
    us_str_init(&a.path);
    us_annotation_path(a.trace, &a.path);
    us_status status = dispatch(&a, err);
    us_annotation_free(a.annotation);
    us_review_free(a.course);
    us_remarks_clear(&a.remarks);
    us_str_clear(&a.path);
    return status;
}

const us_command us_command_annotate = {
    .name = "annotate",
    .arguments = "FILE",
    .about = "label the orders of a trace with their goals",
    .more =
        "FILE is a trace, NAME.jsonl. Its annotation is the file NAME.goals.json beside it, in\n"
        "which game play also puts the labels of experts. Without an option, annotate prints the\n"
        "annotation.\n\n"
        "--goal adds a goal by hand. --orders takes the numbers of orders in the trace. The goal\n"
        "is written as in docs/DOMAIN_REFERENCE.md, with \"achieve\", \"increase\" or "
        "\"maintain\"\n"
        "before it if its kind is not that of its type. --auto writes suggestions, each with its\n"
        "reason. They replace the suggestions of an earlier run; all other labels stay. A line\n"
        "for each seat shows whether it was taken, and why not.\n\n"
        "learn leaves suggestions out until they are accepted. --accept makes suggestions labels,\n"
        "by their numbers (3-17,20) or all of them; --reject removes them. If two seats have\n"
        "suggestions, numbers need --seat. All these options write the file beside the trace, or\n"
        "the file of -o.\n\n"
        "--check: each order needs a goal, one goal spans all, ranges and parents fit. Warnings\n"
        "are goals that were not reached, and orders shared by accident.\n\n"
        "annotate plays the game again. If it cannot, because map or rules are not those of the\n"
        "recording, or another program played it, annotate uses the states stored beside the\n"
        "trace, and a note reports gaps between them. Without any states, --check notes that it\n"
        "did not check whether goals were reached.\n"
        "Exit 0: no errors; 1: errors; 2: a file can't be read; 4: --auto has neither the game\n"
        "nor states.",
    .example = "  understudy annotate game.jsonl --auto\n"
               "  understudy annotate game.jsonl --reject 4-6 --seat 0\n"
               "  understudy annotate game.jsonl --accept all\n"
               "  understudy annotate game.jsonl --check\n"
               "  understudy annotate game.jsonl --orders 12-19,23 \\\n"
               "      --goal 'achieve BuildUnits(self, \"footman\", 6)'",
    US_OPTIONS(us_annotate_options),
    .run = run,
};
