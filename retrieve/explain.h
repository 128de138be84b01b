/* Explanations: the question of us_case_base_retrieve, asked of every case one by one, without an
 * index. They report ranks, failing conditions, and the share of each feature. */
#ifndef US_RETRIEVE_EXPLAIN_H
#define US_RETRIEVE_EXPLAIN_H

#include "retrieve/retrieve.h"

typedef enum us_verdict {
    US_VERDICT_RANKED,
    US_VERDICT_FELL, /* a precondition doesn't hold */
    US_VERDICT_EXCLUDED,
    US_VERDICT_UNLIKE,   /* its goal has no similarity */
    US_VERDICT_REPEATED, /* without a state: another case of a ranked behavior, or a suffix case */
    US_VERDICTS,
} us_verdict;
const char *us_verdict_name(us_verdict verdict); /* "ranked" */

typedef struct us_explanation {
    us_hit hit;
    us_verdict verdict;
    int condition; /* FELL: see us_case_base_get_condition */
} us_explanation;

/* Writes one explanation for each case: ranked cases first, in the order of us_case_base_retrieve;
 * the others by verdict, rank and id. out has room for us_case_base_case_count, and stays as it is
 * on failure. */
us_status us_explanation_make(us_case_base *case_base, const us_query *query, us_explanation *out,
                              us_error *err);

/* The addend of a feature in the distance between the state and a case. */
typedef struct us_feature_share {
    int dimension;
    int32_t requested, seen;
    int64_t share; /* its part of the squared distance, of US_SIMILARITY_ONE; 0 if that is 0 */
} us_feature_share;
/* Writes the shares, the largest first, then by dimension. Returns how many: 0 if either state is
 * unknown. */
int us_explanation_list_shares(const us_case_base *case_base, const us_query *query, int found,
                               us_feature_share *out);

#endif
