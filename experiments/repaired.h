/* Of an experiment with libraries that were adapted: what was repaired, and whether it helped. */
#ifndef US_EXPERIMENTS_REPAIRED_H
#define US_EXPERIMENTS_REPAIRED_H

#include "experiments/compare.h"
#include "experiments/lineage.h"

typedef struct us_repaired {
    int side, original; /* of the comparison; original -1: none of its libraries has the parents */
    us_lineage lineage; /* of a group, of its first run */
    us_comparison helped; /* of the two, the original as baseline; without one: empty */
    const char *how; /* by how many games it was adapted, and what was proved; "": nobody knows */
    /* What those must know who read whether it helped; "": nothing. */
    const char *caveat;
} us_repaired;

/* The first player of a side, if that is a library; else NULL. */
const us_entrant *us_side_library(const us_manifest *m, const us_comparison *c, int side);
/* The library of that player, as it was when the experiment in the folder was planned: else
 * US_MISMATCH. */
us_status us_side_open(const us_entrant *player, const char *folder, const us_domain *domain,
                       us_library **out, us_error *err);

/* Each side whose library has repaired behaviors. The original is the first library without any
 * that has the most of their parents. The caller clears each and frees the list. */
us_status us_repaired_list(const us_manifest *m, const char *folder, const us_comparison *c,
                           us_repaired **out, int *count, us_error *err);
void us_repaired_free(us_repaired *list, int count);

/* One row a repair. The arena outlives the sheet. */
us_sheet *us_repaired_sheet(const us_repaired *repaired, us_arena *arena);

#endif
