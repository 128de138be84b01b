/* Forces: the units of a seat that fight, the actions by which they fight, and their strength.
 * Squads of plans compare strengths by these functions, and learning measures by the same. */
#ifndef US_DOMAIN_FORCE_H
#define US_DOMAIN_FORCE_H

#include "domain/world.h"

/* Group actions of a domain. */
typedef struct us_force_actions {
    int strike;  /* harms an entity */
    int advance; /* goes to a cell, and harms what is on the way */
    int move;    /* goes to a cell */
} us_force_actions;

/* Returns false if the domain lacks one of the three. */
bool us_force_actions_find(const us_domain *domain, us_force_actions *out);

static inline bool us_type_moves(const us_domain *domain, us_type type)
{
    return domain->type[type].movement >= 0;
}
/* Returns whether entities of the type move, strike, and gather nothing. */
bool us_type_is_fighter(const us_domain *domain, const us_force_actions *actions, us_type type);

/* Returns whether the entity is finished and of such a type. */
bool us_entity_is_fighter(const us_domain *domain, const us_force_actions *actions,
                          const us_entity *entity);

/* Returns whether the entity belongs to another seat and is not inside another one. */
static inline bool us_entity_is_foe(const us_entity *entity, us_seat seat)
{
    return entity->owner != US_NEUTRAL && entity->owner != seat &&
           !(entity->flags & US_ENTITY_INSIDE);
}
/* Returns whether the entity attacks what comes near: it is finished and can strike, and if it
 * gathers, it has an order to harm. */
bool us_entity_is_armed(const us_domain *domain, const us_force_actions *actions,
                        const us_entity *entity);

/* Returns the distance in king's moves from a cell to the entity's lowest cell. */
int us_force_distance(int x, int y, const us_entity *entity);

/* Returns the strength of an entity: the cost of its type, in all resources, less if it is wounded.
 * One that is nearly dead counts half, since it strikes as hard as before. One that is under
 * construction counts nothing, and one that gathers a third. */
int64_t us_entity_strength(const us_domain *domain, const us_entity *entity);

enum {
    US_FORCE_TOWER = 167, /* percent of its strength that a foe counts that can't move */
    US_FORCE_FOES = 10,   /* cells around a squad in which foes count */
    US_FORCE_OWN = 15,    /* cells around a squad in which own fighters count */
};

/* Strengths of both sides, as one seat sees them. */
typedef struct us_force {
    int64_t ours;   /* of the seat's finished fighters */
    int64_t mobile; /* of the foes that move and can strike */
    int64_t towers; /* of the foes that can strike and don't move */
    int fighters;   /* number of the seat's finished fighters */
} us_force;

us_force us_force_measure(const us_world *world, us_seat seat, const us_force_actions *actions);
/* Returns the strength of all foes that a squad compares with its own before it sets out. */
int64_t us_force_theirs(const us_force *force);

/* Returns the strengths around a cell: of finished own fighters within US_FORCE_OWN, and of armed
 * foes within US_FORCE_FOES, towers as much as others. */
us_force us_force_around(const us_world *world, us_seat seat, const us_force_actions *actions,
                         int x, int y);

#endif
