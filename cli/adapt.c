#include "adapt/games.h"
#include "behavior/brl.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "traces/reader.h"

enum { ABSTRACT, OUT, MAP, JSON };

static const us_option options[] = {
    [ABSTRACT] = {"--abstract-only", NULL, "make tables of the games, and nothing else",
                  US_OPTION_FLAG, 0, 0, NULL, true},
    [OUT] = {"-o", "GAME.db", "the database to make; nothing may be there", US_OPTION_TEXT, 0, 0,
             NULL, true},
    [MAP] = {"--map", "FILE", "where the map lies now; else as the traces say", US_OPTION_TEXT},
    [JSON] = {"--json", NULL, "what was made as one object", US_OPTION_FLAG},
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

static us_status add_all(const us_args *args, us_games *games, us_error *err)
{
    us_batch_bar bar = {.begun = false};
    us_status status = US_OK;
    us_games_ask(games, us_interrupted);
    for (int i = 0; i < args->count && status == US_OK; i++) {
        int64_t game;
        us_playing_state state = {.wanted = args->count, .played = i};
        if (args->count > 1)
            us_batch_bar_tell(&bar, &state);
        status = us_games_add(games, args->argument[i], us_args_text(args, MAP), &game, err);
    }
    us_batch_bar_end(&bar);
    if (status == US_INTERRUPTED)
        return us_interrupted_fail(err, "nothing was made");
    return status == US_OK ? us_games_commit(games, err) : status;
}

static us_status make(const us_args *args, us_error *err)
{
    us_domain *domain = NULL;
    us_games *games = NULL;
    US_TRY(open_domain(args->argument[0], &domain, err));
    us_status status = us_games_new(us_args_text(args, OUT), domain, &games, err);
    if (status == US_OK)
        status = add_all(args, games, err);
    us_games_close(games);
    us_domain_free(domain);
    return status;
}

static void write_made(const us_args *args, us_str *out)
{
    us_json_writer writer;
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "database", us_args_text(args, OUT));
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

static us_status run(const us_args *args, us_error *err)
{
    us_str out;
    US_TRY(make(args, err));
    us_str_init(&out);
    if (us_args_given(args, JSON))
        write_made(args, &out);
    else
        us_out_note("%s: tables of %d game%s", us_args_text(args, OUT), args->count,
                    args->count == 1 ? "" : "s");
    us_status status = us_out(&out, err);
    us_str_clear(&out);
    return status;
}

const us_command us_command_adapt = {
    .name = "adapt",
    .arguments = "TRACE...",
    .least = 1,
    .most = -1,
    .about = "make tables of recorded games, to be asked with SQL",
    .more = "The database has a row for each unit, each stretch in which it was idle, each kill,\n"
            "attack, order and node of a plan, and more; docs/ADAPTATION.md has every table and\n"
            "column. The games are played again, so that map and rules must be those of the\n"
            "recording. It is made of all traces, or not at all.",
    .example = "  understudy adapt --abstract-only t.jsonl -o game.db\n"
               "  sqlite3 game.db 'SELECT seat, count(*) FROM kills GROUP BY seat'",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
