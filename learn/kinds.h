/* Private to learn/: sets of concrete types of entities, and what the domain's tables say of who
 * can do, make or gather what. A set of both factions' types stands for either. */
#ifndef US_LEARN_KINDS_H
#define US_LEARN_KINDS_H

#include "base/str.h"
#include "domain/domain.h"

enum { US_KINDS_WORDS = US_TYPES_MAX / 64, US_KINDS_PARTS_MAX = 5 };

/* By type. Zero-initialized is empty. */
typedef struct us_kinds {
    uint64_t bit[US_KINDS_WORDS];
} us_kinds;

/* Who is there in one moment, by owner: US_PRESENT_SELF and so on. Upgrades that are known are
 * among the own. */
enum { US_PRESENT_SELF, US_PRESENT_ENEMY, US_PRESENT_NEUTRAL, US_PRESENT_OWNERS };
typedef struct us_present {
    us_kinds finished[US_PRESENT_OWNERS], any[US_PRESENT_OWNERS]; /* any: sites, too */
} us_present;

void us_kinds_add(us_kinds *set, us_type type);
void us_kinds_join(us_kinds *set, const us_kinds *other);
bool us_kinds_has(const us_kinds *set, us_type type);
bool us_kinds_empty(const us_kinds *set);
bool us_kinds_equal(const us_kinds *a, const us_kinds *b);
bool us_kinds_within(const us_kinds *part, const us_kinds *whole);
bool us_kinds_meet(const us_kinds *a, const us_kinds *b); /* they share a type */

us_kinds us_kinds_type(const us_domain *domain, us_type type); /* it and those below it */
us_kinds us_kinds_role(const us_domain *domain, int role);
/* Whose type does the action. */
us_kinds us_kinds_doers(const us_domain *domain, int action);
/* Who can make one of the types by that action (-1: by some), or learn or become it. */
us_kinds us_kinds_makers(const us_domain *domain, us_type product, int action);
us_kinds us_kinds_gatherers(const us_domain *domain, int resource); /* -1: of some resource */
/* Who can harm others; of those, who can do nothing else (neither gather nor make) where there is
 * one. */
us_kinds us_kinds_fighters(const us_domain *domain);
/* With all from whom one of the set can be made, in however many steps. */
us_kinds us_kinds_reach(const us_domain *domain, us_kinds set);
/* With all that it takes to come to have the set: who makes them, what they require, who gathers
 * what they cost, what feeds them; and so on for these. Upgrades are among them. */
us_kinds us_kinds_means(const us_domain *domain, us_kinds set);
/* The largest family around the type all of which does the action by its nature; itself where its
 * family doesn't. */
us_type us_kinds_family(const us_domain *domain, us_type type, int action);

/* What one costs of a resource, at most, whatever the faction. */
int32_t us_learn_cost(const us_domain *domain, us_type type, int resource);
int us_learn_food_use(const us_domain *domain, us_type type);    /* at most */
int us_learn_food_supply(const us_domain *domain, us_type type); /* at least */

/* "role worker", "\"barracks\"": the fewest roles and types that make up the set, roles first.
 * Returns how many; US_KINDS_PARTS_MAX + 1: there are more. */
typedef struct us_kinds_part {
    int role;     /* or -1 */
    us_type type; /* or US_NO_TYPE */
} us_kinds_part;
int us_kinds_parts(const us_domain *domain, const us_kinds *set,
                   us_kinds_part part[US_KINDS_PARTS_MAX]);
/* exists(self, "barracks") or exists(self, role: worker). Appended; false: too many parts, or
 * none: nothing is appended. */
bool us_kinds_ask(const us_domain *domain, const us_kinds *set, const char *owner, us_str *out);
/* For people: a worker or "barracks". */
void us_kinds_name(const us_domain *domain, const us_kinds *set, us_str *out);

#endif
