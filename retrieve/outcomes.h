/* How behaviors fared in one game, from the plan lines of its trace (domain/note.h):
 *
 *     {"cycle":420,"seat":0,"plan":"succeeded","behavior":13,"hash":"3fa1b2c3d4e5f601"}
 *
 * A behavior that succeeded or failed was tried. A behavior that was stopped, or still ran when the
 * game was won, does not count. All other members and lines are skipped, except for the domain in
 * the first line of a trace. */
#ifndef US_RETRIEVE_OUTCOMES_H
#define US_RETRIEVE_OUTCOMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/hash.h"
#include "behavior/template.h"

typedef struct us_outcome_sum {
    us_hash behavior;
    int64_t tries, successes;
} us_outcome_sum;

typedef struct us_outcomes {
    us_hash game;                 /* of the file's bytes */
    char domain[US_NAME_MAX + 1]; /* as its first line names it, or "" */
    us_outcome_sum *sum;          /* by hash of the behavior, each once */
    int count;
} us_outcomes;

/* Reads a file of less than 1 GiB. A truncated last line is skipped. Clear after success.
 * US_INTERRUPTED, without a message, once stop returns true; stop may be NULL. */
us_status us_outcomes_read(const char *path, bool (*stop)(void), us_outcomes *out, us_error *err);
us_status us_outcomes_parse(const char *file, const char *text, size_t length, bool (*stop)(void),
                            us_outcomes *out, us_error *err);
void us_outcomes_clear(us_outcomes *outcomes);

/* ---- confidence */

/* Confidence in a behavior, from its outcomes. All numbers are whole, the same on every machine;
 * docs/RETRIEVAL.md has the formula. */
enum {
    US_CONFIDENCE_USUAL = 4, /* tries that the expected rate counts as */
};

typedef struct us_success_count { /* of a behavior, or of several together */
    int64_t tries, successes;
} us_success_count;

us_success_count us_success_count_add(us_success_count a,
                                      us_success_count b); /* each number at most US_TRIES_MAX */

/* Returns the rate of success, of US_SIMILARITY_ONE, as if one more try had succeeded and one
 * failed. The rate is neither 0 nor 1; without tries it is a half. */
int64_t us_confidence_prior(us_success_count all);
/* Returns the rate of one behavior, of which `prior` is expected: as if US_CONFIDENCE_USUAL more
 * tries had that rate. Without tries, the rate is the prior. */
int64_t us_confidence_rate(us_success_count record, int64_t prior);
/* Returns the expected rate of a behavior that was adapted from one of that rate: adaptation is
 * expected to mend half of the failures. */
int64_t us_confidence_adapted_rate(int64_t rate);

#endif
