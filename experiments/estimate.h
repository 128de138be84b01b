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

/* Indices of so many games, fewer where there are fewer, none twice: the players take turns, so
 * that with as many games as players each is met; which of a player's games is drawn. The caller
 * frees. */
int64_t *us_estimate_draw(const us_manifest *manifest, int64_t wanted, int64_t *count);

/* Plays them, see us_playing_run. US_INTERRUPTED once stop says so; US_FAILED where all crashed,
 * with the reason of the first. *out is told in any case. */
us_status us_estimate_play(const us_manifest *manifest, const char *folder, int64_t wanted,
                           int workers, bool (*stop)(void), us_timing *out, us_error *err);

#endif
