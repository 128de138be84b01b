#include "plan/open.h"

#include <string.h>

#include "domain/action.h"
#include "plan/part.h"

enum {
    HANDS = 4,    /* who are at it at once */
    TOIL = 24,    /* steps that an open way may be longer than one through a closed cell */
    AGAIN = 300,  /* cycles until the way is looked for again */
    NEVER = 0xff, /* of a terrain: it can't be opened */
};

struct us_opening {
    us_cycle looked; /* when the way was found; -1: not yet */
    int32_t to;      /* where it ends */
    int32_t *cell;   /* that are to be opened, from the unit's side */
    int8_t *action;
    int count, room;
    us_id hand[HANDS];
    int32_t at[HANDS];
    uint8_t *how; /* by cell: from which side it was reached; 0: not */
    int32_t *queue;
    int cells;
};

us_opening *us_opening_new(void)
{
    us_opening *opening = US_NEW(us_opening);
    opening->looked = -1;
    return opening;
}

void us_opening_free(us_opening *opening)
{
    if (!opening)
        return;
    us_free(opening->cell);
    us_free(opening->action);
    us_free(opening->how);
    us_free(opening->queue);
    us_free(opening);
}

/* ---- who can open what */

/* The seat's own unit that would open the cell by that action, if it were near: the nearest that
 * nobody commands; but: not those. */
static us_id find_hand(us_plan *plan, int action, int32_t cell, const us_id *but, int buts)
{
    const us_world *world = plan->view->world;
    us_id best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != plan->view->self || e->flags & US_ENTITY_UNFINISHED ||
            !us_type_does(plan->domain, e->type, action) ||
            us_reserve_held(plan->reserve, e->id, 0) == US_HOLD_FIRM)
            continue;
        bool taken = false;
        for (int k = 0; k < buts; k++)
            taken = taken || but[k] == e->id;
        int far = us_entity_cell_distance(plan->domain, e, US_CELL_X(cell), US_CELL_Y(cell));
        if (taken || far >= least)
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
        .seat = plan->view->self, .action = (int8_t)action, .unit = (us_id *)unit, .unit_count = 1};
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = cell;
    return order;
}

static bool may(const us_plan *plan, int action, us_id unit, int32_t cell)
{
    us_order order = order_of(plan, action, &unit, cell);
    us_reason reason = us_scenario_check(plan->def.scenario, plan->view, &order);
    if (reason != US_REASON_NONE && reason != US_REASON_NO_WAY)
        return false;
    return !us_action_done(plan->view, &order, unit, 0); /* else nothing is to be done there */
}

static bool opens(const us_action_def *def)
{
    return us_action_param(def, US_VALUE_CELL) >= 0 && us_action_effects(def, US_EFFECT_OPEN);
}

/* The action by which somebody here opens that cell's terrain, or NEVER. */
static int opener(us_plan *plan, int32_t cell)
{
    for (int a = 0; a < plan->domain->action_count; a++) {
        us_id hand = opens(&plan->domain->action[a]) ? find_hand(plan, a, cell, NULL, 0) : 0;
        if (hand && may(plan, a, hand, cell))
            return a;
    }
    return NEVER;
}

/* ---- the cheapest way */

typedef struct search {
    us_plan *plan;
    us_opening *o;
    const us_world *world;
    int movement;
    uint8_t by[256]; /* terrain: the action that opens it; NEVER; NEVER - 1: not asked yet */
    int32_t *queue[TOIL + 1];
    int count[TOIL + 1];
} search;

/* What a step onto the cell costs; 0: it can't be made. */
static int cost_of(search *s, int x, int y)
{
    if (!us_world_inside(s->world, x, y))
        return 0;
    int at = us_world_cell(s->world, x, y), terrain = s->world->plane[US_PLANE_TERRAIN][at];
    const us_terrain *def = &s->plan->domain->terrain[terrain];
    if (s->world->plane[US_PLANE_TAKEN][at] & US_TAKEN_BUILDING)
        return 0;
    if (def->passable >> s->movement & 1)
        return 1;
    if (def->becomes < 0)
        return 0;
    if (s->by[terrain] == NEVER - 1)
        s->by[terrain] = (uint8_t)opener(s->plan, US_CELL(x, y));
    return s->by[terrain] == NEVER ? 0 : TOIL;
}

static const int side_x[] = {0, 1, 0, -1}, side_y[] = {-1, 0, 1, 0};

/* Buckets by cost, as no step costs more than TOIL. */
static bool flood(search *s, int32_t from, us_box to)
{
    us_opening *o = s->o;
    int width = s->world->width, bucket = 0, left = 1;
    memset(o->how, 0, (size_t)o->cells);
    s->queue[0][s->count[0]++] = US_CELL_Y(from) * width + US_CELL_X(from);
    o->how[US_CELL_Y(from) * width + US_CELL_X(from)] = 0x80 | 4;
    while (left > 0) {
        while (s->count[bucket] == 0)
            bucket = (bucket + 1) % (TOIL + 1);
        int at = s->queue[bucket][--s->count[bucket]];
        left--;
        int x = at % width, y = at / width;
        if (us_box_distance((us_box){x, y, 1, 1}, to) <= 1) {
            o->to = US_CELL(x, y);
            return true;
        }
        for (int side = 0; side < 4; side++) {
            int nx = x + side_x[side], ny = y + side_y[side], cost = cost_of(s, nx, ny);
            int next = ny * width + nx, then = (bucket + cost) % (TOIL + 1);
            if (cost == 0 || o->how[next])
                continue;
            o->how[next] = (uint8_t)(0x80 | side);
            s->queue[then][s->count[then]++] = next;
            left++;
        }
    }
    return false;
}

/* Back along the way: the closed cells, those of the beginning first. */
static void list_closed(search *s)
{
    us_opening *o = s->o;
    int width = s->world->width, at = US_CELL_Y(o->to) * width + US_CELL_X(o->to);
    o->count = 0;
    while ((o->how[at] & 0x7f) != 4) {
        int side = o->how[at] & 0x7f, x = at % width, y = at / width;
        if (cost_of(s, x, y) > 1) {
            int room = o->room;
            o->cell = us_grow(o->cell, o->count, &room, sizeof *o->cell);
            room = o->room;
            o->action = us_grow(o->action, o->count, &o->room, sizeof *o->action);
            o->cell[o->count] = US_CELL(x, y);
            o->action[o->count++] = (int8_t)s->by[s->world->plane[US_PLANE_TERRAIN][at]];
        }
        at -= side_y[side] * width + side_x[side];
    }
    for (int i = 0; i < o->count / 2; i++) {
        int32_t cell = o->cell[i];
        int8_t action = o->action[i];
        o->cell[i] = o->cell[o->count - 1 - i];
        o->action[i] = o->action[o->count - 1 - i];
        o->cell[o->count - 1 - i] = cell;
        o->action[o->count - 1 - i] = action;
    }
}

static void find_way(us_plan *plan, const us_entity *unit, int32_t cell)
{
    us_opening *o = plan->opening;
    const us_world *world = plan->view->world;
    search s = {.plan = plan, .o = o, .world = world};
    s.movement = plan->domain->type[unit->type].movement;
    memset(s.by, NEVER - 1, sizeof s.by);
    if (o->cells != world->width * world->height) {
        o->cells = world->width * world->height;
        o->how = us_realloc(o->how, (size_t)o->cells);
        o->queue = us_realloc(o->queue, (size_t)o->cells * (TOIL + 1) * sizeof(int32_t));
    }
    for (int i = 0; i <= TOIL; i++)
        s.queue[i] = o->queue + (size_t)i * (size_t)o->cells;
    us_box to = {US_CELL_X(cell), US_CELL_Y(cell), 1, 1};
    const us_entity *there = us_world_at(world, to.x, to.y);
    if (there && there->owner != plan->view->self)
        to = us_entity_box(plan->domain, there);
    o->count = 0;
    if (flood(&s, US_CELL(unit->x, unit->y), to))
        list_closed(&s);
    o->looked = world->now;
}

/* ---- making it */

static bool is_closed(const us_plan *plan, const us_opening *o, int i)
{
    const us_world *world = plan->view->world;
    int at = us_world_cell(world, US_CELL_X(o->cell[i]), US_CELL_Y(o->cell[i]));
    const us_terrain *terrain = &plan->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
    return terrain->becomes >= 0 && !(terrain->passable & 1);
}

static void set_to_work(us_plan *plan, us_opening *o, int hand, int i, uint32_t label)
{
    const us_entity *e = o->hand[hand] ? us_world_find(plan->view->world, o->hand[hand]) : NULL;
    bool at_work = e && e->action == o->action[i] && o->at[hand] == o->cell[i];
    if (at_work)
        return;
    if (!e || us_reserve_held(plan->reserve, e->id, 0) == US_HOLD_FIRM ||
        !us_type_does(plan->domain, e->type, o->action[i]))
        o->hand[hand] = 0;
    if (!o->hand[hand])
        o->hand[hand] = find_hand(plan, o->action[i], o->cell[i], o->hand, HANDS);
    if (!o->hand[hand] || !may(plan, o->action[i], o->hand[hand], o->cell[i]))
        return;
    us_order order = order_of(plan, o->action[i], &o->hand[hand], o->cell[i]);
    order.goal = label;
    us_plan_order(plan, &order, NULL);
    if (plan->domain->action[order.action].continues)
        us_habits_set(plan->habits, o->hand[hand], &order);
    o->at[hand] = o->cell[i];
}

us_way us_opening_ask(us_plan *plan, us_id unit, int32_t cell, uint32_t label)
{
    us_opening *o = plan->opening;
    const us_world *world = plan->view->world;
    const us_entity *e = us_world_find(world, unit);
    us_box to = {US_CELL_X(cell), US_CELL_Y(cell), 1, 1};
    if (!e)
        return US_WAY_NEVER;
    if (us_world_path(world, plan->domain->type[e->type].movement, us_entity_box(plan->domain, e),
                      to))
        return US_WAY_OPEN;
    int first = 0;
    while (first < o->count && !is_closed(plan, o, first))
        first++;
    bool done =
        o->count > 0 && first == o->count; /* and yet no way: it has been closed elsewhere */
    if (o->looked < 0 || world->now - o->looked >= AGAIN || done) {
        find_way(plan, e, cell);
        first = 0;
    }
    if (o->count == 0)
        return US_WAY_NEVER;
    for (int hand = 0; hand < HANDS; hand++)
        set_to_work(plan, o, hand, first, label);
    return US_WAY_CLOSED;
}
