/* Repair of a library, by the results of the games that it played. */
#ifndef US_EXPERIMENTS_REPAIR_H
#define US_EXPERIMENTS_REPAIR_H

#include "adapt/adapt.h"
#include "experiments/rounds.h"

typedef struct us_repair_def {
    const us_patterns *patterns;
    uint32_t without; /* modops that no repair may use: bits, 1 << modop */
    bool append;      /* the failed behavior stays beside its repair; else it is removed */
    int most;         /* repairs of a round; 0: any number */
    int random_count; /* number of random repairs, or of proofs if repairs are proved; less than 0:
                         as many as adaptation would make */
    int *proved;      /* counts the repairs that were put to the proof; or NULL */
    bool random; /* the control: random repairs of other behaviors, as many as adaptation would make
                  */
    uint64_t seed;      /* of random ones; each round has its own */
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_repair_def;

/* Proof of a repair. Both libraries play the games in which the cause of the repair occurred; if it
 * occurred in none, all of the prover's games. */
typedef struct us_repair_proof {
    us_prover *prover;
    int pairs;
    const char *from;          /* the library before repair, see us_adaptation_write */
    const char *path[2];       /* where the libraries are written to play; replaced each time */
    const us_prove_game *game; /* the prover's */
    int games;
    const int64_t *number; /* number of each game in the tables; NULL: from 1 */
} us_repair_proof;

/* A callback of us_adaptation_run that proves a repair. context: a us_repair_proof. */
us_status us_repair_proof_run(void *context, const us_brl *before, const us_brl *after,
                              const us_repair_result *mend, bool *keep, us_str *why, us_error *err);

/* Runs us_adaptation_run on the round's games. If the round has a prover, each repair is proved by
 * the games in which its cause occurred. A round without failures leaves the library as it is. */
us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err);

/* The control with daemons: puts all daemons of the patterns into the library at that path, without
 * a game. */
us_status us_repair_add_daemons(const us_repair_def *def, const us_domain *domain,
                                const char *library, us_error *err);

#endif
