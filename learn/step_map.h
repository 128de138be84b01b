/* Private to learn/: which step of a draft an order was given for. */
#ifndef US_LEARN_STEP_MAP_H
#define US_LEARN_STEP_MAP_H

#include "learn/draft.h"

typedef struct us_step_entry {
    int key, step;
} us_step_entry;

/* Ordinals belong to a step of the draft: its own, or one of a goal below it. */
typedef struct us_step_map {
    const us_goal_episodes *episodes;
    const us_goal_episode *episode;
    us_step_entry *source; /* by ordinal: the steps' own orders */
    us_step_entry *goal;   /* by goal episode: the steps that are goals */
    int sources, goals;
} us_step_map;

us_step_map us_step_map_new(const us_draft *draft);
void us_step_map_clear(us_step_map *map);
int us_step_map_find(const us_step_map *map, int ordinal); /* step, or -1; also of ordinal -1 */

#endif
