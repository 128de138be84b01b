/* The repairs of a library's behaviors, as adaptation noted them with their cases. */
#ifndef US_EXPERIMENTS_LINEAGE_H
#define US_EXPERIMENTS_LINEAGE_H

#include "base/arena.h"
#include "retrieve/library.h"

typedef struct us_descendant {
    int64_t id;
    us_hash parent; /* hash of the body that its first repair started from */
    const char *goal;
    const char *const *repair, *const *failure; /* in the order of repair: "after step s3: ..." */
    int repairs;
} us_descendant;

typedef struct us_lineage {
    us_descendant *item; /* in the library's order */
    int count;
    int repairs; /* of all of them, in any round of adaptation */
    us_arena *arena;
} us_lineage;

/* Reads the lineage. Clear after success. */
us_status us_lineage_read(us_library *library, us_lineage *out, us_error *err);
void us_lineage_clear(us_lineage *lineage);

#endif
