#define _GNU_SOURCE
#include "cli/experiment.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/out.h"
#include "experiments/run/results.h"

int us_args_jobs(const us_args *args, int option)
{
    cpu_set_t set;
    if (us_args_is_given(args, option))
        return (int)us_args_int(args, option);
    long cores = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set)
                                                              : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > US_JOBS_MAX ? US_JOBS_MAX : (int)cores;
}

/* ---- progress */

void us_batch_bar_on_progress(void *context, const us_game_pool_state *state)
{
    us_batch_bar *bar = context;
    int64_t now = us_clock_ms();
    if (!bar->begun) {
        bar->terminal = isatty(STDERR_FILENO);
        us_progress_start(&bar->progress, "games", state->wanted - state->before, now);
        bar->begun = true;
    }
    if (us_interrupt_is_pending() && state->given > state->played && !bar->reported) {
        us_batch_bar_end(bar);
        us_out_log("interrupted: the games under way are played to their end; a second interrupt "
                   "abandons them");
        bar->reported = true;
    }
    US_AUTOSTR(line);
    if (us_progress_update(&bar->progress, state->played, now, bar->terminal ? 200 : 5000, &line)) {
        if (state->crashed + state->late > 0)
            us_str_addf(&line, "  %lld crashed, %lld took too long", (long long)state->crashed,
                        (long long)state->late);
        fprintf(stderr, bar->terminal ? "\r\033[K%s" : "%s\n", line.text);
        bar->drawn = bar->terminal;
    }
}

void us_batch_bar_end(us_batch_bar *bar)
{
    if (bar->drawn)
        fputc('\n', stderr);
    bar->drawn = false;
}

/* ---- results */

static void note(void *context, const char *sentence)
{
    (void)context;
    us_out_log("%s", sentence);
}

us_status us_experiment_read(const char *folder, us_manifest *out, us_error *err)
{
    us_leftovers left;
    US_TRY(us_results_read(folder, out, &left, err));
    if (left.strangers > 0)
        us_out_log("%s: %lld results are of games that the manifest doesn't list", folder,
                   (long long)left.strangers);
    if (left.damaged > 0)
        us_out_log("%s: %lld lines in results/ are damaged: they count as not played", folder,
                   (long long)left.damaged);
    if (out->stopped)
        us_out_log("%s", out->stopped);
    us_void_games_report(out, NULL, note);
    us_idle_players_report(out, NULL, note);
    return US_OK;
}

us_status us_experiment_merge(const char *folder, us_standing *tally, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    int64_t missing;
    US_TRY(us_experiment_read(folder, &m, err));
    *tally = us_results_compute_standing(&m);
    return us_results_merge(folder, &m, &missing, err);
}

void us_standing_print(const us_standing *tally, us_str *out)
{
    us_str_addf(out, "%lld of %lld games played", (long long)tally->played,
                (long long)tally->games);
    if (tally->end[US_ROW_CRASH] > 0)
        us_str_addf(out, ", %lld crashed", (long long)tally->end[US_ROW_CRASH]);
    if (tally->no_result > 0)
        us_str_addf(out, " (%lld without a result)", (long long)tally->no_result);
    if (tally->end[US_ROW_TIMEOUT] > 0)
        us_str_addf(out, ", %lld took too long", (long long)tally->end[US_ROW_TIMEOUT]);
}

const char **us_args_list(const us_args *args, int option, int *count)
{
    int at = 0;
    *count = 0;
    while (us_args_next(args, option, &at))
        (*count)++;
    const char **list = US_NEW_ARRAY(const char *, *count + 1);
    at = 0;
    for (int i = 0; i < *count; i++)
        list[i] = us_args_next(args, option, &at);
    return list;
}

/* ---- options */

us_status us_args_read_sprt(const us_args *args, int option, us_sprt_def *out, us_error *err)
{
    char first[32] = "";
    int64_t low, high;
    const char *text = us_args_text(args, option);
    size_t length = 0;
    *out = us_sprt_def_default();
    while (text[length] && text[length] != ':')
        length++;
    if (length < sizeof(first) && text[length] == ':') {
        for (size_t i = 0; i < length; i++)
            first[i] = text[i];
        if (us_text_to_decimal(first, 6, -US_SHARE_ONE, US_SHARE_ONE, &low) &&
            us_text_to_decimal(text + length + 1, 6, -US_SHARE_ONE, US_SHARE_ONE, &high) &&
            low < high) {
            out->delta0 = (double)low / US_SHARE_ONE;
            out->delta1 = (double)high / US_SHARE_ONE;
            return US_OK;
        }
    }
    return us_error_refuse(
        err, "--sprt: expected D0:D1, as in 0:0.1, D0 below D1, both from -1 to 1, found \"%.64s\"",
        text);
}

us_status us_args_read_scope(const us_args *args, int option, us_map_scope *out, us_error *err)
{
    const char *name = us_args_text(args, option);
    return !name || us_map_scope_find(name, out)
               ? US_OK
               : us_error_refuse(err, "--scope: expected maps or these-maps, found \"%.64s\"",
                                 name);
}

us_status us_args_read_comparison(const us_args *args, us_sprt_def *sprt, us_comparison_def *out,
                                  us_error *err)
{
    us_comparison_def def = us_comparison_def_default();
    def.baseline = us_args_text(args, US_COMPARING_BASELINE);
    def.challenger = us_args_text(args, US_COMPARING_PLAYER);
    def.seed = (uint64_t)us_args_int(args, US_COMPARING_SEED);
    def.unmatched = us_args_is_given(args, US_COMPARING_UNMATCHED);
    def.leaky = us_args_is_given(args, US_COMPARING_LEAKY);
    US_TRY(us_args_read_share(args, US_COMPARING_LEVEL, US_SHARE_ONE / 2, US_SHARE_ONE - 1,
                              &def.level, err));
    US_TRY(us_args_read_share(args, US_COMPARING_MARGIN, 0, US_SHARE_ONE, &def.margin, err));
    US_TRY(us_args_read_scope(args, US_COMPARING_SCOPE, &def.scope, err));
    if (us_args_is_given(args, US_COMPARING_SPRT)) {
        US_TRY(us_args_read_sprt(args, US_COMPARING_SPRT, sprt, err));
        def.sprt = sprt;
    }
    *out = def;
    return US_OK;
}
