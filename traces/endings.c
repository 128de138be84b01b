#include "traces/endings.h"

#include "base/sort.h"
#include "domain/action.h"
#include "domain/term.h"
#include "game/check.h"

/* An order that a unit has not ended yet. */
typedef struct us_open_order {
    const us_order *order;
    us_id unit, product; /* product: the entity that it made; 0: none yet */
    us_cycle replaced;   /* cycle of a later order to the unit; -1: none */
    bool begun;          /* a state showed the unit at it */
} us_open_order;

struct us_endings {
    const us_log *log;
    int next; /* index of the log's next order */
    US_LIST(us_open_order) open;
};

us_endings *us_endings_new(const us_log *log)
{
    us_endings *endings = US_NEW(us_endings);
    endings->log = log;
    return endings;
}

void us_endings_free(us_endings *endings)
{
    if (!endings)
        return;
    us_mem_free(endings->open.item);
    us_mem_free(endings);
}

static const us_action_def *action_of(const us_endings *endings, const us_order *order)
{
    return &endings->log->domain->action[order->action];
}

static us_type made_by(const us_endings *endings, const us_order *order, us_effect_kind *kind)
{
    return us_order_product(endings->log->domain, order, kind);
}

/* Returns whether the order makes a thing where its unit stands. A unit can hold several such
 * orders. */
static bool makes_where_it_stands(const us_endings *endings, const us_order *order)
{
    return made_by(endings, order, NULL) != US_NO_TYPE &&
           us_action_find_param(action_of(endings, order), US_VALUE_CELL) < 0;
}

/* Ends the order. e: its unit as last seen. Sets the order's unit to 0; sweep removes it later. */
static void end(us_open_order *p, const us_entity *e, us_cycle cycle, bool done, us_reason why,
                us_events *out)
{
    us_event event = {.cycle = cycle,
                      .kind = done ? US_EVENT_DONE : US_EVENT_FAILED,
                      .seat = p->order->seat,
                      .type = (us_type)(done ? US_REASON_NONE : why),
                      .entity = p->unit,
                      .value = (int32_t)p->order->id,
                      .extra = p->order->action,
                      .x = e->x,
                      .y = e->y};
    us_events_add(out, &event);
    p->unit = 0;
}

static void sweep(us_endings *endings)
{
    int kept = 0;
    for (int i = 0; i < endings->open.count; i++)
        if (endings->open.item[i].unit)
            endings->open.item[kept++] = endings->open.item[i];
    endings->open.count = kept;
}

/* ---- new orders */

/* Returns whether the new order ends the old one at once. An order that makes things where the unit
 * stands is ended by any other sort of order; all others only by an order of the same action.
 * Otherwise the next state decides. */
static bool takes_place(const us_endings *endings, const us_order *by, const us_order *old)
{
    if (by->queued)
        return false;
    return makes_where_it_stands(endings, old) ? !makes_where_it_stands(endings, by)
                                               : by->action == old->action;
}

/* An order whose `done` is "true" in any world leaves the unit's other orders alone. */
static void replace(us_endings *endings, const us_entity *e, const us_order *by, us_cycle cycle,
                    us_events *out)
{
    if (us_term_is_constant(us_term_from_expr(action_of(endings, by)->done)))
        return;
    for (int i = 0; i < endings->open.count; i++) {
        us_open_order *p = &endings->open.item[i];
        if (p->unit != e->id)
            continue;
        if (takes_place(endings, by, p->order))
            end(p, e, cycle, false, US_REASON_INTERRUPTED, out);
        else
            p->replaced = cycle;
    }
}

/* Looks in the first world, then in the second. */
static const us_entity *find_in(const us_world *first, const us_world *second, us_id id)
{
    const us_entity *e = first ? us_world_find(first, id) : NULL;
    return e || !second ? e : us_world_find(second, id);
}

static void begin(us_endings *endings, int at, const us_state_change *shown, us_events *out)
{
    const us_order *order = &endings->log->orders.order[at];
    for (int i = 0; i < order->unit_count; i++) {
        const us_entity *e = find_in(shown->before, shown->world, order->unit[i]);
        if (!e || e->owner != order->seat || us_order_is_duplicate(order, i))
            continue;
        replace(endings, e, order, endings->log->line[at].cycle, out);
        us_open_order pursuit = {.order = order, .unit = e->id, .replaced = -1};
        US_LIST_PUT(endings->open, pursuit);
    }
}

static void take_orders(us_endings *endings, const us_state_change *shown, us_events *out)
{
    const us_log *log = endings->log;
    for (; endings->next < log->orders.count && log->line[endings->next].cycle < shown->world->now;
         endings->next++)
        if (log->line[endings->next].refused == US_REASON_NONE)
            begin(endings, endings->next, shown, out);
}

/* ---- new entities */

/* Returns twice the cells between maker and product, plus one if the maker was shown to make
 * something else; -1: the product is not of that order. */
static int distance_of(const us_endings *endings, const us_open_order *p, const us_world *before,
                       const us_entity *product)
{
    us_effect_kind kind = US_EFFECT_MOVE;
    const us_order *order = p->order;
    if (p->product || order->seat != product->owner ||
        made_by(endings, p->order, &kind) != product->type || kind != US_EFFECT_CREATE)
        return -1;
    int cell = us_action_find_param(action_of(endings, p->order), US_VALUE_CELL);
    if (cell >= 0)
        return order->arg[cell] == US_CELL(product->x, product->y) ? 0 : -1;
    const us_entity *maker = us_world_find(before, p->unit);
    return maker ? 2 * us_entity_distance(before->domain, maker, product) +
                       (maker->product != product->type)
                 : -1;
}

/* Returns the maker, or 0 if no order fits. */
static us_id take_product(us_endings *endings, const us_world *before, const us_entity *product)
{
    us_open_order *best = NULL;
    int best_far = 0;
    for (int i = 0; i < endings->open.count; i++) {
        us_open_order *p = &endings->open.item[i];
        int far = p->unit ? distance_of(endings, p, before, product) : -1;
        if (far < 0 || (best && far >= best_far))
            continue;
        best = p;
        best_far = far;
    }
    if (best)
        best->product = product->id;
    return best ? best->unit : 0;
}

/* ---- ends of orders */

static void check_order(us_endings *endings, us_open_order *p, const us_state_change *shown,
                        us_events *out)
{
    const us_order *order = p->order;
    const us_entity *e = us_world_find(shown->world, p->unit);
    us_view view = {.world = shown->world, .self = order->seat};
    us_cycle now = shown->world->now - 1;
    if (!e) {
        end(p, us_world_find(shown->before, p->unit), now, false, US_REASON_DEAD, out);
        return;
    }
    bool done = us_action_is_done(&view, order, p->unit, p->product);
    bool lasts =
        action_of(endings, order)->continues || made_by(endings, order, NULL) != US_NO_TYPE;
    bool stands = makes_where_it_stands(endings, order);
    bool waits = e->action >= 0 && (stands || (order->queued && !p->begun));
    if (lasts && done) {
        end(p, e, now, true, US_REASON_NONE, out);
    } else if (e->action == order->action) {
        p->begun = true;
    } else if (!waits) {
        bool replaced = shown->before && p->replaced >= shown->before->now;
        end(p, e, replaced ? p->replaced : now, done && !replaced,
            replaced ? US_REASON_INTERRUPTED : US_REASON_NONE, out);
    }
}

/* The sort is stable: events of one cycle keep their order. */
static int by_cycle(const void *one, const void *two)
{
    const us_event *a = one, *b = two;
    return (a->cycle > b->cycle) - (a->cycle < b->cycle);
}

void us_endings_add_state(us_endings *endings, const us_state_change *shown, us_events *out)
{
    int told = out->count;
    take_orders(endings, shown, out);
    for (int i = 0; i < shown->events.count; i++) {
        us_event event = shown->events.event[i];
        event.cycle = shown->world->now - 1;
        if (event.kind == US_EVENT_CREATED)
            event.other =
                take_product(endings, shown->before, us_world_find(shown->world, event.entity));
        us_events_add(out, &event);
    }
    for (int i = 0; i < endings->open.count; i++)
        if (endings->open.item[i].unit)
            check_order(endings, &endings->open.item[i], shown, out);
    sweep(endings);
    us_array_sort(out->event + told, (size_t)(out->count - told), sizeof(us_event), by_cycle);
}
