/* Private to game/microrts/: a line of text at a time over a connection to this machine. We listen,
 * one other program connects, and each says something in turn.
 *
 * Nothing here waits longer than it is told to, stores more than it is told to, or raises a signal.
 * After a failure the connection is closed, and only mr_wire_accept and mr_wire_close make sense;
 * the error says what came. US_BAD_INPUT: what no game would do. US_FAILED: it is gone, or silent.
 */
#ifndef US_GAME_MICRORTS_LINK_WIRE_H
#define US_GAME_MICRORTS_LINK_WIRE_H

#include "base/error.h"

typedef struct mr_wire mr_wire;

/* Is asked every so often while it waits: anything but US_OK ends the wait with that. */
typedef us_status mr_look(void *context, us_error *err);

typedef struct mr_wait_def {
    int64_t from;  /* of us_clock_ms */
    int within;    /* milliseconds from then on */
    mr_look *look; /* or NULL */
    void *context;
} mr_wait_def;

/* port 0: the system chooses. US_FAILED: it can't be had. */
us_status mr_wire_listen(int port, mr_wire **out, us_error *err);
/* In place of a connection a recorded one: what it says is copied from the text, its end is the
 * text's, it gets nothing. */
mr_wire *mr_wire_recorded(const char *text, size_t length);
void mr_wire_close(mr_wire *wire); /* NULL is fine */
int mr_wire_port(const mr_wire *wire);

/* Waits for somebody; who was connected is let go. */
us_status mr_wire_accept(mr_wire *wire, const mr_wait_def *wait, us_error *err);
bool mr_wire_is_open(const mr_wire *wire);
void mr_wire_drop(mr_wire *wire); /* lets go whoever is connected */

/* The next line, without its end; borrowed until the next call. Of a line longer than most nothing
 * more is read. */
us_status mr_wire_read(mr_wire *wire, const mr_wait_def *wait, size_t most, const char **line,
                       size_t *length, us_error *err);
/* Lines, each with its end, and all at once. Refused where the other one has said something that
 * was not read yet: then it isn't our turn. */
us_status mr_wire_write(mr_wire *wire, const mr_wait_def *wait, const char *text, size_t length,
                        us_error *err);

#endif
