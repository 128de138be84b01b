/* Proof of a repair by paired games: whether a repaired library does no worse than its parent.
 *
 * A pair repeats the setting of a recorded game: its map, its rules, its library's settings, and
 * the agent in the other seat. The seed is a new one, the same for both libraries. A prover
 * remembers its games by the library's content, the recorded game and the turn. So a parent in
 * several questions plays each game once. */
#ifndef US_EXPERIMENTS_RUN_PROVER_H
#define US_EXPERIMENTS_RUN_PROVER_H

#include "behavior/brl.h"
#include "experiments/run/games.h"

typedef struct us_prove_game { /* a recorded game */
    const char *trace;
    us_seat seat;    /* of the library */
    const char *map; /* present path of its map, or NULL */
} us_prove_game;

typedef struct us_prover_def {
    const us_prove_game *game; /* one or more */
    int games;
    uint64_t seed; /* source of all seeds of games */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    bool programs; /* other players may be programs (exec:): the caller named them, not a trace of
                      unknown origin */
    void *context;
    /* Called while games are played. `before` counts the question's remembered games. Or NULL. */
    void (*on_progress)(void *context, const us_game_pool_state *state);
    bool (*stop)(void); /* true: US_INTERRUPTED; games that were played are remembered; or NULL */
} us_prover_def;

typedef struct us_proof { /* of a parent and a repaired library */
    int pairs;
    int64_t score[2];  /* sums of 2 for a win, 1 for a draw, 0 for a loss */
    int better, worse; /* pairs in which the repaired library scored more, or less */
    int crashed[2];    /* games that crashed or were late: lost */
    int repeats;       /* pairs equal to others of them: see us_repeats */
} us_proof;

typedef struct us_prover us_prover;

/* Opens a prover and reads the traces' headers. The definition's functions and context are borrowed
 * until close. Paths are relative to the working directory. Each error names the trace.
 *
 * US_MISMATCH: a trace's domain differs from the first one's, its rules or the map at its path have
 * changed, or its header lacks members that a game is made from. US_BAD_INPUT: a trace has not two
 * seats, its library's settings do not exist, or its other agent cannot be opened or is a program
 * that may not be started. */
us_status us_prover_open(const us_prover_def *def, us_prover **out, us_error *err);
void us_prover_close(us_prover *prover); /* NULL is fine */
US_AUTOPTR_DEFINE(us_prover, us_prover_close);

/* Plays pairs of games between two libraries and fills *out. library: the paths of parent and
 * repaired library. game: so many indices into the definition's games; NULL: all of them. Pair i is
 * played on game i modulo games. The result depends neither on the number of workers nor on earlier
 * questions. US_MISMATCH: a library, a map or an agent's file has changed meanwhile. US_FAILED: a
 * program that was the other player crashed. */
us_status us_prover_prove(us_prover *prover, const char *const library[2], const int *game,
                          int games, int pairs, us_proof *out, us_error *err);
/* Returns whether both sides have a game that was played to its end. */
static inline bool us_proof_is_conclusive(const us_proof *proof)
{
    return proof->crashed[0] < proof->pairs && proof->crashed[1] < proof->pairs;
}
/* Returns whether the repaired library does no worse. A repair must prove this to stay. */
static inline bool us_proof_is_successful(const us_proof *proof)
{
    return us_proof_is_conclusive(proof) && proof->score[1] >= proof->score[0];
}

/* Returns the number of games played so far; remembered games count once. */
int64_t us_prover_count_games(const us_prover *prover);
/* Returns these games, each map and seed once, sorted. A library that is judged by them has seen
 * them. The caller frees. */
us_brl_game *us_prover_list_games(const us_prover *prover, int *count);

#endif
