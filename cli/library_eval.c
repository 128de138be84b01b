#include <stdio.h>

#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/retrieve.h"
#include "retrieve/evaluate.h"

enum { RELIEF, SAVE, DOMAIN, JSON };

static const us_option options[] = {
    [RELIEF] = {"--relief", NULL, "also evaluate weights by RELIEF-F, learned anew in each fold"},
    [SAVE] = {"--save", NULL, "with --relief: save the weights learned from all demonstrations"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print one JSON object"},
};

typedef struct evaluating {
    const us_args *args;
    us_library *library;
    us_case_base *case_base;
    us_groups groups;
    us_evaluation result;
    int *percent; /* RELIEF-F weights from all demonstrations, by dimension */
    int alone;    /* cases that belong to no demonstration */
    bool weighed; /* the library's weights differ */
} evaluating;

static const char *about(us_method method)
{
    static const char *const texts[US_METHODS] = {
        "goal and state, the library's weights",
        "weights by RELIEF-F from the other games",
        "goal and state, each feature the same",
        "the goal alone",
        "the state alone, of any goal",
        "any case: what is to be expected",
        "the best case there is",
    };
    return texts[method];
}

static unsigned methods_of(const us_args *args)
{
    unsigned all = (1u << US_METHODS) - 1;
    return us_args_is_given(args, RELIEF) ? all : all & ~(1u << US_METHOD_RELIEF);
}

static us_status evaluate(evaluating *e, us_error *err)
{
    US_TRY(us_case_base_load(e->library, &e->case_base, err));
    US_TRY(us_groups_read(e->library, e->case_base, &e->groups, err));
    const us_space *space = us_case_base_space(e->case_base);
    for (int i = 0; i < us_case_base_case_count(e->case_base); i++)
        e->alone += !us_groups_has_any(&e->groups, i);
    for (int i = 1; i < space->count; i++)
        e->weighed |= space->dimension[i].weight != space->dimension[0].weight;
    US_TRY(us_evaluation_run(e->case_base, &e->groups, methods_of(e->args), &e->result, err));
    if (!us_args_is_given(e->args, RELIEF))
        return US_OK;
    e->percent = US_NEW_ARRAY(int, space->count);
    return us_evaluation_learn_weights(e->case_base, &e->groups, -1, e->percent, err);
}

/* Saves the weights; the library's features are in the order of the dimensions. */
static us_status save(evaluating *e, us_error *err)
{
    int count;
    US_TRY(us_library_begin(e->library, err));
    us_library_features(e->library, &count);
    for (int i = 0; i < count && i < us_case_base_space(e->case_base)->count; i++)
        US_TRY(us_library_set_weight(e->library, i, e->percent[i], err));
    return us_library_commit(e->library, err);
}

/* ---- output */

static int64_t part(double value)
{
    double nine = value * US_SIMILARITY_ONE;
    return (int64_t)(nine < 0 ? nine - 0.5 : nine + 0.5);
}

static void write_method(const evaluating *e, us_method m, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "name", us_method_name(m));
    us_similarity_write(writer, "mean", part(e->result.mean[m]));
    us_similarity_write(writer, "half", part(e->result.half[m]));
    if (m != US_METHOD_LIBRARY) {
        us_similarity_write(writer, "better", part(e->result.better[m]));
        us_similarity_write(writer, "better_half", part(e->result.better_half[m]));
    }
    us_json_write_close(writer, '}');
}

static void write_json(const evaluating *e, us_str *out)
{
    const us_space *space = us_case_base_space(e->case_base);
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", e->args->argument[0]);
    us_json_write_key_int(&writer, "demonstrations", e->result.groups);
    us_json_write_key_int(&writer, "cases", e->result.cases);
    us_json_write_key_int(&writer, "without_demonstration", e->alone);
    us_json_write_key_open(&writer, "methods", '[');
    for (int m = 0; m < US_METHODS; m++)
        if (methods_of(e->args) >> m & 1)
            write_method(e, (us_method)m, &writer);
    us_json_write_close(&writer, ']');
    if (e->percent) {
        us_json_write_key_open(&writer, "weights", '{');
        for (int i = 0; i < space->count; i++)
            us_json_write_key_int(&writer, space->dimension[i].name, e->percent[i]);
        us_json_write_close(&writer, '}');
        us_json_write_key_bool(&writer, "saved", us_args_is_given(e->args, SAVE));
    }
    us_json_writer_end(&writer, '}');
}

static void print_pair(us_str *out, double mean, double half)
{
    us_str_addf(out, "%s", mean < 0 ? "" : " ");
    us_similarity_print(out, part(mean));
    us_str_add(out, " +- ");
    us_similarity_print(out, part(half));
}

/* Prints the heaviest first; equal ones in order of the dimensions. */
static void print_weights(const evaluating *e, us_str *out)
{
    const us_space *space = us_case_base_space(e->case_base);
    us_str_add(out, "\nweights by RELIEF-F from all demonstrations\n");
    for (int percent = 100; percent > 0; percent--)
        for (int i = 0; i < space->count; i++)
            if (e->percent[i] == percent)
                us_out_add_linef(out, "  %3d  %s", percent, space->dimension[i].name);
}

static void print(const evaluating *e, us_str *out)
{
    US_AUTOSTR(line);
    us_out_add_linef(out, "%s: %d demonstrations, each left out in turn; %d cases asked for",
                     e->args->argument[0], e->result.groups, e->result.cases);
    us_str_add(out, "method       likeness, 95%       better than library\n");
    for (int m = 0; m < US_METHODS; m++) {
        if (!(methods_of(e->args) >> m & 1))
            continue;
        us_str_addf(&line, "%-11s ", us_method_name((us_method)m));
        print_pair(&line, e->result.mean[m], e->result.half[m]);
        us_str_add(&line, "    ");
        if (m != US_METHOD_LIBRARY)
            print_pair(&line, e->result.better[m], e->result.better_half[m]);
        else
            us_str_addf(&line, "%17s", "");
        us_str_addf(&line, "   %s", about((us_method)m));
        us_out_add_line(out, &line);
    }
    if (e->percent)
        print_weights(e, out);
}

static void note(const evaluating *e)
{
    if (e->alone > 0)
        us_out_log("%s: %d cases come from no demonstration: they are no queries, and always in "
                   "the case base",
                   e->args->argument[0], e->alone);
    if (e->weighed)
        us_out_log("%s: its features have different weights: if they were learned from these "
                   "demonstrations, the result of \"library\" is too good",
                   e->args->argument[0]);
    if (us_args_is_given(e->args, SAVE))
        us_out_log("%s: weights saved", e->args->argument[0]);
}

static us_status evaluate_all(evaluating *e, us_str *out, us_error *err)
{
    US_TRY(evaluate(e, err));
    if (us_args_is_given(e->args, SAVE))
        US_TRY(save(e, err));
    if (us_args_is_given(e->args, JSON))
        write_json(e, out);
    else
        print(e, out);
    note(e);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    if (us_args_is_given(args, SAVE) && !us_args_is_given(args, RELIEF))
        return us_error_refuse(err, "library eval: --save: expected --relief, too");
    US_TRY(us_library_handle_open(&opened, args->argument[0],
                                  us_args_is_given(args, SAVE) ? US_LIBRARY_WRITE : US_LIBRARY_READ,
                                  us_args_text(args, DOMAIN), err));
    evaluating e = {.args = args, .library = opened.library};
    us_status status = evaluate_all(&e, out, err);
    if (status != US_OK && err && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", args->argument[0]);
    us_groups_clear(&e.groups);
    us_mem_free(e.percent);
    us_case_base_free(e.case_base);
    return status;
}

const us_command us_command_library_eval = {
    .name = "library eval",
    .arguments = "LIB",
    .about = "measure how well retrieval repeats the demonstrations",
    .more =
        "Each demonstration is left out in turn. Each of its cases becomes a query with its goal\n"
        "and state, and the retrieved case is compared with what was done: likeness 0 to 1, the\n"
        "mean over demonstrations with its 95% interval, beside simpler ways to choose.\n"
        "docs/RETRIEVAL_EVALUATION.md explains the limits of the numbers.",
    .example = "  understudy library eval lib.db\n"
               "  understudy library eval lib.db --relief --json",
    US_OPTIONS(options),
    .run = run,
};
