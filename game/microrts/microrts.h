/* microRTS, by its own rules. */
#ifndef US_GAME_MICRORTS_MICRORTS_H
#define US_GAME_MICRORTS_MICRORTS_H

#include "game/game.h"

extern const us_game_kind us_microrts;

#endif
