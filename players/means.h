/* Private to players/: can a file of behaviors do anything at all? */
#ifndef US_PLAYERS_MEANS_H
#define US_PLAYERS_MEANS_H

#include "players/planner.h"

/* US_BAD_INPUT, with the place, where no action is reachable from what the stock runs: over the
 * trees that it calls, and the goals that it pursues with the behaviors that may fill them. Of a
 * stock without archetypes. argument: of the agent, whose file is named. */
us_status us_means_check(const us_planner_stock *stock, const us_domain *domain,
                         const char *argument, us_error *err);

#endif
