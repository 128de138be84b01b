/* Private to learn/: sets of concrete types of entities, and the domain's tables of doers, makers
 * and gatherers as such sets. A set of both factions' types stands for either. */
#ifndef US_LEARN_TYPE_SET_H
#define US_LEARN_TYPE_SET_H

#include "base/str.h"
#include "domain/domain.h"

enum { US_TYPE_SET_WORDS = US_TYPES_MAX / 64, US_TYPE_SET_PARTS_MAX = 5 };

/* A set of types: a bit by type. Zero-initialized is empty. */
typedef struct us_type_set {
    uint64_t bit[US_TYPE_SET_WORDS];
} us_type_set;

/* The types present in one state, by owner: US_PRESENT_SELF and so on. Known upgrades are among the
 * own finished types. */
enum { US_PRESENT_SELF, US_PRESENT_ENEMY, US_PRESENT_NEUTRAL, US_PRESENT_OWNERS };
typedef struct us_present {
    us_type_set finished[US_PRESENT_OWNERS], any[US_PRESENT_OWNERS]; /* any: with sites */
} us_present;

void us_type_set_add(us_type_set *set, us_type type);
void us_type_set_join(us_type_set *set, const us_type_set *other);
bool us_type_set_has_type(const us_type_set *set, us_type type);
bool us_type_set_is_empty(const us_type_set *set);
bool us_type_set_equal(const us_type_set *a, const us_type_set *b);
bool us_type_set_is_subset(const us_type_set *part, const us_type_set *whole);
bool us_type_set_has_common(const us_type_set *a, const us_type_set *b); /* they share a type */

us_type_set us_type_set_from_type(const us_domain *domain,
                                  us_type type); /* the type and those below it */
us_type_set us_type_set_from_role(const us_domain *domain, int role);
/* Returns the types that do the action. */
us_type_set us_type_set_doers(const us_domain *domain, int action);
/* Returns the types that can make the product by the action (-1: by any), research or become it. */
us_type_set us_type_set_makers(const us_domain *domain, us_type product, int action);
us_type_set us_type_set_gatherers(const us_domain *domain, int resource); /* -1: of any resource */
/* Returns the types that can harm others. If some of these can neither gather nor make anything,
 * only these are returned. */
us_type_set us_type_set_fighters(const us_domain *domain);
/* Returns the set with all types that can make one of it, in any number of steps. */
us_type_set us_type_set_expand_makers(const us_domain *domain, us_type_set set);
/* Returns the set with all types that are needed to get it: makers, required types, gatherers of
 * the costs, suppliers of food; and those that these need in turn. Upgrades are among them. */
us_type_set us_type_set_expand_needs(const us_domain *domain, us_type_set set);
/* Returns the highest ancestor of the type, or the type itself, up to which all do the action. */
us_type us_type_set_family(const us_domain *domain, us_type type, int action);

/* Numbers of a type; of an abstract type the extremes of the types that it stands for. */
int32_t us_type_set_cost(const us_domain *domain, us_type type, int resource); /* the highest */
int us_type_set_food_use(const us_domain *domain, us_type type);               /* the highest */
int us_type_set_food_supply(const us_domain *domain, us_type type);            /* the lowest */

/* A role or a type. */
typedef struct us_type_set_part {
    int role;     /* or -1 */
    us_type type; /* or US_NO_TYPE */
} us_type_set_part;
/* Splits the set into few roles and types: at each step the one that covers most, of equals a role.
 * Returns their number; US_TYPE_SET_PARTS_MAX + 1: there are more. */
int us_type_set_split(const us_domain *domain, const us_type_set *set,
                      us_type_set_part part[US_TYPE_SET_PARTS_MAX]);
/* Appends a condition: exists(self, type: "barracks") or exists(self, role: "worker"). sites:
 * unfinished entities count, too. Returns false, and appends nothing, if the set has too many parts
 * or is empty. */
bool us_type_set_print_condition(const us_domain *domain, const us_type_set *set, const char *owner,
                                 bool sites, us_str *out);
/* Appends the set for people: worker or "barracks". */
void us_type_set_print(const us_domain *domain, const us_type_set *set, us_str *out);

#endif
