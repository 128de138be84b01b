/* The worth of a behavior in a state: an estimate of the result of a game in which the behavior
 * leads, from attempts (retrieve/outcomes.h). docs/OUTCOMES.md has the formula. Estimates are
 * whole numbers, the same on every machine. */
#ifndef US_RETRIEVE_WORTH_H
#define US_RETRIEVE_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "understudy/world.h"

/* Attempts in memory. Features stand by dimension of the case base. A bandwidth is the difference
 * in a feature at which an attempt has a quarter of its weight; 0: the feature does not count. */
typedef struct us_worth us_worth;

us_worth *us_worth_new(const int64_t *bandwidth, int dimensions);
void us_worth_free(us_worth *worth); /* NULL is fine */
US_AUTOPTR_DEFINE(us_worth, us_worth_free);

typedef struct us_worth_row { /* a behavior */
    int parent;               /* the behavior that it was adapted from, or -1 */
    us_hash demonstration;    /* in which it was shown; 0: not known */
} us_worth_row;

typedef struct us_worth_attempt {
    us_hash game;
    us_seat seat;
    us_cycle cycle;
    int64_t behavior; /* an index of the rows; for us_worth_fit alone, any number */
    int result;
    const int32_t *feature;
} us_worth_attempt;

/* Adds an attempt. Of several attempts of one behavior by one seat in a game, the first counts, in
 * whichever order they are added: later ones add nothing to its result. */
void us_worth_add(us_worth *worth, const us_worth_attempt *from);
/* Ends the adding; the rows are copied. */
void us_worth_finish(us_worth *worth, const us_worth_row *row, int rows);

typedef struct us_worth_estimate { /* of US_SIMILARITY_ONE */
    int64_t rate;                  /* points that the game is expected to bring; 1: it is won */
    int64_t doubt;                 /* standard deviation of the rate */
} us_worth_estimate;

/* Lists behaviors so that parents come first; -1: no parent. Those that are their own ancestors, in
 * a damaged library, lose their parents, and so do those below them in the same chain. */
void us_parents_list_first(int *parent, int count, int *order);

/* Computes the estimates of all behaviors in a state, and returns the rate of the library. feature
 * NULL: the state is unknown. */
int64_t us_worth_estimate_all(us_worth *worth, const int32_t *feature, us_worth_estimate *out);

/* Chooses the bandwidths that best predict the results of games that are held out. A prediction
 * uses the attempts of the same behavior in similar states, and is compared with one from all
 * behaviors. counts: by dimension, whether the feature may be chosen. stop may be NULL; returns
 * false once it returns true. */
bool us_worth_fit(us_worth *worth, const bool *counts, bool (*stop)(void), int64_t *bandwidth);

#endif
