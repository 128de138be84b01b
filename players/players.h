/* The agents that can take a seat, by name: PREFIX or PREFIX:ARGUMENT. */
#ifndef US_PLAYERS_PLAYERS_H
#define US_PLAYERS_PLAYERS_H

#include "game/player.h"

/* A row of the table of agents (players.c). */
typedef struct us_agent_row {
    const us_player_kind *kind;
    const char *domain;   /* the domain that it plays; NULL: any */
    const char *argument; /* after the colon: "NAME", "FILE"; NULL: no argument */
    /* The index-th name that the argument may be, NULL behind the last; NULL: any argument. */
    const char *(*name)(int index);
    const char *(*name_about)(const char *name); /* a line about one of these names, or NULL */
    /* Checks an argument, without opening its file; NULL: any argument is valid. */
    us_status (*check)(const char *argument, us_error *err);
    const char *about;
    bool person; /* played by a person in the studio: no player is opened by this name */
    bool silent; /* see us_agent_is_silent */
} us_agent_row;

int us_agent_rows(const us_agent_row **out);

/* Opens a player for the seat. A match owns it, or the caller closes it with us_player_close. The
 * scenario is borrowed as long as it plays. Its random streams depend on seed and seat. */
us_status us_agent_open(const char *agent, const us_scenario *scenario, us_seat seat, uint64_t seed,
                        us_player **out, us_error *err);

/* The content of an agent's file, read once for many games. All games must be of one seat, on
 * scenarios with this very domain (us_scenario_def.read), while the file stays unchanged. *out is
 * NULL if the agent reads no file. The domain is borrowed until free. */
typedef struct us_prepared_agent us_prepared_agent;
us_status us_agent_prepare(const char *agent, const us_domain *domain, us_prepared_agent **out,
                           us_error *err);
void us_prepared_agent_free(us_prepared_agent *prepared); /* NULL is fine */
/* Calls us_agent_open with a prepared file of this agent; NULL: the file is read. */
us_status us_agent_open_prepared(const char *agent, const us_prepared_agent *prepared,
                                 const us_scenario *scenario, us_seat seat, uint64_t seed,
                                 us_player **out, us_error *err);

/* Puts those agents into the scenario's definition that play outside, in the program that runs the
 * game. A scenario with such agents must be opened with it. An agent may be NULL. */
void us_agents_set_external(const char *const *agent, int seats, us_scenario_def *def);

us_status us_bot_check(const char *argument, us_error *err);    /* argument: a class */
us_status us_socket_check(const char *argument, us_error *err); /* argument: a port */
us_status us_human_check(const char *argument, us_error *err);  /* always refuses */

/* Checks that the agent exists and that its settings are valid. Its file need not exist yet. The
 * error names the nearest agent. */
us_status us_agent_check(const char *agent, us_error *err);

/* Returns whether the agent gives a match no orders by design: it does nothing, or it plays where
 * its orders cannot be seen. */
bool us_agent_is_silent(const char *agent);

extern const us_player_kind us_bot_kind;    /* plays outside: gives no orders here */
extern const us_player_kind us_socket_kind; /* the same, in a game that another program starts */
extern const us_player_kind us_exec_kind;
extern const us_player_kind us_human_kind;  /* a name in traces: no player is opened for a person */
extern const us_player_kind us_idle_kind;   /* gives no orders */
extern const us_player_kind us_random_kind; /* random legal orders, now and then */

#endif
