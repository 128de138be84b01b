/* Two firms whose drones carry parcels over a town. Who is sent cannot be called back. What may be
 * ordered, and who has won, the domain's file says. */
#include "domain/goal.h"
#include "game/plain.h"

enum { SEATS = 2, PARCELS = 4, PACE = 5, ARRIVAL = 40 }; /* cycles: a cell, a parcel */
/* In the order of the domain's file. */
enum { STREET, HOUSE };
enum { IDLE, LADEN, FLYING };
enum { HIT_POINTS, CARRIED };
enum { DRONE, DEPOT, PARCEL };
enum { MOVE, PICK, DROP };

typedef struct delivery {
    us_plain_game plain;
    us_rng rng;
    uint32_t order[US_PLAIN_THINGS]; /* of the drone with that id: all that go come later */
} delivery;

extern const us_game_kind us_delivery;

static us_status open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                      us_error *err)
{
    return us_plain_open(&us_delivery, SEATS, "AaBb", def, out, part, err);
}

static us_status list(us_map_info **out, int *count, us_error *err)
{
    return us_plain_list(&us_delivery, out, count, err);
}

static us_game *start(const us_scenario *scenario, uint64_t seed)
{
    delivery *g = (delivery *)us_plain_start(scenario, seed, sizeof(delivery));
    g->rng = us_rng_derive(seed, "delivery", 0);
    for (us_seat seat = 0; seat < SEATS; seat++) {
        us_plain_add_symbol(&g->plain, "AB"[seat], DEPOT, seat, 0);
        us_plain_add_symbol(&g->plain, "ab"[seat], DRONE, seat,
                            US_ENTITY_INSIDE); /* above all cells */
    }
    us_plain_publish(&g->plain);
    return &g->plain.base;
}

static void emit_status(delivery *g, us_entity *e)
{
    us_event event = {.kind = US_EVENT_STATUS, .extra = e->status};
    e->status = e->action >= 0 ? FLYING : e->attribute[CARRIED] ? LADEN : IDLE;
    event.value = e->status;
    us_plain_emit(&g->plain, e, event);
}

static us_reason act(us_game *game, const us_order *order)
{
    delivery *g = (delivery *)game;
    us_reason reason = us_plain_check_now(&g->plain, order);
    if (reason != US_REASON_NONE)
        return reason;
    us_entity *e = us_plain_find(&g->plain, order->unit[0]);
    const us_entity *to =
        us_plain_find(&g->plain, order->action == MOVE ? 0 : (us_id)order->arg[0]);
    int x = to ? to->x : US_CELL_X(order->arg[0]), y = to ? to->y : US_CELL_Y(order->arg[0]);
    int far = us_entity_cell_distance(g->plain.world.domain, e, x, y);
    g->order[e->id] = order->id;
    e->until = g->plain.state.now + PACE * far + 1;
    e->action = order->action;
    e->target = to ? to->id : 0;
    e->x = (int16_t)x; /* where it will be */
    e->y = (int16_t)y;
    us_plain_emit(
        &g->plain, e,
        (us_event){.kind = US_EVENT_ACCEPTED, .value = (int32_t)order->id, .extra = e->action});
    emit_status(g, e);
    us_plain_publish(&g->plain);
    return US_REASON_NONE;
}

/* It is where it was sent. */
static us_reason work(delivery *g, us_entity *e)
{
    const us_entity *to = us_plain_find(&g->plain, e->target);
    if (!to)
        return e->action == MOVE ? US_REASON_NONE : US_REASON_BAD_TARGET; /* it is gone */
    e->attribute[CARRIED] = e->action == PICK;
    if (e->action == PICK) {
        us_plain_emit(&g->plain, to, (us_event){.kind = US_EVENT_GONE, .value = US_GONE_SPENT});
        us_plain_remove(&g->plain, to->id);
    } else {
        g->plain.state.tally[e->owner]++;
        us_plain_emit(&g->plain, e, (us_event){.kind = US_EVENT_GAINED, .value = 1});
    }
    return US_REASON_NONE;
}

static void arrive(delivery *g, us_entity *e)
{
    us_event event = {.kind = US_EVENT_DONE, .value = (int32_t)g->order[e->id], .extra = e->action};
    us_reason reason = work(g, e);
    if (reason != US_REASON_NONE) {
        event.kind = US_EVENT_FAILED;
        event.type = (us_type)reason;
    }
    us_plain_emit(&g->plain, e, event);
    e->action = -1;
    e->target = 0;
    e->until = 0;
    emit_status(g, e);
}

static void bring_parcel(delivery *g)
{
    const us_world *world = &g->plain.world;
    int x = (int)us_rng_next_below(&g->rng, (uint32_t)world->width);
    int y = (int)us_rng_next_below(&g->rng, (uint32_t)world->height);
    int cell = us_world_cell(world, x, y), lie = 0;
    for (int i = 0; i < world->count; i++)
        lie += world->entity[i].type == PARCEL;
    if (lie < PARCELS && world->plane[US_PLANE_TERRAIN][cell] == STREET &&
        !world->plane[US_PLANE_TAKEN][cell])
        us_plain_emit(&g->plain, us_plain_add(&g->plain, PARCEL, US_NEUTRAL, x, y),
                      (us_event){.kind = US_EVENT_CREATED});
}

static void cycle(us_game *game)
{
    delivery *g = (delivery *)game;
    const us_world *world = &g->plain.world;
    us_entity *e = g->plain.state.entity;
    us_goal win = us_goal_default(world->domain);
    for (int i = 0; i < world->count; i++)
        if (e[i].action >= 0 && e[i].until <= world->now)
            arrive(g, &e[i]);
    if (world->now % ARRIVAL == 0)
        bring_parcel(g);
    bool a = us_goal_is_reached(world->domain, &win, &(us_view){world, 0}, NULL);
    bool b = us_goal_is_reached(world->domain, &win, &(us_view){world, 1}, NULL);
    if (a || b)
        us_plain_finish(&g->plain, a != b ? US_OUTCOME_WIN : US_OUTCOME_DRAW,
                        a == b ? US_NEUTRAL : b);
}

static us_cycle step(us_game *game, us_cycle until, const us_wake *wake, us_events *events)
{
    return us_plain_step(game, until, wake, events, cycle);
}

static const us_map_tools maps = {.list = list};

const us_game_kind us_delivery = {
    .name = "delivery",
    .capabilities = US_CAN_SNAPSHOT | US_CAN_REPLAY,
    .open = open,
    .close = us_plain_close,
    .start = start,
    .end = us_plain_end,
    .world = us_plain_world,
    .check = us_plain_check,
    .act = act,
    .step = step,
    .outcome = us_plain_outcome,
    .hash = us_plain_hash,
    .tag = us_plain_tag,
    .save = us_plain_save,
    .load = us_plain_load,
    .maps = &maps,
};
