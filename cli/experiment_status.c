#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "experiments/compare/workers.h"

enum { JSON };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print the progress as one JSON object"},
};

/* Lists the hosts, if there are several. */
static void print_hosts(const us_manifest *m, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(&line, "played on ");
    if (us_workers_print_hosts(m, &line) > 1)
        us_out_add_line(out, &line);
}

static void print_workers(const us_workers *workers, us_str *out)
{
    US_AUTOSTR(line);
    for (int i = 0; i < workers->count; i++) {
        if (!workers->worker[i].outlier)
            continue;
        us_worker_print(&workers->worker[i], &line);
        us_out_add_line(out, &line);
    }
}

static void write_workers(const us_workers *workers, us_arena *arena, us_json_writer *writer)
{
    US_AUTOPTR(us_sheet) sheet = us_workers_make_sheet(workers, arena);
    US_AUTOSTR(text);
    us_sheet_print(sheet, US_FORM_JSON, &text);
    us_json_write_key(writer, sheet->name);
    us_json_write_raw(writer, text.text);
}

static void print_status(const us_args *args, const us_manifest *m, us_arena *arena, us_str *out)
{
    us_workers workers = us_workers_compare(m, arena);
    us_standing tally = us_results_compute_standing(m);
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_json_write_key_string(&writer, "experiment", m->name);
        us_standing_write(&tally, &writer);
        us_json_write_key_int(&writer, "game_us", tally.us);
        write_workers(&workers, arena, &writer);
        us_jobs_write_json(args->argument[0], m, &writer);
        us_json_writer_end(&writer, '}');
        return;
    }
    US_AUTOSTR(line);
    us_str_addf(&line, "%s: ", m->name);
    us_standing_print(&tally, &line);
    us_out_add_line(out, &line);
    for (int p = 0; p < m->players; p++) {
        int64_t games = 0, played = 0, scored = 0, points = 0;
        for (int64_t i = 0; i < m->games; i++) {
            bool own = m->game[i].player == p;
            games += own;
            played += own && m->row[i].end != US_ROW_NONE;
            scored += own && us_row_is_scored(&m->row[i]);
            points += own ? us_row_points(&m->row[i]) : 0;
        }
        us_str_addf(&line, "  %-24s %7lld of %7lld", m->player[p].name, (long long)played,
                    (long long)games);
        if (scored > 0)
            us_str_addf(&line, "   score %.3f", (double)points / 2 / (double)scored);
        us_out_add_line(out, &line);
    }
    print_hosts(m, out);
    print_workers(&workers, out);
    us_jobs_print(args->argument[0], m, out);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_TRY(us_experiment_read(args->argument[0], &m, err));
    US_AUTOPTR(us_arena) arena = us_arena_new();
    print_status(args, &m, arena, out);
    return US_OK;
}

const us_command us_command_experiment_status = {
    .name = "experiment status",
    .arguments = "DIR",
    .about = "print the progress of an experiment, while it runs or after",
    .more =
        "Prints how many games each player has played, and its score. For a submitted experiment\n"
        "it also prints the state of each shard and its job. If several hosts played, it prints\n"
        "how many games each host played. It names hosts and shards whose results are unlike "
        "those\n"
        "of the others (docs/EXPERIMENTS.md, Who played); --json has a table of all. It names\n"
        "opponents whose programs failed, so that games have no result, and players that did\n"
        "nothing of their own.",
    .example = "  understudy experiment status rush",
    US_OPTIONS(options),
    .run = run,
};
