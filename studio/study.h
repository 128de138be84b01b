/* Studies of an annotation in a background job: findings of the validator with the behaviors that
 * would be learned from the labels, or suggestions for more labels. A study plays the game again,
 * so it takes seconds. It works on copies, and can be stopped. */
#ifndef US_STUDIO_STUDY_H
#define US_STUDIO_STUDY_H

#include "studio/editing.h"

typedef struct us_study us_study;

enum {
    US_STUDY_LONGEST = 20000,      /* milliseconds; then the study gives up */
    US_STUDY_BEHAVIORS_MAX = 1000, /* printed at most */
    US_STUDY_BYTES_MAX = 4 << 20,  /* of their texts */
};

typedef struct us_studied_behavior {
    uint32_t instance; /* first goal that the behavior was learned from; 0: unknown */
    char *name, *goal; /* goal: the text after `achieves` */
    char *text;        /* without cases */
    int cases;
} us_studied_behavior;

/* Owned by the study. */
typedef struct us_study_result {
    us_remarks findings;
    us_error unchecked;             /* why reached goals are unknown; US_OK: they are known */
    US_LIST(us_goal_ending) ending; /* of the seat's goals without a noted end */
    us_remarks warnings;            /* of learning */
    us_error unlearned;             /* why nothing was learned; US_OK: something was */
    US_LIST(us_studied_behavior) behavior;
    int behaviors; /* the number of all behaviors */
    int cases, unlabeled;
    int withheld; /* suggestions, which learning ignores */
    /* Results of a search for suggestions: */
    char *text; /* the annotation with them; NULL: none */
    int added;
    us_error failed;
} us_study_result;

/* Starts a study of the annotation's current text. suggest: search for suggestions, and nothing
 * else. */
us_status us_study_begin(const us_editing *editing, bool suggest, us_study **out, us_error *err);
bool us_study_is_over(const us_study *study);
void us_study_stop(us_study *study); /* it ends soon, without a result */
/* Returns the result of a finished study; NULL: it was stopped. */
const us_study_result *us_study_get_result(const us_study *study);
bool us_study_is_for_suggestions(const us_study *study);
uint32_t us_study_version(const us_study *study); /* of the annotation */
void us_study_free(us_study *study);              /* stops it without waiting; NULL is fine */

#endif
