/* The squad at home: it gathers before the hall and meets threats. */
#include "plan/squad_internal.h"

void us_squad_choose_place(us_plan *plan, const us_squad_scene *s)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    int movement = -1, from = -1;
    for (int i = 0; i < world->count && movement < 0; i++)
        if (us_squad_is_fighter(plan, &world->entity[i]))
            movement = plan->domain->type[world->entity[i].type].movement;
    if (!s->base || !s->hall || movement < 0 || us_squad_is_out(squad) ||
        (squad->place >= 0 && plan->now < squad->placed))
        return;
    squad->placed = us_plan_after(plan, US_SQUAD_PLACED);
    us_squad_map_steps(plan, movement, us_entity_box(plan->domain, s->base));
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
    squad->place = us_squad_go_along(plan, from, third < ahead ? third : ahead, 0);
}

static bool fights(const us_plan *plan, const us_entity *e)
{
    return e->action == plan->squad->actions.advance || e->action == plan->squad->actions.strike;
}

static bool is_worker(const us_plan *plan, const us_entity *e)
{
    return us_squad_owns(plan, e) && plan->domain->type[e->type].gathers != 0;
}

/* Lets workers go that no longer fight. Their standing orders bring them back. */
static void dismiss_workers(us_plan *plan)
{
    const us_world *world = us_squad_world(plan);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (is_worker(plan, e) && !fights(plan, e) && us_squad_is_taken(plan, e->id, 0) &&
            !us_squad_is_taken(plan, e->id, US_HOLDER_HOME))
            us_reservations_drop_unit(plan->reserve, e->id);
    }
}

/* Calls workers near a threat that the fighters at home can't meet. */
static void call_workers(us_plan *plan, const us_squad_scene *s)
{
    const us_world *world = us_squad_world(plan);
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
        missing -= called_before ? us_squad_strength(plan, e) : 0;
    }
    for (int i = 0; i < world->count && missing > 0 && called < workers * 3 / 4; i++) {
        const us_entity *e = &world->entity[i];
        if (!is_worker(plan, e) || !us_type_can_do(plan->domain, e->type, squad->actions.advance) ||
            (e->flags & US_ENTITY_INSIDE) || fights(plan, e) ||
            us_squad_is_taken(plan, e->id, US_HOLDER_HOME) ||
            us_force_distance(s->threat->x, s->threat->y, e) > US_SQUAD_CALL ||
            !us_squad_can_reach(plan, e, s->threat))
            continue;
        us_squad_hold(plan, e->id, US_HOLDER_HOME);
        us_squad_order_home(plan, e->id, us_cell_from_xy(s->threat->x, s->threat->y));
        missing -= us_squad_strength(plan, e);
        called++;
    }
}

void us_squad_form(us_plan *plan, const us_squad_scene *s)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    bool renew = plan->now >= squad->answered, recall = plan->now >= squad->recalled;
    dismiss_workers(plan);
    if (s->threat)
        call_workers(plan, s);
    else
        us_reservations_release(plan->reserve, US_HOLDER_HOME);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!us_squad_is_fighter(plan, e) || us_squad_is_member(plan, e) ||
            (e->flags & US_ENTITY_INSIDE) || us_squad_is_taken(plan, e->id, US_HOLDER_HOME))
            continue;
        bool meets = s->threat && us_squad_can_reach(plan, e, s->threat);
        if (meets)
            us_squad_hold(plan, e->id, US_HOLDER_HOME);
        if (meets && e->action != squad->actions.strike &&
            (renew || e->action != squad->actions.advance))
            us_squad_order_home(plan, e->id, us_cell_from_xy(s->threat->x, s->threat->y));
        else if (!s->threat && e->action < 0 && squad->place >= 0 && recall &&
                 us_squad_cell_distance(plan, squad->place, e) > US_SQUAD_TOGETHER)
            us_squad_order_home(plan, e->id, us_squad_cell_arg(plan, squad->place));
    }
    if (s->threat && renew)
        squad->answered = us_plan_after(plan, 4 * US_LOOK);
    if (recall)
        squad->recalled = us_plan_after(plan, 10 * US_LOOK);
}
