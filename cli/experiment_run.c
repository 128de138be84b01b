#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/trust.h"

enum { JOBS, RESUME, RETRY, ONLY, TIMEOUT, SPRT, SCOPE, TRUST, DRY, JSON };

static const us_option options[] = {
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [RESUME] = {"--resume", NULL, "continue where an earlier run ended"},
    [RETRY] = {"--retry-failed", NULL,
               "continue, and play games again that crashed or took too long"},
    [ONLY] = {"--only", "KEY=VALUE",
              "only games of that player, map, ... (see KEY above); may be repeated", .many = true},
    [TIMEOUT] = {"--timeout", "S", "seconds a game may take; 0: no limit; else the spec's", 0,
                 1000000},
    [SPRT] = {"--sprt", "D0:D1",
              "stop when two players' games decide whether the second is better by D0 or D1"},
    [SCOPE] = {"--scope", "SCOPE",
               "steps of --sprt: whole maps (maps), or pairs (these-maps); else the spec's"},
    [TRUST] = US_OPTION_TRUST,
    [DRY] = {"--dry-run", NULL, "print what would be played, and play nothing"},
    [JSON] = {"--json", NULL, "print the progress as one JSON object"},
};

static void print_dry(const us_args *args, const us_game_pool_state *state, us_str *out)
{
    int64_t left = state->wanted - state->before;
    if (us_args_is_given(args, JSON))
        us_str_addf(out, "{\"wanted\":%lld,\"played\":%lld,\"left\":%lld}\n",
                    (long long)state->wanted, (long long)state->before, (long long)left);
    else
        us_str_addf(out, "%lld games, of which %lld are played; %lld would be played now\n",
                    (long long)state->wanted, (long long)state->before, (long long)left);
}

/* Output of a run: its progress bar, and its sequential test at the end. */
typedef struct run_report {
    us_batch_bar bar;
    bool tested, undecided;
    us_str printed, json; /* text of the test */
} run_report;

static void show_progress(void *context, const us_game_pool_state *state)
{
    run_report *t = context;
    us_batch_bar_on_progress(&t->bar, state);
}

static void log_note(void *context, const char *sentence)
{
    (void)context;
    us_out_log("%s", sentence);
}

static void on_test(void *context, const us_sequence_standing *standing)
{
    run_report *t = context;
    us_json_writer writer = us_json_writer_begin(&t->json, '{');
    us_sequence_write_standing(standing, &writer);
    us_json_write_close(&writer, '}');
    t->tested = true;
    t->undecided = standing->sprt.state == US_SPRT_RUNNING;
    if (t->undecided)
        us_sequence_print_undecided(standing, &t->printed);
}

static void print_end(const us_args *args, run_report *t, const us_batch_state *state,
                      const us_standing *tally, us_str *out)
{
    const char *folder = args->argument[0];
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_standing_write(tally, &writer);
        us_json_write_key_int(&writer, "played_now", state->games.played - state->behind);
        us_json_write_key_int(&writer, "behind", state->behind);
        if (t->tested) {
            us_json_write_key(&writer, "sequential");
            us_json_write_raw(&writer, t->json.text);
        }
        us_json_writer_end(&writer, '}');
        return;
    }
    US_AUTOSTR(line);
    us_standing_print(tally, &line);
    us_str_addf(&line, ", %lld of them now", (long long)(state->games.played - state->behind));
    if (state->games.before == state->games.wanted)
        us_str_add(&line, ": nothing was left to play");
    if (state->behind > 0) {
        us_str_add(&line, "; ");
        us_str_add_count(&line, state->behind, "game more", "games more");
        us_str_add(&line, ", under way when the test decided, don't count");
    }
    us_out_add_line(out, &line);
    if (t->undecided)
        us_out_add_line(out, &t->printed);
    us_out_add_linef(out, "results in %s/results.jsonl", folder);
}

static us_status play(const us_args *args, run_report *t, us_str *out, us_error *err)
{
    us_batch_state state = {0};
    us_batch_def def = us_batch_def_default();
    us_standing tally;
    us_sprt_def sprt;
    def.folder = args->argument[0];
    def.workers = us_args_jobs(args, JOBS);
    def.resume = us_args_is_given(args, RESUME);
    def.retry_failed = us_args_is_given(args, RETRY);
    def.timeout_ms = us_args_is_given(args, TIMEOUT) ? us_args_int(args, TIMEOUT) * 1000 : -1;
    def.dry = us_args_is_given(args, DRY);
    if (us_args_is_given(args, SPRT)) {
        US_TRY(us_args_read_sprt(args, SPRT, &sprt, err));
        def.sprt = &sprt;
    }
    if (us_args_is_given(args, SCOPE) && !def.sprt)
        return us_error_refuse(
            err, "--scope sets the steps of a sequential test: expected --sprt D0:D1 beside it; "
                 "compare, report and export take the scope of a verdict");
    US_TRY(us_args_read_scope(args, SCOPE, &def.scope, err));
    def.only = us_args_list(args, ONLY, &def.onlys);
    def.context = t;
    def.on_progress = show_progress;
    def.note = log_note;
    def.tested = on_test;
    def.stop = us_interrupt_is_pending;
    us_status status = US_OK;
    if (!def.dry)
        status = us_trust_plan(def.folder, us_args_is_given(args, TRUST), NULL, err);
    if (status == US_OK)
        status = us_batch_play(&def, &state, err);
    us_batch_bar_end(&t->bar);
    us_mem_free((void *)def.only);
    US_TRY(status);
    if (def.dry) {
        print_dry(args, &state.games, out);
        return US_OK;
    }
    US_TRY(us_experiment_merge(def.folder, &tally, err));
    print_end(args, t, &state, &tally, out);
    return state.games.crashed + state.games.late == 0
               ? US_OK
               : us_error_set(
                     err, US_FAILED, def.folder, 0, 0,
                     "%lld games crashed and %lld took too long: each has a row that records it",
                     (long long)state.games.crashed, (long long)state.games.late);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    run_report t = {.tested = false};
    us_str_init(&t.printed);
    us_str_init(&t.json);
    us_status status = play(args, &t, out, err);
    us_str_clear(&t.printed);
    us_str_clear(&t.json);
    return status;
}

const us_command us_command_experiment_run = {
    .name = "experiment run",
    .arguments = "DIR",
    .about = "play an experiment's games",
    .more =
        "Each result is a line in DIR/results/, written when its game ends. If the run ends\n"
        "early, --resume continues from there. A game that crashes or takes too long affects no\n"
        "other game and has a row of its own; so has a game in which an external player (exec:,\n"
        "bot:) fails. If the opponent's program or the external game failed, the game has no\n"
        "result and counts in no score. Notes name players that did nothing of their own.\n"
        "DIR/results.jsonl has all results, by id, and is the same on any number of workers.\n\n"
        "KEY is player, group, opponent, map, family, seat, seed or game. Values of one key are\n"
        "alternatives; all keys must hold.\n\n"
        "A test about maps like these (maps) takes whole maps as steps, 6 or more. A test about\n"
        "these maps alone (these-maps) takes pairs as steps, 30 or more.\n\n"
        "--sprt writes its test to DIR/sequential.json before the first game. From then on, other\n"
        "bounds, other players or another --scope are refused. The decision of --sprt is final:\n"
        "later runs neither play nor count games of its two players after the maps or pairs that\n"
        "decided it. Games of other players stay.",
    .example = "  understudy experiment run rush -j 8\n"
               "  understudy experiment run rush --resume --only map=ridge-1 --timeout 60",
    US_OPTIONS(options),
    .run = run,
};
