/* Private to domain/: what a loaded domain keeps to answer quickly. */
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

enum { US_STANDS_NONE = -1, US_STANDS_MANY = -2 };

struct us_domain_index {
    us_arena *arena; /* holds the domain itself and everything in it but the expressions */
    us_named *type;  /* by name */
    us_named *tally; /* by name */
    us_type *stands; /* type * factions + faction: the one type of it below, or US_STANDS_* */
    us_producers *producers; /* by product */
    /* Types in the order of their taxonomy: those below a type follow it. */
    int16_t *first, *last;      /* by type: its own number there, and the first that is not below */
    us_types *kin;              /* by type: the concrete ones */
    us_types *cast;             /* by role */
    us_types all;               /* concrete ones */
    uint32_t *roles;            /* by type: us_type_def.roles, side by side */
    int32_t *price;             /* by type: its cost, all resources */
    bool *kept_from;            /* by type: some type keeps apart from it */
    int food_used, food_supply; /* tallies, or -1 */
};

/* Sort by name, then index. */
void us_named_sort(us_named *named, int count);

/* What a name in requires or makes means for a type of that faction (-1: as it stands). */
us_type us_domain_stands(const us_domain *domain, us_type type, int faction);

#endif
