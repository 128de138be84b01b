/* How behaviors fared in one game, from the plan lines of its trace (domain/note.h):
 *
 *     {"cycle":420,"seat":0,"plan":"succeeded","behavior":13,"hash":"3fa1b2c3d4e5f601"}
 *
 * A behavior that succeeded or failed was tried. A behavior that was stopped, or still ran when the
 * game was won, does not count.
 *
 * A behavior leads if the goal of the seat depends on it alone. Its line "retrieved" has the state
 * in "features". Such a line is an attempt: its result is the result of the game, from the last
 * line of the trace.
 *
 * All other members and lines are skipped, except for the domain in the first line of a trace. */
#ifndef US_RETRIEVE_OUTCOMES_H
#define US_RETRIEVE_OUTCOMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/hash.h"
#include "behavior/template.h"
#include "understudy/library.h"

typedef struct us_outcome_sum {
    us_hash behavior;
    int64_t tries, successes;
} us_outcome_sum;

enum { US_LOST, US_DRAWN, US_WON }; /* the results of a game for a seat, in half points */

/* The beginning of a leading behavior. */
typedef struct us_attempt {
    us_hash behavior;
    us_seat seat;
    us_cycle cycle;
    int result;             /* of the game for that seat */
    const int32_t *feature; /* by feature of the domain; or US_FEATURE_MISSING */
} us_attempt;

typedef struct us_outcomes {
    us_hash game;                 /* of the file's bytes; the caller may set another one */
    char domain[US_NAME_MAX + 1]; /* as its first line names it, or "" */
    us_outcome_sum *sum;          /* by hash of the behavior, each once */
    int count;
    us_attempt *attempt;    /* in the order of their lines; none if the game has no end */
    int attempts, features; /* so many features has each of them */
    us_hash features_hash;  /* of their names, as the first line has it; 0: not told */
    us_arena *arena;        /* private */
} us_outcomes;

/* Reads a file of less than 1 GiB. A truncated last line is skipped. Clear after success.
 * US_INTERRUPTED, without a message, once stop returns true; stop may be NULL. */
us_status us_outcomes_read(const char *path, bool (*stop)(void), us_outcomes *out, us_error *err);
us_status us_outcomes_parse(const char *file, const char *text, size_t length, bool (*stop)(void),
                            us_outcomes *out, us_error *err);
void us_outcomes_clear(us_outcomes *outcomes);

/* ---- in a library, within begin and commit */

typedef struct us_outcome_counts {
    int64_t tries, successes, attempts;
    int64_t left_out; /* attempts whose states have other features than the domain */
    int64_t unknown;  /* tries of behaviors that the library doesn't have */
} us_outcome_counts;

/* Records the outcomes of a game, in place of those that the library has of it, and adds them to
 * *counts. Attempts whose states have other features than the domain are left out. US_MISMATCH: a
 * game of another domain; file: the name in the error. */
us_status us_library_put_outcomes(us_library *library, const char *file,
                                  const us_outcomes *outcomes, us_outcome_counts *counts,
                                  us_error *err);
/* Adds the outcomes of games that a behavior of another library has (entries of its first case). If
 * the library lacks the behavior, adds it without its cases. If both have outcomes of a game, those
 * with more tries count. */
us_status us_library_put_outcomes_of(us_library *library, const us_template *behavior,
                                     us_error *err);
/* Chooses the bandwidths of features by the library's attempts (docs/OUTCOMES.md). Run it after the
 * last us_library_put_outcomes. US_INTERRUPTED, without a message, once stop returns true; stop may
 * be NULL. */
us_status us_library_fit_worth(us_library *library, bool (*stop)(void), us_error *err);

/* How a behavior's attempts ended. */
typedef struct us_attempt_sum {
    us_hash behavior;
    int64_t attempts, halves; /* halves: half points that the games brought */
} us_attempt_sum;
typedef void us_library_on_attempt_sum(void *context, const us_attempt_sum *sum);
/* Visits each behavior that has attempts, by hash. */
us_status us_library_visit_attempt_sums(us_library *library, us_library_on_attempt_sum *visit,
                                        void *context, us_error *err);

/* ---- confidence */

/* Confidence in a behavior, from its outcomes. All numbers are whole, the same on every machine;
 * docs/OUTCOMES.md has the formula. */
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
