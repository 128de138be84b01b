/* Estimates how long the games of a manifest take, by playing a few of them. Writes nothing. */
#ifndef US_EXPERIMENTS_TIMING_H
#define US_EXPERIMENTS_TIMING_H

#include "experiments/manifest.h"

enum { US_TIMING_MS = 60000 }; /* for a game, if the manifest has no limit */

typedef struct us_timing {
    int64_t games;         /* games played, including crashed and late ones */
    int64_t us;            /* sum of these games' times, by the clock */
    int64_t crashed, late; /* of these games; late: longer than timeout_ms */
    int64_t timeout_ms;
} us_timing;

/* Draws at most `wanted` games without repetition and returns their indices; *count: how many. The
 * games of all players on a map, opponent, seat and seed are drawn together, so that they are
 * pairs. Maps take turns with two of these each, families take turns, and chance picks them within
 * a map. The caller frees the indices. */
int64_t *us_timing_draw_games(const us_manifest *manifest, int64_t wanted, int64_t *count);

/* Plays the games that us_timing_draw_games draws, see us_game_pool_run. rows: by game of the
 * manifest, takes the rows of the games that were played, without texts; or NULL. Returns
 * US_INTERRUPTED once stop says so, and US_FAILED with the first reason if all games crashed. Fills
 * *out on failure, too. */
us_status us_timing_play_games(const us_manifest *manifest, const char *folder, int64_t wanted,
                               int workers, bool (*stop)(void), us_row *rows, us_timing *out,
                               us_error *err);

#endif
