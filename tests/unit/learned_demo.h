/* Learning from a demonstration, for tests of its parts. */
#ifndef US_TESTS_UNIT_LEARNED_DEMO_H
#define US_TESTS_UNIT_LEARNED_DEMO_H

#include "behavior/brl.h"
#include "learn/draft.h"

/* All that comes of one seat's demonstration. Cleared by learned_demo_end. */
typedef struct learned_demo {
    us_log log;
    us_annotation *goals;
    us_goal_episodes *episodes;
    us_step_extractor *extractor;
    us_arena *arena;
    us_draft **draft;   /* by goal episode; NULL: it has no steps */
    us_template **made; /* one for each draft, in the order of goal episodes */
    int count;
    us_brl *brl; /* those of them that differ */
} learned_demo;

/* The goals of the file beside the trace; the seat is the one that has the first of them. */
void learned_demo_begin(learned_demo *s, const char *trace, const char *goals, bool literal);
void learned_demo_end(learned_demo *s);
/* The behaviors in a canonical order, without provenance: what two demonstrations have in common.
 * Appended. */
void learned_demo_print(const learned_demo *s, us_str *out);

/* The entry of that key tells where a case was met. */
bool learned_demo_is_provenance(const char *key);

#endif
