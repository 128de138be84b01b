/* How probable it is that a tree succeeds, and when, told from its leaves: the same that many runs
 * on a stage come to (behavior/stage.h). It decides nothing in play. */
#ifndef US_BEHAVIOR_EXPECT_H
#define US_BEHAVIOR_EXPECT_H

#include "behavior/script.h"

typedef struct us_expected {
    double success, failure;           /* shares; what is left hasn't ended */
    double success_time, failure_time; /* mean cycles from its beginning; 0 where it has no share */
} us_expected;

enum { US_EXPECT_MOST = 10000 };
/* What ends up to cycle `most`, which is at most US_EXPECT_MOST. The timeline answers each leaf
 * once and for all, by chance or not; an act of which it doesn't speak succeeds after a cycle. What
 * can't be told exactly is refused by name: what asks the world, chooses, or remembers from one
 * beginning to the next; so is what takes more than some seconds, or 256 MB. script may be NULL. */
us_status us_expect(const us_brl *brl, const us_template *root, const us_script *script,
                    us_cycle most, us_expected *out, us_error *err);

#endif
