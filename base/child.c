#define _GNU_SOURCE
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/str.h"

enum {
    PIECE = 65536,  /* bytes read at a time */
    FAREWELL = 300, /* milliseconds to end by itself */
};

/* One socket is both ends of its standard input and output: writing to one that is gone is an error
 * then, not a signal. */
struct us_child {
    pid_t pid;
    int socket;
    us_str heard; /* from `at` on not yet given out */
    size_t at;
};

extern char **environ;

static int spawn(const char *command, int theirs, pid_t *pid)
{
    const char *const argv[] = {"sh", "-c", command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&files, theirs, 0);
    posix_spawn_file_actions_adddup2(&files, theirs, 1);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawn(pid, "/bin/sh", &files, &how, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return failed;
}

us_status us_child_start(const char *command, us_child **out, us_error *err)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%s", strerror(errno));
    us_child *child = US_NEW(us_child);
    child->socket = ends[0];
    us_str_init(&child->heard);
    int failed = spawn(command, ends[1], &child->pid);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        us_free(child);
        return us_fail(err, US_NO_ENGINE, NULL, 0, 0, "\"%.200s\": %s", command, strerror(failed));
    }
    *out = child;
    return US_OK;
}

const char *us_child_state_about(us_child_state state)
{
    static const char *const about[] = {"it does well", "it ended", "it took too long",
                                        "its line is too long"};
    return about[state];
}

/* Waits until the socket is ready or the time is up. */
static bool ready(const us_child *child, short events, int64_t end)
{
    for (;;) {
        int64_t left = end - us_clock_ms();
        struct pollfd poll_of = {child->socket, events, 0};
        int count = poll(&poll_of, 1, left > 0 ? (int)left : 0);
        if (count > 0)
            return true;
        if (count == 0 || errno != EINTR)
            return false;
    }
}

us_child_state us_child_send(us_child *child, const char *bytes, size_t length, int within)
{
    int64_t end = us_clock_ms() + within;
    while (length > 0) {
        if (!ready(child, POLLOUT, end))
            return US_CHILD_LATE;
        ssize_t sent = send(child->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return US_CHILD_ENDED;
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return US_CHILD_WELL;
}

us_child_state us_child_hear(us_child *child, int within, size_t most, const char **line,
                             size_t *length)
{
    int64_t end = us_clock_ms() + within;
    char piece[PIECE];
    size_t looked = child->at;
    for (;;) {
        size_t have = child->heard.length;
        char *found =
            have > looked ? memchr(child->heard.text + looked, '\n', have - looked) : NULL;
        if (found) {
            *line = child->heard.text + child->at;
            *length = (size_t)(found - *line);
            child->at += *length + 1;
            return US_CHILD_WELL;
        }
        if (have - child->at > most)
            return US_CHILD_LONG;
        if (child->at > 0) { /* what was given out goes */
            memmove(child->heard.text, child->heard.text + child->at, have - child->at);
            child->heard.length = have - child->at;
            child->heard.text[child->heard.length] = '\0';
            child->at = 0;
        }
        looked = child->heard.length;
        if (!ready(child, POLLIN, end))
            return US_CHILD_LATE;
        ssize_t got = recv(child->socket, piece, sizeof piece, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return US_CHILD_ENDED;
        us_str_add_bytes(&child->heard, piece, got > 0 ? (size_t)got : 0);
    }
}

/* It stays known until all of its group was ended: its number may not be given to another. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void us_child_stop(us_child *child)
{
    if (!child)
        return;
    close(child->socket);
    int64_t end = us_clock_ms() + FAREWELL;
    while (!has_ended(child->pid) && us_clock_ms() < end)
        poll(NULL, 0, 5);
    kill(-child->pid, SIGKILL); /* whoever it started, too */
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    us_str_clear(&child->heard);
    us_free(child);
}
