#include "learn/extractor_state.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "domain/action.h"

/* ---- new and free */

static int compare_begins(const void *a, const void *b, const us_goal_episodes *episodes)
{
    int one = *(const int *)a, other = *(const int *)b;
    int from = episodes->episode[one].from, then = episodes->episode[other].from;
    return from != then ? (from < then ? -1 : 1) : one < other ? -1 : one > other;
}

/* Sorts goal episodes by their first order. Apart from children they are sorted already. */
static void sort_begins(us_step_extractor *extractor)
{
    int count = extractor->episodes->count;
    int *list = extractor->begins, *other = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = i;
    for (int width = 1; width < count;
         width *= 2) { /* a merge sort whose comparison knows the episodes */
        for (int low = 0; low < count; low += 2 * width) {
            int middle = low + width < count ? low + width : count;
            int high = low + 2 * width < count ? low + 2 * width : count;
            for (int a = low, b = middle, to = low; to < high; to++) {
                bool left = a < middle && (b >= high || compare_begins(&list[a], &list[b],
                                                                       extractor->episodes) < 0);
                other[to] = left ? list[a++] : list[b++];
            }
        }
        memcpy(list, other, (size_t)count * sizeof *list);
    }
    us_mem_free(other);
}

us_step_extractor *us_step_extractor_new(us_goal_episodes *episodes)
{
    us_step_extractor *extractor = US_NEW(us_step_extractor);
    int types = episodes->log->domain->type_count;
    extractor->episodes = episodes;
    extractor->arena = us_arena_new();
    extractor->course =
        US_ARENA_ARRAY(extractor->arena, us_goal_episode_course, episodes->count + 1);
    extractor->act_of = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->vain = US_ARENA_ARRAY(extractor->arena, bool, episodes->orders + 1);
    extractor->next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->held_next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->like_next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->pending = US_ARENA_ARRAY(extractor->arena, int, types + 1);
    extractor->begins = US_ARENA_ARRAY(extractor->arena, int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        extractor->course[i] = (us_goal_episode_course){-1, -1, 0, -1, NULL};
    for (int i = 0; i < episodes->orders; i++)
        extractor->act_of[i] = extractor->next[i] = -1;
    for (int i = 0; i < types; i++)
        extractor->pending[i] = -1;
    extractor->framed = extractor->free_making = -1;
    extractor->describer = us_describer_new(episodes->log->domain);
    sort_begins(extractor);
    return extractor;
}

void us_step_extractor_free(us_step_extractor *extractor)
{
    if (!extractor)
        return;
    us_id_map_clear(&extractor->like);
    us_id_map_clear(&extractor->doing);
    us_id_map_clear(&extractor->last_act_of);
    us_id_map_clear(&extractor->made);
    us_id_map_clear(&extractor->born);
    us_describer_free(extractor->describer);
    us_mem_free(extractor->act);
    us_mem_free(extractor->making);
    us_mem_free(extractor->step);
    us_arena_free(extractor->arena);
    us_mem_free(extractor);
}

const us_goal_episodes *us_step_extractor_episodes(const us_step_extractor *extractor)
{
    return extractor->episodes;
}

/* ---- the same order */

static const us_action_def *action_of(const us_step_extractor *extractor, const us_order *order)
{
    return &extractor->episodes->log->domain->action[order->action];
}

static bool is_same(const us_step_extractor *extractor, const us_order *a, const us_order *b)
{
    if (a->action != b->action || a->queued != b->queued)
        return false;
    for (int i = 0; i < action_of(extractor, a)->param_count; i++)
        if (a->arg[i] != b->arg[i])
            return false;
    return true;
}

/* Returns whether the order is the same as the act's. Cells of an action that harms are compared by
 * their anchors. */
static bool is_like(const us_step_extractor *extractor, const us_act *act, const us_order *order,
                    const us_view *view)
{
    const us_order *first = us_step_extractor_get_order(extractor, act->first);
    const us_action_def *action = action_of(extractor, order);
    if (first->action != order->action || first->queued != order->queued)
        return false;
    for (int i = 0; i < action->param_count; i++) {
        if (first->arg[i] == order->arg[i])
            continue;
        us_id near = act->referents.anchor && view ? act->referents.anchor[i].id : 0;
        if (near == 0 ||
            us_step_extractor_find_harmed(extractor, act->first, view, order->arg[i]) != near)
            return false;
    }
    return true;
}

/* Returns whether each execution makes one more. */
static bool makes_more(const us_action_def *action)
{
    bool placed = us_action_find_param(action, US_VALUE_CELL) >= 0 ||
                  us_action_find_param(action, US_VALUE_ENTITY) >= 0;
    return us_action_has_effect(action, US_EFFECT_CREATE) && !placed;
}

/* Returns whether the action only moves, or moves and harms: then a repetition adds nothing. */
static bool only_goes(const us_action_def *action)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind != US_EFFECT_MOVE && action->effect[i].kind != US_EFFECT_HARM)
            return false;
    return us_action_has_effect(action, US_EFFECT_MOVE);
}

static bool is_at_it(const us_view *view, us_id unit, int action)
{
    const us_entity *e = view ? us_world_find(view->world, unit) : NULL;
    return e && e->action == action;
}

static us_cycle moment(const us_step_extractor *extractor)
{
    return extractor->episodes->log->domain->cycles_per_second;
}

static uint64_t key_of(int episode, us_id unit)
{
    return (uint64_t)(episode + 1) << 32 | unit;
}

/* Returns whether a repetition only reminds of the act: the action goes on by itself, or it moves
 * its units and the goal episode has no later act. */
static bool is_reminder(const us_step_extractor *extractor, int act, const us_action_def *action)
{
    return action->continues ||
           (only_goes(action) && extractor->course[extractor->act[act].episode].last == act);
}

/* Returns the act that the order repeats, or -1. */
static int repeated(const us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    const us_action_def *action = action_of(extractor, order);
    int episode = extractor->episodes->owner[ordinal];
    int found = order->unit_count
                    ? us_id_map_get(&extractor->last_act_of, key_of(episode, order->unit[0]), -1)
                    : -1;
    if (found < 0 || makes_more(action) || !is_like(extractor, &extractor->act[found], order, view))
        return -1;
    bool reminder = is_reminder(extractor, found, action);
    bool soon =
        us_step_extractor_get_line(extractor, ordinal)->cycle - extractor->act[found].last <=
        moment(extractor);
    for (int i = 0; i < order->unit_count; i++) {
        us_id unit = order->unit[i];
        bool on = us_id_map_get(&extractor->doing, unit, -1) == found &&
                  (soon || is_at_it(view, unit, order->action));
        if (us_id_map_get(&extractor->last_act_of, key_of(episode, unit), -1) != found ||
            !(on || reminder))
            return -1;
    }
    return found;
}

/* Returns the act that the order joins, or -1. */
static int joined(const us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    int last = extractor->course[extractor->episodes->owner[ordinal]].last;
    if (last < 0 || !action_of(extractor, order)->group)
        return -1;
    int first = extractor->act[last].first;
    us_cycle since = us_step_extractor_get_line(extractor, ordinal)->cycle -
                     us_step_extractor_get_line(extractor, first)->cycle;
    return since <= moment(extractor) && is_like(extractor, &extractor->act[last], order, view)
               ? last
               : -1;
}

/* ---- acts */

static void add_source(us_step_extractor *extractor, int act, int ordinal)
{
    us_act *a = &extractor->act[act];
    if (a->sources++ == 0)
        a->head = ordinal;
    else
        extractor->next[a->tail] = ordinal;
    a->tail = ordinal;
    extractor->next[ordinal] = -1;
    extractor->act_of[ordinal] = act;
}

static int add_act(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    int episode = extractor->episodes->owner[ordinal], at = extractor->acts++;
    us_goal_episode_course *course = &extractor->course[episode];
    extractor->act =
        us_array_grow(extractor->act, at, &extractor->capacity, sizeof *extractor->act);
    us_act *act = &extractor->act[at];
    *act = (us_act){.episode = episode, .first = ordinal, .head = -1, .tail = -1, .next = -1};
    if (course->last >= 0)
        extractor->act[course->last].next = at;
    else
        course->first = at;
    course->last = at;
    course->acts++;
    us_step_extractor_begin_act(extractor, act, ordinal, view);
    return at;
}

/* Returns a hash of an order's goal episode, action and arguments. */
static uint64_t words_of(const us_step_extractor *extractor, int ordinal)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)extractor->episodes->owner[ordinal]);
    hash = us_hash_add(hash, (uint64_t)order->action << 1 | order->queued);
    for (int i = 0; i < action_of(extractor, order)->param_count; i++)
        hash = us_hash_add(hash, (uint64_t)order->arg[i]);
    return hash;
}

/* Makes equal refused orders of the goal episode sources of the act. */
static void take_held(us_step_extractor *extractor, int act)
{
    int first = extractor->act[act].first, others = -1;
    uint64_t words = words_of(extractor, first);
    int held = us_id_map_get(&extractor->like, words, -1);
    if (held < 0)
        return;
    for (int at = held, next; at >= 0; at = next) {
        next = extractor->like_next[at];
        if (extractor->episodes->owner[at] == extractor->act[act].episode &&
            is_same(extractor, us_step_extractor_get_order(extractor, first),
                    us_step_extractor_get_order(extractor, at))) {
            add_source(extractor, act, at);
        } else { /* another order with the same hash */
            extractor->like_next[at] = others;
            others = at;
        }
    }
    us_id_map_set(&extractor->like, words, others);
}

static void keep_order(us_step_extractor *extractor, int ordinal)
{
    us_goal_episode_course *course = &extractor->course[extractor->episodes->owner[ordinal]];
    uint64_t words = words_of(extractor, ordinal);
    extractor->held_next[ordinal] = course->held;
    course->held = ordinal;
    extractor->like_next[ordinal] = us_id_map_get(&extractor->like, words, -1);
    us_id_map_set(&extractor->like, words, ordinal);
}

static void refused(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    if (extractor->episodes->literal) {
        keep_order(extractor, ordinal);
        return;
    }
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    int episode = extractor->episodes->owner[ordinal];
    int act = order->unit_count ? us_id_map_get(&extractor->doing, order->unit[0], -1) : -1;
    if (act < 0 || extractor->act[act].episode != episode)
        act = extractor->course[episode].last;
    if (act >= 0 && is_like(extractor, &extractor->act[act], order, view))
        add_source(extractor, act, ordinal);
    else
        keep_order(extractor, ordinal);
}

void us_step_extractor_add_order(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    const us_log_line *line = us_step_extractor_get_line(extractor, ordinal);
    int act = -1;
    extractor->next_ordinal = ordinal + 1;
    us_step_extractor_describe_goals(extractor, ordinal, view);
    if (line->refused != US_REASON_NONE) {
        if (extractor->episodes->owner[ordinal] >= 0)
            refused(extractor, ordinal, view);
        return;
    }
    if (extractor->episodes->owner[ordinal] >= 0) {
        act = extractor->episodes->literal ? -1 : repeated(extractor, ordinal, view);
        if (act < 0 && !extractor->episodes->literal &&
            (act = joined(extractor, ordinal, view)) >= 0)
            us_step_extractor_add_units(extractor, &extractor->act[act], ordinal, view);
        bool begins = act < 0;
        if (begins)
            act = add_act(extractor, ordinal, view);
        add_source(extractor, act, ordinal);
        if (begins && !extractor->episodes->literal)
            take_held(extractor, act);
        extractor->act[act].last = line->cycle;
    }
    us_step_extractor_add_making(extractor, ordinal, view);
    for (int i = 0; i < order->unit_count && !extractor->episodes->literal; i++) {
        us_id_map_set(&extractor->doing, order->unit[i], act);
        if (act >= 0)
            us_id_map_set(&extractor->last_act_of,
                          key_of(extractor->act[act].episode, order->unit[i]), act);
    }
}

/* ---- results */

static const int *list_of(us_step_extractor *extractor, int head, int count)
{
    int *list = US_ARENA_ARRAY(extractor->episodes->arena, int, count + 1);
    int filled = 0;
    for (int at = head; at >= 0; at = extractor->next[at])
        list[filled++] = at;
    us_assert(filled == count);
    us_array_sort_ints(list, count);
    return list;
}

static us_step step_of(us_step_extractor *extractor, const us_act *act)
{
    us_id *unit = US_ARENA_ARRAY(extractor->episodes->arena, us_id, act->referents.units + 1);
    for (int i = 0; i < act->referents.units; i++)
        unit[i] = act->unit[i].id;
    return (us_step){.kind = US_STEP_ACT,
                     .from = act->first,
                     .to = act->first + 1,
                     .episode = -1,
                     .order = us_step_extractor_get_order(extractor, act->first),
                     .unit = unit,
                     .units = act->referents.units,
                     .harms = us_action_can_harm(
                         action_of(extractor, us_step_extractor_get_order(extractor, act->first))),
                     .cycle = us_step_extractor_get_line(extractor, act->first)->cycle,
                     .source = list_of(extractor, act->head, act->sources),
                     .sources = act->sources};
}

/* Returns whether all orders of the act were refused or taken back. */
static bool is_vain(const us_step_extractor *extractor, const us_act *act)
{
    for (int at = act->head; at >= 0; at = extractor->next[at])
        if (!extractor->vain[at] &&
            us_step_extractor_get_line(extractor, at)->refused == US_REASON_NONE)
            return false;
    return true;
}

int us_step_extractor_list_acts(us_step_extractor *extractor, int episode, const us_step **out)
{
    const us_goal_episode_course *course = &extractor->course[episode];
    int count = 0;
    extractor->step =
        us_mem_realloc(extractor->step, (size_t)(course->acts + 1) * sizeof *extractor->step);
    for (int at = course->first; at >= 0; at = extractor->act[at].next)
        if (!is_vain(extractor, &extractor->act[at]))
            extractor->step[count++] = step_of(extractor, &extractor->act[at]);
    *out = extractor->step;
    return count;
}

int us_step_extractor_list_spare(us_step_extractor *extractor, int episode, const int **out)
{
    const us_goal_episode_course *course = &extractor->course[episode];
    int count = 0, most = 0;
    for (int at = course->held; at >= 0; at = extractor->held_next[at])
        most += extractor->act_of[at] < 0;
    for (int at = course->first; at >= 0; at = extractor->act[at].next)
        most += is_vain(extractor, &extractor->act[at]) ? extractor->act[at].sources : 0;
    int *spare = US_ARENA_ARRAY(extractor->episodes->arena, int, most + 1);
    for (int at = course->held; at >= 0; at = extractor->held_next[at])
        if (extractor->act_of[at] < 0)
            spare[count++] = at;
    for (int at = course->first; at >= 0; at = extractor->act[at].next) {
        const us_act *act = &extractor->act[at];
        int from = is_vain(extractor, act) ? act->head : -1;
        for (int order = from; order >= 0; order = extractor->next[order])
            spare[count++] = order;
    }
    us_array_sort_ints(spare, count);
    *out = spare;
    return count;
}

const us_step_referents *us_step_extractor_get_referents(const us_step_extractor *extractor,
                                                         const us_step *step)
{
    return &extractor->act[extractor->act_of[step->from]].referents;
}

const us_referent *us_step_extractor_goal_referents(const us_step_extractor *extractor, int episode)
{
    return extractor->course[episode].goal;
}

int us_step_extractor_find_maker(const us_step_extractor *extractor, us_id id)
{
    return us_id_map_get(&extractor->made, id, -1);
}

int us_step_extractor_first_ordinal(const us_step_extractor *extractor, us_id id)
{
    return us_id_map_get(&extractor->born, id, 0);
}
