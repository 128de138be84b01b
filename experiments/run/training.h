/* Training games: a library plays and records them to be adapted. They are apart from the games by
 * which it is judged. */
#ifndef US_EXPERIMENTS_RUN_TRAINING_H
#define US_EXPERIMENTS_RUN_TRAINING_H

#include "adapt/adapt.h"
#include "behavior/brl.h"
#include "experiments/run/games.h"

typedef struct us_training_game {
    int map, opponent; /* indices into the definition's */
    us_seat seat;      /* of the library */
    uint64_t seed;
} us_training_game;

typedef struct us_training_def {
    const char *library;        /* path of the library */
    const char *settings;       /* of the library: "?..."; or NULL */
    const char *domain;         /* domain of the library */
    const char *const *map;     /* names of shipped ones, or paths */
    const char *const *against; /* agents */
    int maps, opponents;        /* one or more of each */
    int games;
    const us_training_game *game; /* these games; NULL: us_training_turn sets them, with seeds of
                                     us_training_seed */
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

typedef struct us_training_trace { /* a recorded game */
    const char *trace, *map;       /* paths */
    us_seat seat;                  /* of the library */
} us_training_trace;

typedef struct us_training {
    us_training_trace *game; /* games played to their end, in order */
    int games;
    us_row_end *end;   /* the end of each game of the definition, also of crashed ones */
    us_brl_game *seen; /* all games, also crashed ones, for a library that learns from them */
    int seen_count;
    int64_t us; /* wall clock time of all games, in microseconds */
    us_arena *arena;
} us_training;

/* Returns game g of games that take turns, without a seed. From game to game the map changes; then
 * the seat; and the opponent with each of them, so that few games meet many opponents. After maps *
 * 2 * opponents games all combinations have occurred once. */
us_training_game us_training_turn(int maps, int opponents, int g);

/* Returns the seed of game g of that round: 63 bits, beyond any seed that a spec counts up to. */
uint64_t us_training_seed(uint64_t seed, int round, int game);

/* Plays the training games. The traces depend neither on the number of workers nor on earlier
 * contents of the folder. US_BAD_INPUT: a map or an agent cannot be opened. Clear after success. */
us_status us_training_play(const us_training_def *def, us_training *out, us_error *err);
void us_training_clear(us_training *training);

/* Rounds of adaptation: a library plays, is repaired by the results, and plays again. */

/* The input of a round's repair. */
typedef struct us_round {
    int round; /* from 0 */
    const us_domain *domain;
    const char *library; /* path of the library to change in place; other files in its folder, if
                            the repair makes any, go with it */
    const us_training *training; /* the games that it played; at least one */
} us_round;

typedef struct us_rounds_def {
    us_training_def training; /* library: the one that the first round starts from; it is not
                                 changed. us_rounds_play sets round and folder */
    int rounds;
    const char *folder; /* folder for traces and files in the making; its content is removed before
                           and after, and then the folder */
    const char *out;    /* path of the adapted library, on the same disk; it must not exist */
    void *context;
    us_status (*repair)(void *context, const us_round *round, us_error *err);
} us_rounds_def;

/* Plays all rounds. The adapted library lists each game that it played in them, whatever its
 * result, so that it is not judged by these games. The library appears at the end, or not at all.
 * US_FAILED: no game of a round was played to its end. */
us_status us_rounds_play(const us_rounds_def *def, us_error *err);

/* Repair of a library, by the results of the games that it played. */

typedef struct us_repair_def {
    const us_patterns *patterns;
    uint32_t without;   /* modops that no repair may use: bits, 1 << modop */
    bool append;        /* the failed behavior stays beside its repair; else it is removed */
    int most;           /* repairs of a round; 0: any number */
    int chance;         /* see us_adaptation_def */
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_repair_def;

/* Runs us_adaptation_run on the round's games. A round without failures leaves the library as it
 * is. */
us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err);

/* The control with daemons: puts all daemons of the patterns into the library at that path, without
 * a game. */
us_status us_repair_add_daemons(const us_repair_def *def, const us_domain *domain,
                                const char *library, us_error *err);

#endif
