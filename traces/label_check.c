#include "traces/label_check.h"

#include <stdio.h>

enum { NAMED = 3 }; /* orders that a finding names; then it counts */

/* `GoalName(...)`, cut where it is long. */
typedef struct us_title {
    char text[120];
} us_title;
static us_title title(const us_annotation *annotation, const us_goal_instance *instance)
{
    us_title out;
    us_str text;
    us_str_init(&text);
    us_goal_print(annotation->domain, &instance->goal, &text);
    snprintf(out.text, sizeof(out.text), "goal %u, %.90s", (unsigned)instance->id, text.text);
    us_str_clear(&text);
    return out;
}

/* Is one above the other, or the same? Ends in a circle of parents, too. */
static bool is_above(const us_annotation *annotation, const us_goal_instance *above,
                     const us_goal_instance *below)
{
    for (int i = 0; below && i <= annotation->count; i++) {
        if (below == above)
            return true;
        below = below->parent ? us_annotation_find(annotation, below->seat, below->parent) : NULL;
    }
    return false;
}

static void check_parent(const us_annotation *annotation, const us_review *course,
                         const us_goal_instance *instance, us_remarks *findings)
{
    if (!instance->parent)
        return;
    us_title name = title(annotation, instance);
    const us_goal_instance *parent =
        us_annotation_find(annotation, instance->seat, instance->parent);
    if (!parent) {
        us_remarks_add(findings, true, instance->line, 0,
                       "%s: its parent %u is not there: expected a goal of seat %d", name.text,
                       (unsigned)instance->parent, instance->seat);
        return;
    }
    if (is_above(annotation, instance, parent)) {
        us_remarks_add(findings, true, instance->line, 0, "%s: stands above its own parent %u",
                       name.text, (unsigned)parent->id);
        return;
    }
    for (int i = 0; i < course->orders; i++) {
        const us_order *order = &course->order[i].order;
        if (order->seat != instance->seat || !us_instance_holds(instance, order->id) ||
            us_instance_holds(parent, order->id))
            continue;
        us_remarks_add(findings, true, instance->line, 0,
                       "%s: order %u is not one of its parent %u: expected all of them there",
                       name.text, (unsigned)order->id, (unsigned)parent->id);
        return;
    }
}

static void check_ranges(const us_annotation *annotation, const us_review *course,
                         const us_goal_instance *instance, us_remarks *findings)
{
    for (int k = 0; k < instance->spans; k++) {
        const us_span *span = &instance->span[k];
        bool any = false;
        for (int i = 0; i < course->orders && !any; i++) {
            const us_order *order = &course->order[i].order;
            any = order->seat == instance->seat && order->id >= span->from && order->id < span->to;
        }
        if (!any)
            us_remarks_add(findings, true, instance->line, 0,
                           "%s: no order of seat %d is in [%u, %u)",
                           title(annotation, instance).text, instance->seat, (unsigned)span->from,
                           (unsigned)span->to);
    }
}

static void check_twins(const us_annotation *annotation, int i, us_remarks *findings)
{
    const us_goal_instance *a = &annotation->goal[i];
    if (i > 0 && annotation->goal[i - 1].seat == a->seat && annotation->goal[i - 1].id == a->id)
        us_remarks_add(findings, true, a->line, 0,
                       "%s: seat %d has another goal %u: expected an id of its own",
                       title(annotation, a).text, a->seat, (unsigned)a->id);
}

static void check_overlaps(const us_annotation *annotation, const us_review *course, int i,
                           us_remarks *findings)
{
    const us_goal_instance *a = &annotation->goal[i];
    for (int k = i + 1; k < annotation->count; k++) {
        const us_goal_instance *b = &annotation->goal[k];
        if (b->seat != a->seat || is_above(annotation, a, b) || is_above(annotation, b, a))
            continue;
        int shared = 0;
        uint32_t first = 0;
        for (int n = 0; n < course->orders; n++) {
            const us_order *order = &course->order[n].order;
            if (order->seat == a->seat && us_instance_holds(a, order->id) &&
                us_instance_holds(b, order->id)) {
                first = shared++ ? first : order->id;
            }
        }
        if (shared > 0)
            us_remarks_add(findings, false, a->line, 0,
                           "%s: shares %d order%s with goal %u, first %u, and neither is above "
                           "the other",
                           title(annotation, a).text, shared, shared == 1 ? "" : "s",
                           (unsigned)b->id, (unsigned)first);
    }
}

static void check_seat(const us_annotation *annotation, const us_review *course, us_seat seat,
                       us_remarks *findings)
{
    int orders = 0, bare = 0, most = 0;
    bool labeled = false;
    for (int g = 0; g < annotation->count; g++)
        labeled |= annotation->goal[g].seat == seat;
    if (!labeled)
        return;
    for (int i = 0; i < course->orders; i++) {
        const us_order *order = &course->order[i].order;
        bool has = false;
        if (order->seat != seat)
            continue;
        orders++;
        for (int g = 0; g < annotation->count && !has; g++)
            has = annotation->goal[g].seat == seat &&
                  us_instance_holds(&annotation->goal[g], order->id);
        if (!has && bare++ < NAMED)
            us_remarks_add(findings, true, 0, 0,
                           "order %u of seat %d, at cycle %d, has no goal: expected at least one",
                           (unsigned)order->id, seat, (int)course->order[i].cycle);
    }
    if (bare > NAMED)
        us_remarks_add(findings, true, 0, 0, "%d more orders of seat %d have no goal", bare - NAMED,
                       seat);
    for (int g = 0; g < annotation->count; g++) {
        int held = 0;
        for (int i = 0; annotation->goal[g].seat == seat && i < course->orders; i++)
            held += course->order[i].order.seat == seat &&
                    us_instance_holds(&annotation->goal[g], course->order[i].order.id);
        most = held > most ? held : most;
    }
    if (most < orders)
        us_remarks_add(findings, true, 0, 0,
                       "no goal of seat %d spans all its %d orders: expected one at the top", seat,
                       orders);
}

void us_annotation_check_form(const us_annotation *annotation, const us_review *course,
                              us_remarks *findings)
{
    if (annotation->count == 0 && course->orders > 0)
        us_remarks_add(findings, true, 0, 0, "no goals: expected at least one for each order");
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        check_twins(annotation, i, findings);
        check_ranges(annotation, course, instance, findings);
        check_parent(annotation, course, instance, findings);
        check_overlaps(annotation, course, i, findings);
    }
    for (us_seat seat = 0; seat < course->scenario->seats; seat++)
        check_seat(annotation, course, seat, findings);
}

/* Where the goal above ended. */
static us_cycle end_above(const us_annotation *annotation, const us_review *course,
                          const us_goal_instance *instance)
{
    const us_goal_instance *parent =
        instance->parent ? us_annotation_find(annotation, instance->seat, instance->parent) : NULL;
    return parent && parent->closed >= 0 ? parent->closed : course->cycles;
}

static void note_reached(us_annotation *annotation, const us_review *course,
                         us_goal_instance *instance, const us_question *question,
                         us_remarks *findings)
{
    us_cycle end = end_above(annotation, course, instance);
    us_cycle reached = us_question_first(question, instance->opened, 1);
    if (reached > end)
        reached = -1;
    if (instance->closed < 0 && reached >= 0) {
        instance->closed = reached;
        instance->achieved = true;
    }
    if (reached < 0)
        us_remarks_add(findings, false, instance->line, 0,
                       "%s: was not reached before its parent's end at cycle %d",
                       title(annotation, instance).text, (int)end);
}

us_status us_annotation_check(us_annotation *annotation, us_review *course, const char *trace,
                              const char *map, us_remarks *findings, bool (*stop)(void),
                              us_error *err)
{
    int count = annotation->count;
    us_question *question = US_NEW_ARRAY(us_question, count + 1);
    for (int i = 0; i < count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        question[i].expr = us_goal_test(annotation->domain, &instance->goal);
        question[i].seat = instance->seat;
        question[i].opened = instance->opened;
        for (int p = 0; p < US_GOAL_PARAMS_MAX; p++)
            question[i].arg[p] = instance->goal.arg[p];
    }
    us_annotation_check_form(annotation, course, findings);
    us_status status = us_review_ask(course, trace, map, question, count, stop, err);
    for (int i = 0; i < count && status == US_OK; i++)
        note_reached(annotation, course, &annotation->goal[i], &question[i], findings);
    us_questions_clear(question, count);
    us_free(question);
    return status;
}
