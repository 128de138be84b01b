/* Programs that are started, and pipes to them. */
#ifndef US_BASE_PIPE_H
#define US_BASE_PIPE_H

#include <sys/types.h>

/* ends[0] to read, ends[1] to write; closed in programs that are started. Both lie above the
 * standard ones, even where those are closed: what is put in place of 0, 1 or 2 overwrites no end
 * that is still needed. 0, or the system's number of what failed. */
int us_pipe_open(int ends[2]);

/* Starts a program in a process group of its own, with signals as they are by default, and with no
 * file of ours but these. in -1: an empty input; errors -1: its standard error stays what ours is.
 * file is searched in PATH where it has no slash. 0, or the system's number of what failed. */
int us_program_start(const char *file, const char *const *argv, int in, int out, int errors,
                     pid_t *pid);

#endif
