/* What the domain says of an order: may it be given, has it succeeded? */
#ifndef US_DOMAIN_ACTION_H
#define US_DOMAIN_ACTION_H

#include "domain/expr.h"

enum { US_ACTION_SLOTS = US_PARAMS_MAX + 4 };

/* The slots that an action's texts may name: `unit`, the parameters, `x` and `y` where one of
 * them is a cell, `product`. Returns how many; names are borrowed. */
int us_action_slots(const us_action_def *action, us_slot slot[US_ACTION_SLOTS]);

/* The unit is there, is the seat's, its type does the action, and `when` holds. view->self is
 * the seat of the order. */
bool us_action_may(const us_view *view, const us_order *order, us_id unit);
/* The same before anybody knows on whom or where: of `when` only what is asked of the unit itself
 * holds, by the order's other arguments. The unit is there. */
bool us_action_suits(const us_view *view, const us_order *order, us_id unit);
/* `done` holds for that unit: now, or still. product: the entity that the order made, or 0. */
bool us_action_done(const us_view *view, const us_order *order, us_id unit, us_id product);

/* The first parameter of that kind, or -1. */
int us_action_param(const us_action_def *action, us_value_kind kind);
bool us_action_effects(const us_action_def *action, us_effect_kind kind); /* among its effects */
/* Hurting somebody is among its effects. */
bool us_action_harms(const us_action_def *action);

/* The type that the order makes, by an effect CREATE, CONVERT or LEARN (*kind, where one is; NULL:
 * not wanted). US_NO_TYPE: it makes nothing. */
us_type us_order_makes(const us_domain *domain, const us_order *order, us_effect_kind *kind);

/* The cells that the order is about: of whom, or of what would stand there. False: of none. */
bool us_order_box(const us_domain *domain, const us_world *world, const us_order *order,
                  us_box *out);

#endif
