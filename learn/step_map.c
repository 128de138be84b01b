#include "learn/step_map.h"

#include <string.h>

us_step_map us_step_map_new(const us_lessons *lessons, const us_draft *draft)
{
    const us_lesson *of = draft->lesson;
    int span = of->to - of->from;
    us_step_map map = {lessons, of, US_NEW_ARRAY(int, span + 1),
                       US_NEW_ARRAY(int, lessons->count + 1)};
    memset(map.of_source, -1, (size_t)(span + 1) * sizeof *map.of_source);
    memset(map.of_lesson, -1, (size_t)(lessons->count + 1) * sizeof *map.of_lesson);
    for (int i = 0; i < draft->steps; i++) {
        const us_step *step = draft->step[i].step;
        if (step->kind == US_STEP_GOAL)
            map.of_lesson[step->lesson] = i;
        for (int k = 0; step->kind == US_STEP_ACT && k < step->sources; k++)
            if (step->source[k] >= of->from && step->source[k] < of->to)
                map.of_source[step->source[k] - of->from] = i;
    }
    return map;
}

void us_step_map_clear(us_step_map *map)
{
    us_free(map->of_source);
    us_free(map->of_lesson);
}

int us_step_map_find(const us_step_map *map, int ordinal)
{
    const us_lesson *lesson = map->lesson;
    if (ordinal < lesson->from || ordinal >= lesson->to)
        return -1;
    int owner = map->lessons->owner[ordinal];
    if (owner == lesson->whole)
        return map->of_source[ordinal - lesson->from];
    while (owner >= 0 && map->lessons->lesson[owner].parent != lesson->whole)
        owner = map->lessons->lesson[owner].parent;
    return owner < 0 ? -1 : map->of_lesson[owner];
}
