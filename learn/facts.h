/* Private to learn/: needs and effects of a step of a draft, by the domain's tables: effects,
 * producers, costs, requirements, the tests of goals. */
#ifndef US_LEARN_FACTS_H
#define US_LEARN_FACTS_H

#include "learn/condition_term.h"
#include "learn/draft.h"
#include "learn/type_set.h"

enum { US_MADE_MAX = 4 };
#define US_SOME (-1) /* an unknown amount */

/* Entities that a step adds, or an upgrade that it researches. */
typedef struct us_made {
    us_type type; /* generalized; US_NO_TYPE: all types of a role */
    us_type_set kinds;
    bool knowledge, becomes; /* an upgrade; its actor becomes it */
    int64_t number;          /* the most that are added */
    /* The actions that make it ask in their `when` for its cost, its food, its requirements. */
    bool pays, feeds, meets;
    us_type_set makers; /* empty: no type makes it */
} us_made;

typedef struct us_facts {
    us_made made[US_MADE_MAX];
    int makes;
    int64_t gain[US_RESOURCES_MAX]; /* amount, US_SOME, or 0: none */
    bool gains, harms, moves, opens, heals, loses;
    bool gone;    /* a goal that other seats' entities, or a seat, be gone */
    bool unknown; /* a goal with terms that were not understood */
    bool counts;  /* a goal to increase: it counts from its beginning */
    bool acts;    /* an action of a unit of one of `who` */
    us_type_set who;
} us_facts;

us_facts us_facts_from_step(const us_draft *draft, int index);
us_facts us_facts_from_goal(const us_domain *domain, const us_goal *goal);
/* Lists the sets of types of which the step needs a unit, and returns their number; none of the
 * sets is empty. An action needs `who`; a goal needs the makers of its products, gatherers,
 * fighters. */
enum { US_HANDS_MAX = US_MADE_MAX + US_RESOURCES_MAX + 2 };
int us_facts_list_unit_types(const us_domain *domain, const us_facts *facts,
                             us_type_set hands[US_HANDS_MAX]);

/* Lists the terms of an action's `when` with the arguments of a step, and returns their number. */
int us_facts_list_terms(const us_draft *draft, int index,
                        us_condition_term out[US_CONDITION_TERMS_MAX]);
/* Lists the terms of a goal's test, and returns their number. Seats are self and enemy, as in a
 * draft. */
int us_facts_list_goal_terms(const us_domain *domain, const us_goal *goal,
                             us_condition_term out[US_CONDITION_TERMS_MAX]);

/* The requirements of a type without the types that are given: the types that all alternatives
 * share, and sets of which one type each must be there. */
typedef struct us_missing {
    us_type known[US_ALTERNATIVES_MAX]; /* upgrades */
    int knowns;
    us_type_set one_of[US_ALTERNATIVES_MAX];
    int sets;
    bool blurred; /* alternatives differ in more than one type, or in an upgrade: ask meets() */
} us_missing;
/* Fills out, and returns false if nothing is missing. */
bool us_facts_find_missing(const us_domain *domain, us_type type,
                           bool (*given)(const void *context, us_type type), const void *context,
                           us_missing *out);

#endif
