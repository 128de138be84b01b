#include "traces/label_check.h"

#include <stdio.h>

#include "base/sort.h"
#include "traces/label_tree.h"

enum { NAMED = 3 }; /* orders that remarks name; further ones are counted */

typedef struct checking {
    const us_annotation *annotation;
    const us_review *course;
    us_remarks *remarks;
    us_label_tree tree;
    uint32_t
        *own[US_SEATS_MAX]; /* numbers of the seat's orders, ascending: us_review_list_orders */
    int owned[US_SEATS_MAX];
    bool earlier[US_SEATS_MAX]; /* the seat was taken over: it has a former player's orders */
} checking;

/* The goal's id and text, cut to fit. */
typedef struct us_title {
    char text[120];
} us_title;
static us_title title(const us_annotation *annotation, const us_goal_instance *instance)
{
    us_title out;
    US_AUTOSTR(text);
    us_goal_print(annotation->domain, &instance->goal, &text);
    snprintf(out.text, sizeof(out.text), "goal %u, %.90s", (unsigned)instance->id, text.text);
    return out;
}

/* Returns the number of the seat's orders with smaller numbers. */
static int count_before(const checking *c, us_seat seat, uint32_t order)
{
    return US_BISECT(i, c->owned[seat], c->own[seat][i] < order);
}

static int count_held(const checking *c, const us_goal_instance *instance)
{
    int held = 0;
    for (int k = 0; k < instance->spans; k++)
        held += count_before(c, instance->seat, instance->span[k].to) -
                count_before(c, instance->seat, instance->span[k].from);
    return held;
}

/* ---- one goal */

us_seat us_review_find_absent_seat(const us_review *course, const us_goal_instance *instance)
{
    if (instance->seat >= course->seats)
        return instance->seat;
    return us_goal_find_missing_seat(course->domain, &instance->goal, course->seats);
}

static void check_seats(const checking *c, const us_goal_instance *instance)
{
    us_seat seat = us_review_find_absent_seat(c->course, instance);
    if (seat != US_NEUTRAL)
        us_remarks_add(c->remarks, true, instance->line, 0,
                       "%s: there is no seat %d: expected one from 0 to %d",
                       title(c->annotation, instance).text, seat, c->course->seats - 1);
}

/* Returns the index of the seat's first order in the span that the parent lacks, or -1. Spans are
 * in order and apart. */
static int find_lacking(const checking *c, us_span span, const us_goal_instance *parent)
{
    const uint32_t *own = c->own[parent->seat];
    int at = count_before(c, parent->seat, span.from), end = count_before(c, parent->seat, span.to);
    if (at == end)
        return -1;
    int k = US_BISECT(i, parent->spans, parent->span[i].to <= own[at]);
    for (; at < end && k < parent->spans && parent->span[k].from <= own[at]; k++)
        at = count_before(c, parent->seat, parent->span[k].to);
    return at < end ? at : -1;
}

static void check_parent(const checking *c, int i)
{
    const us_goal_instance *instance = &c->annotation->goal[i];
    const us_label_place *place = &c->tree.place[i];
    us_title name = title(c->annotation, instance);
    if (place->lost)
        us_remarks_add(c->remarks, true, instance->line, 0,
                       "%s: its parent %u is not there: expected a goal of seat %d", name.text,
                       (unsigned)instance->parent, instance->seat);
    if (place->circle)
        us_remarks_add(c->remarks, true, instance->line, 0, "%s: stands above its own parent %u",
                       name.text, (unsigned)instance->parent);
    if (place->parent < 0)
        return;
    const us_goal_instance *parent = &c->annotation->goal[place->parent];
    for (int k = 0; k < instance->spans; k++) {
        int at = find_lacking(c, instance->span[k], parent);
        if (at < 0)
            continue;
        us_remarks_add(c->remarks, true, instance->line, 0,
                       "%s: order %u is not one of its parent %u: expected all of them there",
                       name.text, (unsigned)c->own[instance->seat][at], (unsigned)parent->id);
        return;
    }
}

/* Counts the orders in the span from before the seat was taken over. */
static int count_earlier(const checking *c, us_seat seat, us_span span)
{
    int count = 0;
    for (int i = 0; i < c->course->orders && c->earlier[seat]; i++) {
        const us_review_order *order = &c->course->order[i];
        count += order->earlier && order->order.seat == seat && order->order.id >= span.from &&
                 order->order.id < span.to;
    }
    return count;
}

static void check_ranges(const checking *c, const us_goal_instance *instance)
{
    int earlier = 0;
    for (int k = 0; k < instance->spans; k++) {
        const us_span *span = &instance->span[k];
        int others = count_earlier(c, instance->seat, *span);
        earlier += others;
        if (count_before(c, instance->seat, span->from) ==
                count_before(c, instance->seat, span->to) &&
            others == 0)
            us_remarks_add(c->remarks, true, instance->line, 0,
                           "%s: no order of seat %d is in [%u, %u)",
                           title(c->annotation, instance).text, instance->seat,
                           (unsigned)span->from, (unsigned)span->to);
    }
    if (earlier > 0)
        us_remarks_add(
            c->remarks, false, instance->line, 0,
            "%s: %d of its orders were given by another player, before seat %d was taken "
            "over: nothing is learned from them",
            title(c->annotation, instance).text, earlier, instance->seat);
}

/* The list is sorted: goals with the same id are neighbors. */
static void check_twins(const checking *c, int i)
{
    const us_goal_instance *a = &c->annotation->goal[i];
    if (i > 0 && a[-1].seat == a->seat && a[-1].id == a->id)
        us_remarks_add(c->remarks, true, a->line, 0,
                       "%s: seat %d has another goal %u: expected an id of its own",
                       title(c->annotation, a).text, a->seat, (unsigned)a->id);
}

/* ---- one seat */

static void warn_bare(const checking *c, us_seat seat, const int *cover)
{
    int bare = 0, held = 0, at = 0;
    for (int i = 0; i < c->course->orders; i++) {
        const us_order *order = &c->course->order[i].order;
        if (order->seat != seat || c->course->order[i].earlier)
            continue;
        held += cover[at++];
        if (held > 0 || bare++ >= NAMED)
            continue;
        us_remark *remark =
            us_remarks_add(c->remarks, true, 0, 0,
                           "order %u of seat %d, at cycle %d, has no goal: expected at least one",
                           (unsigned)order->id, seat, (int)c->course->order[i].cycle);
        if (remark)
            remark->order = order->id;
    }
    if (bare > NAMED)
        us_remarks_add(c->remarks, true, 0, 0, "%d more orders of seat %d have no goal",
                       bare - NAMED, seat);
}

static void check_seat(const checking *c, us_seat seat)
{
    int most = 0, orders = c->owned[seat];
    US_AUTOFREE int *cover =
        US_NEW_ARRAY(int, orders + 1); /* ranges that begin there minus those that end */
    bool labeled = false;
    for (int g = 0; g < c->annotation->count; g++) {
        const us_goal_instance *instance = &c->annotation->goal[g];
        if (instance->seat != seat)
            continue;
        labeled = true;
        for (int k = 0; k < instance->spans; k++) {
            cover[count_before(c, seat, instance->span[k].from)]++;
            cover[count_before(c, seat, instance->span[k].to)]--;
        }
        int held = count_held(c, instance);
        most = held > most ? held : most;
    }
    if (labeled)
        warn_bare(c, seat, cover);
    if (labeled && most < orders)
        us_remarks_add(c->remarks, true, 0, 0,
                       "no goal of seat %d spans all its %d orders: expected one at the top", seat,
                       orders);
}

/* ---- two goals */

typedef struct shared {
    int orders;
    uint32_t first;
} shared;

static shared share(const checking *c, const us_goal_instance *a, const us_goal_instance *b)
{
    shared out = {0, 0};
    for (int i = 0, k = 0; i < a->spans && k < b->spans;) {
        const us_span *one = &a->span[i], *other = &b->span[k];
        uint32_t from = one->from > other->from ? one->from : other->from;
        uint32_t to = one->to < other->to ? one->to : other->to;
        if (from < to) {
            int begin = count_before(c, a->seat, from), end = count_before(c, a->seat, to);
            if (out.orders == 0 && begin < end)
                out.first = c->own[a->seat][begin];
            out.orders += end - begin;
        }
        i += one->to == to;
        k += other->to == to;
    }
    return out;
}

static int by_seat_and_start(const void *one, const void *two)
{
    const us_goal_instance *const *a = one, *const *b = two;
    if ((*a)->seat != (*b)->seat)
        return (*a)->seat < (*b)->seat ? -1 : 1;
    if ((*a)->span[0].from != (*b)->span[0].from)
        return (*a)->span[0].from < (*b)->span[0].from ? -1 : 1;
    return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

static bool is_above(const checking *c, const us_goal_instance *a, const us_goal_instance *b)
{
    const us_goal_instance *goal = c->annotation->goal;
    return us_label_tree_is_ancestor(&c->tree, (int)(a - goal), (int)(b - goal));
}

/* Fills next with the index of the first goal behind each that is not below it. */
static void list_next(const checking *c, const us_goal_instance *const *list, int *next)
{
    int count = c->annotation->count;
    for (int i = count - 1; i >= 0; i--) {
        next[i] = i + 1;
        while (next[i] < count && is_above(c, list[i], list[next[i]]))
            next[i] = next[next[i]];
    }
}

/* Checks each goal against the goals that begin before its end, in the order of their
 * beginnings. */
static us_status check_overlaps(const checking *c, const us_goal_instance **list,
                                bool (*stop)(void), us_error *err)
{
    int count = c->annotation->count;
    US_AUTOFREE int *next = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = &c->annotation->goal[i];
    us_array_sort(list, (size_t)count, sizeof(const us_goal_instance *), by_seat_and_start);
    list_next(c, list, next);
    for (int i = 0; i < count; i++) {
        const us_goal_instance *a = list[i];
        uint32_t end = a->span[a->spans - 1].to;
        if (stop && stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted among the goals");
        for (int k = next[i]; k < count && c->remarks->count < US_REMARKS_MAX;) {
            const us_goal_instance *b = list[k];
            bool below = is_above(c, a, b);
            if (b->seat != a->seat || b->span[0].from >= end)
                break;
            k = below ? next[k] : k + 1;
            if (below || is_above(c, b, a))
                continue;
            shared both = share(c, a, b);
            if (both.orders > 0)
                us_remarks_add(c->remarks, false, a->line, 0,
                               "%s: shares %d order%s with goal %u, first %u, and neither is "
                               "above the other",
                               title(c->annotation, a).text, both.orders,
                               both.orders == 1 ? "" : "s", (unsigned)b->id, (unsigned)both.first);
        }
    }
    return US_OK;
}

/* ---- the whole form */

us_status us_annotation_check_form(const us_annotation *annotation, const us_review *course,
                                   us_remarks *remarks, bool (*stop)(void), us_error *err)
{
    checking c = {.annotation = annotation, .course = course, .remarks = remarks};
    us_label_tree_init(&c.tree, annotation);
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++) {
        c.own[seat] = US_NEW_ARRAY(uint32_t, course->orders + 1);
        c.owned[seat] = us_review_list_orders(course, seat, c.own[seat]);
    }
    for (int i = 0; i < course->orders; i++)
        c.earlier[course->order[i].order.seat] |= course->order[i].earlier;
    /* Goals that could not be read have remarks: "no goals" would repeat these. */
    if (annotation->count == 0 && course->orders > 0 && remarks->errors == 0)
        us_remarks_add(remarks, true, 0, 0, "no goals: expected at least one for each order");
    for (int i = 0; i < annotation->count; i++) {
        check_twins(&c, i);
        check_seats(&c, &annotation->goal[i]);
        check_ranges(&c, &annotation->goal[i]);
        check_parent(&c, i);
    }
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
        check_seat(&c, seat);
    US_AUTOFREE const us_goal_instance **list =
        US_NEW_ARRAY(const us_goal_instance *, annotation->count + 1);
    us_status status = check_overlaps(&c, list, stop, err);
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
        us_mem_free(c.own[seat]);
    us_label_tree_clear(&c.tree);
    return status;
}

/* ---- the game */

static void note_reached(us_goal_instance *instance, const us_annotation *annotation, us_cycle end,
                         bool below, const us_question *question, us_remarks *remarks)
{
    us_cycle reached = us_question_find_first(question, instance->opened, 1);
    us_title name = title(annotation, instance);
    const char *whose = below ? "its parent's" : "the game's";
    bool open = instance->closed < 0;
    if (reached > end)
        reached = -1;
    if (open) {
        instance->closed = reached >= 0 ? reached : end;
        instance->achieved = reached >= 0;
    }
    if (us_goal_instance_result(instance) == 0 && open)
        us_remarks_add(remarks, false, instance->line, 0,
                       "%s: was not reached before %s end at cycle %d", name.text, whose, (int)end);
    else if (us_goal_instance_result(instance) == 0)
        us_remarks_add(remarks, false, instance->line, 0,
                       "%s: was not reached when it was closed at cycle %d", name.text,
                       (int)instance->closed);
    else if (reached < 0)
        us_remarks_add(remarks, false, instance->line, 0,
                       "%s: is said to be achieved, but its test did not hold before %s end at "
                       "cycle %d",
                       name.text, whose, (int)end);
}

/* Parents come before their children, so that their ends are known. */
static void note_all(us_annotation *annotation, const us_review *course,
                     const us_question *question, us_remarks *remarks)
{
    us_label_tree tree;
    us_label_tree_init(&tree, annotation);
    for (int i = 0; i < tree.count; i++) {
        int at = tree.order[i], above = tree.place[at].parent;
        bool below = above >= 0 && annotation->goal[above].closed >= 0;
        us_cycle end = below ? annotation->goal[above].closed : course->cycles;
        if (annotation->goal[at].seat < course->seats)
            note_reached(&annotation->goal[at], annotation, end, below, &question[at], remarks);
    }
    us_label_tree_clear(&tree);
}

us_status us_annotation_check(us_annotation *annotation, us_review *course, const char *trace,
                              const char *map, us_remarks *remarks, bool (*stop)(void),
                              us_error *err)
{
    US_TRY(us_annotation_check_form(annotation, course, remarks, stop, err));
    int count = annotation->count;
    US_AUTOFREE us_question *question = US_NEW_ARRAY(us_question, count + 1);
    for (int i = 0; i < count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        question[i].expr = us_goal_test(annotation->domain, &instance->goal);
        /* A seat that the game doesn't have sees nothing; note_all skips it. */
        question[i].seat = instance->seat < course->seats ? instance->seat : US_NEUTRAL;
        question[i].opened = instance->opened;
        for (int p = 0; p < US_GOAL_PARAMS_MAX; p++)
            question[i].arg[p] = instance->goal.arg[p];
    }
    us_status status = us_review_answer(course, trace, map, question, count, stop, err);
    if (status == US_OK)
        note_all(annotation, course, question, remarks);
    us_questions_clear(question, count);
    return status;
}
