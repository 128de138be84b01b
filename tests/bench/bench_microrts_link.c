/* Turns of the real microRTS over its socket: from our orders to the next question, by the wall's
 * clock, since another program is at work meanwhile. */
#include "tests/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/progress.h"
#include "game/microrts/launcher.h"
#include "tests/measured.h"
#include "tests/microrts.h"

enum { ROUNDS = 5, STALL_FROM = 30000, STALL_TO = 60000 }; /* microseconds */

static struct {
    int64_t last, longest;
    int turns, stalls;
} clock_of;

static void on_turn(const mr_link *link)
{
    int64_t now = us_clock_us();
    if (mr_link_state(link)->core->time > 0) {
        int64_t took = now - clock_of.last;
        clock_of.turns++;
        clock_of.stalls += took >= STALL_FROM && took < STALL_TO;
        if (took > clock_of.longest)
            clock_of.longest = took;
    }
    clock_of.last = now;
}

static void play(mr_launcher *launcher, mr_link *link, const mr_job *job, int round)
{
    us_error err = {0};
    microrts_played played;
    mr_result result = {0};
    us_str_init(&result.state);
    bench_need(mr_launcher_play(launcher, job, &err), &err);
    microrts_play(link, (uint64_t)round, on_turn, &played);
    bench_need(played.status, &played.err);
    bench_need(mr_launcher_await_result(launcher, 60000, &result, &err), &err);
    us_str_clear(&result.state);
}

/* The length of the game's message, about. */
static size_t message(const mr_link *link)
{
    us_str text;
    us_str_init(&text);
    mr_state_print(mr_link_state(link), &text);
    size_t length = text.length;
    us_str_clear(&text);
    return length;
}

static void measure(mr_launcher *launcher, mr_link *link, const char *map, const char *bot,
                    int cycles, bool asked)
{
    double rate[ROUNDS];
    mr_job job = {.map = map, .player = {NULL, bot}, .port = mr_link_port(link), .seed = 1};
    int64_t longest = 0;
    int turns = 0, stalls = 0;
    job.cycles = cycles;
    for (int r = 0; r <= ROUNDS; r++) { /* the first one warms Java up */
        job.seed = (uint64_t)r;
        clock_of.turns = clock_of.stalls = 0;
        clock_of.longest = 0;
        int64_t from = us_clock_us();
        while (clock_of.turns < cycles)
            play(launcher, link, &job, r);
        if (r == 0)
            continue;
        rate[r - 1] = 1e6 * clock_of.turns / (double)(us_clock_us() - from);
        turns += clock_of.turns;
        stalls += clock_of.stalls;
        longest = clock_of.longest > longest ? clock_of.longest : longest;
    }
    double median = bench_median(rate, ROUNDS), part = 100.0 * stalls / turns;
    printf("microrts-link  %-28s %-26s %7.0f turns/s; messages of %zu bytes; longest turn %.1f ms, "
           "%.2f %% of %d-%d ms\n",
           map, bot, median, message(link), 1e-3 * (double)longest, part, STALL_FROM / 1000,
           STALL_TO / 1000);
    if (asked)
        test_measured("microrts-turns", median, "%s against %s", map, bot);
    test_measured("microrts-stalls", part, "%s against %s", map, bot);
}

void bench_link(void)
{
    us_error err = {0};
    mr_launcher *launcher;
    mr_link *link;
    if (mr_launcher_open(&launcher, &err) != US_OK) {
        printf("microrts-link  skipped: %s\n", err.text);
        return;
    }
    mr_link_def def = mr_link_def_default();
    def.on_wait = mr_launcher_check_alive;
    def.context = launcher;
    bench_need(mr_link_open(&def, &link, &err), &err);
    measure(launcher, link, "8x8/basesWorkers8x8A", "ai.RandomBiasedAI", 2000, true);
    measure(launcher, link, "8x8/basesWorkers8x8A", "ai.abstraction.WorkerRush", 2000, true);
    measure(launcher, link, "16x16/basesWorkers16x16A", "ai.abstraction.LightRush", 2000, false);
    measure(launcher, link, "BroodWar/(3)Aztec.scxA", "ai.abstraction.LightRush", 500, false);
    mr_link_close(link);
    mr_launcher_close(launcher);
}
