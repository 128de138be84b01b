/* The squad looks at both sides. */
#include "domain/index.h"
#include "plan/squad_internal.h"

static bool is_dangerous(const us_plan *plan, const us_entity *e)
{
    return us_squad_moves(plan, e) && us_entity_is_armed(plan->domain, &plan->squad->actions, e);
}

static bool is_near_home(const us_plan *plan, const us_entity *foe)
{
    us_box box = us_entity_box(plan->domain, foe);
    for (int i = 0; i < plan->squad->home_box.count; i++)
        if (us_box_distance(plan->squad->home_box.item[i], box) <= plan->squad->rules.leash)
            return true;
    return false;
}

bool us_squad_has_way(const us_plan *plan, const us_entity *unit, us_box to)
{
    return us_regions_has_path(us_reviser_regions(plan->reviser),
                               plan->domain->type[unit->type].movement,
                               us_entity_box(plan->domain, unit), to);
}

bool us_squad_can_reach(const us_plan *plan, const us_entity *unit, const us_entity *foe)
{
    return us_squad_has_way(plan, unit, us_entity_box(plan->domain, foe));
}

/* Ranks units that could meet a threat: fighters at home, other fighters, other units. Returns 0
 * if the entity can't. */
static int rank_defender(const us_plan *plan, const us_entity *e)
{
    if (!e || !us_squad_owns(plan, e) || (e->flags & US_ENTITY_INSIDE) ||
        !us_type_can_do(plan->domain, e->type, plan->squad->actions.advance))
        return 0;
    return !us_squad_is_fighter(plan, e) ? 1 : us_squad_is_member(plan, e) ? 2 : 3;
}

static void look_at_own(us_plan *plan, const us_entity *e, us_squad_scene *s)
{
    const us_type_def *types = plan->domain->type;
    us_squad *squad = plan->squad;
    if (e->owner == plan->seat.view->self && !us_squad_moves(plan, e)) {
        US_LIST_PUT(squad->home_box, us_entity_box(plan->domain, e));
        if (!s->hall || (types[e->type].stores && !types[s->hall->type].stores))
            s->hall = e;
    }
    if (rank_defender(plan, e) > rank_defender(plan, s->defender))
        s->defender = e;
    if (!us_squad_is_fighter(plan, e))
        return;
    s->home += us_squad_is_member(plan, e) ? 0 : us_squad_strength(plan, e);
    s->at_place +=
        squad->place >= 0 && us_squad_cell_distance(plan, squad->place, e) <= US_SQUAD_TOGETHER;
}

static void look_at_foe(const us_plan *plan, const us_entity *e, int *nearest, us_squad_scene *s)
{
    const us_entity *hall = s->hall;
    if (!us_squad_moves(plan, e) && hall) {
        int far = us_force_distance(hall->x, hall->y, e) -
                  (plan->domain->type[e->type].stores ? US_SQUAD_STAGE : 0);
        if (far < *nearest) {
            *nearest = far;
            s->base = e;
        }
    }
    if (!is_dangerous(plan, e) || !is_near_home(plan, e) ||
        (s->defender && !us_squad_can_reach(plan, s->defender, e)))
        return;
    s->threats += us_squad_strength(plan, e);
    if (!s->threat || (hall && us_force_distance(hall->x, hall->y, e) <
                                   us_force_distance(hall->x, hall->y, s->threat)))
        s->threat = e;
}

us_squad_scene us_squad_look(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    us_seat self = plan->seat.view->self;
    us_squad_scene s = {.force = us_force_measure(world, self, &squad->actions)};
    int nearest = INT32_MAX;
    us_squad_mark_members(plan);
    squad->home_box.count = squad->foe.count = 0;
    for (int i = 0; i < world->count; i++) {
        look_at_own(plan, &world->entity[i], &s);
        if (us_entity_is_foe(&world->entity[i], self))
            US_LIST_PUT(squad->foe, i);
    }
    for (int i = 0; i < squad->foe.count; i++)
        look_at_foe(plan, &world->entity[squad->foe.item[i]], &nearest, &s);
    return s;
}

const us_entity *us_squad_nearest_foe(const us_plan *plan, const us_entity *unit, int reach,
                                      bool dangerous)
{
    const us_squad *squad = plan->squad;
    const us_entity *best = NULL;
    int least = reach + 1;
    for (int i = 0; i < squad->foe.count; i++) {
        const us_entity *e = &us_squad_world(plan)->entity[squad->foe.item[i]];
        if (dangerous && !is_dangerous(plan, e))
            continue;
        int far = us_entity_distance(plan->domain, unit, e);
        if (far < least && us_squad_can_reach(plan, unit, e)) {
            least = far;
            best = e;
        }
    }
    return best;
}

void us_squad_mark_members(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    squad->marked.count = 0;
    for (int i = 0; i < world->count; i++)
        US_LIST_PUT(squad->marked, false);
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (e)
            squad->marked.item[e - world->entity] = true;
    }
}

/* Whether another task commands a member. */
static bool is_lost(const us_plan *plan, us_id unit)
{
    return us_squad_is_taken(plan, unit, US_HOLDER_SQUAD) &&
           us_squad_is_taken(plan, unit, plan->squad->task);
}

us_squad_outing us_squad_muster(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    us_squad_outing out = {0};
    int64_t x = 0, y = 0;
    int kept = 0;
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (!e || e->owner != plan->seat.view->self || is_lost(plan, e->id))
            continue;
        squad->member.item[kept++] = e->id;
        x += e->x;
        y += e->y;
    }
    squad->member.count = kept;
    us_squad_mark_members(plan);
    for (int i = 0; i < kept; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        int mx = (int)(x / kept), my = (int)(y / kept);
        if (!out.middle || us_force_distance(mx, my, e) < us_force_distance(mx, my, out.middle))
            out.middle = e;
    }
    if (out.middle)
        out.near = us_force_around(world, plan->seat.view->self, &squad->actions, out.middle->x,
                                   out.middle->y);
    return out;
}
