/* Training games: a library plays and records them to be adapted. They are apart from the games by
 * which it is judged. */
#ifndef US_EXPERIMENTS_TRAINING_H
#define US_EXPERIMENTS_TRAINING_H

#include "experiments/prover.h"

typedef struct us_training_def {
    const char *library;        /* path of the library */
    const char *domain;         /* domain of the library */
    const char *const *map;     /* names of shipped ones, or paths */
    const char *const *against; /* agents */
    int maps, opponents;        /* one or more of each */
    /* From game to game the map changes; then the seat; and the opponent with each of them, so that
     * few games meet many opponents. After maps * 2 * opponents games all combinations have
     * occurred once. */
    int games;
    uint64_t seed;
    int round; /* with `seed`: each round has other seeds of games */
    int32_t max_cycles;
    bool fog;
    const char *faction[2]; /* NULL: the map's */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    const char *folder; /* existing folder for the traces */
    void *context;
    void (*on_progress)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_training_def;

typedef struct us_training {
    us_prove_game *game; /* games played to their end, in order */
    int games;
    us_brl_game *seen; /* all games, also crashed ones, for a library that learns from them */
    int seen_count;
    us_arena *arena;
} us_training;

/* Returns the seed of game g of that round: 63 bits, beyond any seed that a spec counts up to. */
uint64_t us_training_seed(uint64_t seed, int round, int game);

/* Plays the training games. The traces depend neither on the number of workers nor on earlier
 * contents of the folder. US_BAD_INPUT: a map or an agent cannot be opened. Clear after success. */
us_status us_training_play(const us_training_def *def, us_training *out, us_error *err);
void us_training_clear(us_training *training);

#endif
