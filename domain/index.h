/* Private to domain/: tables of a loaded domain for fast answers. */
#ifndef US_DOMAIN_INDEX_H
#define US_DOMAIN_INDEX_H

#include "base/arena.h"
#include "domain/domain.h"

typedef struct us_named {
    const char *name;
    int index;
} us_named;

typedef struct us_producers {
    const us_producer *row;
    int count;
} us_producers;

enum { US_RESOLVED_NONE = -1, US_RESOLVED_MANY = -2 };

struct us_domain_index {
    us_arena *arena;   /* owns the domain and all its data */
    us_named *type;    /* by name */
    us_named *tally;   /* by name */
    us_type *resolved; /* type * factions + faction: the one such type below it, or US_STANDS_* */
    us_producers *producers; /* by product */
    /* Types are numbered in the order of their taxonomy: descendants of a type follow it
     * directly. */
    int16_t *first, *last;      /* by type: its number, and the first number that is not below it */
    us_types *subtypes;         /* by type: concrete types below it */
    us_types *role_types;       /* by role */
    us_types all;               /* all concrete types */
    uint32_t *roles;            /* by type: copy of us_type_def.roles */
    int32_t *price;             /* by type: its cost, in all resources */
    bool *kept_from;            /* by type: some type keeps apart from it */
    int food_used, food_supply; /* tallies, or -1 */
};

/* Sorts by name, then index. */
void us_named_sort(us_named *named, int count);

/* Returns the type that a name in requires or makes stands for in a faction, or US_STANDS_*.
 * Faction -1: the type itself. */
us_type us_domain_resolve_type(const us_domain *domain, us_type type, int faction);

#endif
