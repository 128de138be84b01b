/* Pipes to programs that are started. */
#ifndef US_BASE_PIPE_H
#define US_BASE_PIPE_H

/* ends[0] to read, ends[1] to write; closed in programs that are started. Both lie above the
 * standard ones, even where those are closed: what is put in place of 0, 1 or 2 overwrites no end
 * that is still needed. 0, or the system's number of what failed. */
int us_pipe_open(int ends[2]);

#endif
