#include "traces/worlds.h"

#include "base/file.h"
#include "base/sort.h"
#include "domain/action.h"
#include "domain/clock.h"
#include "domain/term.h"
#include "game/check.h"
#include "traces/replay.h"
#include "traces/trace.h"
#include <string.h>

enum { KEYS_MAX = 64, KEYS_APART = 512 /* cycles between snapshots, at first */ };

typedef struct key {
    us_cycle cycle;
    int order;
    us_str bytes;
} key;

struct us_worlds {
    const us_log *log;
    bool plays;   /* there is a scenario, and no difference was found */
    us_error why; /* the reason if not */
    us_states *states;
    us_game *game;     /* NULL until needed */
    int order;         /* index of the log's next order */
    us_cycle compared; /* cycles of the game that were found to be as recorded */
    bool differs;      /* an order had another result */
    bool seeks;        /* a caller went back into the midst of the game: snapshots are worth it */
    key key[KEYS_MAX];
    int keys;
    us_cycle apart;
    bool changing; /* within a pass of us_worlds_next_change */
    us_cycle changed;
    const us_world *shown; /* of us_worlds_next_state; NULL: begins anew */
    us_arena *arena;       /* holds the previous state */
    us_mark empty;
    us_events events;  /* all events of the stored states */
    bool keeps_events; /* told is complete */
    bool (*stop)(void);
};

us_status us_worlds_open(const us_log *log, const char *path, us_worlds **out, us_error *err)
{
    US_AUTOPTR(us_states) states = NULL;
    US_AUTOSTR(beside);
    us_states_path(path, &beside);
    us_status status = US_OK;
    if (path[0] && us_file_exists(beside.text))
        status = us_states_open(beside.text, log->domain, &states, err);
    if (status != US_INCOMPLETE)
        US_TRY(status);
    if (states)
        US_TRY(us_states_check_trace(states, log->header, err));
    us_worlds *worlds = US_NEW(us_worlds);
    worlds->log = log;
    worlds->plays = log->scenario != NULL;
    worlds->why = log->why;
    worlds->states = US_STEAL(states);
    worlds->apart = KEYS_APART;
    worlds->arena = us_arena_new();
    worlds->empty = us_arena_mark(worlds->arena);
    *out = worlds;
    return US_OK;
}

void us_worlds_close(us_worlds *worlds)
{
    if (!worlds)
        return;
    us_states_close(worlds->states);
    us_game_free(worlds->game);
    for (int i = 0; i < worlds->keys; i++)
        us_str_clear(&worlds->key[i].bytes);
    us_arena_free(worlds->arena);
    us_events_clear(&worlds->events);
    us_mem_free(worlds);
}

void us_worlds_set_stop(us_worlds *worlds, bool (*stop)(void))
{
    worlds->stop = stop;
}

static us_status ask(const us_worlds *worlds, us_error *err)
{
    if (!worlds->stop || !worlds->stop())
        return US_OK;
    return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted while going over the game");
}

us_states *us_worlds_states(us_worlds *worlds)
{
    return worlds->states;
}

bool us_worlds_can_replay(const us_worlds *worlds)
{
    return worlds->plays;
}

/* ---- the game, played again */

static us_cycle now_of(us_worlds *worlds)
{
    return us_game_world(worlds->game, US_NEUTRAL)->now;
}

/* Takes a snapshot if the last one is far behind. If there are too many, drops every second one. */
static void keep_key(us_worlds *worlds)
{
    us_cycle now = now_of(worlds);
    us_cycle last = worlds->keys ? worlds->key[worlds->keys - 1].cycle : 0;
    if (!worlds->seeks || now < last + worlds->apart ||
        !(worlds->log->scenario->kind->capabilities & US_CAN_SNAPSHOT))
        return;
    if (worlds->keys == KEYS_MAX) {
        for (int i = 0; i < KEYS_MAX; i++) {
            if (i % 2)
                worlds->key[i / 2] = worlds->key[i];
            else
                us_str_clear(&worlds->key[i].bytes);
        }
        worlds->keys = KEYS_MAX / 2;
        worlds->apart *= 2;
    }
    key *k = &worlds->key[worlds->keys++];
    *k = (key){.cycle = now, .order = worlds->order};
    us_str_init(&k->bytes);
    us_game_save(worlds->game, &k->bytes);
}

/* Brings the game to the cycle or before it, from its present cycle or the last snapshot. */
static us_status rewind_to(us_worlds *worlds, us_cycle cycle, us_error *err)
{
    if (worlds->game && now_of(worlds) <= cycle)
        return US_OK;
    worlds->seeks |= worlds->game && cycle >= KEYS_APART;
    us_game_free(worlds->game);
    worlds->game = us_game_new(worlds->log->scenario, worlds->log->header->seed);
    worlds->order = 0;
    int at = worlds->keys - 1;
    while (at >= 0 && worlds->key[at].cycle > cycle)
        at--;
    if (at < 0)
        return US_OK;
    const key *k = &worlds->key[at];
    worlds->order = k->order;
    return us_game_load(worlds->game, k->bytes.text, k->bytes.length, err);
}

/* Returns whether the game has played as recorded so far, and the recording tells of more. */
static bool is_comparing(const us_worlds *worlds, us_cycle now)
{
    return !worlds->differs && now == worlds->compared && now < worlds->log->hashed;
}

/* Compares the cycle after the last compared one. Tags are of the whole course so far, so that one
 * hash of the state is enough, at the last of them. */
static void compare(us_worlds *worlds)
{
    const us_log *log = worlds->log;
    us_cycle now = worlds->compared + 1;
    worlds->differs = now_of(worlds) != now || us_trace_tag(worlds->game) != log->tag[now - 1] ||
                      (now == log->hashed && us_game_hash(worlds->game) != log->last_hash);
    worlds->compared += !worlds->differs;
}

static void give_orders(us_worlds *worlds, us_cycle now)
{
    const us_log *log = worlds->log;
    for (; worlds->order < log->orders.count; worlds->order++) {
        const us_log_line *line = &log->line[worlds->order];
        if (line->cycle > now)
            break;
        us_reason reason = us_game_act(worlds->game, &log->orders.order[worlds->order]);
        worlds->differs |= reason != line->refused;
    }
}

/* Plays one stretch towards the cycle: gives the orders of now, then steps to the next order,
 * snapshot, waking event or cycle to compare. False: the cycle is reached, or the game is over. */
static bool advance(us_worlds *worlds, us_cycle cycle, const us_wake *wake, us_events *events)
{
    const us_log *log = worlds->log;
    us_cycle now = now_of(worlds), until = cycle;
    if (now >= cycle || us_game_outcome(worlds->game).kind != US_OUTCOME_NONE)
        return false;
    keep_key(worlds);
    give_orders(worlds, now);
    bool comparing = is_comparing(worlds, now);
    if (worlds->order < log->orders.count && log->line[worlds->order].cycle < until)
        until = log->line[worlds->order].cycle;
    if (until > us_cycle_after(now, KEYS_APART))
        until = us_cycle_after(now, KEYS_APART);
    us_game_step(worlds->game, comparing ? now + 1 : until, wake, events);
    if (comparing)
        compare(worlds);
    return true;
}

/* ---- worlds */

static us_status nothing_there(const us_worlds *worlds, us_error *err)
{
    char why[600];
    return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                        "no states are stored beside the trace, and %s",
                        us_error_print(&worlds->why, why, sizeof(why)));
}

/* A pass over all changes or states begins anew. */
static void begin_anew(us_worlds *worlds)
{
    worlds->changing = false;
    worlds->shown = NULL;
}

static us_cycle within(const us_worlds *worlds, us_cycle cycle)
{
    us_cycle cycles = worlds->log->cycles;
    return cycle < 0 ? 0 : cycle < cycles ? cycle : cycles;
}

static us_status play_to(us_worlds *worlds, us_cycle cycle, us_error *err)
{
    US_TRY(rewind_to(worlds, cycle, err));
    while (advance(worlds, cycle, NULL, NULL))
        US_TRY(ask(worlds, err));
    return US_OK;
}

/* ---- comparing with the recording */

static us_status replay_to(const us_worlds *worlds, us_replay *replay, us_cycle cycle,
                           us_error *err)
{
    enum { STRETCH = 4096 };
    for (us_cycle at = 0; at < cycle;) {
        at = cycle - at > STRETCH ? at + STRETCH : cycle;
        US_TRY(ask(worlds, err));
        US_TRY(us_replay_advance(replay, at, err));
        if (us_replay_get_report(replay).stopped)
            break;
    }
    return US_OK;
}

/* The next tags line, or the end, records what a cycle was like. */
static us_cycle recorded_at(const us_worlds *worlds, us_cycle cycle)
{
    us_cycle cycles = worlds->log->cycles, last = cycles - cycles % US_TRACE_TAGS;
    if (cycle > last)
        return cycle > cycles ? cycle : cycles + 1;
    return (cycle + US_TRACE_TAGS - 1) / US_TRACE_TAGS * US_TRACE_TAGS;
}

static bool ends_as_recorded(us_worlds *worlds)
{
    const us_log *log = worlds->log;
    us_outcome outcome = us_game_outcome(worlds->game);
    return now_of(worlds) == log->cycles && outcome.kind == log->outcome.kind &&
           outcome.winner == log->outcome.winner && us_game_hash(worlds->game) == log->hash;
}

/* Sets *out if the game plays as recorded up to the cycle. Otherwise it may, too: orders can have
 * other numbers, or the trace's lines other results. */
static us_status compare_to(us_worlds *worlds, us_cycle cycle, bool *out, us_error *err)
{
    const us_log *log = worlds->log;
    us_cycle last = cycle < log->hashed ? cycle : log->hashed, to = within(worlds, cycle);
    bool end = cycle > log->cycles && log->end_line > 0;
    begin_anew(worlds);
    if (!worlds->differs && (worlds->compared < last || to > log->hashed || end))
        US_TRY(play_to(worlds, to, err));
    *out = !worlds->differs && worlds->compared >= last && (!end || ends_as_recorded(worlds));
    return US_OK;
}

us_status us_worlds_verify(us_worlds *worlds, us_cycle cycle, us_error *err)
{
    US_AUTOPTR(us_replay) replay = NULL;
    const char *file = us_trace_file(worlds->log->trace);
    bool same = !worlds->plays;
    if (!same)
        US_TRY(compare_to(worlds, recorded_at(worlds, cycle), &same, err));
    if (same)
        return US_OK;
    US_TRY(us_replay_open(file, worlds->log->map, &replay, err));
    US_TRY(replay_to(worlds, replay, recorded_at(worlds, cycle), err));
    us_replay_report report = us_replay_get_report(replay);
    if (report.differs < 0 || report.differs > cycle)
        return US_OK;
    us_error_set(&worlds->why, US_MISMATCH, file, report.line, 0,
                 "played again it takes another course from cycle %d on: %s; expected the "
                 "trace as it was recorded",
                 (int)report.differs, report.what);
    worlds->plays = false;
    return us_error_copy(&worlds->why, err);
}

/* ---- worlds at a cycle */

us_status us_worlds_at(us_worlds *worlds, us_cycle cycle, const us_world **out, us_error *err)
{
    const us_world *world = NULL;
    begin_anew(worlds);
    cycle = within(worlds, cycle);
    if (worlds->states)
        US_TRY(us_states_at(worlds->states, cycle, &world, err));
    if (!worlds->plays && !world)
        return nothing_there(worlds, err);
    if (worlds->plays && (!world || world->now != cycle)) {
        US_TRY(play_to(worlds, cycle, err));
        world = us_game_world(worlds->game, US_NEUTRAL);
    }
    *out = world;
    return US_OK;
}

us_status us_worlds_view_at(us_worlds *worlds, us_cycle cycle, us_seat seat, const us_world **out,
                            us_error *err)
{
    char why[600];
    us_assert(seat >= 0 && seat < worlds->log->header->seats);
    if (!worlds->log->header->fog)
        return us_worlds_at(worlds, cycle, out, err);
    if (!worlds->plays)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "nobody knows what seat %d saw: %s", seat,
                            us_error_print(&worlds->why, why, sizeof(why)));
    begin_anew(worlds);
    US_TRY(play_to(worlds, within(worlds, cycle), err));
    *out = us_game_world(worlds->game, seat);
    return US_OK;
}

/* ---- makers of new entities and ends of orders, inferred from stored states
 *
 * They complete the events that the difference of two states shows, by the domain's action
 * definitions and the action that each state shows for a unit.
 *
 * - A new entity belongs to the nearest maker with an order for it, and to the oldest such order;
 *   if an order names a place, to the order for that place. A making order is done when the product
 *   is there and the action's `done` holds.
 * - An action that continues (harvest, patrol) is done when `done` holds.
 * - Any other order ends when its unit carries out another action, or none. It was done if `done`
 *   holds then and no other order had come; else it failed.
 * - A unit that makes things where it stands may hold several orders. It gives them up when it
 *   carries out no action, or when it gets an order that makes nothing there. */

/* An order that a unit has not ended yet. */
typedef struct us_open_order {
    const us_order *order;
    us_id unit, product; /* product: the entity that it made; 0: none yet */
    us_cycle replaced;   /* cycle of a later order to the unit; -1: none */
    bool begun;          /* a state showed the unit at it */
} us_open_order;

typedef struct us_endings {
    const us_log *log;
    int next; /* index of the log's next order */
    US_LIST(us_open_order) open;
} us_endings;

static const us_action_def *action_of(const us_endings *endings, const us_order *order)
{
    return &endings->log->domain->action[order->action];
}

static us_type made_by(const us_endings *endings, const us_order *order, us_effect_kind *kind)
{
    return us_order_product(endings->log->domain, order, kind);
}

/* Returns whether the order makes a thing where its unit stands. A unit can hold several such
 * orders. */
static bool makes_where_it_stands(const us_endings *endings, const us_order *order)
{
    return made_by(endings, order, NULL) != US_NO_TYPE &&
           us_action_find_param(action_of(endings, order), US_VALUE_CELL) < 0;
}

/* Ends the order. e: its unit as last seen. Sets the order's unit to 0; sweep removes it later. */
static void end_order(us_open_order *p, const us_entity *e, us_cycle cycle, bool done,
                      us_reason why, us_events *out)
{
    us_event event = {.cycle = cycle,
                      .kind = done ? US_EVENT_DONE : US_EVENT_FAILED,
                      .seat = p->order->seat,
                      .type = (us_type)(done ? US_REASON_NONE : why),
                      .entity = p->unit,
                      .value = (int32_t)p->order->id,
                      .extra = p->order->action,
                      .x = e->x,
                      .y = e->y};
    us_events_add(out, &event);
    p->unit = 0;
}

static void sweep(us_endings *endings)
{
    int kept = 0;
    for (int i = 0; i < endings->open.count; i++)
        if (endings->open.item[i].unit)
            endings->open.item[kept++] = endings->open.item[i];
    endings->open.count = kept;
}

/* Returns whether the new order ends the old one at once. An order that makes things where the unit
 * stands is ended by any other sort of order; all others only by an order of the same action.
 * Otherwise the next state decides. */
static bool takes_place(const us_endings *endings, const us_order *by, const us_order *old)
{
    if (by->queued)
        return false;
    return makes_where_it_stands(endings, old) ? !makes_where_it_stands(endings, by)
                                               : by->action == old->action;
}

/* An order whose `done` is "true" in any world leaves the unit's other orders alone. */
static void replace(us_endings *endings, const us_entity *e, const us_order *by, us_cycle cycle,
                    us_events *out)
{
    if (us_term_is_constant(us_term_from_expr(action_of(endings, by)->done)))
        return;
    for (int i = 0; i < endings->open.count; i++) {
        us_open_order *p = &endings->open.item[i];
        if (p->unit != e->id)
            continue;
        if (takes_place(endings, by, p->order))
            end_order(p, e, cycle, false, US_REASON_INTERRUPTED, out);
        else
            p->replaced = cycle;
    }
}

/* Looks in the first world, then in the second. */
static const us_entity *find_in(const us_world *first, const us_world *second, us_id id)
{
    const us_entity *e = first ? us_world_find(first, id) : NULL;
    return e || !second ? e : us_world_find(second, id);
}

static void begin_order(us_endings *endings, int at, const us_state_change *shown, us_events *out)
{
    const us_order *order = &endings->log->orders.order[at];
    for (int i = 0; i < order->unit_count; i++) {
        const us_entity *e = find_in(shown->before, shown->world, order->unit[i]);
        if (!e || e->owner != order->seat || us_order_is_duplicate(order, i))
            continue;
        replace(endings, e, order, endings->log->line[at].cycle, out);
        us_open_order pursuit = {.order = order, .unit = e->id, .replaced = -1};
        US_LIST_PUT(endings->open, pursuit);
    }
}

static void take_orders(us_endings *endings, const us_state_change *shown, us_events *out)
{
    const us_log *log = endings->log;
    for (; endings->next < log->orders.count && log->line[endings->next].cycle < shown->world->now;
         endings->next++)
        if (log->line[endings->next].refused == US_REASON_NONE)
            begin_order(endings, endings->next, shown, out);
}

/* Returns twice the cells between maker and product, plus one if the maker was shown to make
 * something else; -1: the product is not of that order. */
static int distance_of(const us_endings *endings, const us_open_order *p, const us_world *before,
                       const us_entity *product)
{
    us_effect_kind kind = US_EFFECT_MOVE;
    const us_order *order = p->order;
    if (p->product || order->seat != product->owner ||
        made_by(endings, p->order, &kind) != product->type || kind != US_EFFECT_CREATE)
        return -1;
    int cell = us_action_find_param(action_of(endings, p->order), US_VALUE_CELL);
    if (cell >= 0)
        return order->arg[cell] == US_CELL(product->x, product->y) ? 0 : -1;
    const us_entity *maker = us_world_find(before, p->unit);
    return maker ? 2 * us_entity_distance(before->domain, maker, product) +
                       (maker->product != product->type)
                 : -1;
}

/* Returns the maker, or 0 if no order fits. */
static us_id take_product(us_endings *endings, const us_world *before, const us_entity *product)
{
    us_open_order *best = NULL;
    int best_far = 0;
    for (int i = 0; i < endings->open.count; i++) {
        us_open_order *p = &endings->open.item[i];
        int far = p->unit ? distance_of(endings, p, before, product) : -1;
        if (far < 0 || (best && far >= best_far))
            continue;
        best = p;
        best_far = far;
    }
    if (best)
        best->product = product->id;
    return best ? best->unit : 0;
}

static void check_order(us_endings *endings, us_open_order *p, const us_state_change *shown,
                        us_events *out)
{
    const us_order *order = p->order;
    const us_entity *e = us_world_find(shown->world, p->unit);
    us_view view = {.world = shown->world, .self = order->seat};
    us_cycle now = shown->world->now - 1;
    if (!e) {
        end_order(p, us_world_find(shown->before, p->unit), now, false, US_REASON_DEAD, out);
        return;
    }
    bool done = us_action_is_done(&view, order, p->unit, p->product);
    bool lasts =
        action_of(endings, order)->continues || made_by(endings, order, NULL) != US_NO_TYPE;
    bool stands = makes_where_it_stands(endings, order);
    bool waits = e->action >= 0 && (stands || (order->queued && !p->begun));
    if (lasts && done) {
        end_order(p, e, now, true, US_REASON_NONE, out);
    } else if (e->action == order->action) {
        p->begun = true;
    } else if (!waits) {
        bool replaced = shown->before && p->replaced >= shown->before->now;
        end_order(p, e, replaced ? p->replaced : now, done && !replaced,
                  replaced ? US_REASON_INTERRUPTED : US_REASON_NONE, out);
    }
}

/* The sort is stable: events of one cycle keep their order. */
static int by_cycle(const void *one, const void *two)
{
    const us_event *a = one, *b = two;
    return (a->cycle > b->cycle) - (a->cycle < b->cycle);
}

/* Takes the next state; call it with the states in order. Appends its events, sorted by cycle:
 * those of the difference, with makers where they can be inferred, and DONE and FAILED of orders.
 * The reason of a FAILED is REASON_NONE if it can't be inferred. As in games, a change that a state
 * is the first to show has the cycle before that state. */
static void add_state(us_endings *endings, const us_state_change *shown, us_events *out)
{
    int told = out->count;
    take_orders(endings, shown, out);
    for (int i = 0; i < shown->events.count; i++) {
        us_event event = shown->events.event[i];
        event.cycle = shown->world->now - 1;
        if (event.kind == US_EVENT_CREATED)
            event.other =
                take_product(endings, shown->before, us_world_find(shown->world, event.entity));
        us_events_add(out, &event);
    }
    for (int i = 0; i < endings->open.count; i++)
        if (endings->open.item[i].unit)
            check_order(endings, &endings->open.item[i], shown, out);
    sweep(endings);
    us_array_sort(out->event + told, (size_t)(out->count - told), sizeof(us_event), by_cycle);
}

/* ---- events */

us_status us_worlds_next_state(us_worlds *worlds, us_cycle from, us_state_change *out,
                               us_error *err)
{
    const us_world *world = NULL, *before = NULL;
    US_TRY(ask(worlds, err));
    worlds->changing = false;
    us_arena_release(worlds->arena, worlds->empty);
    if (worlds->shown)
        before = us_world_copy(worlds->shown, worlds->arena);
    else
        US_TRY(us_states_at(worlds->states, from, &world, err));
    if (!world)
        US_TRY(us_states_next(worlds->states, &world, err));
    us_events_reset(&out->events);
    if (before && world)
        us_world_diff(before, world, &out->events);
    out->before = before;
    out->world = worlds->shown = world;
    return US_OK;
}

/* Goes through the states once and keeps their events, for repeated calls. */
static us_status collect_events(us_worlds *worlds, us_error *err)
{
    us_state_change shown = {0};
    us_status status = US_OK;
    us_endings endings = {.log = worlds->log};
    if (worlds->keeps_events)
        return US_OK;
    while ((status = us_worlds_next_state(worlds, 0, &shown, err)) == US_OK && shown.world)
        add_state(&endings, &shown, &worlds->events);
    if (status != US_OK)
        us_events_reset(&worlds->events);
    worlds->keeps_events = status == US_OK;
    us_events_clear(&shown.events);
    us_mem_free(endings.open.item);
    return status;
}

/* Returns the first event of that cycle or later. */
static int first_at(const us_events *events, us_cycle cycle)
{
    return US_BISECT(i, events->count, events->event[i].cycle < cycle);
}

us_status us_worlds_read_events(us_worlds *worlds, us_cycle from, us_cycle to, us_events *events,
                                us_error *err)
{
    const us_log *log = worlds->log;
    const us_events *told = log->events.count > 0 ? &log->events : &worlds->events;
    begin_anew(worlds);
    to = to < log->cycles ? to : log->cycles;
    if (worlds->plays) {
        US_TRY(play_to(worlds, within(worlds, from), err));
        while (advance(worlds, to, NULL, events))
            US_TRY(ask(worlds, err));
        return US_OK;
    }
    if (log->events.count == 0 && !worlds->states)
        return nothing_there(worlds, err);
    if (log->events.count == 0)
        US_TRY(collect_events(worlds, err));
    for (int i = first_at(told, from); i < told->count && told->event[i].cycle < to; i++)
        us_events_add(events, &told->event[i]);
    return US_OK;
}

/* ---- changes */

static us_status next_in_game(us_worlds *worlds, const us_world **out, us_error *err)
{
    us_cycle end = worlds->log->cycles;
    us_status status = US_OK;
    if (!worlds->changing) {
        US_TRY(rewind_to(worlds, 0, err));
        *out = us_game_world(worlds->game, US_NEUTRAL);
        return US_OK;
    }
    us_wake wake;
    us_events events = {0};
    bool goes_on = true, found = false;
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        wake.events[seat] = US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_GONE) |
                            US_EVENT_BIT(US_EVENT_CONVERTED);
    while (goes_on && !found && status == US_OK) {
        us_events_reset(&events);
        goes_on = advance(worlds, end, &wake, &events);
        for (int i = 0; i < events.count; i++)
            found |= (wake.events[0] & US_EVENT_BIT(events.event[i].kind)) != 0;
        status = ask(worlds, err);
    }
    us_events_clear(&events);
    *out = us_game_world(worlds->game, US_NEUTRAL);
    return status;
}

us_status us_worlds_next_change(us_worlds *worlds, us_cycle *since, const us_world **out,
                                us_error *err)
{
    const us_world *world = NULL;
    US_TRY(ask(worlds, err));
    worlds->shown = NULL;
    if (worlds->plays) {
        US_TRY(next_in_game(worlds, &world, err));
        if (worlds->changing && world->now == worlds->changed)
            world = NULL;
        *since = world ? world->now : 0;
    } else if (!worlds->states) {
        return nothing_there(worlds, err);
    } else {
        if (worlds->changing)
            US_TRY(us_states_next(worlds->states, &world, err));
        else
            US_TRY(us_states_at(worlds->states, 0, &world, err));
        if (!worlds->changing && !world)
            US_TRY(us_states_next(worlds->states, &world, err));
        *since = worlds->changing ? worlds->changed + 1 : 0;
    }
    worlds->changing = true;
    worlds->changed = world ? world->now : worlds->changed;
    *out = world;
    return US_OK;
}
