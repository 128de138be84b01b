/* Queries answered in play: which behavior of a class fits best now, and whether it still does.
 *
 * An answer is that of us_class_retrieve among the behaviors that serve the class, with equal
 * weights and w = 0.5. It follows from the descriptors' values, the types of who is passed, and
 * what runs. The first two are a short list of numbers, which is kept: while none of them is
 * another, the answer is the same, and nobody asks. So asking when one has changed gives what
 * asking in every cycle gives.
 *
 * docs/TREES.md is the manual. */
#ifndef US_PLAN_ASK_H
#define US_PLAN_ASK_H

#include "behavior/run.h"
#include "domain/note.h"
#include "retrieve/retrieve.h"

enum { US_ASK_PARAMS = 32 }; /* as many as a node has arguments */

/* The case base's side, made ready once for all who ask; one thread at a time. Domain and case base
 * are borrowed, and outlive it. case base NULL: nothing fits. ties: how equals are told apart. */
typedef struct us_query_engine us_query_engine;
us_query_engine *us_query_engine_new(const us_domain *domain, us_case_base *case_base,
                                     us_ties ties);
void us_query_engine_free(us_query_engine *asker); /* NULL is fine */
/* A tree of the case base, made ready to run; NULL: there is none. One that can't be read makes
 * what calls it unreadable. */
const us_program *us_query_engine_tree(us_query_engine *asker, const char *name);
us_hash us_query_engine_hash(us_query_engine *asker,
                             const us_template *template); /* of what it runs, kept */

/* One query that runs. Plain data, as long as the query engine is there. */
typedef struct us_active_query {
    us_node_ref node_ref;
    uint32_t frame;           /* of what fills it; 0: nothing */
    const struct us_ask *ask; /* what its node says */
    int behavior;             /* of the case base: the answer; -1: none */
    int64_t similarity;       /* of it, of US_SIMILARITY_ONE */
    int64_t margin;           /* above the runner-up; below 0 where what ran stays */
    int other;                /* the runner-up, or -1 */
    const char *why;          /* nothing fits, or it failed; NULL: neither */
    us_type type[US_ASK_PARAMS];
    int64_t value[US_DESCRIPTORS_MAX];
} us_active_query;

/* ---- the answer alone */

typedef enum us_upshot {
    US_ASKED_SAME,    /* what runs is still the answer, or nothing has changed */
    US_ASKED_OTHER,   /* behavior is now another one */
    US_ASKED_NOTHING, /* nothing fits: why */
} us_upshot;

/* A similarity as a score of choose. */
static inline int64_t us_ask_score(int64_t similarity)
{
    return similarity / (US_SIMILARITY_ONE / US_SCORE_ALIKE);
}

/* The query at the node reference begins: what it reads is watched where it says `recheck event`,
 * and it is asked. *until is when to ask again without being woken. NOTHING: out->why. */
us_upshot us_ask_begin(us_query_engine *asker, us_run *run, us_node_ref node_ref,
                       us_active_query *out, us_cycle *until);
/* It was woken, or its cycle has come. Of who is gone the type counts that he had. */
us_upshot us_ask_again(us_query_engine *asker, us_run *run, us_active_query *asking,
                       us_cycle *until);
/* Of what would answer the query at the node reference, were it begun now; 0: nothing would. */
int64_t us_ask_similarity(us_query_engine *asker, us_run *run, us_node_ref node_ref);

/* ---- a query's life, for hosts of runs: it is filled with the answer, whose parameters get what
 * it passes as it is then, and ends as that ends */

typedef struct us_asks {
    us_query_engine *asker;
    us_run *run;
    void *context; /* handed to both; NULL: nobody wants to know */
    void (*filled)(void *context, us_active_query *asking);
    /* What filled it is over: succeeded, failed or stopped. asking->frame is still its number. */
    void (*over)(void *context, us_active_query *asking, us_note_kind how, const char *why);
} us_asks;
/* As begin, go and stop of us_host. FAILURE: asking->why. */
us_answer us_ask_open(const us_asks *asks, us_node_ref node_ref, us_active_query *out,
                      us_cycle *until);
us_answer us_ask_go(const us_asks *asks, us_active_query *asking, us_cycle *until);
void us_ask_stop(const us_asks *asks, us_active_query *asking, us_stop how);

typedef struct us_ask_counts {
    int64_t looks;      /* times at which it was seen whether something has changed */
    int64_t queries;    /* asked of the case base */
    int64_t expansions; /* filled */
    int64_t teardowns;  /* since another one was the answer, or none */
} us_ask_counts;
us_ask_counts us_query_engine_count(const us_query_engine *asker);

#endif
