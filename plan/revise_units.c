#include <string.h>

#include "domain/action.h"
#include "plan/internal.h"

/* ---- candidates */

static bool owner_fits(const us_view *view, int owner, us_seat is)
{
    switch (owner) {
    case US_SEAT_SELF:
        return is == view->self;
    case US_SEAT_ENEMY:
        return is != view->self && is != US_NEUTRAL;
    case US_SEAT_NONE:
        return true;
    default:
        return is == owner;
    }
}

static bool type_fits(const us_domain *domain, const us_slot_description *described, us_type type)
{
    const us_type_def *def = &domain->type[type];
    if (described->type == US_NO_TYPE)
        return described->role < 0 || (def->roles >> described->role & 1);
    return us_type_is_a(domain, type, described->type) ||
           (def->counterpart != US_NO_TYPE &&
            us_type_is_a(domain, def->counterpart, described->type));
}

static bool order_holds(const us_view *view, const us_unit_query *query, us_id id)
{
    if (!query->order)
        return true;
    if (query->action >= 0)
        return us_action_is_allowed(view, query->order, id);
    us_order order = *query->order;
    order.arg[query->param] = (int32_t)id;
    return order.unit_count > 0 && us_action_is_allowed(view, &order, order.unit[0]);
}

/* Whether the entity can do, or suffer, what is asked, without regard to its likeness. */
static bool may_be_it(const us_view *view, const us_unit_query *query, const us_entity *e)
{
    if (query->action >= 0 && (e->owner != view->self || (e->flags & US_ENTITY_UNFINISHED) ||
                               !us_type_can_do(view->world->domain, e->type, query->action)))
        return false;
    return (!query->free || query->free(query->context, e->id)) && order_holds(view, query, e->id);
}

static bool is_such(const us_view *view, const us_slot_description *described, const us_entity *e)
{
    return owner_fits(view, described->owner, e->owner) &&
           type_fits(view->world->domain, described, e->type);
}

/* ---- unlikeness */

static int percent_of(const us_domain *domain, const us_entity *e)
{
    int full = domain->type[e->type].attribute[0];
    return full > 0 ? (int)((int64_t)100 * e->attribute[0] / full) : 100;
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* Returns the levels between the described type and this one, or its counterpart. */
static int type_depth(const us_domain *domain, us_type type, us_type described)
{
    if (described == US_NO_TYPE)
        return 0;
    int depth = us_type_depth(domain, type, described);
    us_type other = domain->type[type].counterpart;
    return depth >= 0 || other == US_NO_TYPE ? depth : us_type_depth(domain, other, described);
}

static int64_t weigh_joint(us_reviser *reviser, const us_slot_description *described,
                           const us_entity *e)
{
    enum { LEVEL = 100, PERCENT = 3, STATUS = 250 };
    const us_domain *domain = reviser->domain;
    const us_map_frame *frame = us_reviser_frame(reviser);
    us_box box = us_entity_box(domain, e);
    int64_t unlike = LEVEL * type_depth(domain, e->type, described->type);
    int along, across;
    if (described->placed) {
        us_description_compute_place(frame, box, &along, &across);
        unlike += us_dissimilarity_compute_place(described, along, across);
    }
    if (described->nears) {
        int32_t near[US_NEARNESS_MAX];
        us_reviser_measure(reviser, us_map_frame_spot(frame, box), near);
        unlike += us_dissimilarity_compute_near(domain, described, near);
    }
    if (described->percent >= 0)
        unlike += PERCENT * apart(described->percent, percent_of(domain, e));
    if (described->status >= 0 && described->status != e->status)
        unlike += STATUS;
    return unlike;
}

/* Computes the article's five features, each from 0 to 1000 except for places far from the way. */
static int64_t weigh_article(us_reviser *reviser, const us_slot_description *described,
                             const us_entity *e)
{
    int64_t sum = 0, percent = 0;
    if (!owner_fits(&reviser->view, described->owner, e->owner))
        sum += 1000 * 1000;
    if (!type_fits(reviser->domain, described, e->type))
        sum += 1000 * 1000;
    if (described->placed) {
        int along, across;
        us_description_compute_place(us_reviser_frame(reviser), us_entity_box(reviser->domain, e),
                                     &along, &across);
        int64_t x = apart(described->along, along), y = apart(described->across, across);
        sum += x * x + y * y;
    }
    if (described->percent >= 0)
        percent = 10 * apart(described->percent, percent_of(reviser->domain, e));
    if (described->status >= 0 && described->status != e->status)
        sum += 1000 * 1000;
    return sum + percent * percent;
}

/* ---- the best */

typedef struct choice {
    us_id *id;
    int64_t unlike[US_ORDER_UNITS_MAX];
    int count, want;
} choice;

/* Inserts by unlikeness; of equals, earlier ones come first. */
static void offer(choice *c, us_id id, int64_t unlike)
{
    int at = c->count;
    if (at == c->want && (at == 0 || c->unlike[at - 1] <= unlike))
        return;
    at -= at == c->want;
    c->count = at + 1;
    for (; at > 0 && c->unlike[at - 1] > unlike; at--) {
        c->unlike[at] = c->unlike[at - 1];
        c->id[at] = c->id[at - 1];
    }
    c->unlike[at] = unlike;
    c->id[at] = id;
}

static int wanted(const us_unit_query *query, int room)
{
    const us_slot_description *described = query->described;
    int want = query->want;
    if (want == 0)
        want = described->kind != US_VALUE_GROUP ? 1
               : described->number > 0           ? described->number
                                                 : US_REVISE_ALL;
    room = room < US_ORDER_UNITS_MAX ? room : US_ORDER_UNITS_MAX;
    return want < 0 || want > room ? room : want;
}

typedef int64_t weigh_fn(us_reviser *reviser, const us_slot_description *described,
                         const us_entity *e);

static int choose(us_reviser *reviser, const us_unit_query *query, bool such, weigh_fn *weigh,
                  us_id *out, int room)
{
    const us_view *view = &reviser->view;
    const us_entity *first = NULL; /* is weighed only if there is another */
    choice c;
    c.id = out;
    c.count = 0;
    c.want = wanted(query, room);
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if ((such && !is_such(view, query->described, e)) || !may_be_it(view, query, e))
            continue;
        if (!first) {
            first = e;
            continue;
        }
        if (c.count == 0)
            offer(&c, first->id, weigh ? weigh(reviser, query->described, first) : 0);
        offer(&c, e->id, weigh ? weigh(reviser, query->described, e) : 0);
    }
    if (first && c.count == 0)
        offer(&c, first->id, 0);
    return c.count;
}

int us_reviser_find_units_joint(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                int room)
{
    return choose(reviser, query, true, weigh_joint, out, room);
}

int us_reviser_find_units_article(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                  int room)
{
    return choose(reviser, query, false, weigh_article, out, room);
}

int us_reviser_find_units_first(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                int room)
{
    return choose(reviser, query, true, NULL, out, room);
}
