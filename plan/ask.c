#include "plan/ask.h"

#include <string.h>

#include "plan/query_engine.h"

enum { HUNDRED = 100 };

/* ---- present values */

/* Returns the entity's type, or the last known one if there is no entity. */
static us_type type_now(us_run *run, us_node_ref node_ref, const us_prepared_query_param *param,
                        us_type known)
{
    us_value value = us_run_eval_arg(run, node_ref.frame, param->arg, US_VALUE_ENTITY);
    const us_entity *e = us_world_find(us_run_view(run)->world, (us_id)value.number);
    return e ? e->type : known;
}

/* Fills type and value. Returns whether a type has changed; values don't count. */
static bool look(us_run *run, const us_active_query *asking, us_type *type, int64_t *value)
{
    const us_prepared_query *ask = asking->ask;
    us_binding binding = us_run_frame_binding(run, asking->node_ref.frame);
    bool other = false;
    for (int i = 0; i < ask->values; i++)
        value[i] = us_expr_eval(ask->value[i].expr, us_run_view(run), &binding);
    for (int i = 0; i < ask->params; i++) {
        bool entity = ask->param[i].kind == US_VALUE_ENTITY;
        type[i] = entity ? type_now(run, asking->node_ref, &ask->param[i], asking->type[i]) : 0;
        other = other || type[i] != asking->type[i];
    }
    return other;
}

/* ---- the best behavior */

static int64_t term(const us_query_engine *asker, const us_prepared_query_value *of, int64_t a,
                    int64_t b)
{
    uint64_t apart = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    if (of->term)
        return of->term[apart < (uint64_t)of->size ? apart : (uint64_t)of->size];
    return of->weight * us_class_query_compare_values(asker->domain, of->name, a, b) /
           US_SIMILARITY_ONE;
}

/* Computes the addend of each value of the column, by index; then looks up each behavior's. */
static void add_by_index(us_query_engine *asker, const us_prepared_query_value *of, int64_t value,
                         int count)
{
    const us_query_column *column = of->column;
    uint32_t row[US_QUERY_TABLE_MAX + 2];
    for (int i = 0; i <= column->size; i++)
        row[i] = (uint32_t)term(asker, of, value, column->low + i);
    row[column->size + 1] = 0;
    for (int i = 0; i < count; i++)
        asker->sum[i] += row[column->index[i]];
}

static void add_up(us_query_engine *asker, const us_prepared_query *ask, const int64_t *value)
{
    int count = ask->of->count;
    bool shares = ask->node->weights == US_WEIGHTS_RENORMALIZE;
    memset(asker->sum, 0, (size_t)count * sizeof *asker->sum);
    memset(asker->share, 0, (size_t)count * sizeof *asker->share);
    for (int v = 0; v < ask->values; v++) {
        const us_prepared_query_value *of = &ask->value[v];
        const us_query_column *column = of->column;
        if (!column)
            continue;
        if (!column->wide)
            add_by_index(asker, of, value[v], count);
        for (int i = 0; column->wide && i < count; i++)
            asker->sum[i] += column->has[i] & (uint32_t)term(asker, of, value[v], column->value[i]);
        for (int i = 0; shares && i < count; i++)
            asker->share[i] += column->has[i] & (uint32_t)of->weight;
    }
}

/* Marks behaviors that are excluded or can't be given what the query passes. */
static void leave_out(us_query_engine *asker, const us_prepared_query *ask, const us_type *type)
{
    const us_domain *domain = asker->domain;
    int count = ask->of->count;
    for (int i = 0; i < count; i++)
        asker->unfit[i] = ask->excluded[i];
    for (int p = 0; p < ask->params; p++) {
        const us_query_class_param *takes = ask->param[p].takes;
        if (!takes)
            continue;
        memset(asker->fits, 0, (size_t)domain->type_count);
        for (us_type up = type[p]; up != US_NO_TYPE; up = domain->type[up].parent)
            asker->fits[up] = 1;
        for (int i = 0; i < count; i++)
            asker->unfit[i] |= takes->type[i] != US_NO_TYPE && !asker->fits[takes->type[i]];
    }
}

static int64_t similarity_at(const us_query_engine *asker, const us_prepared_query *ask, int place)
{
    int64_t attributes = asker->sum[place], half = US_SIMILARITY_ONE / 2;
    if (ask->node->weights == US_WEIGHTS_RENORMALIZE)
        attributes = asker->share[place] ? attributes * US_SIMILARITY_ONE / asker->share[place] : 0;
    return (half * attributes + half * US_SIMILARITY_ONE) / US_SIMILARITY_ONE;
}

typedef struct ranking {
    int best, next, running; /* places in the class, or -1 */
    int64_t similarity, below, stays;
} ranking;

/* Whether the place comes before another of that similarity; other -1: there is no other. */
static bool comes_before(const us_query_class *of, int place, int64_t similarity, int other,
                         int64_t theirs)
{
    return similarity > theirs ||
           (other >= 0 && similarity == theirs && of->lot[place] < of->lot[other]);
}

static ranking rank(us_query_engine *asker, const us_prepared_query *ask, int running)
{
    ranking r = {-1, -1, -1, -1, -1, -1};
    for (int i = 0; i < ask->of->count; i++) {
        if (asker->unfit[i])
            continue;
        int64_t s = similarity_at(asker, ask, i);
        if (ask->of->behavior[i] == running) {
            r.running = i;
            r.stays = s;
        }
        if (comes_before(ask->of, i, s, r.best, r.similarity)) {
            r.next = r.best;
            r.below = r.similarity;
            r.best = i;
            r.similarity = s;
        } else if (comes_before(ask->of, i, s, r.next, r.below)) {
            r.next = i;
            r.below = s;
        }
    }
    int64_t hysteresis = (int64_t)ask->node->hysteresis * (US_SIMILARITY_ONE / HUNDRED);
    if (r.running >= 0 && r.running != r.best && hysteresis > 0 &&
        r.similarity - r.stays <= hysteresis) {
        r.next = r.best;
        r.below = r.similarity;
        r.best = r.running;
        r.similarity = r.stays;
    }
    return r;
}

static const char *why_none(const us_prepared_query *ask)
{
    if (!ask->of || ask->of->count == 0)
        return ask->of && ask->of->trouble ? ask->of->trouble : "no behavior is of that class";
    return "no behavior of the class that is not excluded takes what is passed";
}

static us_query_result ask_case_base(us_query_engine *asker, us_active_query *asking)
{
    const us_prepared_query *ask = asking->ask;
    ranking r = {-1, -1, -1, 0, 0, 0};
    asker->counts.queries++;
    if (ask->of && ask->of->count > 0) {
        add_up(asker, ask, asking->value);
        leave_out(asker, ask, asking->type);
        r = rank(asker, ask, asking->behavior);
    }
    int behavior = r.best >= 0 ? ask->of->behavior[r.best] : -1;
    us_query_result asked = behavior < 0                   ? US_QUERY_NOTHING
                            : behavior == asking->behavior ? US_QUERY_SAME
                                                           : US_QUERY_OTHER;
    asking->behavior = behavior;
    asking->similarity = behavior < 0 ? 0 : r.similarity;
    asking->other = r.next >= 0 ? ask->of->behavior[r.next] : -1;
    asking->margin = r.next >= 0 ? r.similarity - r.below : asking->similarity;
    asking->why = behavior < 0 ? why_none(ask) : NULL;
    return asked;
}

/* ---- when to ask */

/* All descriptors together have moved by less than the threshold. */
static bool is_near(const us_query_engine *asker, const us_active_query *asking,
                    const int64_t *value)
{
    const us_prepared_query *ask = asking->ask;
    int64_t moved = 0;
    if (ask->node->threshold == 0 || ask->node->recheck != US_RECHECK_EVENT)
        return false;
    for (int i = 0; i < ask->values; i++)
        moved += ask->value[i].weight - term(asker, &ask->value[i], value[i], asking->value[i]);
    return moved < (int64_t)ask->node->threshold * (US_SIMILARITY_ONE / HUNDRED);
}

static us_cycle next_look(const us_prepared_query *ask, us_cycle now)
{
    bool always = ask->node->recheck == US_RECHECK_TICK ||
                  (ask->node->recheck == US_RECHECK_EVENT && ask->restless);
    return always ? now + 1 : US_NEVER;
}

/* Sets the query to the state before any answer. */
static const us_prepared_query *open_active_query(us_query_engine *asker, us_run *run,
                                                  us_node_ref node_ref, us_active_query *out)
{
    const us_prepared_query *ask = us_query_engine_prepare_query(
        asker, us_run_frame_template(run, node_ref.frame), node_ref.node);
    out->node_ref = node_ref;
    out->frame = 0;
    out->ask = ask;
    out->behavior = -1;
    for (int i = 0; i < ask->params; i++)
        out->type[i] = US_NO_TYPE;
    look(run, out, out->type, out->value);
    asker->counts.looks++;
    return ask;
}

int64_t us_query_engine_similarity(us_query_engine *asker, us_run *run, us_node_ref node_ref)
{
    us_active_query asking;
    open_active_query(asker, run, node_ref, &asking);
    ask_case_base(asker, &asking);
    return asking.similarity;
}

us_query_result us_active_query_begin(us_query_engine *asker, us_run *run, us_node_ref node_ref,
                                      us_active_query *out, us_cycle *until)
{
    const us_prepared_query *ask = open_active_query(asker, run, node_ref, out);
    if (ask->node->recheck == US_RECHECK_EVENT) {
        for (int i = 0; i < ask->values; i++)
            us_run_watch_own(run, node_ref, ask->value[i].expr);
        for (int i = 0; i < ask->params; i++)
            if (ask->param[i].type)
                us_run_watch_own(run, node_ref, ask->param[i].type);
    }
    *until = next_look(ask, us_run_view(run)->world->now);
    return ask_case_base(asker, out);
}

us_query_result us_active_query_update(us_query_engine *asker, us_run *run, us_active_query *asking,
                                       us_cycle *until)
{
    const us_prepared_query *ask = asking->ask;
    us_type type[US_QUERY_PARAMS_MAX];
    int64_t value[US_DESCRIPTORS_MAX];
    *until = next_look(ask, us_run_view(run)->world->now);
    if (ask->node->recheck == US_RECHECK_ENTRY)
        return US_QUERY_SAME;
    bool other = look(run, asking, type, value);
    asker->counts.looks++;
    bool event = ask->node->recheck == US_RECHECK_EVENT;
    size_t size = (size_t)ask->values * sizeof *value;
    if (event && !other &&
        (memcmp(value, asking->value, size) == 0 || is_near(asker, asking, value)))
        return US_QUERY_SAME;
    memcpy(asking->type, type, (size_t)ask->params * sizeof *type);
    memcpy(asking->value, value, size);
    return ask_case_base(asker, asking);
}

/* ---- a query's life */

/* Returns the frame; 0: it would lie too deep. */
static uint32_t fill(const us_query_host *asks, const us_active_query *asking)
{
    us_value value[US_SLOTS_MAX];
    us_slots bound = {0};
    const us_program *program = us_query_engine_get_program(asks->asker, asking->behavior);
    if (!us_run_eval_query(asks->run, asking->node_ref, us_program_template(program), value,
                           &bound))
        return 0;
    return us_run_fill(asks->run, asking->node_ref,
                       &(us_fill){.program = program, .value = value, .bound = &bound});
}

static void over(const us_query_host *asks, us_active_query *asking, us_note_kind how,
                 const char *why)
{
    if (asking->frame && asks->over)
        asks->over(asks->context, asking, how, why);
    asking->frame = 0;
}

static us_answer take(const us_query_host *asks, us_active_query *asking, us_query_result asked)
{
    if (asked == US_QUERY_SAME)
        return US_RUNNING;
    if (asking->frame) {
        asks->asker->counts.teardowns++;
        us_run_clear_node(asks->run, asking->node_ref);
        over(asks, asking, US_NOTE_STOPPED,
             asking->why ? asking->why : "another behavior fits better now");
    }
    if (asked == US_QUERY_NOTHING)
        return US_FAILURE;
    asking->frame = fill(asks, asking);
    if (!asking->frame) {
        asking->why = "it would lie too deep";
        return US_FAILURE;
    }
    asks->asker->counts.expansions++;
    if (asks->filled)
        asks->filled(asks->context, asking);
    return US_RUNNING;
}

us_answer us_query_host_begin(const us_query_host *asks, us_node_ref node_ref, us_active_query *out,
                              us_cycle *until)
{
    return take(asks, out, us_active_query_begin(asks->asker, asks->run, node_ref, out, until));
}

us_answer us_query_host_update(const us_query_host *asks, us_active_query *asking, us_cycle *until)
{
    us_answer ended = us_run_node_frame(asks->run, asking->node_ref)
                          ? US_ANSWER_NONE
                          : us_run_node_last_answer(asks->run, asking->node_ref);
    if (ended == US_ANSWER_NONE)
        return take(asks, asking, us_active_query_update(asks->asker, asks->run, asking, until));
    const char *why = us_run_node_failure(asks->run, asking->node_ref);
    asking->why = ended == US_SUCCESS ? NULL : why[0] ? why : "what it does failed";
    over(asks, asking, ended == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, asking->why);
    return ended;
}

void us_query_host_stop(const us_query_host *asks, us_active_query *asking, us_stop how)
{
    if (how == US_RESUME)
        us_run_wake(asks->run, asking->node_ref);
    if (how == US_HALT)
        over(asks, asking, US_NOTE_STOPPED, NULL);
}
