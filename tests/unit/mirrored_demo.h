/* Demonstrations for tests, and their twins: the same game in a mirror, with seats swapped and
 * each thing replaced by its counterpart. */
#ifndef US_TESTS_UNIT_MIRRORED_DEMO_H
#define US_TESTS_UNIT_MIRRORED_DEMO_H

#include "traces/annotation.h"
#include "traces/log.h"

typedef struct demo {
    const char *trace, *states, *goals; /* files, see scratch.h */
} demo;

typedef struct demo_plan {
    const char *map, *agent[2];
    us_cycle cycles;
} demo_plan;

typedef struct twin_plan {
    const char *name;
    bool flip_x, flip_y, swap_xy; /* the map is mirrored, then its x and y are swapped */
    bool seats, types;            /* swapped; replaced by counterparts, factions too */
} twin_plan;

/* States of all cycles are stored; what the first agent that labels says is the annotation. */
void demo_record(demo *d, const demo_plan *plan);
/* A converted trace with its states and goals. The seats of a game of two are 1 - seat when
 * swapped. */
void demo_twin(const demo *from, const twin_plan *plan, demo *out);

/* One world, and a box in it. Allocated in the arena. */
us_world *twin_world(const twin_plan *plan, const us_world *from, us_arena *arena);
us_box twin_box(const twin_plan *plan, const us_world *from, us_box box);

#endif
