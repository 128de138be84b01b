/* Maps that a test or benchmark writes itself: games read maps from files only. */
#ifndef US_TESTS_TEMP_MAP_H
#define US_TESTS_TEMP_MAP_H

#include "game/game.h"

/* The scenario of a map given as text; def->map is left out. Ends the program, with the error
 * and the text, when it cannot be opened. The file is gone afterwards. */
us_scenario *us_temp_map_open(const us_str *map, const us_scenario_def *def);

#endif
