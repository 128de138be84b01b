#define _GNU_SOURCE
#include "base/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/progress.h"

enum {
    PIECE = 65536,
    LOOK_MS = 100, /* milliseconds between calls of stop */
    END_MS = 5,    /* milliseconds between checks for the end, after the outputs are closed */
};

/* ---- starting programs */

int us_pipe_open(int ends[2])
{
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) != 0)
        return errno;
    ends[0] = fcntl(raw[0], F_DUPFD_CLOEXEC, 3);
    ends[1] = fcntl(raw[1], F_DUPFD_CLOEXEC, 3);
    int failed = ends[0] < 0 || ends[1] < 0 ? errno : 0;
    close(raw[0]);
    close(raw[1]);
    for (int i = 0; i < 2 && failed; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    return failed;
}

static void set_files(const us_process *program, posix_spawn_file_actions_t *files)
{
    if (program->in < 0)
        posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(files, program->in, 0);
    if (program->out < 0)
        posix_spawn_file_actions_addopen(files, 1, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(files, program->out, 1);
    if (program->errors >= 0)
        posix_spawn_file_actions_adddup2(files, program->errors, 2);
    if (program->folder)
        posix_spawn_file_actions_addchdir_np(files, program->folder);
}

int us_process_start(const us_process *program, pid_t *pid)
{
    static const int asked[] = {SIGHUP, SIGINT, SIGTERM}; /* signals that ask a program to end */
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t set;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    set_files(program, &files);
    sigemptyset(&set);
    for (int i = 0; i < US_COUNT(asked) && program->blocks_signals; i++)
        sigaddset(&set, asked[i]);
    posix_spawnattr_setsigmask(&how, &set);
    /* A program inherits ignored signals; these three return to their default. */
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigaddset(&set, SIGXFSZ);
    sigaddset(&set, SIGCHLD);
    posix_spawnattr_setsigdefault(&how, &set);
    posix_spawnattr_setpgroup(&how, program->group);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                       POSIX_SPAWN_SETSIGDEF);
    int failed =
        posix_spawnp(pid, program->argv[0], &files, &how, (char *const *)program->argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return failed;
}

bool us_process_has_ended(pid_t pid, siginfo_t *info)
{
    *info = (siginfo_t){0};
    return waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 || info->si_pid != 0;
}

bool us_process_bury(pid_t pid, int within, int *status)
{
    int64_t end = us_clock_ms() + within;
    for (;;) {
        pid_t buried = waitpid(pid, status, WNOHANG);
        if (buried == pid)
            return true;
        if ((buried < 0 && errno != EINTR) || us_clock_ms() >= end)
            return false;
        poll(NULL, 0, 1);
    }
}

bool us_pipe_read(int fd, us_str *text)
{
    char piece[PIECE];
    ssize_t got = read(fd, piece, sizeof(piece));
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    us_str_add_bytes(text, piece, (size_t)got);
    return got > 0;
}

/* ---- one run */

/* Reads until both outputs are closed and the program has ended, or until it must be killed. */
static us_status read_outputs(const us_subprocess_def *def, pid_t pid, int said, int complained,
                              us_subprocess *out, us_error *err)
{
    struct pollfd ends[2] = {{.fd = said, .events = POLLIN}, {.fd = complained, .events = POLLIN}};
    us_str *const text[2] = {&out->output, &out->error_output};
    int64_t began = us_clock_ms();
    siginfo_t info;
    for (;;) {
        bool closed = ends[0].fd < 0 && ends[1].fd < 0;
        int64_t left = def->within > 0 ? def->within - (us_clock_ms() - began) : LOOK_MS;
        int64_t most = closed ? END_MS : LOOK_MS;
        out->end = US_SUBPROCESS_EXITED;
        if (closed && us_process_has_ended(pid, &info))
            return US_OK;
        out->end = left <= 0 ? US_SUBPROCESS_TIMEOUT : US_SUBPROCESS_TOO_LONG;
        if (left <= 0 || out->output.length + out->error_output.length > US_SUBPROCESS_MAX)
            return US_OK;
        if (def->stop && def->stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %.64s was at work",
                                def->argv[0]);
        int count = poll(ends, 2, (int)(left < most ? left : most));
        if (count < 0 && errno != EINTR)
            return us_error_set_system(err, US_FAILED, NULL, errno, "%.64s can't be heard",
                                       def->argv[0]);
        for (int i = 0; i < 2 && count > 0; i++)
            if (ends[i].fd >= 0 && ends[i].revents && !us_pipe_read(ends[i].fd, text[i]))
                ends[i].fd = -1; /* poll skips it */
    }
}

static void bury(pid_t pid, bool ended, us_subprocess *out)
{
    int status = 0;
    if (!ended)
        kill(-pid, SIGKILL);
    bool known = us_process_bury(pid, US_BURIAL_MS, &status);
    out->code = -1;
    if (ended && !known) {
        out->end = US_SUBPROCESS_LOST;
    } else if (ended && WIFSIGNALED(status)) {
        out->end = US_SUBPROCESS_KILLED;
        out->code = WTERMSIG(status);
    } else if (ended) {
        out->code = WEXITSTATUS(status);
    }
}

static us_status fail_start(const us_subprocess_def *def, int why, us_error *err)
{
    const char *program = def->argv[0];
    if (def->folder && access(def->folder, X_OK) != 0)
        return us_error_set_system(err, US_BAD_INPUT, def->folder, errno, "%.64s can't run there",
                                   program);
    if (why == ENOENT)
        return us_error_set(err, US_NO_ENGINE, NULL, 0, 0, "%.64s is not in PATH", program);
    bool none = why == EACCES || why == ENOEXEC || why == ENOTDIR;
    return us_error_set_system(err, none ? US_NO_ENGINE : US_FAILED, NULL, why,
                               "%.64s can't be run", program);
}

us_status us_subprocess_run(const us_subprocess_def *def, us_subprocess *out, us_error *err)
{
    us_subprocess subprocess;
    us_process program = {.argv = def->argv, .folder = def->folder, .in = -1};
    int said[2] = {-1, -1}, complained[2] = {-1, -1};
    pid_t pid = 0;
    int failed = us_pipe_open(said);
    if (failed)
        return fail_start(def, failed, err);
    failed = us_pipe_open(complained);
    if (!failed) {
        program.out = said[1];
        program.errors = complained[1];
        failed = us_process_start(&program, &pid);
        close(complained[1]);
        if (failed)
            close(complained[0]);
    }
    close(said[1]);
    if (failed) {
        close(said[0]);
        return fail_start(def, failed, err);
    }
    us_str_init(&subprocess.output);
    us_str_init(&subprocess.error_output);
    us_status status = read_outputs(def, pid, said[0], complained[0], &subprocess, err);
    close(said[0]);
    close(complained[0]);
    bury(pid, status == US_OK && subprocess.end == US_SUBPROCESS_EXITED, &subprocess);
    if (status == US_OK)
        *out = subprocess;
    else
        us_subprocess_clear(&subprocess);
    return status;
}

void us_subprocess_clear(us_subprocess *subprocess)
{
    us_str_clear(&subprocess->output);
    us_str_clear(&subprocess->error_output);
}

const char *us_subprocess_describe(const us_subprocess *subprocess, char *buffer, size_t size)
{
    const us_str *text =
        subprocess->error_output.length ? &subprocess->error_output : &subprocess->output;
    size_t length = 0;
    bool told = subprocess->end == US_SUBPROCESS_EXITED;
    for (const char *c = told ? text->text : ""; *c && length + 3 < size; c++) {
        if (*c != '\n')
            buffer[length++] = *c;
        else if (c[1])
            buffer[length++] = ';', buffer[length++] = ' ';
    }
    buffer[length] = '\0';
    if (length > 0)
        return buffer;
    switch (subprocess->end) {
    case US_SUBPROCESS_EXITED:
        snprintf(buffer, size, "exit %d", subprocess->code);
        break;
    case US_SUBPROCESS_KILLED:
        snprintf(buffer, size, "signal %d", subprocess->code);
        break;
    case US_SUBPROCESS_TIMEOUT:
        snprintf(buffer, size, "no answer");
        break;
    case US_SUBPROCESS_LOST:
        snprintf(buffer, size, "%s", US_SUBPROCESS_LOST_WHY);
        break;
    case US_SUBPROCESS_TOO_LONG:
        snprintf(buffer, size, "no end of words");
        break;
    }
    return buffer;
}
