/* Recorded games as tables, for SQL. adapt/games.sql declares them, docs/TABLES.md and
 * docs/PLAN_TABLES.md describe every column. */
#ifndef US_ADAPT_GAMES_H
#define US_ADAPT_GAMES_H

#include "behavior/brl.h"

typedef struct us_games us_games;
struct sqlite3;

/* path NULL: in memory. Else nothing may be at path yet; it appears with the commit, whole. The
 * domain is borrowed. */
us_status us_games_new(const char *path, const us_domain *domain, us_games **out, us_error *err);

/* A condition that every later game is asked, each second, of every seat: rows of conditions and
 * lapses. Before the first game. text: a condition of the language (domain/expr.h) without slots.
 */
us_status us_games_condition(us_games *games, const char *name, const us_source *text,
                             us_error *err);

/* One trace. map: where its map lies now, or NULL. *game: its number, from 1. Failure adds nothing,
 * and others may be added after it.
 *
 * US_MISMATCH: it is of another domain; it was recorded with other rules, or takes another course
 * when it is played again; or it is there already: the same bytes,
 * or the same map, seed, players and, as far as both go, orders. What cannot be played again
 * by its nature, a converted trace or one whose orders were cut out, gives what it has: orders,
 * the plan, and of the units what the states stored beside it show. */
us_status us_games_add(us_games *games, const char *trace, const char *map, int64_t *game,
                       us_error *err);
/* The same, asked now and then whether to stop: true ends it with US_INTERRUPTED. */
void us_games_ask(us_games *games, bool (*stop)(void));

/* No game is added after it. */
us_status us_games_commit(us_games *games, us_error *err);
void us_games_close(us_games *games); /* NULL is fine; what was not committed is gone */

/* To be read; games that were added are there without a commit, too. Borrowed. */
struct sqlite3 *us_games_db(const us_games *games);
const us_domain *us_games_domain(const us_games *games);

/* What a game was; the texts lie in the arena. File "": there is no such game. */
typedef struct us_game_row {
    const char *file, *player;
    us_brl_game saw; /* map 0, not seeded: nobody knows */
} us_game_row;
us_status us_games_count(us_games *games, int64_t *out, us_error *err);
us_status us_games_cut(us_games *games, int64_t *out, us_error *err); /* those without an end */
us_status us_games_row(us_games *games, int64_t game, us_seat seat, us_arena *arena,
                       us_game_row *out, us_error *err);

#endif
