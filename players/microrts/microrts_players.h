/* Scripted opponents of microRTS: players that give the orders that its bots of the same names
 * decide on. */
#ifndef US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H
#define US_PLAYERS_MICRORTS_MICRORTS_PLAYERS_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

extern const us_player_kind us_microrts_rush_kind;   /* ai:NAME, step by step like the bot */
extern const us_player_kind us_microrts_random_kind; /* ai:random-biased, our random numbers */

/* Like us_ai_name and us_ai_about. */
const char *us_microrts_rush_name(int index);
const char *us_microrts_rush_about(const char *name);
const char *us_microrts_random_name(int index);
const char *us_microrts_random_about(const char *name);

#endif
