#include "learn/lesson.h"

#include "learn/nesting.h"

#include "base/sort.h"

/* ---- the seat's orders */

static int *take_orders(const us_log *log, us_seat seat, us_arena *arena, int *count)
{
    int *order = US_ARENA_ARRAY(arena, int, log->orders.count + 1);
    *count = 0;
    for (int i = 0; i < log->orders.count; i++) {
        if (log->orders.order[i].seat != seat || us_log_earlier(log, i))
            continue;
        us_assert(*count == 0 || log->orders.order[order[*count - 1]].id < log->orders.order[i].id);
        order[(*count)++] = i;
    }
    return order;
}

/* ---- lessons */

static int by_begin(const void *one, const void *two)
{
    const us_pursued *a = *(us_pursued *const *)one, *b = *(us_pursued *const *)two;
    if (a->hull.from != b->hull.from)
        return a->hull.from < b->hull.from ? -1 : 1;
    if (a->hull.to != b->hull.to)
        return a->hull.to > b->hull.to ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->instance->id > b->instance->id) - (a->instance->id < b->instance->id);
}

static us_cycle cycle_at(const us_lessons *lessons, int ordinal)
{
    return lessons->log->line[lessons->order[ordinal]].cycle;
}

static void make_lessons(us_lessons *lessons, us_pursuits *all)
{
    us_pursued **sorted = US_NEW_ARRAY(us_pursued *, all->count + 1);
    for (int i = 0; i < all->count; i++)
        sorted[i] = &all->item[i];
    us_sort(sorted, (size_t)all->count, sizeof(us_pursued *), by_begin);
    lessons->lesson = US_ARENA_ARRAY(lessons->arena, us_lesson, all->count + 1);
    for (int i = 0; i < all->count; i++) {
        us_pursued *p = sorted[i];
        int parent = p->parent < 0 ? -1 : all->item[p->parent].lesson;
        us_assert(p->parent < 0 || parent >= 0);
        p->lesson = i;
        lessons->lesson[i] = (us_lesson){.instance = p->instance,
                                         .parent = parent,
                                         .from = p->hull.from,
                                         .to = p->hull.to,
                                         .whole = i,
                                         .began = cycle_at(lessons, p->hull.from),
                                         .parts = 1};
    }
    lessons->count = all->count;
    us_free(sorted);
}

/* ---- steps */

/* Each lesson is one of the lesson above. Lessons stand by their first orders, and so do steps. */
static void make_steps(us_lessons *lessons)
{
    us_lesson *lesson = lessons->lesson;
    int *room = US_NEW_ARRAY(int, lessons->count + 1);
    for (int i = 0; i < lessons->count; i++)
        if (lesson[i].parent >= 0)
            room[lesson[i].parent]++;
    for (int i = 0; i < lessons->count; i++) {
        us_lesson *above = lesson[i].parent < 0 ? NULL : &lesson[lesson[i].parent];
        if (room[i])
            lesson[i].step = US_ARENA_ARRAY(lessons->arena, us_step, room[i]);
        if (above)
            above->step[above->steps++] = (us_step){.kind = US_STEP_GOAL,
                                                    .from = lesson[i].from,
                                                    .to = lesson[i].to,
                                                    .lesson = i,
                                                    .cycle = lesson[i].began};
    }
    us_free(room);
}

us_lessons *us_lessons_new(const us_log *log, const us_annotation *annotation, us_seat seat,
                           const us_lessons_def *def)
{
    us_lessons *lessons = US_NEW(us_lessons);
    us_arena *arena = us_arena_new();
    *lessons = (us_lessons){.log = log,
                            .seat = seat,
                            .literal = def->literal,
                            .most = def->most > 0 ? def->most : US_LESSON_STEPS_MAX,
                            .arena = arena};
    lessons->order = take_orders(log, seat, arena, &lessons->orders);
    us_pursuits all =
        us_pursuits_of(log, annotation, seat, lessons->order, lessons->orders, def->nesting, arena);
    make_lessons(lessons, &all);
    for (int o = 0; o < lessons->orders; o++) {
        lessons->unlabeled += all.owner[o] < 0;
        all.owner[o] = all.owner[o] < 0 ? -1 : all.item[all.owner[o]].lesson;
    }
    lessons->owner = all.owner;
    make_steps(lessons);
    return lessons;
}

static int by_from(const void *one, const void *two)
{
    const us_step *a = one, *b = two;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to > b->to ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind == US_STEP_GOAL ? -1 : 1;
    return (a->lesson > b->lesson) - (a->lesson < b->lesson);
}

void us_steps_sort(us_step *step, int steps)
{
    us_sort(step, (size_t)steps, sizeof(*step), by_from);
}

void us_lesson_acts(us_lessons *lessons, int lesson, const us_step *act, int acts)
{
    us_lesson *of = &lessons->lesson[lesson];
    us_step *all = US_ARENA_ARRAY(lessons->arena, us_step, of->steps + acts + 1);
    for (int i = 0; i < of->steps + acts; i++)
        all[i] = i < of->steps ? of->step[i] : act[i - of->steps];
    us_steps_sort(all, of->steps + acts);
    of->step = all;
    of->steps += acts;
}

void us_lessons_free(us_lessons *lessons)
{
    if (!lessons)
        return;
    us_arena_free(lessons->arena);
    us_free(lessons);
}
