/* Learning from a demonstration, for tests of its parts. */
#ifndef US_TESTS_UNIT_SCHOOLING_H
#define US_TESTS_UNIT_SCHOOLING_H

#include "behavior/brl.h"
#include "learn/draft.h"

/* All that comes of one seat's demonstration. Cleared by schooling_end. */
typedef struct schooling {
    us_log log;
    us_annotation *goals;
    us_goal_episodes *episodes;
    us_step_extractor *extractor;
    us_arena *arena;
    us_draft **draft;   /* by goal episode; NULL: it has no steps */
    us_template **made; /* one for each draft, in the order of goal episodes */
    int count;
    us_brl *brl; /* those of them that differ */
} schooling;

/* The goals of the file beside the trace; the seat is the one that has the first of them. */
void schooling_begin(schooling *s, const char *trace, const char *goals, bool literal);
void schooling_end(schooling *s);
/* The behaviors in a canonical order, without provenance: what two demonstrations have in common.
 * Appended. */
void schooling_print(const schooling *s, us_str *out);

/* The entry of that key tells where a case was met. */
bool schooling_is_provenance(const char *key);

#endif
