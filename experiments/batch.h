/* Playing what a manifest lists and nobody has played yet: a pool of workers, a journal of
 * results. Whatever ends it, what was played is kept, and another run goes on from there. */
#ifndef US_EXPERIMENTS_BATCH_H
#define US_EXPERIMENTS_BATCH_H

#include "experiments/playing.h"
#include "experiments/scope.h"
#include "experiments/sequence.h"

enum { US_SHARDS_MAX = 100000 };

typedef struct us_batch_def {
    const char *folder;
    int workers;
    bool resume;       /* there may be results: go on from there. Without, they are refused where
                          something is left to play */
    bool retry_failed; /* play what crashed or took too long again */
    const char *const *only; /* "player=NAME", "group", "opponent", "map", "family", "seat", "seed",
                                "game": all that is given must hold */
    int onlys;
    int64_t timeout_ms;      /* for a game; -1: as the manifest says */
    int shard, shards;       /* of so many: every game whose place in the manifest leaves it */
    const us_sprt_def *sprt; /* stop when two players' games have decided it; or NULL */
    us_map_scope scope;      /* of that test; US_MAP_SCOPE_UNSAID: the manifest's */
    bool dry;                /* count only */
    const char *again;       /* how to go on, for messages */
    void *context;
    void (*tell)(void *context, const us_playing_state *state); /* now and then; or NULL */
    void (*note)(void *context, const char *sentence);          /* before the first game; or NULL */
    /* Of sprt, when all is over: how the test stands; or NULL. */
    void (*tested)(void *context, const us_sequence_standing *standing);
    bool (*stop)(void); /* or NULL */
} us_batch_def;

us_batch_def us_batch_def_default(void);

typedef struct us_batch_state {
    us_playing_state games;
    int64_t behind; /* of those that this run played: behind what a sequential test decided by, so
                       that they don't count */
} us_batch_state;

/* US_OK: all that was wanted has a result; some may have crashed. US_INTERRUPTED, US_INCOMPLETE:
 * run again with resume. *state is told in any case. */
us_status us_batch_play(const us_batch_def *def, us_batch_state *state, us_error *err);

#endif
