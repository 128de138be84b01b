#include "learn/nesting.h"
#include "base/sort.h"

/* ---- intervals */

/* Returns the first ordinal whose order has that number or a higher one. */
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

/* Converts the goal's ranges to ordinals. Returns false if none holds an order. */
static bool make_pursuit(const us_log *log, const us_annotation *annotation,
                         const us_goal_instance *instance, const int *order, int orders,
                         us_arena *arena, us_pursued *out)
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
    *out = (us_pursued){.instance = instance,
                        .hull = {range[0].from, range[ranges - 1].to},
                        .range = range,
                        .ranges = ranges,
                        .rank = annotation->domain->goal[instance->goal.type].rank,
                        .parent = -1,
                        .episode = -1};
    return true;
}

static int by_size(const void *one, const void *two)
{
    const us_pursued *a = one, *b = two;
    int length = a->hull.to - a->hull.from, other = b->hull.to - b->hull.from;
    if (length != other)
        return length < other ? -1 : 1;
    if (a->hull.from != b->hull.from)
        return a->hull.from < b->hull.from ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->instance->id > b->instance->id) - (a->instance->id < b->instance->id);
}

/* ---- parents */

/* Returns the first of b's ranges that ends at `to` or behind it; b->ranges: none. */
static int first_until(const us_pursued *b, int to)
{
    int low = 0, high = b->ranges;
    while (low < high) {
        int middle = (low + high) / 2;
        if (b->range[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool holds_all(const us_pursued *b, const us_pursued *a)
{
    for (int i = 0; i < a->ranges; i++) {
        int at = first_until(b, a->range[i].to);
        if (at == b->ranges || b->range[at].from > a->range[i].from)
            return false;
    }
    return true;
}

static bool is_below(const us_pursued *a, const us_pursued *b)
{
    us_position position = us_relation_position(us_relation_compute(a->hull, b->hull));
    return position == US_BELOW || (position == US_EQUAL && a->rank < b->rank);
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

/* One pass over the seat's orders. It keeps the goals that are going on, with the ends of their
 * present stretches. */
typedef struct sweep {
    us_pursuits *all;
    bool labels; /* stretches are ranges; else hulls */
    event *event;
    int events;
    int *until;  /* a tree of ends: leaves by goal, 0 for one that isn't going on; an inner node has
                    the greatest end below it. The root is 1 */
    int leaves;  /* a power of two */
    int count;   /* of goals that are going on */
    bool shared; /* two goals held one order */
} sweep;

static void list_events(sweep *s)
{
    int stretches = 0;
    for (int i = 0; i < s->all->count; i++)
        stretches += s->labels ? s->all->item[i].ranges : 1;
    s->event = US_NEW_ARRAY(event, 2 * stretches + 1);
    for (int i = 0; i < s->all->count; i++) {
        const us_pursued *p = &s->all->item[i];
        for (int k = 0; k < (s->labels ? p->ranges : 1); k++) {
            us_interval in = s->labels ? p->range[k] : p->hull;
            s->event[s->events++] = (event){in.from, i, true};
            s->event[s->events++] = (event){in.to, i, false};
        }
    }
    us_array_sort(s->event, (size_t)s->events, sizeof(*s->event), by_place);
}

static void apply(sweep *s, const event *e)
{
    const us_pursued *p = &s->all->item[e->pursuit];
    int at = s->leaves + e->pursuit;
    s->until[at] = 0;
    if (e->begins)
        s->until[at] = s->labels ? p->range[first_until(p, e->at + 1)].to : p->hull.to;
    for (at /= 2; at > 0; at /= 2) {
        int one = s->until[2 * at], other = s->until[2 * at + 1];
        s->until[at] = one > other ? one : other;
    }
    s->count += e->begins ? 1 : -1;
}

/* Returns the first goal, at index `from` or behind, that goes on until `to` at least, or -1. */
static int next_until(const sweep *s, int from, int to)
{
    int at = s->leaves + from;
    if (from >= s->leaves)
        return -1;
    while (s->until[at] < to) { /* on to the next subtree to the right, up where it is complete */
        while (at & 1)
            at /= 2;
        if (at == 0)
            return -1;
        at++;
    }
    while (at < s->leaves)
        at = s->until[2 * at] >= to ? 2 * at : 2 * at + 1;
    return at - s->leaves;
}

/* Finds the parent among the goals that are going on where the goal begins. Goals with its
 * hull and rank stand right behind it and are not above it; later ones that enclose it are. */
static void find_parent(sweep *s, int pursuit, int behind)
{
    us_pursued *a = &s->all->item[pursuit];
    int to = s->labels ? a->range[0].to : a->hull.to;
    int at = next_until(s, behind, to);
    while (at >= 0 && s->labels && !holds_all(&s->all->item[at], a))
        at = next_until(s, at + 1, to);
    us_assert(at < 0 || is_below(a, &s->all->item[at]));
    a->parent = at;
}

/* Returns, by goal, the first goal behind it with another hull or rank. */
static int *list_behind(const us_pursuits *all)
{
    int *behind = US_NEW_ARRAY(int, all->count + 1);
    for (int i = all->count - 1; i >= 0; i--) {
        const us_pursued *a = &all->item[i], *b = a + 1;
        bool same = i + 1 < all->count && a->hull.from == b->hull.from &&
                    a->hull.to == b->hull.to && a->rank == b->rank;
        behind[i] = same ? behind[i + 1] : i + 1;
    }
    return behind;
}

static bool sweep_over(us_pursuits *all, bool labels)
{
    sweep s = {.all = all, .labels = labels, .leaves = 1};
    int *behind = list_behind(all);
    while (s.leaves < all->count)
        s.leaves *= 2;
    s.until = US_NEW_ARRAY(int, 2 * s.leaves);
    list_events(&s);
    for (int i = 0; i < s.events;) {
        int at = s.event[i].at, first = i;
        for (; i < s.events && s.event[i].at == at; i++)
            apply(&s, &s.event[i]);
        for (int k = first; k < i; k++) {
            int pursuit = s.event[k].pursuit;
            if (s.event[k].begins && all->item[pursuit].hull.from == at)
                find_parent(&s, pursuit, behind[pursuit]);
        }
        s.shared |= s.count > 1;
        int smallest = labels ? next_until(&s, 0, 1) : -1;
        for (int o = at; smallest >= 0 && o < s.event[i].at; o++)
            all->owner[o] = smallest;
    }
    us_mem_free(s.event);
    us_mem_free(s.until);
    us_mem_free(behind);
    return s.shared;
}

us_pursuits us_pursuits_from_annotation(const us_log *log, const us_annotation *annotation,
                                        us_seat seat, const int *order, int orders,
                                        us_nesting nesting, us_arena *arena)
{
    us_pursuits all = {.item = US_ARENA_ARRAY(arena, us_pursued, annotation->count + 1),
                       .owner = US_ARENA_ARRAY(arena, int, orders + 1)};
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        if (instance->seat == seat)
            all.count +=
                make_pursuit(log, annotation, instance, order, orders, arena, &all.item[all.count]);
    }
    us_array_sort(all.item, (size_t)all.count, sizeof(*all.item), by_size);
    for (int o = 0; o < orders; o++)
        all.owner[o] = -1;
    bool shared = sweep_over(&all, true);
    if (nesting == US_NEST_TIME || !shared)
        sweep_over(&all, false);
    return all;
}
