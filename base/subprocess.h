/* Subprocesses: another program, run once to its end, and its output; and the parts that start any
 * program. */
#ifndef US_BASE_SUBPROCESS_H
#define US_BASE_SUBPROCESS_H

#include "base/error.h"
#include "base/str.h"
#include <signal.h>
#include <sys/types.h>

enum { US_SUBPROCESS_MAX = 64 << 20 }; /* bytes of its output and error output together */

typedef struct us_subprocess_def {
    const char *const *argv; /* ended by NULL; argv[0] without a slash is searched in PATH */
    const char *folder;      /* working folder; NULL: ours */
    int64_t within;          /* milliseconds in all; 0: no limit */
    bool (*stop)(void);      /* called now and then; true interrupts the run; or NULL */
} us_subprocess_def;

typedef enum us_subprocess_end {
    US_SUBPROCESS_EXITED,
    US_SUBPROCESS_KILLED,   /* by a signal that is not ours */
    US_SUBPROCESS_TIMEOUT,  /* killed by us: it took too long */
    US_SUBPROCESS_TOO_LONG, /* killed by us: it wrote too much */
    US_SUBPROCESS_LOST,     /* it ended, and the system does not report how */
} us_subprocess_end;

/* Why an end is lost. The program understudy restores the default handling of SIGCHLD; a program
 * that embeds the library may ignore it or wait for all of its children. */
#define US_SUBPROCESS_LOST_WHY \
    "how it ended is unknown: expected a process that neither ignores SIGCHLD nor waits for it"

typedef struct us_subprocess {
    us_str output, error_output; /* standard output and standard error */
    us_subprocess_end end;
    int code; /* exit code, or the signal's number; -1: killed by us, or unknown */
} us_subprocess;

/* Runs a program without a shell, with empty input. The interrupt of a terminal does not reach it.
 * The run ends when the program has ended and its outputs are closed. A program that exceeds a
 * limit is killed with all of its group, and the call succeeds: see out->end.
 *
 * US_NO_ENGINE: there is no such program. US_FAILED: the program can't be started or read.
 * US_BAD_INPUT: it can't run in that folder. US_INTERRUPTED: stop returned true. The caller clears
 * *out after US_OK. */
us_status us_subprocess_run(const us_subprocess_def *def, us_subprocess *out, us_error *err);
void us_subprocess_clear(us_subprocess *subprocess);
/* Explains a failure in one line. If the program exited by itself: its error output, or its output
 * if that is empty. Otherwise, or without any output: how it ended. Returns buffer. */
const char *us_subprocess_describe(const us_subprocess *subprocess, char *buffer, size_t size);

/* ---- parts, private to base/: starting programs, and pipes to them */

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

/* Starts the program with default handling of SIGPIPE, SIGXFSZ and SIGCHLD, and without blocked
 * signals unless `blocks_signals` is set. The program inherits no file of ours but these three.
 * Returns 0 or the system's error number. */
int us_process_start(const us_process *program, pid_t *pid);

/* Returns whether the program has ended. It stays a zombie until it is waited for, so that no other
 * process takes its number. info: how it ended; si_pid 0: other code has waited for it. */
bool us_process_has_ended(pid_t pid, siginfo_t *info);
enum { US_BURIAL_MS = 5000 }; /* limit from SIGKILL to the end of a program */
/* Waits for the end of the program, at most `within` milliseconds: a process that hangs in the
 * kernel, on a dead network drive for example, does not end even if it is killed. Returns whether
 * *status is set. False: it still runs, or other code has waited for it. */
bool us_process_bury(pid_t pid, int within, int *status);
/* Reads the bytes that are there now. False at the end of the output. */
bool us_pipe_read(int fd, us_str *text);

#endif
