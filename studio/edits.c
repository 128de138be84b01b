/* Changes of an annotation. Each one checks first, and changes nothing if it is refused. */
#include <string.h>

#include "studio/editing.h"
#include "traces/label_check.h"
#include "traces/suggest.h"

static const char *const names[US_EDITS] = {
    [US_EDIT_ADD] = "add",         [US_EDIT_GOAL] = "goal",       [US_EDIT_FROM] = "from",
    [US_EDIT_TO] = "to",           [US_EDIT_SPLIT] = "split",     [US_EDIT_MERGE] = "merge",
    [US_EDIT_EXCLUDE] = "exclude", [US_EDIT_INCLUDE] = "include", [US_EDIT_DELETE] = "delete",
    [US_EDIT_CLOSE] = "close",     [US_EDIT_PARENT] = "parent",   [US_EDIT_ACCEPT] = "accept",
    [US_EDIT_REJECT] = "reject",
};

const char *us_edit_kind_name(us_edit_kind kind)
{
    return names[kind];
}

int us_edit_kind_find(const char *name)
{
    for (int i = 0; i < US_EDITS; i++)
        if (us_text_equal(names[i], name))
            return i;
    return -1;
}

/* ---- orders that a goal holds */

/* Returns a flag for each of the seat's orders; the caller frees. */
static bool *held_by(const us_editing *e, const us_goal_instance *goal)
{
    bool *held = US_NEW_ARRAY(bool, e->orders + 1);
    us_span *span;
    us_mark mark = us_arena_mark(e->annotation->arena);
    int count = us_editing_spans(e, goal, e->annotation->arena, &span);
    for (int i = 0; i < count; i++)
        memset(held + span[i].from, true, span[i].to - span[i].from);
    us_arena_release(e->annotation->arena, mark);
    return held;
}

static int first_of(const us_editing *e, const bool *held)
{
    int at = 0;
    while (at < e->orders && !held[at])
        at++;
    return at;
}

static int end_of(const us_editing *e, const bool *held)
{
    int at = e->orders;
    while (at > 0 && !held[at - 1])
        at--;
    return at;
}

/* Makes the goal hold exactly these orders. The goal opens at its first order if that order has
 * changed. */
static void set_orders(us_editing *e, us_goal_instance *goal, const bool *held)
{
    US_AUTOFREE uint32_t *list = US_NEW_ARRAY(uint32_t, e->orders + 1);
    int count = 0;
    for (int i = 0; i < e->orders; i++)
        if (held[i])
            list[count++] = e->own[i];
    int before = goal->spans > 0 ? us_editing_place(e, goal->span[0].from) : -1;
    goal->spans = us_spans_make(list, count, e->own, e->orders, e->annotation->arena, &goal->span);
    int now = us_editing_place(e, list[0]);
    us_cycle first = e->given[now], last = e->given[us_editing_place(e, list[count - 1])];
    if (now != before || goal->opened > first)
        goal->opened = first;
    if (goal->closed >= 0 && goal->closed < last) {
        goal->closed = -1;
        goal->achieved = false;
    }
}

static us_status check_range(const us_editing *e, int first, int end, us_error *err)
{
    if (first >= 0 && first < end && end <= e->orders)
        return US_OK;
    return us_error_refuse(err, "orders %d to %d: expected some of the seat's %d, from 0 on", first,
                           end, e->orders);
}

/* ---- nesting */

static us_goal_instance *find(const us_editing *e, uint32_t id)
{
    return us_annotation_find(e->annotation, e->seat, id);
}

static us_status need(const us_editing *e, uint32_t id, us_goal_instance **out, us_error *err)
{
    *out = find(e, id);
    if (*out)
        return US_OK;
    return us_error_refuse(err, "there is no goal %u of seat %d", (unsigned)id, e->seat);
}

/* Lists the ids of the goal's children; the caller frees. */
static int list_below(const us_editing *e, uint32_t id, uint32_t **out)
{
    uint32_t *list = US_NEW_ARRAY(uint32_t, e->annotation->count + 1);
    int count = 0;
    for (int i = 0; i < e->annotation->count; i++)
        if (e->annotation->goal[i].seat == e->seat && e->annotation->goal[i].parent == id)
            list[count++] = e->annotation->goal[i].id;
    *out = list;
    return count;
}

/* Finds the goal's place in the tree again, as for a new goal. */
static void nest(us_editing *e, us_goal_instance *goal)
{
    us_annotation_move_children(e->annotation, e->seat, goal->id, goal->parent);
    us_annotation_nest(e->annotation, goal);
}

/* Makes the goal hold exactly these orders, as labeled by hand. */
static void rehold(us_editing *e, us_goal_instance *goal, const bool *held)
{
    us_goal_instance_set_manual(goal);
    set_orders(e, goal, held);
    nest(e, goal);
}

/* ---- changes of one goal's orders */

static us_status edit_add(us_editing *e, const us_edit *change, uint32_t *id, us_error *err)
{
    us_goal_instance made = {.goal = change->goal, .seat = e->seat, .closed = -1};
    US_TRY(check_range(e, change->first, change->end, err));
    if (e->annotation->count >= US_ANNOTATION_GOALS_MAX)
        return us_error_refuse(err, "there are %d goals: that is all there may be",
                               US_ANNOTATION_GOALS_MAX);
    us_goal_resolve_seats(e->course->domain, &made.goal, e->seat, e->course->seats);
    us_seat stranger = us_review_find_absent_seat(e->course, &made);
    if (stranger != US_NEUTRAL)
        return us_error_refuse(err, "there is no seat %d: expected 0 to %d", stranger,
                               e->course->seats - 1);
    US_AUTOFREE bool *held = US_NEW_ARRAY(bool, e->orders + 1);
    memset(held + change->first, true, (size_t)(change->end - change->first));
    us_goal_instance *goal = us_annotation_add(e->annotation, &made);
    rehold(e, goal, held);
    *id = goal->id;
    return US_OK;
}

static us_status edit_goal(us_editing *e, us_goal_instance *goal, const us_edit *change,
                           us_error *err)
{
    us_goal_instance made = *goal;
    made.goal = change->goal;
    us_goal_resolve_seats(e->course->domain, &made.goal, e->seat, e->course->seats);
    us_seat stranger = us_review_find_absent_seat(e->course, &made);
    if (stranger != US_NEUTRAL)
        return us_error_refuse(err, "there is no seat %d: expected 0 to %d", stranger,
                               e->course->seats - 1);
    /* The new goal's end and success are unknown. */
    if (!us_goal_equal(e->course->domain, &goal->goal, &made.goal)) {
        made.closed = -1;
        made.achieved = false;
    }
    *goal = made;
    us_suggestion_accept(e->annotation, goal);
    return US_OK;
}

/* Moves an edge: the goal drops all orders beyond it, and holds all orders from its old edge up to
 * it. */
static us_status edit_edge(us_editing *e, us_goal_instance *goal, const us_edit *change, bool *held,
                           us_error *err)
{
    bool left = change->kind == US_EDIT_FROM;
    int first = first_of(e, held), end = end_of(e, held);
    int to = left ? change->first : change->end;
    if (to < (left ? 0 : 1) || to > (left ? e->orders - 1 : e->orders))
        return us_error_refuse(err, "there is no such order");
    if (left ? to >= end : to <= first)
        return us_error_refuse(err, "a goal needs at least one order: delete it where it has none");
    if (left && to < first)
        memset(held + to, true, (size_t)(first - to));
    else if (left)
        memset(held + first, false, (size_t)(to - first));
    else if (to > end)
        memset(held + end, true, (size_t)(to - end));
    else
        memset(held + to, false, (size_t)(end - to));
    rehold(e, goal, held);
    return US_OK;
}

static us_status edit_assign(us_editing *e, us_goal_instance *goal, const us_edit *change,
                             bool *held, us_error *err)
{
    US_TRY(check_range(e, change->first, change->end, err));
    bool include = change->kind == US_EDIT_INCLUDE, others = false, differs = false;
    for (int i = 0; i < e->orders; i++) {
        bool named = i >= change->first && i < change->end;
        others |= held[i] && !named;
        differs |= named && held[i] != include;
    }
    if (!differs)
        return us_error_refuse(err, include ? "the goal has these orders already"
                                            : "the goal has none of these orders");
    if (!include && !others)
        return us_error_refuse(err, "a goal needs at least one order: delete it where it has none");
    memset(held + change->first, include, (size_t)(change->end - change->first));
    rehold(e, goal, held);
    return US_OK;
}

static us_status edit_split(us_editing *e, us_goal_instance *goal, const us_edit *change,
                            bool *held, uint32_t *id, us_error *err)
{
    int at = change->first;
    if (at <= first_of(e, held) || at >= end_of(e, held))
        return us_error_refuse(err, "a goal is split between two of its orders");
    if (e->annotation->count >= US_ANNOTATION_GOALS_MAX)
        return us_error_refuse(err, "there are as many goals as there may be");
    US_AUTOFREE bool *second = US_NEW_ARRAY(bool, e->orders + 1);
    memcpy(second + at, held + at, (size_t)(e->orders - at));
    memset(held + at, false, (size_t)(e->orders - at));
    us_goal_instance rest = *goal;
    uint32_t was = goal->id;
    rest.id = 0;
    us_annotation_move_children(e->annotation, e->seat, was, goal->parent);
    rehold(e, goal, held);
    goal->closed = -1; /* the first part's end is unknown */
    goal->achieved = false;
    us_goal_instance *made = us_annotation_add(e->annotation, &rest);
    rehold(e, made, second);
    *id = made->id;
    return US_OK;
}

/* ---- merging and parents */

static bool is_below(const us_editing *e, const us_goal_instance *goal, uint32_t above)
{
    for (int steps = 0; goal && steps <= e->annotation->count; steps++) {
        if (goal->id == above)
            return true;
        goal = goal->parent ? find(e, goal->parent) : NULL;
    }
    return false;
}

static us_status edit_merge(us_editing *e, const us_edit *change, uint32_t *id, us_error *err)
{
    us_goal_instance *one, *other;
    US_TRY(need(e, change->id, &one, err));
    US_TRY(need(e, change->other, &other, err));
    if (one == other)
        return us_error_refuse(err, "a goal cannot be merged with itself");
    if (!us_goal_equal(e->course->domain, &one->goal, &other->goal))
        return us_error_refuse(err, "only two of the same goal, of one kind, can be merged");
    bool *held = held_by(e, one), *more = held_by(e, other);
    const us_goal_instance *later = end_of(e, held) >= end_of(e, more) ? one : other;
    us_cycle opened = one->opened < other->opened ? one->opened : other->opened;
    one->closed = later->closed;
    one->achieved = later->achieved;
    for (int i = 0; i < e->orders; i++)
        held[i] |= more[i];
    if (is_below(e, one, other->id))
        one->parent = other->parent;
    uint32_t *below, gone = other->id;
    int count = list_below(e, gone, &below);
    us_annotation_remove(e->annotation, other);
    one = find(e, change->id);
    rehold(e, one, held);
    one->opened = opened;
    for (int i = 0; i < count; i++)
        if (below[i] != one->id)
            nest(e, find(e, below[i]));
    us_mem_free(below);
    *id = one->id;
    us_mem_free(held);
    us_mem_free(more);
    return US_OK;
}

static us_status edit_parent(us_editing *e, us_goal_instance *goal, const us_edit *change,
                             us_error *err)
{
    us_goal_instance *above;
    if (change->other == 0) {
        us_goal_instance_set_manual(goal);
        goal->parent = 0;
        return US_OK;
    }
    US_TRY(need(e, change->other, &above, err));
    if (is_below(e, above, goal->id))
        return us_error_refuse(err, "a goal cannot stand below itself");
    bool *held = held_by(e, goal), *all = held_by(e, above);
    int lacks = -1;
    for (int i = 0; i < e->orders && lacks < 0; i++)
        if (held[i] && !all[i])
            lacks = i;
    us_mem_free(held);
    us_mem_free(all);
    if (lacks >= 0)
        return us_error_refuse(
            err, "goal %u lacks order %u: a goal above holds all orders of those below",
            (unsigned)above->id, (unsigned)e->own[lacks]);
    us_goal_instance_set_manual(goal);
    goal->parent = above->id;
    return US_OK;
}

/* ---- ends, suggestions, all changes */

us_cycle us_editing_earliest_end(const us_editing *e, const us_goal_instance *goal)
{
    int at = goal->spans > 0 ? us_editing_place(e, goal->span[0].from) : e->orders;
    return at < e->orders && e->given[at] > goal->opened ? e->given[at] : goal->opened;
}

static us_status edit_close(us_editing *e, us_goal_instance *goal, const us_edit *change,
                            us_error *err)
{
    us_cycle least = us_editing_earliest_end(e, goal);
    if (change->closed >= 0 && (change->closed < least || change->closed > e->course->cycles))
        return us_error_refuse(
            err, "cycle %d: expected one from %d, where it begins, to %d, where the game ends",
            (int)change->closed, (int)least, (int)e->course->cycles);
    if (change->closed < 0 && change->achieved)
        return us_error_refuse(err, "a goal that was achieved ended at some cycle: say at which");
    goal->closed = change->closed < 0 ? -1 : change->closed;
    goal->achieved = change->achieved;
    us_suggestion_accept(e->annotation, goal);
    return US_OK;
}

/* ids: one goal's, or all. */
static us_status edit_suggested(us_editing *e, us_span ids, bool accepts, us_error *err)
{
    int count = accepts ? us_suggestions_accept(e->annotation, e->seat, ids)
                        : us_suggestions_remove(e->annotation, e->seat, ids);
    if (count > 0)
        return US_OK;
    return us_error_refuse(err,
                           ids.from ? "that goal is no suggestion" : "there are no suggestions");
}

static us_status edit_orders(us_editing *e, us_goal_instance *goal, const us_edit *change,
                             uint32_t *id, us_error *err)
{
    US_AUTOFREE bool *held = held_by(e, goal);
    us_status status;
    if (first_of(e, held) == e->orders)
        status = us_error_refuse(err, "the goal has no order of this seat: delete it");
    else if (change->kind == US_EDIT_SPLIT)
        status = edit_split(e, goal, change, held, id, err);
    else if (change->kind == US_EDIT_FROM || change->kind == US_EDIT_TO)
        status = edit_edge(e, goal, change, held, err);
    else
        status = edit_assign(e, goal, change, held, err);
    return status;
}

us_status us_edit_apply(us_editing *e, const us_edit *change, uint32_t *id, us_error *err)
{
    bool accepts = change->kind == US_EDIT_ACCEPT;
    us_goal_instance *goal = NULL;
    if (change->kind == US_EDIT_ADD)
        return edit_add(e, change, id, err);
    if (change->kind == US_EDIT_MERGE)
        return edit_merge(e, change, id, err);
    if ((accepts || change->kind == US_EDIT_REJECT) && change->id == 0)
        return edit_suggested(e, US_SUGGESTIONS_ALL, accepts, err);
    US_TRY(need(e, change->id, &goal, err));
    *id = goal->id;
    switch (change->kind) {
    case US_EDIT_GOAL:
        return edit_goal(e, goal, change, err);
    case US_EDIT_CLOSE:
        return edit_close(e, goal, change, err);
    case US_EDIT_PARENT:
        return edit_parent(e, goal, change, err);
    case US_EDIT_ACCEPT:
    case US_EDIT_REJECT:
        return edit_suggested(e, (us_span){goal->id, goal->id + 1}, accepts, err);
    case US_EDIT_DELETE:
        us_annotation_remove(e->annotation, goal);
        return US_OK;
    default:
        return edit_orders(e, goal, change, id, err);
    }
}
