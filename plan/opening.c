#include <string.h>

#include "domain/action.h"
#include "plan/task.h"

enum { NEVER = 0xff }; /* of a terrain: no action opens it */

/* ---- units that can open a way */

static bool can(const us_plan *plan, const us_entity *e, int action)
{
    return e->owner == plan->seat.view->self && !(e->flags & US_ENTITY_UNFINISHED) &&
           us_type_can_do(plan->domain, e->type, action);
}

static bool is_free(const us_plan *plan, us_id unit)
{
    return us_reservations_hold(plan->reserve, unit, US_HOLDER_WAYS) != US_HOLD_FIRM;
}

static bool is_hand(const us_opening *o, us_id unit)
{
    for (int i = 0; i < US_WAY_HANDS; i++)
        if (o->hand[i] == unit)
            return true;
    return false;
}

static bool can_reach(const us_plan *plan, const us_entity *e, int32_t cell)
{
    return us_regions_has_path(us_reviser_regions(plan->reviser),
                               plan->domain->type[e->type].movement, us_entity_box(plan->domain, e),
                               (us_box){US_CELL_X(cell), US_CELL_Y(cell), 1, 1});
}

/* Returns how many units open a way: few enough that the others go on with their work. */
static int count_hands(const us_plan *plan, int action)
{
    const us_world *world = plan->seat.view->world;
    int able = 0;
    for (int i = 0; i < world->count; i++)
        able += can(plan, &world->entity[i], action);
    int hands = (able + US_WAY_SHARE - 1) / US_WAY_SHARE;
    return hands < US_WAY_HANDS ? hands : US_WAY_HANDS;
}

/* Returns the seat's nearest unit that no task commands and that gets there; or 0. */
static us_id find_hand(us_plan *plan, int action, int32_t cell)
{
    const us_world *world = plan->seat.view->world;
    us_id best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int far = us_entity_cell_distance(plan->domain, e, US_CELL_X(cell), US_CELL_Y(cell));
        if (far >= least || !can(plan, e, action) || !is_free(plan, e->id) ||
            is_hand(&plan->opening, e->id) || !can_reach(plan, e, cell))
            continue;
        best = e->id;
        least = far;
    }
    return best;
}

static us_order order_of(const us_plan *plan, int action, const us_id *unit, int32_t cell)
{
    const us_action_def *def = &plan->domain->action[action];
    us_order order = {
        .seat = plan->seat.view->self, .action = (int8_t)action, .unit = unit, .unit_count = 1};
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = cell;
    return order;
}

static bool may(const us_plan *plan, int action, us_id unit, int32_t cell)
{
    us_order order = order_of(plan, action, &unit, cell);
    us_reason reason = us_scenario_check(plan->def.scenario, plan->seat.view, &order);
    return reason == US_REASON_NONE || reason == US_REASON_NO_WAY;
}

/* Whether the action fits the terrain: it gathers what grows there, or breaks it. */
static bool suits(const us_plan *plan, int action, const us_terrain *terrain)
{
    const us_action_def *def = &plan->domain->action[action];
    bool gains = false;
    for (int e = 0; e < def->effect_count; e++)
        gains = gains ||
                (def->effect[e].kind == US_EFFECT_GAIN && terrain->resource >= 0 &&
                 (def->effect[e].resource < 0 || def->effect[e].resource == terrain->resource));
    return terrain->resource >= 0 ? gains : !gains && terrain->breakable;
}

static bool opens(const us_action_def *def)
{
    return us_action_find_param(def, US_VALUE_CELL) >= 0 &&
           us_action_has_effect(def, US_EFFECT_OPEN);
}

/* Returns the action by which some unit, at work or not, opens that cell's terrain; or NEVER. */
static int opener(us_plan *plan, int32_t cell)
{
    const us_world *world = plan->seat.view->world;
    int at = us_world_cell(world, US_CELL_X(cell), US_CELL_Y(cell));
    const us_terrain *terrain = &plan->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
    for (int a = 0; a < plan->domain->action_count; a++) {
        if (!opens(&plan->domain->action[a]) || !suits(plan, a, terrain))
            continue;
        for (int i = 0; i < world->count; i++) {
            const us_entity *e = &world->entity[i];
            if (can(plan, e, a) && may(plan, a, e->id, cell))
                return a;
        }
    }
    return NEVER;
}

/* ---- the cheapest way */

typedef struct search {
    us_plan *plan;
    us_opening *o;
    const us_world *world;
    uint8_t by[256]; /* terrain: the action that opens it; NEVER; NEVER - 1: not asked yet */
    int32_t head[US_WAY_TOIL + 1]; /* buckets by cost, as no step costs more; -1: empty */
} search;

/* Returns the cost of a step onto the cell; 0: the step is impossible. */
static int cost_of(search *s, int x, int y)
{
    if (!us_world_is_inside(s->world, x, y))
        return 0;
    int at = us_world_cell(s->world, x, y), terrain = s->world->plane[US_PLANE_TERRAIN][at];
    const us_terrain *def = &s->plan->domain->terrain[terrain];
    if (s->world->plane[US_PLANE_TAKEN][at] & US_TAKEN_BUILDING)
        return 0;
    if (def->passable >> s->o->movement & 1)
        return 1;
    if (def->becomes < 0)
        return 0;
    if (s->by[terrain] == NEVER - 1)
        s->by[terrain] = (uint8_t)opener(s->plan, US_CELL(x, y));
    return s->by[terrain] == NEVER ? 0 : US_WAY_TOIL;
}

static const int side_x[] = {0, 1, 0, -1}, side_y[] = {-1, 0, 1, 0};

enum { REACHED = 0x80, FROM_HERE = 4 };

static void put(search *s, int bucket, int at, int side)
{
    s->o->how[at] = (uint8_t)(REACHED | side);
    s->o->next[at] = s->head[bucket];
    s->head[bucket] = at;
}

static bool flood(search *s, int32_t from)
{
    us_opening *o = s->o;
    int width = s->world->width, bucket = 0, left = 1;
    memset(o->how, 0, (size_t)o->cells);
    put(s, 0, US_CELL_Y(from) * width + US_CELL_X(from), FROM_HERE);
    while (left > 0) {
        while (s->head[bucket] < 0)
            bucket = (bucket + 1) % (US_WAY_TOIL + 1);
        int at = s->head[bucket], x = at % width, y = at / width;
        s->head[bucket] = o->next[at];
        left--;
        if (us_box_distance((us_box){x, y, 1, 1}, o->to) <= 1) {
            o->end = US_CELL(x, y);
            return true;
        }
        for (int side = 0; side < 4; side++) {
            int nx = x + side_x[side], ny = y + side_y[side], cost = cost_of(s, nx, ny);
            if (cost == 0 || o->how[ny * width + nx])
                continue;
            put(s, (bucket + cost) % (US_WAY_TOIL + 1), ny * width + nx, side);
            left++;
        }
    }
    return false;
}

/* Lists the closed cells of the way from its end, so that its first cells stand last. */
static void list_closed(search *s)
{
    us_opening *o = s->o;
    int width = s->world->width, at = US_CELL_Y(o->end) * width + US_CELL_X(o->end);
    while (o->how[at] != (REACHED | FROM_HERE)) {
        int side = o->how[at] & ~REACHED, x = at % width, y = at / width;
        if (cost_of(s, x, y) > 1) {
            us_closed_cell closed = {US_CELL(x, y), s->by[s->world->plane[US_PLANE_TERRAIN][at]]};
            US_LIST_PUT(o->closed, closed);
            o->before = at - (side_y[side] * width + side_x[side]);
        }
        at -= side_y[side] * width + side_x[side];
    }
}

static void find_way(us_plan *plan, const us_entity *unit)
{
    us_opening *o = &plan->opening;
    const us_world *world = plan->seat.view->world;
    search s = {.plan = plan, .o = o, .world = world};
    memset(s.by, NEVER - 1, sizeof s.by);
    for (int i = 0; i <= US_WAY_TOIL; i++)
        s.head[i] = -1;
    if (o->cells != world->width * world->height) {
        o->cells = world->width * world->height;
        o->how = us_mem_realloc(o->how, (size_t)o->cells);
        o->next = us_mem_realloc(o->next, (size_t)o->cells * sizeof *o->next);
    }
    o->closed.count = 0;
    if (flood(&s, US_CELL(unit->x, unit->y)))
        list_closed(&s);
    o->found_at = world->now;
}

/* ---- opening it */

/* Drops cells that are open now. The way's first cells stand last, and are opened first. */
static void drop_open(const us_plan *plan, us_opening *o)
{
    const us_world *world = plan->seat.view->world;
    for (; o->closed.count > 0; o->closed.count--) {
        int32_t cell = o->closed.item[o->closed.count - 1].cell;
        int at = us_world_cell(world, US_CELL_X(cell), US_CELL_Y(cell));
        const us_terrain *terrain = &plan->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
        if (terrain->becomes >= 0 && !(terrain->passable >> o->movement & 1))
            return;
    }
}

static void set_to_work(us_plan *plan, us_opening *o, int hand, const us_closed_cell *closed,
                        uint32_t label)
{
    const us_entity *e =
        o->hand[hand] ? us_world_find(plan->seat.view->world, o->hand[hand]) : NULL;
    if (e && e->action == closed->action && o->at[hand] == closed->cell)
        return;
    if (o->hand[hand] && !e)
        o->safe = us_plan_after(plan, US_WAY_LOST);
    if (!e || !can(plan, e, closed->action)) {
        us_reservations_drop_unit(plan->reserve, o->hand[hand]);
        o->hand[hand] = find_hand(plan, closed->action, closed->cell);
        o->at[hand] = -1;
    }
    if (!o->hand[hand] || plan->now < o->safe ||
        !may(plan, closed->action, o->hand[hand], closed->cell))
        return;
    us_order order = order_of(plan, closed->action, &o->hand[hand], closed->cell);
    order.goal = label;
    us_reservations_take_unit(plan->reserve, o->hand[hand], US_HOLDER_WAYS);
    us_executor_order(&plan->exec, &order, NULL);
    o->at[hand] = closed->cell;
}

static void release_hands(us_plan *plan, us_opening *o)
{
    us_reservations_release(plan->reserve, US_HOLDER_WAYS);
    memset(o->hand, 0, sizeof o->hand);
}

static void end(us_plan *plan)
{
    us_opening *o = &plan->opening;
    release_hands(plan, o);
    o->requested = -1;
    o->closed.count = 0;
}

static bool is_asked(const us_plan *plan)
{
    const us_opening *o = &plan->opening;
    return o->requested >= 0 &&
           plan->now - o->requested <= us_ticks_to_cycles(plan->domain, US_WAY_LAPSE);
}

us_cycle us_opening_update(us_plan *plan)
{
    us_opening *o = &plan->opening;
    if (o->requested >= 0 && !is_asked(plan))
        end(plan);
    return o->requested >= 0
               ? us_cycle_after(o->requested, us_ticks_to_cycles(plan->domain, US_WAY_LAPSE) + 1)
               : US_NEVER;
}

/* Returns the box of the target: the building at the cell, or the cell. */
static bool box_of(const us_plan *plan, const us_order *order, us_box *out)
{
    const us_world *world = plan->seat.view->world;
    if (!us_order_box(plan->domain, world, order, out) ||
        !us_world_is_inside(world, out->x, out->y))
        return false;
    int at = us_world_cell(world, out->x, out->y);
    if (world->plane[US_PLANE_TAKEN][at] & US_TAKEN_BUILDING) {
        const us_entity *there = us_world_at(world, out->x, out->y);
        *out = there ? us_entity_box(plan->domain, there) : *out;
    }
    return true;
}

us_way_state us_opening_request(us_plan *plan, const us_task *step, us_id unit)
{
    us_box to;
    if (!box_of(plan, &step->step.order, &to))
        return US_WAY_NEVER;
    return us_opening_request_box(plan, step->node, us_plan_find_goal(&plan->exec, step->node_ref),
                                  unit, to);
}

us_way_state us_opening_request_box(us_plan *plan, uint32_t asker, uint32_t goal, us_id unit,
                                    us_box to)
{
    us_opening *o = &plan->opening;
    us_cycle now = plan->now;
    const us_entity *e = us_world_find(plan->seat.view->world, unit);
    if (!plan->def.settings.ways || !e || plan->domain->type[e->type].movement < 0)
        return US_WAY_NEVER;
    bool own = is_asked(plan) && o->asker == asker;
    if (us_regions_has_path(us_reviser_regions(plan->reviser), plan->domain->type[e->type].movement,
                            us_entity_box(plan->domain, e), to)) {
        if (own)
            end(plan);
        return US_WAY_OPEN;
    }
    if (asker == o->vain)
        return US_WAY_NEVER;
    if (!own && is_asked(plan))
        return US_WAY_LATER;
    if (!own) {
        end(plan);
        o->asker = asker;
        o->found_at = -1;
        o->gained = now;
    }
    o->movement = plan->domain->type[e->type].movement;
    o->to = to;
    o->requested = now;
    int before = o->closed.count;
    drop_open(plan, o);
    if (o->closed.count < before)
        o->gained = now;
    if (o->found_at < 0 || now - o->found_at >= us_ticks_to_cycles(plan->domain, US_WAY_AGAIN) ||
        o->closed.count == 0)
        find_way(plan, e);
    if (o->closed.count == 0 || now - o->gained >= us_ticks_to_cycles(plan->domain, US_WAY_VAIN)) {
        o->vain = o->closed.count ? asker : o->vain;
        end(plan);
        return US_WAY_NEVER;
    }
    if (now < o->safe)
        release_hands(plan, o);
    int hands = count_hands(plan, o->closed.item[o->closed.count - 1].action);
    for (int hand = 0; hand < hands; hand++)
        set_to_work(plan, o, hand, &o->closed.item[o->closed.count - 1], goal);
    return US_WAY_CLOSED;
}
