#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "experiments/run/sample.h"
#include "players/identity.h"

enum { SAMPLE, SEED, JOBS, TIMEOUT, JSON };

static const us_option options[] = {
    [SAMPLE] = {"--sample", "N", "at most N games", 1, US_MANIFEST_GAMES_MAX, "20"},
    [SEED] = {"--seed", "S", "seed of the sample of games", 0, INT64_MAX, "1"},
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [TIMEOUT] = {"--timeout", "S", "seconds a game may take; 0: no limit", 0, 1000000, "0"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

static void write_game(const us_manifest *m, const us_verified_game *verified,
                       us_json_writer *writer)
{
    const us_fixture *game = &m->game[verified->game];
    us_json_write_open(writer, '{');
    us_json_write_key_hash(writer, "game", game->id);
    us_json_write_key_string(writer, "player", m->player[game->player].name);
    us_json_write_key_string(writer, "opponent", m->opponent[game->opponent].name);
    us_json_write_key_string(writer, "map", m->map[game->map].name);
    us_json_write_key_int(writer, "seat", game->seat);
    us_json_write_key_u64(writer, "seed", game->seed);
    us_json_write_key_string(writer, "end", us_verified_ends[verified->end]);
    if (verified->what[0])
        us_json_write_key_string(writer, "what", verified->what);
    us_json_write_close(writer, '}');
}

static void print_json(const us_verify_report *report, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_int(&writer, "finished", report->finished);
    us_json_write_key_int(&writer, "repeatable", report->repeatable);
    us_json_write_key_int(&writer, "repeated", report->games);
    for (int end = 0; end < US_VERIFIED_ENDS; end++)
        us_json_write_key_int(&writer, us_verified_ends[end], report->count[end]);
    us_json_write_key_open(&writer, "games", '[');
    for (int64_t i = 0; i < report->games; i++)
        write_game(&report->manifest, &report->game[i], &writer);
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

/* Lists the players whose games are left out. */
static void print_others(const us_entrant *entrant, int count, us_str *out)
{
    for (int i = 0; i < count; i++)
        if (!us_agent_is_deterministic(entrant[i].agent))
            us_out_add_linef(out, "  %s is another program: %s", entrant[i].name, entrant[i].agent);
}

static void add_counts(const us_verify_report *report, us_str *out)
{
    static const char *const text[US_VERIFIED_ENDS] = {"as they were", "not as they were",
                                                       "crashed", "took too long"};
    if (report->count[US_VERIFIED_SAME] == report->games) {
        us_str_add(out, "all as they were");
        return;
    }
    for (int end = 0, told = 0; end < US_VERIFIED_ENDS; end++)
        if (report->count[end] > 0)
            us_str_addf(out, "%s%lld %s", told++ ? ", " : "", (long long)report->count[end],
                        text[end]);
}

static void print_report(const us_verify_report *report, us_str *out)
{
    const us_manifest *m = &report->manifest;
    int64_t others = report->finished - report->repeatable;
    US_AUTOSTR(line);
    for (int64_t i = 0; i < report->games; i++) {
        const us_fixture *game = &m->game[report->game[i].game];
        if (report->game[i].end == US_VERIFIED_SAME)
            continue;
        us_out_add_linef(out, "%016llx: %s against %s on %s, seat %d, seed %llu: %s",
                         (unsigned long long)game->id, m->player[game->player].name,
                         m->opponent[game->opponent].name, m->map[game->map].name, game->seat,
                         (unsigned long long)game->seed, report->game[i].what);
    }
    us_str_addf(&line, "%s: %lld of %lld finished games played again, ", m->name,
                (long long)report->games, (long long)report->finished);
    add_counts(report, &line);
    us_out_add_line(out, &line);
    if (others > 0) {
        us_str_addf(out, "%lld games can't be played again the same way:\n", (long long)others);
        print_others(m->player, m->players, out);
        print_others(m->opponent, m->opponents, out);
    }
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_verify_report_clear) us_verify_report report = {0};
    us_batch_bar bar = {.begun = false};
    us_verify_def def = {
        .folder = args->argument[0],
        .sample = us_args_int(args, SAMPLE),
        .seed = (uint64_t)us_args_int(args, SEED),
        .workers = us_args_jobs(args, JOBS),
        .timeout_ms = us_args_int(args, TIMEOUT) * 1000,
        .context = &bar,
        .on_progress = us_batch_bar_on_progress,
        .stop = us_interrupt_is_pending,
    };
    us_status status = us_experiment_verify(&def, &report, err);
    us_batch_bar_end(&bar);
    US_TRY(status);
    if (us_args_is_given(args, JSON))
        print_json(&report, out);
    else
        print_report(&report, out);
    if (report.count[US_VERIFIED_SAME] < report.games)
        status = us_error_set(err, US_FAILED, def.folder, 0, 0,
                              "of %lld games %lld differ, %lld crashed, %lld took too long",
                              (long long)report.games, (long long)report.count[US_VERIFIED_DIFFERS],
                              (long long)report.count[US_VERIFIED_CRASHED],
                              (long long)report.count[US_VERIFIED_LATE]);
    return status;
}

const us_command us_command_experiment_verify = {
    .name = "experiment verify",
    .arguments = "DIR",
    .about = "play some games of an experiment again: they must repeat exactly",
    .more =
        "Draws games from the finished ones, plays them again, and compares end, cycles, last\n"
        "state and orders. Exits with 1 and names games that differ, crash or take too long; with\n"
        "4 if a library, a map or the program is not as it was. Games of exec: agents are left\n"
        "out, since another program need not repeat itself.",
    .example = "  understudy experiment verify rush --sample 100 -j 8",
    US_OPTIONS(options),
    .run = run,
};
