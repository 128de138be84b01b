/* Queries answered in play: which behavior of a class fits best now, and whether it still does.
 *
 * An answer is that of us_class_retrieve among the behaviors that serve the class, with equal
 * weights and w = 0.5. It follows from the descriptors' values, the types of who is passed, and
 * what runs. The first two are a short list of numbers, which is kept: while none of them is
 * another, the answer is the same, and nobody asks. So asking when one has changed gives what
 * asking in every cycle gives.
 *
 * A query's life is its host's: begin, then ask, fill and clear as told. docs/TREES.md is the
 * manual. */
#ifndef US_PLAN_ASK_H
#define US_PLAN_ASK_H

#include "behavior/run.h"
#include "retrieve/retrieve.h"

enum { US_ASK_PARAMS = 32 };

/* The shelf's side, made ready once for all who ask; one thread at a time. */
typedef struct us_answerer us_answerer;
us_answerer *us_answerer_new(const us_domain *domain,
                             us_shelf *shelf); /* shelf NULL: nothing fits */
void us_answerer_free(us_answerer *asker);     /* NULL is fine */
/* A behavior of the shelf, or a tree, made ready to run; NULL: it can't be read. */
const us_program *us_answerer_program(us_answerer *asker, int behavior);
const us_program *us_answerer_tree(us_answerer *asker, const char *name);
us_hash us_answerer_hash(us_answerer *asker,
                         const us_template *template); /* of what it runs, kept */

/* One query that runs. Plain data. */
typedef struct us_demand {
    us_spot spot;
    const struct us_ask *ask; /* what its node says */
    int behavior;             /* of the shelf: the answer; -1: none */
    int64_t similarity;       /* of it, of US_SIMILARITY_ONE */
    int64_t margin;           /* above the runner-up; below 0 where what ran stays */
    int other;                /* the runner-up, or -1 */
    const char *why;          /* there is no answer; NULL: there is */
    us_type type[US_ASK_PARAMS];
    int64_t value[US_DESCRIPTORS_MAX];
} us_demand;

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

/* The query at the spot begins: what it reads is watched where it says `recheck event`, and it is
 * asked. *until is when to ask again without being woken. */
us_upshot us_ask_begin(us_answerer *asker, us_run *run, us_spot spot, us_demand *out,
                       us_cycle *until);
/* It was woken, or its cycle has come. Of who is gone the type counts that he had. */
us_upshot us_ask_again(us_answerer *asker, us_run *run, us_demand *asking, us_cycle *until);
/* Of what would answer the query at the spot, were it begun now; 0: nothing would. */
int64_t us_ask_similarity(us_answerer *asker, us_run *run, us_spot spot);
/* Fills it with the answer, whose parameters get what the query passes as it is now. 0: *why. */
uint32_t us_ask_fill(us_answerer *asker, us_run *run, const us_demand *asking,
                     const us_program *program, const char **why);

typedef struct us_ask_counts {
    int64_t looks;      /* times at which it was seen whether something has changed */
    int64_t queries;    /* asked of the shelf */
    int64_t expansions; /* filled */
    int64_t teardowns;  /* since another one was the answer, or none */
} us_ask_counts;
us_ask_counts us_answerer_count(const us_answerer *asker);
void us_answerer_torn(us_answerer *asker); /* a host has torn one down */

#endif
