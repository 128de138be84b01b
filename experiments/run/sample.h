/* Samples of a manifest: a few games are played to estimate the time of all (timing), or finished
 * games are played again and must go the same way (verification). */
#ifndef US_EXPERIMENTS_RUN_SAMPLE_H
#define US_EXPERIMENTS_RUN_SAMPLE_H

#include "experiments/run/games.h"

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

/* Verification: a sample of finished games is played again and must go the same way. */

typedef struct us_verify_def {
    const char *folder;
    int64_t sample; /* games at most */
    uint64_t seed;  /* of the sample */
    int workers;
    int64_t timeout_ms; /* for a game; 0: none */
    void *context;
    void (*on_progress)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    bool (*stop)(void);                                                  /* or NULL */
} us_verify_def;

typedef enum us_verified_end {
    US_VERIFIED_SAME,
    US_VERIFIED_DIFFERS,
    US_VERIFIED_CRASHED, /* crashed and late games are no evidence */
    US_VERIFIED_LATE,
    US_VERIFIED_ENDS,
} us_verified_end;
extern const char *const us_verified_ends[US_VERIFIED_ENDS]; /* "same", "differs", ... */

typedef struct us_verified_game { /* a game of the sample */
    int64_t game;                 /* of the manifest */
    us_verified_end end;
    char what[160]; /* "" if it is the same: "cycles 812, were 810", "signal 11 (...)" */
} us_verified_game;

typedef struct us_verify_report {
    us_manifest manifest;
    int64_t finished, repeatable; /* games, each once; crashed and late ones are not finished */
    us_verified_game *game;       /* in the order of the manifest */
    int64_t games, count[US_VERIFIED_ENDS];
} us_verify_report;

/* Plays the sample and returns US_OK with any result: see the report. Games of agents that do not
 * repeat their games are no part of the sample; US_BAD_INPUT if no game is left. US_MISMATCH: a
 * library, a map or this program has changed. Writes nothing. Clear after success. */
us_status us_experiment_verify(const us_verify_def *def, us_verify_report *out, us_error *err);
void us_verify_report_clear(us_verify_report *report);

#endif
