/* Playing a sample of finished games again: they must go as they went. */
#ifndef US_EXPERIMENTS_VERIFY_H
#define US_EXPERIMENTS_VERIFY_H

#include "experiments/playing.h"

typedef struct us_verify_def {
    const char *folder;
    int64_t sample; /* games at most */
    uint64_t seed;  /* of which */
    int workers;
    int64_t timeout_ms; /* for a game; 0: none */
    void *context;
    void (*tell)(void *context, const us_playing_state *state); /* now and then; or NULL */
    bool (*stop)(void);                                         /* or NULL */
} us_verify_def;

typedef enum us_verified_end {
    US_VERIFIED_SAME,
    US_VERIFIED_DIFFERS,
    US_VERIFIED_CRASHED, /* these two tell nothing of how it goes */
    US_VERIFIED_LATE,
    US_VERIFIED_ENDS,
} us_verified_end;
extern const char *const us_verified_ends[US_VERIFIED_ENDS]; /* "same", "differs", ... */

typedef struct us_verified { /* a game that was to be played again */
    int64_t game;            /* of the manifest */
    us_verified_end end;
    char what[160]; /* "" where it is the same: "cycles 812, were 810", "signal 11 (...)" */
} us_verified;

typedef struct us_verify_report {
    us_manifest manifest;
    int64_t finished, repeatable; /* games, each once; crashed and late ones are not finished */
    us_verified *game;            /* in the order of the manifest */
    int64_t games, count[US_VERIFIED_ENDS];
} us_verify_report;

/* US_OK whatever became of them: see the report. Games of agents that don't play the same again
 * are no part of the sample; US_BAD_INPUT where nothing is left. US_MISMATCH: a library, map or
 * this program is not what it was. Writes nothing. Clear after success. */
us_status us_verify(const us_verify_def *def, us_verify_report *out, us_error *err);
void us_verify_clear(us_verify_report *report);

#endif
