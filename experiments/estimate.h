/* How long the games of a manifest take, by playing a few of them. Nothing is written. */
#ifndef US_EXPERIMENTS_ESTIMATE_H
#define US_EXPERIMENTS_ESTIMATE_H

#include "experiments/manifest.h"

enum { US_ESTIMATE_MS = 60000 }; /* for a game, where the manifest allows any time */

typedef struct us_timing {
    int64_t games;         /* that were played, those that ended otherwise, too */
    int64_t us;            /* by the clock, of all of them together */
    int64_t crashed, late; /* of them; late by timeout_ms */
    int64_t timeout_ms;
} us_timing;

/* Indices of so many games, fewer where there are fewer, none twice. All players of a map,
 * opponent, seat and seed are drawn together, so that their games are pairs; each map has two of
 * these in turn, families take turns, and chance picks them within a map. The caller frees. */
int64_t *us_estimate_draw(const us_manifest *manifest, int64_t wanted, int64_t *count);

/* Plays them, see us_playing_run. rows: by game of the manifest, takes what became of those that
 * were played, without texts; or NULL. US_INTERRUPTED once stop says so; US_FAILED where all
 * crashed, with the reason of the first. *out is told in any case. */
us_status us_estimate_play(const us_manifest *manifest, const char *folder, int64_t wanted,
                           int workers, bool (*stop)(void), us_row *rows, us_timing *out,
                           us_error *err);

#endif
