/* Scripted opponents of microRTS, by its own rules: what its bots of these names decide, as orders.
 * On maps and seats alike they play the games that those play, step by step (tests/proof). */
#ifndef US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H
#define US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H

#include "game/player.h"

extern const us_player_kind us_microrts_bot_kind; /* ai:NAME */

/* As us_ai_name and us_ai_about. */
const char *us_microrts_bot_name(int index);
const char *us_microrts_bot_about(const char *name);

#endif
