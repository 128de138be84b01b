#include "tests/unit/counting_game.h"

#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"
#include <string.h>

static us_game *toy_start(const us_scenario *scenario, uint64_t seed)
{
    counting_game *toy = US_NEW(counting_game);
    toy->base = (us_game){scenario, seed};
    toy->world = (us_world){.domain = scenario->domain,
                            .width = TOY_SIDE,
                            .height = TOY_SIDE,
                            .entity = toy->entity,
                            .seats = scenario->seats,
                            .tally = toy->tally,
                            .faction = toy->faction,
                            .alive = toy->alive,
                            .revision = toy->revision,
                            .census = toy->census};
    for (int p = 0; p < US_PLANES; p++)
        toy->world.plane[p] = toy->plane[p];
    memset(toy->alive, 1, sizeof(toy->alive));
    toy->plane[US_PLANE_SEEN][0] = 1; /* seat 0 sees the first cell, nobody anything else */
    toy->outcome = (us_outcome){US_OUTCOME_NONE, US_NEUTRAL, "going on"};
    return &toy->base;
}

static void toy_end(us_game *game)
{
    us_mem_free(game);
}

static const us_world *toy_world(us_game *game, us_seat seat)
{
    counting_game *toy = (counting_game *)game;
    (void)seat;
    toy->world.now = toy->now;
    return &toy->world;
}

static us_reason toy_act(us_game *game, const us_order *order)
{
    counting_game *toy = (counting_game *)game;
    if (order->arg[0] < 0)
        return US_REASON_BAD_ARGUMENT;
    us_assert(toy->orders < TOY_ORDERS_MAX);
    toy->order[toy->orders++] =
        (counting_game_order){toy->now, order->id, order->seat, order->arg[0]};
    toy->hash = us_hash_add(us_hash_add(toy->hash, (uint64_t)toy->now),
                            order->id * 1000u + (uint32_t)order->arg[0]);
    return US_REASON_NONE;
}

static us_cycle toy_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events)
{
    counting_game *toy = (counting_game *)game;
    bool woken = false;
    while (toy->now < until && !woken && toy->outcome.kind == US_OUTCOME_NONE) {
        const counting_game_event *event = ((const counting_game_scenario *)game->scenario)->event;
        for (; event && event->kind < US_EVENT_KINDS; event++) {
            if (event->cycle != toy->now)
                continue;
            us_event out = {.cycle = toy->now,
                            .kind = event->kind,
                            .seat = event->seat,
                            .x = event->x,
                            .y = event->y};
            us_events_add(events, &out);
            woken |= wake && us_wake_is_triggered(wake, events, events->count - 1);
            if (event->kind == US_EVENT_DEFEATED)
                toy->alive[event->seat] = 0;
        }
        toy->hash = us_hash_add(toy->hash, 7);
        if (++toy->now >= game->scenario->max_cycles)
            toy->outcome = (us_outcome){US_OUTCOME_DRAW, US_NEUTRAL, "limit"};
    }
    return toy->now;
}

static us_outcome toy_outcome(const us_game *game)
{
    return ((const counting_game *)game)->outcome;
}

static us_hash toy_hash(const us_game *game)
{
    return ((const counting_game *)game)->hash;
}

static const us_game_kind toy_kind = {
    .name = "toy",
    .start = toy_start,
    .end = toy_end,
    .world = toy_world,
    .act = toy_act,
    .step = toy_step,
    .outcome = toy_outcome,
    .hash = toy_hash,
};

counting_game_scenario counting_game_open(const counting_game_event *event, int seats,
                                          us_cycle max_cycles)
{
    return (counting_game_scenario){{.kind = &toy_kind,
                                     .domain = small_domain(),
                                     .width = TOY_SIDE,
                                     .height = TOY_SIDE,
                                     .seats = seats,
                                     .max_cycles = max_cycles},
                                    event};
}

void counting_game_close(counting_game_scenario *scenario)
{
    us_domain_free((us_domain *)scenario->base.domain);
}
