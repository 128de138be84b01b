#include <string.h>

#include "base/sort.h"
#include "learn/nesting.h"

/* ---- intervals */

/* The first ordinal whose order's number is that or higher. */
static int ordinal_of(const us_log *log, const int *order, int orders, uint32_t id)
{
    int low = 0, high = orders;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (log->orders.order[order[middle]].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Its ranges in ordinals. False: none holds an order. */
static bool make_pursuit(const us_log *log, const us_annotation *annotation,
                         const us_goal_instance *instance, const int *order, int orders,
                         us_arena *arena, us_pursuit *out)
{
    us_interval *range = US_ARENA_ARRAY(arena, us_interval, instance->spans + 1);
    int ranges = 0;
    for (int i = 0; i < instance->spans; i++) {
        us_interval in = {ordinal_of(log, order, orders, instance->span[i].from),
                          ordinal_of(log, order, orders, instance->span[i].to)};
        if (in.from == in.to)
            continue;
        if (ranges > 0 && range[ranges - 1].to == in.from)
            range[ranges - 1].to = in.to;
        else
            range[ranges++] = in;
    }
    if (ranges == 0)
        return false;
    *out = (us_pursuit){.instance = instance,
                        .hull = {range[0].from, range[ranges - 1].to},
                        .range = range,
                        .ranges = ranges,
                        .rank = annotation->domain->goal[instance->goal.type].rank,
                        .parent = -1,
                        .lesson = -1};
    return true;
}

static int by_size(const void *one, const void *two)
{
    const us_pursuit *a = one, *b = two;
    int length = a->hull.to - a->hull.from, other = b->hull.to - b->hull.from;
    if (length != other)
        return length < other ? -1 : 1;
    if (a->hull.from != b->hull.from)
        return a->hull.from < b->hull.from ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->instance->id > b->instance->id) - (a->instance->id < b->instance->id);
}

/* ---- who is above whom */

static bool holds_all(const us_pursuit *b, const us_pursuit *a)
{
    int at = 0;
    for (int i = 0; i < a->ranges; i++) {
        while (at < b->ranges && b->range[at].to < a->range[i].to)
            at++;
        if (at == b->ranges || b->range[at].from > a->range[i].from)
            return false;
    }
    return true;
}

static bool is_below(const us_pursuit *a, const us_pursuit *b)
{
    us_standing standing = us_relation_standing(us_relation_of(a->hull, b->hull));
    return standing == US_BELOW || (standing == US_EQUAL && a->rank < b->rank);
}

/* A stretch that begins or ends. */
typedef struct event {
    int at, pursuit;
    bool begins;
} event;

static int by_place(const void *one, const void *two)
{
    const event *a = one, *b = two;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->begins != b->begins)
        return a->begins ? 1 : -1;
    return (a->pursuit > b->pursuit) - (a->pursuit < b->pursuit);
}

/* Goes over the seat's orders once and keeps, by size, the pursuits that are going on. */
typedef struct sweep {
    us_pursuits *all;
    bool labels; /* their ranges; else their hulls */
    event *event;
    int events;
    int *active; /* ascending: the smallest first */
    int count;
    bool shared; /* two of them held one order */
} sweep;

static void list_events(sweep *s)
{
    int stretches = 0;
    for (int i = 0; i < s->all->count; i++)
        stretches += s->labels ? s->all->item[i].ranges : 1;
    s->event = US_NEW_ARRAY(event, 2 * stretches + 1);
    for (int i = 0; i < s->all->count; i++) {
        const us_pursuit *p = &s->all->item[i];
        for (int k = 0; k < (s->labels ? p->ranges : 1); k++) {
            us_interval in = s->labels ? p->range[k] : p->hull;
            s->event[s->events++] = (event){in.from, i, true};
            s->event[s->events++] = (event){in.to, i, false};
        }
    }
    us_sort(s->event, (size_t)s->events, sizeof(*s->event), by_place);
}

/* Where it stands among the active, or would stand. */
static int place_of(const sweep *s, int pursuit)
{
    int low = 0, high = s->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->active[middle] < pursuit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void apply(sweep *s, const event *e)
{
    int at = place_of(s, e->pursuit);
    size_t behind = (size_t)(s->count - at) * sizeof(int);
    if (e->begins) {
        memmove(&s->active[at + 1], &s->active[at], behind);
        s->active[at] = e->pursuit;
        s->count++;
    } else {
        memmove(&s->active[at], &s->active[at + 1], behind - sizeof(int));
        s->count--;
    }
}

/* All that might be above it are active where it begins. */
static void find_parent(sweep *s, int pursuit)
{
    us_pursuit *a = &s->all->item[pursuit];
    for (int i = place_of(s, pursuit) + 1; i < s->count && a->parent < 0; i++) {
        const us_pursuit *b = &s->all->item[s->active[i]];
        if (is_below(a, b) && (!s->labels || holds_all(b, a)))
            a->parent = s->active[i];
    }
}

static bool sweep_over(us_pursuits *all, bool labels)
{
    sweep s = {.all = all, .labels = labels, .active = US_NEW_ARRAY(int, all->count + 1)};
    list_events(&s);
    for (int i = 0; i < s.events;) {
        int at = s.event[i].at, first = i;
        for (; i < s.events && s.event[i].at == at; i++)
            apply(&s, &s.event[i]);
        for (int k = first; k < i; k++)
            if (s.event[k].begins && all->item[s.event[k].pursuit].hull.from == at)
                find_parent(&s, s.event[k].pursuit);
        s.shared |= s.count > 1;
        for (int o = at; labels && s.count > 0 && o < s.event[i].at; o++)
            all->owner[o] = s.active[0];
    }
    us_free(s.event);
    us_free(s.active);
    return s.shared;
}

us_pursuits us_pursuits_of(const us_log *log, const us_annotation *annotation, us_seat seat,
                           const int *order, int orders, us_nesting nesting, us_arena *arena)
{
    us_pursuits all = {.item = US_ARENA_ARRAY(arena, us_pursuit, annotation->count + 1),
                       .orders = orders,
                       .owner = US_ARENA_ARRAY(arena, int, orders + 1)};
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        if (instance->seat == seat)
            all.count +=
                make_pursuit(log, annotation, instance, order, orders, arena, &all.item[all.count]);
    }
    us_sort(all.item, (size_t)all.count, sizeof(*all.item), by_size);
    for (int o = 0; o < orders; o++)
        all.owner[o] = -1;
    bool shared = sweep_over(&all, true);
    if (nesting == US_NEST_TIME || !shared) {
        for (int i = 0; i < all.count; i++)
            all.item[i].parent = -1;
        sweep_over(&all, false);
    }
    return all;
}
