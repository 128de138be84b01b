/* A recorded game in the studio's folder, with what its expert said, and a page. */
#ifndef US_TESTS_UNIT_LABELED_PAGE_H
#define US_TESTS_UNIT_LABELED_PAGE_H

#include "domain/goal.h"
#include "tests/unit/labeled_trace.h"
#include "tests/unit/studio_page.h"

typedef struct labeled_page {
    studio_page kit;
    labeled_trace s;
    char trace[300], path[300]; /* it/game.jsonl, and its labels */
} labeled_page;

void labeled_page_begin(labeled_page *d, us_cycle cycles);
void labeled_page_end(labeled_page *d);
us_goal labeled_page_goal(const us_domain *domain, const char *text);

#endif
