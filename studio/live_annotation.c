#include "studio/live_annotation.h"

#include <string.h>

#include "traces/world_history.h"

typedef struct annotation_order {
    uint32_t id; /* 0: given, and waiting for the next cycle */
    us_cycle cycle;
} annotation_order;

typedef struct annotation_goal {
    uint32_t id;
    us_goal goal;
    us_cycle opened, closed;     /* -1: open */
    int first, end;              /* places of its orders; end -1: open */
    bool achieved;               /* its test held at the end */
    bool reached;                /* open, and its test holds now */
    int64_t began[US_GAINS_MAX]; /* values of us_goal_begin at `opened` */
} annotation_goal;

struct us_live_annotation {
    const us_domain *domain;
    us_seat seat;
    const char *by;
    us_world_history *past; /* each world at which an order was given, or a goal opened or closed */
    US_LIST(annotation_goal) goal;
    US_LIST(annotation_order) order;
    int applied; /* how many of these have an id */
    uint32_t last;
};

/* ---- life */

us_live_annotation *us_live_annotation_new(const us_domain *domain, const us_view *view,
                                           const us_goal *top, const char *by)
{
    us_live_annotation *annotation = US_NEW(us_live_annotation);
    uint32_t id;
    annotation->domain = domain;
    annotation->seat = view->self;
    annotation->by = by;
    annotation->past = us_world_history_new(view->world);
    us_status opened = us_live_annotation_open_goal(annotation, top, view, 0, &id, NULL);
    us_assert(opened == US_OK);
    return annotation;
}

void us_live_annotation_free(us_live_annotation *annotation)
{
    if (!annotation)
        return;
    us_world_history_free(annotation->past);
    us_mem_free(annotation->goal.item);
    us_mem_free(annotation->order.item);
    us_mem_free(annotation);
}

static int end_of(const us_live_annotation *annotation, const annotation_goal *goal)
{
    return goal->end < 0 ? annotation->order.count : goal->end;
}

/* Counts the orders that only the top goal holds. */
static int count_bare(const us_live_annotation *annotation)
{
    int orders = annotation->order.count, bare = 0, open = 0;
    US_AUTOFREE int *change =
        US_NEW_ARRAY(int, orders + 1); /* of the number of open goals at that place */
    for (int g = 1; g < annotation->goal.count; g++) {
        change[annotation->goal.item[g].first]++;
        change[end_of(annotation, &annotation->goal.item[g])]--;
    }
    for (int o = 0; o < orders; o++)
        bare += (open += change[o]) == 0;
    return bare;
}

void us_live_annotation_add_order(us_live_annotation *annotation, const us_view *view)
{
    us_world_history_add(annotation->past, view->world);
    US_LIST_PUT(annotation->order, ((annotation_order){.cycle = view->world->now}));
}

void us_live_annotation_set_order_id(us_live_annotation *annotation, uint32_t order, us_cycle cycle)
{
    us_assert(annotation->applied < annotation->order.count);
    annotation->order.item[annotation->applied++] = (annotation_order){.id = order, .cycle = cycle};
}

uint32_t us_live_annotation_innermost(const us_live_annotation *annotation)
{
    for (int g = annotation->goal.count - 1; g >= 0; g--)
        if (annotation->goal.item[g].closed < 0)
            return annotation->goal.item[g].id;
    return 0;
}

/* ---- opening and closing */

static us_status find(us_live_annotation *annotation, uint32_t id, annotation_goal **out,
                      us_error *err)
{
    for (int g = 0; g < annotation->goal.count; g++) {
        if (annotation->goal.item[g].id != id)
            continue;
        *out = &annotation->goal.item[g];
        return US_OK;
    }
    return us_error_refuse(err, "there is no goal %u", (unsigned)id);
}

static us_status need_orders(const us_live_annotation *annotation, int back, us_error *err)
{
    if (back >= 0 && back <= annotation->order.count)
        return US_OK;
    return us_error_refuse(err, "%d orders ago: only %d were given", back, annotation->order.count);
}

/* Returns the cycle of the order at that place; now, if the order is still to come. */
static us_cycle cycle_of(const us_live_annotation *annotation, int place, us_cycle now)
{
    return place < annotation->order.count ? annotation->order.item[place].cycle : now;
}

static bool is_reached(const us_live_annotation *annotation, const annotation_goal *goal,
                       const us_view *view)
{
    return us_goal_is_reached(annotation->domain, &goal->goal, view, goal->began);
}

/* Judges a goal by the kept worlds of its beginning and end; an open goal by the current world. */
static void evaluate_goal(us_live_annotation *annotation, annotation_goal *goal,
                          const us_view *view)
{
    us_view then = {.world = us_world_history_at(annotation->past, goal->opened),
                    .self = annotation->seat};
    us_goal_begin(annotation->domain, &goal->goal, &then, goal->began);
    goal->reached = goal->closed < 0 && is_reached(annotation, goal, view);
    if (goal->closed < 0)
        return;
    then.world = us_world_history_at(annotation->past, goal->closed);
    goal->achieved = is_reached(annotation, goal, &then);
}

us_status us_live_annotation_open_goal(us_live_annotation *annotation, const us_goal *goal,
                                       const us_view *view, int back, uint32_t *id, us_error *err)
{
    annotation_goal made = {.goal = *goal, .closed = -1, .end = -1};
    int seats = view->world->seats;
    US_TRY(need_orders(annotation, back, err));
    us_goal_resolve_seats(annotation->domain, &made.goal, annotation->seat, seats);
    us_seat stranger = us_goal_find_missing_seat(annotation->domain, &made.goal, seats);
    if (stranger != US_NEUTRAL)
        return us_error_refuse(err, "there is no seat %d: expected one from 0 to %d", stranger,
                               seats - 1);
    if (annotation->goal.count == US_LIVE_ANNOTATION_GOALS_MAX)
        return us_error_refuse(err, "there are %d goals: that is all there may be",
                               (int)US_LIVE_ANNOTATION_GOALS_MAX);
    for (int g = 0; g < annotation->goal.count; g++)
        if (annotation->goal.item[g].closed < 0 &&
            us_goal_equal(annotation->domain, &annotation->goal.item[g].goal, &made.goal))
            return us_error_refuse(err, "that goal is open already");
    made.id = ++annotation->last;
    made.first = annotation->order.count - back;
    made.opened = cycle_of(annotation, made.first, view->world->now);
    us_world_history_add(annotation->past, view->world);
    evaluate_goal(annotation, &made, view);
    US_LIST_PUT(annotation->goal, made);
    *id = made.id;
    return US_OK;
}

us_status us_live_annotation_close_goal(us_live_annotation *annotation, uint32_t id,
                                        const us_view *view, int back, us_error *err)
{
    annotation_goal *goal = NULL;
    US_TRY(find(annotation, id, &goal, err));
    US_TRY(need_orders(annotation, back, err));
    if (goal == annotation->goal.item)
        return us_error_refuse(err, "the goal of the whole game ends with the recording");
    if (goal->closed >= 0)
        return us_error_refuse(err, "that goal is closed already");
    int end = annotation->order.count - back;
    if (end < goal->first)
        return us_error_refuse(err, "it would end before it began");
    goal->end = end;
    goal->closed = cycle_of(annotation, end, view->world->now);
    us_world_history_add(annotation->past, view->world);
    evaluate_goal(annotation, goal, view);
    return US_OK;
}

us_status us_live_annotation_move_begin(us_live_annotation *annotation, uint32_t id,
                                        const us_view *view, int orders, us_error *err)
{
    annotation_goal *goal = NULL;
    US_TRY(find(annotation, id, &goal, err));
    US_TRY(need_orders(annotation, orders, err));
    int first = annotation->order.count - orders;
    if (goal == annotation->goal.item)
        return us_error_refuse(err, "the goal of the whole game begins with the recording");
    if (goal->end >= 0 && first > goal->end)
        return us_error_refuse(err, "it would begin after its end");
    if (first == goal->first)
        return US_OK;
    goal->first = first;
    goal->opened = cycle_of(annotation, first, view->world->now);
    if (goal->closed >= 0 && goal->opened > goal->closed)
        goal->opened = goal->closed;
    us_world_history_add(annotation->past, view->world);
    evaluate_goal(annotation, goal, view);
    return US_OK;
}

us_status us_live_annotation_drop(us_live_annotation *annotation, uint32_t id, us_error *err)
{
    annotation_goal *goal = NULL;
    US_TRY(find(annotation, id, &goal, err));
    if (goal == annotation->goal.item)
        return us_error_refuse(err, "the goal of the whole game stays");
    annotation_goal *end = annotation->goal.item + annotation->goal.count;
    memmove(goal, goal + 1, sizeof(*goal) * (size_t)(end - goal - 1));
    annotation->goal.count--;
    return US_OK;
}

void us_live_annotation_finish(us_live_annotation *annotation, const us_view *view)
{
    us_world_history_add(annotation->past, view->world);
    for (int g = 0; g < annotation->goal.count; g++) {
        annotation_goal *goal = &annotation->goal.item[g];
        if (goal->closed >= 0)
            continue;
        goal->end = annotation->order.count;
        goal->closed = view->world->now;
        goal->achieved = is_reached(annotation, goal, view);
    }
}

bool us_live_annotation_update(us_live_annotation *annotation, const us_view *view)
{
    bool changed = false;
    for (int g = 0; g < annotation->goal.count; g++) {
        annotation_goal *goal = &annotation->goal.item[g];
        bool reached = goal->closed < 0 && is_reached(annotation, goal, view);
        changed |= reached != goal->reached;
        goal->reached = reached;
    }
    return changed;
}

/* ---- as an annotation */

/* Counts the goal's orders that have ids. */
static int applied_of(const us_live_annotation *annotation, const annotation_goal *goal)
{
    int end = end_of(annotation, goal);
    end = end < annotation->applied ? end : annotation->applied;
    return end > goal->first ? end - goal->first : 0;
}

/* Returns whether a holds all orders of b and more. Equal spans: the goal of higher rank is above,
 * then the goal opened first. */
static bool is_above(const us_live_annotation *annotation, const annotation_goal *a,
                     const annotation_goal *b)
{
    int a_end = end_of(annotation, a), b_end = end_of(annotation, b);
    if (a->first > b->first || a_end < b_end)
        return false;
    if (a->first < b->first || a_end > b_end)
        return true;
    if (a == annotation->goal.item || b == annotation->goal.item)
        return a == annotation->goal.item;
    int a_rank = annotation->domain->goal[a->goal.type].rank;
    int b_rank = annotation->domain->goal[b->goal.type].rank;
    return a_rank != b_rank ? a_rank > b_rank : a->id < b->id;
}

/* Returns the lowest goal above this one, or NULL. */
static const annotation_goal *parent_of(const us_live_annotation *annotation,
                                        const annotation_goal *goal)
{
    const annotation_goal *parent = NULL;
    for (int g = 0; g < annotation->goal.count; g++) {
        const annotation_goal *other = &annotation->goal.item[g];
        if (other != goal && is_above(annotation, other, goal) &&
            (!parent || is_above(annotation, parent, other)))
            parent = other;
    }
    return parent;
}

void us_live_annotation_export(const us_live_annotation *annotation, us_annotation *out)
{
    int orders = annotation->applied;
    US_AUTOFREE uint32_t *all = US_NEW_ARRAY(uint32_t, orders + 1);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int o = 0; o < orders; o++)
        all[o] = annotation->order.item[o].id;
    for (int g = 0; g < annotation->goal.count; g++) {
        const annotation_goal *goal = &annotation->goal.item[g];
        int held = applied_of(annotation, goal);
        if (held == 0)
            continue;
        const annotation_goal *parent = parent_of(annotation, goal);
        us_goal_instance made = {.id = goal->id,
                                 .parent = parent ? parent->id : 0,
                                 .goal = goal->goal,
                                 .seat = annotation->seat,
                                 .opened = goal->opened,
                                 .closed = goal->closed,
                                 .achieved = goal->achieved,
                                 .by = annotation->by,
                                 .why = ""};
        made.spans = us_spans_make(all + goal->first, held, all, orders, arena, &made.span);
        us_annotation_add(out, &made);
    }
}

void us_live_annotation_write(const us_live_annotation *annotation, us_json_writer *writer)
{
    US_AUTOSTR(text);
    us_json_write_key_int(writer, "orders", annotation->order.count);
    us_json_write_key_int(writer, "unlabeled", count_bare(annotation));
    us_json_write_key_int(writer, "top", annotation->goal.item[0].id);
    us_json_write_key_open(writer, "goals", '[');
    for (int g = 0; g < annotation->goal.count; g++) {
        const annotation_goal *goal = &annotation->goal.item[g];
        const annotation_goal *parent = parent_of(annotation, goal);
        us_str_reset(&text);
        us_goal_print(annotation->domain, &goal->goal, &text);
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "id", goal->id);
        us_json_write_key_int(writer, "parent", parent ? parent->id : 0);
        us_goal_write(annotation->domain, &goal->goal, writer);
        us_json_write_key_string(writer, "text", text.text);
        us_json_write_key_int(writer, "opened", goal->opened);
        if (goal->closed >= 0)
            us_json_write_key_int(writer, "closed", goal->closed);
        us_json_write_key_bool(writer, "open", goal->closed < 0);
        us_json_write_key_bool(writer, "achieved",
                               goal->closed < 0 ? goal->reached : goal->achieved);
        us_json_write_key_int(writer, "orders", end_of(annotation, goal) - goal->first);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}
