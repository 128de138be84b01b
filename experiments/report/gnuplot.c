#include "experiments/report/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/progress.h"

enum {
    LOOK_MS = 100,    /* between looks whether we are to stop */
    HEARD_MAX = 4096, /* bytes of what it says that are kept */
    NO_FOLDER = 125,
    NO_PROGRAM = 127,
};

/* ---- the child: only what may be called between fork and exec */

static _Noreturn void become(const char *folder, const char *script, int out)
{
    static const int ordinary[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    struct sigaction action = {.sa_handler = SIG_DFL};
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < US_COUNT(ordinary); i++)
        sigaction(ordinary[i], &action, NULL);
    setpgid(0, 0);
    if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || chdir(folder) != 0)
        _exit(NO_FOLDER);
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
    _exit(NO_PROGRAM);
}

/* ---- hearing it out */

typedef struct hearing {
    pid_t pid;
    int fd;
    char text[HEARD_MAX];
    size_t length;
} hearing;

/* What it says first is kept: later lines are about the same fault. False: it says no more. */
static bool hear(hearing *h)
{
    char piece[1024];
    ssize_t got = read(h->fd, piece, sizeof(piece));
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    size_t room = sizeof(h->text) - 1 - h->length, take = (size_t)got < room ? (size_t)got : room;
    memcpy(h->text + h->length, piece, take);
    h->length += take;
    return got > 0;
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

static us_status await(hearing *h, int within, bool (*stop)(void), us_error *err)
{
    int64_t end = us_clock_ms() + within;
    while (!has_ended(h->pid)) {
        struct pollfd from = {h->fd, POLLIN, 0};
        if (stop && stop())
            return us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: a figure was drawn");
        if (us_clock_ms() >= end)
            return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot took longer than %d s",
                           within / 1000);
        int count = poll(&from, 1, LOOK_MS);
        if (count > 0 && !hear(h))
            h->fd = -1; /* poll passes over it */
    }
    for (int i = 0; i < HEARD_MAX && h->fd >= 0; i++) {
        struct pollfd from = {h->fd, POLLIN, 0};
        if (poll(&from, 1, 0) <= 0 || !hear(h))
            break;
    }
    return US_OK;
}

/* The last line that says something. */
static const char *last_line(hearing *h)
{
    h->text[h->length] = '\0';
    while (h->length > 0 && strchr(" \t\r\n", h->text[h->length - 1]))
        h->text[--h->length] = '\0';
    const char *line = strrchr(h->text, '\n');
    line = line ? line + 1 : h->text;
    return line + strspn(line, " \t");
}

static us_status judge(hearing *h, int status, us_error *err)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return US_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM)
        return us_fail(err, US_NO_ENGINE, NULL, 0, 0, "there is no gnuplot here");
    if (WIFSIGNALED(status))
        return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot was ended by signal %d",
                       WTERMSIG(status));
    return us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot ended with status %d: %.200s",
                   WEXITSTATUS(status), last_line(h));
}

us_status us_gnuplot(const char *folder, const char *script, int within, bool (*stop)(void),
                     us_error *err)
{
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        return us_fail(err, US_FAILED, NULL, 0, 0, "no pipe to gnuplot: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    hearing h = {.pid = fork(), .fd = ends[0]};
    if (h.pid == 0)
        become(folder, script, ends[1]);
    close(ends[1]);
    us_status result = US_OK;
    if (h.pid < 0) {
        result = us_fail(err, US_FAILED, NULL, 0, 0, "gnuplot can't be run: %s", strerror(errno));
    } else {
        result = await(&h, within, stop, err);
        if (result != US_OK) {
            kill(h.pid, SIGKILL); /* it may not have got its group yet */
            kill(-h.pid, SIGKILL);
        }
        while (waitpid(h.pid, &status, 0) < 0 && errno == EINTR)
            ;
        if (result == US_OK)
            result = judge(&h, status, err);
    }
    close(ends[0]);
    return result;
}
