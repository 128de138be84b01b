#include "tests/bench/timed.h"

#include "players/players.h"
#include "tests/bench/bench.h"

int64_t timed_clock_cost(void)
{
    enum { CALLS = 10000 };
    static int64_t cost;
    if (cost > 0)
        return cost;
    int64_t start = bench_ns();
    for (int i = 1; i < CALLS; i++)
        bench_ns();
    return cost = (bench_ns() - start) / CALLS;
}

static void timed_think(us_player *player, const us_view *view, const us_events *events,
                        us_orders *orders, us_wakeup *wakeup)
{
    timed *t = (timed *)player;
    int64_t start = bench_ns();
    t->inner->kind->think(t->inner, view, events, orders, wakeup);
    int64_t taken = bench_ns() - start - timed_clock_cost();
    t->thinks++;
    t->over += taken > TIMED_LONG;
    t->total += taken > 0 ? taken : 0;
    if (taken <= t->longest)
        return;
    t->longest = taken;
    t->at = view->world->now;
}

static void timed_on_order(us_player *player, const us_order *order, us_reason reason)
{
    timed *t = (timed *)player;
    if (t->inner->kind->on_order)
        t->inner->kind->on_order(t->inner, order, reason);
}

static int timed_notes(us_player *player, const us_note **out)
{
    timed *t = (timed *)player;
    return t->inner->kind->notes ? t->inner->kind->notes(t->inner, out) : 0;
}

static void timed_over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    timed *t = (timed *)player;
    if (t->inner->kind->over)
        t->inner->kind->over(t->inner, view, outcome);
}

static void timed_close(us_player *player)
{
    us_player_close(((timed *)player)->inner);
    us_mem_free(player);
}

static const us_player_kind timed_kind = {
    .prefix = "timed",
    .think = timed_think,
    .on_order = timed_on_order,
    .notes = timed_notes,
    .over = timed_over,
    .close = timed_close,
};

timed *timed_open(const char *agent, const us_scenario *scenario, us_seat seat, uint64_t seed)
{
    us_error err = {0};
    timed *t = US_NEW(timed);
    (void)timed_clock_cost(); /* measured before the first think */
    t->player.kind = &timed_kind;
    bench_need(us_agent_open(agent, scenario, seat, seed, &t->inner, &err), &err);
    return t;
}
