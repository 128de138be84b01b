/* Checks of orders by the domain's texts: whether a unit may carry out an order, and whether it has
 * succeeded. */
#ifndef US_DOMAIN_ACTION_H
#define US_DOMAIN_ACTION_H

#include "domain/expr.h"

enum { US_ACTION_SLOTS = US_PARAMS_MAX + 4 };

/* Fills slot with the slots that an action's texts may name: `unit`, the parameters, `x` and `y` if
 * a parameter is a cell, `product`. Returns their number. Names are borrowed. */
int us_action_slots(const us_action_def *action, us_slot slot[US_ACTION_SLOTS]);

/* Returns whether the unit exists, belongs to the seat view->self, has a type that does the action,
 * and satisfies `when`. view->self must be the seat of the order. */
bool us_action_is_allowed(const us_view *view, const us_order *order, us_id unit);
/* Checks the unit before target and place of the order are known. Of `when` it checks only terms
 * about the unit that use no entity, cell or product of the order. The unit must exist. */
bool us_action_is_suitable(const us_view *view, const us_order *order, us_id unit);
/* Returns whether `done` holds for the unit, now or still. product: the entity that the order made,
 * or 0. */
bool us_action_is_done(const us_view *view, const us_order *order, us_id unit, us_id product);

/* Returns the first parameter of the kind, or -1. */
int us_action_find_param(const us_action_def *action, us_value_kind kind);
bool us_action_has_effect(const us_action_def *action, us_effect_kind kind); /* it has the effect */
/* Returns whether the action has the effect HARM. */
bool us_action_can_harm(const us_action_def *action);

/* Returns the type that the order makes by an effect CREATE, CONVERT or LEARN, or US_NO_TYPE. In
 * the first case *kind is the effect. kind may be NULL. */
us_type us_order_product(const us_domain *domain, const us_order *order, us_effect_kind *kind);

/* Computes the cells that the order is about: those of its entity, or those that its product would
 * occupy. False if it is about none. */
bool us_order_box(const us_domain *domain, const us_world *world, const us_order *order,
                  us_box *out);

#endif
