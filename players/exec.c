/* A seat played by another program. One that dies, hangs or talks nonsense breaks the match. */
#include "players/exec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/coprocess.h"
#include "players/players.h"

enum {
    HELLO = 20000, /* milliseconds: it may have a virtual machine to start */
    REPLY = 5000,
    FAREWELL = 5000,
    SAID_AT_MOST = 64, /* bytes of invalid output that a message quotes */
};

typedef struct exec {
    us_player player;
    const us_scenario *scenario;
    us_seat seat;
    us_exec_limits limits;
    us_coprocess *coprocess; /* NULL: it has failed */
    us_exec_maps maps;
    us_str line;
    us_str orders; /* results of its last orders, in JSON */
    us_json_writer w;
    char command[97], name[US_EXEC_NAME_MAX + 1], why[256];
    us_note note; /* of the last think; of node 0: none */
} exec;

/* ---- it fails */

static void fail(exec *e, us_cycle now, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts the failure into one printable line, whatever the program printed. */
static void fail(exec *e, us_cycle now, const char *format, ...)
{
    va_list args;
    us_error fault;
    va_start(args, format);
    us_error_vset(&fault, US_BROKEN, NULL, 0, 0, format, args);
    va_end(args);
    us_coprocess_stop(e->coprocess, 0);
    e->coprocess = NULL;
    snprintf(e->why, sizeof e->why, "%.*s",
             (int)us_text_fitting_size(fault.text, strlen(fault.text), sizeof e->why - 1),
             fault.text);
    e->note = (us_note){.cycle = now,
                        .seat = e->seat,
                        .kind = US_NOTE_FAILED,
                        .of = US_NOTE_GOAL,
                        .node = 1,
                        .text = e->name,
                        .cell = -1,
                        .why = e->why};
}

static void fail_silent(exec *e, us_cycle now, us_coprocess_state state)
{
    char what[128];
    us_coprocess_describe(e->coprocess, state, what, sizeof what);
    fail(e, now, "%s; expected one reply to each state until the game is over", what);
}

static void fail_nonsense(exec *e, us_cycle now, const us_error *fault, const char *line,
                          size_t length)
{
    char what[SAID_AT_MOST * 4];
    us_error_print(fault, what, sizeof what);
    fail(e, now, "%s; it said \"%.*s\"", what, (int)(length < SAID_AT_MOST ? length : SAID_AT_MOST),
         line);
}

/* ---- the player */

static us_status exchange_hello(exec *e, const us_player_def *def, us_error *err)
{
    const char *line;
    size_t length;
    us_error fault;
    us_exec_write_hello(def, &e->line);
    us_coprocess_state state =
        us_coprocess_request(e->coprocess, e->line.text, e->line.length, e->limits.hello,
                             US_EXEC_LINE_MAX, &line, &length);
    if (state != US_COPROCESS_OK)
        us_coprocess_describe(e->coprocess, state, e->why, sizeof e->why);
    else if (us_exec_read_hello(line, length, e->name, &fault) != US_OK)
        us_error_print(&fault, e->why, sizeof e->why);
    else
        return US_OK;
    return us_error_set(err, US_NO_ENGINE, NULL, 0, 0,
                        "exec:%.128s: expected a program that says its name: %s", def->argument,
                        e->why);
}

static void close(us_player *player)
{
    exec *e = (exec *)player;
    us_coprocess_stop(e->coprocess, e->limits.farewell);
    us_exec_maps_clear(&e->maps);
    us_str_clear(&e->line);
    us_str_clear(&e->orders);
    us_mem_free(e);
}

us_status us_exec_open(const us_player_def *def, const us_exec_limits *limits, us_player **out,
                       us_error *err)
{
    us_coprocess *coprocess = NULL;
    US_TRY(us_coprocess_start(def->argument, &coprocess, err));
    exec *e = US_NEW(exec);
    e->player.kind = &us_exec_kind;
    e->scenario = def->scenario;
    e->seat = def->seat;
    e->limits = *limits;
    e->coprocess = coprocess;
    snprintf(e->command, sizeof e->command, "%s", def->argument);
    us_str_init(&e->line);
    us_str_init(&e->orders);
    us_status status = exchange_hello(e, def, err);
    if (status == US_OK) {
        *out = &e->player;
    } else {
        e->limits.farewell = 0;
        close(&e->player);
    }
    return status;
}

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    (void)kind;
    us_exec_limits limits = {HELLO, REPLY, FAREWELL};
    return us_exec_open(def, &limits, out, err);
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    exec *e = (exec *)player;
    const char *line;
    size_t length;
    us_error fault;
    us_cycle now = view->world->now;
    us_assert(e->coprocess);
    e->note.node = 0;
    if (e->orders.length)
        us_json_write_close(&e->w, ']');
    us_exec_write_state(&e->maps, view, e->scenario->fog, events, e->orders.text, &e->line);
    us_str_reset(&e->orders);
    us_coprocess_state state =
        us_coprocess_request(e->coprocess, e->line.text, e->line.length, e->limits.reply,
                             US_EXEC_LINE_MAX, &line, &length);
    if (state != US_COPROCESS_OK)
        fail_silent(e, now, state);
    else if (us_exec_read_reply(view->world->domain, e->seat, now, line, length, orders, wakeup,
                                &fault) != US_OK)
        fail_nonsense(e, now, &fault, line, length);
}

static us_status reply_status(us_player *player, us_cycle now, us_error *err)
{
    const exec *e = (const exec *)player;
    (void)now;
    /* The reply alone decides. A look at the process would depend on the machine's load: a program
     * that ends right behind its reply may still be there, or not. */
    return e->coprocess ? US_OK
                        : us_error_set(err, US_BROKEN, NULL, 0, 0,
                                       "exec:%.96s failed in seat %d at cycle %d: %s", e->command,
                                       e->seat, (int)e->note.cycle, e->why);
}

static void on_order(us_player *player, const us_order *order, us_reason reason)
{
    exec *e = (exec *)player;
    if (!e->orders.length) {
        us_json_writer_init(&e->w, &e->orders);
        us_json_write_open(&e->w, '[');
    }
    us_json_write_open(&e->w, '{');
    us_json_write_key_int(&e->w, "id", order->id);
    if (reason != US_REASON_NONE)
        us_json_write_key_string(&e->w, "refused", us_reason_name(reason));
    us_json_write_close(&e->w, '}');
}

/* The program owes no reply, and what it does now changes nothing: not even that it has ended. */
static void over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    exec *e = (exec *)player;
    e->note.node = 0;
    us_exec_write_end(view->world->now, outcome, &e->line);
    us_coprocess_write(e->coprocess, e->line.text, e->line.length, e->limits.reply);
}

static int notes(us_player *player, const us_note **out)
{
    exec *e = (exec *)player;
    *out = &e->note;
    return e->note.node != 0;
}

const us_player_kind us_exec_kind = {.prefix = "exec",
                                     .open = open,
                                     .think = think,
                                     .on_order = on_order,
                                     .close = close,
                                     .notes = notes,
                                     .over = over,
                                     .status = reply_status};
