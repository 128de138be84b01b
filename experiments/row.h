/* The result of a game, from its player's point of view: a line of a journal of results. */
#ifndef US_EXPERIMENTS_ROW_H
#define US_EXPERIMENTS_ROW_H

#include "base/fields.h"
#include "understudy/experiment.h"

/* Limit of microseconds and of orders: 27 hours. Their sums over all games fit 64 bits. */
#define US_ROW_SUM_MAX INT64_C(100000000000)

/* The members of a row, except its game, for a table of fields of a type that begins with a row. */
#define US_ROW_FIELDS(unplayed)                                                             \
    {"end", US_FIELD_WORD, offsetof(us_row, end), (unplayed), .word = us_row_ends},         \
        {"reason", US_FIELD_TEXT, offsetof(us_row, reason), true, .high = 256},             \
        {"failed", US_FIELD_WORD, offsetof(us_row, failed), true, .word = us_row_fails},    \
        {"cycles", US_FIELD_INT32, offsetof(us_row, cycles), true, .high = INT32_MAX},      \
        {"hash", US_FIELD_HASH, offsetof(us_row, hash), true},                              \
        {"course", US_FIELD_HASH, offsetof(us_row, course), true},                          \
        {"orders", US_FIELD_INT, offsetof(us_row, orders), true, .high = US_ROW_SUM_MAX},   \
        {"refused", US_FIELD_INT, offsetof(us_row, refused), true, .high = US_ROW_SUM_MAX}, \
        {"idle", US_FIELD_WORD, offsetof(us_row, idle), true, .word = us_row_idles},        \
        {"us", US_FIELD_INT, offsetof(us_row, us), true, .high = US_ROW_SUM_MAX},           \
        {"host", US_FIELD_TEXT, offsetof(us_row, host), true, .high = 256},                 \
    {                                                                                       \
        "profile", US_FIELD_JSON, offsetof(us_row, profile), true                           \
    }

extern const char *const us_row_ends[US_ROW_ENDS + 1];   /* "none", "win", ... */
extern const char *const us_row_fails[US_ROW_FAILS + 1]; /* "unknown", "player", ... */
extern const char *const us_row_idles[US_ROW_IDLES + 1]; /* "nobody", "player", ... */

/* Returns whether the game was played and has no result: another program than the player's
 * failed. */
static inline bool us_row_is_void(const us_row *row)
{
    return row->end == US_ROW_CRASH &&
           (row->failed == US_ROW_FAILED_OPPONENT || row->failed == US_ROW_FAILED_GAME);
}

/* Returns whether the game was played and counts in scores, pairs and estimates. */
static inline bool us_row_is_scored(const us_row *row)
{
    return row->end != US_ROW_NONE && !us_row_is_void(row);
}

/* Returns the half points of a scored game: 2, 1, 0. */
static inline int us_row_points(const us_row *row)
{
    return row->end == US_ROW_WIN ? 2 : row->end == US_ROW_DRAW;
}

/* Returns the journal without its folder; or NULL. */
const char *us_row_journal(const us_row *row);

/* Returns whether the game was played to its end. */
static inline bool us_row_is_finished(const us_row *row)
{
    return row->end == US_ROW_WIN || row->end == US_ROW_DRAW || row->end == US_ROW_LOSS;
}

/* Returns the margin of a game, -1000 to 1000: a win counts 1000 at once and 500 at the limit of
 * cycles (or beyond it), a loss the reverse, a draw 0; a crash or time-out -1000. */
int us_row_margin(const us_row *row, int32_t max_cycles);

/* Appends the row's line, without a newline. */
void us_row_write(const us_row *row, us_str *out);
/* Reads a line of a journal; its texts go to the arena. An error has its place. */
us_status us_row_read(const char *file, int number, const char *text, size_t length,
                      us_arena *arena, us_row *out, us_error *err);

#endif
