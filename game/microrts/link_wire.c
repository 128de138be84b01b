#define _GNU_SOURCE
#include "game/microrts/link_wire.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/str.h"

enum {
    PIECE = 65536, /* bytes per read */
    GLANCE = 100,  /* milliseconds between looks */
    SHOWN = 80,    /* bytes of input in an error */
};

struct mr_wire {
    int listener, coprocess; /* coprocess -1: no connection */
    int port;
    bool recorded; /* all input is there already */
    us_str input;  /* input; unread from `at` on */
    size_t at;
    int64_t came; /* time of the last input */
};

void mr_wire_drop(mr_wire *wire)
{
    if (wire->coprocess >= 0)
        close(wire->coprocess);
    wire->coprocess = -1;
    wire->recorded = false;
    us_str_reset(&wire->input);
    wire->at = 0;
}

static us_status fail(mr_wire *wire, us_error *err, us_status status, const char *text)
{
    us_error_set(err, status, NULL, 0, 0, "microRTS: %s", text);
    mr_wire_drop(wire);
    return status;
}

static us_status fail_system(mr_wire *wire, us_error *err, const char *what)
{
    us_error_set_system(err, US_FAILED, NULL, errno, "microRTS: %s", what);
    mr_wire_drop(wire);
    return US_FAILED;
}

/* ---- opening and closing */

static us_status fail_listen(int listener, int port, us_error *err)
{
    us_error_set_system(err, US_FAILED, NULL, errno, "can't listen on port %d of this machine",
                        port);
    if (listener >= 0)
        close(listener);
    return US_FAILED;
}

us_status mr_wire_listen(int port, mr_wire **out, us_error *err)
{
    int on = 1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof here;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0)
        return fail_listen(listener, port, err);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&here, sizeof here) != 0 || listen(listener, 4) != 0 ||
        getsockname(listener, (struct sockaddr *)&here, &size) != 0)
        return fail_listen(listener, port, err);
    mr_wire *wire = US_NEW(mr_wire);
    wire->listener = listener;
    wire->coprocess = -1;
    wire->port = ntohs(here.sin_port);
    us_str_init(&wire->input);
    *out = wire;
    return US_OK;
}

mr_wire *mr_wire_open_recorded(const char *text, size_t length)
{
    mr_wire *wire = US_NEW(mr_wire);
    wire->listener = wire->coprocess = -1;
    wire->recorded = true;
    us_str_init(&wire->input);
    us_str_add_bytes(&wire->input, text, length);
    return wire;
}

void mr_wire_close(mr_wire *wire)
{
    if (!wire)
        return;
    mr_wire_drop(wire);
    if (wire->listener >= 0)
        close(wire->listener);
    us_str_clear(&wire->input);
    us_mem_free(wire);
}

int mr_wire_port(const mr_wire *wire)
{
    return wire->port;
}

bool mr_wire_is_open(const mr_wire *wire)
{
    return wire->coprocess >= 0 || wire->recorded;
}

/* ---- waiting */

/* Waits for input on either socket, or until the coprocess can be written to. *late: the time is
 * up, and only present input counts. */
static us_status await(mr_wire *wire, bool to_write, const mr_wait_def *wait, struct pollfd both[2],
                       bool *late, us_error *err)
{
    for (;;) {
        int64_t left = wait->from + wait->within - us_clock_ms();
        both[0] = (struct pollfd){wire->listener, POLLIN, 0};
        both[1] = (struct pollfd){wire->coprocess, to_write ? POLLOUT : POLLIN, 0};
        int count = poll(both, 2, left <= 0 ? 0 : left < GLANCE ? (int)left : GLANCE);
        *late = left <= 0;
        if (count > 0)
            return US_OK;
        if (count < 0 && errno != EINTR)
            return fail_system(wire, err, "can't wait");
        us_status status = wait->on_wait ? wait->on_wait(wait->context, err) : US_OK;
        if (status != US_OK) {
            mr_wire_drop(wire);
            return status;
        }
        if (*late)
            return US_OK;
    }
}

/* Accepts a connection. *coprocess is -1 if it is gone again. */
static us_status take(mr_wire *wire, int *coprocess, us_error *err)
{
    *coprocess = accept4(wire->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    bool lacking = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
    return *coprocess < 0 && lacking ? fail_system(wire, err, "who connects can't be taken")
                                     : US_OK;
}

static us_status refuse_second(mr_wire *wire, us_error *err)
{
    int other;
    US_TRY(take(wire, &other, err));
    if (other < 0)
        return US_OK;
    close(other);
    return fail(wire, err, US_BAD_INPUT, "a second program connected in the middle of a game");
}

us_status mr_wire_accept(mr_wire *wire, const mr_wait_def *wait, us_error *err)
{
    struct pollfd both[2];
    bool late = false;
    int on = 1;
    mr_wire_drop(wire);
    if (wire->listener < 0)
        return fail(wire, err, US_FAILED, "it has ended");
    while (wire->coprocess < 0) {
        if (late)
            return fail(wire, err, US_FAILED, "it has not connected in time");
        US_TRY(await(wire, false, wait, both, &late, err));
        if (both[0].revents)
            US_TRY(take(wire, &wire->coprocess, err));
    }
    setsockopt(wire->coprocess, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return US_OK;
}

/* ---- lines */

static us_status fail_late(mr_wire *wire, us_error *err, const mr_wait_def *wait)
{
    size_t have = wire->input.length - wire->at;
    us_str text;
    us_str_init(&text);
    us_str_addf(&text,
                have == 0 && wire->came <= wait->from ? "silent for %d ms"
                                                      : "not all of a message in %d ms",
                wait->within);
    if (have > 0)
        us_str_addf(&text, ", but %zu bytes of a line: %.*s", have,
                    have < SHOWN ? (int)have : SHOWN, wire->input.text + wire->at);
    us_status status = fail(wire, err, US_FAILED, text.text);
    us_str_clear(&text);
    return status;
}

static us_status fail_closed(mr_wire *wire, us_error *err)
{
    return fail(wire, err, US_FAILED,
                wire->input.length > wire->at ? "it closed the connection in the middle of a line"
                                              : "it closed the connection");
}

/* Reads the input that is there now. */
static us_status read_available(mr_wire *wire, us_error *err)
{
    int on = 1;
    us_assert(wire->coprocess >= 0);
    us_str_reserve(&wire->input, PIECE);
    /* The system turns it off again by itself. Without it, a sender that awaits the acknowledgment
     * of a long message waits for 40 ms. */
    setsockopt(wire->coprocess, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
    ssize_t got = recv(wire->coprocess, wire->input.text + wire->input.length, PIECE, 0);
    if (got > 0) {
        wire->input.length += (size_t)got;
        wire->came = us_clock_ms();
        wire->input.text[wire->input.length] = '\0';
        return US_OK;
    }
    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? US_OK
                                                 : fail_system(wire, err, "the connection broke");
    return fail_closed(wire, err);
}

us_status mr_wire_read(mr_wire *wire, const mr_wait_def *wait, size_t most, const char **line,
                       size_t *length, us_error *err)
{
    bool late = false;
    size_t looked = wire->at;
    us_assert(mr_wire_is_open(wire));
    if (wire->at == wire->input.length) {
        us_str_reset(&wire->input);
        wire->at = looked = 0;
    }
    for (;;) {
        const us_str *heard = &wire->input;
        const char *newline = heard->length > looked
                                  ? memchr(heard->text + looked, '\n', heard->length - looked)
                                  : NULL;
        size_t have = (newline ? (size_t)(newline - heard->text) : heard->length) - wire->at;
        if (have > most)
            return fail(wire, err, US_BAD_INPUT, "a line is longer than a message may be");
        if (newline) {
            *line = heard->text + wire->at;
            *length = have;
            wire->at += have + 1;
            return US_OK;
        }
        looked = heard->length;
        if (wire->recorded)
            return fail_closed(wire, err);
        if (late)
            return fail_late(wire, err, wait);
        struct pollfd both[2];
        US_TRY(await(wire, false, wait, both, &late, err));
        if (both[0].revents)
            US_TRY(refuse_second(wire, err));
        if (both[1].revents)
            US_TRY(read_available(wire, err));
    }
}

us_status mr_wire_write(mr_wire *wire, const mr_wait_def *wait, const char *text, size_t length,
                        us_error *err)
{
    bool late = false;
    us_assert(mr_wire_is_open(wire));
    if (wire->recorded)
        return US_OK;
    if (wire->at < wire->input.length)
        return fail(wire, err, US_BAD_INPUT, "it went on without waiting for an answer");
    while (length > 0) {
        ssize_t sent = send(wire->coprocess, text, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return fail_system(wire, err, "the connection broke");
        if (sent >= 0) {
            text += sent;
            length -= (size_t)sent;
            continue;
        }
        if (late)
            return fail(wire, err, US_FAILED, "it does not read what it is answered");
        struct pollfd both[2];
        US_TRY(await(wire, true, wait, both, &late, err));
        if (both[0].revents)
            US_TRY(refuse_second(wire, err));
    }
    return US_OK;
}
