/* Queries in play: which behavior of a class fits best now, and whether it still does.
 *
 * An answer equals that of us_case_base_retrieve_class among the behaviors that serve the class,
 * with equal weights and w = 0.5. It depends on the descriptors' values, the types of the entities
 * that are passed, and the behavior that runs. Values and types are kept as a short list of
 * numbers: while they stay the same, the answer stays the same, and the query engine is not asked.
 * So asking upon a change gives the same answers as asking in every cycle.
 *
 * docs/TREES.md is the manual. */
#ifndef US_PLAN_ACTIVE_QUERY_H
#define US_PLAN_ACTIVE_QUERY_H

#include "behavior/run.h"
#include "domain/note.h"
#include "retrieve/retrieve.h"

enum { US_QUERY_PARAMS_MAX = 32 }; /* as many as a node has arguments */

/* The query engine: the case base, prepared once for all queries; one thread at a time. Domain and
 * case base are borrowed and must outlive it. case_base NULL: no behavior fits. ties: the order of
 * equal behaviors. */
typedef struct us_query_engine us_query_engine;
us_query_engine *us_query_engine_new(const us_domain *domain, us_case_base *case_base,
                                     us_ties ties);
void us_query_engine_free(us_query_engine *asker); /* NULL is fine */
/* Returns the program of a tree of the case base, or NULL. A tree that cannot be read makes every
 * template that calls it unreadable. */
const us_program *us_query_engine_find_tree(us_query_engine *asker, const char *name);
/* Returns the program of a behavior; NULL: it can't be read. */
const us_program *us_query_engine_get_program(us_query_engine *asker, int behavior, us_error *err);
us_hash us_query_engine_hash_template(
    us_query_engine *asker, const us_template *template); /* computed once for each template */

/* A query that runs. Plain data; valid as long as the query engine. */
typedef struct us_active_query {
    us_node_ref node_ref;
    uint32_t frame;                      /* of the behavior that fills it; 0: none */
    const struct us_prepared_query *ask; /* its node's query, prepared */
    int behavior;                        /* the answer, by index in the case base; -1: none */
    int64_t similarity;                  /* of the answer, of US_SIMILARITY_ONE */
    int64_t margin;  /* over the runner-up; below 0: hysteresis keeps the running behavior */
    int other;       /* the runner-up, or -1 */
    const char *why; /* why no behavior fits, or why it failed; NULL: neither */
    us_type type[US_QUERY_PARAMS_MAX];
    int64_t value[US_DESCRIPTORS_MAX];
} us_active_query;

/* ---- the answer alone */

typedef enum us_query_result {
    US_QUERY_SAME,    /* the running behavior is still the answer, or nothing has changed */
    US_QUERY_OTHER,   /* another behavior is the answer now */
    US_QUERY_NOTHING, /* no behavior fits; see why */
} us_query_result;

/* Converts a similarity to a score of `choose`. */
static inline int64_t us_active_query_score(int64_t similarity)
{
    return similarity / (US_SIMILARITY_ONE / US_SCORE_ALIKE);
}

/* Begins the query at the node reference and asks it. With `recheck event`, the run watches what
 * the query reads. *until: when to ask again if nothing wakes the query earlier. If no behavior
 * fits, returns US_QUERY_NOTHING and sets out->why. */
us_query_result us_active_query_begin(us_query_engine *asker, us_run *run, us_node_ref node_ref,
                                      us_active_query *out, us_cycle *until);
/* Asks again, after the query was woken or its cycle has come. An entity that is gone counts with
 * its last known type. */
us_query_result us_active_query_update(us_query_engine *asker, us_run *run, us_active_query *asking,
                                       us_cycle *until);
/* Returns the similarity of the answer to the query at the node reference, were it begun now; 0: no
 * behavior fits. */
int64_t us_query_engine_similarity(us_query_engine *asker, us_run *run, us_node_ref node_ref);

/* ---- a query's life, for hosts of runs: the answer fills the query, its parameters get the values
 * that the query passes at that moment, and the query ends when the behavior ends */

typedef struct us_query_host {
    us_query_engine *asker;
    us_run *run;
    void *context; /* passed to both functions, each of which may be NULL */
    void (*on_filled)(void *context, us_active_query *asking);
    /* The behavior that filled the query succeeded, failed or was stopped. asking->frame is still
     * its frame. */
    void (*on_end)(void *context, us_active_query *asking, us_note_kind how, const char *why);
} us_query_host;
/* Like begin, go and stop of us_host. On US_FAILURE, asking->why is set. */
us_answer us_query_host_begin(const us_query_host *asks, us_node_ref node_ref, us_active_query *out,
                              us_cycle *until);
us_answer us_query_host_update(const us_query_host *asks, us_active_query *asking, us_cycle *until);
void us_query_host_stop(const us_query_host *asks, us_active_query *asking, us_stop how);

typedef struct us_query_counts {
    int64_t checks;     /* checks of whether something has changed */
    int64_t queries;    /* questions to the case base */
    int64_t expansions; /* queries filled */
    int64_t teardowns;  /* behaviors stopped because of another answer, or none */
} us_query_counts;
us_query_counts us_query_engine_get_counts(const us_query_engine *asker);

#endif
