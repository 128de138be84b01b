/* Whatever can take a seat, by name: PREFIX or PREFIX:ARGUMENT. */
#ifndef US_PLAYERS_PLAYERS_H
#define US_PLAYERS_PLAYERS_H

#include "game/player.h"

/* A line of the table of players (players.c). */
typedef struct us_agent_row {
    const us_player_kind *kind;
    const char *domain;   /* the one it plays; NULL: any */
    const char *argument; /* after the colon: "NAME", "FILE"; NULL: nothing */
    /* The list it must be in, NULL behind it; NULL: anything goes. */
    const char *(*name)(int index);
    const char *(*name_about)(const char *name); /* a line about one of the list, or NULL */
    /* Of an argument, without its file; NULL: it is well. */
    us_status (*check)(const char *argument, us_error *err);
    const char *about;
    bool person; /* who plays in the studio: nobody is opened by this name */
    bool silent; /* see us_agent_silent */
} us_agent_row;

int us_agent_rows(const us_agent_row **out);

/* A player for the seat: for a match, which owns it, or us_player_close. The scenario is borrowed
 * as long as it plays. Its random streams depend on seed and seat. */
us_status us_agent_open(const char *agent, const us_scenario *scenario, us_seat seat, uint64_t seed,
                        us_player **out, us_error *err);

/* What the agent's file holds, read once for many games: of one seat, each on a scenario with this
 * very domain (us_scenario_def.read), while the file stays as it is. *out NULL: it reads none.
 * The domain is borrowed until free. */
typedef struct us_prepared us_prepared;
us_status us_agent_prepare(const char *agent, const us_domain *domain, us_prepared **out,
                           us_error *err);
void us_prepared_free(us_prepared *prepared); /* NULL is fine */
/* us_agent_open with what was prepared for this agent; NULL: it is read. */
us_status us_agent_open_prepared(const char *agent, const us_prepared *prepared,
                                 const us_scenario *scenario, us_seat seat, uint64_t seed,
                                 us_player **out, us_error *err);

/* Those of the agents that play within the program that plays the game elsewhere are put into the
 * definition: a scenario for them is opened with it. An agent may be NULL. */
void us_agents_outside(const char *const *agent, int seats, us_scenario_def *def);

us_status us_bot_check(const char *argument, us_error *err);    /* a class */
us_status us_socket_check(const char *argument, us_error *err); /* a port */
us_status us_human_check(const char *argument, us_error *err);  /* refused wherever it is asked */

/* Is there such an agent, and does it have such settings? Its file may be still to come. The error
 * names the nearest. */
us_status us_agent_check(const char *agent, us_error *err);

/* It gives a match no orders, and is not meant to: it does nothing, or plays where its orders are
 * not seen. */
bool us_agent_silent(const char *agent);

extern const us_player_kind us_bot_kind;    /* plays outside: gives no orders here */
extern const us_player_kind us_socket_kind; /* the same, of a game that somebody else starts */
extern const us_player_kind us_exec_kind;
extern const us_player_kind us_human_kind;  /* a name in traces: nobody is opened for a person */
extern const us_player_kind us_idle_kind;   /* gives no orders */
extern const us_player_kind us_random_kind; /* any legal order, now and then */

#endif
