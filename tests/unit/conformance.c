#include "tests/unit/conformance.h"

#include "players/players.h"
#include "tests/unit/test.h"
#include <string.h>

/* ---- playing a course */

static void keep_order(us_playthrough *course, const us_order *order, us_cycle now,
                       us_reason reason)
{
    int i = course->orders.count;
    if (i >= course->capacity) {
        course->capacity = course->capacity ? 2 * course->capacity : 256;
        course->at = us_mem_realloc(course->at, (size_t)course->capacity * sizeof(*course->at));
        course->reason =
            us_mem_realloc(course->reason, (size_t)course->capacity * sizeof(*course->reason));
    }
    us_orders_add_copy(&course->orders, order);
    course->at[i] = now;
    course->reason[i] = reason;
}

typedef struct seat_state {
    us_player *player;
    us_wakeup wakeup;
    us_events events;
} seat_state;

static void think(us_playthrough *course, us_game *game, seat_state *seat, us_seat self,
                  us_orders *given)
{
    us_view view = {us_game_world(game, self), self};
    US_AUTO(us_orders_clear) us_orders orders = {0};
    seat->wakeup = (us_wakeup){view.world->now + 1, 0};
    seat->player->kind->think(seat->player, &view, &seat->events, &orders, &seat->wakeup);
    us_events_reset(&seat->events);
    for (int i = 0; i < orders.count; i++) {
        us_order *order = &orders.order[i];
        order->id = (uint32_t)(course->orders.count + given->count + 1);
        order->seat = self;
        us_orders_add_copy(given, order);
    }
}

static void play_cycle(us_playthrough *course, us_game *game, seat_state *seat)
{
    us_cycle now = us_game_world(game, US_NEUTRAL)->now;
    us_orders given = {0};
    for (us_seat self = 0; self < course->scenario->seats; self++) {
        if (now >= seat[self].wakeup.until && us_game_world(game, self)->alive[self])
            think(course, game, &seat[self], self, &given);
    }
    for (int i = 0; i < given.count; i++)
        keep_order(course, &given.order[i], now, us_game_act(game, &given.order[i]));
    us_orders_clear(&given);
    int from = course->events.count;
    us_game_step(game, now + 1, NULL, &course->events);
    for (int self = 0; self < course->scenario->seats; self++) {
        for (int i = from; i < course->events.count; i++)
            us_events_add(&seat[self].events, &course->events.event[i]);
    }
}

us_playthrough *us_playthrough_play(const us_scenario *scenario, const char *const *agent,
                                    uint64_t seed, us_cycle cycles)
{
    us_playthrough *course = US_NEW(us_playthrough);
    seat_state seat[US_SEATS_MAX] = {{0}};
    course->scenario = scenario;
    course->seed = seed;
    course->tag = US_NEW_ARRAY(uint32_t, cycles + 1);
    for (us_seat self = 0; self < scenario->seats; self++)
        REQUIRE(us_agent_open(agent[self], scenario, self, seed, &seat[self].player, NULL) ==
                US_OK);
    us_game *game = us_game_new(scenario, seed);
    while (course->cycles < cycles && us_game_outcome(game).kind == US_OUTCOME_NONE) {
        play_cycle(course, game, seat);
        course->tag[++course->cycles] = us_game_tag(game);
    }
    course->hash = us_game_hash(game);
    us_game_free(game);
    for (int self = 0; self < scenario->seats; self++) {
        us_player_close(seat[self].player);
        us_events_clear(&seat[self].events);
    }
    return course;
}

/* ---- playing it again */

/* Give the orders of the cycle from *next on; their reasons must be those recorded. */
static bool give(const us_playthrough *course, us_game *game, us_cycle now, int *next)
{
    for (; *next < course->orders.count && course->at[*next] == now; (*next)++) {
        us_reason reason = us_game_act(game, &course->orders.order[*next]);
        if (!CHECK_INT(reason, course->reason[*next]))
            return false;
    }
    return true;
}

/* From cycle `from`, at which game stands, to `to`. */
static bool go(const us_playthrough *course, us_game *game, us_cycle from, us_cycle to,
               us_events *events)
{
    int next = 0;
    while (next < course->orders.count && course->at[next] < from)
        next++;
    for (us_cycle now = from; now < to; now++) {
        if (!give(course, game, now, &next))
            return false;
        us_game_step(game, now + 1, NULL, events);
        if (us_game_tag(game) != course->tag[now + 1]) {
            FAIL("the tag of cycle %d differs", (int)now + 1);
            return false;
        }
    }
    return true;
}

static void check_events(const us_events *events, const us_events *expected)
{
    if (!CHECK_INT(events->count, expected->count))
        return;
    for (int i = 0; i < events->count; i++) {
        const us_event *a = &events->event[i], *b = &expected->event[i];
        bool same = a->cycle == b->cycle && a->kind == b->kind && a->seat == b->seat &&
                    a->type == b->type && a->entity == b->entity && a->other == b->other &&
                    a->value == b->value && a->extra == b->extra && a->x == b->x && a->y == b->y;
        if (!same) {
            FAIL("event %d (%s at cycle %d) differs", i, us_event_name(b->kind), (int)b->cycle);
            return;
        }
    }
}

void us_conform_replay(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    US_AUTO(us_events_clear) us_events events = {0};
    if (go(course, game, 0, course->cycles, &events)) {
        CHECK_HASH(us_game_hash(game), course->hash);
        check_events(&events, &course->events);
    }
}

void us_conform_jumps(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    US_AUTO(us_events_clear) us_events events = {0};
    us_cycle now = 0;
    int next = 0;
    while (now < course->cycles && give(course, game, now, &next)) {
        us_cycle until = next < course->orders.count ? course->at[next] : course->cycles;
        us_cycle reached = us_game_step(game, until, NULL, &events);
        if (!CHECK_INT(reached, until))
            break;
        now = until;
    }
    CHECK_HASH(us_game_hash(game), course->hash);
    check_events(&events, &course->events);
}

void us_conform_questions(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    us_rng rng = us_rng_derive(course->seed, "test.questions", 0);
    US_AUTOSTR(save);
    int next = 0;
    for (us_cycle now = 0; now < course->cycles; now++) {
        for (us_seat seat = US_NEUTRAL; seat < course->scenario->seats; seat++) {
            const us_world *world = us_game_world(game, seat);
            us_id unit[8];
            us_order order;
            us_order_make_up(&rng, world, &order, unit);
            us_view view = {world, seat < 0 ? order.seat : seat};
            us_scenario_check(course->scenario, &view, &order);
        }
        if (now % 50 == 0) {
            us_game_hash(game);
            us_str_reset(&save);
            if (course->scenario->kind->capabilities & US_CAN_SNAPSHOT)
                us_game_save(game, &save);
        }
        if (!give(course, game, now, &next))
            break;
        us_game_step(game, now + 1, NULL, NULL);
    }
    CHECK_HASH(us_game_hash(game), course->hash);
}

/* ---- snapshots */

static void check_snapshot(const us_playthrough *course, us_game *game, us_cycle now,
                           us_cycle until)
{
    US_AUTOSTR(save);
    US_AUTOSTR(again);
    us_game_save(game, &save);
    US_AUTOPTR(us_game) fresh = us_game_new(course->scenario, course->seed);
    us_error err = {0};
    if (CHECK_INT(us_game_load(fresh, save.text, save.length, &err), US_OK)) {
        CHECK_HASH(us_game_hash(fresh), us_game_hash(game));
        CHECK_INT(us_game_tag(fresh), us_game_tag(game));
        CHECK_HASH(us_world_hash(us_game_world(fresh, US_NEUTRAL)),
                   us_world_hash(us_game_world(game, US_NEUTRAL)));
        us_game_save(fresh, &again);
        CHECK(again.length == save.length && memcmp(again.text, save.text, save.length) == 0);
        us_events a = {0}, b = {0};
        go(course, game, now, until, &a);
        go(course, fresh, now, until, &b);
        check_events(&b, &a);
        CHECK_HASH(us_game_hash(fresh), us_game_hash(game));
        us_events_clear(&a);
        us_events_clear(&b);
    }
}

void us_conform_snapshots(const us_playthrough *course, int times)
{
    if (!(course->scenario->kind->capabilities & US_CAN_SNAPSHOT))
        return;
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    for (int i = 0; i < times; i++) {
        us_cycle now = (us_cycle)((int64_t)course->cycles * i / times);
        us_cycle until = (us_cycle)((int64_t)course->cycles * (i + 1) / times);
        check_snapshot(course, game, now, until);
    }
    CHECK_HASH(us_game_hash(game), course->hash);
}

void us_conform_bad_snapshots(const us_playthrough *course)
{
    if (!(course->scenario->kind->capabilities & US_CAN_SNAPSHOT))
        return;
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    US_AUTOSTR(save);
    us_game_save(game, &save);
    us_hash before = us_game_hash(game);
    static const char junk[] = "this is no saved game";
    size_t lengths[] = {0, 1, 16, save.length - 1};
    for (int i = 0; i < US_COUNT(lengths); i++) {
        us_error err = {0};
        CHECK(us_game_load(game, save.text, lengths[i], &err) != US_OK);
        CHECK(err.text[0]);
        CHECK_HASH(us_game_hash(game), before);
    }
    CHECK(us_game_load(game, junk, sizeof(junk), NULL) != US_OK);
    us_game *other = us_game_new(course->scenario, course->seed + 1);
    us_error err = {0};
    us_hash others = us_game_hash(other);
    CHECK_INT(us_game_load(other, save.text, save.length, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "expected a snapshot of a game with seed ");
    CHECK_HASH(us_game_hash(other), others);
    us_game_free(other);
    memcpy(save.text, junk, 16);
    CHECK(us_game_load(game, save.text, save.length, NULL) != US_OK);
    us_str_add_char(&save, 'x');
    CHECK(us_game_load(game, save.text, save.length, NULL) != US_OK);
    CHECK_HASH(us_game_hash(game), before);
}

/* ---- orders */

void us_order_make_up(us_rng *rng, const us_world *world, us_order *out, us_id unit[8])
{
    const us_domain *domain = world->domain;
    *out = (us_order){.id = 1000000, .unit = unit};
    out->seat = (us_seat)us_rng_next_below(rng, (uint32_t)world->seats);
    const us_entity *actor = &world->entity[us_rng_next_below(rng, (uint32_t)world->count)];
    for (int i = 0; i < 8 && actor->owner != out->seat; i++)
        actor = &world->entity[us_rng_next_below(rng, (uint32_t)world->count)];
    out->action = (int8_t)us_rng_next_below(rng, (uint32_t)domain->action_count);
    for (int i = 0; i < 16 && !us_type_can_do(domain, actor->type, out->action); i++)
        out->action = (int8_t)us_rng_next_below(rng, (uint32_t)domain->action_count);
    const us_action_def *action = &domain->action[out->action];
    out->queued = action->queues && us_rng_next_bool(rng, 1, 3);
    unit[out->unit_count++] = actor->id;
    while (action->group && out->unit_count < 8 && us_rng_next_bool(rng, 1, 2))
        unit[out->unit_count++] = world->entity[us_rng_next_below(rng, (uint32_t)world->count)].id;
    for (int p = 0; p < action->param_count; p++) {
        switch (action->param[p].kind) {
        case US_VALUE_ENTITY:
            out->arg[p] = (int32_t)world->entity[us_rng_next_below(rng, (uint32_t)world->count)].id;
            break;
        case US_VALUE_CELL:
            out->arg[p] = US_CELL(us_rng_next_below(rng, (uint32_t)world->width),
                                  us_rng_next_below(rng, (uint32_t)world->height));
            break;
        case US_VALUE_TYPE:
            out->arg[p] = (int32_t)us_rng_next_below(rng, (uint32_t)domain->type_count);
            break;
        default:
            out->arg[p] = (int32_t)us_rng_next_below(rng, 8);
        }
    }
}

typedef enum fault {
    NO_ACTION_BELOW,
    NO_ACTION_ABOVE,
    NO_SEAT_BELOW,
    NO_SEAT_ABOVE,
    NO_UNITS,
    TWO_UNITS,
    UNIT_ZERO,
    UNIT_NEVER,
    UNIT_FOREIGN,
    CELL_LEFT,
    CELL_BELOW,
    TYPE_BELOW,
    TYPE_ABOVE,
    TYPE_ABSTRACT,
    TARGET_NEVER,
    QUEUED_NEVER,
    FAULTS,
} fault;

static const struct {
    const char *name;
    us_reason reason; /* the only one that fits; NONE: any */
} faults[FAULTS] = {
    [NO_ACTION_BELOW] = {"an action below the table", US_REASON_BAD_ARGUMENT},
    [NO_ACTION_ABOVE] = {"an action above the table", US_REASON_BAD_ARGUMENT},
    [NO_SEAT_BELOW] = {"a seat below the table", US_REASON_BAD_ARGUMENT},
    [NO_SEAT_ABOVE] = {"a seat above the table", US_REASON_BAD_ARGUMENT},
    [NO_UNITS] = {"an order to nobody", US_REASON_BAD_ARGUMENT},
    [TWO_UNITS] = {"two units for what one does", US_REASON_BAD_ARGUMENT},
    [UNIT_ZERO] = {"unit 0", US_REASON_NO_UNIT},
    [UNIT_NEVER] = {"a unit that never was", US_REASON_NO_UNIT},
    [UNIT_FOREIGN] = {"somebody else's unit", US_REASON_NOT_YOURS},
    [CELL_LEFT] = {"a cell left of the map", US_REASON_NONE},
    [CELL_BELOW] = {"a cell below the map", US_REASON_NONE},
    [TYPE_BELOW] = {"type -1", US_REASON_NONE},
    [TYPE_ABOVE] = {"a type above the table", US_REASON_NONE},
    [TYPE_ABSTRACT] = {"an abstract type", US_REASON_NONE},
    [TARGET_NEVER] = {"a target that never was", US_REASON_NONE},
    [QUEUED_NEVER] = {"queued, what takes no queue", US_REASON_BAD_ARGUMENT},
};

static us_type abstract_type(const us_domain *domain)
{
    for (int type = 0; type < domain->type_count; type++) {
        if (domain->type[type].abstract)
            return (us_type)type;
    }
    return US_NO_TYPE;
}

static int find_param(const us_action_def *action, us_value_kind kind)
{
    for (int p = 0; p < action->param_count; p++) {
        if (action->param[p].kind == kind)
            return p;
    }
    return -1;
}

/* False: the fault does not go with this order. */
static bool corrupt_order(us_order *order, us_id unit[8], const us_world *world, fault what,
                          us_rng *rng)
{
    const us_domain *domain = world->domain;
    const us_action_def *action = &domain->action[order->action];
    int cell = find_param(action, US_VALUE_CELL), type = find_param(action, US_VALUE_TYPE);
    int target = find_param(action, US_VALUE_ENTITY);
    const us_entity *other = &world->entity[us_rng_next_below(rng, (uint32_t)world->count)];
    switch (what) {
    case NO_ACTION_BELOW:
        order->action = -1;
        return true;
    case NO_ACTION_ABOVE:
        order->action = (int8_t)domain->action_count;
        return true;
    case NO_SEAT_BELOW:
        order->seat = US_NEUTRAL;
        return true;
    case NO_SEAT_ABOVE:
        order->seat = (us_seat)world->seats;
        return true;
    case NO_UNITS:
        order->unit_count = 0;
        return true;
    case TWO_UNITS:
        unit[1] = other->id;
        order->unit_count = 2;
        return !action->group;
    case UNIT_ZERO:
    case UNIT_NEVER:
        unit[0] = what == UNIT_ZERO ? 0 : UINT32_MAX;
        order->unit_count = 1;
        return true;
    case UNIT_FOREIGN:
        unit[0] = other->id;
        order->unit_count = 1;
        return other->owner != order->seat;
    case CELL_LEFT:
    case CELL_BELOW:
        if (cell >= 0)
            order->arg[cell] = what == CELL_LEFT ? US_CELL(-1, 0) : US_CELL(0, world->height);
        return cell >= 0;
    case TYPE_BELOW:
    case TYPE_ABOVE:
    case TYPE_ABSTRACT:
        if (type >= 0)
            order->arg[type] = what == TYPE_BELOW   ? -1
                               : what == TYPE_ABOVE ? domain->type_count
                                                    : abstract_type(domain);
        return type >= 0;
    case QUEUED_NEVER:
        order->queued = true;
        return !action->queues;
    default:
        if (target >= 0)
            order->arg[target] = (int32_t)(UINT32_MAX - 7);
        return target >= 0;
    }
}

/* An order is held against what its seat knows. */
static const us_world *as_known(us_game *game, const us_order *order)
{
    bool seated = order->seat >= 0 && order->seat < game->scenario->seats;
    return us_game_world(game, seated ? order->seat : US_NEUTRAL);
}

static void check_fault(us_game *game, us_rng *rng, fault what)
{
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_id unit[8];
    us_order order;
    us_order_make_up(rng, world, &order, unit);
    if (!world->alive[order.seat] || !corrupt_order(&order, unit, world, what, rng))
        return;
    us_test_row(faults[what].name);
    us_hash hash = us_game_hash(game);
    uint32_t tag = us_game_tag(game);
    us_view view = {as_known(game, &order), order.seat};
    us_reason foretold = us_scenario_check(game->scenario, &view, &order);
    us_reason reason = us_game_act(game, &order);
    CHECK(reason != US_REASON_NONE);
    /* in fog, somebody else's unit may be one that the seat knows nothing of */
    bool hidden = game->scenario->fog && what == UNIT_FOREIGN && reason == US_REASON_NO_UNIT;
    if (faults[what].reason != US_REASON_NONE && !hidden)
        CHECK_STR(us_reason_name(reason), us_reason_name(faults[what].reason));
    CHECK_STR(us_reason_name(foretold), us_reason_name(reason));
    CHECK_HASH(us_game_hash(game), hash);
    CHECK_INT(us_game_tag(game), tag);
    us_test_row(NULL);
}

void us_conform_refusals(const us_playthrough *course, int times)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    us_rng rng = us_rng_derive(course->seed, "test.refusals", 0);
    for (int i = 0; i < times; i++) {
        us_cycle now = (us_cycle)((int64_t)course->cycles * i / times);
        us_cycle until = (us_cycle)((int64_t)course->cycles * (i + 1) / times);
        for (int n = 0; n < 3 * FAULTS; n++)
            check_fault(game, &rng, (fault)(n % FAULTS));
        /* A refused order told nothing and left nothing behind. */
        if (!go(course, game, now, until, NULL))
            break;
    }
}

void us_conform_checks(const us_playthrough *course, int times)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    us_rng rng = us_rng_derive(course->seed, "test.checks", 0);
    int taken = 0;
    for (int i = 0; i < times; i++) {
        us_game_step(game, (us_cycle)((int64_t)course->cycles * i / times), NULL, NULL);
        for (int n = 0; n < 40 && us_game_outcome(game).kind == US_OUTCOME_NONE; n++) {
            const us_world *world = us_game_world(game, US_NEUTRAL);
            us_id unit[8];
            us_order order;
            us_order_make_up(&rng, world, &order, unit);
            us_hash hash = us_game_hash(game);
            us_view view = {as_known(game, &order), order.seat};
            us_reason foretold = us_scenario_check(course->scenario, &view, &order);
            us_reason reason = us_game_act(game, &order);
            us_test_row(world->domain->action[order.action].name);
            CHECK_STR(us_reason_name(reason), us_reason_name(foretold));
            CHECK((reason == US_REASON_NONE) == (us_game_hash(game) != hash));
            us_test_row(NULL);
            taken += reason == US_REASON_NONE;
        }
    }
    CHECK(taken > times / 4); /* else this shows little */
}

/* ---- the end */

void us_conform_end(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    US_AUTO(us_events_clear) us_events events = {0};
    us_cycle end = us_game_step(game, INT32_MAX, NULL, &events);
    us_outcome outcome = us_game_outcome(game);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    CHECK(outcome.kind != US_OUTCOME_NONE && outcome.reason[0]);
    CHECK(end <= course->scenario->max_cycles);
    CHECK_INT(world->now, end);
    CHECK((outcome.kind == US_OUTCOME_WIN) == (outcome.winner >= 0));
    const us_event *last = events.count ? &events.event[events.count - 1] : NULL;
    CHECK(last && last->kind == US_EVENT_OVER && last->value == (int32_t)outcome.kind &&
          last->seat == outcome.winner);
    us_hash hash = us_game_hash(game);
    us_rng rng = us_rng_derive(course->seed, "test.end", 0);
    us_id unit[8];
    us_order order;
    us_order_make_up(&rng, world, &order, unit);
    CHECK_STR(us_reason_name(us_game_act(game, &order)), "over");
    CHECK_INT(us_game_step(game, INT32_MAX, NULL, NULL), end);
    CHECK_HASH(us_game_hash(game), hash);
}
