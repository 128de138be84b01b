#include "domain/goal.h"
#include "domain/note.h"
#include "understudy/game.h"

#include "tests/unit/counting_game.h"
#include "tests/unit/test.h"
#include <string.h>

enum { THINKS_MAX = 4096 };

/* ---- a player that does as it is told and notes what it was shown */

typedef struct robot {
    us_player player;
    us_cycle wakeup; /* this long each time; 0: asks for the past, -1: for ever */
    uint32_t events; /* that wake it */
    int orders;      /* at each think, with arguments 1, 2, ... */
    bool wrong_seat, bad;
    us_cycle thought[THINKS_MAX];
    int shown[THINKS_MAX];
    int thinks, told, told_refused;
    bool *closed;
    us_note note; /* with a text: given at each think, and when the game is over */
    int ends;
} robot;

static void robot_think(us_player *player, const us_view *view, const us_events *events,
                        us_orders *orders, us_wakeup *wakeup)
{
    robot *r = (robot *)player;
    us_assert(r->thinks < THINKS_MAX);
    CHECK_INT(wakeup->until, view->world->now + 1);
    CHECK_INT(wakeup->events, 0);
    r->shown[r->thinks] = events->count;
    r->thought[r->thinks++] = view->world->now;
    for (int i = 0; i < r->orders; i++) {
        us_id unit = 1;
        us_order *order = us_orders_add(orders, r->wrong_seat ? 1 : view->self, 0, &unit, 1);
        order->arg[0] = r->bad && i % 2 ? -1 : i + 1;
    }
    wakeup->until = r->wakeup < 0 ? INT32_MAX : view->world->now + r->wakeup;
    wakeup->events = r->events;
}

static void robot_on_order(us_player *player, const us_order *order, us_reason reason)
{
    robot *r = (robot *)player;
    r->told++;
    r->told_refused += reason != US_REASON_NONE;
    CHECK_INT(order->arg[0] < 0, reason == US_REASON_BAD_ARGUMENT);
}

static void robot_close(us_player *player)
{
    robot *r = (robot *)player;
    if (r->closed)
        *r->closed = true;
}

static int robot_notes(us_player *player, const us_note **out)
{
    robot *r = (robot *)player;
    *out = &r->note;
    if (!r->note.text)
        return 0;
    r->note.seat = 0;
    r->note.node++;
    r->note.cycle = r->ends ? r->note.cycle : r->thought[r->thinks - 1];
    return 1;
}

static void robot_over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    robot *r = (robot *)player;
    CHECK(outcome->kind != US_OUTCOME_NONE);
    r->ends++;
    r->note.cycle = view->world->now;
}

static const us_player_kind robot_kind = {.prefix = "robot",
                                          .think = robot_think,
                                          .on_order = robot_on_order,
                                          .close = robot_close,
                                          .notes = robot_notes,
                                          .over = robot_over};

static us_match *match_of(const counting_game_scenario *scenario, robot *a, robot *b, uint64_t seed)
{
    us_match_def def = us_match_def_default();
    def.scenario = &scenario->base;
    def.seed = seed;
    if (a)
        a->player.kind = &robot_kind;
    if (b)
        b->player.kind = &robot_kind;
    def.player[0] = a ? &a->player : NULL;
    def.player[1] = b ? &b->player : NULL;
    return us_match_new(&def);
}

static const counting_game *toy_of(us_match *match)
{
    return (const counting_game *)us_match_game(match);
}

/* ---- sleeping and waking */

TEST(a_player_sleeps_through_its_nap_at_most_so_long)
{
    static const struct {
        us_cycle wakeup;
        int thinks;
        us_cycle second;
    } rows[] = {
        {1, 3000, 1}, {7, 429, 7}, {0, 3000, 1}, {-1, 3, US_WAKEUP_MAX}, {5000, 3, US_WAKEUP_MAX},
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(NULL, 2, 3000);
    for (int i = 0; i < US_COUNT(rows); i++) {
        robot r = {.wakeup = rows[i].wakeup};
        us_match_state state;
        US_AUTOPTR(us_match) match = match_of(&scenario, &r, NULL, 1);
        us_match_run(match, &state);
        CHECK_INT(state.thinks, rows[i].thinks);
        CHECK_INT(r.thinks, rows[i].thinks);
        CHECK_INT(r.thought[0], 0);
        CHECK_INT(r.thought[1], rows[i].second);
        CHECK_INT(state.now, 3000);
    }
}

TEST(an_event_that_it_waits_for_wakes_it_at_the_next_cycle)
{
    static const counting_game_event events[] = {
        {10, US_EVENT_DONE, 0, 0, 0},     {20, US_EVENT_ATTACKED, 1, 0, 0},
        {30, US_EVENT_ATTACKED, 0, 0, 0}, {40, US_EVENT_TERRAIN, US_NEUTRAL, 0, 0},
        {50, US_EVENT_DEFEATED, 3, 0, 0}, {.kind = US_EVENT_KINDS},
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(events, 4, 100);
    robot r = {.wakeup = -1,
               .events = US_EVENT_BIT(US_EVENT_ATTACKED) | US_EVENT_BIT(US_EVENT_TERRAIN) |
                         US_EVENT_BIT(US_EVENT_DEFEATED)};
    US_AUTOPTR(us_match) match = match_of(&scenario, &r, NULL, 1);
    us_match_run(match, NULL);
    CHECK_INT(r.thinks, 4);
    CHECK_INT(r.thought[1], 31); /* not by what it did not ask for, nor by another's */
    CHECK_INT(r.thought[2], 41); /* by what is nobody's */
    CHECK_INT(r.thought[3], 51); /* by the end of any seat */
}

TEST(each_player_is_shown_all_since_its_own_last_think)
{
    static const counting_game_event events[] = {
        {0, US_EVENT_DONE, 0, 0, 0}, {1, US_EVENT_DONE, 1, 0, 0},  {1, US_EVENT_GONE, 0, 0, 0},
        {9, US_EVENT_DONE, 0, 0, 0}, {10, US_EVENT_DONE, 0, 0, 0}, {.kind = US_EVENT_KINDS},
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(events, 2, 30);
    robot fast = {.wakeup = 1}, slow = {.wakeup = 10};
    US_AUTOPTR(us_match) match = match_of(&scenario, &fast, &slow, 1);
    us_match_run(match, NULL);
    static const int quick[] = {0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0};
    for (int i = 0; i < US_COUNT(quick); i++)
        CHECK_INT(fast.shown[i], quick[i]);
    CHECK_INT(slow.thinks, 3);
    CHECK_INT(slow.shown[0], 0);
    CHECK_INT(slow.shown[1], 4);
    CHECK_INT(slow.shown[2], 1);
}

TEST(in_fog_a_player_is_shown_what_it_can_know)
{
    static const counting_game_event events[] = {
        {1, US_EVENT_DONE, 1, 0, 0},     /* another's business */
        {1, US_EVENT_ATTACKED, 1, 0, 0}, /* in sight */
        {1, US_EVENT_ATTACKED, 1, 3, 3}, /* out of sight */
        {1, US_EVENT_TERRAIN, US_NEUTRAL, 3, 3},
        {1, US_EVENT_GONE, 0, 3, 3}, /* its own */
        {.kind = US_EVENT_KINDS},
    };
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(events, 2, 20);
    scenario.base.fog = true;
    robot r = {.wakeup = 8, .events = US_EVENT_BIT(US_EVENT_TERRAIN)};
    US_AUTOPTR(us_match) match = match_of(&scenario, &r, NULL, 1);
    us_match_run(match, NULL);
    CHECK_INT(r.shown[1], 2);
    CHECK_INT(r.thought[1], 8); /* nor does it wake for what it cannot see */
}

TEST(who_is_out_is_not_asked)
{
    static const counting_game_event events[] = {{10, US_EVENT_DEFEATED, 1, 0, 0},
                                                 {.kind = US_EVENT_KINDS}};
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(events, 2, 100);
    robot a = {.wakeup = 1}, b = {.wakeup = 1, .orders = 1};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, &b, 1);
    us_match_run(match, NULL);
    CHECK_INT(a.thinks, 100);
    CHECK_INT(b.thinks, 11);
}

/* ---- orders */

TEST(seats_take_turns_order_by_order_and_either_may_begin)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 400);
    robot a = {.wakeup = 1, .orders = 3}, b = {.wakeup = 1, .orders = 2};
    us_match_state state;
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, &b, 5);
    us_match_run(match, &state);
    const counting_game *toy = toy_of(match);
    int first[2] = {0, 0};
    CHECK_INT(toy->orders, 400 * 5);
    for (int cycle = 0; cycle < 400; cycle++) {
        const counting_game_order *o = &toy->order[5 * cycle];
        us_seat begins = o[0].seat;
        first[begins]++;
        static const int32_t args[] = {1, 1, 2, 2, 3};
        for (int i = 0; i < 5; i++) {
            CHECK_INT(o[i].cycle, cycle);
            CHECK_INT(o[i].id, 5 * cycle + i + 1);
            CHECK_INT(o[i].arg, args[i]);
            CHECK_INT(o[i].seat, i == 4 ? 0 : (begins + i) % 2);
        }
    }
    CHECK(first[0] > 150 && first[1] > 150);
    CHECK_INT(state.orders, 2000);
}

TEST(players_are_told_what_became_of_their_orders)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 10);
    robot a = {.wakeup = 1, .orders = 3, .bad = true},
          b = {.wakeup = 2, .orders = 1, .wrong_seat = true};
    us_match_state state;
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, &b, 5);
    us_match_run(match, &state);
    CHECK_INT(a.told, 30);
    CHECK_INT(a.told_refused, 10);
    CHECK_INT(b.told, 5);
    CHECK_INT(state.orders, 35);
    CHECK_INT(state.refused, 10);
}

TEST(a_player_gives_orders_for_its_own_seat_only)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 10);
    robot a = {.wakeup = 1, .orders = 1, .wrong_seat = true};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, NULL, 5);
    us_match_run(match, NULL);
    for (int i = 0; i < 10; i++)
        CHECK_INT(toy_of(match)->order[i].seat, 0);
}

TEST(orders_from_outside_come_first_at_the_next_cycle)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 20);
    robot a = {.wakeup = 1, .orders = 1};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, NULL, 5);
    us_match_state state;
    us_match_step(match, 4, &state);
    CHECK_INT(state.now, 4);
    us_id units[2] = {1, 2};
    us_order order = {.seat = 1, .unit = units, .unit_count = 2, .arg = {77}};
    us_match_add_order(match, &order);
    order.arg[0] = 78;
    us_match_add_order(match, &order);
    units[0] = 9; /* what was given is a copy */
    CHECK_INT(toy_of(match)->orders, 4);
    us_match_step(match, 1, &state);
    const counting_game_order *o = toy_of(match)->order;
    CHECK_INT(toy_of(match)->orders, 7);
    for (int i = 0; i < 7; i++)
        CHECK_INT(o[i].id, i + 1);
    CHECK(o[4].arg == 77 && o[4].cycle == 4 && o[5].arg == 78 && o[5].cycle == 4);
    CHECK(o[6].arg == 1 && o[6].cycle == 4);
}

/* ---- stepping, seating, observing */

typedef struct tally {
    int orders, refused, events, cycles, over;
    us_cycle last;
    us_match *match;
    us_cycle order_at;
} tally;

static void count_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    tally *t = context;
    CHECK(now >= t->last && order->id > 0);
    t->orders++;
    t->refused += reason != US_REASON_NONE;
}

static void count_events(void *context, const us_event *event, int count)
{
    (void)event;
    ((tally *)context)->events += count;
}

static void count_cycle(void *context, us_game *game, us_cycle now)
{
    tally *t = context;
    CHECK_INT(now, t->last + 1);
    CHECK_INT(us_game_world(game, US_NEUTRAL)->now, now);
    t->last = now;
    t->cycles++;
    if (t->order_at == now) {
        us_id unit = 1;
        us_order order = {.unit = &unit, .unit_count = 1, .arg = {55}};
        us_match_add_order(t->match, &order);
    }
}

static void count_over(void *context, us_game *game, const us_outcome *outcome)
{
    (void)game;
    CHECK_INT(outcome->kind, US_OUTCOME_DRAW);
    ((tally *)context)->over++;
}

static us_observer observer_of(tally *t)
{
    return (us_observer){.context = t,
                         .order = count_order,
                         .events = count_events,
                         .cycle = count_cycle,
                         .over = count_over};
}

static const counting_game_event some_events[] = {
    {3, US_EVENT_DONE, 0, 0, 0},      {3, US_EVENT_ATTACKED, 1, 0, 0},
    {50, US_EVENT_ATTACKED, 1, 0, 0}, {51, US_EVENT_ATTACKED, 1, 0, 0},
    {97, US_EVENT_GONE, 0, 0, 0},     {.kind = US_EVENT_KINDS},
};

static us_hash hash_stepped(const counting_game_scenario *scenario, us_cycle by, bool watched,
                            int *shown)
{
    robot a = {.wakeup = 9, .orders = 2},
          b = {.wakeup = 40, .orders = 1, .events = US_EVENT_BIT(US_EVENT_ATTACKED)};
    tally t = {0};
    us_match_state state = {0};
    US_AUTOPTR(us_match) match = match_of(scenario, &a, &b, 3);
    us_observer observer = observer_of(&t);
    if (watched)
        us_match_add_observer(match, &observer);
    while (state.outcome.kind == US_OUTCOME_NONE)
        us_match_step(match, by, &state);
    us_hash hash = us_game_hash(us_match_game(match));
    for (int i = 0; i < b.thinks; i++)
        *shown = *shown * 3 + b.shown[i];
    return hash;
}

TEST(the_course_depends_on_neither_steps_nor_observers)
{
    static const us_cycle by[] = {1, 2, 7, 64, 1000, INT32_MAX};
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(some_events, 2, 200);
    int shown = 0;
    us_hash hash = hash_stepped(&scenario, INT32_MAX, false, &shown);
    for (int i = 0; i < US_COUNT(by); i++) {
        for (int watched = 0; watched < 2; watched++) {
            int seen = 0;
            CHECK_HASH(hash_stepped(&scenario, by[i], watched, &seen), hash);
            CHECK_INT(seen, shown);
        }
    }
}

TEST(observers_see_everything_once)
{
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(some_events, 2, 200);
    robot a = {.wakeup = 10, .orders = 2, .bad = true};
    tally t = {0}, u = {0};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, NULL, 3);
    us_observer first = observer_of(&t), second = observer_of(&u);
    us_match_add_observer(match, &first);
    us_match_add_observer(match, &second);
    us_match_run(match, NULL);
    us_match_step(match, 10, NULL);
    CHECK_INT(t.orders, 40);
    CHECK_INT(t.refused, 20);
    CHECK_INT(t.events, 5);
    CHECK_INT(t.cycles, 200);
    CHECK_INT(t.over, 1);
    CHECK_INT(u.cycles, 200);
}

typedef struct noted {
    int notes, orders;
    us_cycle last, over;
} noted;

static void see_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    (void)order;
    (void)reason;
    CHECK_INT(now, ((noted *)context)->last); /* its note came before */
    ((noted *)context)->orders++;
}

static void see_notes(void *context, const us_note *note, int count)
{
    noted *n = context;
    CHECK_INT(count, 1);
    CHECK(us_text_equal(note->text, "go"));
    CHECK_INT(note->node, ++n->notes);
    CHECK(n->over < 0);
    n->last = note->cycle;
}

static void see_over(void *context, us_game *game, const us_outcome *outcome)
{
    (void)outcome;
    ((noted *)context)->over = us_game_world(game, US_NEUTRAL)->now;
}

TEST(what_a_plan_did_is_told_before_its_orders_and_at_the_end)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 200);
    robot a = {.wakeup = 10, .orders = 2, .note = {.text = "go"}}, b = {.wakeup = 10};
    noted n = {.over = -1};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, &b, 3);
    us_observer observer = {
        .context = &n, .order = see_order, .over = see_over, .notes = see_notes};
    us_match_add_observer(match, &observer);
    us_match_run(match, NULL);
    us_match_step(match, 10, NULL);
    CHECK_INT(n.orders, 40);
    CHECK_INT(n.notes, 21);
    CHECK_INT(n.last, 200);
    CHECK_INT(n.over, 200);
    CHECK_INT(a.ends, 1);
    CHECK_INT(b.ends, 1);
}

TEST(plans_are_asked_for_only_while_somebody_watches)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 200);
    robot a = {.wakeup = 10, .note = {.text = "go"}};
    tally t = {0};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, NULL, 3);
    us_observer observer = observer_of(&t);
    us_match_add_observer(match, &observer);
    us_match_run(match, NULL);
    CHECK_INT(a.note.node, 0);
    CHECK_INT(a.ends, 1);
}

TEST(an_observer_may_give_orders)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 200);
    tally t = {.order_at = 30};
    us_match_state state;
    US_AUTOPTR(us_match) match = match_of(&scenario, NULL, NULL, 3);
    t.match = match;
    us_observer observer = observer_of(&t);
    us_match_add_observer(match, &observer);
    us_match_run(match, &state);
    CHECK_INT(state.now, 200);
    CHECK_INT(toy_of(match)->orders, 1);
    CHECK_INT(toy_of(match)->order[0].cycle, 30);
}

TEST(a_new_player_thinks_at_once_and_knows_nothing_of_before)
{
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(some_events, 2, 200);
    bool closed = false;
    robot a = {.wakeup = -1, .closed = &closed}, b = {.wakeup = 1, .orders = 1};
    b.player.kind = &robot_kind;
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, NULL, 3);
    us_match_step(match, 90, NULL);
    us_match_set_player(match, 0, &b.player);
    CHECK(closed);
    us_match_step(match, 20, NULL);
    CHECK_INT(b.thinks, 20);
    CHECK_INT(b.thought[0], 90);
    CHECK_INT(b.shown[0], 0);
    CHECK_INT(b.shown[8], 1);
    us_match_set_player(match, 0, NULL);
    us_match_run(match, NULL);
    CHECK_INT(b.thinks, 20);
}

TEST(nothing_is_allocated_once_it_runs)
{
    US_AUTO(counting_game_close)
    counting_game_scenario scenario = counting_game_open(NULL, 2, 2000);
    robot a = {.wakeup = 3, .orders = 1}, b = {.wakeup = 5, .orders = 1};
    US_AUTOPTR(us_match) match = match_of(&scenario, &a, &b, 3);
    us_match_step(match, 100, NULL);
    uint64_t before = us_mem_alloc_count();
    us_match_run(match, NULL);
    CHECK_INT(us_mem_alloc_count() - before, 0);
}

TEST(a_match_that_is_over_stays_so)
{
    US_AUTO(counting_game_close) counting_game_scenario scenario = counting_game_open(NULL, 2, 50);
    us_match_state state;
    US_AUTOPTR(us_match) match = match_of(&scenario, NULL, NULL, 3);
    us_match_step(match, INT32_MAX, &state);
    CHECK_INT(state.now, 50);
    CHECK_STR(state.outcome.reason, "limit");
    us_match_step(match, 5, &state);
    CHECK_INT(state.now, 50);
}

TEST(what_was_asked_for_is_heard_by_whom_it_concerns)
{
    US_AUTO(us_events_clear) us_events events = {0};
    const us_event list[] = {
        {.kind = US_EVENT_STATUS, .seat = 1},
        {.kind = US_EVENT_DEFEATED, .seat = 0},
        {.kind = US_EVENT_STATUS, .seat = US_NEUTRAL},
    };
    for (int i = 0; i < US_COUNT(list); i++)
        us_events_add(&events, &list[i]);
    us_wake wake = {{[1] = US_EVENT_BIT(US_EVENT_STATUS)}};
    CHECK(us_wake_is_triggered(&wake, &events, 0)); /* its own */
    CHECK(us_wake_is_triggered(&wake, &events, 2)); /* everybody's */
    CHECK(!us_wake_is_triggered(&wake, &events, 3));
    wake = (us_wake){{[2] = US_EVENT_BIT(US_EVENT_STATUS)}};
    events.count = 2;
    CHECK(!us_wake_is_triggered(&wake, &events, 0)); /* another seat's */
    wake = (us_wake){{[2] = US_EVENT_BIT(US_EVENT_DEFEATED)}};
    CHECK(us_wake_is_triggered(&wake, &events, 0)); /* the end of a seat */
    wake = (us_wake){0};
    CHECK(!us_wake_is_triggered(&wake, &events, 0));
}
