/* What is made of labels: the validator's findings, the behaviors that would be learned from them,
 * or suggestions for more. All that takes the game, which is played again; so a thread of its own
 * is at it, that shares nothing with whoever asks, and can be stopped. */
#ifndef US_STUDIO_STUDY_H
#define US_STUDIO_STUDY_H

#include "studio/editing.h"

typedef struct us_study us_study;

enum {
    US_STUDY_LONGEST = 20000,      /* milliseconds; then it gives up */
    US_STUDY_BEHAVIORS_MAX = 1000, /* that are printed */
    US_STUDY_BYTES_MAX = 4 << 20,  /* of their texts */
};

typedef struct us_studied {
    uint32_t instance; /* the first goal that it was learned from; 0: not known */
    char *name, *goal; /* as behind `achieves` */
    char *text;        /* without its cases */
    int cases;
} us_studied;

/* All owned by the study. */
typedef struct us_study_result {
    us_remarks findings;
    us_error unchecked; /* why it is not known whether goals were reached; US_OK: it is */
    US_LIST(us_ending_known) ending; /* of the seat's goals whose end is not noted */
    us_remarks warnings;             /* of learning */
    us_error unlearned;              /* why nothing was learned; US_OK: something was */
    US_LIST(us_studied) behavior;
    int behaviors; /* all of them */
    int cases, unlabeled;
    int withheld; /* suggestions, which nothing is learned from */
    /* Of suggestions: */
    char *text; /* of the annotation with them; NULL: none */
    int added;
    us_error failed;
} us_study_result;

/* Of an annotation as it is now. suggest: it looks for suggestions, and for nothing else. */
us_status us_study_begin(const us_editing *editing, bool suggest, us_study **out, us_error *err);
bool us_study_is_over(const us_study *study);
void us_study_stop(us_study *study); /* it is over soon, with nothing to show */
/* Once it is over; NULL: it was stopped. */
const us_study_result *us_study_get(const us_study *study);
bool us_study_suggests(const us_study *study);
uint32_t us_study_version(const us_study *study); /* of the annotation */
void us_study_free(us_study *study);              /* stops it, without a wait; NULL is fine */

#endif
