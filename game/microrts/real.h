/* A game of microRTS that the real one plays. It asks our players for their steps in each cycle and
 * sends the state. Its own bots play all other seats. */
#ifndef US_GAME_MICRORTS_REAL_H
#define US_GAME_MICRORTS_REAL_H

#include "game/microrts/link.h"
#include "game/microrts/play.h"

typedef struct mr_real mr_real;

/* Java and the sockets of a scenario, shared by its games one after the other. bot: the class that
 * plays a seat; NULL for our player. "socket:PORT" stands for a microRTS that somebody else starts:
 * it connects there, speaks XML, and has the map. Returns US_NO_ENGINE if microRTS is unavailable.
 */
typedef struct mr_engine mr_engine;
us_status mr_engine_open(const char *const bot[MR_PLAYERS], mr_engine **out, us_error *err);
void mr_engine_close(mr_engine *stable); /* NULL is fine */
US_AUTOPTR_DEFINE(mr_engine, mr_engine_close);
const char *mr_engine_bot(const mr_engine *stable, int player); /* NULL: our player */
/* Makes the next game of a stable with a port read this recorded link (link.h). Takes ownership. */
void mr_engine_set_link(mr_engine *stable, mr_link *link);

/* Starts a game and reads its first state. state is that of the map, and the game's must equal it.
 * The clock must advance by one per cycle. Any failure ends the game: see mr_real_error. */
mr_real *mr_real_begin(mr_engine *stable, const mr_map *map, const mr_table *table,
                       us_cycle max_cycles, uint64_t seed, mr_state *state);
void mr_real_end(mr_real *real); /* a running game, too; NULL is fine */
/* Plays a cycle: sends our orders, indexed by player, and reads the next state. */
void mr_real_play_cycle(mr_real *real, const mr_orders orders[MR_PLAYERS], mr_state *state);
/* Returns the failure, or NULL. */
const us_error *mr_real_error(const mr_real *real);
/* Returns true if the game is over and reported its winner (or MR_NONE) without a last state. */
bool mr_real_has_winner(const mr_real *real, int *winner);

#endif
