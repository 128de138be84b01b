/* Private to learn/: outlines: the needs and effects of a goal, as its goal episode shows them,
 * with all goals below. Relaxing the order of the goal above uses them, because the behavior of a
 * goal needs more than the goal's test names. */
#ifndef US_LEARN_OUTLINE_H
#define US_LEARN_OUTLINE_H

#include "learn/facts.h"

/* A step of the goal episode, to print in reasons. */
typedef struct us_outline_step {
    char label[8];
    int action; /* or -1: a goal */
    us_goal goal;
    us_type type; /* of its product, or US_NO_TYPE */
} us_outline_step;

/* A need of one of the kinds that no earlier step of the goal episode brings about. */
typedef struct us_outline_need {
    us_type_set kinds;
    bool all;  /* all steps that bring such about count, not only the first */
    int since; /* only goals above that began before this ordinal need it */
    us_outline_step by;
} us_outline_need;

/* A use of the product of the order of this ordinal. */
typedef struct us_outline_use {
    int ordinal;
    us_type type;
    us_outline_step by;
} us_outline_use;

typedef struct us_outline {
    us_outline_need *want;
    us_outline_use *use;
    us_type_set *brings; /* kinds that its steps add, and those of goals below */
    int wants, uses, brought;
    int64_t cost[US_RESOURCES_MAX]; /* that no earlier order to gather in the goal episode pays */
    int64_t food;                   /* food used less food supplied; below 0: a surplus */
    us_outline_step payer[US_RESOURCES_MAX], eater;
    int64_t gains[US_RESOURCES_MAX]; /* orders to gather that pay for no step within */
    int acts;          /* steps that are orders, in it and below; 0: its needs are not known */
    bool moves, opens; /* a unit moves or strikes before a way is opened; a way is opened */
    us_outline_step mover;
} us_outline;

/* Returns whether the outline shows the needs of its goal. Else the goal's test has to do. */
static inline bool us_outline_is_known(const us_outline *below)
{
    return below && below->acts > 0;
}

/* The outlines of goal episodes. That of a first part covers all its parts. */
typedef struct us_outlines {
    const us_step_extractor *extractor;
    us_outline *outline; /* by goal episode */
    int *next;           /* by goal episode: its next part, or -1 */
    int *listed;         /* goal episodes of the present depth */
} us_outlines;

/* Makes the outlines of all goal episodes, from the deepest up. The step extractor is borrowed. */
us_outlines *us_outlines_new(const us_step_extractor *extractor);
void us_outlines_free(us_outlines *outlines); /* NULL is fine */
/* Sets `below` and `after` of the steps of a draft of these goal episodes. */
void us_outlines_apply(const us_outlines *outlines, us_draft *draft);

/* Returns the outline of one step of a draft alone, without the needs of a known goal below it.
 * Clear it with us_outline_clear. */
us_outline us_outline_from_step(const us_draft *draft, int step);
void us_outline_clear(us_outline *outline);
/* Returns the end of a reason, in the draft's arena: ": its step a: train "cavalry""; step NULL:
 * "". */
const char *us_outline_step_reason(const us_draft *draft, const us_outline_step *step);

#endif
