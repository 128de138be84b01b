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
    us_arena *arena; /* holds the domain itself and everything in it */
    us_named *type;  /* by name */
    us_named *tally; /* by name */
    us_type *stands; /* type * factions + faction: the one type of it below, or US_STANDS_* */
    us_producers *producers; /* by product */
};

/* Sort by name, then index. */
void us_named_sort(us_named *named, int count);
int us_named_find(const us_named *named, int count, const char *name); /* index, or -1 */

/* What a name in requires or makes means for a type of that faction (-1: as it stands). */
us_type us_domain_stands(const us_domain *domain, us_type type, int faction);

#endif
