#include "behavior/stage.h"

#include "base/json.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/tree.h"

enum { TIMELINE, CYCLES, RUNS, SEED, COVERAGE, QUIET, DOMAIN, JSON };
enum { CYCLES_MAX = 1000000, RUNS_MAX = 100000, WHOLE = 64 * 1024 };

static const us_option options[] = {
    [TIMELINE] = {"--timeline", "EVENTS",
                  "events, and answers of actions and queries; -: standard input"},
    [CYCLES] = {"--cycles", "N", "at most N cycles", 1, CYCLES_MAX, "100"},
    [RUNS] = {"--runs", "N", "run it N times, with the seeds SEED, SEED + 1, ...; no log", 1,
              RUNS_MAX, "1"},
    [SEED] = {"--seed", "N", "seed of chances and random choices", 0, INT32_MAX, "1"},
    [COVERAGE] = {"--coverage", NULL, "how often each node began and ended"},
    [QUIET] = {"--quiet", NULL, "print no log, only the result"},
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
    [JSON] = {"--json", NULL, "print all as one JSON object"},
};

typedef struct show {
    us_tree_file file;
    us_coverage *coverage;
    us_str *out;
    us_json_writer writer;
    bool json, log;
    us_cycle shown;         /* cycle of the last heading, or -1 */
    us_stage_event waiting; /* a begin, merged with its end if that follows at once */
    bool waits;
    int64_t ended[3]; /* number of runs, by us_answer - 1 */
    int64_t cycles;   /* total of all runs */
} show;

/* ---- the log */

static void node_text(const us_stage_event *event, us_str *out)
{
    const us_template *t = event->template;
    if (!t) {
        us_str_add(out, event->text);
        return;
    }
    if (event->node_ref.node < 0) {
        us_str_addf(out, "%s %s", us_template_kind_name(t->kind), t->name);
        return;
    }
    const us_node *node = &t->node[event->node_ref.node];
    if (node->label[0])
        us_str_addf(out, "%s: ", node->label);
    us_node_print(t, event->node_ref.node, out);
}

static int line_of(const us_stage_event *event)
{
    const us_template *t = event->template;
    return !t                         ? event->line
           : event->node_ref.node < 0 ? t->line
                                      : t->node[event->node_ref.node].line;
}

static void log_json(show *s, const us_stage_event *event)
{
    US_AUTOSTR(text);
    node_text(event, &text);
    us_json_write_open(&s->writer, '{');
    us_json_write_key_int(&s->writer, "cycle", event->cycle);
    us_json_write_key_string(&s->writer, "what", us_stage_event_kind_name(event->what));
    us_json_write_key_string(&s->writer, "item", event->template ? event->template->name : "");
    us_json_write_key_int(&s->writer, "frame", event->node_ref.frame);
    us_json_write_key_int(&s->writer, "node", event->node_ref.node);
    us_json_write_key_int(&s->writer, "line", line_of(event));
    us_json_write_key_int(&s->writer, "depth", event->depth);
    us_json_write_key_string(&s->writer, "text", text.text);
    if (event->template && event->text[0])
        us_json_write_key_string(&s->writer, "why", event->text);
    us_json_write_close(&s->writer, '}');
}

static void log_text(show *s, const us_stage_event *event)
{
    US_AUTOSTR(line);
    if (s->shown != event->cycle)
        us_str_addf(s->out, "cycle %d\n", (int)event->cycle);
    s->shown = event->cycle;
    us_str_addf(&line, "  %-10s%5d  %*s", us_stage_event_kind_name(event->what), line_of(event),
                2 * event->depth, "");
    node_text(event, &line);
    if (event->template && event->text[0])
        us_str_addf(&line, ": %s", event->text);
    us_out_add_line(s->out, &line);
}

static void log_one(show *s, const us_stage_event *event)
{
    if (s->json)
        log_json(s, event);
    else
        log_text(s, event);
    us_error err;
    if (s->out->length > WHOLE && us_out_write(s->out, &err) == US_OK)
        us_str_reset(s->out);
}

static void flush_waiting(show *s)
{
    if (s->waits)
        log_one(s, &s->waiting);
    s->waits = false;
}

static void on_event(void *context, const us_stage_event *event)
{
    show *s = context;
    bool same = s->waits && event->cycle == s->waiting.cycle &&
                event->node_ref.frame == s->waiting.node_ref.frame &&
                event->node_ref.node == s->waiting.node_ref.node;
    bool on_stack = event->template && event->node_ref.node < 0 && event->inside == US_NODE_STACKS;
    if (on_stack && event->what == US_STAGE_HALTED)
        return; /* a pop halts it */
    if (same && s->waiting.what == US_STAGE_PUSHED && event->what == US_STAGE_BEGUN)
        return; /* pushed and begun at once */
    if (!same || s->waiting.what == US_STAGE_PUSHED)
        flush_waiting(s);
    s->waits = event->what == US_STAGE_BEGUN || event->what == US_STAGE_PUSHED;
    if (s->waits)
        s->waiting = *event;
    else
        log_one(s, event);
}

/* ---- coverage */

static void coverage_line(show *s, int item, int node, us_str *out)
{
    const us_template *t = s->file.brl->item[item];
    us_stage_event event = {.node_ref = {0, node}, .template = t};
    us_str_addf(out, "%5d  %s: ", t->node[node].line, t->name);
    node_text(&event, out);
}

/* Moves to the next node that can be reached. Children of push and pop-to run on a stack, not in
 * place. Returns false if there is none. */
static bool next_node(const show *s, int *item, int *node)
{
    const us_brl *brl = s->file.brl;
    for (++*node; *item < brl->count; ++*item, *node = 0) {
        const us_template *t = brl->item[*item];
        for (; s->coverage->reached[*item] && *node < t->node_count; ++*node) {
            int parent = t->node[*node].parent;
            us_node_kind above = parent >= 0 ? t->node[parent].kind : US_NODE_SEQUENCE;
            if (above != US_NODE_PUSH && above != US_NODE_POP_TO)
                return true;
        }
    }
    return false;
}

/* Returns whether the node can have that event. A state only begins; immediate actions and gotos
 * never fail. */
static bool may(const us_template *t, int node, us_stage_event_kind what)
{
    us_node_kind kind = t->node[node].kind;
    if (kind == US_NODE_STATE)
        return what == US_STAGE_BEGUN;
    if (what != US_STAGE_FAILED)
        return true;
    bool at_once = kind == US_NODE_EMIT || kind == US_NODE_SET || kind == US_NODE_PUSH ||
                   kind == US_NODE_POP || kind == US_NODE_POP_TO || kind == US_NODE_FLUSH;
    return kind == US_NODE_RULE ? may(t, node + 1, what) : !at_once && kind != US_NODE_GOTO;
}

/* Lists the nodes that never had the event `what`, although they had `had`. */
static void list_never(show *s, const char *title, us_stage_event_kind what,
                       us_stage_event_kind had)
{
    bool any = false;
    for (int i = 0, k = -1; next_node(s, &i, &k);) {
        const int64_t *count = s->coverage->count[i][k];
        if (!may(s->file.brl->item[i], k, what) || count[what] > 0 ||
            (had != US_STAGE_KINDS && count[had] == 0))
            continue;
        US_AUTOSTR(line);
        if (!any)
            us_str_addf(s->out, "%s:\n", title);
        any = true;
        us_str_add(&line, "  ");
        coverage_line(s, i, k, &line);
        us_out_add_line(s->out, &line);
    }
}

static void table(show *s)
{
    for (int what = 0; what < US_STAGE_KINDS; what++)
        us_str_addf(s->out, "%9s ", us_stage_event_kind_name((us_stage_event_kind)what));
    us_str_add(s->out, "  line\n");
    for (int i = 0, k = -1; next_node(s, &i, &k);) {
        US_AUTOSTR(line);
        for (int what = 0; what < US_STAGE_KINDS; what++)
            us_str_addf(&line, "%9lld ", (long long)s->coverage->count[i][k][what]);
        us_str_add(&line, "  ");
        coverage_line(s, i, k, &line);
        us_out_add_line(s->out, &line);
    }
}

static void coverage_json(show *s)
{
    us_json_write_key_open(&s->writer, "coverage", '[');
    for (int i = 0, k = -1; next_node(s, &i, &k);) {
        const us_template *t = s->file.brl->item[i];
        us_json_write_open(&s->writer, '{');
        us_json_write_key_string(&s->writer, "item", t->name);
        us_json_write_key_int(&s->writer, "node", k);
        us_json_write_key_int(&s->writer, "line", t->node[k].line);
        for (int what = 0; what < US_STAGE_KINDS; what++)
            us_json_write_key_int(&s->writer, us_stage_event_kind_name((us_stage_event_kind)what),
                                  s->coverage->count[i][k][what]);
        us_json_write_close(&s->writer, '}');
    }
    us_json_write_close(&s->writer, ']');
}

static void counts(const show *s, int *nodes, int *begun)
{
    *nodes = *begun = 0;
    for (int i = 0, k = -1; next_node(s, &i, &k); ++*nodes)
        *begun += s->coverage->count[i][k][US_STAGE_BEGUN] > 0;
}

/* ---- results */

static void summary(show *s, int64_t runs, bool whole)
{
    static const char *const words[] = {"still running", "success", "failure"};
    int nodes, begun;
    counts(s, &nodes, &begun);
    if (runs == 1) {
        int answer = s->ended[1] ? 1 : s->ended[2] ? 2 : 0;
        us_str_addf(s->out, "%s after ", words[answer]);
        us_str_add_count(s->out, s->cycles, "cycle", "cycles");
    } else {
        us_str_add_count(s->out, s->ended[0] + s->ended[1] + s->ended[2], "run", "runs");
        us_str_addf(s->out, ": %lld succeeded, %lld failed, %lld still running; ",
                    (long long)s->ended[1], (long long)s->ended[2], (long long)s->ended[0]);
        us_str_add_count(s->out, s->cycles, "cycle", "cycles");
    }
    us_str_addf(s->out, "; %d of %d nodes were begun\n", begun, nodes);
    if (whole)
        table(s);
    list_never(s, "never begun", US_STAGE_BEGUN, US_STAGE_KINDS);
    list_never(s, "never succeeded", US_STAGE_SUCCEEDED, US_STAGE_BEGUN);
    list_never(s, "never failed", US_STAGE_FAILED, US_STAGE_BEGUN);
}

static void summary_json(show *s)
{
    us_json_write_key_int(&s->writer, "runs", s->ended[0] + s->ended[1] + s->ended[2]);
    us_json_write_key_int(&s->writer, "succeeded", s->ended[1]);
    us_json_write_key_int(&s->writer, "failed", s->ended[2]);
    us_json_write_key_int(&s->writer, "running", s->ended[0]);
    us_json_write_key_int(&s->writer, "cycles", s->cycles);
    coverage_json(s);
}

/* ---- running */

static us_status one_run(show *s, const us_args *args, const us_timeline *script, int64_t number,
                         us_error *err)
{
    us_stage_def def = {.brl = s->file.brl,
                        .root = s->file.item,
                        .timeline = script,
                        .seed = (uint64_t)(us_args_int(args, SEED) + number),
                        .on_event = s->log ? on_event : NULL,
                        .context = s,
                        .coverage = s->coverage};
    US_AUTOPTR(us_stage) stage = us_stage_new(&def);
    us_answer answer = US_RUNNING;
    us_status status = US_OK;
    while (status == US_OK && answer == US_RUNNING &&
           us_stage_now(stage) < us_args_int(args, CYCLES)) {
        answer = us_stage_tick(stage);
        if (us_interrupt_is_pending())
            status = us_interrupt_fail(err, "the run");
    }
    flush_waiting(s);
    if (status == US_OK ||
        us_args_int(args, RUNS) == 1) { /* an interrupted run of many is dropped */
        s->ended[answer - 1]++;
        s->cycles += us_stage_now(stage) - (answer != US_RUNNING); /* up to the end's cycle */
    }
    return status;
}

static us_status run_all(show *s, const us_args *args, const us_timeline *script, us_error *err)
{
    int64_t runs = us_args_int(args, RUNS);
    us_status status = US_OK;
    s->json = us_args_is_given(args, JSON);
    s->log = runs == 1 && !us_args_is_given(args, QUIET);
    s->shown = -1;
    if (s->json) {
        s->writer = us_json_writer_begin(s->out, '{');
        us_json_write_key_string(&s->writer, "file", s->file.brl->file);
        us_json_write_key_string(&s->writer, "item", s->file.item->name);
    }
    if (s->json && s->log)
        us_json_write_key_open(&s->writer, "log", '[');
    for (int64_t i = 0; i < runs && status == US_OK; i++)
        status = one_run(s, args, script, i, err);
    if (s->json && s->log)
        us_json_write_close(&s->writer, ']');
    if (s->json) {
        summary_json(s);
        us_json_writer_end(&s->writer, '}');
    } else {
        summary(s, runs, us_args_is_given(args, COVERAGE));
    }
    return status;
}

static void close_show(show *s)
{
    us_coverage_free(s->coverage);
    us_tree_close(&s->file);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(close_show) show s = {.out = out};
    const char *path = us_args_text(args, TIMELINE);
    US_AUTOPTR(us_timeline) script = NULL;
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    US_TRY(us_tree_open(args, us_args_text(args, DOMAIN), false, &s.file, err));
    if (path) {
        US_TRY(us_tree_read(path, US_TIMELINE_FILE_MAX, &text, &length, err));
        US_TRY(us_timeline_read(s.file.brl, s.file.item, path, text, length, &script, err));
    }
    s.coverage = us_coverage_new(s.file.brl, s.file.item);
    return run_all(&s, args, script, err);
}

const us_command us_command_tree_run = {
    .name = "tree run",
    .arguments = "FILE [ITEM]",
    .about = "run a tree without a game, and log what its nodes do",
    .more =
        "Runs a tree, behavior or archetype in an empty world, from cycle 0 on: ITEM, else the\n"
        "only item, or the only archetype. The log has a line for each node that began or ended,\n"
        "with its line in FILE; a node that begins and ends at once has one line. At the end the\n"
        "command lists nodes that never began, never succeeded or never failed; with --runs over\n"
        "all runs. A timeline sets events and the answers of actions, one per line. Without it\n"
        "every action succeeds a cycle after it began. Lines of a timeline:\n"
        "  5 event noise                     8 set alarm = 40\n"
        "  act move: success after 3         12 query Attack: \"Angry\"\n"
        "  act shoot: chance 90 success after 2 else failure after 1\n"
        "docs/TREE_TOOLS.md describes the rest.",
    .example = "  understudy tree run guard.brl\n"
               "  understudy tree run guard.brl Guard --timeline noise.txt --cycles 40\n"
               "  understudy tree run guard.brl --timeline noise.txt --runs 500 --coverage",
    US_OPTIONS(options),
    .run = run,
};
