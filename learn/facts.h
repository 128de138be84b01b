/* Private to learn/: what a step of a draft needs and what it brings about, by the domain's tables:
 * effects, who produces what, costs, requirements, the tests of goals. */
#ifndef US_LEARN_FACTS_H
#define US_LEARN_FACTS_H

#include "learn/condition_term.h"
#include "learn/draft.h"
#include "learn/kinds.h"

enum { US_MADE_MAX = 4 };
#define US_SOME (-1) /* an amount that nobody knows */

/* Entities that a step adds, or an upgrade that it learns. */
typedef struct us_made {
    us_type type; /* generalized; US_NO_TYPE: all that have a role */
    us_kinds kinds;
    bool knowledge, becomes; /* an upgrade; its actor becomes it */
    int64_t number;          /* at most so many more */
    /* What whoever makes it asks for: by the conditions of the actions that do. */
    bool pays, feeds, meets;
    us_kinds makers; /* empty: nobody makes it */
} us_made;

typedef struct us_facts {
    us_made made[US_MADE_MAX];
    int makes;
    int64_t gain[US_RESOURCES_MAX]; /* so much, US_SOME, or 0: nothing */
    bool gains, harms, moves, opens, heals, loses;
    bool gone;    /* a goal that is reached when somebody or something is no more */
    bool unknown; /* a goal that asks for more than was understood */
    bool counts;  /* a goal that counts from when it begins */
    bool acts;    /* an action of one of `who` */
    us_kinds who;
} us_facts;

us_facts us_facts_step(const us_draft *draft, int index);
us_facts us_facts_goal(const us_domain *domain, const us_goal *goal);
/* What a step of that needs hands for: `who`, the makers of what it makes, gatherers, fighters.
 * Returns how many sets; none of them is empty. */
enum { US_HANDS_MAX = US_MADE_MAX + US_RESOURCES_MAX + 2 };
int us_facts_hands(const us_domain *domain, const us_facts *facts, us_kinds hands[US_HANDS_MAX]);

/* The condition terms of an action's `when` with the arguments of a step. */
int us_facts_wanted(const us_draft *draft, int index,
                    us_condition_term out[US_CONDITION_TERMS_MAX]);
/* What a goal's test condition terms. Its seats are self and enemy, as in a draft. */
int us_goal_wanted(const us_domain *domain, const us_goal *goal,
                   us_condition_term out[US_CONDITION_TERMS_MAX]);

/* Some alternative of what the type requires without the types in `given`: the list that all
 * alternatives share, and sets of which one each must be there. Returns false where nothing is
 * missing. */
typedef struct us_missing {
    us_type known[US_ALTERNATIVES_MAX]; /* upgrades */
    int knowns;
    us_kinds one_of[US_ALTERNATIVES_MAX];
    int sets;
    bool blurred; /* alternatives that differ in more than one type: ask meets() */
} us_missing;
bool us_facts_missing(const us_domain *domain, us_type type,
                      bool (*given)(const void *context, us_type type), const void *context,
                      us_missing *out);

#endif
