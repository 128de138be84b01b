#include "players/players.h"

enum {
    TRIES = 24, /* orders made up per think */
    ORDERS = 3, /* given per think */
    GROUP = 12, /* actors of a group */
    WAKEUP_LOW = 4,
    WAKEUP_HIGH = 40,   /* cycles between thinks */
    NEAR = 12,          /* cells around the actor, half of the time */
    LOSES_ONE_IN = 256, /* how often it does what makes its actor go */
    OWN_ONE_IN = 64,    /* and harms its own */
    QUEUED_ONE_IN = 3,  /* of the orders that may come after others */
};

typedef struct us_random {
    us_player player;
    const us_scenario *scenario;
    us_rng rng;
    uint64_t *does;   /* by type: bit per action */
    uint64_t loses;   /* actions that make their actor go */
    uint64_t harms;   /* actions that harm whom they name */
    US_LIST(int) own; /* indexes of own entities, this think */
} us_random;

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    (void)err;
    const us_domain *domain = def->scenario->domain;
    us_random *random = US_NEW(us_random);
    random->player.kind = kind;
    random->scenario = def->scenario;
    random->rng = us_rng_derive(def->seed, "player.random", (uint64_t)def->seat);
    random->does = US_NEW_ARRAY(uint64_t, domain->type_count);
    for (int type = 0; type < domain->type_count; type++) {
        for (int action = 0; action < domain->action_count; action++) {
            if (us_type_can_do(domain, (us_type)type, action))
                random->does[type] |= 1ull << action;
        }
    }
    for (int action = 0; action < domain->action_count; action++) {
        for (int e = 0; e < domain->action[action].effect_count; e++) {
            if (domain->action[action].effect[e].kind == US_EFFECT_LOSE)
                random->loses |= 1ull << action;
            if (domain->action[action].effect[e].kind == US_EFFECT_HARM)
                random->harms |= 1ull << action;
        }
    }
    *out = &random->player;
    return US_OK;
}

static void close(us_player *player)
{
    us_random *random = (us_random *)player;
    us_mem_free(random->does);
    us_mem_free(random->own.item);
    us_mem_free(random);
}

static int below(us_random *random, int bound)
{
    return (int)us_rng_next_below(&random->rng, (uint32_t)bound);
}

static void find_own(us_random *random, const us_view *view)
{
    const us_world *world = view->world;
    random->own.count = 0;
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == view->self)
            US_LIST_PUT(random->own, i);
}

/* One bit of the set, each as likely; -1 of none. */
static int pick_bit(us_random *random, uint64_t set)
{
    int count = 0, at = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        count++;
    if (count == 0)
        return -1;
    for (int n = below(random, count); n > 0; n--)
        set &= set - 1;
    while (!(set >> at & 1))
        at++;
    return at;
}

static int32_t pick_cell(us_random *random, const us_world *world, const us_entity *actor)
{
    int x = below(random, world->width), y = below(random, world->height);
    if (below(random, 2)) {
        x = actor->x + below(random, 2 * NEAR + 1) - NEAR;
        y = actor->y + below(random, 2 * NEAR + 1) - NEAR;
        x = x < 0 ? 0 : x >= world->width ? world->width - 1 : x;
        y = y < 0 ? 0 : y >= world->height ? world->height - 1 : y;
    }
    return US_CELL(x, y);
}

static us_type pick_type(us_random *random, const us_domain *domain, us_type actor, int action)
{
    const us_type_def *def = &domain->type[actor];
    for (int i = 0; i < def->produces_count; i++) {
        if (def->produces[i].action == action && def->produces[i].count > 0)
            return def->produces[i].type[below(random, def->produces[i].count)];
    }
    return (us_type)below(random, domain->type_count);
}

static us_id pick_entity(us_random *random, const us_world *world, const us_entity *actor,
                         int action)
{
    const us_entity *entity = &world->entity[below(random, world->count)];
    bool spare = (random->harms >> action & 1) && below(random, OWN_ONE_IN);
    for (int i = 0; i < 4 && spare && entity->owner == actor->owner; i++)
        entity = &world->entity[below(random, world->count)];
    return entity->id;
}

static int32_t pick_arg(us_random *random, const us_world *world, const us_entity *actor,
                        int action, us_value_kind kind)
{
    switch (kind) {
    case US_VALUE_ENTITY:
        return (int32_t)pick_entity(random, world, actor, action);
    case US_VALUE_TYPE:
        return pick_type(random, world->domain, actor->type, action);
    case US_VALUE_CELL:
        return pick_cell(random, world, actor);
    case US_VALUE_RESOURCE:
        return below(random, world->domain->resources.count);
    case US_VALUE_SEAT:
        return below(random, world->seats);
    default: /* half of the time what a switch could mean */
        return below(random, below(random, 2) ? 2 : 100);
    }
}

/* The actor, and now and then others of its type. */
static int pick_units(us_random *random, const us_world *world, const us_entity *actor, bool group,
                      us_id *unit)
{
    int count = 1, most = group && below(random, 2) ? 1 + below(random, GROUP) : 1;
    unit[0] = actor->id;
    for (int i = 0; i < random->own.count && count < most; i++) {
        const us_entity *other = &world->entity[random->own.item[i]];
        if (other->type == actor->type && other->id != actor->id)
            unit[count++] = other->id;
    }
    return count;
}

/* Make up one order; it is given when it would be taken. */
static bool try_order(us_random *random, const us_view *view, us_orders *orders)
{
    const us_world *world = view->world;
    const us_entity *actor = &world->entity[random->own.item[below(random, random->own.count)]];
    int action = pick_bit(random, random->does[actor->type]);
    if (action < 0 || ((random->loses >> action & 1) && below(random, LOSES_ONE_IN)))
        return false;
    const us_action_def *def = &world->domain->action[action];
    us_id unit[GROUP + 1];
    us_order order = {.seat = view->self, .action = (int8_t)action, .unit = unit};
    order.queued = def->queues && below(random, QUEUED_ONE_IN) == 0;
    order.unit_count = pick_units(random, world, actor, def->group, unit);
    for (int p = 0; p < def->param_count; p++)
        order.arg[p] = pick_arg(random, world, actor, action, def->param[p].kind);
    if (us_scenario_check(random->scenario, view, &order) != US_REASON_NONE)
        return false;
    us_orders_add_copy(orders, &order);
    return true;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    us_random *random = (us_random *)player;
    (void)events;
    find_own(random, view);
    int given = 0;
    for (int i = 0; i < TRIES && given < ORDERS && random->own.count > 0; i++)
        given += try_order(random, view, orders);
    wakeup->until = view->world->now + WAKEUP_LOW + below(random, WAKEUP_HIGH - WAKEUP_LOW + 1);
}

const us_player_kind us_random_kind = {"random", open, think, NULL, close};
