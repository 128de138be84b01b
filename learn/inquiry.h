/* Private to learn/: the state of inferring the conditions of a draft. */
#ifndef US_LEARN_INQUIRY_H
#define US_LEARN_INQUIRY_H

#include "learn/facts.h"
#include "learn/inferred_condition.h"

enum { US_KEYS_MAX = US_ASKERS_MAX }; /* kinds of steps; further kinds have no conditions */

/* Types that a step makes: see us_made. */
typedef struct us_given_kinds {
    us_type type;
    us_kinds kinds;
} us_given_kinds;

/* A kind of steps. */
typedef struct us_step_key {
    int step; /* the first of its kind */
    int64_t cost[US_RESOURCES_MAX];
} us_step_key;

typedef struct us_inquiry {
    us_draft *draft;
    const us_domain *domain;
    us_inferred_conditions inferred;
    us_given_kinds *made;
    int givens, given_room;
    us_step_key key[US_KEYS_MAX]; /* by kind of step */
    int keys;
    int64_t cost[US_RESOURCES_MAX]; /* of all steps */
    int payer;                      /* the first step that pays, or -1 */
    us_kinds foes;                  /* types of others that the steps harm */
    us_askers hunters;              /* kinds of the steps that harm */
    int first_foe;                  /* the first of these steps whose target must be there, or -1 */
    int now;                        /* the step that is looked at */
    const us_remaining_plan
        *suffix; /* conditions are for the steps left there; NULL: for all steps */
} us_inquiry;

/* Returns whether an earlier step makes one of the set, whichever concrete type its product is. */
static inline bool us_inquiry_makes(const us_inquiry *q, const us_kinds *set)
{
    for (int i = 0; i < q->givens; i++)
        if (us_kinds_within(&q->made[i].kinds, set))
            return true;
    return false;
}

/* ---- brought.c: statuses that earlier steps brought actors into */

/* Infers, at a suffix, that a unit is in the status that a remaining step needs of its actor. The
 * actor's previous step must be done, and an own unit of the type must have been in the status. */
void us_inquire_brought(us_inquiry *q);

/* ---- spending.c: costs */

/* Adds the cost of a step, by resource, to the total. */
void us_note_cost(us_inquiry *q, const us_facts *facts, int64_t *total);
/* Infers, for each resource that the steps cost, that a gatherer is there, or all of the cost. If
 * no type can gather the resource, all of the cost must be there. */
void us_inquire_cost(us_inquiry *q);

#endif
