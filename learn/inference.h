/* Private to learn/: the state of inferring the conditions of a draft. */
#ifndef US_LEARN_INFERENCE_H
#define US_LEARN_INFERENCE_H

#include "learn/facts.h"
#include "learn/inferred_condition.h"

enum { US_KEYS_MAX = US_REQUESTERS_MAX }; /* kinds of steps; further kinds have no conditions */

/* Types that a step makes: see us_made. */
typedef struct us_made_types {
    us_type type;
    us_type_set kinds;
} us_made_types;

/* A kind of steps. */
typedef struct us_step_key {
    int step; /* the first of its kind */
    int64_t cost[US_RESOURCES_MAX];
} us_step_key;

typedef struct us_inference {
    us_draft *draft;
    const us_domain *domain;
    us_inferred_conditions inferred;
    us_made_types *made;
    int givens, given_room;
    us_step_key key[US_KEYS_MAX]; /* by kind of step */
    int keys;
    int64_t cost[US_RESOURCES_MAX]; /* of all steps */
    int payer;                      /* the first step that pays, or -1 */
    us_type_set foes;               /* types of others that the steps harm */
    us_requesters hunters;          /* kinds of the steps that harm */
    int first_foe;                  /* the first of these steps whose target must be there, or -1 */
    int now;                        /* the step that is looked at */
    const us_remaining_plan
        *suffix; /* conditions are for the steps left there; NULL: for all steps */
} us_inference;

/* Returns whether an earlier step makes one of the set, whichever concrete type its product is. */
static inline bool us_inference_is_made(const us_inference *q, const us_type_set *set)
{
    for (int i = 0; i < q->givens; i++)
        if (us_type_set_is_subset(&q->made[i].kinds, set))
            return true;
    return false;
}

/* ---- brought.c: statuses that earlier steps brought actors into */

/* Infers, at a suffix, that a unit is in the status that a remaining step needs of its actor. The
 * actor's previous step must be done, and an own unit of the type must have been in the status. */
void us_inference_add_statuses(us_inference *q);

/* ---- spending.c: costs */

/* Adds the cost of a step, by resource, to the total. */
void us_inference_add_cost(us_inference *q, const us_facts *facts, int64_t *total);
/* Infers, for each resource that the steps cost, that a gatherer is there, or all of the cost. If
 * no type can gather the resource, all of the cost must be there. */
void us_inference_require_cost(us_inference *q);

#endif
