/* A run of an experiment: a pool of workers plays the games of a manifest that have no result yet,
 * and a journal keeps the results. However a run ends, it keeps all results, and another run
 * continues from there. */
#ifndef US_EXPERIMENTS_BATCH_H
#define US_EXPERIMENTS_BATCH_H

#include "experiments/game_pool.h"
#include "experiments/scope.h"
#include "experiments/sequence.h"

enum { US_SHARDS_MAX = 100000 };

typedef struct us_batch_def {
    const char *folder;
    int workers;
    bool resume; /* continue if there are results; false: results are refused if games are left to
                    play */
    bool retry_failed;       /* play crashed and late games again */
    const char *const *only; /* "player=NAME", "group", "opponent", "map", "family", "seat", "seed",
                                "game": a game must match all of them */
    int onlys;
    int64_t timeout_ms;      /* for a game; -1: the manifest's */
    int shard, shards;       /* of `shards` parts of the games: see experiments/shards.h */
    const us_sprt_def *sprt; /* stops once the test of two players decides; or NULL */
    us_map_scope scope;      /* of that test; US_MAP_SCOPE_UNSAID: the manifest's */
    bool dry;                /* count only */
    const char *again;       /* command to continue, for messages */
    void *context;
    void (*tell)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    void (*note)(void *context, const char *sentence); /* before the first game; or NULL */
    /* Called at the end with the standing of the test in sprt; or NULL. */
    void (*tested)(void *context, const us_sequence_standing *standing);
    bool (*stop)(void); /* or NULL */
} us_batch_def;

us_batch_def us_batch_def_default(void);

typedef struct us_batch_state {
    us_game_pool_state games;
    int64_t behind; /* games of this run that do not count: behind the games by which a sequential
                       test decided */
} us_batch_state;

/* Plays the games. US_OK: each wanted game has a result; some may have crashed. US_INTERRUPTED,
 * US_INCOMPLETE: run again with resume. *state is filled in any case. */
us_status us_batch_play(const us_batch_def *def, us_batch_state *state, us_error *err);

#endif
