/* What a case saw, by key. Of entries with one key the last. */
#ifndef US_PLAN_ENTRIES_H
#define US_PLAN_ENTRIES_H

#include "base/arena.h"
#include "behavior/template.h"

typedef struct us_keyed {
    const us_entry *entry;
} us_keyed;

typedef struct us_entries {
    us_keyed *by_key;
    int count;
} us_entries;

/* Lives in the arena, and as long as the case. seen NULL: there are none. */
us_entries us_entries_of(const us_case *seen, us_arena *arena);
/* The entry "first.rest"; NULL: there is none. */
const us_entry *us_entries_find(const us_entries *entries, const char *first, const char *rest);

#endif
