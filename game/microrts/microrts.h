/* microRTS by its own rules, played here; or the real one, with bots of its own (real.h). */
#ifndef US_GAME_MICRORTS_MICRORTS_H
#define US_GAME_MICRORTS_MICRORTS_H

#include "game/game.h"

extern const us_game_kind us_microrts;
extern const us_game_kind us_microrts_real; /* of scenarios with bots outside: in no table */

#endif
