#include "domain/force.h"

#include <stdlib.h>

#include "domain/action.h"
#include "domain/index.h"

enum { GATHERER = 3 }; /* a unit that gathers counts one in so many */

bool us_force_actions_find(const us_domain *domain, us_force_actions *out)
{
    *out = (us_force_actions){-1, -1, -1};
    for (int i = 0; i < domain->action_count; i++) {
        const us_action_def *def = &domain->action[i];
        bool cell = us_action_find_param(def, US_VALUE_CELL) >= 0;
        bool entity = us_action_find_param(def, US_VALUE_ENTITY) >= 0;
        bool harms = us_action_can_harm(def), moving = us_action_has_effect(def, US_EFFECT_MOVE);
        int *action = harms && entity           ? &out->strike
                      : harms && moving && cell ? &out->advance
                      : moving && cell          ? &out->move
                                                : NULL;
        if (action && *action < 0 && def->group && !def->continues)
            *action = i;
    }
    return out->strike >= 0 && out->advance >= 0 && out->move >= 0;
}

bool us_type_is_fighter(const us_domain *domain, const us_force_actions *actions, us_type type)
{
    return us_type_moves(domain, type) && domain->type[type].gathers == 0 &&
           us_type_can_do(domain, type, actions->strike);
}

bool us_entity_is_fighter(const us_domain *domain, const us_force_actions *actions,
                          const us_entity *entity)
{
    return !(entity->flags & US_ENTITY_UNFINISHED) &&
           us_type_is_fighter(domain, actions, entity->type);
}

bool us_entity_is_armed(const us_domain *domain, const us_force_actions *actions,
                        const us_entity *entity)
{
    if (!us_type_can_do(domain, entity->type, actions->strike) ||
        (entity->flags & US_ENTITY_UNFINISHED))
        return false;
    return domain->type[entity->type].gathers == 0 ||
           (entity->action >= 0 && us_action_can_harm(&domain->action[entity->action]));
}

int us_force_distance(int x, int y, const us_entity *entity)
{
    int dx = abs(x - entity->x), dy = abs(y - entity->y);
    return dx > dy ? dx : dy;
}

int64_t us_entity_strength(const us_domain *domain, const us_entity *entity)
{
    const us_type_def *def = &domain->type[entity->type];
    int64_t full = def->attribute[0], left = entity->attribute[0];
    left = left < full ? left : full;
    if (full <= 0 || (entity->flags & US_ENTITY_UNFINISHED))
        return 0;
    return (int64_t)domain->index->price[entity->type] * (full + left) / (2 * full) /
           (def->gathers ? GATHERER : 1);
}

static bool is_own_fighter(const us_world *world, us_seat seat, const us_force_actions *actions,
                           const us_entity *e)
{
    return e->owner == seat && us_entity_is_fighter(world->domain, actions, e);
}

static void add(us_force *force, const us_world *world, us_seat seat, const us_entity *e)
{
    int64_t strength = us_entity_strength(world->domain, e);
    if (e->owner == seat)
        force->ours += strength;
    else if (us_type_moves(world->domain, e->type))
        force->mobile += strength;
    else
        force->towers += strength;
    force->fighters += e->owner == seat;
}

us_force us_force_measure(const us_world *world, us_seat seat, const us_force_actions *actions)
{
    us_force force = {0};
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        bool foe =
            us_entity_is_foe(e, seat) && us_type_can_do(world->domain, e->type, actions->strike);
        if (foe || is_own_fighter(world, seat, actions, e))
            add(&force, world, seat, e);
    }
    return force;
}

int64_t us_force_theirs(const us_force *force)
{
    return force->mobile + force->towers * US_FORCE_TOWER / 100;
}

us_force us_force_around(const us_world *world, us_seat seat, const us_force_actions *actions,
                         int x, int y)
{
    us_force force = {0};
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int far = us_force_distance(x, y, e);
        bool foe = far <= US_FORCE_FOES && us_entity_is_foe(e, seat) &&
                   us_entity_is_armed(world->domain, actions, e);
        if (foe || (far <= US_FORCE_OWN && is_own_fighter(world, seat, actions, e)))
            add(&force, world, seat, e);
    }
    return force;
}
