/* Repaired libraries of an experiment: the repairs of each, and whether they helped. */
#ifndef US_EXPERIMENTS_COMPARE_REPAIRS_H
#define US_EXPERIMENTS_COMPARE_REPAIRS_H

#include "base/arena.h"
#include "experiments/compare/compare.h"
#include "retrieve/library.h"

/* The repairs of a library's behaviors, as adaptation noted them with their cases. */

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

/* ---- repaired libraries */

typedef struct us_repaired_library {
    int side, original;   /* original -1: no unrepaired library has the parents */
    us_lineage lineage;   /* of a group: of its first run */
    us_comparison helped; /* the two, the original as baseline; empty without one */
    const char *how;      /* number of games of its adaptation, and the proofs; "": unknown */
    /* A warning for readers of `helped`; "": none. */
    const char *caveat;
} us_repaired_library;

/* Returns the first player of a side, if it plays with a library; else NULL. */
const us_entrant *us_side_library(const us_manifest *m, const us_comparison *c, int side);
/* Opens that player's library. US_MISMATCH: it has changed since the experiment in the folder was
 * planned. */
us_status us_entrant_open_library(const us_entrant *player, const char *folder,
                                  const us_domain *domain, us_library **out, us_error *err);

/* Lists each side whose library has repaired behaviors. The original is the first library without
 * repairs that has the most of their parents. The caller frees the list with
 * us_repaired_libraries_free. */
us_status us_repaired_libraries_list(const us_manifest *m, const char *folder,
                                     const us_comparison *c, us_repaired_library **out, int *count,
                                     us_error *err);
void us_repaired_libraries_free(us_repaired_library *list, int count);

/* Returns a sheet with one row a repair. The arena must outlive the sheet. */
us_sheet *us_repaired_library_make_sheet(const us_repaired_library *repaired, us_arena *arena);

#endif
