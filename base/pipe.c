#define _GNU_SOURCE
#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
