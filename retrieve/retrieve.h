/* Retrieval. A case base is the copy of a library in memory that answers queries.
 *
 * The contents of a case base do not change, but it caches what it has read and asked: one thread
 * at a time. */
#ifndef US_RETRIEVE_RETRIEVE_H
#define US_RETRIEVE_RETRIEVE_H

#include "domain/goal.h"
#include "retrieve/confidence.h"
#include "retrieve/goal_pattern.h"
#include "retrieve/library.h"
#include "retrieve/similarity.h"
#include "retrieve/ties.h"

typedef struct us_case_base us_case_base;

/* Loads what retrieval needs of all cases; templates are read at their first use. The library is
 * borrowed and stays open. */
us_status us_case_base_load(us_library *library, us_case_base **out, us_error *err);
/* The same for a file of behaviors, which is borrowed. Cases get ids from 1, in the order of the
 * file. */
us_status us_case_base_from_brl(const us_brl *brl, us_case_base **out, us_error *err);
void us_case_base_free(us_case_base *case_base); /* NULL is fine */

const us_space *us_case_base_space(const us_case_base *case_base); /* borrowed */
int us_case_base_case_count(const us_case_base *case_base);
int us_case_base_behavior_count(const us_case_base *case_base);
/* Sets the weights of features: percent by dimension, 0 to 10000. Builds the indexes anew. */
void us_case_base_set_weights(us_case_base *case_base, const int *percent);

/* A case. All is borrowed. */
typedef struct us_indexed_case {
    int64_t id;      /* of the library; 0: a behavior without cases, here once, without a state */
    int64_t above;   /* of a suffix case: its whole case; 0: none */
    us_hash content; /* hash of its behavior, done steps, state, and what was seen in it */
    int behavior;
    const int32_t *feature;  /* by dimension; NULL: its state is unknown */
    const char *const *done; /* labels of steps; none: from the beginning */
    int done_count;
} us_indexed_case;
/* Returns a case; cases are ordered by id, those of id 0 last. */
us_indexed_case us_case_base_get_case(const us_case_base *case_base, int index);
const char *us_case_base_behavior_name(const us_case_base *case_base, int behavior);
us_hash us_case_base_behavior_hash(const us_case_base *case_base,
                                   int behavior); /* its us_template_hash */
const us_goal_pattern *us_case_base_behavior_pattern(const us_case_base *case_base,
                                                     int behavior); /* NULL: no goal */
bool us_case_base_has_class(const us_case_base *case_base, int behavior);
/* Returns the behavior's tries and successes in all games that the library counts. */
us_success_count us_case_base_behavior_record(const us_case_base *case_base, int behavior);
int us_case_base_read_count(
    const us_case_base *case_base); /* templates that were read from the library */
/* Borrowed until the case base is freed. */
us_status us_case_base_get_template(us_case_base *case_base, int behavior, const us_template **out,
                                    us_error *err);
/* Returns what was seen in a case: without features (us_indexed_case has them) and without entries
 * about its origin. For a suffix case, the entries of its whole case come first, then its own. Lies
 * in the arena, the case base, or the file. */
us_status us_case_base_get_description(us_case_base *case_base, int found, us_arena *arena,
                                       us_case *out, us_error *err);
/* Returns the tree of that name, which a behavior may call; NULL if there is none. Borrowed until
 * the case base is freed. */
us_status us_case_base_find_tree(us_case_base *case_base, const char *name, const us_template **out,
                                 us_error *err);
/* The same for an archetype. */
us_status us_case_base_find_archetype(us_case_base *case_base, const char *name,
                                      const us_template **out, us_error *err);
/* Returns the text of a case's condition; its behavior's conditions come first, then its own. */
us_status us_case_base_get_condition(us_case_base *case_base, int found, int condition,
                                     const char **out, us_error *err);

/* ---- by goal */

typedef struct us_query {
    const us_goal *goal;
    const us_view *view;           /* preconditions are asked here; NULL: they are not asked */
    const int32_t *feature;        /* the state, by dimension; NULL: states don't count */
    bool unconditioned;            /* preconditions are not asked, even if there is a view */
    int goal_weight, state_weight; /* percent, 0 to 100, not both 0 */
    int outcome_weight;            /* percent, 0 to 100: how much outcomes count */
    us_ties ties;                  /* the order of cases of one rank; 0: by id */
    const bool *excluded; /* by case; NULL: none. A case base knows nothing of earlier tries: the
                             task that pursues a goal sets this */
} us_query;
us_query us_query_default(const us_goal *goal); /* goal alone, weights 50, 50 and 0 */

typedef struct us_hit {
    int found;           /* index of the case */
    int64_t similarity;  /* (goal * goal_weight + state * state_weight) / their sum */
    int64_t goal, state; /* of US_SIMILARITY_ONE */
    /* Addend of outcomes, between -outcome_weight and outcome_weight percent of US_SIMILARITY_ONE,
     * and the tries of the behavior; both 0 if outcomes don't count. */
    int64_t outcome, tries;
    int done;     /* if ties are drawn: number of done steps; else 0 */
    uint64_t lot; /* see retrieve/ties.h */
} us_hit;
static inline int64_t us_hit_rank(const us_hit *hit)
{
    return hit->similarity + hit->outcome;
}

/* Finds the k best cases, by rank. Of equal ranks, if outcomes count, a case whose behavior has
 * fewer tries comes first. Then cases are ordered by id, or, if ties are drawn, by fewer done
 * steps, then by lot. This order is total; with lots, only cases of one content are ordered by id.
 * hit has room for k; *hits is how many there are.
 *
 * A case is left out if it is excluded, if its goal has no similarity, or if a precondition of its
 * behavior doesn't hold. Conditions with slots that the goal doesn't bind are not asked, since they
 * are for after binding. For a suffix case, conditions for steps that are done are not asked
 * either, but its own are. A case of unknown state has state similarity 0. Without a state and a
 * view, each behavior appears once, with the best of its whole cases that is not excluded. Fails
 * only if a behavior can't be read; then hit and *hits stay as they were. */
us_status us_case_base_retrieve(us_case_base *case_base, const us_query *query, int k, us_hit *hit,
                                int *hits, us_error *err);

/* Measures the dimensions of a space in a view, by the domain's features of those names. A feature
 * that the domain has no more is missing. Make it once, use it often. The caller frees. */
typedef struct us_measure us_measure;
us_measure *us_measure_new(const us_domain *domain, const us_space *space);
void us_measure_free(us_measure *measure); /* NULL is fine */
/* Borrowed until the next call. Evaluates only what has changed since the last (domain/watch.h). */
const int32_t *us_measure_evaluate(us_measure *measure, const us_view *view);

#endif
