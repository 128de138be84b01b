#include "tests/bench/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/progress.h"
#include "experiments/run/pool.h"
#include "tests/bench/bench.h"

static bool read_one(const bench_option *option, const char *value)
{
    int64_t number = 0;
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (!us_text_to_int(value, 0, 1000000, &number))
        return false;
    *option->number = (int)number;
    return true;
}

void bench_read(const bench_option *options, int argc, char **argv, us_str *command)
{
    for (int i = 1; i < argc; i += 2) {
        const bench_option *option = options;
        while (option->name && strcmp(option->name, argv[i]) != 0)
            option++;
        if (!option->name || i + 1 == argc || !read_one(option, argv[i + 1])) {
            fprintf(stderr, "%s: unknown or incomplete option \"%s\"\n", argv[0], argv[i]);
            exit(2);
        }
        us_str_addf(command, " %s %s", argv[i], argv[i + 1]);
    }
}

/* ---- workers */

typedef struct sharing {
    bench_task *play;
    const void *context;
    char *results;
    size_t size;
    int tasks, given, done;
    us_progress progress;
    us_str line;
} sharing;

static void work(void *context, int64_t task, us_str *out)
{
    const sharing *s = context;
    _Alignas(8) char result[BENCH_RESULT_MAX] = {0};
    s->play(s->context, (int)task, result);
    us_str_add_bytes(out, result, s->size);
}

static int64_t next(void *context)
{
    sharing *s = context;
    return s->given < s->tasks ? s->given++ : -1;
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    sharing *s = context;
    if (result->end != US_POOL_DONE || result->length != s->size)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "game %d is missing: %s", (int)result->task,
                            result->what);
    memcpy(s->results + (size_t)result->task * s->size, result->text, s->size);
    s->done++;
    if (us_progress_update(&s->progress, s->done, us_clock_ms(), 5000, &s->line))
        fprintf(stderr, "%s\n", s->line.text);
    return US_OK;
}

void bench_share(int workers, int tasks, bench_task *play, const void *context, void *results,
                 size_t size)
{
    sharing s = {play, context, results, size, tasks, 0, 0, {0}, {0}};
    us_pool_def def = {.workers = workers < 1             ? 1
                                  : workers > US_POOL_MAX ? US_POOL_MAX
                                                          : workers,
                       .context = &s,
                       .work = work,
                       .next = next,
                       .done = done};
    us_error err = {0};
    us_assert(size <= BENCH_RESULT_MAX);
    us_str_init(&s.line);
    us_progress_start(&s.progress, "games", tasks, us_clock_ms());
    us_status status = us_pool_run(&def, &err);
    us_str_clear(&s.line);
    if (status != US_OK)
        bench_die(&err);
}

/* ---- maps */

us_scenario *bench_scenario(const char *path, us_cycle max_cycles)
{
    static us_scenario *open;
    static char last[256];
    if (!open || strcmp(last, path) != 0) {
        us_scenario_close(open);
        open = bench_open(path, max_cycles);
        snprintf(last, sizeof(last), "%s", path);
    }
    return open;
}

void bench_generate(const us_map_request *request, const char *path)
{
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    if (us_game_kind_find("skirmish")->maps->generate(request, NULL, &text, &err) != US_OK ||
        us_file_write(path, text.text, text.length, &err) != US_OK)
        bench_die(&err);
    us_str_clear(&text);
}

/* ---- points */

void bench_count(bench_score *score, int winner, int seat)
{
    score->games++;
    score->wins += winner == seat;
    score->draws += winner < 0;
}

int bench_points(bench_score score)
{
    return score.games ? (2 * score.wins + score.draws) * 500 / score.games : 0;
}

void bench_add_percent(us_str *out, bench_score score)
{
    us_str_addf(out, " %d.%d |", bench_points(score) / 10, bench_points(score) % 10);
}
