/* A library is repaired by what became of the games that it played. */
#ifndef US_EXPERIMENTS_REPAIR_H
#define US_EXPERIMENTS_REPAIR_H

#include "adapt/adapt.h"
#include "experiments/rounds.h"

typedef struct us_repair_def {
    const us_patterns *patterns;
    uint32_t without; /* modops that no repair may use: bits, 1 << modop */
    bool append;      /* what was repaired stays beside its repair; else it goes */
    int most;         /* repairs of a round; 0: any number */
    int random_count; /* of random ones: so many, of those that are proved so many tried; less than
                         0: as there would be */
    int *proved;      /* grows by the repairs that were put to the proof; or NULL */
    bool random;      /* as many repairs as there would be, each another one of another behavior */
    uint64_t seed;    /* of random ones; each round has its own */
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_repair_def;

/* How a repair is proved: both libraries play where the cause of the repair turned up; or, where
 * that is nowhere, in all of the prover's games. */
typedef struct us_repair_proof {
    us_prover *prover;
    int pairs;
    const char *from;    /* the library whose repair it is, see us_adapt_write */
    const char *path[2]; /* where the libraries are written to be played; replaced each time */
    const us_prove_game *game; /* the prover's */
    int games;
    const int64_t *number; /* what each is in the tables; NULL: from 1 on */
} us_repair_proof;

/* As us_adapt calls it. context: a us_repair_proof. */
us_status us_repair_prove(void *context, const us_brl *before, const us_brl *after,
                          const us_mend *mend, bool *keep, us_str *why, us_error *err);

/* us_adapt on the round's games. Each repair is proved where the round has a prover: by the games
 * in which its cause turned up. A round that shows no failures leaves the library as it is. */
us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err);

/* The control: all daemons of the patterns go into the library at that path, without a game. */
us_status us_repair_daemons(const us_repair_def *def, const us_domain *domain, const char *library,
                            us_error *err);

#endif
