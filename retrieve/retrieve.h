/* Which behavior fits? A case base is the copy of a library in memory that answers.
 *
 * What is on a case base does not change, but it remembers what it has read and asked: one thread
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

/* Loads what retrieval needs of all cases; templates are read when they are asked for. The library
 * is borrowed and stays open. */
us_status us_case_base_load(us_library *library, us_case_base **out, us_error *err);
/* The same of a file of behaviors, which is borrowed. Case ids are numbers from 1 as they stand. */
us_status us_case_base_of(const us_brl *brl, us_case_base **out, us_error *err);
void us_case_base_free(us_case_base *case_base); /* NULL is fine */

const us_space *us_case_base_space(const us_case_base *case_base); /* borrowed */
int us_case_base_cases(const us_case_base *case_base);
int us_case_base_behaviors(const us_case_base *case_base);
/* From now on features count so: percent by dimension, 0 to 10000. Indexes are made anew. */
void us_case_base_weigh(us_case_base *case_base, const int *percent);

/* A case. All is borrowed. */
typedef struct us_indexed_case {
    int64_t id;    /* of the library; 0: its behavior has none, and stands here once, of no state */
    int64_t above; /* of a suffix case: its whole case; 0: none */
    us_hash content; /* of its behavior, what is done, its state and what was seen in it */
    int behavior;
    const int32_t *feature;  /* by dimension; NULL: the state it was seen in is not known */
    const char *const *done; /* labels of steps; none: from the beginning */
    int done_count;
} us_indexed_case;
/* By id, those of id 0 last. */
us_indexed_case us_indexed_case_at(const us_case_base *case_base, int index);
const char *us_case_base_name(const us_case_base *case_base, int behavior);
us_hash us_case_base_hash(const us_case_base *case_base, int behavior); /* its us_template_hash */
const us_goal_pattern *us_case_base_pattern(const us_case_base *case_base,
                                            int behavior); /* NULL: no goal */
bool us_case_base_has_class(const us_case_base *case_base, int behavior);
/* How it fared in the games that the library counts. */
us_success_count us_case_base_record(const us_case_base *case_base, int behavior);
int us_case_base_read(
    const us_case_base *case_base); /* how many templates were read from the library */
/* Borrowed until the case base is freed. */
us_status us_case_base_template(us_case_base *case_base, int behavior, const us_template **out,
                                us_error *err);
/* What was seen in a case, without features (us_indexed_case has them) and without where; of a
 * suffix case what was seen in its whole case, then its own. Lies in the arena, the case base, or
 * the file. */
us_status us_case_base_described(us_case_base *case_base, int found, us_arena *arena, us_case *out,
                                 us_error *err);
/* The tree of that name, which a behavior may call; NULL where there is none. Borrowed until the
 * case base is freed. */
us_status us_case_base_tree(us_case_base *case_base, const char *name, const us_template **out,
                            us_error *err);
/* The same of an archetype. */
us_status us_case_base_archetype(us_case_base *case_base, const char *name, const us_template **out,
                                 us_error *err);
/* The text of a case's condition: those of its behavior, then its own, which were asked. */
us_status us_case_base_condition(us_case_base *case_base, int found, int condition,
                                 const char **out, us_error *err);

/* ---- by goal */

typedef struct us_query {
    const us_goal *goal;
    const us_view *view;           /* preconditions are asked here; NULL: they are not */
    const int32_t *feature;        /* the state, by dimension; NULL: it doesn't count */
    bool unconditioned;            /* preconditions are not asked, although there is a view */
    int goal_weight, state_weight; /* percent, 0 to 100, not both 0 */
    int outcome_weight;            /* percent, 0 to 100: how much what was tried counts */
    us_ties ties;                  /* how cases of one rank are told apart; 0: by id */
    const bool *excluded; /* by case; NULL: none. A case base knows nothing of what was tried
                             before: who pursues a goal says so here */
} us_query;
us_query us_query_default(const us_goal *goal); /* goal alone, weights 50, 50 and 0 */

typedef struct us_hit {
    int found;           /* which case */
    int64_t similarity;  /* (goal * goal_weight + state * state_weight) / their sum */
    int64_t goal, state; /* of US_SIMILARITY_ONE */
    /* What outcomes add, between -outcome_weight and outcome_weight percent of US_SIMILARITY_ONE,
     * and how often the behavior was tried; both 0 where they don't count. */
    int64_t outcome, tries;
    int done;     /* where ties are drawn: how many steps are done; else 0 */
    uint64_t lot; /* see retrieve/ties.h */
} us_hit;
static inline int64_t us_hit_rank(const us_hit *hit)
{
    return hit->similarity + hit->outcome;
}

/* The k best, by rank; of equals those whose behavior was tried less, where outcomes count; then
 * by case id, or where ties are drawn those of fewer steps that are done, then by lot: a total
 * order, in which only cases of one content are told apart by id. Returns how many in *hits. Cases
 * are left out whose behavior has a precondition that doesn't hold (conditions that name what the
 * goal doesn't bind are not asked: they are for after binding; nor those of a suffix case that are
 * for steps that are done; but its own are), that are excluded, or whose goal has no similarity. A
 * case of no known state has state similarity 0. Without a state and a view a behavior stands once,
 * with the best of its whole cases that is not excluded. hit has room for k. Fails only where a
 * behavior can't be read; hit and *hits stay as they were. */
us_status us_retrieve(us_case_base *case_base, const us_query *query, int k, us_hit *hit, int *hits,
                      us_error *err);

/* The values of a space's dimensions in a view: the domain's features of those names; one that the
 * domain has no more is missing. Make once, ask often. The caller frees. */
typedef struct us_measure us_measure;
us_measure *us_measure_new(const us_domain *domain, const us_space *space);
void us_measure_free(us_measure *measure); /* NULL is fine */
/* Borrowed until the next call. Only what changed since is asked again (domain/watch.h). */
const int32_t *us_measure_take(us_measure *measure, const us_view *view);

#endif
