/* Processes: starting programs, and pipes to them. */
#ifndef US_BASE_PIPE_H
#define US_BASE_PIPE_H

#include <stdbool.h>
#include <sys/types.h>

/* Opens a pipe: ends[0] is for reading, ends[1] for writing. Both are closed in started programs.
 * Both lie above the standard descriptors, even if those are closed, so that redirecting 0, 1 or 2
 * overwrites neither. The caller closes them. Returns 0 or the system's error number. */
int us_pipe_open(int ends[2]);

typedef struct us_process {
    const char *const *argv; /* ended by NULL; argv[0] without a slash is searched in PATH */
    const char *folder;      /* working folder; NULL: ours */
    int in;                  /* descriptor for standard input; -1: empty input */
    int out;                 /* descriptor for standard output; -1: discarded */
    int errors;              /* descriptor for standard error; 1: same as its output; -1: ours */
    pid_t group;             /* process group to join; 0: a new group with the process's number */
    bool blocks_signals;     /* SIGHUP, SIGINT and SIGTERM are blocked */
} us_process;

/* Starts the program with default handling of SIGPIPE and SIGXFSZ, and without blocked signals
 * except those of `deaf`. The program inherits no file of ours but these three. Returns 0 or the
 * system's error number. */
int us_process_start(const us_process *program, pid_t *pid);

#endif
