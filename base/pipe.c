#define _GNU_SOURCE
#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "base/base.h"

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
    /* A program inherits ignored signals; these two return to their default. */
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigaddset(&set, SIGXFSZ);
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
