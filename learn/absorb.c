#include "base/sort.h"
#include "learn/draft.h"
#include "learn/lesson.h"
#include "learn/slots.h"

/* A goal in the form that all have that are the same, and whose it is. */
typedef struct likeness {
    us_goal goal;
    int params, lesson;
} likeness;

static likeness likeness_of(const us_lessons *lessons, int lesson)
{
    const us_domain *domain = lessons->log->domain;
    likeness out = {.goal = lessons->lesson[lesson].instance->goal, .lesson = lesson};
    const us_goal_def *def = &domain->goal[out.goal.type];
    out.params = def->param_count;
    for (int i = 0; i < out.params; i++) {
        int64_t *value = &out.goal.arg[i].number;
        if (def->param[i].kind == US_VALUE_SEAT)
            *value = us_seat_as_seen((us_seat)*value, lessons->seat);
        else if (def->param[i].kind == US_VALUE_TYPE)
            *value = us_type_general(domain, (us_type)*value);
    }
    return out;
}

static int compare(const likeness *a, const likeness *b)
{
    if (a->goal.type != b->goal.type)
        return a->goal.type < b->goal.type ? -1 : 1;
    if (a->goal.kind != b->goal.kind)
        return a->goal.kind < b->goal.kind ? -1 : 1;
    if (a->goal.given != b->goal.given)
        return a->goal.given < b->goal.given ? -1 : 1;
    for (int i = 0; i < a->params; i++) {
        int64_t x = a->goal.arg[i].number, y = b->goal.arg[i].number;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int by_likeness(const void *one, const void *two)
{
    const likeness *a = one, *b = two;
    int order = compare(a, b);
    return order ? order : (a->lesson > b->lesson) - (a->lesson < b->lesson);
}

/* By lesson: a number that those have in common whose goals are the same. */
static int *number_goals(const us_lessons *lessons)
{
    likeness *all = US_NEW_ARRAY(likeness, lessons->count + 1);
    int *number = US_NEW_ARRAY(int, lessons->count + 1);
    for (int i = 0; i < lessons->count; i++)
        all[i] = likeness_of(lessons, i);
    us_sort(all, (size_t)lessons->count, sizeof(*all), by_likeness);
    for (int i = 0, last = 0; i < lessons->count; i++) {
        last += i > 0 && compare(&all[i - 1], &all[i]) != 0;
        number[all[i].lesson] = last;
    }
    us_free(all);
    return number;
}

/* Down from one that is above all, by the first that is below each and the next beside it. */
static void mark_below(us_lesson *lesson, int top, const int *below, const int *beside,
                       const int *number, int *above)
{
    for (int at = top;;) {
        lesson[at].absorbed = above[number[at]]++ > 0;
        if (below[at] >= 0) {
            at = below[at];
            continue;
        }
        for (; at != top && beside[at] < 0; at = lesson[at].parent)
            above[number[at]]--;
        above[number[at]]--;
        if (at == top)
            return;
        at = beside[at];
    }
}

static void mark_absorbed(us_lessons *lessons)
{
    int count = lessons->count;
    int *below = US_NEW_ARRAY(int, count + 1), *beside = US_NEW_ARRAY(int, count + 1);
    int *above = US_NEW_ARRAY(int, count + 1), *number = number_goals(lessons);
    for (int i = 0; i < count; i++)
        below[i] = beside[i] = -1;
    for (int i = count - 1; i >= 0; i--) {
        int parent = lessons->lesson[i].parent;
        if (parent < 0)
            continue;
        beside[i] = below[parent];
        below[parent] = i;
    }
    for (int i = 0; i < count; i++)
        if (lessons->lesson[i].parent < 0)
            mark_below(lessons->lesson, i, below, beside, number, above);
    us_free(below);
    us_free(beside);
    us_free(above);
    us_free(number);
}

/* Those of all that are absorbed, without what pursued one of these. */
static void gather(us_lessons *lessons, const int *taker, const int *room)
{
    us_lesson *lesson = lessons->lesson;
    us_step **step = US_NEW_ARRAY(us_step *, lessons->count + 1);
    int *steps = US_NEW_ARRAY(int, lessons->count + 1);
    for (int i = 0; i < lessons->count; i++) {
        int to = taker[i];
        if (!step[to])
            step[to] = US_ARENA_ARRAY(lessons->arena, us_step, room[to] + 1);
        for (int k = 0; k < lesson[i].steps; k++)
            if (lesson[i].step[k].kind != US_STEP_GOAL ||
                !lesson[lesson[i].step[k].lesson].absorbed)
                step[to][steps[to]++] = lesson[i].step[k];
    }
    for (int i = 0; i < lessons->count; i++) {
        lesson[i].step = step[i];
        lesson[i].steps = steps[i];
        if (steps[i] > 1)
            us_steps_sort(step[i], steps[i]);
        if (lesson[i].parent >= 0 && !lesson[i].absorbed)
            lesson[i].parent = taker[lesson[i].parent];
    }
    for (int o = 0; o < lessons->orders; o++)
        if (lessons->owner[o] >= 0)
            lessons->owner[o] = taker[lessons->owner[o]];
    us_free(step);
    us_free(steps);
}

void us_lessons_absorb(us_lessons *lessons)
{
    us_lesson *lesson = lessons->lesson;
    int *taker = US_NEW_ARRAY(int, lessons->count + 1); /* who has its steps in the end */
    int *room = US_NEW_ARRAY(int, lessons->count + 1);
    bool any = false;
    mark_absorbed(lessons);
    for (int i = 0; i < lessons->count; i++) {
        taker[i] = lesson[i].absorbed ? taker[lesson[i].parent] : i;
        room[taker[i]] += lesson[i].steps;
        any |= lesson[i].absorbed;
    }
    if (any)
        gather(lessons, taker, room);
    us_free(taker);
    us_free(room);
}
