/* Private to learn/: sets of concrete types of entities, and the domain's tables of doers, makers
 * and gatherers as such sets. A set of both factions' types stands for either. */
#ifndef US_LEARN_KINDS_H
#define US_LEARN_KINDS_H

#include "base/str.h"
#include "domain/domain.h"

enum { US_KINDS_WORDS = US_TYPES_MAX / 64, US_KINDS_PARTS_MAX = 5 };

/* A set of types: a bit by type. Zero-initialized is empty. */
typedef struct us_kinds {
    uint64_t bit[US_KINDS_WORDS];
} us_kinds;

/* The types present in one state, by owner: US_PRESENT_SELF and so on. Known upgrades are among the
 * own finished types. */
enum { US_PRESENT_SELF, US_PRESENT_ENEMY, US_PRESENT_NEUTRAL, US_PRESENT_OWNERS };
typedef struct us_present {
    us_kinds finished[US_PRESENT_OWNERS], any[US_PRESENT_OWNERS]; /* any: with sites */
} us_present;

void us_kinds_add(us_kinds *set, us_type type);
void us_kinds_join(us_kinds *set, const us_kinds *other);
bool us_kinds_has(const us_kinds *set, us_type type);
bool us_kinds_empty(const us_kinds *set);
bool us_kinds_equal(const us_kinds *a, const us_kinds *b);
bool us_kinds_within(const us_kinds *part, const us_kinds *whole);
bool us_kinds_meet(const us_kinds *a, const us_kinds *b); /* they share a type */

us_kinds us_kinds_type(const us_domain *domain, us_type type); /* the type and those below it */
us_kinds us_kinds_role(const us_domain *domain, int role);
/* Returns the types that do the action. */
us_kinds us_kinds_doers(const us_domain *domain, int action);
/* Returns the types that can make the product by the action (-1: by any), research or become it. */
us_kinds us_kinds_makers(const us_domain *domain, us_type product, int action);
us_kinds us_kinds_gatherers(const us_domain *domain, int resource); /* -1: of any resource */
/* Returns the types that can harm others. If some of these can neither gather nor make anything,
 * only these are returned. */
us_kinds us_kinds_fighters(const us_domain *domain);
/* Returns the set with all types that can make one of it, in any number of steps. */
us_kinds us_kinds_reach(const us_domain *domain, us_kinds set);
/* Returns the set with all types that are needed to get it: makers, required types, gatherers of
 * the costs, suppliers of food; and those that these need in turn. Upgrades are among them. */
us_kinds us_kinds_means(const us_domain *domain, us_kinds set);
/* Returns the highest ancestor of the type, or the type itself, up to which all do the action. */
us_type us_kinds_family(const us_domain *domain, us_type type, int action);

/* Numbers of a type; of an abstract type the extremes of the types that it stands for. */
int32_t us_learn_cost(const us_domain *domain, us_type type, int resource); /* the highest */
int us_learn_food_use(const us_domain *domain, us_type type);               /* the highest */
int us_learn_food_supply(const us_domain *domain, us_type type);            /* the lowest */

/* A role or a type. */
typedef struct us_kinds_part {
    int role;     /* or -1 */
    us_type type; /* or US_NO_TYPE */
} us_kinds_part;
/* Splits the set into few roles and types: at each step the one that covers most, of equals a role.
 * Returns their number; US_KINDS_PARTS_MAX + 1: there are more. */
int us_kinds_parts(const us_domain *domain, const us_kinds *set,
                   us_kinds_part part[US_KINDS_PARTS_MAX]);
/* Appends a condition: exists(self, type: "barracks") or exists(self, role: "worker"). Returns
 * false, and appends nothing, if the set has too many parts or is empty. */
bool us_kinds_ask(const us_domain *domain, const us_kinds *set, const char *owner, us_str *out);
/* Appends the set for people: worker or "barracks". */
void us_kinds_name(const us_domain *domain, const us_kinds *set, us_str *out);

#endif
