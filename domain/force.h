/* Forces: the units of a seat that fight, the actions by which they fight, and their strength. */
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

/* Returns the distance in king's moves from a cell to the entity's lowest cell. */
int us_force_distance(int x, int y, const us_entity *entity);

/* Returns the strength of an entity: the cost of its type, in all resources, less if it is wounded.
 * One that is nearly dead counts half, since it strikes as hard as before. One that is under
 * construction counts nothing, and one that gathers a third. */
int64_t us_entity_strength(const us_domain *domain, const us_entity *entity);

#endif
