/* retrieve --goal: retrieval by goal and state. */
#include "cli/retrieve_goal.h"

#include <string.h>

#include "base/spelling.h"
#include "cli/out.h"

static us_status ask_goal(us_retrieval *a, us_error *err)
{
    us_source source = {
        .file = "--goal", .text = us_args_text(a->args, US_RETRIEVE_GOAL), .line = 1, .column = 1};
    US_TRY(us_goal_parse(a->domain, &source, &a->goal, err));
    a->query = us_query_default(&a->goal);
    return US_OK;
}

/* ---- the state */

static us_status check_trace(const us_retrieval *a, us_error *err)
{
    const char *file = a->moment.file;
    if (!us_text_equal(a->log.domain->name, a->domain->name))
        return us_error_set(err, US_MISMATCH, file, 0, 0,
                            "a game of \"%.64s\", expected one of \"%.64s\"", a->log.domain->name,
                            a->domain->name);
    if (a->log.domain->hash != a->domain->hash)
        return us_error_set(err, US_MISMATCH, file, 0, 0,
                            "a game of another version of \"%.64s\" than the library's",
                            a->domain->name);
    if (a->moment.cycle > a->log.cycles)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "--state: expected a cycle from 0 to %d, found %d", (int)a->log.cycles,
                            (int)a->moment.cycle);
    return US_OK;
}

/* If the replay differs, the stored states are the truth. */
static us_status verify(const us_retrieval *a, us_error *err)
{
    char said[600];
    us_error why = {0};
    us_status status = us_worlds_verify(a->worlds, a->moment.cycle, &why);
    if (status == US_MISMATCH && us_worlds_states(a->worlds)) {
        us_out_log("%s; its stored states are used", us_error_print(&why, said, sizeof said));
        return US_OK;
    }
    if (status != US_OK)
        *err = why;
    return status;
}

static us_status read_state(us_retrieval *a, us_error *err)
{
    const us_world *world;
    us_seat seat = (us_seat)us_args_int(a->args, US_RETRIEVE_SEAT);
    US_TRY(us_worlds_open(&a->log, a->moment.file, &a->worlds, err));
    US_TRY(verify(a, err));
    US_TRY(us_worlds_at(a->worlds, a->moment.cycle, &world, err));
    if (world->now != a->moment.cycle)
        us_out_log("%s: no state of cycle %d is stored; the one of cycle %d is used",
                   a->moment.file, (int)a->moment.cycle, (int)world->now);
    if (seat >= world->seats)
        return us_error_set(err, US_BAD_INPUT, a->moment.file, 0, 0,
                            "--seat: expected 0 to %d, found %d", world->seats - 1, seat);
    US_TRY(us_worlds_view_at(a->worlds, a->moment.cycle, seat, &world, err));
    a->view = (us_view){world, seat};
    a->measure = us_measure_new(a->domain, us_case_base_space(a->case_base));
    a->query.view = &a->view;
    a->query.feature = us_measure_evaluate(a->measure, &a->view);
    return US_OK;
}

static us_status ask_state(us_retrieval *a, us_error *err)
{
    static const int of_state[] = {US_RETRIEVE_SEAT, US_RETRIEVE_MAP, US_RETRIEVE_WEIGHTS,
                                   US_RETRIEVE_WEIGH, US_RETRIEVE_CONDITIONS};
    const char *text = us_args_text(a->args, US_RETRIEVE_STATE);
    for (int i = 0; i < US_COUNT(of_state) && !text; i++)
        if (us_args_is_given(a->args, of_state[i]))
            return us_error_refuse(err, "retrieve: %s: expected --state, too",
                                   a->args->command->options[of_state[i]].name);
    if (!text)
        return US_OK;
    US_TRY(us_trace_moment_parse("--state", text, &a->moment, err));
    US_TRY(us_log_read(&a->log, a->moment.file, us_args_text(a->args, US_RETRIEVE_MAP), err));
    a->stated = true;
    US_TRY(check_trace(a, err));
    return read_state(a, err);
}

/* ---- weights and exclusions */

static us_status ask_weights(us_retrieval *a, us_error *err)
{
    const char *text = us_args_text(a->args, US_RETRIEVE_WEIGHTS), *colon = strchr(text, ':');
    char goal[8] = "";
    int64_t goal_weight = 0, state_weight = 0;
    if (colon && (size_t)(colon - text) < sizeof goal)
        memcpy(goal, text, (size_t)(colon - text));
    if (!us_text_to_int(goal, 0, 100, &goal_weight) ||
        !us_text_to_int(colon + 1, 0, 100, &state_weight) || goal_weight + state_weight == 0)
        return us_error_refuse(
            err,
            "--weights: expected GOAL:STATE, percent of each from 0 to 100 and not both "
            "0, as in 50:50, found \"%.64s\"",
            text);
    a->query.goal_weight = (int)goal_weight;
    a->query.state_weight = (int)state_weight;
    a->query.outcome_weight = (int)us_args_int(a->args, US_RETRIEVE_OUTCOMES);
    return US_OK;
}

static const char *dimension_at(const void *from, int i)
{
    const us_space *space = from;
    return i < space->count ? space->dimension[i].name : NULL;
}

static us_status read_weight(const us_retrieval *a, const char *text, int *percent, bool *weighed,
                             us_error *err)
{
    const us_space *space = us_case_base_space(a->case_base);
    char name[US_NAME_MAX + 1];
    const char *value;
    int64_t weight;
    int i = 0;
    US_TRY(
        us_retrieve_split_pair("--weigh", text, "FEATURE=PERCENT", name, sizeof name, &value, err));
    while (i < space->count && !us_text_equal(space->dimension[i].name, name))
        i++;
    if (i == space->count)
        return us_retrieve_fail_unknown("--weigh", "feature", name, dimension_at, space, err);
    if (weighed[i])
        return us_error_refuse(err, "--weigh: \"%.64s\" is given twice", name);
    if (!us_text_to_int(value, 0, US_WEIGHT_MAX, &weight))
        return us_error_refuse(err,
                               "--weigh: %s: expected percent, a whole number from 0 to %d, found "
                               "\"%.64s\"",
                               name, (int)US_WEIGHT_MAX, value);
    percent[i] = (int)weight;
    weighed[i] = true;
    return US_OK;
}

static us_status read_weights(const us_retrieval *a, us_error *err)
{
    const us_space *space = us_case_base_space(a->case_base);
    US_AUTOFREE int *percent = US_NEW_ARRAY(int, space->count);
    US_AUTOFREE bool *weighed = US_NEW_ARRAY(bool, space->count);
    const char *text;
    for (int i = 0; i < space->count; i++)
        percent[i] = space->dimension[i].weight;
    for (int at = 0; (text = us_args_next(a->args, US_RETRIEVE_WEIGH, &at));)
        US_TRY(read_weight(a, text, percent, weighed, err));
    if (us_args_is_given(a->args, US_RETRIEVE_WEIGH))
        us_case_base_set_weights(a->case_base, percent);
    return US_OK;
}

static us_status exclude_case(const us_retrieval *a, const char *text, us_error *err)
{
    int64_t id;
    int i = 0, cases = us_case_base_case_count(a->case_base);
    if (!us_text_to_int(text + 1, 1, INT64_MAX, &id))
        return us_error_refuse(err, "--exclude: expected #N, the number of a case, found \"%.64s\"",
                               text);
    while (i < cases && us_case_base_get_case(a->case_base, i).id != id)
        i++;
    if (i == cases)
        return us_error_refuse(err, "--exclude: no case %.64s", text);
    a->excluded[i] = true;
    return US_OK;
}

static us_status exclude(us_retrieval *a, us_error *err)
{
    const char *text;
    int behavior;
    for (int at = 0; (text = us_args_next(a->args, US_RETRIEVE_EXCLUDE, &at));) {
        if (text[0] == '#') {
            US_TRY(exclude_case(a, text, err));
            continue;
        }
        US_TRY(us_retrieve_find_behavior(a->case_base, "--exclude", text, &behavior, err));
        for (int i = 0; i < us_case_base_case_count(a->case_base); i++)
            a->excluded[i] |= us_case_base_get_case(a->case_base, i).behavior == behavior;
    }
    a->query.excluded = a->excluded;
    return US_OK;
}

static us_status ask_conditions(us_retrieval *a, us_error *err)
{
    const char *text = us_args_text(a->args, US_RETRIEVE_CONDITIONS);
    a->query.unconditioned = us_text_equal(text, "off");
    if (!a->query.unconditioned && !us_text_equal(text, "on"))
        return us_error_refuse(err, "--conditions: expected on or off, found \"%.64s\"", text);
    return US_OK;
}

static us_status ask(us_retrieval *a, us_error *err)
{
    US_TRY(ask_goal(a, err));
    US_TRY(ask_weights(a, err));
    US_TRY(ask_conditions(a, err));
    US_TRY(read_weights(a, err));
    US_TRY(exclude(a, err));
    return ask_state(a, err);
}

/* ---- the answer */

static us_status find(us_retrieval *a, us_error *err)
{
    int cases = us_case_base_case_count(a->case_base);
    int64_t wanted = us_args_int(a->args, US_RETRIEVE_K);
    int k = wanted < cases ? (int)wanted : cases, more = k + 1;
    a->hit = us_mem_alloc_array((size_t)more + 1, sizeof *a->hit);
    if (!us_args_is_given(a->args, US_RETRIEVE_EXPLAIN)) {
        US_TRY(us_case_base_retrieve(a->case_base, &a->query, more, a->hit, &a->hits, err));
    } else {
        a->explanation = us_mem_alloc_array((size_t)cases + 1, sizeof *a->explanation);
        a->explanations = cases;
        US_TRY(us_explanation_make(a->case_base, &a->query, a->explanation, err));
        for (; a->hits < more && a->hits < cases &&
               a->explanation[a->hits].verdict == US_VERDICT_RANKED;
             a->hits++)
            a->hit[a->hits] = a->explanation[a->hits].hit;
    }
    a->shown = a->hits < k ? a->hits : k;
    return US_OK;
}

us_status us_retrieve_by_goal(const us_args *args, us_opened_case_base *shelved, us_str *out,
                              us_error *err)
{
    us_retrieval a = {.args = args, .case_base = shelved->case_base, .domain = shelved->domain};
    a.excluded =
        us_mem_alloc_array((size_t)us_case_base_case_count(a.case_base) + 1, sizeof *a.excluded);
    us_status status = ask(&a, err);
    if (status == US_OK)
        status = find(&a, err);
    if (status == US_OK)
        status = us_args_is_given(args, US_RETRIEVE_JSON) ? us_retrieval_write(&a, out, err)
                                                          : us_retrieval_print(&a, out, err);
    us_measure_free(a.measure);
    us_worlds_close(a.worlds);
    if (a.stated)
        us_log_clear(&a.log);
    us_mem_free(a.excluded);
    us_mem_free(a.hit);
    us_mem_free(a.explanation);
    return status;
}
