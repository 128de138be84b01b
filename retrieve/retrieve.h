/* Which behavior fits? A shelf is the immutable copy of a library in memory that answers. */
#ifndef US_RETRIEVE_RETRIEVE_H
#define US_RETRIEVE_RETRIEVE_H

#include "domain/goal.h"
#include "retrieve/library.h"

enum { US_SIMILARITY_ONE = 1000000000 }; /* similarities are parts of this */

typedef struct us_shelf us_shelf;

/* Loads what retrieval needs of all cases; templates are read when they are asked for. The library
 * is borrowed and stays open. */
us_status us_shelf_load(us_library *library, us_shelf **out, us_error *err);
/* The same of a file of behaviors, which is borrowed: nothing is read later. */
us_status us_shelf_of(const us_brl *brl, us_shelf **out, us_error *err);
void us_shelf_free(us_shelf *shelf); /* NULL is fine */

int us_shelf_cases(const us_shelf *shelf);
int us_shelf_behaviors(const us_shelf *shelf);
/* The behavior of a case: *done lists, by index, the root's children that were done by then. */
us_status us_shelf_template(us_shelf *shelf, int index, const us_template **out, us_error *err);

/* How parts and features count. Percent; 100 each by default, features by the library's weights. */
typedef struct us_weights {
    int goal, state;
    const int *feature; /* by feature of the domain, or NULL */
} us_weights;

typedef struct us_query {
    const us_goal *goal;    /* settled: seats as self, enemy or numbers */
    const us_view *view;    /* the state; preconditions are asked here. NULL: goal only */
    const int64_t *feature; /* values of the domain's features in that state */
    us_weights weights;
    const bool *excluded; /* by case; NULL: none */
    bool conditions;      /* leave out cases whose preconditions don't hold */
} us_query;

typedef struct us_hit {
    int shelf_case, behavior;
    int64_t similarity, goal, state; /* of US_SIMILARITY_ONE */
} us_hit;

/* The k best, by similarity, then case id: a total order. Returns how many in *hits. */
us_status us_retrieve(us_shelf *shelf, const us_query *query, int k, us_hit *hit, int *hits,
                      us_error *err);

#endif
