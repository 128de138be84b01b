/* Opens skirmish scenarios: puts domain, rules and map together and checks them against the code.
 */
#ifndef US_GAME_SKIRMISH_SCENARIO_H
#define US_GAME_SKIRMISH_SCENARIO_H

#include "game/skirmish/state.h"

us_status sk_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void sk_scenario_close(us_scenario *base);

#endif
