/* Why that behavior? The same question as us_retrieve, asked of every case one by one, without an
 * index: what was ranked where, what fell at which condition, and what each feature did. */
#ifndef US_RETRIEVE_EXPLAIN_H
#define US_RETRIEVE_EXPLAIN_H

#include "retrieve/retrieve.h"

typedef enum us_verdict {
    US_VERDICT_RANKED,
    US_VERDICT_FELL, /* at a precondition */
    US_VERDICT_EXCLUDED,
    US_VERDICT_UNLIKE,   /* its goal is not like the one asked for */
    US_VERDICT_REPEATED, /* without a state: another case of a behavior that is ranked, or a suffix
                          */
    US_VERDICTS,
} us_verdict;
const char *us_verdict_name(us_verdict verdict); /* "ranked" */

typedef struct us_explanation {
    us_hit hit;
    us_verdict verdict;
    int condition; /* FELL: see us_case_base_condition */
} us_explanation;

/* One explanation for each case: the ranked first, as us_retrieve would give them; the others by
 * verdict, rank and id. out has room for us_case_base_cases, and stays as it is on failure. */
us_status us_explain(us_case_base *case_base, const us_query *query, us_explanation *out,
                     us_error *err);

/* What a feature adds to the distance between the state and a case. */
typedef struct us_share {
    int dimension;
    int32_t asked, seen;
    int64_t share; /* of US_SIMILARITY_ONE: its part of the squared distance; 0 where that is 0 */
} us_share;
/* By dimension, the largest share first, then the dimension. Returns how many: none where either
 * state is not known. */
int us_explain_case(const us_case_base *case_base, const us_query *query, int found, us_share *out);

#endif
