#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/trust.h"
#include "experiments/run/slurm.h"

enum { ENGINE, SHARDS, AT_ONCE, CPUS, TIME, OPTION, TRUST, DRY, JSON };

static const us_option options[] = {
    [ENGINE] = {"--engine", "NAME", "the system that runs the jobs: slurm", .needed = true},
    [SHARDS] = {"--shards", "N", "parts, each a task of a job array", 1, US_SHARDS_MAX, "32"},
    [AT_ONCE] = {"--at-once", "M", "tasks that may run at the same time; else any number", 1,
                 US_SHARDS_MAX},
    [CPUS] = {"-j", "N", "cores of a task, and its workers", 1, US_JOBS_MAX, "1"},
    [TIME] = {"--time", "MIN", "minutes that a task may take; else the cluster's limit", 3,
              1000000},
    [OPTION] = {"--option", "TEXT",
                "an option for sbatch, such as --partition=short; may be repeated", .many = true},
    [TRUST] = US_OPTION_TRUST,
    [DRY] = {"--dry-run", NULL, "write the scripts and print the commands; submit nothing"},
    [JSON] = {"--json", NULL, "print the submission as one JSON object"},
};

static void print_json(const us_submission *s, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_int(&writer, "left", s->left);
    us_json_write_key_int(&writer, "shards", s->jobs.shards);
    us_json_write_key_int(&writer, "tasks", s->tasks);
    if (s->jobs.work[0])
        us_json_write_key_string(&writer, "work", s->jobs.work);
    if (s->jobs.merge[0])
        us_json_write_key_string(&writer, "merge", s->jobs.merge);
    if (s->tasks > 0) {
        us_json_write_key_string(&writer, "work_command", s->work.text);
        us_json_write_key_string(&writer, "merge_command", s->merge.text);
    }
    us_json_writer_end(&writer, '}');
}

static void print_submission(const us_args *args, us_submission *s, us_str *out)
{
    const char *folder = args->argument[0];
    if (s->tasks == 0) {
        us_out_add_next(out, "all games are played: ", args->program, "experiment merge", folder);
    } else if (us_args_is_given(args, DRY)) {
        us_out_add_line(out, &s->work);
        us_out_add_line(out, &s->merge);
    } else {
        us_out_add_linef(out, "job %s plays %lld games: %d of %d shards have some left",
                         s->jobs.work, (long long)s->left, s->tasks, s->jobs.shards);
        us_out_add_linef(out, "job %s merges the results when it has ended", s->jobs.merge);
        us_out_add_next(out, "next: ", args->program, "experiment status", folder);
    }
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_submission_clear) us_submission submission = {0};
    us_submit_def def = {
        .folder = args->argument[0],
        .shards = (int)us_args_int(args, SHARDS),
        .at_once = (int)us_args_int(args, AT_ONCE),
        .cpus = (int)us_args_int(args, CPUS),
        .minutes = us_args_int(args, TIME),
        .dry = us_args_is_given(args, DRY),
        .note = us_out_log_text,
        .stop = us_interrupt_is_pending,
    };
    if (!us_text_equal(us_args_text(args, ENGINE), "slurm"))
        return us_error_refuse(
            err, "--engine: expected slurm, found \"%.64s\"; for others see experiment work",
            us_args_text(args, ENGINE));
    US_TRY(us_trust_plan(def.folder, us_args_is_given(args, TRUST), &def.programs, err));
    const char **option = us_args_list(args, OPTION, &def.options);
    def.option = option;
    us_status status = us_experiment_submit(&def, &submission, err);
    us_mem_free((void *)option);
    US_TRY(status);
    if (us_args_is_given(args, JSON))
        print_json(&submission, out);
    else
        print_submission(args, &submission, out);
    return US_OK;
}

const us_command us_command_experiment_submit = {
    .name = "experiment submit",
    .arguments = "DIR",
    .about = "play an experiment's games as jobs of a cluster",
    .more =
        "All nodes must see DIR. A job array plays the games by shards, and a job after it merges\n"
        "the results. If a node fails, the cluster starts its task again. A task that reaches its\n"
        "time limit keeps the games that it has played; the same command again submits the games\n"
        "left. experiment status prints the progress. Exits with 5 if there is no sbatch.",
    .example = "  understudy experiment submit rush --engine slurm --shards 64 -j 8 --time 120 \\\n"
               "      --option --partition=short",
    US_OPTIONS(options),
    .run = run,
};
