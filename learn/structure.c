/* Goal episodes: the nesting of goals, and the goals as steps. */
#include "base/sort.h"
#include "learn/goal_episode.h"
#include "learn/relation.h"

/* A goal instance that has orders. */
typedef struct pursued {
    const us_goal_instance *instance;
    us_interval hull;         /* of its ranges */
    const us_interval *range; /* ordinals that are labeled with it: ascending, not touching */
    int ranges;
    int rank;    /* of its goal type */
    int parent;  /* index of the goal above, or -1 */
    int episode; /* index of its first goal episode */
} pursued;

typedef struct pursuits {
    pursued *item; /* the smaller first */
    int count;
    int *owner; /* by ordinal: index of the smallest goal that is labeled on it, or -1 */
} pursuits;

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
                         us_arena *arena, pursued *out)
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
    *out = (pursued){.instance = instance,
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
    const pursued *a = one, *b = two;
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
static int first_until(const pursued *b, int to)
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

static bool holds_all(const pursued *b, const pursued *a)
{
    for (int i = 0; i < a->ranges; i++) {
        int at = first_until(b, a->range[i].to);
        if (at == b->ranges || b->range[at].from > a->range[i].from)
            return false;
    }
    return true;
}

static bool is_below(const pursued *a, const pursued *b)
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
    pursuits *all;
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
        const pursued *p = &s->all->item[i];
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
    const pursued *p = &s->all->item[e->pursuit];
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
    pursued *a = &s->all->item[pursuit];
    int to = s->labels ? a->range[0].to : a->hull.to;
    int at = next_until(s, behind, to);
    while (at >= 0 && s->labels && !holds_all(&s->all->item[at], a))
        at = next_until(s, at + 1, to);
    us_assert(at < 0 || is_below(a, &s->all->item[at]));
    a->parent = at;
}

/* Returns, by goal, the first goal behind it with another hull or rank. */
static int *list_behind(const pursuits *all)
{
    int *behind = US_NEW_ARRAY(int, all->count + 1);
    for (int i = all->count - 1; i >= 0; i--) {
        const pursued *a = &all->item[i], *b = a + 1;
        bool same = i + 1 < all->count && a->hull.from == b->hull.from &&
                    a->hull.to == b->hull.to && a->rank == b->rank;
        behind[i] = same ? behind[i + 1] : i + 1;
    }
    return behind;
}

static bool sweep_over(pursuits *all, bool labels)
{
    sweep s = {.all = all, .labels = labels, .leaves = 1};
    US_AUTOFREE int *behind = list_behind(all);
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
    return s.shared;
}

/* Returns all goal instances of the seat that have orders, nested, in the arena. order: by ordinal,
 * indexes into log->orders. */
static pursuits list_pursuits(const us_log *log, const us_annotation *annotation, us_seat seat,
                              const int *order, int orders, us_nesting nesting, us_arena *arena)
{
    pursuits all = {.item = US_ARENA_ARRAY(arena, pursued, annotation->count + 1),
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

/* ---- the seat's orders */

static int *take_orders(const us_log *log, us_seat seat, us_arena *arena, int *count)
{
    int *order = US_ARENA_ARRAY(arena, int, log->orders.count + 1);
    *count = 0;
    for (int i = 0; i < log->orders.count; i++) {
        if (log->orders.order[i].seat != seat || us_log_is_earlier(log, i))
            continue;
        us_assert(*count == 0 || log->orders.order[order[*count - 1]].id < log->orders.order[i].id);
        order[(*count)++] = i;
    }
    return order;
}

/* ---- goal episodes */

static int by_begin(const void *one, const void *two)
{
    const pursued *a = *(pursued *const *)one, *b = *(pursued *const *)two;
    if (a->hull.from != b->hull.from)
        return a->hull.from < b->hull.from ? -1 : 1;
    if (a->hull.to != b->hull.to)
        return a->hull.to > b->hull.to ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->instance->id > b->instance->id) - (a->instance->id < b->instance->id);
}

static us_cycle cycle_at(const us_goal_episodes *episodes, int ordinal)
{
    return episodes->log->line[episodes->order[ordinal]].cycle;
}

static void make_episodes(us_goal_episodes *episodes, pursuits *all)
{
    pursued **sorted = US_NEW_ARRAY(pursued *, all->count + 1);
    for (int i = 0; i < all->count; i++)
        sorted[i] = &all->item[i];
    us_array_sort(sorted, (size_t)all->count, sizeof(pursued *), by_begin);
    episodes->episode = US_ARENA_ARRAY(episodes->arena, us_goal_episode, all->count + 1);
    for (int i = 0; i < all->count; i++) {
        pursued *p = sorted[i];
        int parent = p->parent < 0 ? -1 : all->item[p->parent].episode;
        us_assert(p->parent < 0 || parent >= 0);
        p->episode = i;
        episodes->episode[i] = (us_goal_episode){.instance = p->instance,
                                                 .parent = parent,
                                                 .from = p->hull.from,
                                                 .to = p->hull.to,
                                                 .whole = i,
                                                 .began = cycle_at(episodes, p->hull.from),
                                                 .parts = 1};
    }
    episodes->count = all->count;
    us_mem_free(sorted);
}

/* ---- steps */

/* Makes each goal episode a step of its parent. Goal episodes are sorted by their first orders, and
 * so are the steps. */
static void make_steps(us_goal_episodes *episodes)
{
    us_goal_episode *episode = episodes->episode;
    US_AUTOFREE int *room = US_NEW_ARRAY(int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        if (episode[i].parent >= 0)
            room[episode[i].parent]++;
    for (int i = 0; i < episodes->count; i++) {
        us_goal_episode *above = episode[i].parent < 0 ? NULL : &episode[episode[i].parent];
        if (room[i])
            episode[i].step = US_ARENA_ARRAY(episodes->arena, us_step, room[i]);
        if (above)
            above->step[above->steps++] = (us_step){.kind = US_STEP_GOAL,
                                                    .from = episode[i].from,
                                                    .to = episode[i].to,
                                                    .episode = i,
                                                    .cycle = episode[i].began};
    }
}

us_goal_episodes *us_goal_episodes_new(const us_log *log, const us_annotation *annotation,
                                       us_seat seat, const us_goal_episodes_def *def)
{
    us_goal_episodes *episodes = US_NEW(us_goal_episodes);
    us_arena *arena = us_arena_new();
    *episodes = (us_goal_episodes){.log = log,
                                   .seat = seat,
                                   .literal = def->literal,
                                   .most = def->most > 0 ? def->most : US_GOAL_EPISODE_STEPS_MAX,
                                   .arena = arena};
    episodes->order = take_orders(log, seat, arena, &episodes->orders);
    pursuits all = list_pursuits(log, annotation, seat, episodes->order, episodes->orders,
                                 def->nesting, arena);
    make_episodes(episodes, &all);
    for (int o = 0; o < episodes->orders; o++) {
        episodes->unlabeled += all.owner[o] < 0;
        all.owner[o] = all.owner[o] < 0 ? -1 : all.item[all.owner[o]].episode;
    }
    episodes->owner = all.owner;
    make_steps(episodes);
    return episodes;
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
    return (a->episode > b->episode) - (a->episode < b->episode);
}

void us_steps_sort(us_step *step, int steps)
{
    us_array_sort(step, (size_t)steps, sizeof(*step), by_from);
}

void us_goal_episodes_add_acts(us_goal_episodes *episodes, int episode, const us_step *act,
                               int acts)
{
    us_goal_episode *of = &episodes->episode[episode];
    us_step *all = US_ARENA_ARRAY(episodes->arena, us_step, of->steps + acts + 1);
    for (int i = 0; i < of->steps + acts; i++)
        all[i] = i < of->steps ? of->step[i] : act[i - of->steps];
    us_steps_sort(all, of->steps + acts);
    of->step = all;
    of->steps += acts;
}

void us_goal_episodes_free(us_goal_episodes *episodes)
{
    if (!episodes)
        return;
    us_arena_free(episodes->arena);
    us_mem_free(episodes);
}
