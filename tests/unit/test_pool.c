/* For mmap of no file. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "experiments/run/pool.h"
#include "tests/unit/test.h"

enum { TASKS_MAX = 300, FLOOD = (1 << 24) + 1 };

/* What to do with a task, and what became of it. */
typedef enum deed {
    WELL,
    KILL,
    FAULT,
    USER,
    EXIT_3,
    EXIT_0,
    EXIT_6,
    HANG,
    HALT,
    TOO_MUCH,
    TERM
} deed;

typedef struct shop {
    int64_t tasks, next, stop_after, fail_after;
    const deed *deed; /* by task; NULL: WELL */
    bool kill_idle;
    int heard[TASKS_MAX], results;
    us_pool_end end[TASKS_MAX];
    char what[TASKS_MAX][64];
    us_hash text[TASKS_MAX];
    int ticks;
} shop;

static void work(void *context, int64_t task, us_str *out)
{
    const shop *s = context;
    switch (s->deed ? s->deed[task] : WELL) {
    case KILL:
        raise(SIGKILL);
        break;
    case FAULT:
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
        break;
    case USER:
        raise(SIGUSR1);
        break;
    case EXIT_3:
        _exit(3);
    case EXIT_6: /* memory has run out */
        _exit(6);
    case EXIT_0:
        _exit(0);
    case HANG:
        for (;;)
            pause();
    case HALT:
        raise(SIGSTOP);
        break;
    case TOO_MUCH:
        for (int i = 0; i < FLOOD; i++)
            us_str_add_char(out, 'x');
        return;
    case TERM:
        raise(SIGTERM);
        raise(SIGINT);
        raise(SIGHUP);
        break;
    default:
        break;
    }
    if (s->kill_idle) {
        us_str_addf(out, "%ld", (long)getpid());
        return;
    }
    for (int64_t i = 0; i < task * task * task % 100003; i++)
        us_str_addf(out, "%lld\n", (long long)task);
}

static int64_t next(void *context)
{
    shop *s = context;
    return s->next < s->tasks ? s->next++ : -1;
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    shop *s = context;
    int64_t task = result->task;
    if (!CHECK(task >= 0 && task < s->tasks))
        return US_FAILED;
    s->heard[task]++;
    s->end[task] = result->end;
    snprintf(s->what[task], sizeof s->what[task], "%s", result->what);
    if (result->end == US_POOL_DONE)
        s->text[task] = us_hash_add_bytes(US_HASH_START, result->text, result->length);
    CHECK(result->us >= 0);
    s->results++;
    if (s->kill_idle) {
        long pid = strtol(result->text, NULL, 10);
        siginfo_t info;
        REQUIRE(pid > 1);
        kill((pid_t)pid, SIGKILL);
        waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    }
    return s->fail_after && s->results >= s->fail_after
               ? us_error_set(err, US_MISMATCH, NULL, 0, 0, "enough")
               : US_OK;
}

static bool stop(void *context)
{
    const shop *s = context;
    return s->stop_after && s->results >= s->stop_after;
}

static us_status tick(void *context, us_error *err)
{
    shop *s = context;
    (void)err;
    s->ticks++;
    return US_OK;
}

static int open_files(void)
{
    int count = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    return count;
}

/* Whatever happened, nobody and nothing is left. */
static us_status run(shop *s, int workers, int64_t timeout_ms, us_error *err)
{
    us_pool_def def = {
        .workers = workers,
        .timeout_ms = timeout_ms,
        .context = s,
        .work = work,
        .next = next,
        .done = done,
        .tick = tick,
        .stop = stop,
    };
    int before = open_files();
    us_status status = us_pool_run(&def, err);
    CHECK_INT(open_files(), before);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    return status;
}

TEST(each_result_comes_once_and_is_the_same_whoever_did_it)
{
    static const int workers[] = {1, 2, 7, 40};
    static shop first, s;
    for (int i = 0; i < US_COUNT(workers); i++) {
        s = (shop){.tasks = 60};
        CHECK_INT(run(&s, workers[i], 0, NULL), US_OK);
        CHECK_INT(s.results, 60);
        for (int t = 0; t < 60; t++) {
            CHECK_INT(s.heard[t], 1);
            CHECK_INT(s.end[t], US_POOL_DONE);
            CHECK(i == 0 || s.text[t] == first.text[t]);
        }
        if (i == 0)
            first = s;
    }
}

TEST(no_tasks_are_done_at_once)
{
    shop s = {.tasks = 0};
    CHECK_INT(run(&s, 3, 100, NULL), US_OK);
    CHECK_INT(s.results, 0);
}

/* Each loses itself and no other. */
TEST(who_goes_wrong_loses_one_task)
{
    static const struct {
        deed deed;
        us_pool_end end;
        const char *what;
    } rows[] = {
        {KILL, US_POOL_KILLED, "signal 9 (Killed)"},
        {FAULT, US_POOL_CRASHED, "signal 11 (Segmentation fault)"},
        {USER, US_POOL_CRASHED, "signal 10 (User defined signal 1)"},
        {EXIT_3, US_POOL_CRASHED, "exit 3"},
        {EXIT_0, US_POOL_CRASHED, "exit 0"},
        {EXIT_6, US_POOL_NO_MEMORY, "out of memory"},
        {HANG, US_POOL_LATE, ""},
        {HALT, US_POOL_LATE, ""},
        {TOO_MUCH, US_POOL_CRASHED, "an answer that is none"},
        {TERM, US_POOL_DONE, ""}, /* being asked to stop is not for workers */
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        bool hangs = rows[i].end == US_POOL_LATE; /* this takes its time */
        for (int workers = hangs ? 3 : 1; workers <= 3; workers += 2) {
            deed deeds[12] = {WELL};
            char row[64];
            shop s = {.tasks = 12, .deed = deeds};
            snprintf(row, sizeof row, "row %d, %d workers", i, workers);
            us_test_row(row);
            deeds[0] = deeds[2] = rows[i].deed;
            deeds[11] = hangs ? WELL : rows[i].deed;
            CHECK_INT(run(&s, workers, hangs ? 1000 : 0, NULL), US_OK);
            for (int t = 0; t < 12; t++) {
                CHECK_INT(s.heard[t], 1);
                CHECK_INT(s.end[t], deeds[t] == WELL ? US_POOL_DONE : rows[i].end);
                CHECK_STR(s.what[t], deeds[t] == WELL ? "" : rows[i].what);
            }
        }
    }
}

TEST(a_worker_killed_while_it_waits_loses_nothing)
{
    for (int workers = 1; workers <= 3; workers++) {
        shop s = {.tasks = 30, .kill_idle = true};
        CHECK_INT(run(&s, workers, 0, NULL), US_OK);
        for (int t = 0; t < 30; t++) {
            CHECK_INT(s.heard[t], 1);
            CHECK_INT(s.end[t], US_POOL_DONE);
        }
    }
}

TEST(a_stop_lets_those_under_way_end)
{
    for (int workers = 1; workers <= 4; workers++) {
        shop s = {.tasks = 100, .stop_after = 10};
        CHECK_INT(run(&s, workers, 0, NULL), US_OK);
        CHECK(s.results >= 10 && s.results < 10 + workers);
        CHECK_INT(s.next, s.results); /* each that was given was heard of */
        for (int t = 0; t < s.next; t++)
            CHECK_INT(s.heard[t], 1);
    }
}

TEST(an_error_ends_all)
{
    static deed deeds[40];
    us_error err = {0};
    shop s = {.tasks = 40, .fail_after = 10, .deed = deeds};
    deeds[3] = HANG;
    CHECK_INT(run(&s, 4, 0, &err), US_MISMATCH);
    CHECK_STR(err.text, "enough");
    CHECK_INT(s.results, 10);
    CHECK_INT(s.heard[3], 0);
}

TEST(time_goes_on_while_nothing_happens)
{
    deed deeds[1] = {HANG};
    shop s = {.tasks = 1, .deed = deeds};
    CHECK_INT(run(&s, 1, 600, NULL), US_OK);
    CHECK_INT(s.end[0], US_POOL_LATE);
    CHECK(s.ticks >= 1);
}

/* Ten looks, at least so many milliseconds all in all; none while it is stopped. */
static void wait_long(void *context, int64_t task, us_str *out)
{
    (void)context;
    (void)task;
    for (int i = 0; i < 10; i++)
        poll(NULL, 0, 30);
    us_str_add(out, "done");
}

/* As Ctrl-Z does, and fg later. */
TEST(time_stands_still_while_all_are_stopped)
{
    int ends[2], status = 0;
    char said[8] = "";
    REQUIRE(pipe(ends) == 0);
    fflush(NULL);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        shop s = {.tasks = 2};
        us_pool_def def = {.workers = 2,
                           .timeout_ms = 1500,
                           .context = &s,
                           .work = wait_long,
                           .next = next,
                           .done = done};
        setpgid(0, 0);
        if (write(ends[1], "a", 1) != 1 || us_pool_run(&def, NULL) != US_OK)
            _exit(9);
        _exit(s.end[0] == US_POOL_DONE && s.end[1] == US_POOL_DONE ? 0 : 1);
    }
    REQUIRE(read(ends[0], said, 1) == 1);
    poll(NULL, 0, 200);
    kill(-pid, SIGSTOP);
    poll(NULL, 0, 3000);
    kill(-pid, SIGCONT);
    waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK_INT(WEXITSTATUS(status), 0);
    close(ends[0]);
    close(ends[1]);
}

/* ---- who outlives whom */

static volatile long *shared;

static void leave_a_program(void *context, int64_t task, us_str *out)
{
    (void)context;
    (void)out;
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        execl("/bin/sleep", "sleep", "600", (char *)NULL);
        _exit(9);
    }
    shared[task] = pid;
    poll(NULL, 0, 50); /* until it is that program */
    raise(SIGKILL);
}

TEST(a_program_that_outlives_its_worker_does_not_hide_its_death)
{
    shop s = {.tasks = 2};
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(shared != MAP_FAILED);
    us_pool_def def = {
        .workers = 2, .context = &s, .work = leave_a_program, .next = next, .done = done};
    CHECK_INT(us_pool_run(&def, NULL), US_OK);
    for (int t = 0; t < 2; t++) {
        CHECK_INT(s.end[t], US_POOL_KILLED);
        CHECK(shared[t] > 1 && kill((pid_t)shared[t], SIGKILL) == 0); /* it was there still */
    }
    munmap((void *)shared, 4096);
}

static void wait_until_abandoned(void *context, int64_t task, us_str *out)
{
    (void)task;
    (void)out;
    const int *end = context;
    if (us_pool_is_abandoned() || write(*end, "a", 1) != 1)
        _exit(9);
    while (!us_pool_is_abandoned())
        poll(NULL, 0, 1);
    if (write(*end, "z", 1) != 1)
        _exit(9);
}

static int64_t always(void *context)
{
    (void)context;
    return 0;
}

static us_status pass(void *context, const us_pool_result *result, us_error *err)
{
    (void)context;
    (void)result;
    (void)err;
    return US_OK;
}

/* Both workers say that somebody waits, and later that nobody does; then their end closes. */
TEST(workers_learn_that_nobody_waits_any_more)
{
    int ends[2];
    char said[8] = "";
    REQUIRE(pipe(ends) == 0);
    fflush(NULL);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        us_pool_def def = {.workers = 2,
                           .context = &ends[1],
                           .work = wait_until_abandoned,
                           .next = always,
                           .done = pass};
        close(ends[0]);
        us_pool_run(&def, NULL);
        _exit(9);
    }
    close(ends[1]);
    for (int i = 0; i < 4; i++) {
        REQUIRE(read(ends[0], &said[i], 1) == 1);
        if (i == 1)
            kill(pid, SIGKILL);
    }
    CHECK_STR(said, "aazz");
    CHECK_INT(read(ends[0], said, 1), 0);
    close(ends[0]);
    waitpid(pid, NULL, 0);
}
