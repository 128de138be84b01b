/* Rounds of adaptation: a library plays, is repaired by the results, and plays again. */
#ifndef US_EXPERIMENTS_ROUNDS_H
#define US_EXPERIMENTS_ROUNDS_H

#include "experiments/training.h"

/* The input of a round's repair. */
typedef struct us_round {
    int round; /* from 0 */
    const us_domain *domain;
    const char *library; /* path of the library to change in place; other files in its folder, if
                            the repair makes any, go with it */
    const us_training *training; /* the games that it played; at least one */
    us_prover *prover;           /* on these games, to prove repairs; NULL: no proof */
    int pairs;                   /* pairs of games for each proof */
} us_round;

typedef struct us_rounds_def {
    us_training_def training; /* library: the one that the first round starts from; it is not
                                 changed. us_rounds_play sets round and folder */
    int rounds;
    int prove;          /* pairs of games for each repair; 0: none */
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

#endif
