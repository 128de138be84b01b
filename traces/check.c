#include "traces/check.h"

#include "base/file.h"
#include "traces/lives.h"
#include "traces/plan_tree.h"
#include "traces/replay.h"
#include <stdio.h>
#include <string.h>

static const char *const names[US_TRACE_FAULTS] = {
    [US_TRACE_FAULT_LINE] = "line",           [US_TRACE_FAULT_COUNT] = "count",
    [US_TRACE_FAULT_UNIT] = "unit",           [US_TRACE_FAULT_DEAD] = "dead",
    [US_TRACE_FAULT_UNLABELED] = "unlabeled", [US_TRACE_FAULT_HASH] = "hash",
    [US_TRACE_FAULT_STATES] = "states",       [US_TRACE_FAULT_PLAN] = "plan",
};

const char *us_trace_fault_name(us_trace_fault fault)
{
    return names[fault];
}

int us_trace_fault_from_name(const char *name)
{
    int fault = US_TRACE_FAULTS - 1;
    while (fault >= 0 && !us_text_equal(names[fault], name))
        fault--;
    return fault;
}

typedef struct checking {
    const us_trace_check_def *def;
    us_trace_check *out;
    us_log log;
    us_worlds *worlds;      /* or NULL */
    us_states *states;      /* of worlds, or NULL */
    bool damaged;           /* the states have a fault, ignored or not */
    us_cycle differs;       /* first cycle that is not as recorded; INT32_MAX: none */
    const us_world *stored; /* next state to compare during the replay */
    us_cycle last;          /* cycle of the last stored state; -1: none */
} checking;

static void find(checking *c, us_trace_fault fault, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void find(checking *c, us_trace_fault fault, int line, const char *format, ...)
{
    us_trace_check *out = c->out;
    c->damaged |= fault == US_TRACE_FAULT_STATES;
    if (c->def->ignore >> fault & 1)
        return;
    out->count[fault]++;
    if (out->findings == US_FINDINGS_MAX)
        return;
    if (!out->finding)
        out->finding = US_NEW_ARRAY(us_finding, US_FINDINGS_MAX);
    us_finding *finding = &out->finding[out->findings++];
    va_list args;
    va_start(args, format);
    *finding = (us_finding){.fault = fault, .line = line};
    vsnprintf(finding->text, sizeof(finding->text), format, args);
    va_end(args);
}

/* ---- counts and labels */

static void check_id(checking *c, uint32_t id, int line, uint32_t *expected)
{
    if (id != *expected)
        find(c, US_TRACE_FAULT_COUNT, line, "expected order %u, found order %u",
             (unsigned)*expected, (unsigned)id);
    *expected = id + 1;
}

static void check_counts(checking *c)
{
    const us_log *log = &c->log;
    uint32_t expected = 1;
    int at = 0; /* index in the foreign orders */
    for (int i = 0; i <= log->orders.count && !log->header->left_out; i++) {
        bool last = i == log->orders.count;
        for (; at < log->foreign_count && (last || log->foreign[at].line < log->line[i].line); at++)
            check_id(c, log->foreign[at].id, log->foreign[at].line, &expected);
        if (!last)
            check_id(c, log->orders.order[i].id, log->line[i].line, &expected);
    }
    if (log->outcome.kind == US_OUTCOME_NONE || log->hashed == 0)
        return;
    if (log->cycles != log->hashed)
        find(c, US_TRACE_FAULT_COUNT, log->end_line, "the end tells %d cycles, the lines before %d",
             (int)log->cycles, (int)log->hashed);
    else if (log->hash != log->last_hash)
        find(c, US_TRACE_FAULT_COUNT, log->end_line,
             "the end tells another hash than the line before");
}

static void check_labels(checking *c)
{
    const us_log *log = &c->log;
    for (us_seat seat = 0; seat < log->header->seats; seat++) {
        int labeled = 0, unlabeled = 0, line = 0;
        for (int i = 0; i < log->orders.count; i++) {
            const us_order *order = &log->orders.order[i];
            if (order->seat != seat || us_log_is_earlier(log, i))
                continue;
            labeled += order->goal != 0;
            line = order->goal || line ? line : log->line[i].line;
            unlabeled += order->goal == 0;
        }
        if (unlabeled > 0 && (labeled > 0 || c->def->labels))
            find(c, US_TRACE_FAULT_UNLABELED, line, "seat %d: %d of %d orders have no goal", seat,
                 unlabeled, labeled + unlabeled);
    }
}

/* ---- plans */

static void find_plan(void *context, int line, int column, const char *text)
{
    checking *c = context;
    int before = c->out->findings;
    find(c, US_TRACE_FAULT_PLAN, line, "%s", text);
    if (c->out->findings > before)
        c->out->finding[before].column = column;
}

static us_status check_plans(checking *c, us_error *err)
{
    us_plans_def def = {.path = c->def->path,
                        .domain = c->log.domain,
                        .to = INT32_MAX,
                        .on_fault = find_plan,
                        .context = c};
    us_plans plans;
    US_TRY(us_plans_read(&def, &plans, err));
    c->out->notes = plans.notes;
    us_plans_clear(&plans);
    return US_OK;
}

/* ---- units */

static void check_unit(checking *c, const us_lives *lives, int i, us_id id)
{
    const us_order *order = &c->log.orders.order[i];
    us_cycle cycle = c->log.line[i].cycle;
    int line = c->log.line[i].line;
    unsigned unit = (unsigned)id, number = (unsigned)order->id;
    const us_life *first = us_lives_find_first(lives, id);
    if (us_lives_find(lives, id, cycle))
        find(c, US_TRACE_FAULT_UNIT, line, "order %u of seat %d: unit %u is not its own", number,
             order->seat, unit);
    else if (!first)
        find(c, US_TRACE_FAULT_UNIT, line, "order %u: there never was a unit %u", number, unit);
    else
        find(c, US_TRACE_FAULT_DEAD, line, "order %u: unit %u is %s at cycle %d", number, unit,
             first->from > cycle ? "not there yet" : "gone", (int)cycle);
}

/* Games skip the units of a group that can't act: one that can is enough. */
static bool has_actor(const checking *c, const us_lives *lives, int i)
{
    const us_order *order = &c->log.orders.order[i];
    for (int u = 0; u < order->unit_count; u++) {
        const us_life *life = us_lives_find(lives, order->unit[u], c->log.line[i].cycle);
        if (life && life->owner == order->seat)
            return true;
    }
    return false;
}

static us_status check_units(checking *c, us_error *err)
{
    US_AUTOPTR(us_lives) lives = NULL;
    if (!c->worlds || (!c->log.scenario && !c->states))
        return US_OK;
    us_cycle known = c->log.scenario ? c->differs : c->last + 1; /* states may end earlier */
    US_TRY(us_lives_from_worlds(c->worlds, &lives, err));
    for (int i = 0; i < c->log.orders.count; i++) {
        const us_order *order = &c->log.orders.order[i];
        if (c->log.line[i].refused != US_REASON_NONE || c->log.line[i].cycle >= known ||
            has_actor(c, lives, i))
            continue;
        for (int u = 0; u < order->unit_count; u++)
            check_unit(c, lives, i, order->unit[u]);
    }
    c->out->lives = true;
    return US_OK;
}

/* ---- the game and the states */

static void next_stored(checking *c)
{
    us_error err;
    c->stored = NULL;
    if (c->states && us_states_next(c->states, &c->stored, &err) != US_OK) {
        find(c, US_TRACE_FAULT_STATES, 0, "%s", err.text);
        c->states = NULL;
    }
    c->out->states += c->stored != NULL;
    c->last = c->stored ? c->stored->now : c->last;
    us_cycle cycles = c->log.cycles;
    if (c->stored && c->log.outcome.kind != US_OUTCOME_NONE && c->stored->now > cycles) {
        find(c, US_TRACE_FAULT_STATES, 0, "a state of cycle %d, the game ended at %d",
             (int)c->stored->now, (int)cycles);
        c->states = NULL;
        c->stored = NULL;
    }
}

static void compare_stored(void *context, us_game *game, us_cycle now)
{
    checking *c = context;
    while (c->stored && c->stored->now < now)
        next_stored(c);
    if (!c->stored || c->stored->now != now)
        return;
    if (us_world_hash(c->stored) != us_world_hash(us_game_world(game, US_NEUTRAL)))
        find(c, US_TRACE_FAULT_STATES, 0, "the state of cycle %d is not that of the game",
             (int)now);
    next_stored(c);
}

static us_status check_game(checking *c, us_error *err)
{
    next_stored(c);
    if (c->log.scenario) {
        US_AUTOPTR(us_replay) replay = NULL;
        US_TRY(us_replay_open(c->def->path, c->def->map, &replay, err));
        us_observer observer = {.context = c, .cycle = compare_stored};
        us_match *match = us_replay_match(replay);
        us_match_add_observer(match, &observer);
        compare_stored(c, us_match_game(match), 0);
        us_replay_report report;
        US_TRY(us_replay_run(replay, c->def->stop, &report, err));
        c->out->replayed = true;
        if (report.differs >= 0) {
            c->differs = report.differs;
            find(c, US_TRACE_FAULT_HASH, report.line, "cycle %d is the first that differs: %s",
                 (int)report.differs, report.what);
        }
    }
    while (c->stored) {
        next_stored(c);
        if (c->def->stop && c->def->stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted among the states");
    }
    return US_OK;
}

static us_status open_worlds(checking *c)
{
    us_error err;
    us_status status = us_worlds_open(&c->log, c->def->path, &c->worlds, &err);
    if (status == US_OK) {
        c->states = us_worlds_states(c->worlds);
        return US_OK;
    }
    find(c, US_TRACE_FAULT_STATES, 0, "%s", err.text);
    /* The game can be played again without them. */
    return us_worlds_open(&c->log, "", &c->worlds, &err);
}

/* Returns whether the fault is in a later line of the trace. A fault in the first line, or in
 * another file, is an error. */
static bool is_of_line(const us_error *fault, const char *path)
{
    /* Errors cut the front of a long path. */
    size_t whole = strlen(path), kept = strlen(fault->file);
    size_t tail = kept < whole ? kept / 2 : whole;
    return fault->status == US_BAD_INPUT && fault->line > 1 &&
           us_text_equal(fault->file + kept - tail, path + whole - tail);
}

/* Goes through all checks; those that need the log's end come last. */
static us_status check_log(checking *c, us_error *err)
{
    const us_log *log = &c->log;
    us_trace_check *out = c->out;
    out->orders = log->orders.count + log->foreign_count;
    out->cycles = log->cycles;
    out->cut = log->cut;
    out->ended = log->outcome.kind != US_OUTCOME_NONE;
    out->why = log->why;
    check_counts(c);
    check_labels(c);
    if (c->def->map && !log->scenario)
        return us_error_copy(&log->why, err);
    US_TRY(check_plans(c, err));
    US_TRY(open_worlds(c));
    us_worlds_set_stop(c->worlds, c->def->stop);
    US_TRY(check_game(c, err));
    c->states = us_worlds_states(c->worlds);
    /* Damaged states are a finding already; units are not looked up in them. */
    return log->scenario || !c->damaged ? check_units(c, err) : US_OK;
}

us_status us_trace_check_run(const us_trace_check_def *def, us_trace_check *out, us_error *err)
{
    us_trace_check check = {0};
    us_error fault;
    checking c = {.def = def, .out = &check, .differs = INT32_MAX, .last = -1};
    if (us_log_read(&c.log, def->path, def->map, &fault) != US_OK) {
        if (!is_of_line(&fault, def->path))
            return us_error_copy(&fault, err);
        find(&c, US_TRACE_FAULT_LINE, fault.line, "%s", fault.text);
        check.why = fault;
        *out = check;
        return US_OK;
    }
    us_status status = check_log(&c, err);
    us_worlds_close(c.worlds);
    us_log_clear(&c.log);
    if (status == US_OK)
        *out = check;
    else
        us_trace_check_clear(&check);
    return status;
}

void us_trace_check_clear(us_trace_check *check)
{
    us_mem_free(check->finding);
    *check = (us_trace_check){0};
}
