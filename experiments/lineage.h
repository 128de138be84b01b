/* Which behaviors of a library were repaired, and by what: what adaptation noted with their cases.
 */
#ifndef US_EXPERIMENTS_LINEAGE_H
#define US_EXPERIMENTS_LINEAGE_H

#include "base/arena.h"
#include "retrieve/library.h"

typedef struct us_descendant {
    int64_t id;
    us_hash parent; /* what the first of its repairs was made of */
    const char *goal;
    const char *const *repair,
        *const *failure; /* in the order in which they were made: "after step s3: ..." */
    int repairs;
} us_descendant;

typedef struct us_lineage {
    us_descendant *item; /* in the library's order */
    int count;
    int repairs; /* of all of them, in whatever round of adaptation */
    us_arena *arena;
} us_lineage;

/* Clear after success. */
us_status us_lineage_read(us_library *library, us_lineage *out, us_error *err);
void us_lineage_clear(us_lineage *lineage);

#endif
