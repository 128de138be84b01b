/* Recorded games as tables, for SQL. adapt/games.sql declares them, docs/TABLES.md and
 * docs/PLAN_TABLES.md describe every column. */
#ifndef US_ADAPT_GAMES_H
#define US_ADAPT_GAMES_H

#include "behavior/brl.h"

typedef struct us_games us_games;
struct sqlite3;

/* Creates empty tables, in memory if path is NULL. Else nothing may be at path yet; the file
 * appears with the commit, whole. The domain is borrowed. */
us_status us_games_open(const char *path, const us_domain *domain, us_games **out, us_error *err);

/* Adds a condition that is checked each second for every seat of every game: rows of `conditions`
 * and `lapses`. Call it before the first game is added. text is a condition of the language
 * (domain/expr.h) without slots. */
us_status us_games_add_condition(us_games *games, const char *name, const us_source *text,
                                 us_error *err);

/* Adds the game of a trace. map is the present path of its map, or NULL. *game: its number, from 1.
 * Failure adds nothing; further games can be added after it.
 *
 * US_MISMATCH: the trace is of another domain; it was recorded with other rules, or takes another
 * course when it is played again; or the game is there already: the same bytes, or the same map,
 * seed and players and the same orders as far as both go. A trace that cannot be played again by
 * its nature, converted or with orders cut out, gives its orders, its plan, and the units of the
 * states stored beside it. */
us_status us_games_add(us_games *games, const char *trace, const char *map, int64_t *game,
                       us_error *err);
/* Sets a function that long work calls now and then: true ends the work with US_INTERRUPTED. */
void us_games_set_stop(us_games *games, bool (*stop)(void));

/* Commits; no game can be added after it. */
us_status us_games_commit(us_games *games, us_error *err);
void us_games_close(us_games *games); /* NULL is fine; uncommitted games are lost */

/* Returns the database, to be read only; borrowed. Games show without a commit, too. */
struct sqlite3 *us_games_db(const us_games *games);
const us_domain *us_games_domain(const us_games *games);

/* A seat's row of a game; the texts lie in the arena. File "": there is no such game or seat. */
typedef struct us_game_row {
    const char *file, *player;
    us_brl_game saw; /* map 0, not seeded: not known */
} us_game_row;
us_status us_games_count(us_games *games, int64_t *out, us_error *err);
us_status us_games_count_cut(us_games *games, int64_t *out,
                             us_error *err); /* games without an end */
us_status us_games_read_row(us_games *games, int64_t game, us_seat seat, us_arena *arena,
                            us_game_row *out, us_error *err);

#endif
