/* Private to retrieve/: what stands on a shelf, and how it gets there. */
#ifndef US_RETRIEVE_SHELF_H
#define US_RETRIEVE_SHELF_H

#include "retrieve/nearest.h"
#include "retrieve/retrieve.h"

typedef struct us_shelf_steps { /* a list of labels; none: all steps */
    const char **label;
    int count;
} us_shelf_steps;

typedef struct us_shelf_row { /* a behavior */
    int64_t id;
    const char *name;
    us_hash hash; /* see us_template_hash */
    int bucket;   /* -1: it achieves no goal */
    bool classed, cased;
    us_record record;
    int parent;         /* whom it was made of by adaptation; -1: nobody who is here */
    int64_t confidence; /* its rate (us_confidence_rate) less what is usual for its goal's type */
    int first;          /* its first case; of a file they follow each other */
    const us_template *template;
    us_template *own;      /* the same, where it was read later */
    uint32_t asked;        /* in which query its conditions were asked: */
    uint64_t told, held;   /* bit per precondition: it was asked; it holds */
    us_shelf_steps *steps; /* by precondition: what it is for; NULL: not read yet */
} us_shelf_row;

/* What a suffix case asks beside its behavior: entry `when` of the case. */
typedef struct us_shelf_rest {
    us_expr **when;
    const char **text;
    int count;
    uint32_t asked; /* in which query */
    int failing;    /* then: the first that doesn't hold, or -1 */
} us_shelf_rest;

typedef struct us_shelf_tree_row { /* of a library, read */
    const char *name;
    us_template *template;
} us_shelf_tree_row;

/* Cases of behaviors that achieve the same: their goal similarity is one number. */
typedef struct us_bucket {
    us_goal_pattern pattern;
    int *found; /* cases of known state, by id, then those of no known state */
    int count, measured, capacity;
    us_nearest *nearest; /* of the measured */
    bool filled;         /* some behavior achieves it */
    int64_t confidence;  /* then: the most of any of them */
} us_bucket;

struct us_shelf {
    const us_domain *domain;
    us_library *library; /* NULL: all templates are there, in brl */
    const us_brl *brl;
    us_space space;
    us_shelf_row *row;
    int rows, row_capacity;
    us_shelf_case *item; /* by id */
    int items, item_capacity;
    us_shelf_tree_row *tree;
    int trees, tree_capacity;
    us_case **whole;      /* by case, those that have suffixes: NULL, or not read yet; NULL: none */
    us_shelf_rest **rest; /* by case: NULL, or not read yet; NULL: none was read */
    us_bucket *bucket;
    int buckets, bucket_capacity;
    int *table; /* of buckets, by the hash of their pattern: 1 + index; 0: free */
    int table_size;
    uint32_t asked; /* queries so far */
    us_arena *arena;
};

/* Filling: rows and cases in rising order of ids (those of id 0 last), then finish. Texts and
 * numbers are copied. */
us_shelf *us_shelf_new(const us_domain *domain, us_space space);
int us_shelf_bucket(us_shelf *shelf,
                    const us_goal_pattern *pattern); /* that is there, or a new one */
/* bucket -1: it achieves no goal; classed: it is of a class. */
int us_shelf_add(us_shelf *shelf, int64_t id, const char *name, us_hash hash, int bucket,
                 bool classed);
void us_shelf_add_case(us_shelf *shelf, const us_shelf_case *item);
void us_shelf_finish(us_shelf *shelf);

/* A case as the library or the file has it, from its behavior on. */
us_status us_shelf_read_case(us_shelf *shelf, int found, us_arena *arena, us_case *out,
                             us_error *err);

/* The first precondition of a case's behavior that doesn't hold for this goal in this view, or -1.
 * What is only for steps that are done is not asked of a suffix case; what it asks itself comes
 * behind the behavior's: see us_shelf_condition. */
us_status us_shelf_failing(us_shelf *shelf, int found, const us_query *query, int *out,
                           us_error *err);

void us_shelf_forget(us_shelf *shelf); /* what cases ask */

/* By bucket: how alike its goal is to the one asked for. */
void us_shelf_goals(const us_shelf *shelf, const us_query *query, int64_t *out);
bool us_query_stateless(const us_query *query); /* a behavior stands once */
us_hit us_query_hit(const us_shelf *shelf, const us_query *query, int found, int64_t goal,
                    int64_t state);
/* The order of hits: below 0 where a is the better one. Never 0 for two cases. */
int us_hit_order(const us_hit *a, const us_hit *b);

#endif
