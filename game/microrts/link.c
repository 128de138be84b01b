#define _GNU_SOURCE
#include "game/microrts/link.h"

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
    CONNECT = 10000,
    SILENCE = 30000,
    SAID = 5000,   /* largest first line in bytes; it may name a folder */
    PIECE = 65536, /* bytes per read */
    GLANCE = 100,  /* milliseconds between looks */
    SHOWN = 80,    /* bytes of input in an error */
};

/* The file name of the game's lines in errors. */
static const char named[] = "microRTS";
static const char welcome[] = "understudy\n";
static const char ack[] = "ack\n";

/* ---- lines of text over a connection to this machine
 *
 * We listen, another program connects, and both send in turn. No function exceeds the given limits
 * of time and bytes or raises a signal. After a failure the connection is closed, and only
 * accepting and closing are useful; the error describes the input. US_BAD_INPUT: no game sends such
 * input. US_FAILED: the other end is gone or silent. */

typedef struct mr_wire {
    int listener, coprocess; /* coprocess -1: no connection */
    int port;
    bool recorded; /* all input is there already */
    us_str input;  /* input; unread from `at` on */
    size_t at;
    int64_t came; /* time of the last input */
} mr_wire;

typedef struct mr_wait_def {
    int64_t from;        /* start of the wait, by us_clock_ms */
    int within;          /* milliseconds since then */
    mr_on_wait *on_wait; /* or NULL */
    void *context;
} mr_wait_def;

static void wire_drop(mr_wire *wire)
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
    wire_drop(wire);
    return status;
}

static us_status fail_system(mr_wire *wire, us_error *err, const char *what)
{
    us_error_set_system(err, US_FAILED, NULL, errno, "microRTS: %s", what);
    wire_drop(wire);
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

/* Listens on a port; 0: the system chooses. Returns US_FAILED if the port is unavailable. */
static us_status wire_listen(int port, mr_wire **out, us_error *err)
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

/* Opens a recorded connection. It reads a copy of the text up to its end and discards all that is
 * written. */
static mr_wire *wire_open_recorded(const char *text, size_t length)
{
    mr_wire *wire = US_NEW(mr_wire);
    wire->listener = wire->coprocess = -1;
    wire->recorded = true;
    us_str_init(&wire->input);
    us_str_add_bytes(&wire->input, text, length);
    return wire;
}

static void wire_close(mr_wire *wire)
{
    if (!wire)
        return;
    wire_drop(wire);
    if (wire->listener >= 0)
        close(wire->listener);
    us_str_clear(&wire->input);
    us_mem_free(wire);
}

static bool wire_is_open(const mr_wire *wire)
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
            wire_drop(wire);
            return status;
        }
        if (*late)
            return US_OK;
    }
}

/* Accepts a connection. *coprocess is -1 if it is gone again. */
static us_status take_connection(mr_wire *wire, int *coprocess, us_error *err)
{
    *coprocess = accept4(wire->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    bool lacking = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
    return *coprocess < 0 && lacking ? fail_system(wire, err, "who connects can't be taken")
                                     : US_OK;
}

static us_status refuse_second(mr_wire *wire, us_error *err)
{
    int other;
    US_TRY(take_connection(wire, &other, err));
    if (other < 0)
        return US_OK;
    close(other);
    return fail(wire, err, US_BAD_INPUT, "a second program connected in the middle of a game");
}

/* Waits for a connection; the former one is closed. */
static us_status wire_accept(mr_wire *wire, const mr_wait_def *wait, us_error *err)
{
    struct pollfd both[2];
    bool late = false;
    int on = 1;
    wire_drop(wire);
    if (wire->listener < 0)
        return fail(wire, err, US_FAILED, "it has ended");
    while (wire->coprocess < 0) {
        if (late)
            return fail(wire, err, US_FAILED, "it has not connected in time");
        US_TRY(await(wire, false, wait, both, &late, err));
        if (both[0].revents)
            US_TRY(take_connection(wire, &wire->coprocess, err));
    }
    setsockopt(wire->coprocess, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return US_OK;
}

/* ---- lines */

static us_status fail_late(mr_wire *wire, us_error *err, const mr_wait_def *wait)
{
    size_t have = wire->input.length - wire->at;
    US_AUTOSTR(text);
    us_str_addf(&text,
                have == 0 && wire->came <= wait->from ? "silent for %d ms"
                                                      : "not all of a message in %d ms",
                wait->within);
    if (have > 0)
        us_str_addf(&text, ", but %zu bytes of a line: %.*s", have,
                    have < SHOWN ? (int)have : SHOWN, wire->input.text + wire->at);
    return fail(wire, err, US_FAILED, text.text);
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

/* Reads the next line, without its end; borrowed until the next call. Stops reading a line that is
 * longer than `most`. */
static us_status wire_read(mr_wire *wire, const mr_wait_def *wait, size_t most, const char **line,
                           size_t *length, us_error *err)
{
    bool late = false;
    size_t looked = wire->at;
    us_assert(wire_is_open(wire));
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

/* Writes lines, each with its end, all at once. Rejected if there is unread input, since it is not
 * our turn then. */
static us_status wire_write(mr_wire *wire, const mr_wait_def *wait, const char *text, size_t length,
                            us_error *err)
{
    bool late = false;
    us_assert(wire_is_open(wire));
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

/* ---- the link */

/* The messages so far of the present game. */
typedef enum stage {
    STAGE_NOTHING,
    STAGE_BUDGET,
    STAGE_TABLE,
    STAGE_PLAY, /* a state was received */
} stage;

struct mr_link {
    mr_link_def def;
    mr_wire *wire;
    mr_table table, expected;
    bool has_table;
    stage stage;
    bool acting;  /* it waits for our actions */
    int number;   /* line number since the connection */
    int64_t from; /* start of the wait for its message */
    int player, winner;
    mr_state *state;
    us_str text; /* converted from XML; or to be sent */
};

mr_link_def mr_link_def_default(void)
{
    return (mr_link_def){.connect = CONNECT, .silence = SILENCE, .line_max = MR_LINK_LINE_MAX};
}

static mr_link *link_new(const mr_link_def *def, mr_wire *wire)
{
    mr_link *link = US_NEW(mr_link);
    link->def = *def;
    link->wire = wire;
    if (def->table) {
        link->expected = *def->table;
        link->def.table = &link->expected;
    }
    link->player = link->winner = MR_NONE;
    us_str_init(&link->text);
    return link;
}

us_status mr_link_open(const mr_link_def *def, mr_link **out, us_error *err)
{
    mr_wire *wire;
    US_TRY(wire_listen(def->port, &wire, err));
    *out = link_new(def, wire);
    return US_OK;
}

mr_link *mr_link_open_recorded(const mr_link_def *def, const char *text, size_t length)
{
    return link_new(def, wire_open_recorded(text, length));
}

void mr_link_close(mr_link *link)
{
    if (!link)
        return;
    wire_close(link->wire);
    mr_state_free(link->state);
    us_str_clear(&link->text);
    us_mem_free(link);
}

void mr_link_drop(mr_link *link)
{
    wire_drop(link->wire);
    link->acting = false;
}

int mr_link_port(const mr_link *link)
{
    return link->wire->port;
}

const mr_state *mr_link_state(const mr_link *link)
{
    return link->state;
}

int mr_link_player(const mr_link *link)
{
    return link->player;
}

int mr_link_winner(const mr_link *link)
{
    return link->winner;
}

const mr_table *mr_link_table(const mr_link *link)
{
    return &link->table;
}

static mr_wait_def wait_of(const mr_link *link, int64_t from, int within)
{
    return (mr_wait_def){from, within, link->def.on_wait, link->def.context};
}

/* ---- messages of the game */

static us_status send_line(mr_link *link, const char *text, size_t length, us_error *err)
{
    mr_wait_def wait = wait_of(link, us_clock_ms(), link->def.silence);
    return wire_write(link->wire, &wait, text, length, err);
}

typedef us_status convert(const char *text, size_t length, int number, us_str *json, us_error *err);

static us_status receive_line(mr_link *link, size_t most, const char **line, size_t *length,
                              us_error *err)
{
    mr_wait_def wait = wait_of(link, link->from, link->def.silence);
    link->number++;
    return wire_read(link->wire, &wait, most, line, length, err);
}

/* Receives JSON, or XML to convert. */
static us_status receive_json(mr_link *link, convert *from_xml, const char **line, size_t *length,
                              us_error *err)
{
    US_TRY(receive_line(link, link->def.line_max, line, length, err));
    if (!link->def.xml)
        return US_OK;
    us_str_reset(&link->text);
    US_TRY(from_xml(*line, *length, link->number, &link->text, err));
    *line = link->text.text;
    *length = link->text.length;
    return US_OK;
}

static us_status refuse(const mr_link *link, us_error *err, const char *expected,
                        const char *line_text)
{
    return us_error_set(err, US_BAD_INPUT, named, link->number, 0, "expected %s, found \"%s\"",
                        expected, line_text);
}

static us_status read_table(mr_link *link, us_error *err)
{
    const char *line;
    size_t length;
    mr_table table;
    US_TRY(receive_json(link, mr_xml_convert_table, &line, &length, err));
    US_TRY(mr_table_read(named, link->number, line, length, &table, err));
    if (link->def.table)
        US_TRY(mr_table_compare(&table, link->def.table, err));
    /* Types in a state are numbers of the table. */
    if (link->has_table && mr_table_hash(&table) != mr_table_hash(&link->table)) {
        mr_state_free(link->state);
        link->state = NULL;
    }
    link->table = table;
    link->has_table = true;
    return US_OK;
}

static us_status read_state(mr_link *link, us_error *err)
{
    const char *line;
    size_t length;
    bool first = link->stage < STAGE_PLAY;
    US_TRY(receive_json(link, mr_xml_convert_state, &line, &length, err));
    if (!first)
        return mr_state_read(link->state, named, link->number, line, length, NULL, err);
    US_AUTOPTR(mr_state) state = NULL;
    if (link->def.map) {
        state = mr_state_new(link->def.map, &link->table);
        US_TRY(mr_state_read(state, named, link->number, line, length, NULL, err));
    } else {
        US_TRY(mr_state_open(&link->table, named, link->number, line, length, &state, NULL, err));
    }
    mr_state_free(link->state);
    link->state = US_STEAL(state);
    link->stage = STAGE_PLAY;
    return US_OK;
}

/* Matches a word and the number after it: "getAction 0". */
static bool match_word(const char *line_text, const char *word, int64_t low, int64_t high,
                       int64_t *out)
{
    size_t length = strlen(word);
    return strncmp(line_text, word, length) == 0 && line_text[length] == ' ' &&
           us_text_to_int(line_text + length + 1, low, high, out);
}

static us_status begin(mr_link *link, us_error *err)
{
    if (link->stage != STAGE_TABLE && link->stage != STAGE_PLAY)
        return refuse(link, err, "the unit type table before a state", "a state");
    return read_state(link, err);
}

/* Reads the first line of a message, and its other lines. *mine: the answer is our actions. */
static us_status take(mr_link *link, const char *line_text, bool *over, us_error *err)
{
    int64_t number;
    link->acting = *over = false;
    if (strncmp(line_text, "budget ", 7) == 0) {
        link->stage = STAGE_BUDGET;
    } else if (strcmp(line_text, "utt") == 0 && link->stage != STAGE_NOTHING) {
        US_TRY(read_table(link, err));
        link->stage = STAGE_TABLE;
    } else if (strncmp(line_text, "preGameAnalysis ", 16) == 0) {
        US_TRY(begin(link, err));
    } else if (match_word(line_text, "getAction", 0, MR_PLAYERS - 1, &number)) {
        US_TRY(begin(link, err));
        link->player = (int)number;
        link->acting = true;
    } else if (match_word(line_text, "gameOver", -1, MR_PLAYERS - 1, &number) &&
               link->stage == STAGE_PLAY) {
        link->winner = (int)number;
        link->stage = STAGE_TABLE; /* the next game need not begin with a budget */
        *over = true;
    } else {
        return refuse(link, err, "a message of the game", line_text);
    }
    return US_OK;
}

static us_status converse(mr_link *link, mr_link_turn *out, us_error *err)
{
    for (;;) {
        const char *line;
        char line_text[SAID + 1];
        size_t length;
        bool over;
        link->from = us_clock_ms();
        US_TRY(receive_line(link, SAID, &line, &length, err));
        memcpy(line_text, line, length);
        line_text[length] = '\0';
        if (strlen(line_text) < length)
            return refuse(link, err, "a message of the game", line_text);
        US_TRY(take(link, line_text, &over, err));
        *out = over ? MR_LINK_OVER : MR_LINK_ACT;
        if (link->acting)
            return US_OK;
        US_TRY(send_line(link, ack, sizeof ack - 1, err));
        if (over)
            return US_OK;
    }
}

static us_status connect_to(mr_link *link, us_error *err)
{
    mr_wait_def wait = wait_of(link, us_clock_ms(), link->def.connect);
    link->stage = STAGE_NOTHING;
    link->acting = false;
    link->number = 0;
    US_TRY(wire_accept(link->wire, &wait, err));
    return send_line(link, welcome, sizeof welcome - 1, err);
}

us_status mr_link_next(mr_link *link, mr_link_turn *out, us_error *err)
{
    us_status status = US_OK;
    us_assert(!link->acting);
    if (!wire_is_open(link->wire))
        status = connect_to(link, err);
    if (status == US_OK)
        status = converse(link, out, err);
    if (status != US_OK)
        mr_link_drop(link);
    return status;
}

/* ---- our messages */

static us_status check_order(const mr_link *link, const mr_order *order, us_error *err)
{
    const mr_action *action = &order->action;
    int unit = mr_state_find(link->state, order->id);
    if (unit != MR_NONE && link->state->unit[unit].player != link->player)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "an order to unit %d, which is not player %d's", (int)order->id,
                            link->player);
    bool goes = action->type != MR_WAIT && action->type != MR_ATTACK;
    const char *fault = unit == MR_NONE                                  ? ", which is not there"
                        : action->type < 0 || action->type >= MR_ACTIONS ? " of no type"
                        : goes && (action->parameter < MR_UP || action->parameter > MR_LEFT)
                            ? " without a direction"
                        : action->type == MR_PRODUCE &&
                                (action->unit_type < 0 || action->unit_type >= link->table.count)
                            ? " to produce nothing"
                            : NULL;
    return fault ? us_error_set(err, US_MISMATCH, NULL, 0, 0, "an order to unit %d%s",
                                (int)order->id, fault)
                 : US_OK;
}

us_status mr_link_send_orders(mr_link *link, const mr_orders *orders, us_error *err)
{
    us_assert(link->acting);
    for (int i = 0; i < orders->count; i++)
        US_TRY(check_order(link, &orders->item[i], err));
    us_str_reset(&link->text);
    if (link->def.xml)
        mr_xml_print_orders(orders, &link->table, &link->text);
    else
        mr_orders_print(orders, &link->table, &link->text);
    us_str_add_char(&link->text, '\n');
    link->acting = false;
    return send_line(link, link->text.text, link->text.length, err);
}
