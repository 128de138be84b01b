#include "domain/clock.h"
#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

#include <limits.h>
#include <string.h>

typedef struct us_chair {
    us_player *player;
    us_wakeup wakeup;
    bool woken;
    int read;      /* count of log events that it has seen */
    int64_t taken; /* accepted orders of the player */
    us_orders orders;
} us_chair;

struct us_match {
    const us_scenario *scenario;
    us_game *game;
    us_chair chair[US_SEATS_MAX];
    us_observer observer[US_OBSERVERS_MAX];
    int observers;
    bool by_cycle;          /* some observer wants each cycle */
    bool noted;             /* some observer wants notes */
    us_events log;          /* events that some player has not seen yet */
    us_events visible;      /* scratch: events that one player may see in fog */
    us_orders outside, due; /* orders given from outside; those being applied */
    uint64_t seed;
    uint32_t last_order;
    bool in_round;
    bool (*stop)(void *context);
    void *stop_context;
    us_match_state state;
    uint32_t failed; /* bit per seat: its player broke the match; 0: none, or the game did */
};

enum {
    LOG_KEPT = 8192,    /* events; more only while a player sleeps */
    ROUND_ORDERS = 256, /* orders per player and round without an allocation */
    ROUND_UNITS = 2048,
    SHARED = 118, /* bytes of a reason, where several have one each: a result holds both */
};

void us_player_close(us_player *player)
{
    if (player)
        player->kind->close(player);
}

us_status us_player_check(const us_player *player, us_error *err)
{
    return player->kind->check ? player->kind->check(player, err) : US_OK;
}

us_match_def us_match_def_default(void)
{
    return (us_match_def){.scenario = NULL};
}

us_match *us_match_new(const us_match_def *def)
{
    us_assert(def->scenario->seats >= 1 && def->scenario->seats <= US_SEATS_MAX);
    us_match *match = US_NEW(us_match);
    match->scenario = def->scenario;
    match->seed = def->seed;
    match->stop = def->stop;
    match->stop_context = def->stop_context;
    match->game = us_game_new(def->scenario, def->seed);
    match->state.outcome = us_game_outcome(match->game);
    us_events_reserve(&match->log, LOG_KEPT + LOG_KEPT / 2);
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++) {
        us_assert(seat < def->scenario->seats || !def->player[seat]);
        match->chair[seat].player = def->player[seat];
        if (def->player[seat])
            us_orders_reserve(&match->chair[seat].orders, ROUND_ORDERS, ROUND_UNITS);
    }
    us_match_add_observer(match, &def->observer);
    return match;
}

void us_match_free(us_match *match)
{
    if (!match)
        return;
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        us_player_close(match->chair[seat].player);
        us_orders_clear(&match->chair[seat].orders);
    }
    us_events_clear(&match->log);
    us_events_clear(&match->visible);
    us_orders_clear(&match->outside);
    us_orders_clear(&match->due);
    us_game_free(match->game);
    us_mem_free(match);
}

void us_match_add_observer(us_match *match, const us_observer *observer)
{
    if (!observer->order && !observer->events && !observer->cycle && !observer->over &&
        !observer->notes)
        return;
    us_assert(match->observers < US_OBSERVERS_MAX);
    match->observer[match->observers++] = *observer;
    match->by_cycle |= observer->cycle != NULL;
    match->noted |= observer->notes != NULL;
}

void us_match_remove_observer(us_match *match, const void *context)
{
    us_assert(!match->in_round);
    us_observer kept[US_OBSERVERS_MAX];
    int count = match->observers;
    memcpy(kept, match->observer, sizeof(kept));
    match->observers = 0;
    match->by_cycle = match->noted = false;
    for (int i = 0; i < count; i++)
        if (kept[i].context != context)
            us_match_add_observer(match, &kept[i]);
}

static bool is_broken(const us_match *match)
{
    return match->state.outcome.kind == US_OUTCOME_BROKEN;
}

static bool has_failed(const us_match *match, us_seat seat)
{
    return match->failed >> seat & 1;
}

us_status us_match_status(const us_match *match, us_error *err)
{
    us_status status = US_OK;
    us_error all = {0};
    for (us_seat seat = 0; seat < match->scenario->seats; seat++) {
        us_player *player = match->chair[seat].player;
        us_error one = {0}, before = all;
        if (!has_failed(match, seat))
            continue;
        status = player->kind->status(player, match->state.now, &one);
        if (before.text[0])
            us_error_set(&all, status, NULL, 0, 0, "%.*s; %.*s", SHARED, before.text, SHARED,
                         one.text);
        else
            all = one;
    }
    if (status != US_OK && err)
        *err = all;
    return match->failed ? status : us_game_status(match->game, err);
}

us_seat us_match_failed_seat(const us_match *match)
{
    us_seat failed = US_NEUTRAL;
    for (us_seat seat = 0; seat < match->scenario->seats; seat++) {
        if (!has_failed(match, seat))
            continue;
        if (failed != US_NEUTRAL)
            return US_NEUTRAL;
        failed = seat;
    }
    return failed;
}

us_game *us_match_game(us_match *match)
{
    return match->game;
}

const us_player *us_match_player(const us_match *match, us_seat seat)
{
    return match->chair[seat].player;
}

bool us_match_is_idle(const us_match *match, us_seat seat)
{
    const us_chair *chair = &match->chair[seat];
    const us_player *player = chair->player;
    return player && (!chair->taken || (player->kind->idle && player->kind->idle(player)));
}

void us_match_add_order(us_match *match, const us_order *order)
{
    us_orders_add_copy(&match->outside, order);
}

void us_match_set_player(us_match *match, us_seat seat, us_player *player)
{
    us_assert(!match->in_round);
    us_assert(seat >= 0 && seat < match->scenario->seats);
    us_chair *chair = &match->chair[seat];
    us_assert(!has_failed(match, seat));
    us_player_close(chair->player);
    chair->player = player;
    chair->taken = 0;
    chair->wakeup = (us_wakeup){0};
    chair->woken = false;
    chair->read = match->log.count;
}

/* ---- knowledge of a seat */

/* Returns true if the seat may know of the event. In fog, it knows its own events and those in its
 * sight. */
static bool can_know(const us_world *world, us_seat seat, const us_event *event)
{
    if (event->seat == seat)
        return true;
    switch (event->kind) {
    case US_EVENT_DEFEATED:
    case US_EVENT_OVER:
        return true;
    case US_EVENT_STATUS:
        return us_world_find(world, event->entity) != NULL;
    case US_EVENT_CREATED:
    case US_EVENT_FINISHED:
    case US_EVENT_GONE:
    case US_EVENT_CONVERTED:
    case US_EVENT_ATTACKED:
    case US_EVENT_TERRAIN:
        return us_world_is_inside(world, event->x, event->y) &&
               (world->plane[US_PLANE_SEEN][us_world_cell(world, event->x, event->y)] >> seat & 1);
    default:
        return false;
    }
}

static us_events events_for(us_match *match, us_seat seat, const us_world *world)
{
    const us_events *log = &match->log;
    int from = match->chair[seat].read;
    match->chair[seat].read = log->count;
    if (!match->scenario->fog)
        return (us_events){log->event + from, log->count - from, log->count - from};
    us_events_reset(&match->visible);
    for (int i = from; i < log->count; i++) {
        if (can_know(world, seat, &log->event[i]))
            us_events_add(&match->visible, &log->event[i]);
    }
    return match->visible;
}

static void break_naps(us_match *match, int from)
{
    const us_events *log = &match->log;
    for (us_seat seat = 0; seat < match->scenario->seats; seat++) {
        us_chair *chair = &match->chair[seat];
        if (!chair->player || !chair->wakeup.events)
            continue;
        for (int i = from; i < log->count && !chair->woken; i++) {
            const us_event *event = &log->event[i];
            if ((chair->wakeup.events & US_EVENT_BIT(event->kind)) &&
                us_event_is_relevant(event, seat))
                chair->woken = !match->scenario->fog ||
                               can_know(us_game_world(match->game, seat), seat, event);
        }
    }
}

/* Drops the events that all players have seen. */
static void trim_log(us_match *match)
{
    int seen = match->log.count;
    for (int seat = 0; seat < match->scenario->seats; seat++) {
        const us_chair *chair = &match->chair[seat];
        if (chair->player && chair->read < seen)
            seen = chair->read;
    }
    if (seen < match->log.count && seen < LOG_KEPT)
        return;
    match->log.count -= seen;
    memmove(match->log.event, match->log.event + seen,
            (size_t)match->log.count * sizeof(*match->log.event));
    for (int seat = 0; seat < match->scenario->seats; seat++) {
        us_chair *chair = &match->chair[seat];
        chair->read = chair->read > seen ? chair->read - seen : 0;
    }
}

/* ---- a round */

static us_reason apply(us_match *match, us_order *order)
{
    us_assert(order->action < match->scenario->domain->action_count);
    order->id = ++match->last_order;
    us_reason reason = us_game_act(match->game, order);
    match->state.orders++;
    match->state.refused += reason != US_REASON_NONE;
    for (int i = 0; i < match->observers; i++) {
        if (match->observer[i].order)
            match->observer[i].order(match->observer[i].context, match->state.now, order, reason);
    }
    return reason;
}

static void show_notes(us_match *match, us_seat seat)
{
    us_player *player = match->chair[seat].player;
    const us_note *note = NULL;
    if (!match->noted || !player->kind->notes)
        return;
    int count = player->kind->notes(player, &note);
    for (int i = 0; i < count; i++)
        us_assert(note[i].seat == seat && note[i].cycle == match->state.now &&
                  us_note_is_valid(&note[i]));
    for (int i = 0; i < match->observers && count > 0; i++) {
        if (match->observer[i].notes)
            match->observer[i].notes(match->observer[i].context, note, count);
    }
}

static void check_player(us_match *match, us_seat seat)
{
    us_player *player = match->chair[seat].player;
    if (!player || !player->kind->status ||
        player->kind->status(player, match->state.now, NULL) == US_OK)
        return;
    match->state.outcome = (us_outcome){US_OUTCOME_BROKEN, US_NEUTRAL, "broken"};
    match->failed |= 1u << seat;
}

static void think(us_match *match, us_seat seat)
{
    us_chair *chair = &match->chair[seat];
    us_cycle now = match->state.now;
    us_orders_reset(&chair->orders);
    if (!chair->player || (!chair->woken && now < chair->wakeup.until))
        return;
    us_view view = {us_game_world(match->game, seat), seat};
    chair->woken = false;
    chair->wakeup =
        (us_wakeup){view.world->alive[seat] ? now + 1 : us_cycle_after(now, US_WAKEUP_MAX), 0};
    if (!view.world->alive[seat]) {
        chair->read = match->log.count;
        return;
    }
    us_events events = events_for(match, seat, view.world);
    chair->player->kind->think(chair->player, &view, &events, &chair->orders, &chair->wakeup);
    check_player(match, seat);
    match->state.thinks++;
    if (chair->wakeup.until <= now)
        chair->wakeup.until = now + 1;
    if (chair->wakeup.until > us_cycle_after(now, US_WAKEUP_MAX))
        chair->wakeup.until = us_cycle_after(now, US_WAKEUP_MAX);
    for (int i = 0; i < chair->orders.count; i++)
        chair->orders.order[i].seat = seat;
    show_notes(match, seat);
}

static void apply_turn(us_match *match, us_seat seat, int turn)
{
    us_chair *chair = &match->chair[seat];
    if (turn >= chair->orders.count)
        return;
    us_order *order = &chair->orders.order[turn];
    us_reason reason = apply(match, order);
    chair->taken += reason == US_REASON_NONE;
    if (chair->player->kind->on_order)
        chair->player->kind->on_order(chair->player, order, reason);
}

static void play_round(us_match *match)
{
    int seats = match->scenario->seats, turns = 0;
    match->in_round = true;
    for (us_seat seat = 0; seat < seats;
         seat++) { /* all, so that no seat fails in another's place */
        think(match, seat);
        if (match->chair[seat].orders.count > turns)
            turns = match->chair[seat].orders.count;
    }
    if (is_broken(match)) {
        match->in_round = false;
        return;
    }
    if (match->outside.count > 0) {
        us_orders given = match->outside; /* applying orders may add more */
        match->outside = match->due;
        match->due = given;
        for (int i = 0; i < match->due.count; i++)
            apply(match, &match->due.order[i]);
        us_orders_reset(&match->due);
    }
    us_hash draw = us_hash_add(us_hash_add(US_HASH_START, match->seed), (uint64_t)match->state.now);
    int first = (int)(draw % (uint64_t)seats);
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < seats; i++)
            apply_turn(match, (us_seat)((first + i) % seats), turn);
    }
    match->in_round = false;
}

/* ---- stepping */

/* Returns the cycle up to which no player thinks. *wake gets the events that end the step earlier.
 */
static us_cycle next_stop(const us_match *match, us_cycle end, us_wake *wake, bool *wakes)
{
    *wake = (us_wake){0};
    *wakes = false;
    if (match->by_cycle)
        end = match->state.now + 1;
    for (int seat = 0; seat < match->scenario->seats; seat++) {
        const us_chair *chair = &match->chair[seat];
        if (!chair->player)
            continue;
        if (chair->wakeup.until < end)
            end = chair->wakeup.until;
        wake->events[seat] = chair->wakeup.events;
        *wakes |= chair->wakeup.events != 0;
    }
    return end;
}

static void report_over(us_match *match)
{
    for (us_seat seat = 0; seat < match->scenario->seats; seat++) {
        us_player *player = match->chair[seat].player;
        if (!player || !player->kind->over)
            continue;
        us_view view = {us_game_world(match->game, seat), seat};
        player->kind->over(player, &view, &match->state.outcome);
        show_notes(match, seat);
    }
}

/* passed: a cycle has passed; none did in one that broke. */
static void show(us_match *match, int from, bool passed)
{
    const us_events *log = &match->log;
    for (int i = 0; i < match->observers; i++) {
        const us_observer *observer = &match->observer[i];
        if (observer->events && log->count > from)
            observer->events(observer->context, log->event + from, log->count - from);
    }
    for (int i = 0; i < match->observers; i++) {
        const us_observer *observer = &match->observer[i];
        if (observer->cycle && passed)
            observer->cycle(observer->context, match->game, match->state.now);
    }
    if (match->state.outcome.kind == US_OUTCOME_NONE || is_broken(match))
        return;
    report_over(match);
    for (int i = 0; i < match->observers; i++) {
        const us_observer *observer = &match->observer[i];
        if (observer->over)
            observer->over(observer->context, match->game, &match->state.outcome);
    }
}

void us_match_step(us_match *match, us_cycle cycles, us_match_state *state)
{
    us_assert(cycles >= 0 && !match->in_round);
    us_cycle now = match->state.now;
    us_cycle end = us_cycle_after(now, cycles);
    while (match->state.now < end && match->state.outcome.kind == US_OUTCOME_NONE &&
           !(match->stop && match->stop(match->stop_context))) {
        us_wake wake;
        bool wakes;
        play_round(match);
        if (is_broken(match))
            break;
        trim_log(match);
        us_cycle stop = next_stop(match, end, &wake, &wakes);
        int from = match->log.count;
        now = us_game_step(match->game, stop, wakes ? &wake : NULL, &match->log);
        match->state.outcome = us_game_outcome(match->game);
        bool passed = now > match->state.now;
        us_assert(passed || match->state.outcome.kind != US_OUTCOME_NONE);
        match->state.now = now;
        if (wakes)
            break_naps(match, from);
        show(match, from, passed);
    }
    if (state)
        *state = match->state;
}

void us_match_run(us_match *match, us_match_state *state)
{
    us_match_step(match, US_NEVER, state);
    while (match->state.outcome.kind == US_OUTCOME_NONE)
        us_match_step(match, US_NEVER, state);
}
