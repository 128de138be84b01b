/* microRTS played here by its own rules, or the real one with its own bots (real.h). */
#ifndef US_GAME_MICRORTS_MICRORTS_H
#define US_GAME_MICRORTS_MICRORTS_H

#include "game/game.h"

extern const us_game_kind us_microrts;
extern const us_game_kind us_microrts_real; /* for scenarios with outside bots; in no table */

#endif
