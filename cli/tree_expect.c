#include <string.h>

#include "base/json.h"
#include "behavior/expectation.h"
#include "behavior/stage.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/tree.h"
#include "experiments/stats/numbers.h"

enum { LEAF, TIMELINE, CYCLES, RUNS, SEED, DOMAIN, JSON };
enum { RUNS_MAX = 1000000, DECIMALS = 6, DRAWS = 1000000 };

static const us_option options[] = {
    [LEAF] = {"--leaf", "NAME=P,S,F",
              "leaf NAME succeeds with chance P after S cycles, else fails after F", .many = true},
    [TIMELINE] = {"--timeline", "EVENTS",
                  "leaves in a timeline, as for tree run; -: standard input"},
    [CYCLES] = {"--cycles", "N", "runs that end later count as not ended", 1, US_EXPECT_MOST,
                "1000"},
    [RUNS] = {"--runs", "N", "also simulate N runs; 0: none", 0, RUNS_MAX, "10000"},
    [SEED] = {"--seed", "N", "seeds of the runs: SEED, SEED + 1, ...", 0, INT32_MAX, "1"},
    [DOMAIN] = {"--domain", "D",
                "the domain: a name, or the path of a domain file; else the file names it"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

/* ---- leaves, as lines of a timeline */

static const char *word_of(const us_brl *brl, const char *name)
{
    static const us_node_kind kinds[] = {US_NODE_GOAL, US_NODE_QUERY};
    for (int i = 0; i < brl->count; i++) {
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            const us_node *node = &brl->item[i]->node[k];
            for (int w = 0; w < US_COUNT(kinds); w++)
                if (node->kind == kinds[w] &&
                    (us_text_equal(node->label, name) || us_text_equal(node->name, name)))
                    return us_node_kind_row(kinds[w])->word;
        }
    }
    return us_node_kind_row(US_NODE_ACT)->word;
}

/* Checks each text alone, so that a fault has its right place. */
static us_status check_text(const us_tree_file *file, const char *name, const char *text,
                            size_t length, us_error *err)
{
    US_AUTOPTR(us_timeline) script = NULL;
    return us_timeline_read(file->brl, file->item, name, text, length, &script, err);
}

static us_status add_leaf(const us_tree_file *file, const char *given, us_str *out, us_error *err)
{
    char name[US_NAME_MAX + 1] = "", part[3][16] = {"", "", ""};
    int64_t chance, after[2];
    size_t length = strcspn(given, "=");
    const char *at = given + length;
    if (length <= US_NAME_MAX)
        memcpy(name, given, length);
    for (int i = 0; i < 3 && *at; i++) {
        size_t size = strcspn(++at, ",");
        if (size < sizeof part[i])
            memcpy(part[i], at, size);
        at += size;
    }
    if (*at || !us_brl_is_name(name) || !us_text_to_decimal(part[0], DECIMALS, 0, DRAWS, &chance) ||
        !us_text_to_int(part[1], 0, US_EXPECT_MOST, &after[0]) ||
        !us_text_to_int(part[2], 0, US_EXPECT_MOST, &after[1]))
        return us_error_refuse(
            err,
            "--leaf: expected NAME=P,S,F such as move=0.9,2,1, P from 0 to 1 with at most %d "
            "decimals, found \"%.80s\"",
            DECIMALS, given);
    size_t from = out->length;
    us_str_addf(out, "%s %s: chance %lld of %d success after %lld else failure after %lld\n",
                word_of(file->brl, name), name, (long long)chance, DRAWS, (long long)after[0],
                (long long)after[1]);
    us_error why = {0};
    if (check_text(file, "", out->text + from, out->length - from, &why) != US_OK)
        return us_error_refuse(err, "--leaf %.80s: %s", given, why.text);
    return US_OK;
}

static us_status read_leaves(const us_args *args, const us_tree_file *file, us_timeline **out,
                             us_error *err)
{
    const char *path = us_args_text(args, TIMELINE), *given;
    US_AUTOFREE char *read = NULL;
    size_t length;
    US_AUTOSTR(text);
    if (path) {
        US_TRY(us_tree_read(path, US_TIMELINE_FILE_MAX, &read, &length, err));
        US_TRY(check_text(file, path, read, length, err));
        us_str_add_bytes(&text, read, length);
        us_str_add_char(&text, '\n');
    }
    for (int at = 0; (given = us_args_next(args, LEAF, &at));)
        US_TRY(add_leaf(file, given, &text, err));
    return us_timeline_read(file->brl, file->item, path ? path : "--leaf", text.text, text.length,
                            out, err);
}

/* ---- simulated runs */

typedef struct measured {
    us_expectation mean;
    us_bounds bounds; /* of the success rate */
    int64_t runs;
} measured;

static us_status measure(const us_args *args, const us_tree_file *file, const us_timeline *script,
                         measured *out, us_error *err)
{
    int64_t ended[4] = {0}, cycles[4] = {0};
    out->runs = us_args_int(args, RUNS);
    for (int64_t i = 0; i < out->runs; i++) {
        us_stage *stage =
            us_stage_new(&(us_stage_def){.brl = file->brl,
                                         .root = file->item,
                                         .timeline = script,
                                         .seed = (uint64_t)(us_args_int(args, SEED) + i)});
        us_answer answer = US_RUNNING;
        while (answer == US_RUNNING && us_stage_now(stage) <= us_args_int(args, CYCLES))
            answer = us_stage_tick(stage);
        ended[answer]++;
        cycles[answer] += us_stage_now(stage) - 1;
        us_stage_free(stage);
        if (us_interrupt_is_pending())
            return us_interrupt_fail(err, "the runs");
    }
    double runs = (double)(out->runs ? out->runs : 1);
    us_expectation *mean = &out->mean;
    mean->success = (double)ended[US_SUCCESS] / runs;
    mean->failure = (double)ended[US_FAILURE] / runs;
    if (ended[US_SUCCESS])
        mean->success_time = (double)cycles[US_SUCCESS] / (double)ended[US_SUCCESS];
    if (ended[US_FAILURE])
        mean->failure_time = (double)cycles[US_FAILURE] / (double)ended[US_FAILURE];
    out->bounds = us_wilson_bounds((double)ended[US_SUCCESS], (double)out->runs, 0.95);
    return US_OK;
}

/* ---- output */

/* Returns the share of runs without an end. */
static double left_of(const us_expectation *e)
{
    double left = 1 - e->success - e->failure;
    return left > 0 ? left : 0;
}

static void row(const char *title, const us_expectation *e, us_str *out)
{
    us_str_addf(out, "%-10s %8.4f %10.4f %9.4f %10.4f %10.4f\n", title, e->success, e->success_time,
                e->failure, e->failure_time, left_of(e));
}

static void write_one(us_json_writer *writer, const char *key, const us_expectation *e)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                "{\"success\":%.6f,\"success_time\":%.6f,\"failure\":%.6f,\"failure_time\":%.6f,"
                "\"left\":%.6f}",
                e->success, e->success_time, e->failure, e->failure_time, left_of(e));
    us_json_write_key(writer, key);
    us_json_write_raw(writer, text.text);
}

static void print_expected(const us_args *args, const us_expectation *expected, const measured *m,
                           us_str *out)
{
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        write_one(&writer, "expected", expected);
        if (m->runs) {
            us_json_write_key_int(&writer, "runs", m->runs);
            write_one(&writer, "measured", &m->mean);
            US_AUTOSTR(interval);
            us_str_addf(&interval, "[%.6f,%.6f]", m->bounds.low, m->bounds.high);
            us_json_write_key(&writer, "interval");
            us_json_write_raw(&writer, interval.text);
        }
        us_json_writer_end(&writer, '}');
        return;
    }
    us_str_addf(out, "%-10s %8s %10s %9s %10s %10s\n", "", "succeeds", "in cycles", "fails",
                "in cycles", "not ended");
    row("expected", expected, out);
    if (!m->runs)
        return;
    row("measured", &m->mean, out);
    us_str_addf(out, "of %lld runs; the share of successes lies in %.4f to %.4f (95%%)\n",
                (long long)m->runs, m->bounds.low, m->bounds.high);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_tree_close) us_tree_file file = {0};
    US_AUTOPTR(us_timeline) script = NULL;
    us_expectation expected;
    measured m = {.runs = 0};
    US_TRY(us_tree_open(args, us_args_text(args, DOMAIN), false, &file, err));
    US_TRY(read_leaves(args, &file, &script, err));
    US_TRY(us_expectation_compute(file.brl, file.item, script, (us_cycle)us_args_int(args, CYCLES),
                                  &expected, err));
    US_TRY(measure(args, &file, script, &m, err));
    print_expected(args, &expected, &m, out);
    return US_OK;
}

const us_command us_command_tree_expect = {
    .name = "tree expect",
    .arguments = "FILE [ITEM]",
    .about = "compute the probability and time of a tree's success from its leaves",
    .more =
        "Each leaf has a label, or the name of its action. --leaf and --timeline set how probable\n"
        "its success is, and how many cycles success and failure take; any other action succeeds\n"
        "after a cycle. The command computes the shares and mean times of the tree from these\n"
        "values, exactly except for runs that end after --cycles. It refuses by name what it\n"
        "cannot compute, such as conditions, choices, and nodes that remember. It also prints the\n"
        "result of many simulated runs.",
    .example =
        "  understudy tree expect plan.brl T --leaf a=0.9,2,1 --leaf b=0.8,3,1 --leaf c=0.5,1,4",
    US_OPTIONS(options),
    .run = run,
};
