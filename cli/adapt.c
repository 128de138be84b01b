#include "cli/adapt.h"
#include "behavior/brl.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "traces/reader.h"

static const us_option options[] = {
    [US_ADAPT_ABSTRACT] = {"--abstract-only", NULL,
                           "make tables of the games, and nothing else; all arguments are traces",
                           US_OPTION_FLAG},
    [US_ADAPT_OUT] = {"-o", "FILE",
                      "what to write: a library, or the tables; LIB itself is replaced",
                      US_OPTION_TEXT},
    [US_ADAPT_MODE] = {"--mode", "MODE",
                       "substitute or append; GOAL=MODE, NAME=MODE: of those behaviors alone",
                       US_OPTION_TEXTS},
    [US_ADAPT_LEAST] = {"--least", "N", "games in which a cause must turn up; else 8 in 100, but 2",
                        US_OPTION_INT, 1, INT32_MAX, NULL, false},
    [US_ADAPT_SHARE] = {"--share", "PERCENT", "of the games in which the behavior was at work",
                        US_OPTION_INT, 0, 100, "20", false},
    [US_ADAPT_MOST] = {"--most", "N", "repairs at most; else as many as there are causes",
                       US_OPTION_INT, 1, INT32_MAX, NULL, false},
    [US_ADAPT_PATTERNS] = {"--patterns", "PATH",
                           "a file or folder of patterns; else the game's own", US_OPTION_TEXT},
    [US_ADAPT_ONLY] = {"--only", "NAME,...", "these patterns alone", US_OPTION_TEXT},
    [US_ADAPT_WITHOUT] = {"--without", "NAME,...", "all but these", US_OPTION_TEXT},
    [US_ADAPT_WITHOUT_MODOP] = {"--without-modop", "NAME,...",
                                "no repairs by these: before, daemon, retry, ...", US_OPTION_TEXT},
    [US_ADAPT_SET] = {"--set", "NAME.PARAM=N", "another threshold", US_OPTION_TEXTS},
    [US_ADAPT_PROVE] = {"--prove", "N",
                        "keep what does no worse in N pairs of games in which its parent failed",
                        US_OPTION_INT, 1, 100000, NULL, false},
    [US_ADAPT_JOBS] = {"-j", "N", "workers for these; else as many as there are cores",
                       US_OPTION_INT, 1, US_JOBS_MAX, NULL, false},
    [US_ADAPT_SEED] = {"--seed", "N", "another number, other games and other random repairs",
                       US_OPTION_INT, 0, INT32_MAX, "1", false},
    [US_ADAPT_TIMEOUT] = {"--timeout", "SECONDS", "a game that takes longer is lost; 0: none",
                          US_OPTION_INT, 0, 86400, "60", false},
    [US_ADAPT_RANDOM] =
        {"--random", "N",
         "a control: N random repairs of random behaviors in place of the right ones",
         US_OPTION_INT, 1, 1000, NULL, false},
    [US_ADAPT_EXPLAIN] = {"--explain", NULL, "tell the story of each cause", US_OPTION_FLAG},
    [US_ADAPT_SUGGEST] = {"--suggest", NULL, "tell which stretches to demonstrate again",
                          US_OPTION_FLAG},
    [US_ADAPT_DRY] = {"--dry-run", NULL, "write nothing", US_OPTION_FLAG},
    [US_ADAPT_MAP] = {"--map", "FILE", "where the map lies now; else as the traces say",
                      US_OPTION_TEXT},
    [US_ADAPT_JSON] = {"--json", NULL, "what was made as one object", US_OPTION_FLAG},
};

/* The domain is that of the first trace. */
static us_status open_domain(const char *trace, us_domain **out, us_error *err)
{
    us_trace *reader = NULL;
    US_TRY(us_trace_open(trace, &reader, err));
    const char *name = us_trace_get_header(reader)->domain;
    us_status status = US_OK;
    if (!us_brl_is_name(name)) /* it goes into a path */
        status = us_fail(err, US_BAD_INPUT, trace, 1, 0, "there is no domain \"%.64s\"", name);
    if (status == US_OK)
        status = us_domain_shipped(name, out, err);
    us_trace_close(reader);
    return status;
}

us_status us_adapt_add(const us_args *args, int first, us_games *games, us_error *err)
{
    us_batch_bar bar = {.begun = false};
    us_status status = US_OK;
    us_games_ask(games, us_interrupted);
    for (int i = first; i < args->count && status == US_OK; i++) {
        int64_t game;
        us_playing_state state = {.wanted = args->count - first, .played = i - first};
        if (args->count - first > 1)
            us_batch_bar_tell(&bar, &state);
        status =
            us_games_add(games, args->argument[i], us_args_text(args, US_ADAPT_MAP), &game, err);
    }
    us_batch_bar_end(&bar);
    return status;
}

/* ---- tables alone */

static us_status make(const us_args *args, us_error *err)
{
    us_domain *domain = NULL;
    us_games *games = NULL;
    if (!us_args_text(args, US_ADAPT_OUT))
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "expected -o FILE, the database to make");
    US_TRY(open_domain(args->argument[0], &domain, err));
    us_status status = us_games_new(us_args_text(args, US_ADAPT_OUT), domain, &games, err);
    if (status == US_OK)
        status = us_adapt_add(args, 0, games, err);
    if (status == US_OK)
        status = us_games_commit(games, err);
    us_games_close(games);
    us_domain_free(domain);
    return status == US_INTERRUPTED ? us_interrupted_fail(err, "nothing was made") : status;
}

static void write_made(const us_args *args, us_str *out)
{
    us_json_writer writer;
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "database", us_args_text(args, US_ADAPT_OUT));
    us_write_key(&writer, "games");
    us_write_open(&writer, '[');
    for (int i = 0; i < args->count; i++) {
        us_write_open(&writer, '{');
        us_write_key_int(&writer, "game", i + 1);
        us_write_key_string(&writer, "trace", args->argument[i]);
        us_write_close(&writer, '}');
    }
    us_write_close(&writer, ']');
    us_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}

static us_status abstract(const us_args *args, us_error *err)
{
    us_str out;
    US_TRY(make(args, err));
    us_str_init(&out);
    if (us_args_given(args, US_ADAPT_JSON))
        write_made(args, &out);
    else
        us_out_note("%s: tables of %d game%s", us_args_text(args, US_ADAPT_OUT), args->count,
                    args->count == 1 ? "" : "s");
    us_status status = us_out(&out, err);
    us_str_clear(&out);
    return status;
}

static us_status run(const us_args *args, us_error *err)
{
    if (us_args_given(args, US_ADAPT_ABSTRACT))
        return abstract(args, err);
    if (args->count < 2)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "expected LIB TRACE..., a library and games it played; or --abstract-only");
    return us_adapt_mend(args, err);
}

const us_command us_command_adapt = {
    .name = "adapt",
    .arguments = "[LIB] TRACE...",
    .least = 1,
    .most = -1,
    .about = "find out after games what went wrong, and repair the library",
    .more =
        "The games are played again, so that map and rules must be those of the recording, and\n"
        "become tables. Patterns of failures are SQL over these; who is to blame is looked for in\n"
        "the plan that the library told; its behavior is repaired as the pattern says. With\n"
        "--prove a repair stays only if it does no worse. docs/ADAPTATION.md is the manual.",
    .example = "  understudy game play open-1 --p0 library:lib.db --p1 ai:raid --trace game.jsonl\n"
               "  understudy adapt lib.db game.jsonl --least 1 --explain -o adapted.db\n"
               "  understudy library diff lib.db adapted.db\n"
               "  understudy adapt --abstract-only game.jsonl -o game.db\n"
               "  sqlite3 game.db 'SELECT seat, count(*) FROM kills GROUP BY seat'",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
