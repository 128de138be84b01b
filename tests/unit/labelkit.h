/* A recorded game in the studio's folder, with what its expert said, and a page. */
#ifndef US_TESTS_UNIT_LABELKIT_H
#define US_TESTS_UNIT_LABELKIT_H

#include "domain/goal.h"
#include "tests/unit/shoot.h"
#include "tests/unit/studiokit.h"

typedef struct labelkit {
    studiokit kit;
    shoot s;
    char trace[300], path[300]; /* it/game.jsonl, and its labels */
} labelkit;

void labelkit_begin(labelkit *d, us_cycle cycles);
void labelkit_end(labelkit *d);
us_goal labelkit_goal(const us_domain *domain, const char *text);

#endif
