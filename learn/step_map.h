/* Private to learn/: a map from ordinals of orders to the steps of a draft. */
#ifndef US_LEARN_STEP_MAP_H
#define US_LEARN_STEP_MAP_H

#include "learn/draft.h"

typedef struct us_step_entry {
    int key, step;
} us_step_entry;

/* An ordinal belongs to the step whose order it is, or to the child goal above its goal. */
typedef struct us_step_map {
    const us_goal_episodes *episodes;
    const us_goal_episode *episode;
    us_step_entry *source; /* steps that are orders, by ordinal of each of their orders */
    us_step_entry *goal;   /* steps that are goals, by goal episode */
    int sources, goals;
} us_step_map;

us_step_map us_step_map_new(const us_draft *draft);
void us_step_map_clear(us_step_map *map);
int us_step_map_find(const us_step_map *map, int ordinal); /* step, or -1; ordinal -1 is fine */

#endif
