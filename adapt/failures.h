/* Failures that patterns find in games. */
#ifndef US_ADAPT_FAILURES_H
#define US_ADAPT_FAILURES_H

#include "adapt/games.h"
#include "adapt/pattern.h"
#include "base/json.h"

typedef struct us_failure {
    int pattern; /* index into the patterns given */
    int64_t game;
    us_seat seat;
    us_cycle cycle, until;    /* until: equal to cycle if the query has none */
    us_id unit;               /* 0: none */
    uint32_t node;            /* of the plan; 0: none */
    const char *goal;         /* type, or NULL */
    int64_t badness;          /* 0 or more; comparable within one pattern */
    int row;                  /* of the pattern's query, from 0 */
    const char *const *value; /* by column of the pattern, as texts; NULL in it: SQL NULL */
    uint32_t numbers;         /* bit by column: the value is a number */
} us_failure;

typedef struct us_failures {
    us_failure *item; /* by pattern, game, cycle, seat, unit, node, row */
    int count;
    struct us_arena *arena;
} us_failures;

/* Adds the `maintain` conditions of the patterns to the games, each under its pattern's name. Call
 * it before the first game is added. */
us_status us_failures_add_conditions(us_games *games, const us_patterns *patterns, us_error *err);

/* Finds all failures; equal tables and patterns give equal lists. US_BAD_INPUT, with the pattern's
 * file: a query takes too long or finds too many rows; a row names a game, seat, unit, node or
 * cycle that isn't there; the games lack a pattern's condition. */
us_status us_failures_find(const us_games *games, const us_patterns *patterns, us_failures *out,
                           us_error *err);
/* Makes and fills the table of adapt/failures.sql. Call it once, before the commit. */
us_status us_failures_insert(us_games *games, const us_patterns *patterns,
                             const us_failures *failures, us_error *err);
/* Writes the value of a column: a number, a text or null. */
void us_failure_write_value(const us_failure *failure, int column, us_json_writer *writer);
void us_failures_clear(us_failures *failures); /* zero-initialized is fine */

#endif
