/* Opens arena scenarios: puts domain, numbers and map together and checks them against the code. */
#ifndef US_GAME_ARENA_SCENARIO_H
#define US_GAME_ARENA_SCENARIO_H

#include "game/arena/state.h"

us_status ar_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void ar_scenario_close(us_scenario *base);

#endif
