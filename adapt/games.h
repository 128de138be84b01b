/* Recorded games as tables, for SQL. adapt/games.sql declares them, docs/TABLES.md and
 * docs/PLAN_TABLES.md describe every column. */
#ifndef US_ADAPT_GAMES_H
#define US_ADAPT_GAMES_H

#include "behavior/brl.h"
#include "understudy/adapt.h"
struct sqlite3;

/* Returns the number of games that were played by another domain or other rules than those that are
 * here, and were read from the states stored beside their traces. */
int64_t us_games_count_other_rules(const us_games *games);
/* Adds a condition that is checked each second for every seat of every game: rows of `conditions`
 * and `lapses`. Call it before the first game is added. text is a condition of the language
 * (domain/expr.h) without slots. */
us_status us_games_add_condition(us_games *games, const char *name, const us_source *text,
                                 us_error *err);

/* Returns the database, to be read only; borrowed. Games show without a commit, too. */
struct sqlite3 *us_games_db(const us_games *games);
const us_domain *us_games_domain(const us_games *games);

/* A seat's row of a game; the texts lie in the arena. File "": there is no such game or seat. */
typedef struct us_game_row {
    const char *file, *player;
    us_brl_game game; /* map 0, not seeded: not known */
} us_game_row;
us_status us_games_count_cut(us_games *games, int64_t *out,
                             us_error *err); /* games without an end */
us_status us_games_read_row(us_games *games, int64_t game, us_seat seat, us_arena *arena,
                            us_game_row *out, us_error *err);

#endif
