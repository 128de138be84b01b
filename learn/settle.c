#include "learn/scene.h"

static void add_spares(us_lessons *lessons, us_lesson *to, const us_lesson *from)
{
    int *all = US_ARENA_ARRAY(lessons->arena, int, to->spares + from->spares + 1);
    int count = 0, a = 0, b = 0;
    while (a < to->spares || b < from->spares) {
        bool mine = b == from->spares || (a < to->spares && to->spare[a] < from->spare[b]);
        all[count++] = mine ? to->spare[a++] : from->spare[b++];
    }
    to->spare = all;
    to->spares = count;
}

static void drop_step(us_lesson *above, int lesson)
{
    int kept = 0;
    for (int i = 0; i < above->steps; i++)
        if (above->step[i].kind != US_STEP_GOAL || above->step[i].lesson != lesson)
            above->step[kept++] = above->step[i];
    above->steps = kept;
}

/* Children stand behind their parents, so going back settles them first. */
void us_scenes_settle(us_scenes *scenes)
{
    us_lessons *lessons = scenes->lessons;
    for (int i = 0; i < lessons->count; i++) {
        const us_step *act;
        us_lesson *lesson = &lessons->lesson[i];
        int acts = us_scenes_acts(scenes, i, &act);
        us_lesson_acts(lessons, i, act, acts);
        lesson->spares = us_scenes_spare(scenes, i, &lesson->spare);
    }
    us_lessons_absorb(lessons);
    for (int i = lessons->count - 1; i >= 0; i--) {
        us_lesson *lesson = &lessons->lesson[i];
        if (lesson->steps > 0 || lesson->spares == 0 || lesson->parent < 0)
            continue;
        add_spares(lessons, &lessons->lesson[lesson->parent], lesson);
        drop_step(&lessons->lesson[lesson->parent], i);
    }
    us_lessons_order(lessons);
}
