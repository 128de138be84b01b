/* Playing a sample of finished games again: they must go as they went. */
#ifndef US_EXPERIMENTS_VERIFY_H
#define US_EXPERIMENTS_VERIFY_H

#include "experiments/batch.h"
#include "experiments/manifest.h"

typedef struct us_verify_def {
    const char *folder;
    int64_t sample; /* games at most */
    uint64_t seed;  /* of which */
    int workers;
    void *context;
    void (*tell)(void *context, const us_batch_state *state); /* now and then; or NULL */
    bool (*stop)(void);                                       /* or NULL */
} us_verify_def;

typedef struct us_verified { /* a game that was to be played again */
    int64_t game;            /* of the manifest */
    bool same;
    char what[160]; /* where it is not: "cycles 812, were 810", "signal 11 (Segmentation fault)" */
} us_verified;

typedef struct us_verify_report {
    us_manifest manifest;
    int64_t finished, repeatable; /* games, each once; crashed and late ones are not finished */
    us_verified *game;            /* in the order of the manifest */
    int64_t games, differ;
} us_verify_report;

/* US_OK whether or not they differ: see the report. Games of agents that don't play the same again
 * are no part of the sample; US_BAD_INPUT where nothing is left. US_MISMATCH: a library, map or
 * this program is not what it was. Writes nothing. Clear after success. */
us_status us_verify(const us_verify_def *def, us_verify_report *out, us_error *err);
void us_verify_clear(us_verify_report *report);

#endif
