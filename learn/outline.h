/* Private to learn/: what pursuing a goal takes and what comes of it, as its goal episode shows it,
 * with all goals below. Relaxing the order of the goal above asks for this: what a goal's own test
 * says is not all that its behavior needs. */
#ifndef US_LEARN_OUTLINE_H
#define US_LEARN_OUTLINE_H

#include "learn/facts.h"

/* A step of the goal episode, for reasons: "its step a: train "cavalry"". */
typedef struct us_outline_step {
    char label[8];
    int action; /* or -1: a goal */
    us_goal goal;
    us_type type; /* that it makes, or US_NO_TYPE */
} us_outline_step;

/* One of the kinds is there; nothing before in the goal episode brings it about. */
typedef struct us_want {
    us_kinds kinds;
    bool all;  /* of whoever brings such about, all count */
    int since; /* it is asked of goals above that began before this ordinal */
    us_outline_step by;
} us_want;

/* What the order of this ordinal made is used. */
typedef struct us_use {
    int ordinal;
    us_type type;
    us_outline_step by;
} us_use;

typedef struct us_outline {
    us_want *want;
    us_use *use;
    us_kinds *brings; /* kinds that steps of it add, and goals below it */
    int wants, uses, brought;
    int64_t cost[US_RESOURCES_MAX]; /* that nothing before in the goal episode pays */
    int64_t food;                   /* the same; below 0: so much is left */
    us_outline_step payer[US_RESOURCES_MAX], eater;
    int64_t gains[US_RESOURCES_MAX]; /* so many orders to gather that pay for nothing within */
    int acts; /* orders in it and below it: where there are none, nobody knows what it takes */
    bool moves, opens; /* somebody moves or strikes before a way is opened */
    us_outline_step mover;
} us_outline;

/* What a goal takes is what its steps were seen to take; else it is what its test tells of. */
static inline bool us_outline_known(const us_outline *below)
{
    return below && below->acts > 0;
}

/* By goal episode; those of further parts are in the first one's. */
typedef struct us_outlines {
    const us_step_extractor *extractor;
    us_outline *outline;
    int *next;   /* by goal episode: its next part, or -1 */
    int *listed; /* goal episodes of the depth that is being worked on */
} us_outlines;

/* Of all goal episodes, those below first. The step extractor are borrowed. */
us_outlines *us_outlines_new(const us_step_extractor *extractor);
void us_outlines_free(us_outlines *outlines); /* NULL is fine */
/* Tells a draft of these goal episodes what its steps take: `below` and `after`. */
void us_outlines_tell(const us_outlines *outlines, us_draft *draft);

/* What one step of a draft takes for itself, and what the goal below it does. Cleared by
 * us_outline_clear. */
us_outline us_outline_of_step(const us_draft *draft, int step);
void us_outline_clear(us_outline *outline);
/* "its step a: train "cavalry"". Appended. */
void us_outline_step_print(const us_domain *domain, const us_outline_step *step, us_str *out);

#endif
