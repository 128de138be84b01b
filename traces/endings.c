#include "traces/endings.h"

#include "domain/action.h"
#include "domain/term.h"
#include "game/check.h"

/* An order that a unit has not ended. */
typedef struct us_pursuit {
    us_review_order *order;
    us_id unit, product; /* product: what it made; 0: nothing yet */
    us_cycle replaced;   /* when another order came behind it; -1: none did */
    bool begun;          /* was seen at it */
} us_pursuit;

struct us_endings {
    us_review *course;
    int next; /* of the course's orders: not yet given */
    US_LIST(us_pursuit) open;
};

us_endings *us_endings_new(us_review *course)
{
    us_endings *endings = US_NEW(us_endings);
    endings->course = course;
    for (int i = 0; i < course->orders; i++) {
        course->order[i].ended = -1;
        course->order[i].done = false;
    }
    return endings;
}

void us_endings_free(us_endings *endings)
{
    us_free(endings->open.item);
    us_free(endings);
}

static const us_action_def *action_of(const us_endings *endings, const us_review_order *order)
{
    return &endings->course->domain->action[order->order.action];
}

static us_type made_by(const us_endings *endings, const us_review_order *order,
                       us_effect_kind *kind)
{
    return us_order_makes(endings->course->domain, &order->order, kind);
}

/* Others of the kind may come before it and behind it. */
static bool makes_where_it_stands(const us_endings *endings, const us_review_order *order)
{
    return made_by(endings, order, NULL) != US_NO_TYPE &&
           us_action_param(action_of(endings, order), US_VALUE_CELL) < 0;
}

/* Its unit is set to 0: it is swept out behind all others. */
static void end(us_pursuit *p, us_cycle cycle, bool done)
{
    p->order->ended = cycle > p->order->ended ? cycle : p->order->ended;
    p->order->done |= done;
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

/* ---- orders that are given */

/* The new order takes the place of the old one at once: the same anew, or anything but another
 * thing to make of who makes things where it stands. Else the next world tells. */
static bool takes_place(const us_endings *endings, const us_review_order *by,
                        const us_review_order *old)
{
    if (by->order.queued)
        return false;
    return makes_where_it_stands(endings, old) ? !makes_where_it_stands(endings, by)
                                               : by->order.action == old->order.action;
}

/* What is done whatever the world is like (`done` "true") lets the unit go on. */
static void replace(us_endings *endings, us_id unit, const us_review_order *by)
{
    if (us_term_constant(us_term_whole(action_of(endings, by)->done)))
        return;
    for (int i = 0; i < endings->open.count; i++) {
        us_pursuit *p = &endings->open.item[i];
        if (p->unit != unit)
            continue;
        if (takes_place(endings, by, p->order))
            end(p, by->cycle, false);
        else
            p->replaced = by->cycle;
    }
}

static void begin(us_endings *endings, us_review_order *order, const us_shown *shown)
{
    for (int i = 0; i < order->order.unit_count; i++) {
        us_id unit = order->order.unit[i];
        const us_entity *e = shown->before ? us_world_find(shown->before, unit) : NULL;
        e = e ? e : us_world_find(shown->world, unit);
        if (!e || e->owner != order->order.seat || us_named_before(&order->order, i))
            continue;
        replace(endings, unit, order);
        us_pursuit pursuit = {.order = order, .unit = unit, .replaced = -1};
        US_LIST_PUT(endings->open, pursuit);
    }
}

static void take_orders(us_endings *endings, const us_shown *shown)
{
    us_review *course = endings->course;
    for (; endings->next < course->orders && course->order[endings->next].cycle < shown->world->now;
         endings->next++) {
        us_review_order *order = &course->order[endings->next];
        if (!order->refused && order->order.action >= 0)
            begin(endings, order, shown);
    }
}

/* ---- what appears */

/* Cells between the maker and what is new, twice, and one more where it was shown to make
 * something else; -1: it is not of that order. */
static int distance_of(const us_endings *endings, const us_pursuit *p, const us_world *before,
                       const us_entity *product)
{
    us_effect_kind kind = US_EFFECT_MOVE;
    const us_order *order = &p->order->order;
    if (p->product || order->seat != product->owner ||
        made_by(endings, p->order, &kind) != product->type || kind != US_EFFECT_CREATE)
        return -1;
    int cell = us_action_param(action_of(endings, p->order), US_VALUE_CELL);
    if (cell >= 0)
        return order->arg[cell] == US_CELL(product->x, product->y) ? 0 : -1;
    const us_entity *maker = us_world_find(before, p->unit);
    return maker ? 2 * us_entity_distance(before->domain, maker, product) +
                       (maker->product != product->type)
                 : -1;
}

static void take_product(us_endings *endings, const us_world *before, const us_entity *product)
{
    us_pursuit *best = NULL;
    int best_far = 0;
    for (int i = 0; i < endings->open.count; i++) {
        us_pursuit *p = &endings->open.item[i];
        int far = p->unit ? distance_of(endings, p, before, product) : -1;
        if (far < 0 || (best && far >= best_far))
            continue;
        best = p;
        best_far = far;
    }
    if (best)
        best->product = product->id;
}

/* ---- what ends */

static void judge(us_endings *endings, us_pursuit *p, const us_shown *shown)
{
    const us_order *order = &p->order->order;
    const us_entity *e = us_world_find(shown->world, p->unit);
    us_view view = {.world = shown->world, .self = order->seat};
    us_cycle now = shown->world->now - 1;
    if (!e) {
        end(p, now, false);
        return;
    }
    bool done = us_action_done(&view, order, p->unit, p->product);
    bool lasts = action_of(endings, p->order)->continues || made_by(endings, p->order, NULL) != US_NO_TYPE;
    bool waits = e->action >= 0 && (makes_where_it_stands(endings, p->order) || order->queued);
    if (lasts && done) {
        end(p, now, true);
    } else if (e->action == order->action) {
        p->begun = true;
    } else if (!waits || (p->begun && !makes_where_it_stands(endings, p->order))) {
        bool replaced = shown->before && p->replaced >= shown->before->now;
        end(p, replaced ? p->replaced : now, done);
    }
}

void us_endings_see(us_endings *endings, const us_shown *shown)
{
    take_orders(endings, shown);
    for (int i = 0; i < shown->events.count; i++) {
        const us_event *event = &shown->events.event[i];
        if (event->kind == US_EVENT_CREATED)
            take_product(endings, shown->before, us_world_find(shown->world, event->entity));
    }
    for (int i = 0; i < endings->open.count; i++)
        if (endings->open.item[i].unit)
            judge(endings, &endings->open.item[i], shown);
    sweep(endings);
}
