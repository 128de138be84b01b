/* Small recorded games, and tables of them. */
#ifndef US_TESTS_UNIT_GAME_TABLES_H
#define US_TESTS_UNIT_GAME_TABLES_H

#include "adapt/games.h"
#include "tests/unit/drawn_skirmish.h"
#include "traces/recorder.h"
#include "understudy/game.h"

typedef struct game_tables {
    drawn_skirmish s; /* over the match's game */
    us_match *match;
    us_recorder *recorder;
    const char *trace, *map; /* files, see scratch.h; map NULL: one of the domain */
    us_domain *domain;
    us_games *games;
    us_error err;
} game_tables;

/* Seats 0 and 1 by agents, or NULL: nobody. lines and picture: see stage.h; with lines NULL the
 * picture is the name of a map of the domain. It ends as a draw after so many cycles. */
void game_tables_begin(game_tables *k, const char *lines, const char *picture,
                       const char *const agent[2], us_cycle cycles);
/* The same with players of one's own, which it owns then. scenario: of game_tables_open. */
void game_tables_open(game_tables *k, const char *lines, const char *picture, us_cycle cycles);
void game_tables_play(game_tables *k, us_player *first, us_player *second);
void game_tables_run(game_tables *k, us_cycle to); /* up to that cycle */
/* An order from outside to one unit, in the cycle that comes next. what: a type, or NULL. */
void game_tables_order(game_tables *k, us_id unit, const char *action, const char *what,
                       us_id target, int x, int y);
/* To the end; then tables in memory, with the conditions that were asked for before. */
void game_tables_finish(game_tables *k);
void game_tables_tables(game_tables *k); /* without any game; before game_tables_finish at will */
void game_tables_condition(game_tables *k, const char *name, const char *text);
void game_tables_end(game_tables *k);

/* The first number of the first row; -1: there is none, or it is NULL. */
int64_t games_int(const us_games *games, const char *sql);
/* All rows, as "a b c\n"; NULL as "-". Held until the next call. */
const char *games_rows(const us_games *games, const char *sql);

#endif
