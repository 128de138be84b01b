/* Scripted opponents of microRTS: what its bots of these names decide, as orders. */
#ifndef US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H
#define US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H

#include "game/player.h"

extern const us_player_kind us_microrts_rush_kind;   /* ai:NAME, step by step as the bot */
extern const us_player_kind us_microrts_random_kind; /* ai:random-biased, by our random numbers */

/* As us_ai_name and us_ai_about. */
const char *us_microrts_rush_name(int index);
const char *us_microrts_rush_about(const char *name);
const char *us_microrts_random_name(int index);
const char *us_microrts_random_about(const char *name);

#endif
