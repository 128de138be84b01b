/* Rounds of adaptation: a library plays, is repaired by what became of it, and plays again. */
#ifndef US_EXPERIMENTS_ROUNDS_H
#define US_EXPERIMENTS_ROUNDS_H

#include "experiments/training.h"

/* What a repair is made from. */
typedef struct us_round {
    int round; /* from 0 */
    const us_domain *domain;
    const char *library;         /* its path: to be changed where it lies; what else is put into its
                                    folder goes with it */
    const us_training *training; /* what it played; at least one game */
    us_prover *prover;           /* on these games, to prove a repair; NULL: it need not be */
    int pairs;                   /* by which it is to be proved */
} us_round;

typedef struct us_rounds_def {
    us_training_def training; /* library: what the first round begins with; it stays as it is. What
                                 round and folder say is set by who plays */
    int rounds;
    int prove;          /* pairs of games for each repair; 0: none */
    const char *folder; /* for traces and what is being made: what is in it is removed before and
                           after, and so is the folder */
    const char *out;    /* where the adapted library goes, on the same disk; nothing is there */
    void *context;
    us_status (*repair)(void *context, const us_round *round, us_error *err);
} us_rounds_def;

/* All rounds. The library notes each game that it played in them, whatever became of it, so that
 * nobody judges it by these. It appears at the end, or not at all. US_FAILED: no game of a round
 * was played to its end. */
us_status us_rounds_play(const us_rounds_def *def, us_error *err);

#endif
