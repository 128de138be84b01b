#include "base/errand.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pipe.h"
#include "base/progress.h"

enum {
    PIECE = 65536,
    WAIT_MS = 1000, /* at a time, so that no time limit is missed */
};

/* What is there now. False: nothing more will come. */
static bool hear(int fd, us_str *text)
{
    char piece[PIECE];
    ssize_t got = read(fd, piece, sizeof(piece));
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    us_str_add_bytes(text, piece, (size_t)got);
    return got > 0;
}

/* Until it has closed both. False: it took too long, or said too much. */
static bool hear_out(us_errand *errand, int said, int complained, int64_t within)
{
    struct pollfd ends[2] = {{.fd = said, .events = POLLIN}, {.fd = complained, .events = POLLIN}};
    us_str *const text[2] = {&errand->said, &errand->complained};
    int64_t began = us_clock_ms();
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        int64_t left = within > 0 ? within - (us_clock_ms() - began) : WAIT_MS;
        if (left <= 0 || errand->said.length + errand->complained.length > US_ERRAND_MAX)
            return false;
        if (poll(ends, 2, (int)(left < WAIT_MS ? left : WAIT_MS)) <= 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (ends[i].fd >= 0 && ends[i].revents && !hear(ends[i].fd, text[i]))
                ends[i].fd = -1; /* poll passes over it */
    }
    return true;
}

static int bury(pid_t pid, bool wanted)
{
    int status = 0;
    if (!wanted)
        kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return wanted && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static us_status fail_start(const char *program, int why, us_error *err)
{
    if (why == ENOENT)
        return us_fail(err, US_NO_ENGINE, NULL, 0, 0, "%.64s is not in PATH", program);
    return us_fail(err, US_NO_ENGINE, NULL, 0, 0, "%.64s can't be run: %s", program, strerror(why));
}

us_status us_errand_run(const char *const *argv, int64_t within, us_errand *out, us_error *err)
{
    int said[2], complained[2];
    pid_t pid = 0;
    int failed = us_pipe_open(said);
    if (failed)
        return fail_start(argv[0], failed, err);
    failed = us_pipe_open(complained);
    if (!failed) {
        failed = us_program_start(argv[0], argv, -1, said[1], complained[1], &pid);
        close(complained[1]);
        if (failed)
            close(complained[0]);
    }
    close(said[1]);
    if (failed) {
        close(said[0]);
        return fail_start(argv[0], failed, err);
    }
    us_str_init(&out->said);
    us_str_init(&out->complained);
    bool wanted = hear_out(out, said[0], complained[0], within);
    close(said[0]);
    close(complained[0]);
    out->code = bury(pid, wanted);
    return US_OK;
}

void us_errand_clear(us_errand *errand)
{
    us_str_clear(&errand->said);
    us_str_clear(&errand->complained);
}

const char *us_errand_why(const us_errand *errand, char *buffer, size_t size)
{
    const us_str *text = errand->complained.length ? &errand->complained : &errand->said;
    size_t length = 0;
    for (const char *c = text->text; *c && length + 3 < size; c++) {
        if (*c != '\n')
            buffer[length++] = *c;
        else if (c[1])
            buffer[length++] = ';', buffer[length++] = ' ';
    }
    buffer[length] = '\0';
    if (length == 0 && errand->code >= 0)
        snprintf(buffer, size, "exit %d", errand->code);
    else if (length == 0)
        snprintf(buffer, size, "no answer");
    return buffer;
}
