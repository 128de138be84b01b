/* Evaluation of retrieval. Each case is asked for with its own goal and state, from a case base
 * without the demonstrations that it comes from. The found case is compared with what was done.
 * Leaving out single cases would leak: a game's later states are like its earlier ones. */
#ifndef US_RETRIEVE_EVALUATE_H
#define US_RETRIEVE_EVALUATE_H

#include "retrieve/groups.h"

typedef enum us_method {
    US_METHOD_LIBRARY,    /* the library's weights, goal and state */
    US_METHOD_RELIEF,     /* weights learned by RELIEF-F from the other demonstrations */
    US_METHOD_UNWEIGHTED, /* all features with equal weights */
    US_METHOD_GOAL,
    US_METHOD_STATE,
    US_METHOD_RANDOM,  /* any case that is not left out: the expectation, without a draw */
    US_METHOD_CEILING, /* the best case that is not left out */
    US_METHODS,
} us_method;
const char *us_method_name(us_method method);

typedef struct us_evaluation {
    int groups, cases; /* demonstrations, and cases asked for */
    /* By method: the mean over demonstrations of their cases' mean likeness, 0 to 1, and half the
     * width of its 95% interval (Student's t over demonstrations). */
    double mean[US_METHODS], half[US_METHODS];
    /* The same for the differences to the library's method, demonstration by demonstration. */
    double better[US_METHODS], better_half[US_METHODS];
} us_evaluation;

/* Evaluates methods, a bit per us_method; the library's always. With less than two groups returns
 * US_BAD_INPUT. A case of no group is never asked for and always in the case base. A case of
 * several groups is asked for in each, and no case of these groups answers. Restores the weights of
 * the case base. */
us_status us_evaluation_run(us_case_base *case_base, const us_groups *groups, unsigned methods,
                            us_evaluation *out, us_error *err);

/* Learns feature weights by RELIEF-F, with a number as the target: how unlike the acts and goals of
 * two cases are. Each case is compared with the nearest cases of other demonstrations that have an
 * equal goal pattern. A feature gains if it differs where acts and goals differ, and loses if it
 * differs where they are alike. percent, by dimension: the best feature gets 100, a feature that
 * gains nothing 0; all get 100 if nothing can be learned. without: this group's cases are left out;
 * -1: none are. */
us_status us_evaluation_learn_weights(us_case_base *case_base, const us_groups *groups, int without,
                                      int *percent, us_error *err);

#endif
