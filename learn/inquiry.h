/* Private to learn/: conditions of a draft, while they are inferred. */
#ifndef US_LEARN_INQUIRY_H
#define US_LEARN_INQUIRY_H

#include "learn/facts.h"
#include "learn/inferred_condition.h"

enum { US_KEYS_MAX = US_ASKERS_MAX }; /* kinds of steps: more ask for nothing */

/* What a step makes: see us_made. */
typedef struct us_given_kinds {
    us_type type;
    us_kinds kinds;
} us_given_kinds;

typedef struct us_step_key {
    int step;
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
    int payer;                      /* the first that pays, or -1 */
    us_kinds foes;                  /* whom the steps harm */
    us_askers hunters;              /* these steps */
    int first_foe;                  /* the first of these steps that is asked, or -1 */
    int now;                        /* the step looked at */
    const us_remaining_plan
        *suffix; /* what is asked is asked there, of the steps left; NULL: of all */
} us_inquiry;

/* An earlier step makes one of them, whatever the faction. */
static inline bool us_inquiry_makes(const us_inquiry *q, const us_kinds *set)
{
    for (int i = 0; i < q->givens; i++)
        if (us_kinds_within(&q->made[i].kinds, set))
            return true;
    return false;
}

/* ---- brought.c: what steps that are done brought who acts into */

/* Of a suffix: a step asks for a status of who does it, who did a step that is done last; so
 * somebody was in it. */
void us_inquire_brought(us_inquiry *q);

/* ---- spending.c: what is spent */

/* What a step that is counted costs, added. */
void us_note_cost(us_inquiry *q, const us_facts *facts, int64_t *total);
/* Resources come by waiting where somebody gathers them; where nobody can, all that the behavior
 * spends must be there. */
void us_inquire_cost(us_inquiry *q);

#endif
