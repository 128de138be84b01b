/* The agents' kinds and checks: understudy/agent.h declares what is done with an agent. */
#ifndef US_PLAYERS_PLAYERS_H
#define US_PLAYERS_PLAYERS_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/agent.h"
#include "understudy/game.h"

/* Puts those agents into the scenario's definition that play outside, in the program that runs the
 * game. A scenario with such agents must be opened with it. An agent may be NULL. */
void us_agents_set_external(const char *const *agent, int seats, us_scenario_def *def);

/* Returns whether the agent's plan may repair behaviors in play, and note it. */
bool us_agent_repairs(const char *agent);
/* Returns whether the agent's behaviors can be edited while it plays: players/live_edit.h. */
bool us_agent_is_editable(const char *agent);

extern const us_player_kind us_bot_kind;    /* plays outside: gives no orders here */
extern const us_player_kind us_socket_kind; /* the same, in a game that another program starts */
extern const us_player_kind us_exec_kind;
extern const us_player_kind us_human_kind;  /* a name in traces: no player is opened for a person */
extern const us_player_kind us_idle_kind;   /* gives no orders */
extern const us_player_kind us_random_kind; /* random legal orders, now and then */

#endif
