/* The squad on the way: it marches in stages, has ways opened, and attacks. */
#include "plan/squad_internal.h"

void us_squad_map_steps(us_plan *plan, int movement, us_box box)
{
    us_squad *squad = plan->squad;
    squad->steps = us_steps_map(squad->map, us_reviser_regions(plan->reviser), movement, box);
}

int us_squad_go_along(const us_plan *plan, int cell, int steps, int last)
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

/* Chooses a target for a squad without a task: the nearest building, or else the nearest unit. */
static bool choose_target(us_plan *plan, const us_entity *middle)
{
    us_squad *squad = plan->squad;
    int least = INT32_MAX;
    for (int i = 0; i < squad->foe.count; i++) {
        const us_entity *e = &us_squad_world(plan)->entity[squad->foe.item[i]];
        int far = us_entity_distance(plan->domain, middle, e) +
                  (us_squad_moves(plan, e) ? US_WORLD_SIDE_MAX : 0);
        if (far >= least)
            continue;
        far += us_squad_can_reach(plan, middle, e) ? 0 : 2 * US_WORLD_SIDE_MAX;
        if (far >= least)
            continue;
        least = far;
        squad->target = e->id;
    }
    squad->phase = US_PHASE_MARCHING;
    squad->stage = -1;
    squad->moved = plan->now;
    return squad->target != 0;
}

/* Has a way opened where none leads, and has the members wait before it. */
static void breach(us_plan *plan, const us_entity *middle, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    us_way_state way =
        us_opening_request_box(plan, US_HOLDER_SQUAD, us_squad_find_label(plan), middle->id, to);
    squad->stage = -1; /* the way is looked for again */
    if (way == US_WAY_NEVER) {
        squad->barred = plan->domain->type[middle->type].movement;
        squad->barred_turn = us_regions_turn(us_reviser_regions(plan->reviser), squad->barred);
    }
    if (way == US_WAY_NEVER && squad->task)
        us_squad_end_attack(plan, US_ATTACK_NO_WAY);
    else if (way == US_WAY_NEVER)
        us_squad_come_home(plan, US_SQUAD_NO_WAY);
    else
        squad->moved = plan->now;
    for (int i = 0; way == US_WAY_CLOSED && i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (e->action < 0 &&
            us_squad_cell_distance(plan, plan->opening.before, e) > US_SQUAD_TOGETHER)
            us_squad_order(plan, squad->actions.advance, &e->id, 1,
                           us_squad_cell_arg(plan, plan->opening.before));
    }
}

/* Sends the members to the next stage once most of them are at this one. */
static void march(us_plan *plan, const us_entity *middle, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    int here = us_world_cell(world, middle->x, middle->y), close = 0;
    bool first = squad->stage < 0;
    if (first || plan->now - squad->mapped > us_squad_ticks(plan, US_SQUAD_MAPPED)) {
        us_squad_map_steps(plan, plan->domain->type[middle->type].movement, to);
        squad->mapped = plan->now;
        if (squad->steps[here] == US_NO_STEPS) {
            breach(plan, middle, to);
            return;
        }
    }
    if (first || squad->steps[squad->stage] == US_NO_STEPS) /* it was built over, say */
        squad->stage = here;
    for (int i = 0; i < squad->member.count; i++)
        close += us_squad_cell_distance(plan, squad->stage,
                                        us_world_find(world, squad->member.item[i])) <=
                 US_SQUAD_TOGETHER;
    bool late = plan->now - squad->staged > us_squad_ticks(plan, US_SQUAD_LATE);
    if (!first && !late && close * 100 < squad->member.count * US_SQUAD_MOST) {
        for (int i = 0; i < squad->member.count; i++) {
            const us_entity *e = us_world_find(world, squad->member.item[i]);
            if (e->action < 0 && us_squad_cell_distance(plan, squad->stage, e) > US_SQUAD_TOGETHER)
                us_squad_order(plan, squad->actions.advance, &e->id, 1,
                               us_squad_cell_arg(plan, squad->stage));
        }
        return;
    }
    squad->staged = squad->moved = plan->now;
    if (squad->steps[squad->stage] <= US_SQUAD_SIGHT) {
        squad->phase = US_PHASE_FIGHTING;
        return;
    }
    squad->stage = us_squad_go_along(plan, squad->stage, US_SQUAD_STAGE, US_SQUAD_SIGHT);
    us_squad_order(plan, squad->actions.advance, squad->member.item, squad->member.count,
                   us_squad_cell_arg(plan, squad->stage));
}

/* Sends the unit along the squad's way to the cell beside the target, which may be a building: no
 * unit can enter its cells. A unit that moves otherwise than the squad goes its own way. */
static void approach(us_plan *plan, const us_entity *unit, us_box to)
{
    const us_squad *squad = plan->squad;
    int here = us_world_cell(us_squad_world(plan), unit->x, unit->y), cell = here;
    if (squad->steps[here] != US_NO_STEPS)
        cell = us_squad_go_along(plan, here, US_NO_STEPS, 1);
    else if (us_squad_has_way(plan, unit, to))
        cell = us_world_cell(us_squad_world(plan), to.x, to.y);
    if (cell != here)
        us_squad_order(plan, squad->actions.advance, &unit->id, 1, us_squad_cell_arg(plan, cell));
}

/* Gives the unit a foe. Foes that can strike and move come before the target, buildings and the
 * rest. */
static void fight(us_plan *plan, const us_entity *unit, const us_entity *target, us_box to)
{
    const us_squad *squad = plan->squad;
    const us_entity *aim = unit->target ? us_world_find(us_squad_world(plan), unit->target) : NULL;
    bool strikes = unit->action == squad->actions.strike,
         building = aim && !us_squad_moves(plan, aim);
    if (unit->action == squad->actions.advance || (strikes && !building))
        return;
    int reach = strikes ? US_SQUAD_CLOSE : US_SQUAD_SIGHT;
    const us_entity *danger = us_squad_nearest_foe(plan, unit, reach, true);
    if (strikes && !danger)
        return;
    if (danger) {
        us_squad_order(plan, squad->actions.advance, &unit->id, 1,
                       us_cell_from_xy(danger->x, danger->y));
        return;
    }
    const us_entity *foe = us_squad_nearest_foe(plan, unit, US_SQUAD_SIGHT, false);
    if (target && us_entity_distance(plan->domain, unit, target) <= US_SQUAD_SIGHT)
        foe = target;
    if (foe)
        us_squad_order(plan, squad->actions.strike, &unit->id, 1, (int32_t)foe->id);
    else
        approach(plan, unit, to);
}

static void fight_all(us_plan *plan, const us_entity *middle, const us_entity *target, us_box to)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    int there = 0, far = us_box_distance(us_entity_box(plan->domain, middle), to);
    if (far > 3 * US_SQUAD_SIGHT || (far > US_SQUAD_SIGHT && !us_squad_has_way(plan, middle, to))) {
        squad->phase = US_PHASE_MARCHING;
        squad->stage = -1;
        return;
    }
    us_squad_map_steps(plan, plan->domain->type[middle->type].movement, to);
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        there += us_box_distance(us_entity_box(plan->domain, e), to) <= US_SQUAD_TOGETHER;
        if (e->action == squad->actions.strike)
            squad->moved = plan->now;
        fight(plan, e, target, to);
    }
    if (!squad->target && there * 2 > squad->member.count &&
        !us_squad_nearest_foe(plan, middle, US_SQUAD_SIGHT, false))
        us_squad_end_attack(plan, US_ATTACK_DONE);
}

/* Returns why the squad turns back, or US_SQUAD_NO_REASON: it would be lost here, or home is in
 * danger and nearer than the enemy. */
static us_squad_reason find_retreat(const us_plan *plan, const us_squad_scene *s,
                                    const us_squad_outing *out)
{
    const us_entity *middle = out->middle;
    int retreat = plan->squad->rules.retreat;
    if (!middle)
        return US_SQUAD_ALL_LOST;
    if (retreat > 0 && (out->near.mobile + out->near.towers) * 100 > out->near.ours * retreat)
        return US_SQUAD_TOO_STRONG;
    bool threatened = s->threats > s->home && plan->squad->phase == US_PHASE_MARCHING && s->hall &&
                      s->base &&
                      us_force_distance(s->hall->x, s->hall->y, middle) <
                          us_force_distance(s->base->x, s->base->y, middle);
    return threatened ? US_SQUAD_HOME_IN_DANGER : US_SQUAD_NO_REASON;
}

/* Returns whether the seat sees all cells of the box. */
static bool is_in_sight(const us_plan *plan, us_box box)
{
    const us_world *world = us_squad_world(plan);
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
    const us_world *world = us_squad_world(plan);
    const us_entity *target = squad->target ? us_world_find(world, squad->target) : NULL;
    squad->seen = target ? us_entity_box(plan->domain, target) : squad->seen;
    bool gone = squad->target && !target && is_in_sight(plan, squad->seen);
    bool stuck = plan->now - squad->moved > us_squad_ticks(plan, US_SQUAD_STUCK);
    if (gone || stuck) {
        us_squad_end_attack(plan, gone ? US_ATTACK_DONE : US_ATTACK_STUCK);
        return;
    }
    us_box cell = {squad->cell % world->width, squad->cell / world->width, 1, 1};
    us_box to = squad->target ? squad->seen : cell;
    if (squad->phase == US_PHASE_MARCHING)
        march(plan, middle, to);
    else
        fight_all(plan, middle, target, to);
}

void us_squad_go_on(us_plan *plan, const us_squad_scene *s)
{
    us_squad *squad = plan->squad;
    if (!us_task_of_node(&plan->exec, plan->squad->task))
        squad->task = 0; /* it was stopped: the squad goes on, until a task asks for it */
    us_squad_outing out = us_squad_muster(plan);
    us_squad_reason retreat = find_retreat(plan, s, &out);
    squad->ours = out.near.ours;
    squad->theirs = out.near.mobile + out.near.towers;
    if (retreat) {
        us_squad_come_home(plan, retreat);
        return;
    }
    bool follow = squad->rules.join == US_JOIN_FOLLOW || s->force.mobile * 2 <= s->force.ours;
    if (plan->now >= squad->called && !s->threat && follow) {
        squad->called = us_plan_after(plan, US_SQUAD_CALLED);
        us_squad_call_up(plan);
    }
    if (!squad->target && squad->cell < 0 && !choose_target(plan, out.middle)) {
        if (plan->now - squad->free_since > us_squad_ticks(plan, US_SQUAD_ALONE))
            us_squad_come_home(plan, US_SQUAD_NOTHING_TO_ATTACK);
        return;
    }
    go_on_attacking(plan, out.middle);
}
