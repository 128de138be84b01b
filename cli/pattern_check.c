#include <string.h>

#include "adapt/adapt.h"
#include "base/progress.h"
#include "cli/adapt.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, SET, ROWS, MAP, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else that of the traces, or " US_GAME_PRESET},
    [SET] = {"--set", "NAME.PARAM=N", "change a threshold of a pattern", .many = true},
    [ROWS] = {"--rows", "N", "print at most N rows of each pattern", 0, INT32_MAX, "10"},
    [MAP] = {"--map", "FILE", "the map of all traces, if it has moved; else they name it"},
    [JSON] = {"--json", NULL, "print one JSON object"},
};

typedef struct checking {
    const us_args *args;
    us_domain *domain;
    us_patterns patterns;
    us_games *games;
    us_json_writer writer;
    us_str *out;
} checking;

static us_status open_all(checking *c, us_error *err)
{
    const us_args *args = c->args;
    const char *domain = us_args_text(args, DOMAIN);
    if (domain || args->count == 1)
        US_TRY(us_file_open_domain(args->argument[0], domain ? domain : US_GAME_PRESET, &c->domain,
                                   err));
    else
        US_TRY(us_adapt_domain(args->argument[1], &c->domain, err));
    US_TRY(us_patterns_load(c->domain, args->argument[0], &c->patterns, err));
    int at = 0;
    for (const char *text; (text = us_args_next(args, SET, &at));)
        US_TRY(us_patterns_set(&c->patterns, text, err));
    US_TRY(us_args_check_keys(args, SET, err));
    US_TRY(us_games_open(NULL, c->domain, &c->games, err));
    US_TRY(us_failures_add_conditions(c->games, &c->patterns, err));
    return us_adapt_add_traces(args, 1, us_args_text(args, MAP), c->games, err);
}

static int count_games(const us_failures *failures)
{
    int games = 0;
    for (int i = 0; i < failures->count; i++) /* they are sorted by game */
        games += i == 0 || failures->item[i].game != failures->item[i - 1].game;
    return games;
}

static const char *cell(const us_failure *failure, int column)
{
    return failure->value[column] ? failure->value[column] : "-";
}

/* Prints the first rows in columns as wide as their values. */
static void print_rows(const us_failure_pattern *pattern, const us_failures *failures, int rows,
                       us_str *out)
{
    int width[US_PATTERN_COLUMNS_MAX];
    US_AUTOSTR(line);
    for (int k = 0; k < pattern->columns; k++) {
        width[k] = (int)strlen(pattern->column[k]);
        for (int i = 0; i < rows; i++)
            if ((int)strlen(cell(&failures->item[i], k)) > width[k])
                width[k] = (int)strlen(cell(&failures->item[i], k));
    }
    for (int i = -1; i < rows; i++) {
        for (int k = 0; k < pattern->columns; k++)
            us_str_addf(&line, "  %*s", width[k],
                        i < 0 ? pattern->column[k] : cell(&failures->item[i], k));
        us_out_add_line(out, &line);
    }
}

static void write_rows(const us_failure_pattern *pattern, const us_failures *failures, int rows,
                       us_json_writer *writer)
{
    us_json_write_key_open(writer, "rows", '[');
    for (int i = 0; i < rows; i++) {
        us_json_write_open(writer, '{');
        for (int k = 0; k < pattern->columns; k++) {
            us_json_write_key(writer, pattern->column[k]);
            us_failure_write_value(&failures->item[i], k, writer);
        }
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void print_pattern(checking *c, const us_failure_pattern *pattern,
                          const us_failures *failures)
{
    int64_t most = us_args_int(c->args, ROWS);
    int games = count_games(failures), rows = failures->count < most ? failures->count : (int)most;
    if (us_args_is_given(c->args, JSON)) {
        us_json_write_open(&c->writer, '{');
        us_json_write_key_string(&c->writer, "pattern", pattern->name);
        us_json_write_key_int(&c->writer, "count", failures->count);
        us_json_write_key_int(&c->writer, "games", games);
        write_rows(pattern, failures, rows, &c->writer);
        us_json_write_close(&c->writer, '}');
        return;
    }
    us_str_addf(c->out, "%s: ", pattern->name);
    if (c->args->count == 1) {
        us_str_add(c->out, "sound\n");
        return;
    }
    us_str_add_count(c->out, failures->count, "row", "rows");
    us_str_addf(c->out, " in %d of ", games);
    us_str_add_count(c->out, c->args->count - 1, "game\n", "games\n");
    if (rows > 0)
        print_rows(pattern, failures, rows, c->out);
    if (rows > 0 && rows < failures->count)
        us_str_addf(c->out, "  %d more; --rows sets how many are printed\n",
                    failures->count - rows);
}

/* Runs each pattern by itself, for its time. */
static us_status run_all(checking *c, us_error *err)
{
    for (int i = 0; i < c->patterns.count; i++) {
        US_AUTO(us_failures_clear) us_failures failures = {0};
        const us_patterns one = {.item = &c->patterns.item[i], .count = 1};
        int64_t begun = us_clock_ms();
        US_TRY(us_failures_find(c->games, &one, &failures, err));
        us_out_log("%s: the query took %lld ms", one.item[0]->name,
                   (long long)(us_clock_ms() - begun));
        print_pattern(c, one.item[0], &failures);
    }
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    checking c = {.args = args, .out = out};
    us_status status = open_all(&c, err);
    if (us_args_is_given(args, JSON)) {
        c.writer = us_json_writer_begin(out, '{');
        us_json_write_key_int(&c.writer, "games", args->count - 1);
        us_json_write_key_open(&c.writer, "patterns", '[');
    }
    if (status == US_OK)
        status = run_all(&c, err);
    if (us_args_is_given(args, JSON)) {
        us_json_write_close(&c.writer, ']');
        us_json_writer_end(&c.writer, '}');
    }
    if (status != US_OK)
        us_str_reset(out);
    us_games_close(c.games);
    us_patterns_clear(&c.patterns);
    us_domain_free(c.domain);
    return status;
}

const us_command us_command_pattern_check = {
    .name = "pattern check",
    .arguments = "PATH [TRACE...]",
    .about = "check failure patterns, and try their queries",
    .more =
        "PATH is a file NAME.sql, or a folder of such files. The command checks each pattern: its\n"
        "members, the BRL of its repairs, the tables, columns and names in its query. Then it\n"
        "runs the query on the games of the traces, in their order, or on tables without a game.\n"
        "It prints the rows that the query finds, and the time to standard error. It writes no\n"
        "file. docs/FAILURE_PATTERNS.md is the reference.",
    .example = "  understudy pattern check mine.sql\n"
               "  understudy pattern check mine.sql lost.jsonl --set mine.patience=200",
    US_OPTIONS(options),
    .run = run,
};
