/* Whether a repaired library does no worse than its parent, found by paired games.
 *
 * A pair is played where a recorded game was: on its map, by its rules, with the settings that its
 * library had, against the agent that had the other seat, with a seed that is not the recorded one
 * and is the same for both libraries. A
 * prover remembers what it played: by what a library holds, game and turn. So a parent that is
 * asked about again and again plays each game once. */
#ifndef US_EXPERIMENTS_PROVING_H
#define US_EXPERIMENTS_PROVING_H

#include "behavior/brl.h"
#include "experiments/playing.h"

typedef struct us_prove_game { /* a recorded game */
    const char *trace;
    us_seat seat;    /* the library's */
    const char *map; /* where its map lies now, or NULL */
} us_prove_game;

typedef struct us_prover_def {
    const us_prove_game *game; /* one or more */
    int games;
    uint64_t seed; /* all seeds of games come from it */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    bool programs;      /* other players may be programs (exec:): the caller named them, and not
                           a trace that may be anybody's */
    void *context;
    /* While games are played; before: those of the question that are remembered. Or NULL. */
    void (*tell)(void *context, const us_playing_state *state);
    bool (*stop)(void); /* true: US_INTERRUPTED; what was played is remembered; or NULL */
} us_prover_def;

typedef struct us_proof { /* of parent and repaired */
    int pairs;
    int64_t score[2];  /* sums of 2 for a win, 1 for a draw, 0 for a loss */
    int better, worse; /* pairs in which the repaired one scored more, or less */
    int crashed[2];    /* games that crashed or took too long: lost */
    int repeats;       /* pairs that are the same as others of them: see experiments/repeats.h */
} us_proof;

typedef struct us_prover us_prover;

/* Reads the traces' headers; the definition's functions and context are borrowed until close.
 * US_MISMATCH: a trace of another domain than the first one's, of other rules, of another map than
 * lies there, or one that does not say where it was; US_BAD_INPUT: one without two seats, whose
 * library had settings that there are none of, or whose other agent cannot be opened, or is a
 * program that may not be started. Each names the trace. Paths are meant from here. */
us_status us_prover_open(const us_prover_def *def, us_prover **out, us_error *err);
void us_prover_close(us_prover *prover); /* NULL is fine */

/* library: the paths of parent and repaired. game: so many indices into the definition's games;
 * NULL: all of them. Pair i is played on game i modulo games. The result depends neither on the
 * number of workers nor on what was asked before. US_MISMATCH: somebody changed a library, a map or
 * an agent's file meanwhile. US_FAILED: a program that was the other player crashed. */
us_status us_prover_ask(us_prover *prover, const char *const library[2], const int *game, int games,
                        int pairs, us_proof *out, us_error *err);
/* Both sides have a game that was played to its end. */
static inline bool us_proof_tells(const us_proof *proof)
{
    return proof->crashed[0] < proof->pairs && proof->crashed[1] < proof->pairs;
}
/* It does no worse: what a repaired behavior must prove to stay. */
static inline bool us_proof_holds(const us_proof *proof)
{
    return us_proof_tells(proof) && proof->score[1] >= proof->score[0];
}

/* Games played so far; remembered ones count once. */
int64_t us_prover_played(const us_prover *prover);
/* The same games, each map and seed once, sorted: a library that is judged by them saw them. The
 * caller frees. */
us_brl_game *us_prover_saw(const us_prover *prover, int *count);

#endif
