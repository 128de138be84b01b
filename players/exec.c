/* A seat played by another program. One that dies, hangs or talks nonsense loses its seat: all that
 * it has is dismissed, where the game knows how, and the game goes on. */
#include "players/exec.h"

#include <stdio.h>

#include "base/peer.h"
#include "players/players.h"

enum {
    HELLO = 20000, /* milliseconds: it may have a virtual machine to start */
    REPLY = 5000,
    FAREWELL = 5000,
    AGAIN = 30, /* cycles until what could not be dismissed is tried again */
};

typedef struct exec {
    us_player player;
    const us_scenario *scenario;
    us_seat seat;
    us_exec_limits limits;
    us_peer *peer; /* NULL: it lost its seat */
    us_exec_maps maps;
    us_str line;
    us_str orders; /* what became of the last ones, in JSON */
    us_json_writer w;
    char name[US_EXEC_NAME_MAX + 1], why[256];
    us_note note; /* of the last think; of node 0: none */
} exec;

/* ---- its seat is lost */

/* The domain's action by which an actor goes, with nothing else to say. */
static int dismissal(const us_domain *domain)
{
    for (int a = 0; a < domain->action_count; a++)
        for (int i = 0; i < domain->action[a].effect_count && !domain->action[a].param_count; i++)
            if (domain->action[a].effect[i].kind == US_EFFECT_LOSE)
                return a;
    return -1;
}

static void dismiss_all(const us_view *view, us_orders *orders, us_nap *nap)
{
    const us_world *world = view->world;
    int action = dismissal(world->domain);
    *nap = (us_nap){world->now + (action >= 0 ? AGAIN : US_NAP_MAX), 0};
    for (int i = 0; i < world->count && action >= 0; i++) {
        const us_entity *entity = &world->entity[i];
        if (entity->owner == view->self && us_type_does(world->domain, entity->type, action))
            us_orders_add(orders, view->self, action, &entity->id, 1);
    }
}

static void lose(exec *e, us_cycle now)
{
    us_peer_stop(e->peer, 0);
    e->peer = NULL;
    e->note = (us_note){.cycle = now,
                        .seat = e->seat,
                        .kind = US_NOTE_FAILED,
                        .of = US_NOTE_GOAL,
                        .node = 1,
                        .text = e->name,
                        .cell = -1,
                        .why = e->why};
}

/* ---- the player */

static us_status greet(exec *e, const us_player_def *def, us_error *err)
{
    const char *line;
    size_t length;
    us_error fault;
    us_exec_hello(def, &e->line);
    us_peer_state state = us_peer_ask(e->peer, e->line.text, e->line.length, e->limits.hello,
                                      US_EXEC_LINE_MAX, &line, &length);
    if (state != US_PEER_WELL)
        us_peer_why(e->peer, state, e->why, sizeof e->why);
    else if (us_exec_read_hello(line, length, e->name, &fault) != US_OK)
        us_error_print(&fault, e->why, sizeof e->why);
    else
        return US_OK;
    return us_fail(err, US_NO_ENGINE, NULL, 0, 0,
                   "exec:%.128s: expected a program that says its name: %s", def->argument, e->why);
}

static void close(us_player *player)
{
    exec *e = (exec *)player;
    us_peer_stop(e->peer, e->limits.farewell);
    us_exec_maps_clear(&e->maps);
    us_str_clear(&e->line);
    us_str_clear(&e->orders);
    us_free(e);
}

us_status us_exec_open(const us_player_def *def, const us_exec_limits *limits, us_player **out,
                       us_error *err)
{
    us_peer *peer = NULL;
    US_TRY(us_peer_start(def->argument, &peer, err));
    exec *e = US_NEW(exec);
    e->player.kind = &us_exec_kind;
    e->scenario = def->scenario;
    e->seat = def->seat;
    e->limits = *limits;
    e->peer = peer;
    us_str_init(&e->line);
    us_str_init(&e->orders);
    us_status status = greet(e, def, err);
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
                  us_orders *orders, us_nap *nap)
{
    exec *e = (exec *)player;
    const char *line;
    size_t length;
    us_error fault;
    us_cycle now = view->world->now;
    e->note.node = 0;
    if (e->peer) {
        if (e->orders.length)
            us_write_close(&e->w, ']');
        us_exec_state(&e->maps, view, e->scenario->fog, events, e->orders.text, &e->line);
        us_str_reset(&e->orders);
        us_peer_state state = us_peer_ask(e->peer, e->line.text, e->line.length, e->limits.reply,
                                          US_EXEC_LINE_MAX, &line, &length);
        if (state != US_PEER_WELL)
            us_peer_why(e->peer, state, e->why, sizeof e->why);
        else if (us_exec_read_reply(view->world->domain, e->seat, now, line, length, orders, nap,
                                    &fault) != US_OK)
            us_error_print(&fault, e->why, sizeof e->why);
        else
            return;
        lose(e, now);
    }
    dismiss_all(view, orders, nap);
}

static void told(us_player *player, const us_order *order, us_reason reason)
{
    exec *e = (exec *)player;
    if (!e->peer)
        return;
    if (!e->orders.length) {
        us_write_init(&e->w, &e->orders);
        us_write_open(&e->w, '[');
    }
    us_write_open(&e->w, '{');
    us_write_key_int(&e->w, "id", order->id);
    if (reason != US_REASON_NONE)
        us_write_key_string(&e->w, "refused", us_reason_name(reason));
    us_write_close(&e->w, '}');
}

/* It owes no answer, and what it does now changes nothing. */
static void over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    exec *e = (exec *)player;
    e->note.node = 0;
    us_exec_end(view->world->now, outcome, &e->line);
    if (e->peer)
        us_peer_tell(e->peer, e->line.text, e->line.length, e->limits.reply);
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
                                     .told = told,
                                     .close = close,
                                     .notes = notes,
                                     .over = over};
