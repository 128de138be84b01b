/* Games that a library plays in order to be adapted: recorded, and apart from those by which it is
 * judged. */
#ifndef US_EXPERIMENTS_TRAINING_H
#define US_EXPERIMENTS_TRAINING_H

#include "experiments/proving.h"

typedef struct us_training_def {
    const char *library;        /* its path */
    const char *domain;         /* what it is about */
    const char *const *map;     /* names of shipped ones, or paths */
    const char *const *against; /* agents */
    int maps, opponents;        /* one or more of each */
    /* From game to game the map changes; then the seat; and the opponent with each of them, so that
     * few games meet many. After maps * 2 * opponents games all have met once. */
    int games;
    uint64_t seed;
    int round; /* with `seed`: another round has other seeds of games */
    int32_t max_cycles;
    bool fog;
    const char *faction[2]; /* NULL: as the map says */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    const char *folder; /* is there; traces are written into it */
    void *context;
    void (*tell)(void *context, const us_playing_state *state); /* now and then; or NULL */
    bool (*stop)(void);                                         /* true: US_INTERRUPTED; or NULL */
} us_training_def;

typedef struct us_training {
    us_prove_game *game; /* each that was played to its end, in their order */
    int games;
    us_brl_game *saw; /* each, also of those that crashed: what a library notes that learns of it */
    int saws;
    us_arena *arena;
} us_training;

/* The seed of game g of that round: 63 bits, which no spec counts up to. */
uint64_t us_training_seed(uint64_t seed, int round, int game);

/* The traces depend neither on the number of workers nor on earlier contents of the folder.
 * US_BAD_INPUT: a map or an agent that can't be opened. Clear after success. */
us_status us_training_play(const us_training_def *def, us_training *out, us_error *err);
void us_training_clear(us_training *training);

#endif
