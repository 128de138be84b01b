/* A game of microRTS that is played by the real one: it asks our players for their steps in each
 * cycle, and tells the state. Seats that are not ours are played by bots within it. */
#ifndef US_GAME_MICRORTS_REAL_H
#define US_GAME_MICRORTS_REAL_H

#include "game/microrts/link.h"
#include "game/microrts/play.h"

typedef struct mr_real mr_real;

/* Java and the sockets of a scenario, which one game after the other uses. bot: the class that
 * plays a seat; or "socket:PORT": a microRTS that somebody else starts connects there, speaks XML,
 * and has the map; NULL: we play. US_NO_ENGINE: it can't be had. */
typedef struct mr_stable mr_stable;
us_status mr_stable_open(const char *const bot[MR_PLAYERS], mr_stable **out, us_error *err);
void mr_stable_close(mr_stable *stable);                        /* NULL is fine */
const char *mr_stable_bot(const mr_stable *stable, int player); /* NULL: we play */
/* Of one with a port: the next game is what this link has recorded (link.h). Takes it over. */
void mr_stable_hear(mr_stable *stable, mr_link *link);

/* The game begins, and its first state is read; state is that of the map, which it must be. The
 * clock goes on by one a cycle. Whatever goes wrong ends it: see mr_real_trouble. */
mr_real *mr_real_begin(mr_stable *stable, const mr_map *map, const mr_table *table,
                       us_cycle max_cycles, uint64_t seed, mr_state *state);
void mr_real_end(mr_real *real); /* of one that goes on, too; NULL is fine */
/* One cycle: our orders are sent, by player, and the next state is read. */
void mr_real_cycle(mr_real *real, const mr_orders orders[MR_PLAYERS], mr_state *state);
/* NULL: all is well. */
const us_error *mr_real_trouble(const mr_real *real);
/* The game is over, and has told its winner, or MR_NONE, but no last state. */
bool mr_real_told(const mr_real *real, int *winner);

#endif
