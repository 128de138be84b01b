/* A check, private to players/, that a file of behaviors can act at all. */
#ifndef US_PLAYERS_STOCK_CHECK_H
#define US_PLAYERS_STOCK_CHECK_H

#include "players/planner.h"

/* Returns US_BAD_INPUT, with the place, if no action is reachable from the stock's tree or, without
 * a tree, from the domain's top goal. The search follows the trees that are called, and the goals
 * that are pursued with the behaviors that may fill them. The stock must have no archetypes.
 * argument: of the agent, for the file's name in the message. */
us_status us_planner_stock_check(const us_planner_stock *stock, const us_domain *domain,
                                 const char *argument, us_error *err);

#endif
