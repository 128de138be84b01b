/* The parts of make bench. */
#ifndef US_TESTS_BENCH_BENCH_H
#define US_TESTS_BENCH_BENCH_H

#include "game/game.h"

_Noreturn void bench_die(const us_error *err);                 /* exit 2 */
void bench_need(us_status status, const us_error *err);        /* dies unless it is US_OK */
int64_t bench_ns(void);                                        /* processor time of this thread */
double bench_median(double *value, int count);                 /* sorts; 0 of nothing */
us_scenario *bench_open(const char *map, us_cycle max_cycles); /* exits when it cannot */

/* A game in peace whose units have been at work for 3,000 cycles. It changes the scenario. */
us_game *bench_game_with_units(us_scenario *scenario, int units);

void bench_players(void);    /* cycles a second of two scripted players with about 60 units */
void bench_scale(void);      /* the cost of a cycle from 50 to 800 units; memory */
void bench_games(void);      /* whole games a second */
void bench_arena(void);      /* a cycle of the arena with 100 and 1,000 characters */
void bench_path(void);       /* path finding alone */
void bench_expr(void);       /* expressions and features */
void bench_learn(void);      /* learning from a long trace */
void bench_trace(void);      /* reading orders, storing and reading states */
void bench_nearest(void);    /* the nearest of many rows, beside FAISS where that is there */
void bench_case_base(void);  /* loading a case base of 100,000 cases, and asking it by goal */
void bench_run(void);        /* running a tree of 1,001 nodes, one agent and many */
void bench_query(void);      /* queries in play: looked at, asked and filled */
void bench_characters(void); /* 1,000 characters that run trees, in the arena */
void bench_requery(void);    /* ways of asking again, over many games of the arena */
void bench_revise(void);     /* what slots mean on another map: units and cells */
void bench_link(void);       /* turns of the real microRTS over its socket */
void bench_pool(void);       /* sharing tasks among workers */
void bench_results(void);    /* merging and comparing a million results */
void bench_tables(void);     /* recorded games as tables */
void bench_stats(void);      /* effects, bounds and tests of a million pairs */

void bench_microrts(void); /* recorded games of microRTS, played natively and by the real game */

#endif
