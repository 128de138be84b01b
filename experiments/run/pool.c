#include "experiments/run/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/subprocess.h"

enum {
    TICK_MS = 250,
    AWAY_MS = 4 * TICK_MS, /* between two rounds: then we were not there to see the time go by */
    KILLED_MS = 300,       /* until this process is ended, too, after a worker was killed */
    TRIES = 3,             /* to find a worker that takes a task */
    ABANDONED_EACH = 64,   /* of so many questions, one is put to the system */
    RESULT_MAX = 1 << 24,  /* bytes; more is no result of ours */
};

typedef struct worker {
    pid_t pid; /* 0: there is none */
    int fd;
    int64_t task; /* -1: it waits for one */
    int64_t given;
    bool late;
    us_str in; /* of its answer, so far */
} worker;

typedef struct pool {
    const us_pool_def *def;
    worker worker[US_POOL_MAX];
    int workers, busy;
    int64_t looked; /* microseconds: when the last round was over */
    bool dry;       /* there are no more tasks, or no more are wanted */
} pool;

static pid_t parent; /* in a worker */

bool us_pool_is_abandoned(void)
{
    static unsigned calls; /* a call of the system costs more than a cycle of a game */
    return calls++ % ABANDONED_EACH == 0 && getppid() != parent;
}

/* ---- messages: to a worker the number of a task, back its length and the text */

static bool send_all(int fd, const void *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t now = send(fd, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EINTR)
            return false;
        sent += now > 0 ? (size_t)now : 0;
    }
    return true;
}

static bool read_all(int fd, void *bytes, size_t length)
{
    for (size_t had = 0; had < length;) {
        ssize_t now = read(fd, (char *)bytes + had, length - had);
        if (now == 0 || (now < 0 && errno != EINTR))
            return false;
        had += now > 0 ? (size_t)now : 0;
    }
    return true;
}

/* ---- the worker */

static void pass_over(int number)
{
    (void)number;
}

/* In a worker, stop signals are for the process that dispatches the tasks: a terminal sends them to
 * the whole group, a cluster to every process of a job. They are not ignored, since the programs
 * that a task starts would ignore them, too. */
static void leave_signals(void)
{
    static const int number[] = {SIGINT, SIGHUP, SIGTERM};
    struct sigaction action = {.sa_handler = pass_over, .sa_flags = SA_RESTART}, before;
    for (int i = 0; i < US_COUNT(number); i++)
        if (sigaction(number[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(number[i], &action, NULL);
}

static _Noreturn void serve(const us_pool_def *def, int fd)
{
    us_str out;
    int64_t task;
    us_str_init(&out);
    leave_signals();
    us_long_work_set_host(NULL);
    while (read_all(fd, &task, sizeof(task))) {
        uint64_t length;
        us_str_reset(&out);
        def->work(def->context, task, &out);
        length = out.length;
        if (!send_all(fd, &length, sizeof(length)) || !send_all(fd, out.text, out.length))
            break;
    }
    _exit(0);
}

static us_status hire(pool *p, worker *w, us_error *err)
{
    int ends[2];
    /* Not for programs that a task starts: one that outlives its worker would hide that it died. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return us_error_set_system(err, US_INCOMPLETE, NULL, errno, "cannot connect a worker");
    pid_t me = getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        parent = me;
        close(ends[0]);
        for (int i = 0; i < p->workers; i++)
            if (p->worker[i].pid)
                close(p->worker[i].fd);
        serve(p->def, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return us_error_set_system(err, US_INCOMPLETE, NULL, errno, "cannot start a worker");
    }
    w->pid = pid;
    w->fd = ends[0];
    w->task = -1;
    w->late = false;
    us_str_reset(&w->in);
    return US_OK;
}

/* Ends the worker, if it still runs. Returns whether *status is its exit status. */
static bool dismiss(worker *w, int *status)
{
    close(w->fd);
    kill(w->pid, SIGKILL);
    bool known = us_process_bury(w->pid, US_BURIAL_MS, status);
    w->pid = 0;
    return known;
}

/* ---- tasks */

static us_status report_result(pool *p, worker *w, us_pool_end end, const char *what, us_error *err)
{
    us_pool_result result = {
        .task = w->task,
        .end = end,
        .us = us_clock_us() - w->given,
        .what = what,
    };
    if (end == US_POOL_DONE) {
        result.text = w->in.text + sizeof(uint64_t);
        result.length = w->in.length - sizeof(uint64_t);
    }
    w->task = -1;
    p->busy--;
    return p->def->done(p->def->context, &result, err);
}

/* why: of one that is ended because of what it did; NULL: as it ended. */
static us_status report_death(pool *p, worker *w, const char *why, us_error *err)
{
    char what[96];
    int status = 0;
    bool known = dismiss(w, &status);
    if (why)
        snprintf(what, sizeof(what), "%s", why);
    else if (!known)
        snprintf(what, sizeof(what), "%s", US_SUBPROCESS_LOST_WHY);
    else if (WIFSIGNALED(status))
        snprintf(what, sizeof(what), "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof(what), "exit %d", WEXITSTATUS(status));
    if (w->task < 0)
        return US_OK;
    if (!why && !w->late && WIFEXITED(status) &&
        WEXITSTATUS(status) == us_status_exit_code(US_NO_MEMORY))
        return report_result(p, w, US_POOL_NO_MEMORY, "out of memory", err);
    /* If a whole job is killed, this process is killed a moment later: then the task did not
     * crash. */
    bool killed = !why && known && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (!w->late && killed)
        poll(NULL, 0, KILLED_MS);
    us_pool_end end = w->late ? US_POOL_LATE : killed ? US_POOL_KILLED : US_POOL_CRASHED;
    return report_result(p, w, end, w->late ? "" : what, err);
}

/* A worker that died while it waited loses no task: another one gets it. */
static us_status assign_task(pool *p, worker *w, int64_t task, us_error *err)
{
    for (int tries = 0; tries < TRIES; tries++) {
        if (!w->pid)
            US_TRY(hire(p, w, err));
        w->task = task;
        w->given = us_clock_us();
        w->late = false;
        us_str_reset(&w->in);
        if (send_all(w->fd, &task, sizeof(task)))
            break;
        if (tries < TRIES - 1)
            (void)dismiss(w, NULL);
    }
    p->busy++; /* a worker that cannot be reached shows up as dead */
    return US_OK;
}

/* Gives a task to each waiting worker. A worker is started for its first task, or after the one
 * before it died. */
static us_status assign_tasks(pool *p, us_error *err)
{
    const us_pool_def *def = p->def;
    p->dry = p->dry || (def->stop && def->stop(def->context));
    for (int i = 0; i < p->workers && !p->dry; i++) {
        worker *w = &p->worker[i];
        if (w->task >= 0)
            continue;
        int64_t task = def->next(def->context);
        if (task < 0)
            p->dry = true;
        else
            US_TRY(assign_task(p, w, task, err));
    }
    return US_OK;
}

/* Reads the output of a worker, or notices its end. */
static us_status read_worker(pool *p, worker *w, us_error *err)
{
    char bytes[65536];
    uint64_t length = 0;
    ssize_t now = read(w->fd, bytes, sizeof(bytes));
    if (now < 0 && (errno == EINTR || errno == EAGAIN))
        return US_OK;
    if (now < 0 && errno != ECONNRESET)
        return us_error_set_system(err, US_INCOMPLETE, NULL, errno, "cannot read from a worker");
    if (now <= 0)
        return report_death(p, w, NULL, err);
    if (w->late || w->task < 0) /* it is being ended, or speaks unasked */
        return US_OK;
    us_str_add_bytes(&w->in, bytes, (size_t)now);
    if (w->in.length >= sizeof(length))
        memcpy(&length, w->in.text, sizeof(length));
    if (length > RESULT_MAX || w->in.length > sizeof(length) + length)
        return report_death(p, w, "an answer that is none", err);
    if (w->in.length < sizeof(length) + length)
        return US_OK;
    return report_result(p, w, US_POOL_DONE, "", err);
}

static int until_next(const pool *p)
{
    int64_t least = TICK_MS, now = us_clock_us();
    for (int i = 0; i < p->workers && p->def->timeout_ms > 0; i++) {
        const worker *w = &p->worker[i];
        int64_t left = p->def->timeout_ms - (now - w->given) / 1000;
        if (w->pid && w->task >= 0 && !w->late && left < least)
            least = left < 0 ? 0 : left;
    }
    return (int)least;
}

/* If all processes are stopped and continued later, the pause does not count in the tasks' time. */
static void pass_over_absence(pool *p)
{
    int64_t now = us_clock_us(), away = now - p->looked;
    p->looked = now;
    for (int i = 0; i < p->workers && away > AWAY_MS * 1000; i++) {
        worker *w = &p->worker[i];
        w->given = w->given + away < now ? w->given + away : now;
    }
}

static void end_late(pool *p)
{
    int64_t now = us_clock_us();
    for (int i = 0; i < p->workers && p->def->timeout_ms > 0; i++) {
        worker *w = &p->worker[i];
        if (!w->pid || w->task < 0 || w->late || now - w->given < p->def->timeout_ms * 1000)
            continue;
        w->late = true;
        kill(w->pid, SIGKILL);
    }
}

static us_status round_of(pool *p, us_error *err)
{
    struct pollfd poll_of[US_POOL_MAX];
    worker *whose[US_POOL_MAX];
    int count = 0;
    for (int i = 0; i < p->workers; i++) {
        if (!p->worker[i].pid)
            continue;
        whose[count] = &p->worker[i];
        poll_of[count++] = (struct pollfd){.fd = p->worker[i].fd, .events = POLLIN};
    }
    if (poll(poll_of, (nfds_t)count, until_next(p)) < 0 && errno != EINTR)
        return us_error_set_system(err, US_INCOMPLETE, NULL, errno, "cannot wait for workers");
    for (int i = 0; i < count; i++)
        if (poll_of[i].revents)
            US_TRY(read_worker(p, whose[i], err));
    pass_over_absence(p);
    end_late(p);
    return US_OK;
}

static us_status run(pool *p, us_error *err)
{
    const us_pool_def *def = p->def;
    int64_t ticked = us_clock_ms();
    p->looked = us_clock_us();
    US_TRY(assign_tasks(p, err));
    while (p->busy > 0) {
        US_TRY(round_of(p, err));
        US_TRY(assign_tasks(p, err));
        if (def->tick && us_clock_ms() - ticked >= TICK_MS) {
            US_TRY(def->tick(def->context, err));
            ticked = us_clock_ms();
        }
    }
    return US_OK;
}

us_status us_pool_run(const us_pool_def *def, us_error *err)
{
    us_assert(def->workers >= 1 && def->workers <= US_POOL_MAX);
    US_AUTOFREE pool *p = US_NEW(pool);
    p->def = def;
    p->workers = def->workers;
    for (int i = 0; i < p->workers; i++) {
        us_str_init(&p->worker[i].in);
        p->worker[i].task = -1;
    }
    us_status status = run(p, err);
    for (int i = 0; i < p->workers; i++) {
        worker *w = &p->worker[i];
        if (w->pid)
            (void)dismiss(w, NULL);
        us_str_clear(&w->in);
    }
    return status;
}
