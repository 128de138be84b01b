/* Private to adapt/: from blamed failures to causes.
 *
 * A claim is a failure with its suspects: the step or behavior that is blamed, then each behavior
 * above it in the plan, as a whole. Any of them could have prevented the failure, the highest one
 * in most games. */
#ifndef US_ADAPT_CLAIM_H
#define US_ADAPT_CLAIM_H

#include "adapt/adapt.h"

typedef struct us_suspect {
    us_hash behavior;
    const char *label; /* of the step; "": the behavior as a whole */
    uint32_t node;     /* in the plan of the failure's game */
} us_suspect;

typedef struct us_claim {
    const us_failure *failure;
    us_suspect *suspect; /* at least one */
    int suspects;
    int at;           /* index of the suspect that is blamed */
    bool won;         /* the failure's seat won its game */
    bool early;       /* the game has an end, and the failure began in its first half */
    us_blame_way way; /* of suspect 0 */
    int cause;        /* index of its cause, set by us_causes_gather */
} us_claim;

/* Groups the claims into the causes of out, and sorts these. Claims with equal blame make one
 * cause. A cause that is noise passes its claims on to their next suspects, the lowest causes
 * first, until it is no noise or has no more suspects. Claims are sorted as failures are; out->use
 * must be there, sorted by behavior. */
void us_causes_gather(const us_blame_def *def, us_claim *claim, int claims, us_causes *out);

/* Counts a seat. A game without an end has no result. */
void us_seat_results_count(us_seat_results *results, bool ended, bool won);

#endif
