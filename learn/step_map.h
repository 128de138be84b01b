/* Private to learn/: which step of a draft an order was given for. */
#ifndef US_LEARN_STEP_MAP_H
#define US_LEARN_STEP_MAP_H

#include "learn/draft.h"

/* Ordinals belong to a step of the draft: its own, or one of a goal below it. */
typedef struct us_step_map {
    const us_lessons *lessons;
    const us_lesson *lesson;
    int *of_source; /* by ordinal less the lesson's first: step, or -1 */
    int *of_lesson; /* by lesson: step, or -1 */
} us_step_map;

us_step_map us_step_map_new(const us_lessons *lessons, const us_draft *draft);
void us_step_map_clear(us_step_map *map);
int us_step_map_find(const us_step_map *map, int ordinal); /* step, or -1; also of ordinal -1 */

#endif
