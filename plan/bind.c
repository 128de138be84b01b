/* The present arguments of an action. Slots are bound before they are read: units and groups first,
 * then targets, then places, which depend on the unit that goes there. */
#include <stdio.h>

#include "domain/action.h"
#include "plan/squad.h"
#include "plan/task.h"

/* ---- the idle pool */

const us_action_def *us_plan_entity_action(const us_plan *plan, const us_entity *e)
{
    return e && e->action >= 0 ? &plan->domain->action[e->action] : NULL;
}

bool us_plan_is_idle(const us_plan *plan, const us_entity *e)
{
    return e->owner == plan->seat.view->self && e->action < 0 &&
           !(e->flags & US_ENTITY_UNFINISHED) &&
           us_reservations_hold(plan->reserve, e->id, 0) != US_HOLD_FIRM;
}

static us_hash idle_pool(us_plan *plan)
{
    const us_world *world = plan->seat.view->world;
    uint64_t changes = us_reservations_changes(plan->reserve) + (uint64_t)plan->stranded_units;
    if (plan->idle_pool.hash && plan->idle_pool.at == world->now &&
        plan->idle_pool.changes == changes)
        return plan->idle_pool.hash;
    us_hash hash = us_hash_add(US_HASH_START, changes);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == plan->seat.view->self)
            hash = us_hash_add(hash, (uint64_t)e->id << 32 | (uint64_t)(uint16_t)e->type << 16 |
                                         (uint64_t)(e->flags & US_ENTITY_UNFINISHED ? 1 : 0) << 8 |
                                         (uint8_t)e->action);
    }
    for (int i = 0; i < US_STRANDED_MAX; i++)
        if (world->now < plan->stranded[i].until)
            hash = us_hash_add(hash, plan->stranded[i].unit);
    for (int i = 0; i < plan->threats.count; i++)
        hash = us_hash_add(hash, plan->threats.attacker[i]);
    plan->idle_pool = (us_idle_pool_state){world->now, changes, hash};
    return hash;
}

/* ---- blocked sites and stranded units */

void us_plan_block_site(us_plan *plan, const us_order *order)
{
    us_blocked_site blocked = {.until = us_plan_after(plan, US_SITE_BLOCKED)};
    if (us_order_product(plan->domain, order, NULL) != US_NO_TYPE &&
        us_order_box(plan->domain, plan->seat.view->world, order, &blocked.box))
        plan->blocked[plan->blocked_sites++ % US_BLOCKED_SITE_MAX] = blocked;
}

static bool site_is_blocked(const us_plan *plan, const us_order *order, us_box box)
{
    if (us_order_product(plan->domain, order, NULL) == US_NO_TYPE)
        return false;
    for (int i = 0; i < US_BLOCKED_SITE_MAX; i++)
        if (plan->now < plan->blocked[i].until && us_box_distance(plan->blocked[i].box, box) == 0)
            return true;
    return false;
}

/* Whether a way leads to less than half of the seat's units of the same movement. */
static bool is_cut_off(const us_plan *plan, const us_entity *unit)
{
    const us_world *world = plan->seat.view->world;
    int movement = plan->domain->type[unit->type].movement, others = 0, reached = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != unit->owner || e->id == unit->id || (e->flags & US_ENTITY_INSIDE) ||
            plan->domain->type[e->type].movement != movement)
            continue;
        others++;
        reached +=
            us_regions_has_path(us_reviser_regions(plan->reviser), movement,
                                us_entity_box(plan->domain, unit), us_entity_box(plan->domain, e));
    }
    return 2 * reached < others;
}

static bool mark_stranded(us_plan *plan, us_id unit)
{
    const us_entity *e = us_world_find(plan->seat.view->world, unit);
    if (!e || plan->domain->type[e->type].movement < 0 || !is_cut_off(plan, e))
        return false;
    plan->stranded[plan->stranded_units++ % US_STRANDED_MAX] =
        (us_stranded_unit){unit, us_plan_after(plan, US_UNIT_STRANDED)};
    return true;
}

static bool is_stranded(const us_plan *plan, us_id unit)
{
    for (int i = 0; i < US_STRANDED_MAX; i++)
        if (plan->stranded[i].unit == unit && plan->now < plan->stranded[i].until)
            return true;
    return false;
}

/* ---- the binder */

typedef struct binder {
    us_plan *plan;
    us_task *task;
    const us_template *template;
    const us_node *node;
    const us_action_def *def;
    us_binding binding;
    us_lack *lack;
} binder;

/* ---- descriptions of slots */

/* Returns the slot that the argument names, or -1. */
static int slot_of(const binder *b, const us_arg *arg)
{
    return arg->anchor && arg->expr == NULL ? -1 : us_template_find_slot(b->template, arg->text);
}

static us_slot_description described(const binder *b, const us_arg *arg, int slot)
{
    us_slot_description out;
    const us_active_behavior *active =
        us_active_behavior_find(&b->plan->exec, b->task->node_ref.frame);
    if (slot >= 0 && active && slot < active->slots)
        return active->description[slot];
    if (slot >= 0)
        us_slot_description_read(b->template, slot, NULL, &out);
    else
        us_slot_description_from_anchor(arg, &out);
    return out;
}

static void remember(binder *b, int slot, us_value value)
{
    if (slot < 0)
        return;
    us_run_bind(b->plan->exec.run, b->task->node_ref.frame, slot, value);
    b->binding = us_run_frame_binding(b->plan->exec.run, b->task->node_ref.frame);
}

/* ---- actors */

typedef struct pool {
    const binder *b;
    us_hold most; /* strongest hold of other holders that is allowed */
    const us_id *but;
    int buts;
    bool fight; /* a fight: no unit leaves its gathering for it */
    bool fit;   /* the action's condition for the unit must hold now */
} pool;

static us_type makes(const binder *b)
{
    return us_order_product(b->plan->domain, &b->task->step.order, NULL);
}

static bool can_make(const binder *b, us_id id)
{
    us_type made = makes(b);
    const us_entity *e = us_world_find(b->plan->seat.view->world, id);
    return made == US_NO_TYPE ||
           us_type_can_make(b->plan->domain, e->type, b->task->step.order.action, made);
}

bool us_plan_is_gathering(const us_plan *plan, us_id id)
{
    const us_action_def *does =
        us_plan_entity_action(plan, us_world_find(plan->seat.view->world, id));
    return does && us_action_has_effect(does, US_EFFECT_GAIN);
}

static bool is_free(const void *context, us_id id)
{
    const pool *from = context;
    const us_plan *plan = from->b->plan;
    if (!can_make(from->b, id) || (makes(from->b) != US_NO_TYPE && is_stranded(plan, id)))
        return false;
    for (int i = 0; i < from->buts; i++)
        if (from->but[i] == id)
            return false;
    bool joined = us_standing_order_joined(plan, id);
    const us_action_def *does =
        us_plan_entity_action(plan, us_world_find(plan->seat.view->world, id));
    if (from->most < US_HOLD_LOOSE && does && does->continues && !joined)
        return false;
    if (from->fight && us_plan_is_gathering(plan, id) && !joined)
        return false;
    if (from->fit && !us_action_is_suitable(plan->seat.view, &from->b->task->step.order, id))
        return false;
    if (plan->def.settings.interference == US_SHARED_OFF)
        return true;
    return us_reservations_hold(plan->reserve, id, from->b->task->node) <= from->most;
}

static void make_room(us_action_task *step, int count)
{
    if (count > step->room) {
        step->room = count;
        step->unit = us_mem_realloc(step->unit, (size_t)count * sizeof *step->unit);
    }
}

/* Keeps the units that the slot holds and that can still do it. */
static int still_there(binder *b, us_value held)
{
    us_action_task *step = &b->task->step;
    const us_id *id = held.count ? held.id : NULL;
    us_id one = (us_id)held.number;
    pool from = {.b = b, .most = US_HOLD_LOOSE};
    int count = id ? held.count : one != 0, found = 0;
    make_room(step, count);
    for (int i = 0; i < count; i++) {
        us_id unit = id ? id[i] : one;
        const us_entity *e = us_world_find(b->plan->seat.view->world, unit);
        if (e && e->owner == b->plan->seat.view->self &&
            us_type_can_do(b->plan->domain, e->type, step->order.action) && is_free(&from, unit))
            step->unit[found++] = unit;
    }
    return found;
}

/* Drops units that could gather, behind the first `shown`. */
static int leave_gatherers(const binder *b, us_id *unit, int count, int shown)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const us_entity *e = us_world_find(b->plan->seat.view->world, unit[i]);
        if (i < shown || !e || b->plan->domain->type[e->type].gathers == 0)
            unit[kept++] = unit[i];
    }
    return kept;
}

/* Chooses the most similar free units, then loosely held ones. */
static int choose_actors(binder *b, const us_slot_description *who, bool fit)
{
    us_action_task *step = &b->task->step;
    us_unit_query query = {.described = who, .action = step->order.action, .free = is_free};
    int shown = who->kind == US_VALUE_GROUP ? who->number : 1, found = 0;
    pool from = {.b = b, .most = US_HOLD_NONE, .but = step->unit, .fit = fit};
    if (shown == 0)
        shown = US_ORDER_UNITS_MAX;
    /* An action that harms takes all free units along. */
    bool all = b->plan->def.settings.company && b->def->group && us_action_can_harm(b->def);
    from.fight = b->plan->def.settings.company && us_action_can_harm(b->def);
    int want = all ? US_ORDER_UNITS_MAX : shown;
    make_room(step, want < US_ORDER_UNITS_MAX ? want : US_ORDER_UNITS_MAX);
    query.context = &from;
    /* An action that goes on is no more urgent than others that go on. */
    int rounds = b->def->continues ? 1 : 2;
    for (int round = 0; round < rounds && found < want; round++, want = shown) {
        int before = found;
        from.but = step->unit;
        from.buts = found;
        from.most = round ? US_HOLD_LOOSE : US_HOLD_NONE;
        query.want = want - found;
        found += us_reviser_find_units(b->plan->reviser, &query, step->unit + found, want - found);
        if (all && round == 0)
            found = before + leave_gatherers(b, step->unit + before, found - before, shown);
    }
    return found;
}

/* Whether all units that could do it go on with something already. */
static bool all_at_work(binder *b, const us_slot_description *who)
{
    us_id one;
    pool from = {.b = b, .most = US_HOLD_LOOSE};
    us_unit_query query = {.described = who,
                           .want = 1,
                           .action = b->task->step.order.action,
                           .free = is_free,
                           .context = &from};
    return b->def->continues && us_reviser_find_units(b->plan->reviser, &query, &one, 1) > 0;
}

static bool names_threat(const us_plan *plan, const us_goal *goal)
{
    const us_goal_def *def = &plan->domain->goal[goal->type];
    for (int i = 0; i < def->param_count; i++)
        if (def->param[i].kind == US_VALUE_ENTITY && (goal->given >> i & 1) &&
            us_threats_has_attacker(&plan->threats, (us_id)goal->arg[i].number))
            return true;
    return false;
}

/* Whether a goal above is about a unit that attacks the seat. */
static bool is_answer(const us_plan *plan, us_node_ref node_ref)
{
    for (; node_ref.frame; node_ref = us_run_frame_parent(plan->exec.run, node_ref.frame)) {
        const us_task *task = us_task_find(&plan->exec, node_ref);
        if (task && task->kind == US_NODE_GOAL && names_threat(plan, &task->goal_task.goal))
            return true;
    }
    return false;
}

/* The fewest units to begin with. A group that harms waits until it is complete: single units would
 * be lost. An answer to an attack can't wait. */
static int least(const binder *b, const us_slot_description *who)
{
    bool waits = who->kind == US_VALUE_GROUP && us_action_can_harm(b->def) && who->number > 1 &&
                 !is_answer(b->plan, b->task->node_ref);
    return waits ? who->number : 1;
}

/* Hash of what decides who could do it: the idle pool, the given units, and the type to make. */
static us_hash hash_actors(const binder *b, const us_value *given)
{
    us_hash hash = us_hash_add(us_hash_add(idle_pool(b->plan), makes(b)), given != NULL);
    for (int i = 0; given && i < given->count; i++)
        hash = us_hash_add(hash, given->id[i]);
    return given ? us_hash_add(hash, (uint64_t)given->number) : hash;
}

/* Hash of all that a search for actors reads, if it finds none: the units that could do the action,
 * and what keeps each of them from it. */
static us_hash hash_candidates(const binder *b, const us_value *given)
{
    const us_plan *plan = b->plan;
    const us_world *world = plan->seat.view->world;
    us_hash hash = us_hash_add(us_hash_add(US_HASH_START, makes(b)), given != NULL);
    hash = us_hash_add(hash, given ? (uint64_t)given->number : 0);
    for (int i = 0; given && i < given->count; i++)
        hash = us_hash_add(hash, given->id[i]);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != plan->seat.view->self ||
            !us_type_can_do(plan->domain, e->type, b->task->step.order.action))
            continue;
        us_hold hold = us_reservations_hold(plan->reserve, e->id, b->task->node);
        hash = us_hash_add(hash, (uint64_t)e->id << 32 | (uint64_t)(uint16_t)e->type << 16 |
                                     (uint64_t)(e->flags & US_ENTITY_UNFINISHED) << 12 |
                                     (uint64_t)hold << 10 |
                                     (uint64_t)us_standing_order_joined(plan, e->id) << 9 |
                                     (uint64_t)is_stranded(plan, e->id) << 8 | (uint8_t)e->action);
    }
    return hash;
}

/* The squad's units, once it is out and free. */
static us_bind_result bind_squad(binder *b, us_type type, int slot)
{
    us_action_task *step = &b->task->step;
    make_room(step, us_squad_size(b->plan) + 1);
    step->awaits_squad = !us_squad_request(b->plan, b->task, type);
    if (step->awaits_squad)
        return US_BOUND_LATER;
    bool group = slot >= 0 && b->template->slot[slot].slot.kind == US_VALUE_GROUP;
    remember(b, slot,
             group ? (us_value){0, step->unit, step->units} : (us_value){step->unit[0], NULL, 0});
    return US_BOUND;
}

static us_bind_result bind_actors(binder *b, const us_arg *arg)
{
    us_action_task *step = &b->task->step;
    us_slot_description who;
    int slot = arg ? slot_of(b, arg) : -1;
    bool named = arg && slot < 0 && !arg->anchor;
    bool one = !b->def->group || (named && b->plan->def.settings.revision->named);
    us_slot_description_init(one ? US_VALUE_ENTITY : US_VALUE_GROUP, &who);
    who.owner = US_SEAT_SELF;
    if (arg && (slot >= 0 || arg->anchor))
        who = described(b, arg, slot);
    b->lack->type = who.type;
    b->lack->role = who.role;
    if (who.type == US_NO_TYPE && who.role < 0)
        b->lack->type = us_plan_find_maker(b->plan, &step->order);
    b->lack->action = step->order.action;
    bool given = slot >= 0 && us_run_is_bound(b->plan->exec.run, b->task->node_ref.frame, slot);
    if (us_squad_is_attack(b->plan, b->task))
        return bind_squad(b, who.type, slot);
    const us_value *held = given ? &b->binding.value[slot] : NULL;
    us_hash hands = hash_actors(b, held);
    if (step->idle_pool == hands && !named)
        return US_BOUND_LATER; /* as at the last search */
    us_hash candidates = named ? 0 : hash_candidates(b, held);
    if (step->idle_pool && step->candidates && step->candidates == candidates) {
        step->idle_pool = hands;
        return US_BOUND_LATER; /* what has changed is about other units */
    }
    step->idle_pool = 0;
    step->units = 0;
    if (given)
        step->units = still_there(b, b->binding.value[slot]);
    else if (named)
        step->units = still_there(
            b, (us_value){us_expr_eval(arg->expr, b->plan->seat.view, &b->binding), NULL, 0});
    bool kept = step->units > 0; /* the units that are left go on */
    if (!kept)
        step->units = choose_actors(b, &who, true);
    if (step->units == 0) /* no unit can do it now: units that may come to */
        step->units = choose_actors(b, &who, false);
    step->busy = step->units == 0 && all_at_work(b, &who);
    if (step->units < (kept ? 1 : least(b, &who))) {
        step->idle_pool = hands;
        step->candidates = step->units == 0 ? candidates : 0;
        return US_BOUND_LATER;
    }
    us_value value = {step->unit[0], NULL, 0};
    if (slot >= 0 && b->template->slot[slot].slot.kind == US_VALUE_GROUP)
        value = (us_value){0, step->unit, step->units};
    remember(b, slot, value);
    return US_BOUND;
}

/* ---- targets */

static bool is_other(const void *context, us_id id)
{
    return id != *(const us_id *)context;
}

bool us_plan_find_target(us_plan *plan, const us_slot_description *what, const us_order *order,
                         int param, us_id but, us_id *out)
{
    us_slot_description now = *what;
    us_unit_query query = {.described = &now,
                           .want = 1,
                           .action = -1,
                           .order = order,
                           .param = param,
                           .free = is_other,
                           .context = &but};
    if (us_reviser_find_units(plan->reviser, &query, out, 1))
        return true;
    query.order = NULL; /* targets for which it wouldn't do now may do later */
    while (!us_reviser_find_units(plan->reviser, &query, out, 1)) {
        if (now.type == US_NO_TYPE || now.owner == US_SEAT_SELF || now.owner == US_SEAT_NONE)
            return false;
        now.type = plan->domain->type[now.type].parent;
        if (now.type == US_NO_TYPE)
            return false;
    }
    return true;
}

/* Finds a target in place of one that the behavior names, if the order does not hold for that one:
 * the nearest to home for which it holds. Nothing else is known of it. */
static void revise_target(const binder *b, int param, us_id *id)
{
    us_plan *plan = b->plan;
    us_order order = b->task->step.order;
    us_slot_description what;
    us_slot_description_init(US_VALUE_ENTITY, &what);
    what.placed = true;
    us_unit_query query = {
        .described = &what, .want = 1, .action = -1, .order = &order, .param = param};
    order.arg[param] = (int32_t)*id;
    if (plan->def.settings.revision->named && order.unit_count > 0 &&
        !us_action_is_allowed(plan->seat.view, &order, order.unit[0]))
        (void)us_reviser_find_units(plan->reviser, &query, id, 1);
}

/* slot: the argument's slot, or -1. */
static us_bind_result bind_slot(binder *b, const us_arg *arg, int slot, int32_t *out)
{
    us_plan *plan = b->plan;
    bool target = b->def->param[arg->param].kind == US_VALUE_ENTITY;
    us_id id = 0;
    if (slot >= 0 && us_run_is_bound(plan->exec.run, b->task->node_ref.frame, slot))
        id = (us_id)b->binding.value[slot].number;
    else if (slot < 0 && !arg->anchor)
        id = (us_id)us_expr_eval(arg->expr, plan->seat.view, &b->binding);
    if (slot < 0 && !arg->anchor && target)
        revise_target(b, arg->param, &id);
    if (!id || !us_world_find(plan->seat.view->world, id)) {
        us_slot_description what = described(b, arg, slot);
        if (!us_plan_find_target(plan, &what, target ? &b->task->step.order : NULL, arg->param, 0,
                                 &id)) {
            *b->lack = (us_lack){what.type, what.role, -1};
            return US_BOUND_NEVER;
        }
        remember(b, slot, (us_value){id, NULL, 0});
    }
    *out = (int32_t)id;
    return US_BOUND;
}

/* ---- places */

static bool is_claimed(const void *context, us_box box)
{
    const binder *b = context;
    if (site_is_blocked(b->plan, &b->task->step.order, box))
        return true;
    return b->plan->def.settings.interference == US_SHARED_ALL &&
           us_reservations_has_overlap(b->plan->reserve, box, b->task->node);
}

/* Whether the game would accept the order there, as far as the place matters. */
static bool is_valid(const void *context, int32_t cell)
{
    const binder *b = context;
    us_order order = b->task->step.order;
    for (int p = 0; p < b->def->param_count; p++)
        if (b->def->param[p].kind == US_VALUE_CELL)
            order.arg[p] = cell;
    us_reason reason = us_scenario_check(b->plan->def.scenario, b->plan->seat.view, &order);
    return reason != US_REASON_BAD_PLACE && reason != US_REASON_BAD_TARGET &&
           reason != US_REASON_NO_WAY && reason != US_REASON_BAD_ARGUMENT;
}

/* Whether the actor could stand there if no other unit did. */
static bool is_ground(const binder *b, int x, int y)
{
    const us_world *world = b->plan->seat.view->world;
    const us_entity *e = us_world_find(world, b->task->step.unit[0]);
    int movement = e ? b->plan->domain->type[e->type].movement : -1;
    if (!us_world_is_inside(world, x, y))
        return false;
    int cell = us_world_cell(world, x, y);
    const us_terrain *terrain = &b->plan->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]];
    return !(world->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING) &&
           (movement < 0 || (terrain->passable >> movement & 1));
}

/* Whether a building has room there, on cells that no other task claims. */
static bool has_room(const binder *b, us_type made, int x, int y, int *asked)
{
    const us_type_def *def = &b->plan->domain->type[made];
    return us_world_can_place(b->plan->seat.view->world, made, x, y) &&
           !is_claimed(b, (us_box){x, y, def->width, def->height}) && ++*asked <= US_REVISE_ASKS &&
           is_valid(b, US_CELL(x, y));
}

/* Returns the corner of a box of that size with that middle, the lower of two in the frame. */
static int32_t corner_of(const us_map_frame *frame, int32_t middle, int width, int height)
{
    int x = ((frame->swap ? height : width) - 1) / 2, y = ((frame->swap ? width : height) - 1) / 2;
    us_map_frame_to_map(frame, -x, -y, &x, &y);
    int32_t cell = US_CELL(US_CELL_X(middle) + x, US_CELL_Y(middle) + y);
    return us_map_frame_corner(frame, cell, width, height);
}

/* Searches in rings around the cell: for a cell where the actor could stand, or, for a building,
 * for room with its middle there. Of equals takes the one towards home, then the first; for rooms
 * in the frame's order. Returns -1 if there is none near. */
static int32_t nearest(const binder *b, int32_t cell, us_type made, int far)
{
    const us_map_frame *frame = us_reviser_frame(b->plan->reviser);
    bool room = made != US_NO_TYPE;
    int width = room ? b->plan->domain->type[made].width : 1, asked = 0;
    int height = room ? b->plan->domain->type[made].height : 1;
    int32_t at = corner_of(frame, cell, width, height), best = -1;
    for (int ring = 0; ring <= far && best < 0; ring++) {
        int64_t least = INT64_MAX;
        for (int j = -ring; j <= ring; j++) {
            int step = j == -ring || j == ring ? 1 : 2 * ring;
            for (int i = -ring; i <= ring; i += step) {
                int dx = i, dy = j;
                if (room)
                    us_map_frame_to_map(frame, i, j, &dx, &dy);
                int x = US_CELL_X(at) + dx, y = US_CELL_Y(at) + dy;
                int64_t hx = 2 * x + width - frame->home_x, hy = 2 * y + height - frame->home_y;
                if (hx * hx + hy * hy < least &&
                    (room ? has_room(b, made, x, y, &asked) : is_ground(b, x, y))) {
                    least = hx * hx + hy * hy;
                    best = US_CELL(x, y);
                }
            }
        }
    }
    return best;
}

/* Returns the type that the order puts up at a cell, or NO_TYPE. */
static us_type put_up(const binder *b)
{
    us_effect_kind kind = US_EFFECT_CREATE;
    us_type made = us_order_product(b->plan->domain, &b->task->step.order, &kind);
    bool stands = made != US_NO_TYPE && b->plan->domain->type[made].movement < 0;
    return stands && kind == US_EFFECT_CREATE ? made : US_NO_TYPE;
}

static us_bind_result bind_near(const binder *b, int32_t *cell)
{
    us_type made = put_up(b);
    int32_t found = nearest(b, *cell, made, made == US_NO_TYPE ? US_NEAR_GROUND : US_NEAR_ROOM);
    if (found >= 0)
        *cell = found;
    return found < 0 && made != US_NO_TYPE ? US_BOUND_NEVER : US_BOUND;
}

/* Returns the slot that an anchor's expression uses, or -1. */
static int slot_inside(const binder *b, const us_arg *arg)
{
    if (!arg->expr || us_expr_kind(arg->expr) != US_VALUE_ENTITY)
        return -1;
    for (int slot = 0; slot < b->template->slot_count; slot++)
        if (us_expr_has_slot(arg->expr, slot))
            return slot;
    return -1;
}

/* Binds the anchor's entity like any other target. */
static us_bind_result bind_anchor(binder *b, const us_arg *arg, int32_t *out)
{
    us_plan *plan = b->plan;
    int slot = put_up(b) == US_NO_TYPE ? slot_of(b, arg) : slot_inside(b, arg);
    if (slot >= 0 && b->template->slot[slot].slot.kind == US_VALUE_ENTITY) {
        int32_t id;
        (void)bind_slot(b, arg, slot, &id); /* else its described place counts */
    }
    *out = us_reviser_find_anchor(plan->reviser, b->template, arg, &b->binding);
    if (*out < 0)
        return US_BOUND_NEVER;
    return b->task->step.unit[0] ? bind_near(b, out) : US_BOUND;
}

/* Whether the cell of the order will do, and building has not failed there. */
static bool is_open(const binder *b, int32_t cell)
{
    us_plan *plan = b->plan;
    const us_order *order = &b->task->step.order;
    us_box box;
    return is_valid(b, cell) && !(us_order_box(plan->domain, plan->seat.view->world, order, &box) &&
                                  site_is_blocked(plan, order, box));
}

static us_bind_result bind_cell(binder *b, const us_arg *arg, int32_t *out)
{
    us_plan *plan = b->plan;
    us_slot_description where;
    int slot = arg ? slot_of(b, arg) : -1;
    if (arg && arg->anchor)
        return bind_anchor(b, arg, out);
    us_slot_description_init(US_VALUE_CELL, &where);
    if (slot >= 0 && us_run_is_bound(plan->exec.run, b->task->node_ref.frame, slot)) {
        *out = (int32_t)b->binding.value[slot].number;
        if (is_open(b, *out))
            return US_BOUND;
    } else if (arg && slot < 0) {
        *out = (int32_t)us_expr_eval(arg->expr, plan->seat.view, &b->binding);
        if (*out < 0 || !plan->def.settings.revision->named || is_open(b, *out))
            return *out < 0 ? US_BOUND_NEVER : US_BOUND;
        us_box named = {US_CELL_X(*out), US_CELL_Y(*out), 1, 1};
        where.placed = true;
        us_description_compute_place(us_reviser_frame(plan->reviser), named, &where.along,
                                     &where.across);
    }
    if (slot >= 0)
        where = described(b, arg, slot);
    if (!where.placed && !where.nears && !where.windowed)
        where.placed = true; /* nothing is known: near home */
    us_cell_query query = {.described = &where,
                           .action = b->task->step.order.action,
                           .type = makes(b),
                           .unit = b->task->step.unit[0],
                           .reserved = is_claimed,
                           .valid = is_valid,
                           .context = b};
    *out = us_reviser_find_cell(plan->reviser, &query);
    if (*out < 0)
        return US_BOUND_NEVER;
    remember(b, slot, (us_value){*out, NULL, 0});
    return US_BOUND;
}

/* ---- all arguments */

/* Translates a type that both sides share to that of the seat's faction. */
static us_type own_type(const us_plan *plan, us_type type)
{
    int faction = plan->seat.view->world->faction[plan->seat.view->self];
    us_type own = type == US_NO_TYPE ? type : us_type_for_faction(plan->domain, type, faction);
    return own == US_NO_TYPE ? type : own;
}

static us_bind_result bind_param(binder *b, int param)
{
    int32_t *out = &b->task->step.order.arg[param];
    const us_arg *arg = us_node_arg(b->node, param);
    us_value_kind kind = b->def->param[param].kind;
    if (kind == US_VALUE_CELL)
        return bind_cell(b, arg, out);
    if (!arg)
        return US_BOUND_NEVER;
    if (kind == US_VALUE_ENTITY)
        return bind_slot(b, arg, slot_of(b, arg), out);
    *out = (int32_t)us_expr_eval(arg->expr, b->plan->seat.view, &b->binding);
    if (kind == US_VALUE_TYPE)
        *out = own_type(b->plan, (us_type)*out);
    else if (kind == US_VALUE_SEAT)
        *out = us_view_find_seat(b->plan->seat.view, *out);
    return US_BOUND;
}

static us_bind_result bind_kind(binder *b, us_value_kind kind)
{
    us_bind_result bound = US_BOUND;
    for (int p = 0; p < b->def->param_count && bound == US_BOUND; p++)
        if (b->def->param[p].kind == kind)
            bound = bind_param(b, p);
    return bound;
}

/* Binds actors, then targets, then places. */
static us_bind_result bind_order(binder *b)
{
    us_action_task *step = &b->task->step;
    us_bind_result bound = bind_actors(b, us_node_arg(b->node, US_ARG_ACTOR));
    step->order.unit = step->unit;
    step->order.unit_count = step->units;
    if (bound != US_BOUND)
        return bound;
    *b->lack = (us_lack){US_NO_TYPE, -1, -1};
    bound = bind_kind(b, US_VALUE_ENTITY);
    return bound == US_BOUND ? bind_kind(b, US_VALUE_CELL) : bound;
}

/* Binds types and numbers first. If the builder can't get anywhere, tries another one. */
us_bind_result us_action_task_bind(us_plan *plan, us_task *task, us_lack *lack)
{
    us_action_task *step = &task->step;
    binder b = {.plan = plan,
                .task = task,
                .template = us_run_frame_template(plan->exec.run, task->node_ref.frame),
                .node = us_task_node(task),
                .binding = us_run_frame_binding(plan->exec.run, task->node_ref.frame),
                .lack = lack};
    b.def = &plan->domain->action[b.node->what];
    *lack = (us_lack){US_NO_TYPE, -1, -1};
    step->order = (us_order){.seat = plan->seat.view->self, .action = (int8_t)b.node->what};
    for (int p = 0; p < b.def->param_count; p++)
        if (b.def->param[p].kind != US_VALUE_ENTITY && b.def->param[p].kind != US_VALUE_CELL &&
            bind_param(&b, p) != US_BOUND)
            return US_BOUND_NEVER;
    us_bind_result bound = bind_order(&b);
    for (int trial = 1;
         trial < US_BUILDER_TRIALS && bound == US_BOUND_NEVER && makes(&b) != US_NO_TYPE &&
         step->units > 0 && mark_stranded(plan, step->unit[0]);
         trial++)
        bound = bind_order(&b);
    return bound;
}
