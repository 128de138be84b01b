/* Retrieval by query, as in dynamic behavior trees. A query has a class, the parameters that the
 * behavior will get, descriptors of the moment, and excluded behaviors.
 *
 *     similarity = w * attributes + (1 - w) * functionality
 *     attributes = sum over descriptors that both have: w_a * (1 - |query - case| / size)
 *     functionality = 1 if one of the behavior's classes is the query's or below it, else 0
 *
 * The similarity is 0 if the behavior is excluded or can't be given a parameter; such a behavior is
 * never the answer. docs/RETRIEVAL.md has the rest. */
#ifndef US_RETRIEVE_QUERY_H
#define US_RETRIEVE_QUERY_H

#include "retrieve/retrieve.h"

typedef struct us_query_param {
    const char *name;
    us_type type;       /* of the entity that will be passed */
    us_value_kind kind; /* of the value that will be passed */
} us_query_param;

typedef struct us_query_value {
    const char *name; /* of the descriptor */
    int64_t value;
    int64_t weight; /* w_a, of US_SIMILARITY_ONE; their sum is at most that */
} us_query_value;

typedef struct us_class_query {
    const char *class_name;
    const us_query_param *param;
    int params;
    const us_query_value *value;
    int values;
    const char *const *excluded; /* names of behaviors */
    int excluded_count;
    int64_t weight;   /* w, of US_SIMILARITY_ONE */
    bool renormalize; /* weights of the descriptors that both have are scaled to add up to 1; else
                         they stay, and a behavior with fewer descriptors scores less */
    const char *running; /* stays the answer unless another is better by more than hysteresis */
    int64_t hysteresis;  /* of US_SIMILARITY_ONE; 0: running has no advantage */
    us_ties ties;        /* the order of equals; 0: as they stand */
} us_class_query;

/* Returns the part at that place of a weight in so many equal parts; the remainder goes to the
 * first parts. */
static inline int64_t us_class_query_share(int64_t weight, int parts, int place)
{
    return weight / parts + (place < weight % parts);
}

us_class_query us_class_query_default(const char *class_name); /* w is 0.5; nothing asked yet */

typedef enum us_class_fit { US_FITS, US_EXCLUDED, US_BAD_PARAMETER } us_class_fit;

typedef struct us_class_hit {
    int behavior;
    int64_t similarity, attributes, functionality; /* of US_SIMILARITY_ONE */
    us_class_fit unfit;
    int shared;   /* descriptors that both have */
    uint64_t lot; /* of the behavior, see retrieve/retrieve.h; us_class_query_compare has none */
} us_class_hit;

/* Returns how alike two values of a descriptor are, of US_SIMILARITY_ONE. */
int64_t us_class_query_compare_values(const us_domain *domain, const char *name, int64_t a,
                                      int64_t b);
/* Compares the query with one behavior, of a case base or any other. */
us_class_hit us_class_query_compare(const us_class_query *query, const us_template *behavior);
/* Returns how alike query and behavior are in one descriptor; -1: one of them lacks it. */
int64_t us_class_query_local_similarity(const us_class_query *query, int value,
                                        const us_template *behavior);

/* Finds the k most similar behaviors that have a class: fit before unfit, by similarity, then by
 * lot if ties are drawn, then as they stand. With hysteresis, the running behavior comes first if
 * it stays. The answer is hit[0] if it fits and its similarity is above 0. */
us_status us_case_base_retrieve_class(us_case_base *case_base, const us_class_query *query, int k,
                                      us_class_hit *hit, int *hits, us_error *err);

#endif
