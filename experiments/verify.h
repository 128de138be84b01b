/* Verification: a sample of finished games is played again and must go the same way. */
#ifndef US_EXPERIMENTS_VERIFY_H
#define US_EXPERIMENTS_VERIFY_H

#include "experiments/game_pool.h"

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
