/* Sequential probability ratio test: pairs, or maps, are played until it is clear enough whether
 * their mean difference is delta0 or delta1. Stopping early biases the estimated effect away from
 * the middle of the two, so that it is marked as sequential. */
#ifndef US_EXPERIMENTS_STATS_SEQUENTIAL_H
#define US_EXPERIMENTS_STATS_SEQUENTIAL_H

#include "base/base.h"

typedef struct us_sprt_def {
    double delta0, delta1; /* mean differences, delta0 < delta1 */
    double alpha, beta;    /* errors: delta1 taken where delta0 holds, and the other way around */
    int first, batch,
        cap;      /* looked at after that many pairs, each batch more, at last at the cap */
    double reach; /* a pair's largest difference: see us_sprt_ratio */
} us_sprt_def;
/* 0, 0.1; 0.05, 0.05; 30, 10, 100000; 1. */
us_sprt_def us_sprt_def_default(void);
/* The same test in steps of whole maps: a map's effect is one observation, looked at after 6 maps
 * and each one more. `pairs` are maps then. */
void us_sprt_by_map(us_sprt_def *def);

typedef enum us_sprt_state {
    US_SPRT_RUNNING,
    US_SPRT_DELTA0,
    US_SPRT_DELTA1,
    US_SPRT_CAPPED, /* undecided after as many pairs as were allowed */
} us_sprt_state;
const char *us_sprt_state_name(us_sprt_state state); /* "running", "delta0", "delta1", "capped" */

typedef struct us_sprt {
    us_sprt_def def;
    us_sprt_state state;
    int pairs;            /* that the decision rests on; those added after it are not counted */
    int weighed;          /* of them, those that count: all, but see us_sprt_weigh */
    double mean, squares; /* squares: sum of the squared distances to the mean */
    double ratio;         /* at the last look; 0 before the first one */
    double lower, upper;  /* ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
} us_sprt;

/* Whether it is looked at after that many. */
bool us_sprt_due(const us_sprt_def *def, int64_t pairs);

us_sprt us_sprt_start(const us_sprt_def *def);
/* Adds a pair, in the order of the list of games and not of who finished first. A state other than
 * running stays. */
us_sprt_state us_sprt_add(us_sprt *sprt, double difference);
/* The same in two steps, for pairs that count not at all, or later: what so many equal pairs say;
 * and one more was looked at. Nothing is decided before `first` of them count. */
void us_sprt_weigh(us_sprt *sprt, double difference, int times);
us_sprt_state us_sprt_look(us_sprt *sprt);

/* The logarithm of the likelihood ratio, each hypothesis with its own best variance:
 *     (pairs - 1) / 2 ln((v + (mean - delta0)^2) / (v + (mean - delta1)^2)),
 *     v = ((pairs - 1) variance + B reach^2) / pairs,
 * B the further bound (2.94 for errors of 5%). Beyond sqrt(v + half^2) from the middle of the two
 * the ratio would fall again, and stays at its largest. B keeps equal pairs from deciding too
 * early: where few pairs differ, the first that does comes late. Errors stay below what is asked
 * for if maps differ evenly, if few lie far off, and if each is won or lost whole (make proof
 * T=maps, T=stats). A ratio with one variance for both errs in up to 7% there. Returns 0 of no
 * pairs. */
double us_sprt_ratio(const us_sprt_def *def, int pairs, double mean, double variance);

/* The least number of pairs by which pairs that all have that difference decide the test; the cap
 * where none do. No other pairs of that mean decide it earlier. */
int us_sprt_least(const us_sprt_def *def, double difference);

#endif
