#include "tests/bench/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/progress.h"
#include "tests/bench/bench.h"

_Noreturn void bench_die(const us_error *err)
{
    char text[1024];
    fprintf(stderr, "%s\n", us_error_print(err, text, sizeof(text)));
    exit(2);
}

static bool read_one(const bench_option *option, const char *value)
{
    int64_t number = 0;
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (!us_text_int(value, 0, 1000000, &number))
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

typedef struct parcel { /* less than PIPE_BUF: written whole */
    int32_t task;
    _Alignas(8) char result[BENCH_RESULT_MAX];
} parcel;

static void gather(int in, int tasks, void *results, size_t size)
{
    us_progress progress;
    us_progress_start(&progress, "games", tasks, us_clock_ms());
    us_str line;
    us_str_init(&line);
    int done = 0;
    for (parcel one; read(in, &one, sizeof(one)) == (ssize_t)sizeof(one);) {
        memcpy((char *)results + (size_t)one.task * size, one.result, size);
        done++;
        if (us_progress_step(&progress, done, us_clock_ms(), 5000, &line))
            fprintf(stderr, "%s\n", line.text);
    }
    us_str_clear(&line);
    while (wait(NULL) > 0)
        ;
    if (done < tasks) {
        fprintf(stderr, "%d of %d games are missing\n", tasks - done, tasks);
        exit(1);
    }
}

void bench_share(int workers, int tasks, bench_task *play, const void *context, void *results,
                 size_t size)
{
    int ends[2];
    us_assert(size <= BENCH_RESULT_MAX);
    workers = workers < 1 ? 1 : workers > BENCH_WORKERS_MAX ? BENCH_WORKERS_MAX : workers;
    if (pipe(ends) != 0)
        exit(2);
    for (int w = 0; w < workers; w++) {
        fflush(NULL);
        if (fork() != 0)
            continue;
        close(ends[0]);
        for (int task = w; task < tasks; task += workers) {
            parcel done = {.task = task};
            play(context, task, done.result);
            if (write(ends[1], &done, sizeof(done)) != (ssize_t)sizeof(done))
                _exit(2);
        }
        _exit(0);
    }
    close(ends[1]);
    gather(ends[0], tasks, results, size);
    close(ends[0]);
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

void bench_generate(const us_map_wish *wish, const char *path)
{
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    if (us_game_kind_find("skirmish")->maps->generate(wish, NULL, &text, &err) != US_OK ||
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
