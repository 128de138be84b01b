#include "tests/unit/conformance.h"

#include "domain/action.h"
#include "tests/unit/test.h"
#include <string.h>

/* ---- orders that may well be taken */

static us_id near_foe(const us_world *world, const us_entity *actor)
{
    const us_entity *best = NULL;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != actor->owner && e->owner >= 0 &&
            (!best || us_entity_distance(world->domain, actor, e) <
                          us_entity_distance(world->domain, actor, best)))
            best = e;
    }
    return best ? best->id : actor->id;
}

static int32_t some_cell(us_rng *rng, const us_world *world, const us_entity *actor)
{
    int kind = (int)us_rng_next_below(rng, 4);
    int x = 0, y = 0;
    for (int i = 0; i < 200; i++) {
        x = (int)us_rng_next_below(rng, (uint32_t)world->width);
        y = (int)us_rng_next_below(rng, (uint32_t)world->height);
        if (kind < 2) {
            x = actor->x + (int)us_rng_next_below(rng, 25) - 12;
            y = actor->y + (int)us_rng_next_below(rng, 25) - 12;
            break;
        }
        uint8_t terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, x, y)];
        if (kind == 3 || world->domain->terrain[terrain].resource >= 0)
            break;
    }
    return US_CELL(x, y);
}

static us_type some_product(us_rng *rng, const us_domain *domain, us_type actor, int action)
{
    const us_type_def *def = &domain->type[actor];
    for (int i = 0; i < def->produces_count; i++)
        if (def->produces[i].action == action)
            return def->produces[i].type[us_rng_next_below(rng, (uint32_t)def->produces[i].count)];
    return (us_type)us_rng_next_below(rng, (uint32_t)domain->type_count);
}

/* One of the seat's, each type as likely as any other, so that the rare ones have their turn. */
static const us_entity *some_actor(us_rng *rng, const us_world *world, us_seat seat)
{
    uint8_t met[US_TYPES_MAX] = {0};
    const us_entity *chosen = NULL;
    uint32_t types = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != seat)
            continue;
        bool fresh = !met[e->type];
        met[e->type] = 1;
        if (fresh ? us_rng_next_bool(rng, 1, ++types)
                  : chosen && chosen->type == e->type && us_rng_next_bool(rng, 1, 3))
            chosen = e;
    }
    return chosen;
}

/* What somebody of the seat is making now. */
static us_type made_now(us_rng *rng, const us_world *world, us_seat seat, us_type other)
{
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == seat && world->entity[i].product != US_NO_TYPE &&
            us_rng_next_bool(rng, 1, 2))
            other = world->entity[i].product;
    return other;
}

/* False: the seat has nobody. */
static bool think_up(us_rng *rng, const us_world *world, us_seat seat, us_order *out, us_id unit[8])
{
    const us_domain *domain = world->domain;
    const us_entity *actor = some_actor(rng, world, seat);
    *out = (us_order){.id = 1000000, .seat = seat, .unit = unit, .unit_count = 1};
    if (!actor)
        return false;
    unit[0] = actor->id;
    for (int i = 0; i < 64; i++) {
        out->action = (int8_t)us_rng_next_below(rng, (uint32_t)domain->action_count);
        if (us_type_can_do(domain, actor->type, out->action))
            break;
    }
    const us_action_def *action = &domain->action[out->action];
    for (int p = 0; p < action->param_count; p++) {
        us_id any = world->entity[us_rng_next_below(rng, (uint32_t)world->count)].id;
        us_value_kind kind = action->param[p].kind;
        out->arg[p] = kind == US_VALUE_CELL   ? some_cell(rng, world, actor)
                      : kind == US_VALUE_TYPE ? some_product(rng, domain, actor->type, out->action)
                      : us_rng_next_bool(rng, 1, 3) ? (int32_t)near_foe(world, actor)
                                                    : (int32_t)any;
    }
    for (int p = 0; p < action->param_count; p++)
        if (action->param[p].kind == US_VALUE_TYPE && us_rng_next_bool(rng, 1, 4))
            out->arg[p] = made_now(rng, world, seat, (us_type)out->arg[p]);
    return true;
}

/* ---- rules and domain held against each other */

typedef struct held {
    int asked, agreed_yes, faults;
} held;

static void report_order(const us_scenario *scenario, const us_order *order, us_cycle now,
                         bool full, us_reason rules, bool domain)
{
    US_AUTOSTR(text);
    US_AUTOSTR(when);
    us_json_writer writer;
    us_json_writer_init(&writer, &text);
    us_json_write_open(&writer, '{');
    us_order_write(scenario->domain, order, &writer);
    us_json_write_close(&writer, '}');
    us_expr_print(scenario->domain->action[order->action].when, &when);
    FAIL("cycle %d, seat %d, %s view: %s: the rules say %s, the domain %s by: %s", (int)now,
         order->seat, full ? "full" : "own", text.text, us_reason_name(rules),
         domain ? "yes" : "no", when.text);
}

/* Unit by unit, since of a group those who cannot are passed over. */
static void hold(const us_scenario *scenario, const us_world *world, const us_order *order,
                 bool full, held *h)
{
    us_view view = {world, order->seat};
    if (!world->alive[order->seat])
        return;
    for (int i = 0; i < order->unit_count && h->faults < 5; i++) {
        us_order one = *order;
        one.unit = &order->unit[i];
        one.unit_count = 1;
        us_reason rules = us_scenario_check(scenario, &view, &one);
        bool domain = us_action_is_allowed(&view, &one, one.unit[0]);
        h->asked++;
        h->agreed_yes += domain && rules == US_REASON_NONE;
        if (domain == (rules == US_REASON_NONE))
            continue;
        h->faults++;
        report_order(scenario, &one, world->now, full, rules, domain);
    }
}

static void hold_made_up(const us_playthrough *course, us_game *game, us_rng *rng, held *h)
{
    us_id unit[8];
    us_order order;
    for (int n = 0; n < 80; n++) {
        us_seat seat = (us_seat)us_rng_next_below(rng, (uint32_t)course->scenario->seats);
        bool full = us_rng_next_bool(rng, 1, 2);
        const us_world *world = us_game_world(game, full ? US_NEUTRAL : seat);
        if (n % 4 == 0)
            us_order_make_up(rng, world, &order, unit);
        else if (!think_up(rng, world, seat, &order, unit))
            continue;
        if (!full && order.seat != seat)
            continue;
        hold(course->scenario, world, &order, full, h);
    }
}

static void check_census(const us_world *world, us_cycle now, us_seat seat)
{
    int size = us_census_size(world->domain, world->seats);
    US_AUTOFREE uint16_t *count = US_NEW_ARRAY(uint16_t, size);
    us_world_compute_census(world, count);
    for (int i = 0; world->census && i < size; i++) {
        if (count[i] == world->census[i])
            continue;
        FAIL("cycle %d, seat %d's view: the census says %d of %s of seat %d, there are %d",
             (int)now, seat, world->census[i],
             world->domain->type[i % world->domain->type_count].name,
             i / world->domain->type_count - 1, count[i]);
        break;
    }
}

void us_conform_domain(const us_playthrough *course, int times)
{
    const us_scenario *scenario = course->scenario;
    US_AUTOPTR(us_game) game = us_game_new(scenario, course->seed);
    us_rng rng = us_rng_derive(course->seed, "test.domain", 0);
    us_cycle every = course->cycles / times + 1;
    held h = {0};
    for (int next = 0; next < course->orders.count && h.faults == 0;) {
        us_cycle now = course->at[next];
        us_game_step(game, now, NULL, NULL);
        if (now / every != (next ? course->at[next - 1] / every : -1)) {
            hold_made_up(course, game, &rng, &h);
            for (us_seat seat = US_NEUTRAL; seat < scenario->seats; seat++)
                check_census(us_game_world(game, seat), now, seat);
        }
        for (; next < course->orders.count && course->at[next] == now; next++) {
            const us_order *order = &course->orders.order[next];
            hold(scenario, us_game_world(game, order->seat), order, false, &h);
            us_game_act(game, order);
        }
    }
    CHECK(h.agreed_yes > 20 && h.asked > h.agreed_yes); /* else this shows little */
}
