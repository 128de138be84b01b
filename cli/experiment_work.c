#include <string.h>

#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/trust.h"

enum { SHARD, JOBS, TIMEOUT, TRUST, JSON };

static const us_option options[] = {
    [SHARD] = {"--shard", "I/N", "part I, from 0, of N parts", .needed = true},
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [TIMEOUT] = {"--timeout", "S", "seconds a game may take; 0: no limit; else the spec's", 0,
                 1000000},
    [TRUST] = US_OPTION_TRUST,
    [JSON] = {"--json", NULL, "print the part's progress as one JSON object"},
};

static us_status take_shard(const char *text, us_batch_def *def, us_error *err)
{
    const char *slash = strchr(text, '/');
    char first[16] = "";
    int64_t shard = 0, shards = 0;
    if (slash && slash - text < (int)sizeof(first))
        memcpy(first, text, (size_t)(slash - text));
    if (!slash || !us_text_to_int(slash + 1, 1, US_SHARDS_MAX, &shards) ||
        !us_text_to_int(first, 0, shards - 1, &shard))
        return us_error_refuse(
            err, "--shard: expected I/N, as in 0/4, with I from 0 to N - 1, found \"%.64s\"", text);
    def->shard = (int)shard;
    def->shards = (int)shards;
    return US_OK;
}

static void print_json(const us_batch_def *def, const us_game_pool_state *state, us_str *out)
{
    int64_t played = state->before + state->played;
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_int(&writer, "shard", def->shard);
    us_json_write_key_int(&writer, "shards", def->shards);
    us_json_write_key_int(&writer, "games", state->wanted);
    us_json_write_key_int(&writer, "played", played);
    us_json_write_key_int(&writer, "missing", state->wanted - played);
    us_json_write_key_int(&writer, "played_now", state->played);
    us_json_write_key_int(&writer, "crash_now", state->crashed);
    us_json_write_key_int(&writer, "timeout_now", state->late);
    us_json_writer_end(&writer, '}');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_batch_state state = {0};
    us_batch_bar bar = {.begun = false};
    us_batch_def def = us_batch_def_default();
    US_TRY(take_shard(us_args_text(args, SHARD), &def, err));
    def.folder = args->argument[0];
    def.workers = us_args_jobs(args, JOBS);
    def.resume = true;
    def.again = "start it again to go on";
    def.timeout_ms = us_args_is_given(args, TIMEOUT) ? us_args_int(args, TIMEOUT) * 1000 : -1;
    def.context = &bar;
    def.on_progress = us_batch_bar_on_progress;
    def.stop = us_interrupt_is_pending;
    US_TRY(us_trust_plan(def.folder, us_args_is_given(args, TRUST), NULL, err));
    us_status status = us_batch_play(&def, &state, err);
    us_batch_bar_end(&bar);
    if (status == US_OK && us_args_is_given(args, JSON))
        print_json(&def, &state.games, out);
    else if (status == US_OK)
        us_out_log("shard %d of %d: %lld games, %lld played now, %lld crashed, %lld took too long",
                   def.shard, def.shards, (long long)state.games.wanted,
                   (long long)state.games.played, (long long)state.games.crashed,
                   (long long)state.games.late);
    return status;
}

const us_command us_command_experiment_work = {
    .name = "experiment work",
    .arguments = "DIR",
    .about = "play a part of an experiment's games; other programs play the rest",
    .more =
        "For schedulers: one program plays each part, on any machine that sees DIR. If the\n"
        "program is started again, it continues where the part ended. Parts that are played at\n"
        "the same time must have the same N. When all parts have ended, experiment merge merges\n"
        "their results.",
    .example = "  understudy experiment work rush --shard 0/4 -j 8",
    US_OPTIONS(options),
    .run = run,
};
