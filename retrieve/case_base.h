/* Private to retrieve/: the contents of a case base, and how they get there. */
#ifndef US_RETRIEVE_CASE_BASE_H
#define US_RETRIEVE_CASE_BASE_H

#include "retrieve/nearest.h"
#include "retrieve/retrieve.h"
#include "retrieve/worth.h"

typedef struct us_case_base_row { /* a behavior */
    int64_t id;
    const char *name;
    us_hash hash; /* see us_template_hash */
    int bucket;   /* -1: it achieves no goal */
    bool classed, cased;
    us_success_count record;
    us_hash demonstration; /* in which it was shown first; 0: not known */
    US_LIST(us_hash)
    shown;              /* all its demonstrations, ascending; known if some behavior has
                           attempts */
    int parent;         /* the behavior that it was adapted from; -1: not in the case base */
    int64_t worth;      /* beyond the usual, in the query at hand, if that is by worth */
    int64_t confidence; /* its rate (us_confidence_rate) less the usual rate of its goal type */
    int first;          /* its first case; cases of a file follow each other */
    const us_template *template;
    us_template *own;                  /* template, if it was read later */
    uint32_t query_number;             /* the query in which its conditions were asked */
    uint64_t evaluated, held;          /* bit per precondition: it was asked; it holds */
    bool stepped;                      /* us_case_base.over is known of its cases */
    struct us_suffix_conditions *rest; /* of its suffix cases, as far as they are read */
    int listed;                        /* where us_case_base.listed has its cases */
} us_case_base_row;

/* Conditions of suffix cases beside their behavior's: entry `when`. Cases of a behavior with equal
 * conditions share them. */
typedef struct us_suffix_conditions {
    struct us_suffix_conditions *next; /* of the behavior */
    us_expr **when;
    const char **text;
    int count;
    uint32_t query_number; /* the query in which they were asked */
    int failing;           /* in that query: the first that doesn't hold, or -1 */
} us_suffix_conditions;

typedef struct us_case_base_tree_row { /* a tree or archetype, read from the library */
    const char *name;
    us_template *template;
} us_case_base_tree_row;

/* Cases of behaviors with equal goal patterns, so that they share one goal similarity. */
typedef struct us_bucket {
    us_goal_pattern pattern;
    int *found; /* cases of known state, by id, then those of unknown state */
    int count, measured, capacity;
    us_nearest *nearest; /* of the measured cases */
    bool filled;         /* some behavior has the pattern */
    int64_t confidence;  /* if filled: the highest of its behaviors */
    int64_t worth;       /* if filled: the highest, in the query at hand, if that is by worth */
} us_bucket;

struct us_case_base {
    const us_domain *domain;
    us_library *library; /* NULL: all templates are in brl */
    const us_brl *brl;
    us_space space;
    us_case_base_row *row;
    int rows, row_capacity;
    us_indexed_case *item; /* by id; without a library ids are 1 + index */
    int items, item_capacity;
    int *listed;    /* cases by behavior, then by index */
    uint64_t *over; /* by case: bit per precondition that only its done steps ask for; NULL: see
                       us_case_base_row.stepped */
    us_case_base_tree_row *tree;
    int trees, tree_capacity;
    us_case **seen; /* by case, as us_case_base_read_case has it; NULL: not read yet; the list NULL:
                       none read */
    us_suffix_conditions **rest; /* by case; NULL: not read yet; the list NULL: none read */
    us_bucket *bucket;
    int buckets, bucket_capacity;
    int *table; /* of buckets, by the hash of their pattern: 1 + index; 0: free */
    int table_size;
    us_worth *worth;             /* NULL: there are no attempts */
    us_worth_estimate *estimate; /* by behavior, of the query at hand; with worth */
    uint32_t query_count;        /* queries so far */
    us_arena *arena;
};

/* Filling: add rows and cases in rising order of ids (cases of id 0 last), then finish. Texts and
 * numbers are copied. */
us_case_base *us_case_base_new(const us_domain *domain, us_space space);
int us_case_base_get_bucket(us_case_base *case_base,
                            const us_goal_pattern *pattern); /* its index; added if new */
/* bucket -1: it achieves no goal; classed: it has a class. */
int us_case_base_add_behavior(us_case_base *case_base, int64_t id, const char *name, us_hash hash,
                              int bucket, bool classed);
void us_case_base_add_case(us_case_base *case_base, const us_indexed_case *item);
/* Adds a demonstration of a behavior, in the order of origins. demo: hash or name of the trace. */
void us_case_base_add_demonstration(us_case_base *case_base, int behavior, const char *demo);
/* Adds an attempt of a behavior; bandwidth: by dimension, for the first one. */
void us_case_base_add_attempt(us_case_base *case_base, const int64_t *bandwidth,
                              const us_worth_attempt *attempt);
void us_case_base_finish(us_case_base *case_base);

/* Returns the index of the case with that id, which is not 0; -1: there is no such case. */
int us_case_base_find_case(const us_case_base *case_base, int64_t id);
/* Reads a case as the library or the file has it. */
us_status us_case_base_read_case(us_case_base *case_base, int found, us_arena *arena, us_case *out,
                                 us_error *err);

/* The same for a whole case, once: all its suffix cases ask for it. */
us_status us_case_base_read_whole(us_case_base *case_base, int at, us_case *out, us_error *err);

/* Finds the first precondition of a case's behavior that doesn't hold for the query's goal in its
 * view; -1: all hold. For a suffix case, conditions that are only for done steps are not asked. Its
 * own conditions come behind the behavior's: see us_case_base_get_condition. */
us_status us_case_base_find_failing(us_case_base *case_base, int found, const us_query *query,
                                    int *out, us_error *err);

/* Reads which preconditions of the behavior are over in each of its cases. */
us_status us_case_base_read_steps(us_case_base *case_base, int behavior, us_error *err);
/* Reads the conditions of a suffix case from what was seen in it; t: its behavior. */
us_status us_case_base_note_conditions(us_case_base *case_base, int found, const us_template *t,
                                       const us_case *from, us_error *err);

/* Whether the query has asked a precondition already that the case fails. */
bool us_case_base_has_failed(const us_case_base *case_base, int found);

/* Computes the worth of each behavior, if the query is by worth, before the first
 * us_query_make_hit. */
void us_case_base_rate_behaviors(us_case_base *case_base, const us_query *query);
/* Computes, by bucket, how well its goal serves the query's goal. */
void us_case_base_compare_goals(const us_case_base *case_base, const us_query *query, int64_t *out);
bool us_query_is_stateless(const us_query *query); /* each behavior appears once */
us_hit us_query_make_hit(const us_case_base *case_base, const us_query *query, int found,
                         int64_t goal, int64_t state);
/* The order of hits: below 0 if a is better. Never 0 for two cases. */
int us_hit_compare(const us_hit *a, const us_hit *b);

#endif
