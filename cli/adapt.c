#include "cli/adapt.h"

#include <string.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "cli/adapt_report.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "experiments/run/search.h"

static const us_option options[] = {
    [US_ADAPT_ABSTRACT] = {"--abstract-only", NULL,
                           "only make tables of games and failures; all arguments are traces"},
    [US_ADAPT_OUT] = {"-o", "FILE",
                      "the output: a new library, or LIB itself, changed in place; or the tables"},
    [US_ADAPT_MODE] = {"--mode", "MODE",
                       "substitute or append; GOAL=MODE overrides it, NAME=MODE overrides both",
                       .many = true},
    [US_ADAPT_LEAST] =
        {"--least", "N",
         "repair causes found in N games or more; else in 8 percent of them, at least 2", 1,
         INT32_MAX},
    [US_ADAPT_SHARE] = {"--share", "PERCENT",
                        "a cause must appear in this percentage of its behavior's games", 0, 100,
                        "20"},
    [US_ADAPT_CHANCE] =
        {"--chance", "PERCENT",
         "repair causes more frequent early in lost games, tested at PERCENT; 100: all", 0, 100,
         "10"},
    [US_ADAPT_MOST] =
        {"--most", "N",
         "at most N repairs; with --suggest N suggestions, and N repairs only with -o", 1,
         INT32_MAX},
    [US_ADAPT_PATTERNS] = {"--patterns", "PATH",
                           "a file or folder of patterns; else the game's own"},
    [US_ADAPT_ONLY] = {"--only", "NAME,...", "use only these patterns"},
    [US_ADAPT_WITHOUT] = {"--without", "NAME,...", "use all patterns but these"},
    [US_ADAPT_WITHOUT_MODOP] = {"--without-modop", "NAME,...",
                                "make no repairs of these kinds: before, daemon, retry, ..."},
    [US_ADAPT_SET] = {"--set", "NAME.PARAM=N", "change a threshold of a pattern", .many = true},
    [US_ADAPT_CHANGE] = {"--change", "TEXT",
                         "with --budget: only changes whose line contains TEXT; may be repeated",
                         .many = true},
    [US_ADAPT_JOBS] = US_OPTION_JOBS("with --budget: workers; else one per core"),
    [US_ADAPT_SEED] = {"--seed", "N", "with --budget: seed of maps, games and random changes", 0,
                       INT32_MAX, "1"},
    [US_ADAPT_TIMEOUT] = {"--timeout", "SECONDS",
                          "with --budget: a game that takes longer is lost; 0: no limit", 0, 86400,
                          "60"},
    [US_ADAPT_RANDOM] = {"--random", "N",
                         "a control, with --budget: search N random changes of random behaviors", 1,
                         1000},
    [US_ADAPT_DAEMONS] = {"--daemons", NULL,
                          "a control: add all daemons of the patterns; takes LIB alone, no traces"},
    [US_ADAPT_EXPLAIN] = {"--explain", NULL,
                          "print the story, with five causes in full; all: all causes and changes",
                          .word = "all"},
    [US_ADAPT_SUGGEST] = {"--suggest", NULL,
                          "list stretches of games to demonstrate again; with -o after the table"},
    [US_ADAPT_DRY] = {"--dry-run", NULL, "write nothing"},
    [US_ADAPT_MAP] = {"--map", "FILE",
                      "the map of all traces, if it has moved; with --budget, a map to play on",
                      .many = true},
    [US_ADAPT_BUDGET] = {"--budget", "N|TIME",
                         "search for what helps: at most N games a round, or 90s, 20m, 2h; "
                         "needs -o"},
    [US_ADAPT_ROUNDS] = {"--rounds", "N", "with --budget: rounds of games and search", 1, 1000,
                         "1"},
    [US_ADAPT_DONOR] =
        {"--donor", "LIB|none",
         "with --budget: also transplant the behaviors of LIB; none: no donors; repeatable",
         .many = true},
    [US_ADAPT_AGAINST] = {"--against", "AGENT",
                          "with --budget: an opponent, or itself; else all ai: agents; may be "
                          "repeated",
                          .many = true},
    [US_ADAPT_FAMILY] = {"--family", "NAME",
                         "with --budget: a kind of generated maps; else all; may be repeated",
                         .many = true},
    [US_ADAPT_SIZE] =
        {"--size", "N",
         "with --budget: cells a side of these maps; else 48, 64, 80; may be repeated", 1, 1024,
         .many = true},
    [US_ADAPT_MAX_CYCLES] = {"--max-cycles", "N",
                             "with --budget: a game ends in a draw then; else the domain's limit",
                             1, US_CYCLES_LIMIT},
    [US_ADAPT_FOG] = {"--fog", NULL, "with --budget: players see only what is in sight"},
    [US_ADAPT_JSON] = {"--json", NULL, "print the result as one JSON object"},
};

/* ---- tables alone */

/* Fails if an option is given that is not allowed beside `with`. */
static us_status check_options(const us_args *args, int with, const int *option, int count,
                               us_error *err)
{
    for (int i = 0; i < US_COUNT(options); i++) {
        bool ours = i == with;
        for (int k = 0; k < count; k++)
            ours = ours || i == option[k];
        if (!ours && us_args_is_given(args, i))
            return us_error_refuse(err, "%s is not for %s", options[i].name, options[with].name);
    }
    return US_OK;
}

typedef struct making {
    const us_args *args;
    us_domain *domain;
    us_games *games;
    us_patterns patterns;
    us_failures failures;
    int64_t cut; /* games without an end */
} making;

/* A domain may ship no patterns; its games still become tables. */
static us_status take_patterns(making *m, us_error *err)
{
    US_AUTOSTR(shipped);
    bool ships = us_data_find_domain_file(m->domain->name, "patterns", &shipped, NULL) == US_OK &&
                 us_file_exists(shipped.text);
    return ships || us_args_is_given(m->args, US_ADAPT_PATTERNS)
               ? us_adapt_load_patterns(m->args, m->domain, &m->patterns, err)
               : US_OK;
}

static us_status make(making *m, us_error *err)
{
    /* Options about repairs do not apply to tables. */
    static const int for_tables[] = {US_ADAPT_OUT,     US_ADAPT_PATTERNS, US_ADAPT_ONLY,
                                     US_ADAPT_WITHOUT, US_ADAPT_SET,      US_ADAPT_MAP,
                                     US_ADAPT_JSON};
    const us_args *args = m->args;
    US_TRY(check_options(args, US_ADAPT_ABSTRACT, for_tables, US_COUNT(for_tables), err));
    if (!us_args_text(args, US_ADAPT_OUT))
        return us_error_refuse(err, "expected -o FILE, the database to make");
    if (us_text_equal(us_args_text(args, US_ADAPT_OUT), "-"))
        return us_error_refuse(err, "-o: found \"-\", expected a file: a database is not printed");
    US_TRY(us_adapt_domain(args->argument[0], &m->domain, err));
    US_TRY(take_patterns(m, err));
    US_TRY(us_games_open(us_args_text(args, US_ADAPT_OUT), m->domain, &m->games, err));
    US_TRY(us_failures_add_conditions(m->games, &m->patterns, err));
    US_TRY(us_adapt_add_traces(args, 0, us_args_text(args, US_ADAPT_MAP), m->games, err));
    US_TRY(us_games_count_cut(m->games, &m->cut, err));
    US_TRY(us_failures_find(m->games, &m->patterns, &m->failures, err));
    US_TRY(us_failures_insert(m->games, &m->patterns, &m->failures, err));
    return us_games_commit(m->games, err);
}

static void write_made(const making *m, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "database", us_args_text(m->args, US_ADAPT_OUT));
    us_json_write_key_open(&writer, "games", '[');
    for (int i = 0; i < m->args->count; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_int(&writer, "game", i + 1);
        us_json_write_key_string(&writer, "trace", m->args->argument[i]);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_key_int(&writer, "cut", m->cut);
    us_json_write_key_int(&writer, "patterns", m->patterns.count);
    us_json_write_key_int(&writer, "failures", m->failures.count);
    us_json_writer_end(&writer, '}');
}

static void note_made(const making *m)
{
    int games = m->args->count, failures = m->failures.count;
    US_AUTOSTR(cut);
    us_adapt_report_print_cut(m->cut, games, &cut);
    us_out_log("%s: tables of %d game%s, with %d failure%s%s%.*s",
               us_args_text(m->args, US_ADAPT_OUT), games, games == 1 ? "" : "s", failures,
               failures == 1 ? "" : "s", m->cut > 0 ? "; " : "", (int)strcspn(cut.text, "\n"),
               cut.text);
}

static us_status abstract(const us_args *args, us_str *out, us_error *err)
{
    making m = {.args = args};
    us_status status = make(&m, err);
    if (status == US_OK && us_args_is_given(args, US_ADAPT_JSON))
        write_made(&m, out);
    else if (status == US_OK)
        note_made(&m);
    us_failures_clear(&m.failures);
    us_games_close(m.games);
    us_patterns_clear(&m.patterns);
    us_domain_free(m.domain);
    return status == US_INTERRUPTED ? us_interrupt_fail(err, "nothing was written") : status;
}

/* --daemons reads no games, so it excludes options that choose or limit games. */
static us_status check_daemons(const us_args *args, us_error *err)
{
    static const int for_daemons[] = {
        US_ADAPT_OUT,           US_ADAPT_MODE, US_ADAPT_PATTERNS, US_ADAPT_ONLY, US_ADAPT_WITHOUT,
        US_ADAPT_WITHOUT_MODOP, US_ADAPT_SET,  US_ADAPT_EXPLAIN,  US_ADAPT_DRY,  US_ADAPT_JSON};
    if (args->count > 1)
        return us_error_refuse(
            err, "--daemons reads no game: expected LIB alone, found \"%.200s\" after it",
            args->argument[1]);
    return check_options(args, US_ADAPT_DAEMONS, for_daemons, US_COUNT(for_daemons), err);
}

/* A search judges changes by games of its own, and reports in its own way. */
static us_status check_search(const us_args *args, us_error *err)
{
    static const int for_search[] = {
        US_ADAPT_OUT,      US_ADAPT_MODE,   US_ADAPT_LEAST,   US_ADAPT_SHARE,
        US_ADAPT_PATTERNS, US_ADAPT_ONLY,   US_ADAPT_WITHOUT, US_ADAPT_WITHOUT_MODOP,
        US_ADAPT_SET,      US_ADAPT_JOBS,   US_ADAPT_SEED,    US_ADAPT_TIMEOUT,
        US_ADAPT_RANDOM,   US_ADAPT_MAP,    US_ADAPT_ROUNDS,  US_ADAPT_DONOR,
        US_ADAPT_AGAINST,  US_ADAPT_FAMILY, US_ADAPT_SIZE,    US_ADAPT_MAX_CYCLES,
        US_ADAPT_FOG,      US_ADAPT_JSON,   US_ADAPT_EXPLAIN, US_ADAPT_CHANGE};
    US_TRY(check_options(args, US_ADAPT_BUDGET, for_search, US_COUNT(for_search), err));
    if (us_args_is_given(args, US_ADAPT_RANDOM) && us_args_is_given(args, US_ADAPT_DONOR))
        return us_error_refuse(err, "--donor: random changes are never those of a donor");
    if (us_args_is_given(args, US_ADAPT_RANDOM) && us_args_is_given(args, US_ADAPT_CHANGE))
        return us_error_refuse(err, "--change: random changes are drawn, not chosen");
    return us_args_text(args, US_ADAPT_OUT)
               ? US_OK
               : us_error_refuse(err, "--budget needs -o LIB, the library to write");
}

/* Options about the games of a search mean nothing without one. */
static us_status check_no_search(const us_args *args, us_error *err)
{
    static const int of_search[] = {US_ADAPT_ROUNDS,  US_ADAPT_DONOR,  US_ADAPT_AGAINST,
                                    US_ADAPT_FAMILY,  US_ADAPT_SIZE,   US_ADAPT_MAX_CYCLES,
                                    US_ADAPT_FOG,     US_ADAPT_JOBS,   US_ADAPT_SEED,
                                    US_ADAPT_TIMEOUT, US_ADAPT_RANDOM, US_ADAPT_CHANGE};
    int maps = 0, at = 0;
    for (int i = 0; i < US_COUNT(of_search); i++)
        if (us_args_is_given(args, of_search[i]))
            return us_error_refuse(err, "%s is for --budget", options[of_search[i]].name);
    while (us_args_next(args, US_ADAPT_MAP, &at))
        maps++;
    return maps > 1
               ? us_error_refuse(err, "--map: expected one map, that of all traces, found %d", maps)
               : US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    if (us_args_is_given(args, US_ADAPT_BUDGET)) {
        US_TRY(check_search(args, err));
        return us_adapt_repair(args, out, err);
    }
    US_TRY(check_no_search(args, err));
    if (us_args_is_given(args, US_ADAPT_ABSTRACT))
        return abstract(args, out, err);
    if (us_args_is_given(args, US_ADAPT_DAEMONS)) {
        US_TRY(check_daemons(args, err));
        return us_adapt_repair(args, out, err);
    }
    if (args->count < 2)
        return us_error_refuse(
            err, "expected LIB TRACE..., a library and games it played; or --abstract-only, "
                 "or --budget, or --daemons");
    return us_adapt_repair(args, out, err);
}

const us_command us_command_adapt = {
    .name = "adapt",
    .arguments = "[LIB] TRACE...",
    .about = "find what went wrong in games, and repair the library",
    .more =
        "adapt plays the games again by the rules of the recording, or reads their stored states.\n"
        "It stores the games in tables; patterns of failures are SQL queries over these tables.\n"
        "The plan that the library recorded shows which behavior to blame for each failure, and\n"
        "the pattern how to repair it. No game proves these repairs. docs/ADAPTATION.md is the\n"
        "manual.\n\n"
        "With --budget, adapt searches: it plays games of its own, tries repairs and other "
        "changes\n"
        "in them, practices with behaviors of players that won, and keeps what new games prove\n"
        "to help. Traces are not needed. After an interrupt or a kill, the same command\n"
        "continues. docs/SEARCH.md is the manual.",
    .example = "  understudy adapt lib.db --budget 4000 -o better.db\n"
               "  understudy game play open-1 --p0 library:lib.db --p1 ai:raid --trace game.jsonl\n"
               "  understudy adapt lib.db game.jsonl --least 1 --explain -o adapted.db\n"
               "  understudy library diff lib.db adapted.db\n"
               "  understudy adapt --abstract-only game.jsonl -o game.db\n"
               "  sqlite3 game.db 'SELECT pattern, seat, count(*) FROM failures GROUP BY 1, 2'",
    US_OPTIONS(options),
    .run = run,
};
