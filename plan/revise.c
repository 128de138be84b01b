#include "plan/revise.h"

#include "plan/internal.h"

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
    reviser->framed = reviser->looked = false;
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

bool us_reviser_update_places(us_reviser *reviser)
{
    us_places *places = reviser->places;
    bool ground = reviser->view.world->plane[US_PLANE_TERRAIN] != NULL;
    if (reviser->looked)
        return ground;
    reviser->looked = true;
    if (!ground) {
        us_describer_set_view(places->describer, &reviser->view);
        return false;
    }
    us_places_update(places, &reviser->view, us_reviser_frame(reviser));
    if (places->lanes != reviser->bounds) {
        reviser->bounds = places->lanes;
        us_mem_free(reviser->bound);
        reviser->bound = US_NEW_ARRAY(uint16_t, 2 * reviser->bounds);
    }
    return true;
}

void us_reviser_measure(us_reviser *reviser, int32_t spot, int32_t *near)
{
    us_places *places = reviser->places;
    int x = US_CELL_X(spot), y = US_CELL_Y(spot), others = 0;
    bool known = us_reviser_update_places(reviser) && us_world_is_inside(reviser->view.world, x, y);
    for (int i = 0; i < reviser->domain->nearness_count; i++)
        others += !known || places->layer[i].kind == US_LAYER_OTHER;
    if (others)
        us_describer_compute_near(places->describer, &reviser->view, spot, near);
    for (int i = 0; i < reviser->domain->nearness_count && known; i++)
        if (places->layer[i].kind != US_LAYER_OTHER)
            near[i] = us_places_nearness(places, i, x, y);
}

int us_reviser_find_units(us_reviser *reviser, const us_unit_query *query, us_id *out, int room)
{
    us_assert(reviser->view.world && query->action < reviser->domain->action_count);
    us_reviser_frame(reviser);
    return reviser->rule->units(reviser, query, out, room);
}

int32_t us_reviser_find_cell(us_reviser *reviser, const us_cell_query *query)
{
    us_assert(reviser->view.world && query->action < reviser->domain->action_count);
    us_reviser_frame(reviser);
    return reviser->rule->cell(reviser, query);
}

us_dissimilarity us_reviser_compare(us_reviser *reviser, const us_slot_description *described,
                                    us_box box)
{
    us_reviser_frame(reviser);
    return reviser->rule->weigh(reviser, described, box);
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
        bool other = e->owner != view->self && e->owner != US_NEUTRAL;
        bool fits = owner == US_SEAT_SELF    ? e->owner == view->self
                    : owner == US_SEAT_ENEMY ? other
                    : owner == US_SEAT_NONE  ? true
                                             : e->owner == owner;
        if (fits && (view->world->domain->type[e->type].roles >> role & 1))
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
static const us_entity *whom(const us_view *view, const us_arg *arg, const us_binding *binding,
                             int slot)
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
        e = whom(view, arg, binding, slot);
    } else {
        e = oldest(view, arg->seat, arg->role);
    }
    if (!e && owner != US_SEAT_SELF && owner != US_SEAT_ENEMY)
        return -1;
    int32_t cell = e ? middle_of(reviser, e) : end_of(reviser, owner == US_SEAT_SELF);
    return moved(reviser, cell, arg->dx, arg->dy);
}
