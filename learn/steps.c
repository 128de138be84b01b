#include "learn/scene.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "domain/action.h"

/* ---- new and free */

static int compare_begins(const void *a, const void *b, const us_lessons *lessons)
{
    int one = *(const int *)a, other = *(const int *)b;
    int from = lessons->lesson[one].from, then = lessons->lesson[other].from;
    return from != then ? (from < then ? -1 : 1) : one < other ? -1 : one > other;
}

/* Lessons by their first order. They stand so already, but for children. */
static void sort_begins(us_scenes *scenes)
{
    int count = scenes->lessons->count;
    int *list = scenes->begins, *other = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = i;
    for (int width = 1; width < count; width *= 2) { /* a merge sort, with the lessons at hand */
        for (int low = 0; low < count; low += 2 * width) {
            int middle = low + width < count ? low + width : count;
            int high = low + 2 * width < count ? low + 2 * width : count;
            for (int a = low, b = middle, to = low; to < high; to++) {
                bool left = a < middle &&
                            (b >= high || compare_begins(&list[a], &list[b], scenes->lessons) < 0);
                other[to] = left ? list[a++] : list[b++];
            }
        }
        memcpy(list, other, (size_t)count * sizeof *list);
    }
    us_free(other);
}

us_scenes *us_scenes_new(us_lessons *lessons)
{
    us_scenes *scenes = US_NEW(us_scenes);
    int types = lessons->log->domain->type_count;
    scenes->lessons = lessons;
    scenes->arena = us_arena_new();
    scenes->course = US_ARENA_ARRAY(scenes->arena, us_lesson_course, lessons->count + 1);
    scenes->act_of = US_ARENA_ARRAY(scenes->arena, int, lessons->orders + 1);
    scenes->vain = US_ARENA_ARRAY(scenes->arena, bool, lessons->orders + 1);
    scenes->next = US_ARENA_ARRAY(scenes->arena, int, lessons->orders + 1);
    scenes->held_next = US_ARENA_ARRAY(scenes->arena, int, lessons->orders + 1);
    scenes->like_next = US_ARENA_ARRAY(scenes->arena, int, lessons->orders + 1);
    scenes->pending = US_ARENA_ARRAY(scenes->arena, int, types + 1);
    scenes->begins = US_ARENA_ARRAY(scenes->arena, int, lessons->count + 1);
    for (int i = 0; i < lessons->count; i++)
        scenes->course[i] = (us_lesson_course){-1, -1, 0, -1, NULL};
    for (int i = 0; i < lessons->orders; i++)
        scenes->act_of[i] = scenes->next[i] = -1;
    for (int i = 0; i < types; i++)
        scenes->pending[i] = -1;
    scenes->framed = scenes->free_making = -1;
    scenes->describer = us_describer_new(lessons->log->domain);
    sort_begins(scenes);
    return scenes;
}

void us_scenes_free(us_scenes *scenes)
{
    if (!scenes)
        return;
    us_id_map_clear(&scenes->like);
    us_id_map_clear(&scenes->doing);
    us_id_map_clear(&scenes->told_of);
    us_id_map_clear(&scenes->made);
    us_id_map_clear(&scenes->born);
    us_describer_free(scenes->describer);
    us_free(scenes->act);
    us_free(scenes->making);
    us_free(scenes->step);
    us_arena_free(scenes->arena);
    us_free(scenes);
}

const us_lessons *us_scenes_lessons(const us_scenes *scenes)
{
    return scenes->lessons;
}

/* ---- the same order */

static const us_action_def *action_of(const us_scenes *scenes, const us_order *order)
{
    return &scenes->lessons->log->domain->action[order->action];
}

static bool is_same(const us_scenes *scenes, const us_order *a, const us_order *b)
{
    if (a->action != b->action || a->queued != b->queued)
        return false;
    for (int i = 0; i < action_of(scenes, a)->param_count; i++)
        if (a->arg[i] != b->arg[i])
            return false;
    return true;
}

/* It says the same as the act does in the behavior: where harm is done, whom it is done near. */
static bool is_like(const us_scenes *scenes, const us_act *act, const us_order *order,
                    const us_view *view)
{
    const us_order *first = us_scenes_taken(scenes, act->first);
    const us_action_def *action = action_of(scenes, order);
    if (first->action != order->action || first->queued != order->queued)
        return false;
    for (int i = 0; i < action->param_count; i++) {
        if (first->arg[i] == order->arg[i])
            continue;
        us_id near = act->scene.anchor && view ? act->scene.anchor[i].id : 0;
        if (near == 0 || us_scene_harmed(scenes, act->first, view, order->arg[i]) != near)
            return false;
    }
    return true;
}

/* Each time it is done there is one more. */
static bool makes_more(const us_action_def *action)
{
    bool placed = us_action_param(action, US_VALUE_CELL) >= 0 ||
                  us_action_param(action, US_VALUE_ENTITY) >= 0;
    return us_action_effects(action, US_EFFECT_CREATE) && !placed;
}

/* Who goes somewhere is there then; to be told once more adds nothing. */
static bool only_goes(const us_action_def *action)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind != US_EFFECT_MOVE && action->effect[i].kind != US_EFFECT_HARM)
            return false;
    return us_action_effects(action, US_EFFECT_MOVE);
}

static bool is_at_it(const us_view *view, us_id unit, int action)
{
    const us_entity *e = view ? us_world_find(view->world, unit) : NULL;
    return e && e->action == action;
}

static us_cycle moment(const us_scenes *scenes)
{
    return scenes->lessons->log->domain->cycles_per_second;
}

static uint64_t key_of(int lesson, us_id unit)
{
    return (uint64_t)(lesson + 1) << 32 | unit;
}

/* Nothing was done of the goal since, or what was begun goes on by itself. */
static bool is_reminder(const us_scenes *scenes, int act, const us_action_def *action)
{
    return action->continues ||
           (only_goes(action) && scenes->course[scenes->act[act].lesson].last == act);
}

/* The act that the order repeats, or -1. */
static int repeated(const us_scenes *scenes, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    const us_action_def *action = action_of(scenes, order);
    int lesson = scenes->lessons->owner[ordinal];
    int found = order->unit_count
                    ? us_id_map_get(&scenes->told_of, key_of(lesson, order->unit[0]), -1)
                    : -1;
    if (found < 0 || makes_more(action) || !is_like(scenes, &scenes->act[found], order, view))
        return -1;
    bool reminder = is_reminder(scenes, found, action);
    bool soon = us_scenes_line(scenes, ordinal)->cycle - scenes->act[found].last <= moment(scenes);
    for (int i = 0; i < order->unit_count; i++) {
        us_id unit = order->unit[i];
        bool on = us_id_map_get(&scenes->doing, unit, -1) == found &&
                  (soon || is_at_it(view, unit, order->action));
        if (us_id_map_get(&scenes->told_of, key_of(lesson, unit), -1) != found || !(on || reminder))
            return -1;
    }
    return found;
}

/* The act that the order joins, or -1. */
static int joined(const us_scenes *scenes, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    int last = scenes->course[scenes->lessons->owner[ordinal]].last;
    if (last < 0 || !action_of(scenes, order)->group)
        return -1;
    int first = scenes->act[last].first;
    us_cycle since = us_scenes_line(scenes, ordinal)->cycle - us_scenes_line(scenes, first)->cycle;
    return since <= moment(scenes) && is_like(scenes, &scenes->act[last], order, view) ? last : -1;
}

/* ---- acts */

static void add_source(us_scenes *scenes, int act, int ordinal)
{
    us_act *a = &scenes->act[act];
    if (a->sources++ == 0)
        a->head = ordinal;
    else
        scenes->next[a->tail] = ordinal;
    a->tail = ordinal;
    scenes->next[ordinal] = -1;
    scenes->act_of[ordinal] = act;
}

static int add_act(us_scenes *scenes, int ordinal, const us_view *view)
{
    int lesson = scenes->lessons->owner[ordinal], at = scenes->acts++;
    us_lesson_course *course = &scenes->course[lesson];
    scenes->act = us_grow(scenes->act, at, &scenes->capacity, sizeof *scenes->act);
    us_act *act = &scenes->act[at];
    *act = (us_act){.lesson = lesson, .first = ordinal, .head = -1, .tail = -1, .next = -1};
    if (course->last >= 0)
        scenes->act[course->last].next = at;
    else
        course->first = at;
    course->last = at;
    course->acts++;
    us_scene_begin(scenes, act, ordinal, view);
    return at;
}

/* What an order of a lesson says. */
static uint64_t words_of(const us_scenes *scenes, int ordinal)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)scenes->lessons->owner[ordinal]);
    hash = us_hash_add(hash, (uint64_t)order->action << 1 | order->queued);
    for (int i = 0; i < action_of(scenes, order)->param_count; i++)
        hash = us_hash_add(hash, (uint64_t)order->arg[i]);
    return hash;
}

/* Refused orders of the lesson that were the same become sources. */
static void take_held(us_scenes *scenes, int act)
{
    int first = scenes->act[act].first, others = -1;
    uint64_t words = words_of(scenes, first);
    int held = us_id_map_get(&scenes->like, words, -1);
    if (held < 0)
        return;
    for (int at = held, next; at >= 0; at = next) {
        next = scenes->like_next[at];
        if (scenes->lessons->owner[at] == scenes->act[act].lesson &&
            is_same(scenes, us_scenes_taken(scenes, first), us_scenes_taken(scenes, at))) {
            add_source(scenes, act, at);
        } else { /* of another hash alike */
            scenes->like_next[at] = others;
            others = at;
        }
    }
    us_id_map_set(&scenes->like, words, others);
}

static void hold(us_scenes *scenes, int ordinal)
{
    us_lesson_course *course = &scenes->course[scenes->lessons->owner[ordinal]];
    uint64_t words = words_of(scenes, ordinal);
    scenes->held_next[ordinal] = course->held;
    course->held = ordinal;
    scenes->like_next[ordinal] = us_id_map_get(&scenes->like, words, -1);
    us_id_map_set(&scenes->like, words, ordinal);
}

static void refused(us_scenes *scenes, int ordinal, const us_view *view)
{
    if (scenes->lessons->literal) {
        hold(scenes, ordinal);
        return;
    }
    const us_order *order = us_scenes_taken(scenes, ordinal);
    int lesson = scenes->lessons->owner[ordinal];
    int act = order->unit_count ? us_id_map_get(&scenes->doing, order->unit[0], -1) : -1;
    if (act < 0 || scenes->act[act].lesson != lesson)
        act = scenes->course[lesson].last;
    if (act >= 0 && is_like(scenes, &scenes->act[act], order, view))
        add_source(scenes, act, ordinal);
    else
        hold(scenes, ordinal);
}

void us_scenes_order(us_scenes *scenes, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    const us_log_line *line = us_scenes_line(scenes, ordinal);
    int act = -1;
    scenes->told = ordinal + 1;
    us_scene_goals(scenes, ordinal, view);
    if (line->refused != US_REASON_NONE) {
        if (scenes->lessons->owner[ordinal] >= 0)
            refused(scenes, ordinal, view);
        return;
    }
    if (scenes->lessons->owner[ordinal] >= 0) {
        act = scenes->lessons->literal ? -1 : repeated(scenes, ordinal, view);
        if (act < 0 && !scenes->lessons->literal && (act = joined(scenes, ordinal, view)) >= 0)
            us_scene_join(scenes, &scenes->act[act], ordinal, view);
        bool begins = act < 0;
        if (begins)
            act = add_act(scenes, ordinal, view);
        add_source(scenes, act, ordinal);
        if (begins && !scenes->lessons->literal)
            take_held(scenes, act);
        scenes->act[act].last = line->cycle;
    }
    us_scene_making(scenes, ordinal, view);
    for (int i = 0; i < order->unit_count && !scenes->lessons->literal; i++) {
        us_id_map_set(&scenes->doing, order->unit[i], act);
        if (act >= 0)
            us_id_map_set(&scenes->told_of, key_of(scenes->act[act].lesson, order->unit[i]), act);
    }
}

/* ---- what came of it */

static const int *list_of(us_scenes *scenes, int head, int count)
{
    int *list = US_ARENA_ARRAY(scenes->lessons->arena, int, count + 1);
    int filled = 0;
    for (int at = head; at >= 0; at = scenes->next[at])
        list[filled++] = at;
    us_assert(filled == count);
    us_sort_ints(list, count);
    return list;
}

static us_step step_of(us_scenes *scenes, const us_act *act)
{
    us_id *unit = US_ARENA_ARRAY(scenes->lessons->arena, us_id, act->scene.units + 1);
    for (int i = 0; i < act->scene.units; i++)
        unit[i] = act->unit[i].id;
    return (us_step){.kind = US_STEP_ACT,
                     .from = act->first,
                     .to = act->first + 1,
                     .lesson = -1,
                     .order = us_scenes_taken(scenes, act->first),
                     .unit = unit,
                     .units = act->scene.units,
                     .harms =
                         us_action_harms(action_of(scenes, us_scenes_taken(scenes, act->first))),
                     .cycle = us_scenes_line(scenes, act->first)->cycle,
                     .source = list_of(scenes, act->head, act->sources),
                     .sources = act->sources};
}

/* All its orders were refused or taken back. */
static bool is_vain(const us_scenes *scenes, const us_act *act)
{
    for (int at = act->head; at >= 0; at = scenes->next[at])
        if (!scenes->vain[at] && us_scenes_line(scenes, at)->refused == US_REASON_NONE)
            return false;
    return true;
}

int us_scenes_acts(us_scenes *scenes, int lesson, const us_step **out)
{
    const us_lesson_course *course = &scenes->course[lesson];
    int count = 0;
    scenes->step = us_realloc(scenes->step, (size_t)(course->acts + 1) * sizeof *scenes->step);
    for (int at = course->first; at >= 0; at = scenes->act[at].next)
        if (!is_vain(scenes, &scenes->act[at]))
            scenes->step[count++] = step_of(scenes, &scenes->act[at]);
    *out = scenes->step;
    return count;
}

int us_scenes_spare(us_scenes *scenes, int lesson, const int **out)
{
    const us_lesson_course *course = &scenes->course[lesson];
    int count = 0, most = 0;
    for (int at = course->held; at >= 0; at = scenes->held_next[at])
        most += scenes->act_of[at] < 0;
    for (int at = course->first; at >= 0; at = scenes->act[at].next)
        most += is_vain(scenes, &scenes->act[at]) ? scenes->act[at].sources : 0;
    int *spare = US_ARENA_ARRAY(scenes->lessons->arena, int, most + 1);
    for (int at = course->held; at >= 0; at = scenes->held_next[at])
        if (scenes->act_of[at] < 0)
            spare[count++] = at;
    for (int at = course->first; at >= 0; at = scenes->act[at].next) {
        const us_act *act = &scenes->act[at];
        int from = is_vain(scenes, act) ? act->head : -1;
        for (int order = from; order >= 0; order = scenes->next[order])
            spare[count++] = order;
    }
    us_sort_ints(spare, count);
    *out = spare;
    return count;
}

const us_scene *us_scenes_of(const us_scenes *scenes, const us_step *step)
{
    return &scenes->act[scenes->act_of[step->from]].scene;
}

const us_seen *us_scenes_goal(const us_scenes *scenes, int lesson)
{
    return scenes->course[lesson].goal;
}

int us_scenes_maker(const us_scenes *scenes, us_id id)
{
    return us_id_map_get(&scenes->made, id, -1);
}

int us_scenes_born(const us_scenes *scenes, us_id id)
{
    return us_id_map_get(&scenes->born, id, 0);
}
