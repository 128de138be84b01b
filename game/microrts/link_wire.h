/* Private to game/microrts/: lines of text over a connection to this machine. We listen, another
 * program connects, and both send in turn.
 *
 * No function exceeds the given limits of time and bytes or raises a signal. After a failure the
 * connection is closed, and only mr_wire_accept and mr_wire_close are useful; the error describes
 * the input. US_BAD_INPUT: no game sends such input. US_FAILED: the other end is gone or silent. */
#ifndef US_GAME_MICRORTS_LINK_WIRE_H
#define US_GAME_MICRORTS_LINK_WIRE_H

#include "base/error.h"

typedef struct mr_wire mr_wire;

/* Called regularly during a wait. Any result but US_OK ends the wait and is returned by it. */
typedef us_status mr_on_wait(void *context, us_error *err);

typedef struct mr_wait_def {
    int64_t from;        /* start of the wait, by us_clock_ms */
    int within;          /* milliseconds since then */
    mr_on_wait *on_wait; /* or NULL */
    void *context;
} mr_wait_def;

/* Listens on a port; 0: the system chooses. Returns US_FAILED if the port is unavailable. */
us_status mr_wire_listen(int port, mr_wire **out, us_error *err);
/* Opens a recorded connection. It reads a copy of the text up to its end and discards all that is
 * written. */
mr_wire *mr_wire_open_recorded(const char *text, size_t length);
void mr_wire_close(mr_wire *wire); /* NULL is fine */
int mr_wire_port(const mr_wire *wire);

/* Waits for a connection; the former one is closed. */
us_status mr_wire_accept(mr_wire *wire, const mr_wait_def *wait, us_error *err);
bool mr_wire_is_open(const mr_wire *wire);
void mr_wire_drop(mr_wire *wire); /* closes the connection */

/* Reads the next line, without its end; borrowed until the next call. Stops reading a line that is
 * longer than `most`. */
us_status mr_wire_read(mr_wire *wire, const mr_wait_def *wait, size_t most, const char **line,
                       size_t *length, us_error *err);
/* Writes lines, each with its end, all at once. Rejected if there is unread input, since it is not
 * our turn then. */
us_status mr_wire_write(mr_wire *wire, const mr_wait_def *wait, const char *text, size_t length,
                        us_error *err);

#endif
