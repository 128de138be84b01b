/* How good is retrieval? Each case is asked for with its own goal and state, from a case base
 * without the demonstration that it comes from; what is found is held against what was done.
 * Leaving out single cases would leak: a game's later states are like its earlier ones. */
#ifndef US_RETRIEVE_EVALUATE_H
#define US_RETRIEVE_EVALUATE_H

#include "retrieve/groups.h"

typedef enum us_method {
    US_METHOD_LIBRARY,    /* as the library weighs: goal and state */
    US_METHOD_RELIEF,     /* weights learned by RELIEF-F from the other demonstrations */
    US_METHOD_UNWEIGHTED, /* each feature counts the same */
    US_METHOD_GOAL,
    US_METHOD_STATE,
    US_METHOD_RANDOM,  /* any case but those left out: what is to be expected of it, no draw */
    US_METHOD_CEILING, /* the best there is */
    US_METHODS,
} us_method;
const char *us_method_name(us_method method);

typedef struct us_evaluation {
    int groups, cases; /* demonstrations, and cases asked for */
    /* By method: the mean over demonstrations of their cases' mean likeness, 0 to 1, and half the
     * width of its 95% interval (Student's t over demonstrations). */
    double mean[US_METHODS], half[US_METHODS];
    /* The same of the differences to the library's, demonstration by demonstration. */
    double better[US_METHODS], better_half[US_METHODS];
} us_evaluation;

/* The methods asked for: bit per us_method, the library's always. At least two groups, else
 * US_BAD_INPUT. A case of no group is never asked for and always on the case base; one of several
 * is asked for with each of them, and none of their cases answers. The case base is left with the
 * weights it had. */
us_status us_evaluate(us_case_base *case_base, const us_groups *groups, unsigned methods,
                      us_evaluation *out, us_error *err);

/* Feature weights by RELIEF-F, for a target that is a number: how unlike what was done is. Of each
 * case the nearest of other demonstrations that achieve the same; a feature that differs where
 * deeds differ gains, one that differs where they are alike loses. Percent by dimension: the best
 * has 100, what gains nothing 0; all 100 where nothing can be learned. without: this group's cases
 * are not looked at; -1: all are. */
us_status us_relief(us_case_base *case_base, const us_groups *groups, int without, int *percent,
                    us_error *err);

#endif
