/* Programs that are started, and pipes to them. */
#ifndef US_BASE_PIPE_H
#define US_BASE_PIPE_H

#include <stdbool.h>
#include <sys/types.h>

/* ends[0] to read, ends[1] to write; closed in programs that are started. Both lie above the
 * standard ones, even where those are closed: what is put in place of 0, 1 or 2 overwrites no end
 * that is still needed. The caller closes them. 0, or the system's number of what failed. */
int us_pipe_open(int ends[2]);

typedef struct us_process {
    const char *const *argv; /* ends in NULL; argv[0] is searched in PATH where it has no slash */
    const char *folder;      /* where it runs; NULL: where we do */
    int in;                  /* -1: it is empty */
    int out;                 /* -1: nobody reads it */
    int errors;              /* 1: goes where its output does; -1: where our errors go */
    pid_t group;             /* that it joins; 0: one of its own, which has its number */
    bool deaf;               /* SIGHUP, SIGINT and SIGTERM don't reach it */
} us_process;

/* Starts it with signals as they are by default but for that, and with no file of ours but these.
 * 0, or the system's number of what failed. */
int us_process_start(const us_process *program, pid_t *pid);

#endif
