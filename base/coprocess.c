#define _GNU_SOURCE
#include "base/coprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/subprocess.h"

enum {
    LOOK = 5,     /* milliseconds between checks for the program's end */
    BURIAL = 500, /* milliseconds from the output's end, or SIGTERM, to the program's end */
};

/* The guard leads the group that the program joins. When the other end of the guard's input is
 * closed, because our process ended, the guard kills the group. The guard ignores polite signals to
 * the group. */
static const char guarding[] = "read -r line; kill -s KILL 0";

/* The channel is two pipes, not a socket: /dev/stdin can be opened, and a program that closes only
 * its output is noticed. */
struct us_coprocess {
    pid_t pid, guard;
    int to, from;
    int held;     /* our end of the guard's input */
    us_str input; /* unread from `at` on */
    size_t at;
    bool asked;
};

/* ---- start */

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static int start_guard(us_coprocess *coprocess)
{
    const char *const argv[] = {"/bin/sh", "-c", guarding, NULL};
    int in[2];
    int failed = us_pipe_open(in);
    if (failed)
        return failed;
    us_process guard = {.argv = argv, .in = in[0], .out = -1, .errors = 1, .blocks_signals = true};
    failed = us_process_start(&guard, &coprocess->guard);
    close(in[0]);
    if (failed)
        close(in[1]);
    else
        coprocess->held = in[1];
    return failed;
}

static int start_program(us_coprocess *coprocess, const char *command)
{
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    int in[2], back[2];
    int failed = us_pipe_open(in);
    if (failed)
        return failed;
    failed = us_pipe_open(back);
    if (failed) {
        close_both(in);
        return failed;
    }
    us_process program = {
        .argv = argv, .in = in[0], .out = back[1], .errors = -1, .group = coprocess->guard};
    failed = us_process_start(&program, &coprocess->pid);
    close(in[0]);
    close(back[1]);
    if (failed) {
        close(in[1]);
        close(back[0]);
        return failed;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(back[0], F_SETFL, O_NONBLOCK);
    coprocess->to = in[1];
    coprocess->from = back[0];
    return 0;
}

static void bury(pid_t pid)
{
    int status;
    (void)us_process_bury(pid, US_BURIAL_MS, &status);
}

us_status us_coprocess_start(const char *command, us_coprocess **out, us_error *err)
{
    us_coprocess coprocess = {0};
    int failed = start_guard(&coprocess);
    if (!failed) {
        failed = start_program(&coprocess, command);
        if (failed) {
            close(coprocess.held); /* this ends the guard */
            bury(coprocess.guard);
        }
    }
    if (failed)
        return us_error_set_system(err, US_NO_ENGINE, NULL, failed, "/bin/sh can't be run");
    *out = US_NEW(us_coprocess);
    **out = coprocess;
    us_str_init(&(*out)->input);
    return US_OK;
}

/* ---- lines */

/* Writes to a pipe. If nobody reads the pipe, the call fails with EPIPE and sends no SIGPIPE. The
 * process's own handling of SIGPIPE stays unchanged. */
static ssize_t write_some(int fd, const char *bytes, size_t length)
{
    static const struct timespec at_once = {0};
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    bool waits = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t sent = write(fd, bytes, length);
    int error = errno;
    if (sent < 0 && error == EPIPE && !waits)
        sigtimedwait(&pipe, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return sent;
}

static bool for_later(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Waits until the output can be read or the input (if to_write) can be written. False: time is
 * up. */
static bool await(const us_coprocess *coprocess, bool to_write, int64_t end, bool *readable)
{
    for (;;) {
        int64_t left = end - us_clock_ms();
        struct pollfd both[2] = {{coprocess->from, POLLIN, 0},
                                 {to_write ? coprocess->to : -1, POLLOUT, 0}};
        int count = poll(both, 2, left > 0 ? (int)left : 0);
        *readable = count > 0 && both[0].revents;
        if (count > 0)
            return true;
        if (count == 0 || errno != EINTR)
            return false;
    }
}

us_coprocess_state us_coprocess_poll(us_coprocess *coprocess)
{
    bool readable;
    if (await(coprocess, false, 0, &readable) && !us_pipe_read(coprocess->from, &coprocess->input))
        return US_COPROCESS_ENDED;
    return coprocess->input.length > coprocess->at ? US_COPROCESS_UNEXPECTED : US_COPROCESS_OK;
}

/* Writes the line and reads meanwhile: otherwise two full pipes would wait for each other. */
static us_coprocess_state write_line(us_coprocess *coprocess, const char *line, size_t length,
                                     int64_t end)
{
    bool readable;
    while (length > 0) {
        if (!await(coprocess, true, end, &readable))
            return US_COPROCESS_TIMEOUT;
        if (readable && !us_pipe_read(coprocess->from, &coprocess->input))
            return US_COPROCESS_ENDED;
        if (coprocess->asked && coprocess->input.length > coprocess->at)
            return US_COPROCESS_UNEXPECTED;
        ssize_t sent = write_some(coprocess->to, line, length);
        if (sent < 0 && !for_later())
            return US_COPROCESS_ENDED;
        line += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return US_COPROCESS_OK;
}

us_coprocess_state us_coprocess_write(us_coprocess *coprocess, const char *line, size_t length,
                                      int within)
{
    return write_line(coprocess, line, length, us_clock_ms() + within);
}

us_coprocess_state us_coprocess_request(us_coprocess *coprocess, const char *line, size_t length,
                                        int within, size_t most, const char **answer,
                                        size_t *answer_length)
{
    int64_t end = us_clock_ms() + within;
    if (coprocess->at == coprocess->input.length) { /* otherwise unread text is UNASKED */
        us_str_reset(&coprocess->input);
        coprocess->at = 0;
    }
    us_coprocess_state state = write_line(coprocess, line, length, end);
    bool greeted = state == US_COPROCESS_ENDED && !coprocess->asked; /* program may have ended */
    size_t looked = 0;
    coprocess->asked = true;
    while (state == US_COPROCESS_OK || greeted) {
        const us_str *received = &coprocess->input;
        const char *newline = received->length > looked
                                  ? memchr(received->text + looked, '\n', received->length - looked)
                                  : NULL;
        size_t have = newline ? (size_t)(newline - received->text) : received->length;
        bool readable;
        looked = received->length;
        if (have > most)
            return US_COPROCESS_TOO_LONG;
        if (newline) {
            *answer = received->text;
            *answer_length = have;
            coprocess->at = have + 1;
            return US_COPROCESS_OK;
        }
        if (!await(coprocess, false, greeted ? 0 : end, &readable))
            return greeted ? US_COPROCESS_ENDED : US_COPROCESS_TIMEOUT;
        if (!us_pipe_read(coprocess->from, &coprocess->input))
            return US_COPROCESS_ENDED;
    }
    return state;
}

/* ---- end */

/* Waits for the program's end and reads meanwhile: a program with a full output would never end. */
static bool await_end(us_coprocess *coprocess, int within)
{
    int64_t end = us_clock_ms() + within;
    siginfo_t info;
    while (!us_process_has_ended(coprocess->pid, &info)) {
        struct pollfd from = {coprocess->from, POLLIN, 0};
        if (us_clock_ms() >= end)
            return false;
        poll(&from, 1, LOOK);
        us_str_reset(&coprocess->input);
        coprocess->at = 0;
        if (from.revents && !us_pipe_read(coprocess->from, &coprocess->input)) {
            close(coprocess->from);
            coprocess->from = -1;
        }
    }
    return true;
}

const char *us_coprocess_describe(us_coprocess *coprocess, us_coprocess_state state, char *buffer,
                                  size_t size)
{
    static const char *const about[] = {
        [US_COPROCESS_OK] = "it does well",
        [US_COPROCESS_ENDED] = "it closed its input or output",
        [US_COPROCESS_TIMEOUT] = "it took too long",
        [US_COPROCESS_TOO_LONG] = "its line is too long",
        [US_COPROCESS_UNEXPECTED] = "it wrote without being asked",
    };
    siginfo_t info = {0};
    snprintf(buffer, size, "%s", about[state]);
    if (state != US_COPROCESS_ENDED || !await_end(coprocess, BURIAL) ||
        !us_process_has_ended(coprocess->pid, &info) || info.si_pid == 0)
        return buffer;
    int status = info.si_status;
    if (info.si_code != CLD_EXITED)
        snprintf(buffer, size, "it was ended by signal %d", status);
    else
        snprintf(buffer, size, "it ended with status %d%s", status,
                 status == 127   ? ": the shell found no such command"
                 : status == 126 ? ": the shell could not run it"
                                 : "");
    return buffer;
}

/* Checks that the number is still our child's. If other code has waited for the child, another
 * process may have the number now. */
static bool is_ours(pid_t pid)
{
    siginfo_t info;
    return !us_process_has_ended(pid, &info) || info.si_pid != 0;
}

/* Sends a signal to the program and to its group. The guard's number is the group's until the guard
 * is buried. The program may have left the group. */
static void signal_all(const us_coprocess *coprocess, int signal)
{
    if (is_ours(coprocess->pid))
        kill(coprocess->pid, signal);
    if (is_ours(coprocess->guard))
        kill(-coprocess->guard, signal);
}

void us_coprocess_stop(us_coprocess *coprocess, int patience)
{
    if (!coprocess)
        return;
    close(coprocess->to);
    if (!await_end(coprocess, patience)) {
        signal_all(coprocess, SIGTERM);
        await_end(coprocess, BURIAL);
    }
    signal_all(coprocess, SIGKILL);
    bury(coprocess->pid);
    bury(coprocess->guard);
    close(coprocess->held);
    if (coprocess->from >= 0)
        close(coprocess->from);
    us_str_clear(&coprocess->input);
    us_mem_free(coprocess);
}
