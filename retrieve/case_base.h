/* Private to retrieve/: what stands on a case base, and how it gets there. */
#ifndef US_RETRIEVE_CASE_BASE_H
#define US_RETRIEVE_CASE_BASE_H

#include "retrieve/nearest.h"
#include "retrieve/retrieve.h"

typedef struct us_case_base_steps { /* a list of labels; none: all steps */
    const char **label;
    int count;
} us_case_base_steps;

typedef struct us_case_base_row { /* a behavior */
    int64_t id;
    const char *name;
    us_hash hash; /* see us_template_hash */
    int bucket;   /* -1: it achieves no goal */
    bool classed, cased;
    us_success_count record;
    int parent;         /* whom it was made of by adaptation; -1: nobody who is here */
    int64_t confidence; /* its rate (us_confidence_rate) less what is usual for its goal's type */
    int first;          /* its first case; of a file they follow each other */
    const us_template *template;
    us_template *own;          /* the same, where it was read later */
    uint32_t asked;            /* in which query its conditions were asked: */
    uint64_t told, held;       /* bit per precondition: it was asked; it holds */
    us_case_base_steps *steps; /* by precondition: what it is for; NULL: not read yet */
} us_case_base_row;

/* What a suffix case asks beside its behavior: entry `when` of the case. */
typedef struct us_case_base_rest {
    us_expr **when;
    const char **text;
    int count;
    uint32_t asked; /* in which query */
    int failing;    /* then: the first that doesn't hold, or -1 */
} us_case_base_rest;

typedef struct us_case_base_tree_row { /* of a library, read */
    const char *name;
    us_template *template;
} us_case_base_tree_row;

/* Cases of behaviors that achieve the same: their goal similarity is one number. */
typedef struct us_bucket {
    us_goal_pattern pattern;
    int *found; /* cases of known state, by id, then those of no known state */
    int count, measured, capacity;
    us_nearest *nearest; /* of the measured */
    bool filled;         /* some behavior achieves it */
    int64_t confidence;  /* then: the most of any of them */
} us_bucket;

struct us_case_base {
    const us_domain *domain;
    us_library *library; /* NULL: all templates are there, in brl */
    const us_brl *brl;
    us_space space;
    us_case_base_row *row;
    int rows, row_capacity;
    us_indexed_case *item; /* by id */
    int items, item_capacity;
    us_case_base_tree_row *tree;
    int trees, tree_capacity;
    us_case **whole; /* by case, those that have suffixes: NULL, or not read yet; NULL: none */
    us_case_base_rest **rest; /* by case: NULL, or not read yet; NULL: none was read */
    us_bucket *bucket;
    int buckets, bucket_capacity;
    int *table; /* of buckets, by the hash of their pattern: 1 + index; 0: free */
    int table_size;
    uint32_t asked; /* queries so far */
    us_arena *arena;
};

/* Filling: rows and cases in rising order of ids (those of id 0 last), then finish. Texts and
 * numbers are copied. */
us_case_base *us_case_base_new(const us_domain *domain, us_space space);
int us_case_base_bucket(us_case_base *case_base,
                        const us_goal_pattern *pattern); /* that is there, or a new one */
/* bucket -1: it achieves no goal; classed: it is of a class. */
int us_case_base_add(us_case_base *case_base, int64_t id, const char *name, us_hash hash,
                     int bucket, bool classed);
void us_case_base_add_case(us_case_base *case_base, const us_indexed_case *item);
void us_case_base_finish(us_case_base *case_base);

/* A case as the library or the file has it, from its behavior on. */
us_status us_case_base_read_case(us_case_base *case_base, int found, us_arena *arena, us_case *out,
                                 us_error *err);

/* The first precondition of a case's behavior that doesn't hold for this goal in this view, or -1.
 * What is only for steps that are done is not asked of a suffix case; what it asks itself comes
 * behind the behavior's: see us_case_base_condition. */
us_status us_case_base_failing(us_case_base *case_base, int found, const us_query *query, int *out,
                               us_error *err);

void us_case_base_forget(us_case_base *case_base); /* what cases ask */

/* By bucket: how alike its goal is to the one asked for. */
void us_case_base_goals(const us_case_base *case_base, const us_query *query, int64_t *out);
bool us_query_stateless(const us_query *query); /* a behavior stands once */
us_hit us_query_hit(const us_case_base *case_base, const us_query *query, int found, int64_t goal,
                    int64_t state);
/* The order of hits: below 0 where a is the better one. Never 0 for two cases. */
int us_hit_order(const us_hit *a, const us_hit *b);

#endif
