#include "plan/squad.h"

#include <string.h>

#include "domain/action.h"
#include "domain/force.h"
#include "domain/index.h"
#include "domain/steps.h"
#include "plan/squad_log.h"

typedef enum phase { FORMING, MARCHING, FIGHTING } phase;

/* The settings of a squad node. */
typedef struct rules {
    int gather, launch, retreat, join, leash, workers;
} rules;

struct us_squad {
    us_node_ref node; /* whose rules are in force, also after its end; frame 0: none yet */
    rules rules;
    us_force_actions actions;
    phase phase;
    US_LIST(us_id) member; /* units that are out; at most US_ORDER_UNITS_MAX */
    int place;             /* cell where the squad forms; -1: none yet */
    bool closed;           /* no way leads to the enemy's base */
    int barred;            /* the movement that found no way when the squad was out last; or -1 */
    uint32_t barred_turn;  /* of the regions then */
    us_type type;          /* of the fighters that tasks ask for, or US_NO_TYPE */
    us_cycle home;         /* since when no unit is out */

    uint32_t task, goal; /* the task that the squad carries out, or 0; the label of its orders */
    us_id target;        /* of the attack, or 0 */
    us_box seen;         /* where the target was seen last; without width: nowhere */
    int cell;            /* of an attack without a target, or -1 */
    int stage;           /* cell where the members come together next; -1: not begun */
    /* Since when: the stage was chosen, the squad got nearer or struck, the way was mapped, no
     * task. */
    us_cycle staged, moved, mapped, free_since;

    /* Not before: another place, the next call of members, the next order to idle and to fighting
     * units at home, the next look. */
    us_cycle placed, called, recalled, answered, next;
    /* For notes: the task that waits for the squad, or 0; whether it is on its way home; why it
     * turned back or does not set out; the strengths that it compared last. */
    uint32_t asked;
    bool returns;
    const char *why;
    int64_t ours, theirs;
    us_squad_log log;

    US_LIST(us_box) home_box; /* of the own buildings at the last look */
    us_steps *map;            /* of the way that was mapped last */
    const uint16_t *steps;    /* by cell: steps to its end */
};

static us_cycle ticks(const us_plan *plan, int count)
{
    return us_ticks_to_cycles(plan->domain, count);
}

static const us_world *world_of(const us_plan *plan)
{
    return plan->seat.view->world;
}

/* ---- units */

static bool moves(const us_plan *plan, const us_entity *e)
{
    return us_type_moves(plan->domain, e->type);
}

static bool is_own(const us_plan *plan, const us_entity *e)
{
    return e->owner == plan->seat.view->self && !(e->flags & US_ENTITY_UNFINISHED);
}

static bool is_foe(const us_plan *plan, const us_entity *e)
{
    return us_entity_is_foe(e, plan->seat.view->self);
}

static bool is_fighter_type(const us_plan *plan, us_type type)
{
    return us_type_is_fighter(plan->domain, &plan->squad->actions, type);
}

static bool is_fighter(const us_plan *plan, const us_entity *e)
{
    return is_own(plan, e) && is_fighter_type(plan, e->type);
}

/* Whether the unit attacks what comes near. A unit that gathers does so only by an order. */
static bool is_armed(const us_plan *plan, const us_entity *e)
{
    return us_entity_is_armed(plan->domain, &plan->squad->actions, e);
}

static int32_t price(const us_plan *plan, us_type type)
{
    return plan->domain->index->price[type];
}

static int64_t strength(const us_plan *plan, const us_entity *e)
{
    return us_entity_strength(plan->domain, e);
}

static int distance_to_cell(const us_plan *plan, int cell, const us_entity *e)
{
    int width = world_of(plan)->width;
    return us_force_distance(cell % width, cell / width, e);
}

static bool is_member(const us_squad *squad, us_id id)
{
    for (int i = 0; i < squad->member.count; i++)
        if (squad->member.item[i] == id)
            return true;
    return false;
}

/* ---- orders */

static uint32_t find_top_label(const us_plan *plan)
{
    const us_active_behavior *tree = us_active_behavior_find(&plan->exec, plan->root_frame);
    return plan->top ? plan->top : tree ? tree->node : 0;
}

uint32_t us_squad_find_label(const us_plan *plan)
{
    return plan->squad->goal ? plan->squad->goal : find_top_label(plan);
}

static void give(us_plan *plan, us_order *order)
{
    order->seat = plan->seat.view->self;
    if (order->unit_count > 0 && us_order_allowed(&plan->seat, order))
        us_executor_order(&plan->exec, order, NULL);
}

/* Orders units that are out. The order bears the step that the squad carries out. */
static void order(us_plan *plan, int action, const us_id *unit, int count, int32_t arg)
{
    give(plan, &(us_order){.action = (int8_t)action,
                           .unit_count = count,
                           .unit = unit,
                           .arg = {arg},
                           .goal = us_squad_find_label(plan),
                           .step = plan->squad->task});
}

/* Orders a unit at home, which belongs to no step. */
static void order_home(us_plan *plan, us_id unit, int32_t cell)
{
    give(plan, &(us_order){.action = (int8_t)plan->squad->actions.advance,
                           .unit_count = 1,
                           .unit = &unit,
                           .arg = {cell},
                           .goal = find_top_label(plan)});
}

static int32_t cell_arg(const us_plan *plan, int cell)
{
    int width = world_of(plan)->width;
    return us_cell_from_xy(cell % width, cell / width);
}

/* Holds the unit, unless a task does, so that no task and no standing order calls it away. */
static void hold(us_plan *plan, us_id unit, uint32_t holder)
{
    if (us_reservations_hold(plan->reserve, unit, 0) != US_HOLD_FIRM)
        us_reservations_take_unit(plan->reserve, unit, holder);
}

/* Whether another holder commands the unit. */
static bool is_taken(const us_plan *plan, us_id unit, uint32_t holder)
{
    return us_reservations_hold(plan->reserve, unit, holder) == US_HOLD_FIRM;
}

/* ---- ways */

/* Finds out how many steps each cell is away from the box. */
static void map_steps(us_plan *plan, int movement, us_box box)
{
    us_squad *squad = plan->squad;
    squad->steps = us_steps_map(squad->map, us_reviser_regions(plan->reviser), movement, box);
}

/* Returns the cell that lies `steps` further on the way, but at least `last` before its end. */
static int go_along(const us_plan *plan, int cell, int steps, int last)
{
    const us_squad *squad = plan->squad;
    for (; steps > 0 && squad->steps[cell] > last; steps--) {
        int next = us_steps_next(squad->map, cell);
        if (next == cell)
            break;
        cell = next;
    }
    return cell;
}

/* ---- a look at both sides */

typedef struct scene {
    us_force force;
    int64_t home;                 /* strength of the fighters that are not members */
    int at_place;                 /* fighters near the gathering place */
    const us_entity *hall, *base; /* an own building and the nearest foe's, depots first */
    /* A fighter, at home if any is, or else another own unit that could meet a threat; NULL:
     * none. */
    const us_entity *defender;
    const us_entity *threat; /* the armed foe near home that is nearest to the hall; it moves */
    int64_t threats;         /* strength of all such foes near home */
} scene;

static bool is_near_home(const us_plan *plan, const us_entity *foe)
{
    us_box box = us_entity_box(plan->domain, foe);
    for (int i = 0; i < plan->squad->home_box.count; i++)
        if (us_box_distance(plan->squad->home_box.item[i], box) <= plan->squad->rules.leash)
            return true;
    return false;
}

static bool has_way(const us_plan *plan, const us_entity *unit, us_box to)
{
    return us_regions_has_path(us_reviser_regions(plan->reviser),
                               plan->domain->type[unit->type].movement,
                               us_entity_box(plan->domain, unit), to);
}

static bool can_reach(const us_plan *plan, const us_entity *unit, const us_entity *foe)
{
    return has_way(plan, unit, us_entity_box(plan->domain, foe));
}

/* Ranks units that could meet a threat: fighters at home, other fighters, other units. Returns 0
 * if the entity can't. */
static int rank_defender(const us_plan *plan, const us_entity *e)
{
    if (!e || !is_own(plan, e) || (e->flags & US_ENTITY_INSIDE) ||
        !us_type_can_do(plan->domain, e->type, plan->squad->actions.advance))
        return 0;
    return !is_fighter(plan, e) ? 1 : is_member(plan->squad, e->id) ? 2 : 3;
}

static void look_at_own(const us_plan *plan, const us_entity *e, scene *s)
{
    const us_type_def *types = plan->domain->type;
    us_squad *squad = plan->squad;
    if (e->owner == plan->seat.view->self && !moves(plan, e)) {
        US_LIST_PUT(squad->home_box, us_entity_box(plan->domain, e));
        if (!s->hall || (types[e->type].stores && !types[s->hall->type].stores))
            s->hall = e;
    }
    if (rank_defender(plan, e) > rank_defender(plan, s->defender))
        s->defender = e;
    if (!is_fighter(plan, e))
        return;
    s->home += is_member(squad, e->id) ? 0 : strength(plan, e);
    s->at_place +=
        squad->place >= 0 && distance_to_cell(plan, squad->place, e) <= US_SQUAD_TOGETHER;
}

static void look_at_foe(const us_plan *plan, const us_entity *e, int *nearest, scene *s)
{
    const us_entity *hall = s->hall;
    if (!moves(plan, e) && hall) {
        int far = us_force_distance(hall->x, hall->y, e) -
                  (plan->domain->type[e->type].stores ? US_SQUAD_STAGE : 0);
        if (far < *nearest) {
            *nearest = far;
            s->base = e;
        }
    }
    if (!moves(plan, e) || !is_armed(plan, e) || !is_near_home(plan, e) ||
        (s->defender && !can_reach(plan, s->defender, e)))
        return;
    s->threats += strength(plan, e);
    if (!s->threat || (hall && us_force_distance(hall->x, hall->y, e) <
                                   us_force_distance(hall->x, hall->y, s->threat)))
        s->threat = e;
}

static scene look(const us_plan *plan)
{
    const us_world *world = world_of(plan);
    scene s = {.force = us_force_measure(world, plan->seat.view->self, &plan->squad->actions)};
    int nearest = INT32_MAX;
    plan->squad->home_box.count = 0;
    for (int i = 0; i < world->count; i++)
        look_at_own(plan, &world->entity[i], &s);
    for (int i = 0; i < world->count; i++)
        if (is_foe(plan, &world->entity[i]))
            look_at_foe(plan, &world->entity[i], &nearest, &s);
    return s;
}

static const us_entity *find_nearest_foe(const us_plan *plan, const us_entity *unit, int reach,
                                         bool dangerous)
{
    const us_world *world = world_of(plan);
    const us_entity *best = NULL;
    int least = reach + 1;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!is_foe(plan, e) || (dangerous && (!moves(plan, e) || !is_armed(plan, e))))
            continue;
        int far = us_entity_distance(plan->domain, unit, e);
        if (far < least && can_reach(plan, unit, e)) {
            least = far;
            best = e;
        }
    }
    return best;
}

/* ---- at home */

/* Chooses a place some steps before the hall, on the way to the enemy's base. A squad that is out
 * needs the map of its own way. */
static void choose_place(us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    int movement = -1, from = -1;
    for (int i = 0; i < world->count && movement < 0; i++)
        if (is_fighter(plan, &world->entity[i]))
            movement = plan->domain->type[world->entity[i].type].movement;
    if (!s->base || !s->hall || movement < 0 || squad->phase != FORMING ||
        (squad->place >= 0 && plan->now < squad->placed))
        return;
    squad->placed = us_plan_after(plan, US_SQUAD_PLACED);
    map_steps(plan, movement, us_entity_box(plan->domain, s->base));
    us_box hall = us_entity_box(plan->domain, s->hall);
    for (int y = hall.y - 1; y <= hall.y + hall.height; y++) {
        for (int x = hall.x - 1; x <= hall.x + hall.width; x++) {
            int cell = us_world_is_inside(world, x, y) ? us_world_cell(world, x, y) : -1;
            if (cell >= 0 && squad->steps[cell] != US_NO_STEPS &&
                (from < 0 || squad->steps[cell] < squad->steps[from]))
                from = cell;
        }
    }
    squad->closed = from < 0;
    if (from < 0)
        return;
    int third = squad->steps[from] / 3, ahead = squad->rules.gather;
    squad->place = go_along(plan, from, third < ahead ? third : ahead, 0);
}

static bool fights(const us_plan *plan, const us_entity *e)
{
    return e->action == plan->squad->actions.advance || e->action == plan->squad->actions.strike;
}

static bool is_worker(const us_plan *plan, const us_entity *e)
{
    return is_own(plan, e) && plan->domain->type[e->type].gathers != 0;
}

/* Lets workers go that no longer fight. Their standing orders bring them back. */
static void dismiss_workers(us_plan *plan)
{
    const us_world *world = world_of(plan);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (is_worker(plan, e) && !fights(plan, e) && is_taken(plan, e->id, 0) &&
            !is_taken(plan, e->id, US_HOLDER_HOME))
            us_reservations_drop_unit(plan->reserve, e->id);
    }
}

/* Calls workers near a threat that the fighters at home can't meet. */
static void call_workers(us_plan *plan, const scene *s)
{
    const us_world *world = world_of(plan);
    const us_squad *squad = plan->squad;
    int64_t missing = s->threats * US_SQUAD_FORCE / 100 - s->home;
    int workers = 0, called = 0;
    if (s->home * 100 >= s->threats * US_SQUAD_HELP)
        return;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        bool worker = is_worker(plan, e), called_before = worker && fights(plan, e);
        workers += worker;
        called += called_before;
        missing -= called_before ? strength(plan, e) : 0;
    }
    for (int i = 0; i < world->count && missing > 0 && called < workers * 3 / 4; i++) {
        const us_entity *e = &world->entity[i];
        if (!is_worker(plan, e) || !us_type_can_do(plan->domain, e->type, squad->actions.advance) ||
            (e->flags & US_ENTITY_INSIDE) || fights(plan, e) ||
            is_taken(plan, e->id, US_HOLDER_HOME) ||
            us_force_distance(s->threat->x, s->threat->y, e) > US_SQUAD_CALL ||
            !can_reach(plan, e, s->threat))
            continue;
        hold(plan, e->id, US_HOLDER_HOME);
        order_home(plan, e->id, us_cell_from_xy(s->threat->x, s->threat->y));
        missing -= strength(plan, e);
        called++;
    }
}

/* Fighters at home meet the threat, or come to the gathering place. */
static void form(us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    bool renew = plan->now >= squad->answered, recall = plan->now >= squad->recalled;
    dismiss_workers(plan);
    if (s->threat)
        call_workers(plan, s);
    else
        us_reservations_release(plan->reserve, US_HOLDER_HOME);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!is_fighter(plan, e) || is_member(squad, e->id) || (e->flags & US_ENTITY_INSIDE) ||
            is_taken(plan, e->id, US_HOLDER_HOME))
            continue;
        bool meets = s->threat && can_reach(plan, e, s->threat);
        if (meets)
            hold(plan, e->id, US_HOLDER_HOME);
        if (meets && e->action != squad->actions.strike &&
            (renew || e->action != squad->actions.advance))
            order_home(plan, e->id, us_cell_from_xy(s->threat->x, s->threat->y));
        else if (!s->threat && e->action < 0 && squad->place >= 0 && recall &&
                 distance_to_cell(plan, squad->place, e) > US_SQUAD_TOGETHER)
            order_home(plan, e->id, cell_arg(plan, squad->place));
    }
    if (s->threat && renew)
        squad->answered = us_plan_after(plan, 4 * US_LOOK);
    if (recall)
        squad->recalled = us_plan_after(plan, 10 * US_LOOK);
}

/* ---- growth */

static us_type find_cheapest_fighter(const us_plan *plan)
{
    const us_world *world = world_of(plan);
    us_seat self = plan->seat.view->self;
    us_type best = US_NO_TYPE;
    for (us_type t = 0; t < plan->domain->type_count; t++) {
        const us_type_def *def = &plan->domain->type[t];
        if (!def->abstract && def->kind == US_KIND_UNIT && is_fighter_type(plan, t) &&
            (def->faction < 0 || def->faction == world->faction[self]) &&
            us_world_has_requirement(world, self, t) &&
            (best == US_NO_TYPE || price(plan, t) < price(plan, best)))
            best = t;
    }
    return best;
}

static bool can_make(const us_plan *plan, us_type maker, us_type type)
{
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row);
    for (int i = 0; i < rows; i++)
        if (us_type_is_a(plan->domain, maker, row[i].actor))
            return true;
    return false;
}

/* Lets an idle building make one of the type. Returns false if none can. */
static bool make_one(us_plan *plan, us_type type)
{
    const us_world *world = world_of(plan);
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == plan->seat.view->self && !moves(plan, &world->entity[i]) &&
            can_make(plan, world->entity[i].type, type) &&
            us_plan_is_idle(plan, &world->entity[i]) &&
            us_plan_make_one(plan, world->entity[i].id, type, us_squad_find_label(plan)))
            return true;
    return false;
}

/* Lists the types of idle buildings, each once. */
static int list_idle(const us_plan *plan, us_type out[US_TYPES_MAX])
{
    const us_world *world = world_of(plan);
    int count = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (moves(plan, e) || !us_plan_is_idle(plan, e))
            continue;
        int at = 0;
        while (at < count && out[at] != e->type)
            at++;
        out[at] = e->type;
        count += at == count;
    }
    return count;
}

/* Lets an idle building research an upgrade with resources that no task requests, if the price of
 * a fighter is left. */
static bool research(us_plan *plan, us_type fighter)
{
    us_type idle[US_TYPES_MAX];
    int count = list_idle(plan, idle);
    for (us_type t = 0; t < plan->domain->type_count; t++) {
        const us_type_def *def = &plan->domain->type[t];
        bool upgrade = def->kind == US_KIND_UPGRADE && !def->abstract, able = false;
        for (int i = 0; i < count && upgrade && !able; i++)
            able = can_make(plan, idle[i], t);
        if (able && us_costs_are_spare(plan, t, fighter) && make_one(plan, t))
            return true;
    }
    return false;
}

static bool gathers(const us_plan *plan, us_type type)
{
    return type != US_NO_TYPE && plan->domain->type[type].gathers != 0;
}

/* Lets an idle building make a unit that gathers, of the type of which the seat has most, as long
 * as it has fewer than the squad's rules say, with those that are being made. Returns false if none
 * is made. */
static bool make_worker(us_plan *plan)
{
    const us_world *world = world_of(plan);
    int workers = 0, count[US_TYPES_MAX] = {0};
    us_type best = US_NO_TYPE;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != plan->seat.view->self)
            continue;
        workers += gathers(plan, e->type) + gathers(plan, e->product);
        if (gathers(plan, e->type) && ++count[e->type] > (best == US_NO_TYPE ? 0 : count[best]))
            best = e->type;
    }
    return best != US_NO_TYPE && workers < plan->squad->rules.workers &&
           us_cost_is_spare(plan, best) && make_one(plan, best);
}

/* Lets workers gather what is lacking for the type. */
static void request_cost(us_plan *plan, us_type type)
{
    for (int r = 0; r < plan->domain->resources.count; r++)
        if (us_cost_spare(plan, r) < plan->domain->type[type].cost[r])
            us_gather_balance_request(plan, r, US_HOLDER_SQUAD);
}

/* Lets idle producers make workers, research upgrades and make fighters. A seat that is far weaker
 * than the foes that it sees makes fighters before all else. */
static void grow(us_plan *plan, const scene *s)
{
    const us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    us_seat self = plan->seat.view->self;
    bool urgent = s->force.mobile * US_SQUAD_WATCH / 100 > s->force.ours;
    us_type type = squad->type == US_NO_TYPE
                       ? US_NO_TYPE
                       : us_type_for_faction(plan->domain, squad->type, world->faction[self]);
    if (urgent && (type == US_NO_TYPE || !us_world_has_requirement(world, self, type)))
        type = find_cheapest_fighter(plan);
    if (type == US_NO_TYPE || us_plan_find_missing_depot(plan) != US_NO_TYPE)
        return;
    request_cost(plan, type);
    if (!urgent && ((!s->threat && make_worker(plan)) || !us_cost_is_spare(plan, type)))
        return;
    if (urgent || !research(plan, type))
        make_one(plan, type);
}

/* ---- setting out and coming home */

/* Returns the percent of the enemy's strength with which the squad sets out. */
static int64_t find_launch(const us_plan *plan)
{
    const us_squad *squad = plan->squad;
    us_cycle waited = plan->now - squad->home;
    return squad->rules.launch - (squad->closed ? 0 : waited / ticks(plan, US_SQUAD_PATIENT));
}

/* Whether the squad found no way when it was out last, and no cell has opened or closed since. */
static bool is_barred(const us_plan *plan)
{
    const us_squad *squad = plan->squad;
    return squad->barred >= 0 &&
           us_regions_turn(us_reviser_regions(plan->reviser), squad->barred) == squad->barred_turn;
}

/* Returns why the squad does not set out, or NULL if it is time. */
static const char *find_obstacle(const us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    squad->ours = s->force.ours;
    squad->theirs = us_force_theirs(&s->force);
    if (s->force.fighters == 0)
        return "no fighters";
    if (s->threat)
        return "home in danger";
    if (squad->ours * 100 < squad->theirs * find_launch(plan))
        return "too weak";
    if (is_barred(plan))
        return "no way";
    bool together = s->at_place * 100 >= s->force.fighters * US_SQUAD_MOST ||
                    plan->now - squad->home > ticks(plan, US_SQUAD_GATHER);
    return together ? NULL : "not together";
}

static void forget_objective(us_plan *plan)
{
    us_squad *squad = plan->squad;
    squad->task = 0;
    squad->target = 0;
    squad->seen = (us_box){0};
    squad->cell = squad->stage = -1;
    squad->free_since = plan->now;
}

static void call_up(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    for (int i = 0; i < world->count; i++)
        if (squad->member.count < US_ORDER_UNITS_MAX && is_fighter(plan, &world->entity[i]) &&
            !is_member(squad, world->entity[i].id) && !is_taken(plan, world->entity[i].id, 0))
            US_LIST_PUT(squad->member, world->entity[i].id);
}

static void set_out(us_plan *plan)
{
    call_up(plan);
    forget_objective(plan);
    plan->squad->phase = MARCHING;
    plan->squad->returns = false;
    if (plan->opening.vain == US_HOLDER_SQUAD) /* it may ask again */
        plan->opening.vain = 0;
}

/* A squad is home once most of its fighters are at the gathering place. */
static void wait_or_set_out(us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    const char *obstacle = find_obstacle(plan, s);
    squad->returns = squad->returns && squad->place >= 0 && !s->threat &&
                     s->at_place * 100 < s->force.fighters * US_SQUAD_MOST &&
                     plan->now - squad->home <= ticks(plan, US_SQUAD_GATHER);
    if (!squad->returns)
        squad->why = obstacle;
    if (!obstacle)
        set_out(plan);
}

/* Ends the outing. The task that the squad carries out waits for it to set out again. */
static void come_home(us_plan *plan, const char *why)
{
    us_squad *squad = plan->squad;
    us_task *task = us_task_of_node(&plan->exec, plan->squad->task);
    if (squad->place >= 0)
        order(plan, squad->actions.move, squad->member.item, squad->member.count,
              cell_arg(plan, squad->place));
    us_reservations_release(plan->reserve, US_HOLDER_SQUAD);
    squad->member.count = 0;
    squad->phase = FORMING;
    squad->home = plan->now;
    squad->returns = true;
    squad->why = why;
    forget_objective(plan);
    if (task)
        us_run_wake(plan->exec.run, task->node_ref);
}

/* Ends the attack, and its task. */
static void end_attack(us_plan *plan, us_attack_end how)
{
    us_task *task = us_task_of_node(&plan->exec, plan->squad->task);
    if (task && task->step.state == US_STEP_GIVEN)
        return; /* the game has not taken its order yet: at the next look */
    forget_objective(plan);
    if (task)
        us_action_task_end_attack(plan, task, how);
}

/* ---- on the way */

typedef struct outing {
    const us_entity *middle; /* the member nearest to the middle; NULL: none is left */
    int64_t ours, theirs;    /* strengths around it */
} outing;

static outing look_out(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    outing out = {0};
    int64_t x = 0, y = 0;
    int kept = 0;
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (!e || e->owner != plan->seat.view->self ||
            (is_taken(plan, e->id, US_HOLDER_SQUAD) && is_taken(plan, e->id, squad->task)))
            continue; /* lost, or another task commands it */
        squad->member.item[kept++] = e->id;
        x += e->x;
        y += e->y;
    }
    squad->member.count = kept;
    for (int i = 0; i < kept; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        int mx = (int)(x / kept), my = (int)(y / kept);
        if (!out.middle || us_force_distance(mx, my, e) < us_force_distance(mx, my, out.middle))
            out.middle = e;
    }
    if (!out.middle)
        return out;
    us_force near = us_force_around(world, plan->seat.view->self, &squad->actions, out.middle->x,
                                    out.middle->y);
    out.ours = near.ours;
    out.theirs = near.mobile + near.towers;
    return out;
}

/* Chooses a target for a squad without a task: the nearest building, or else the nearest unit. */
static bool choose_target(us_plan *plan, const us_entity *middle)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int far =
            us_entity_distance(plan->domain, middle, e) + (moves(plan, e) ? US_WORLD_SIDE_MAX : 0);
        if (!is_foe(plan, e) || far >= least)
            continue;
        far += can_reach(plan, middle, e) ? 0 : 2 * US_WORLD_SIDE_MAX;
        if (far >= least)
            continue;
        least = far;
        squad->target = e->id;
    }
    squad->phase = MARCHING;
    squad->stage = -1;
    squad->moved = plan->now;
    return squad->target != 0;
}

/* Has a way opened where none leads, and has the members wait before it. */
static void breach(us_plan *plan, const us_entity *middle, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    us_way_state way =
        us_opening_request_box(plan, US_HOLDER_SQUAD, us_squad_find_label(plan), middle->id, to);
    squad->stage = -1; /* the way is looked for again */
    if (way == US_WAY_NEVER) {
        squad->barred = plan->domain->type[middle->type].movement;
        squad->barred_turn = us_regions_turn(us_reviser_regions(plan->reviser), squad->barred);
    }
    if (way == US_WAY_NEVER && squad->task)
        end_attack(plan, US_ATTACK_NO_WAY);
    else if (way == US_WAY_NEVER)
        come_home(plan, "no way");
    else
        squad->moved = plan->now;
    for (int i = 0; way == US_WAY_CLOSED && i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (e->action < 0 && distance_to_cell(plan, plan->opening.before, e) > US_SQUAD_TOGETHER)
            order(plan, squad->actions.advance, &e->id, 1, cell_arg(plan, plan->opening.before));
    }
}

/* Sends the members to the next stage once most of them are at this one. */
static void march(us_plan *plan, const us_entity *middle, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    int here = us_world_cell(world, middle->x, middle->y), close = 0;
    bool first = squad->stage < 0;
    if (first || plan->now - squad->mapped > ticks(plan, US_SQUAD_MAPPED)) {
        map_steps(plan, plan->domain->type[middle->type].movement, to);
        squad->mapped = plan->now;
        if (squad->steps[here] == US_NO_STEPS) {
            breach(plan, middle, to);
            return;
        }
    }
    if (first || squad->steps[squad->stage] == US_NO_STEPS) /* it was built over, say */
        squad->stage = here;
    for (int i = 0; i < squad->member.count; i++)
        close += distance_to_cell(plan, squad->stage,
                                  us_world_find(world, squad->member.item[i])) <= US_SQUAD_TOGETHER;
    bool late = plan->now - squad->staged > ticks(plan, US_SQUAD_LATE);
    if (!first && !late && close * 100 < squad->member.count * US_SQUAD_MOST) {
        for (int i = 0; i < squad->member.count; i++) {
            const us_entity *e = us_world_find(world, squad->member.item[i]);
            if (e->action < 0 && distance_to_cell(plan, squad->stage, e) > US_SQUAD_TOGETHER)
                order(plan, squad->actions.advance, &e->id, 1, cell_arg(plan, squad->stage));
        }
        return;
    }
    squad->staged = squad->moved = plan->now;
    if (squad->steps[squad->stage] <= US_SQUAD_SIGHT) {
        squad->phase = FIGHTING;
        return;
    }
    squad->stage = go_along(plan, squad->stage, US_SQUAD_STAGE, US_SQUAD_SIGHT);
    order(plan, squad->actions.advance, squad->member.item, squad->member.count,
          cell_arg(plan, squad->stage));
}

/* Sends the unit along the squad's way to the cell beside the target, which may be a building: no
 * unit can enter its cells. A unit that moves otherwise than the squad goes its own way. */
static void approach(us_plan *plan, const us_entity *unit, us_box to)
{
    const us_squad *squad = plan->squad;
    int here = us_world_cell(world_of(plan), unit->x, unit->y), cell = here;
    if (squad->steps[here] != US_NO_STEPS)
        cell = go_along(plan, here, US_NO_STEPS, 1);
    else if (has_way(plan, unit, to))
        cell = us_world_cell(world_of(plan), to.x, to.y);
    if (cell != here)
        order(plan, squad->actions.advance, &unit->id, 1, cell_arg(plan, cell));
}

/* Gives the unit a foe. Foes that can strike and move come before the target, buildings and the
 * rest. */
static void fight(us_plan *plan, const us_entity *unit, const us_entity *target, us_box to)
{
    const us_squad *squad = plan->squad;
    const us_entity *aim = unit->target ? us_world_find(world_of(plan), unit->target) : NULL;
    bool strikes = unit->action == squad->actions.strike, building = aim && !moves(plan, aim);
    if (unit->action == squad->actions.advance || (strikes && !building))
        return;
    int reach = strikes ? US_SQUAD_CLOSE : US_SQUAD_SIGHT;
    const us_entity *danger = find_nearest_foe(plan, unit, reach, true);
    if (strikes && !danger)
        return;
    if (danger) {
        order(plan, squad->actions.advance, &unit->id, 1, us_cell_from_xy(danger->x, danger->y));
        return;
    }
    const us_entity *foe = find_nearest_foe(plan, unit, US_SQUAD_SIGHT, false);
    if (target && us_entity_distance(plan->domain, unit, target) <= US_SQUAD_SIGHT)
        foe = target;
    if (foe)
        order(plan, squad->actions.strike, &unit->id, 1, (int32_t)foe->id);
    else
        approach(plan, unit, to);
}

static void fight_all(us_plan *plan, const us_entity *middle, const us_entity *target, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    int there = 0, far = us_box_distance(us_entity_box(plan->domain, middle), to);
    if (far > 3 * US_SQUAD_SIGHT || (far > US_SQUAD_SIGHT && !has_way(plan, middle, to))) {
        squad->phase = MARCHING;
        squad->stage = -1;
        return;
    }
    map_steps(plan, plan->domain->type[middle->type].movement, to);
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        there += us_box_distance(us_entity_box(plan->domain, e), to) <= US_SQUAD_TOGETHER;
        if (e->action == squad->actions.strike)
            squad->moved = plan->now;
        fight(plan, e, target, to);
    }
    if (!squad->target && there * 2 > squad->member.count &&
        !find_nearest_foe(plan, middle, US_SQUAD_SIGHT, false))
        end_attack(plan, US_ATTACK_DONE);
}

/* Returns why the squad turns back, or NULL: it would be lost here, or home is in danger and nearer
 * than the enemy. */
static const char *find_retreat(const us_plan *plan, const scene *s, const outing *out)
{
    const us_entity *middle = out->middle;
    int retreat = plan->squad->rules.retreat;
    if (!middle)
        return "all lost";
    if (retreat > 0 && out->theirs * 100 > out->ours * retreat)
        return "too strong";
    bool threatened = s->threats > s->home && plan->squad->phase == MARCHING && s->hall &&
                      s->base &&
                      us_force_distance(s->hall->x, s->hall->y, middle) <
                          us_force_distance(s->base->x, s->base->y, middle);
    return threatened ? "home in danger" : NULL;
}

/* Returns whether the seat sees all cells of the box. */
static bool is_in_sight(const us_plan *plan, us_box box)
{
    const us_world *world = world_of(plan);
    const uint8_t *seen = world->plane[US_PLANE_SEEN];
    for (int y = box.y; seen && y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (us_world_is_inside(world, x, y) &&
                !(seen[us_world_cell(world, x, y)] >> plan->seat.view->self & 1))
                return false;
    return true;
}

/* Carries on with the attack. Under fog, a target that is not seen is where it was seen last, until
 * the squad sees that place without it. */
static void go_on_attacking(us_plan *plan, const us_entity *middle)
{
    us_squad *squad = plan->squad;
    const us_world *world = world_of(plan);
    const us_entity *target = squad->target ? us_world_find(world, squad->target) : NULL;
    squad->seen = target ? us_entity_box(plan->domain, target) : squad->seen;
    bool gone = squad->target && !target && is_in_sight(plan, squad->seen);
    bool stuck = plan->now - squad->moved > ticks(plan, US_SQUAD_STUCK);
    if (gone || stuck) {
        end_attack(plan, gone ? US_ATTACK_DONE : US_ATTACK_STUCK);
        return;
    }
    us_box cell = {squad->cell % world->width, squad->cell / world->width, 1, 1};
    us_box to = squad->target ? squad->seen : cell;
    if (squad->phase == MARCHING)
        march(plan, middle, to);
    else
        fight_all(plan, middle, target, to);
}

static void go_on(us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    if (!us_task_of_node(&plan->exec, plan->squad->task))
        squad->task = 0; /* it was stopped: the squad goes on, until a task asks for it */
    outing out = look_out(plan);
    const char *retreat = find_retreat(plan, s, &out);
    squad->ours = out.ours;
    squad->theirs = out.theirs;
    if (retreat) {
        come_home(plan, retreat);
        return;
    }
    bool follow = squad->rules.join == US_JOIN_FOLLOW || s->force.mobile * 2 <= s->force.ours;
    if (plan->now >= squad->called && !s->threat && follow) {
        squad->called = us_plan_after(plan, US_SQUAD_CALLED);
        call_up(plan);
    }
    if (!squad->target && squad->cell < 0 && !choose_target(plan, out.middle)) {
        if (plan->now - squad->free_since > ticks(plan, US_SQUAD_ALONE))
            come_home(plan, "nothing to attack");
        return;
    }
    go_on_attacking(plan, out.middle);
}

/* ---- tasks */

/* Returns the squad node around a node, through the goals and calls above it; frame 0: none. */
static us_node_ref find_squad_node(const us_run *run, us_node_ref at)
{
    for (; at.frame; at = us_run_frame_parent(run, at.frame)) {
        const us_template *template = us_run_frame_template(run, at.frame);
        for (; at.node >= 0; at.node = template->node[at.node].parent)
            if (template->node[at.node].kind == US_NODE_SQUAD)
                return at;
    }
    return (us_node_ref){0};
}

bool us_squad_does(const us_plan *plan, const us_task *task)
{
    const us_action_def *def = &plan->domain->action[task->step.order.action];
    bool aims = us_action_find_param(def, US_VALUE_ENTITY) >= 0 ||
                us_action_find_param(def, US_VALUE_CELL) >= 0;
    return plan->squad && def->group && us_action_can_harm(def) && aims &&
           !us_action_has_effect(def, US_EFFECT_OPEN) &&
           find_squad_node(plan->exec.run, task->node_ref).frame;
}

bool us_squad_is_formed(const us_plan *plan)
{
    return plan->squad && plan->squad->node.frame;
}

static void set_rules(us_plan *plan, us_node_ref at)
{
    const us_node *node = &us_run_frame_template(plan->exec.run, at.frame)->node[at.node];
    plan->squad->node = at;
    plan->squad->rules =
        (rules){node->gather, node->launch, node->retreat, node->join, node->leash, node->workers};
}

static bool is_running(const us_plan *plan, us_node_ref at)
{
    return at.frame && us_run_frame_template(plan->exec.run, at.frame) &&
           us_run_node_answer(plan->exec.run, at) == US_RUNNING;
}

/* Takes over the rules of a running squad node, unless those in force are of one. */
static void find_rules(us_plan *plan)
{
    const us_executor *exec = &plan->exec;
    if (is_running(plan, plan->squad->node))
        return;
    for (int i = 0; i < exec->active.count; i++) {
        const us_active_behavior *active = &exec->active.item[i];
        const us_template *template = us_run_frame_template(exec->run, active->frame);
        for (int n = 0; active->squads && template && n < template->node_count; n++) {
            us_node_ref at = {active->frame, n};
            if (template->node[n].kind != US_NODE_SQUAD || !is_running(plan, at))
                continue;
            set_rules(plan, at);
            return;
        }
    }
}

bool us_squad_request(us_plan *plan, us_task *task, us_type type)
{
    us_squad *squad = plan->squad;
    us_action_task *step = &task->step;
    const us_world *world = world_of(plan);
    set_rules(plan, find_squad_node(plan->exec.run, task->node_ref));
    if (type != US_NO_TYPE && plan->domain->type[type].gathers == 0)
        squad->type = type;
    if (squad->task && squad->task != task->node)
        return false;
    squad->goal = us_plan_find_goal(&plan->exec, task->node_ref);
    if (squad->phase == FORMING) {
        squad->asked = task->node;
        return false;
    }
    step->units = 0;
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (e && is_own(plan, e) && us_type_can_do(plan->domain, e->type, step->order.action) &&
            !(is_taken(plan, e->id, task->node) && is_taken(plan, e->id, US_HOLDER_SQUAD)))
            step->unit[step->units++] = e->id;
    }
    return step->units > 0;
}

int us_squad_size(const us_plan *plan)
{
    return plan->squad->member.count;
}

void us_squad_take(us_plan *plan, us_task *task)
{
    us_squad *squad = plan->squad;
    const us_order *given = &task->step.order;
    const us_action_def *def = &plan->domain->action[given->action];
    int entity = us_action_find_param(def, US_VALUE_ENTITY);
    int cell = us_action_find_param(def, US_VALUE_CELL);
    squad->phase = MARCHING;
    squad->task = task->node;
    squad->target = entity >= 0 ? (us_id)given->arg[entity] : 0;
    squad->seen = (us_box){0};
    squad->cell = cell < 0 ? -1
                           : us_world_cell(world_of(plan), US_CELL_X(given->arg[cell]),
                                           US_CELL_Y(given->arg[cell]));
    squad->stage = -1;
    squad->moved = plan->now;
    task->step.by_squad = true;
    for (int i = 0; i < task->step.units; i++)
        if (!is_taken(plan, task->step.unit[i], US_HOLDER_SQUAD))
            us_reservations_drop_unit(plan->reserve, task->step.unit[i]);
}

bool us_squad_carries(const us_plan *plan, const us_task *task)
{
    return plan->squad->phase != FORMING && plan->squad->task == task->node;
}

/* ---- the squad */

us_squad *us_squad_new(const us_plan *plan)
{
    us_squad squad = {.place = -1, .barred = -1, .type = US_NO_TYPE, .cell = -1, .stage = -1};
    if (!plan->def.settings.squads || !us_force_actions_find(plan->domain, &squad.actions))
        return NULL;
    us_squad *out = US_NEW(us_squad);
    *out = squad;
    out->map = us_steps_new();
    return out;
}

void us_squad_free(us_squad *squad)
{
    if (!squad)
        return;
    us_mem_free(squad->member.item);
    us_mem_free(squad->home_box.item);
    us_steps_free(squad->map);
    us_mem_free(squad);
}

static us_squad_phase phase_of(const us_squad *squad)
{
    if (squad->phase == FORMING)
        return squad->returns ? US_PHASE_HOME : US_PHASE_FORMING;
    return squad->phase == FIGHTING ? US_PHASE_FIGHTING : US_PHASE_MARCHING;
}

/* Notes what the squad does. */
static void report(us_plan *plan, const scene *s)
{
    us_squad *squad = plan->squad;
    bool out = squad->phase != FORMING;
    uint32_t step = out ? squad->task : squad->asked;
    int width = world_of(plan)->width;
    bool weak = squad->why && us_text_equal(squad->why, "too weak");
    int64_t launch = !out && weak ? find_launch(plan) : 0;
    us_squad_report now = {
        .state = {.phase = (uint8_t)phase_of(squad),
                  .units = out ? squad->member.count : s->force.fighters,
                  .target = squad->target,
                  .step = us_task_of_node(&plan->exec, step) ? step : 0,
                  .ours = squad->ours,
                  .theirs = squad->theirs,
                  .needs = launch > 0 ? (int)launch : 0},
        .target = squad->target ? us_world_find(world_of(plan), squad->target) : NULL,
        .cell = squad->cell < 0 ? -1 : US_CELL(squad->cell % width, squad->cell / width),
        .why = out ? NULL : squad->why};
    us_squad_log_add(&squad->log, &plan->seat, &now);
}

us_cycle us_squad_update(us_plan *plan)
{
    us_squad *squad = plan->squad;
    if (squad)
        find_rules(plan);
    if (!us_squad_is_formed(plan))
        return US_NEVER;
    if (plan->now < squad->next)
        return squad->next;
    squad->next = us_plan_after(plan, US_LOOK);
    scene s = look(plan);
    choose_place(plan, &s);
    grow(plan, &s);
    form(plan, &s);
    if (squad->phase != FORMING)
        go_on(plan, &s);
    else
        wait_or_set_out(plan, &s);
    report(plan, &s);
    for (int i = 0; i < squad->member.count; i++)
        hold(plan, squad->member.item[i], US_HOLDER_SQUAD);
    return squad->next;
}
