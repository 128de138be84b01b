#include "plan/revise.h"

#include <string.h>

#include "base/str.h"
#include "domain/action.h"
#include "plan/places.h"
#include "plan/tuning.h"

/* ---- likeness */

struct us_reviser {
    const us_domain *domain;
    const us_revision_rule *rule;
    us_view view;
    us_map_frame frame;
    bool framed;          /* frame is that of the view */
    bool places_current;  /* places are those of the view */
    bool regions_current; /* the regions of the places are */
    us_places *places;
    int changes;     /* cells of terrain since the places saw it last */
    uint16_t *bound; /* scratch, two for each block */
    int bounds;
};

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int32_t unlike_place(const us_slot_description *described, int along, int across)
{
    return described->placed ? apart(described->along, along) + apart(described->across, across)
                             : 0;
}

int us_nearness_scale(const us_nearness *of, int32_t value)
{
    int64_t half = ((int64_t)of->high - of->low) / 6, far = (int64_t)value - of->low;
    half = half < 1 ? 1 : half;
    return (int)(1000 * far / (far + half));
}

static int32_t unlike_near(const us_domain *domain, const us_slot_description *described,
                           const int32_t *near)
{
    int32_t sum = 0;
    for (int i = 0; i < described->nears; i++)
        sum += apart(us_nearness_scale(&domain->nearness[i], described->near[i]),
                     us_nearness_scale(&domain->nearness[i], near[i]));
    return sum;
}

int us_dissimilarity_compute_terrain(const us_domain *domain, int one, int other, bool alike)
{
    static const us_terrain outside = {.resource = -1};
    if (one == other || !alike)
        return one != other;
    const us_terrain *a = one < 0 ? &outside : &domain->terrain[one];
    const us_terrain *b = other < 0 ? &outside : &domain->terrain[other];
    int unlike = 1;
    unlike += a->passable != b->passable ? US_PASSABLE_WEIGHT : 0;
    unlike += a->buildable != b->buildable ? US_BUILDABLE_WEIGHT : 0;
    unlike += a->resource != b->resource ? US_RESOURCE_WEIGHT : 0;
    unlike += a->breakable != b->breakable ? US_BREAKABLE_WEIGHT : 0;
    return unlike;
}

/* ---- the reviser */

us_reviser *us_reviser_new(const us_domain *domain, const us_revision_rule *rule)
{
    us_reviser *reviser = US_NEW(us_reviser);
    reviser->domain = domain;
    reviser->rule = rule;
    reviser->places = us_places_new(domain);
    return reviser;
}

void us_reviser_free(us_reviser *reviser)
{
    if (!reviser)
        return;
    us_places_free(reviser->places);
    us_mem_free(reviser->bound);
    us_mem_free(reviser);
}

void us_reviser_set_view(us_reviser *reviser, const us_view *view)
{
    us_assert(view->world->domain == reviser->domain);
    reviser->view = *view;
    reviser->framed = reviser->places_current = reviser->regions_current = false;
}

void us_reviser_count_changes(us_reviser *reviser, int cells)
{
    const us_world *world = reviser->view.world;
    reviser->changes += cells;
    if (reviser->changes < US_GROUND_CHANGES || !world->plane[US_PLANE_TERRAIN])
        return;
    us_places_follow_ground(reviser->places, world);
    reviser->changes = 0;
}

const us_map_frame *us_reviser_frame(us_reviser *reviser)
{
    us_assert(reviser->view.world);
    if (!reviser->framed) {
        reviser->frame = us_map_frame_from_view(&reviser->view);
        reviser->framed = true;
    }
    return &reviser->frame;
}

us_regions *us_reviser_regions(us_reviser *reviser)
{
    us_assert(reviser->view.world);
    if (!reviser->regions_current)
        us_regions_update(reviser->places->regions, reviser->view.world);
    reviser->regions_current = true;
    return reviser->places->regions;
}

static bool update_places(us_reviser *reviser)
{
    us_places *places = reviser->places;
    bool ground = reviser->view.world->plane[US_PLANE_TERRAIN] != NULL;
    if (reviser->places_current)
        return ground;
    reviser->places_current = true;
    if (!ground) {
        us_describer_set_view(places->describer, &reviser->view);
        return false;
    }
    us_reviser_regions(reviser);
    reviser->changes = 0;
    us_places_update(places, &reviser->view, us_reviser_frame(reviser));
    if (places->lanes != reviser->bounds) {
        reviser->bounds = places->lanes;
        us_mem_free(reviser->bound);
        reviser->bound = US_NEW_ARRAY(uint16_t, 2 * reviser->bounds);
    }
    return true;
}

static void nearness_at(us_reviser *reviser, int32_t spot, int32_t *near)
{
    us_places *places = reviser->places;
    int x = US_CELL_X(spot), y = US_CELL_Y(spot), others = 0;
    bool known = update_places(reviser) && us_world_is_inside(reviser->view.world, x, y);
    for (int i = 0; i < reviser->domain->nearness_count; i++)
        others += !known || places->layer[i].kind == US_LAYER_OTHER;
    if (others)
        us_describer_compute_near(places->describer, &reviser->view, spot, near);
    for (int i = 0; i < reviser->domain->nearness_count && known; i++)
        if (places->layer[i].kind != US_LAYER_OTHER)
            near[i] = us_places_nearness(places, i, x, y);
}

/* ---- anchors */

static int32_t clamped(const us_world *world, int x, int y)
{
    x = x < 0 ? 0 : x >= world->width ? world->width - 1 : x;
    y = y < 0 ? 0 : y >= world->height ? world->height - 1 : y;
    return US_CELL(x, y);
}

static int32_t moved(us_reviser *reviser, int32_t cell, int x, int y)
{
    int dx, dy;
    us_map_frame_to_map(us_reviser_frame(reviser), x, y, &dx, &dy);
    return clamped(reviser->view.world, US_CELL_X(cell) + dx, US_CELL_Y(cell) + dy);
}

static int32_t middle_of(us_reviser *reviser, const us_entity *e)
{
    const us_map_frame *frame = us_reviser_frame(reviser);
    us_box box = us_entity_box(reviser->domain, e);
    int width = frame->swap ? box.height : box.width, height = frame->swap ? box.width : box.height;
    return moved(reviser, us_map_frame_spot(frame, box), (width - 1) / 2, (height - 1) / 2);
}

/* Returns the cell of an end of the frame, which is in half cells: of two cells the lower one in
 * the frame. */
static int32_t end_of(us_reviser *reviser, bool home)
{
    const us_map_frame *frame = us_reviser_frame(reviser);
    int x = home ? frame->home_x : frame->away_x, y = home ? frame->home_y : frame->away_y;
    bool left = frame->swap ? !frame->flip_y : !frame->flip_x;
    bool top = frame->swap ? !frame->flip_x : !frame->flip_y;
    if (!frame->known) {
        x = reviser->view.world->width;
        y = reviser->view.world->height;
    }
    return clamped(reviser->view.world, (x - (x % 2 == 0 && left)) / 2,
                   (y - (y % 2 == 0 && top)) / 2);
}

static const us_entity *oldest(const us_view *view, int owner, int role)
{
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if (us_owner_fits(view, owner, e->owner) &&
            (view->world->domain->type[e->type].roles >> role & 1))
            return e;
    }
    return NULL;
}

/* Returns the slot that the expression uses, or NULL. */
static const us_slot_row *slot_of(const us_template *template, const us_arg *arg, int *index)
{
    for (int i = 0; i < template->slot_count; i++) {
        if (us_expr_has_slot(arg->expr, i)) {
            *index = i;
            return &template->slot[i];
        }
    }
    return NULL;
}

/* Returns the entity that an expression is about; of a group, the first that is there; or NULL. */
static const us_entity *subject_of(const us_view *view, const us_arg *arg,
                                   const us_binding *binding, int slot)
{
    if (us_expr_kind(arg->expr) == US_VALUE_ENTITY)
        return us_world_find(view->world, (us_id)us_expr_eval(arg->expr, view, binding));
    const us_entity *found = NULL;
    const us_value *group = slot >= 0 && binding ? &binding->value[slot] : NULL;
    for (int i = 0; group && i < group->count && !found; i++)
        found = us_world_find(view->world, group->id[i]);
    return found;
}

int32_t us_reviser_find_anchor(us_reviser *reviser, const us_template *template, const us_arg *arg,
                               const us_binding *binding)
{
    const us_view *view = &reviser->view;
    const us_entity *e = NULL;
    int owner = arg->seat;
    if (arg->expr && us_expr_kind(arg->expr) == US_VALUE_CELL) {
        int32_t cell = (int32_t)us_expr_eval(arg->expr, view, binding);
        return cell == -1 ? -1 : moved(reviser, cell, arg->dx, arg->dy);
    }
    if (arg->expr) {
        int slot = -1;
        const us_slot_row *row = slot_of(template, arg, &slot);
        owner = row ? row->owner : US_SEAT_NONE;
        e = subject_of(view, arg, binding, slot);
    } else {
        e = oldest(view, arg->seat, arg->role);
    }
    if (!e && owner != US_SEAT_SELF && owner != US_SEAT_ENEMY)
        return -1;
    int32_t cell = e ? middle_of(reviser, e) : end_of(reviser, owner == US_SEAT_SELF);
    return moved(reviser, cell, arg->dx, arg->dy);
}

/* ---- units */

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
    return us_owner_fits(view, described->owner, e->owner) &&
           type_fits(view->world->domain, described, e->type);
}

/* ---- unlikeness */

static int percent_of(const us_domain *domain, const us_entity *e)
{
    int full = domain->type[e->type].attribute[0];
    return full > 0 ? (int)((int64_t)100 * e->attribute[0] / full) : 100;
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

static int64_t score_joint(us_reviser *reviser, const us_slot_description *described,
                           const us_entity *e)
{
    const us_domain *domain = reviser->domain;
    const us_map_frame *frame = us_reviser_frame(reviser);
    us_box box = us_entity_box(domain, e);
    int64_t unlike = US_LEVEL_WEIGHT * type_depth(domain, e->type, described->type);
    int along, across;
    if (described->placed) {
        us_description_compute_place(frame, box, &along, &across);
        unlike += unlike_place(described, along, across);
    }
    if (described->nears) {
        int32_t near[US_NEARNESS_MAX] = {0};
        nearness_at(reviser, us_map_frame_spot(frame, box), near);
        unlike += unlike_near(domain, described, near);
    }
    if (described->percent >= 0)
        unlike += US_PERCENT_WEIGHT * apart(described->percent, percent_of(domain, e));
    if (described->status >= 0 && described->status != e->status)
        unlike += US_STATUS_WEIGHT;
    return unlike;
}

/* Computes what the article's five features differ in beside owner and type, which fit: each from 0
 * to 1000 except for places far from the way. */
static int64_t score_article(us_reviser *reviser, const us_slot_description *described,
                             const us_entity *e)
{
    int64_t sum = 0, percent = 0;
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

int us_reviser_find_units(us_reviser *reviser, const us_unit_query *query, us_id *out, int room)
{
    us_assert(reviser->view.world && query->action < reviser->domain->action_count);
    const us_view *view = &reviser->view;
    const us_revision_rule *rule = reviser->rule;
    const us_entity *first = NULL; /* is weighed only if there is another */
    choice c;
    c.id = out;
    c.count = 0;
    c.want = wanted(query, room);
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if (!is_such(view, query->described, e) || !may_be_it(view, query, e))
            continue;
        if (!first) {
            first = e;
            continue;
        }
        if (c.count == 0)
            offer(&c, first->id, rule->weigh ? rule->weigh(reviser, query->described, first) : 0);
        offer(&c, e->id, rule->weigh ? rule->weigh(reviser, query->described, e) : 0);
    }
    if (first && c.count == 0)
        offer(&c, first->id, 0);
    return c.count;
}

/* ---- conditions of a cell */

typedef struct wish {
    int width, height; /* of the building, or of a cell */
    int movement;      /* a unit of that movement can stand there; -1: no condition */
    int walks;         /* a way of that movement leads there; -1: no condition */
    us_box from;       /* where the way begins */
    bool fits, opens;  /* a building fits; there is something to open */
    int resource;      /* lies there, or -1 */
} wish;

static void require_effects(const us_action_def *action, int walks, wish *w)
{
    for (int i = 0; i < action->effect_count; i++) {
        const us_effect *effect = &action->effect[i];
        bool there = effect->param >= 0 && action->param[effect->param].kind == US_VALUE_CELL;
        if (effect->kind == US_EFFECT_MOVE && w->movement < 0)
            w->movement = walks < 0 ? 0 : walks;
        if (effect->kind == US_EFFECT_GAIN && effect->resource >= 0)
            w->resource = effect->resource;
        w->opens = w->opens || (effect->kind == US_EFFECT_OPEN && there);
    }
}

static wish requirements_of(const us_view *view, const us_cell_query *query)
{
    const us_domain *domain = view->world->domain;
    const us_entity *unit = us_world_find(view->world, query->unit);
    int walks = unit ? domain->type[unit->type].movement : -1;
    wish w = {.width = 1, .height = 1, .movement = -1, .walks = walks, .resource = -1};
    if (query->type != US_NO_TYPE) {
        const us_type_def *def = &domain->type[query->type];
        w.width = def->width;
        w.height = def->height;
        w.fits = def->movement < 0;
        w.movement = def->movement;
    }
    if (query->action >= 0 && query->type == US_NO_TYPE)
        require_effects(&domain->action[query->action], walks, &w);
    if (unit)
        w.from = us_entity_box(domain, unit);
    return w;
}

/* ---- one question */

enum { SIDE = US_BLOCK_SIDE, HALF = SIDE / 2 };

typedef int32_t half __attribute__((vector_size(4 * HALF))); /* of a row of a block */

typedef struct straight { /* (start + x * dx + y * dy) / whole, rounded down */
    int64_t start, dx, dy, whole;
    half step[2], rest[2];   /* of x from 0 to 7: quotient and remainder */
    int32_t down, down_rest; /* the same of one row */
} straight;

typedef struct search {
    us_places *places;
    const us_cell_query *query;
    const us_weights *weights;
    us_slot_description is; /* what is sought */
    wish wish;
    bool any;                           /* without conditions */
    int dx, dy;                         /* from the corner of the box to its spot */
    straight way[2];                    /* along and across, by spot */
    int scaled[US_NEARNESS_MAX];        /* of the description */
    int layers, layer[US_NEARNESS_MAX]; /* layers with bounds; others are measured late */
    const uint8_t *unlike[US_WINDOW];   /* by place in the map's window, then 1 + terrain */
    uint8_t times[US_TERRAINS_MAX + 1]; /* how often 1 + terrain is in the described window */
    int32_t apart[US_WINDOW];     /* offset of each place of the window in the ground with border */
    bool holds[US_TERRAINS_MAX];  /* by terrain: the resource is there, or the cell can be opened */
    int32_t rank, rank_x, rank_y; /* of a cell in the frame's order: base, and steps */
} search;

static int64_t floor_of(int64_t part, int64_t whole)
{
    return part / whole - (part % whole < 0);
}

/* Computes us_description_compute_place of the box at each spot in one formula: twice the distance
 * from home times the way, per mille, rounded to the nearest. Turning the frame changes neither
 * product but the sign of the second, which is mirrored with the frame. */
static void lay_way(search *s)
{
    const us_map_frame *f = &s->places->frame;
    int64_t x = f->away_x - f->home_x, y = f->away_y - f->home_y, whole = x * x + y * y;
    int64_t sign = (f->swap ^ f->flip_x ^ f->flip_y) ? -1 : 1;
    int64_t from_x = -2 * s->dx + s->wish.width - f->home_x;
    int64_t from_y = -2 * s->dy + s->wish.height - f->home_y;
    int64_t unit[2][2] = {{x, y}, {-sign * y, sign * x}};
    for (int i = 0; i < 2; i++) {
        s->way[i] = (straight){.whole = 1};
        if (!f->known || whole == 0)
            continue;
        s->way[i].start = 2000 * (unit[i][0] * from_x + unit[i][1] * from_y) + whole;
        s->way[i].dx = 4000 * unit[i][0];
        s->way[i].dy = 4000 * unit[i][1];
        s->way[i].whole = 2 * whole;
        s->way[i].down = (int32_t)floor_of(s->way[i].dy, 2 * whole);
        s->way[i].down_rest = (int32_t)(s->way[i].dy - s->way[i].down * 2 * whole);
        for (int k = 0; k < SIDE; k++) {
            int64_t step = floor_of(k * s->way[i].dx, 2 * whole);
            s->way[i].step[k / HALF][k % HALF] = (int32_t)step;
            s->way[i].rest[k / HALF][k % HALF] = (int32_t)(k * s->way[i].dx - step * 2 * whole);
        }
    }
}

static void lay_order(search *s)
{
    const us_map_frame *f = &s->places->frame;
    int width = s->places->width, height = s->places->height, wide = f->swap ? height : width;
    int step[2] = {f->flip_x ? -1 : 1, f->flip_y ? -wide : wide};
    s->rank_x = step[f->swap];
    s->rank_y = step[!f->swap];
    s->rank = (s->rank_x < 0 ? -s->rank_x * (width - 1) : 0) +
              (s->rank_y < 0 ? -s->rank_y * (height - 1) : 0);
}

static void lay_window(search *s)
{
    const us_places *p = s->places;
    for (int i = 0; i < US_WINDOW; i++) {
        int x = i % US_WINDOW_SIDE - US_BORDER, y = i / US_WINDOW_SIDE - US_BORDER;
        us_map_frame_to_map(&p->frame, x, y, &x, &y);
        s->apart[i] = y * (p->width + 2 * US_BORDER) + x;
        s->times[1 + s->is.window[i]]++;
        s->unlike[i] = p->unlike[s->weights->alike][1 + s->is.window[i]];
    }
}

static void lay_ground(search *s)
{
    const us_domain *domain = s->places->domain;
    int then = s->is.windowed ? s->is.window[US_WINDOW / 2] : -1;
    s->wish.opens = s->wish.opens && then >= 0 && domain->terrain[then].becomes >= 0;
    for (int i = 0; i < domain->terrain_count; i++)
        s->holds[i] = s->wish.resource >= 0 ? domain->terrain[i].resource == s->wish.resource
                                            : domain->terrain[i].becomes >= 0;
}

static void lay(search *s)
{
    const us_places *p = s->places;
    us_box box = {0, 0, s->wish.width, s->wish.height};
    us_assert(1000 * US_NEARNESS_MAX * s->weights->near + 4 * US_PLACE_BOUND * s->weights->place +
                  UINT8_MAX / 8 * US_WINDOW * s->weights->window <
              UINT16_MAX); /* bounds fit */
    int32_t spot = us_map_frame_spot(&p->frame, box);
    s->dx = US_CELL_X(spot);
    s->dy = US_CELL_Y(spot);
    if (!s->is.placed && s->is.nears == 0 && !s->is.windowed)
        s->is.placed = true; /* near home */
    lay_way(s);
    lay_order(s);
    lay_ground(s);
    if (s->is.windowed)
        lay_window(s);
    for (int i = 0; i < s->is.nears && s->weights->near; i++) {
        s->scaled[i] = us_nearness_scale(&p->domain->nearness[i], s->is.near[i]);
        if (p->layer[i].kind != US_LAYER_OTHER)
            s->layer[s->layers++] = i;
    }
}

/* ---- bounds by block */

typedef uint16_t sums __attribute__((vector_size(2 * US_LANES)));

/* Returns how far the least of each block is above the one, or the most below the other. */
static sums gap_to(const int16_t *least, const int16_t *most, int above, int below)
{
    us_lanes under = us_lanes_at(least) - (int16_t)above, over = (int16_t)below - us_lanes_at(most);
    return (sums)((under & (under > 0)) + (over & (over > 0)));
}

/* Returns a lower bound for windows in which no other kinds of ground occur. */
static int window_bound(const search *s, uint64_t kinds)
{
    int sum = 0;
    for (int terrain = 0; terrain <= s->places->domain->terrain_count; terrain++) {
        const uint8_t *unlike = s->places->unlike[s->weights->alike][terrain];
        int least = UINT8_MAX;
        if (s->times[terrain] == 0 || (kinds >> terrain & 1))
            continue;
        for (uint64_t left = kinds; left; left &= left - 1) {
            int here = unlike[__builtin_ctzll(left)];
            least = here < least ? here : least;
        }
        sum += s->times[terrain] * least;
    }
    return s->weights->window * sum;
}

static void add_window_bounds(const search *s, uint16_t *bound)
{
    const us_places *p = s->places;
    uint16_t known[US_MIXES_MAX] = {0};
    for (int i = 0; i < p->mixes; i++)
        known[i] = (uint16_t)window_bound(s, p->mix[i]);
    for (int block = 0; block < p->blocks; block++)
        bound[block] = (uint16_t)(bound[block] + known[p->mix_of[block]]);
}

/* The place of the box on a spot is the spot's own, moved by the same amount for all spots and
 * rounded. So it may lie one farther, which widens the upper bound. */
static void place_bounds(const search *s, int least[2], int most[2])
{
    search cell = {.places = s->places, .wish = {.width = 1, .height = 1}};
    lay_way(&cell);
    for (int i = 0; i < 2; i++) {
        int64_t moved = s->way[i].start - cell.way[i].start, whole = s->way[i].whole;
        int64_t at = i == 0 ? s->is.along : s->is.across, down = floor_of(moved, whole);
        least[i] = us_place_bounded(at - down);
        most[i] = us_place_bounded(at - down - (moved != down * whole));
    }
}

static void find_bounds(const search *s, uint16_t *bound)
{
    const us_places *p = s->places;
    int least[2], most[2];
    place_bounds(s, least, most);
    for (int from = 0; from < p->lanes; from += US_LANES) {
        sums near = {0}, place = {0}, total;
        for (int i = 0; i < s->layers; i++) {
            const us_layer *layer = &p->layer[s->layer[i]];
            int sought = s->scaled[s->layer[i]];
            near += gap_to(layer->least + from, layer->most + from, sought, sought);
        }
        for (int i = 0; i < 2 && s->is.placed; i++)
            place += gap_to(p->low[i] + from, p->top[i] + from, least[i], most[i]);
        total = near * (uint16_t)s->weights->near + place * (uint16_t)s->weights->place;
        memcpy(bound + from, &total, sizeof total);
    }
    if (s->is.windowed && s->weights->window)
        add_window_bounds(s, bound);
}

/* ---- into a block */

/* Returns the corners, of eight in a row, at which all cells of the box have the bit. */
static unsigned all_bits(const search *s, const uint64_t *bits, int x, int y)
{
    uint64_t all = UINT8_MAX;
    for (int k = 0; k < s->wish.height && all; k++) {
        uint64_t row = us_places_bits(s->places, bits, x, y + k);
        for (int i = 0; i < s->wish.width; i++)
            all &= row >> i;
    }
    return (unsigned)all;
}

/* Returns a bit for each spot at which the action can be done, as far as the ground decides. */
static unsigned spots_in_row(const search *s, int x, int y)
{
    const us_places *p = s->places;
    const wish *w = &s->wish;
    int corner_x = x - s->dx, corner_y = y - s->dy;
    bool holds = !s->any && (w->resource >= 0 || w->opens);
    unsigned spots = 0;
    if (!s->any && w->fits)
        return all_bits(s, p->room, corner_x, corner_y);
    if (!s->any && !holds && w->movement >= 0)
        return all_bits(s, us_regions_open(p->regions, w->movement), corner_x, corner_y);
    if (y >= p->height || corner_y < 0 || corner_y + w->height > p->height)
        return 0;
    for (int i = 0; i < US_BLOCK_SIDE; i++) {
        bool inside = x + i < p->width && corner_x + i >= 0 && corner_x + i + w->width <= p->width;
        bool may = inside && (!holds || s->holds[p->terrain[y * p->width + x + i]]);
        spots |= may ? 1u << i : 0;
    }
    return spots;
}

static half within(half value, int most)
{
    half over = value > most, under = value < -most;
    return (value & ~over & ~under) | (over & most) | (under & -most);
}

/* Computes the distance in place for all cells of a block. */
static void find_places(const search *s, int x, int y, int32_t out[US_BLOCK_CELLS])
{
    memset(out, 0, US_BLOCK_CELLS * sizeof *out);
    for (int k = 0; k < 2 && s->is.placed && s->weights->place; k++) {
        const straight *way = &s->way[k];
        int64_t at = way->start + x * way->dx + y * way->dy, quotient = floor_of(at, way->whole);
        int32_t first = (int32_t)quotient, rest = (int32_t)(at - quotient * way->whole);
        int32_t whole = (int32_t)way->whole, is = k ? s->is.across : s->is.along;
        for (int i = 0; i < US_BLOCK_CELLS; i += HALF) {
            half sum, over = way->rest[i / HALF % 2] + rest >= whole;
            half here = within(way->step[i / HALF % 2] + first - over, US_PLACE_MAX);
            half far = here - is, sign = far < 0;
            memcpy(&sum, out + i, sizeof sum);
            sum += (far ^ sign) - sign;
            memcpy(out + i, &sum, sizeof sum);
            if (i / HALF % 2 == 1) {
                rest += way->down_rest;
                first += way->down + (rest >= whole);
                rest -= rest >= whole ? whole : 0;
            }
        }
    }
}

static int window_at(const search *s, int x, int y)
{
    const us_places *p = s->places;
    const uint8_t *ground =
        &p->ground[(y + US_BORDER) * (p->width + 2 * US_BORDER) + x + US_BORDER];
    int sum = 0;
    for (int i = 0; i < US_WINDOW; i++)
        sum += s->unlike[i][ground[s->apart[i]]];
    return s->weights->window * sum;
}

/* Returns the distance in nearnesses that must be measured cell by cell. */
static int others_at(const search *s, const us_view *view, int x, int y)
{
    int32_t near[US_NEARNESS_MAX];
    int sum = 0;
    us_describer_compute_near(s->places->describer, view, US_CELL(x, y), near);
    for (int i = 0; i < s->is.nears; i++) {
        if (s->places->layer[i].kind != US_LAYER_OTHER)
            continue;
        int scaled = us_nearness_scale(&s->places->domain->nearness[i], near[i]);
        sum += scaled < s->scaled[i] ? s->scaled[i] - scaled : scaled - s->scaled[i];
    }
    return s->weights->near * sum;
}

/* Cells where the action can be done, with a key in one number: unlikeness as far as it is cheap,
 * then the frame's order. */
enum { COST_AT = 40, RANK_AT = 20 };
_Static_assert(US_WORLD_SIDE_MAX *US_WORLD_SIDE_MAX <= 1 << RANK_AT, "cells fit");

typedef struct inside {
    uint64_t key[US_BLOCK_CELLS];
    int16_t cell[US_BLOCK_CELLS]; /* in the block */
    int count;
} inside;

/* A layer whose bounds are equal has one value in the whole block. */
static void find_nears(const search *s, int block, int16_t out[US_BLOCK_CELLS])
{
    us_lanes sum[SIDE] = {{0}};
    int16_t even = 0;
    for (int i = 0; i < s->layers; i++) {
        const us_layer *layer = &s->places->layer[s->layer[i]];
        int16_t sought = (int16_t)s->scaled[s->layer[i]], least = layer->least[block];
        if (least == layer->most[block]) {
            even += (int16_t)apart(least, sought);
            continue;
        }
        const int16_t *scaled = us_places_scale_block(s->places, s->layer[i], block);
        for (int row = 0; row < SIDE; row++) {
            us_lanes far = us_lanes_at(scaled + row * SIDE) - sought, sign = far < 0;
            sum[row] += (far ^ sign) - sign;
        }
    }
    for (int row = 0; row < SIDE; row++)
        sum[row] += even;
    memcpy(out, sum, sizeof sum);
}

/* Lists the possible cells of a block that are not worse than the limit already. */
static void open_block(const search *s, int block, uint64_t limit, inside *out)
{
    const us_places *p = s->places;
    int x = block % p->wide * SIDE, y = block / p->wide * SIDE;
    int32_t place[US_BLOCK_CELLS];
    int16_t near[US_BLOCK_CELLS];
    unsigned spots[SIDE], any = 0;
    int worst = limit >> COST_AT > INT32_MAX ? INT32_MAX : (int)(limit >> COST_AT);
    out->count = 0;
    for (int row = 0; row < SIDE; row++)
        any |= spots[row] = spots_in_row(s, x, y + row);
    if (!any)
        return;
    find_places(s, x, y, place);
    find_nears(s, block, near);
    for (int row = 0; row < SIDE; row++) {
        int64_t rank = s->rank + s->rank_x * x + s->rank_y * (y + row);
        for (unsigned left = spots[row]; left; left &= left - 1) {
            int i = __builtin_ctz(left), cell = row * SIDE + i;
            int unlike = s->weights->place * place[cell] + s->weights->near * near[cell];
            if (unlike > worst)
                continue;
            out->key[out->count] = (uint64_t)unlike << COST_AT | (uint64_t)(rank + s->rank_x * i)
                                                                     << RANK_AT;
            out->cell[out->count++] = (int16_t)cell;
        }
    }
}

/* ---- the least of all */

typedef struct best {
    uint64_t key;
    int32_t cell;
    int asked;
} best;

static bool may_be(const us_reviser *reviser, const search *s, us_box box, int *asked)
{
    const us_cell_query *query = s->query;
    const us_world *world = reviser->view.world;
    if (s->any)
        return true;
    if (query->reserved && query->reserved(query->context, box))
        return false;
    if (s->wish.fits && !us_world_can_place(world, query->type, box.x, box.y))
        return false;
    if (s->wish.walks >= 0 &&
        !us_regions_has_path(s->places->regions, s->wish.walks, s->wish.from, box))
        return false;
    if (!query->valid)
        return true;
    if (*asked == US_REVISE_ASKS)
        return false;
    ++*asked;
    return query->valid(query->context, US_CELL(box.x, box.y));
}

static uint64_t all_of(const us_reviser *reviser, const search *s, uint64_t key, int x, int y)
{
    uint64_t more = s->is.windowed && s->weights->window ? (uint64_t)window_at(s, x, y) : 0;
    if (s->weights->near && s->layers < s->is.nears)
        more += (uint64_t)others_at(s, &reviser->view, x, y);
    return key + (more << COST_AT);
}

/* Tries the cells of a block from the least on, as long as one may be better than the best. */
static void try_block(const us_reviser *reviser, const search *s, int block, best *found)
{
    inside in;
    open_block(s, block, found->key, &in);
    while (in.count > 0) {
        int least = 0;
        for (int i = 1; i < in.count; i++)
            least = in.key[i] < in.key[least] ? i : least;
        if (in.key[least] >= found->key)
            return;
        int x = block % s->places->wide * SIDE + in.cell[least] % SIDE;
        int y = block / s->places->wide * SIDE + in.cell[least] / SIDE;
        us_box box = {x - s->dx, y - s->dy, s->wish.width, s->wish.height};
        uint64_t key = all_of(reviser, s, in.key[least], x, y);
        if (key < found->key && may_be(reviser, s, box, &found->asked)) {
            found->key = key;
            found->cell = US_CELL(box.x, box.y);
        }
        in.key[least] = in.key[--in.count];
        in.cell[least] = in.cell[in.count];
    }
}

/* Groups of blocks, with the least bound of each group, so that not all blocks are compared
 * again. */
enum { FEW = 16, DONE = UINT16_MAX };

static void find_least(const uint16_t *bound, int blocks, int group, uint16_t *least)
{
    int to = group * FEW + FEW < blocks ? group * FEW + FEW : blocks;
    least[group] = DONE;
    for (int i = group * FEW; i < to; i++)
        least[group] = bound[i] < least[group] ? bound[i] : least[group];
}

/* A block whose bound equals the best is tried, too: one of its cells may come first. */
static int32_t find(us_reviser *reviser, const search *s)
{
    const us_places *p = s->places;
    uint16_t *bound = reviser->bound, *least = reviser->bound + p->lanes;
    int groups = (p->blocks + FEW - 1) / FEW;
    best found = {.key = UINT64_MAX, .cell = -1};
    for (int group = 0; group < groups; group++)
        find_least(bound, p->blocks, group, least);
    for (;;) {
        int group = 0;
        for (int i = 1; i < groups; i++)
            group = least[i] < least[group] ? i : group;
        if (least[group] == DONE || least[group] > found.key >> COST_AT)
            return found.cell;
        int block = group * FEW;
        while (bound[block] != least[group])
            block++;
        try_block(reviser, s, block, &found);
        bound[block] = DONE;
        find_least(bound, p->blocks, group, least);
    }
}

/* Leaves out the blocks where no box lies beside a cell that a way leads to. */
static void leave_unreachable_out(const search *s, uint16_t *bound)
{
    const us_places *p = s->places;
    us_box reach = us_regions_reach(p->regions, s->wish.walks, s->wish.from);
    for (int row = 0; row < p->high; row++) {
        uint16_t *of_row = &bound[row * p->wide];
        int y = row * SIDE - s->dy;
        bool none = reach.width == 0 || y > reach.y + reach.height ||
                    y + SIDE + s->wish.height - 1 < reach.y;
        for (int i = 0, x = -s->dx; i < p->wide; i++, x += SIDE) {
            bool out = none || x > reach.x + reach.width || x + SIDE + s->wish.width - 1 < reach.x;
            of_row[i] = out ? DONE : of_row[i];
        }
    }
}

int32_t us_reviser_find_cell(us_reviser *reviser, const us_cell_query *query)
{
    us_assert(reviser->view.world && query->action < reviser->domain->action_count);
    if (!update_places(reviser))
        return -1;
    us_places_need_blocks(reviser->places);
    search s = {.places = reviser->places,
                .query = query,
                .weights = &reviser->rule->cells,
                .is = *query->described,
                .wish = requirements_of(&reviser->view, query),
                .any = reviser->rule->any};
    lay(&s);
    find_bounds(&s, reviser->bound);
    if (!s.any && s.wish.walks >= 0)
        leave_unreachable_out(&s, reviser->bound);
    return find(reviser, &s);
}

/* ---- rules */

/* A step along the way is some ten per mille of it, and one more cell beside something near counts
 * about as much: so the place counts twice and each nearness once. A forest instead of grass is 25,
 * so similar ground outweighs a few cells of distance. */
static const us_revision_rule rules[] = {
    /* by place, nearness, ground, type, hit points and status, if the action can be done there */
    {"joint", score_joint, {.place = 2, .near = 1, .window = 1, .alike = true}, false, false},
    /* units by place, hit points and status; cells by the window of 5x5, then by place: a cell of
     * it outweighs 40 per mille of the way */
    {"article", score_article, {.place = 1, .window = 40}, false, true},
    /* the first units of the type; cells at the described place along the way, without
     * conditions */
    {"off", NULL, {.place = 1}, true, false},
    {0},
};

const us_revision_rule *us_revision_rules(void)
{
    return rules;
}

const us_revision_rule *us_revision_rule_find(const char *name)
{
    for (const us_revision_rule *rule = rules; rule->name; rule++)
        if (us_text_equal(rule->name, name))
            return rule;
    return NULL;
}
