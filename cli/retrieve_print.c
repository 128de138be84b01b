/* retrieve --goal: output as JSON and as text. */
#include <stdio.h>

#include "cli/out.h"
#include "cli/retrieve_goal.h"

enum { SHARES = 10, FALLEN = 20 }; /* lines of text */

static const char *behavior_of(const us_retrieval *a, int found)
{
    return us_case_base_behavior_name(a->case_base,
                                      us_case_base_get_case(a->case_base, found).behavior);
}

static us_status condition_of(const us_retrieval *a, const us_explanation *explanation,
                              const char **out, us_error *err)
{
    return us_case_base_get_condition(a->case_base, explanation->hit.found, explanation->condition,
                                      out, err);
}

/* ---- JSON */

static void write_value(us_json_writer *writer, const char *key, int32_t value)
{
    if (value == US_FEATURE_MISSING)
        us_json_write_key_null(writer, key);
    else
        us_json_write_key_int(writer, key, value);
}

static void write_shares(const us_retrieval *a, int found, us_json_writer *writer)
{
    const us_space *space = us_case_base_space(a->case_base);
    us_feature_share *share = us_mem_alloc_array((size_t)space->count + 1, sizeof *share);
    int count = us_explanation_list_shares(a->case_base, &a->query, found, share);
    us_json_write_key_open(writer, "features", '[');
    for (int i = 0; i < count; i++) {
        const us_dimension *dimension = &space->dimension[share[i].dimension];
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "name", dimension->name);
        write_value(writer, "asked", share[i].requested);
        write_value(writer, "seen", share[i].seen);
        us_similarity_write(writer, "share", share[i].share);
        us_json_write_key_int(writer, "weight", dimension->weight);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_mem_free(share);
}

static void write_id(int64_t id, us_json_writer *writer)
{
    if (id)
        us_json_write_key_int(writer, "case", id);
    else /* the behavior has no cases */
        us_json_write_key_null(writer, "case");
}

static void write_place(const us_retrieval *a, int found, us_json_writer *writer)
{
    us_json_write_key_string(writer, "behavior", behavior_of(a, found));
    write_id(us_case_base_get_case(a->case_base, found).id, writer);
}

/* Writes the outcome if it has a weight or is to be explained. */
static void write_outcome(const us_retrieval *a, const us_hit *hit, us_json_writer *writer)
{
    us_success_count record = us_case_base_behavior_record(
        a->case_base, us_case_base_get_case(a->case_base, hit->found).behavior);
    if (a->query.outcome_weight == 0 && !a->explanation)
        return;
    us_similarity_write(writer, "outcome", hit->outcome);
    us_json_write_key_int(writer, "tries", record.tries);
    us_json_write_key_int(writer, "successes", record.successes);
}

static void write_hit(const us_retrieval *a, const us_hit *hit, us_json_writer *writer)
{
    us_indexed_case item = us_case_base_get_case(a->case_base, hit->found);
    US_AUTOSTR(goal);
    us_goal_pattern_print(a->domain, us_case_base_behavior_pattern(a->case_base, item.behavior),
                          &goal);
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "behavior",
                             us_case_base_behavior_name(a->case_base, item.behavior));
    us_similarity_write(writer, "similarity", hit->similarity);
    write_id(item.id, writer);
    us_json_write_key_string(writer, "goal", goal.text);
    us_similarity_write(writer, "goal_similarity", hit->goal);
    if (a->stated)
        us_similarity_write(writer, "state_similarity", hit->state);
    us_json_write_key_bool(writer, "state_known", item.feature != NULL);
    write_outcome(a, hit, writer);
    us_json_write_key_strings(writer, "done", item.done, item.done_count);
    if (a->explanation && a->stated)
        write_shares(a, hit->found, writer);
    us_json_write_close(writer, '}');
}

static void write_best(const us_retrieval *a, const char *key, int place, us_json_writer *writer)
{
    us_json_write_key(writer, key);
    if (place >= a->hits) {
        us_json_write_null(writer);
        return;
    }
    us_json_write_open(writer, '{');
    write_place(a, a->hit[place].found, writer);
    us_similarity_write(writer, "similarity", a->hit[place].similarity);
    us_json_write_close(writer, '}');
}

static us_status write_verdict(const us_retrieval *a, us_verdict verdict, us_json_writer *writer,
                               us_error *err)
{
    us_json_write_key_open(writer, us_verdict_name(verdict), '[');
    for (int i = 0; i < a->explanations; i++) {
        const us_explanation *explanation = &a->explanation[i];
        if (explanation->verdict != verdict)
            continue;
        us_json_write_open(writer, '{');
        write_place(a, explanation->hit.found, writer);
        us_similarity_write(writer, "similarity", explanation->hit.similarity);
        if (verdict == US_VERDICT_FELL) {
            const char *text;
            US_TRY(condition_of(a, explanation, &text, err));
            us_json_write_key_string(writer, "condition", text);
            us_json_write_key_int(writer, "number", explanation->condition + 1);
        }
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    return US_OK;
}

static void write_query(const us_retrieval *a, us_json_writer *writer)
{
    US_AUTOSTR(goal);
    us_goal_print(a->domain, &a->goal, &goal);
    us_json_write_key_string(writer, "goal", goal.text);
    us_json_write_key(writer, "state");
    if (!a->stated) {
        us_json_write_null(writer);
        return;
    }
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "trace", a->moment.file);
    us_json_write_key_int(writer, "cycle", a->view.world->now);
    us_json_write_key_int(writer, "seat", a->view.self);
    us_json_write_key_int(writer, "goal_weight", a->query.goal_weight);
    us_json_write_key_int(writer, "state_weight", a->query.state_weight);
    us_json_write_key_bool(writer, "conditions", !a->query.unconditioned);
    us_json_write_close(writer, '}');
}

us_status us_retrieval_write(const us_retrieval *a, us_str *out, us_error *err)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    write_query(a, &writer);
    if (a->query.outcome_weight > 0 || a->explanation)
        us_json_write_key_int(&writer, "outcome_weight", a->query.outcome_weight);
    us_json_write_key_open(&writer, "hits", '[');
    for (int i = 0; i < a->shown; i++)
        write_hit(a, &a->hit[i], &writer);
    us_json_write_close(&writer, ']');
    write_best(a, "winner", 0, &writer);
    write_best(a, "runner_up", 1, &writer);
    if (a->hits < 2)
        us_json_write_key_null(&writer, "margin");
    else
        us_similarity_write(&writer, "margin", us_hit_rank(&a->hit[0]) - us_hit_rank(&a->hit[1]));
    for (int v = US_VERDICT_FELL; v < US_VERDICTS && a->explanation; v++)
        US_TRY(write_verdict(a, (us_verdict)v, &writer, err));
    us_json_writer_end(&writer, '}');
    return US_OK;
}

/* ---- text */

static void print_hits(const us_retrieval *a, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(out, "similarity    goal   state      case  behavior: goal\n");
    for (int i = 0; i < a->shown; i++) {
        const us_hit *hit = &a->hit[i];
        us_indexed_case item = us_case_base_get_case(a->case_base, hit->found);
        us_str_add(&line, "    ");
        us_similarity_print(&line, hit->similarity);
        us_str_add(&line, "  ");
        us_similarity_print(&line, hit->goal);
        us_str_add(&line, "  ");
        if (a->stated && item.feature)
            us_similarity_print(&line, hit->state);
        else
            us_str_add(&line, a->stated ? "unknown" : "     -");
        char id[24] = "-";
        if (item.id)
            snprintf(id, sizeof id, "%lld", (long long)item.id);
        us_str_addf(&line, "%*s%8s  %s: ", a->stated && !item.feature ? 1 : 2, "", id,
                    us_case_base_behavior_name(a->case_base, item.behavior));
        us_goal_pattern_print(a->domain, us_case_base_behavior_pattern(a->case_base, item.behavior),
                              &line);
        for (int k = 0; k < item.done_count; k++)
            us_str_addf(&line, "%s%s", k ? " " : "; done ", item.done[k]);
        us_out_add_line(out, &line);
    }
}

/* Prints "NAME (case 7)". */
static void print_case(const us_retrieval *a, int found, us_str *out)
{
    us_indexed_case item = us_case_base_get_case(a->case_base, found);
    us_str_add(out, us_case_base_behavior_name(a->case_base, item.behavior));
    if (item.id)
        us_str_addf(out, " (case %lld)", (long long)item.id);
}

static void print_margin(const us_retrieval *a, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(&line, a->hits ? "answer: " : "no case fits");
    if (a->hits > 0)
        print_case(a, a->hit[0].found, &line);
    if (a->hits > 1) {
        us_str_add(&line, ", by ");
        us_similarity_print(&line, us_hit_rank(&a->hit[0]) - us_hit_rank(&a->hit[1]));
        us_str_add(&line, " before ");
        print_case(a, a->hit[1].found, &line);
    }
    us_out_add_line(out, &line);
}

static void print_number(us_str *out, int32_t value)
{
    if (value == US_FEATURE_MISSING)
        us_str_addf(out, " %11s", "unknown");
    else
        us_str_addf(out, " %11d", (int)value);
}

static void print_shares(const us_retrieval *a, us_str *out)
{
    const us_space *space = us_case_base_space(a->case_base);
    US_AUTOFREE us_feature_share *share =
        us_mem_alloc_array((size_t)space->count + 1, sizeof *share);
    int count =
        a->hits ? us_explanation_list_shares(a->case_base, &a->query, a->hit[0].found, share) : 0;
    US_AUTOSTR(line);
    if (count > 0)
        us_str_add(out, "\ndifferences between the state and the answer's\n  share        asked    "
                        "    seen  feature\n");
    for (int i = 0; i < count && i < SHARES && share[i].share > 0; i++) {
        us_str_add(&line, "  ");
        us_similarity_print(&line, share[i].share);
        print_number(&line, share[i].requested);
        print_number(&line, share[i].seen);
        us_str_addf(&line, "  %s", space->dimension[share[i].dimension].name);
        us_out_add_line(out, &line);
    }
}

/* Counts the behavior's cases that failed at a condition of that text, and marks them as counted.
 */
static us_status count_fallen(const us_retrieval *a, int from, bool *told, const char *text,
                              int *out, us_error *err)
{
    int behavior = us_case_base_get_case(a->case_base, a->explanation[from].hit.found).behavior;
    *out = 0;
    for (int i = from; i < a->explanations; i++) {
        const us_explanation *explanation = &a->explanation[i];
        const char *other = "";
        if (told[i] || explanation->verdict != US_VERDICT_FELL ||
            us_case_base_get_case(a->case_base, explanation->hit.found).behavior != behavior)
            continue;
        US_TRY(condition_of(a, explanation, &other, err));
        told[i] = us_text_equal(other, text);
        *out += told[i];
    }
    return US_OK;
}

/* Prints each failed condition of a behavior and its suffix cases once, with the number of cases.
 */
static us_status print_fallen(const us_retrieval *a, us_str *out, us_error *err)
{
    US_AUTOFREE bool *told = US_NEW_ARRAY(bool, a->explanations + 1);
    int lines = 0;
    for (int i = 0; i < a->explanations; i++) {
        const us_explanation *explanation = &a->explanation[i];
        const char *text = "";
        int cases = 0;
        if (explanation->verdict != US_VERDICT_FELL || told[i])
            continue;
        US_TRY(condition_of(a, explanation, &text, err));
        US_TRY(count_fallen(a, i, told, text, &cases, err));
        if (lines++ >= FALLEN)
            continue;
        us_str_add(out,
                   lines > 1 ? "" : "\nrejected by a condition (cases), the most similar first\n");
        us_out_add_linef(out, "  %s (%d): %s", behavior_of(a, explanation->hit.found), cases, text);
    }
    if (lines > FALLEN)
        us_str_addf(out, "  and %d more: --json names all\n", lines - FALLEN);
    return US_OK;
}

static bool is_first(const us_retrieval *a, int place)
{
    int behavior = us_case_base_get_case(a->case_base, a->hit[place].found).behavior;
    for (int i = 0; i < place; i++)
        if (us_case_base_get_case(a->case_base, a->hit[i].found).behavior == behavior)
            return false;
    return true;
}

/* Prints each shown behavior once. */
static void print_outcomes(const us_retrieval *a, us_str *out)
{
    US_AUTOSTR(line);
    if (a->shown > 0)
        us_str_addf(out,
                    "\nsuccess counts; their weight is %d percent\n    adds     tried succeeded  "
                    "behavior\n",
                    a->query.outcome_weight);
    for (int i = 0; i < a->shown; i++) {
        int behavior = us_case_base_get_case(a->case_base, a->hit[i].found).behavior;
        us_success_count record = us_case_base_behavior_record(a->case_base, behavior);
        if (!is_first(a, i))
            continue;
        us_str_add(&line, a->hit[i].outcome < 0 ? " " : "  ");
        us_similarity_print(&line, a->hit[i].outcome);
        us_str_addf(&line, " %9lld %9lld  %s", (long long)record.tries, (long long)record.successes,
                    us_case_base_behavior_name(a->case_base, behavior));
        us_out_add_line(out, &line);
    }
}

us_status us_retrieval_print(const us_retrieval *a, us_str *out, us_error *err)
{
    int count[US_VERDICTS] = {0};
    print_hits(a, out);
    print_margin(a, out);
    if (!a->explanation)
        return US_OK;
    for (int i = 0; i < a->explanations; i++)
        count[a->explanation[i].verdict]++;
    us_str_addf(out, "%d cases:", a->explanations);
    for (int v = 0; v < US_VERDICTS; v++)
        us_str_addf(out, "%s %d %s", v ? "," : "", count[v], us_verdict_name((us_verdict)v));
    us_str_add_char(out, '\n');
    print_shares(a, out);
    print_outcomes(a, out);
    return print_fallen(a, out, err);
}
