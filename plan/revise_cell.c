#include "plan/reviser.h"

#include "base/sort.h"

/* ---- what a cell must be like */

typedef struct wish {
    us_box size;      /* of what is meant: its width and height */
    int movement;     /* who walks so can stand there; -1: nobody has to */
    int walks;        /* a way leads there for who walks so; -1: none is asked for */
    us_box from;      /* where that begins */
    bool fits, opens; /* a building fits; there is something to open */
    int resource;     /* lies there, or -1 */
} wish;

static wish wish_of(const us_view *view, const us_cell_query *query)
{
    const us_domain *domain = view->world->domain;
    const us_entity *unit = us_world_find(view->world, query->unit);
    wish w = {.size = {0, 0, 1, 1}, .movement = -1, .walks = -1, .resource = -1};
    int walks = unit ? domain->type[unit->type].movement : -1;
    if (query->type != US_NO_TYPE) {
        const us_type_def *def = &domain->type[query->type];
        w.size.width = def->width;
        w.size.height = def->height;
        w.fits = def->movement < 0;
        w.movement = def->movement;
    }
    for (int i = 0; query->action >= 0 && i < domain->action[query->action].effect_count; i++) {
        const us_action_def *action = &domain->action[query->action];
        const us_effect *effect = &action->effect[i];
        bool there = effect->param >= 0 && action->param[effect->param].kind == US_VALUE_CELL;
        if (effect->kind == US_EFFECT_MOVE && w.movement < 0)
            w.movement = unit ? walks : 0;
        if (effect->kind == US_EFFECT_GAIN && effect->resource >= 0)
            w.resource = effect->resource;
        if (effect->kind == US_EFFECT_OPEN && there)
            w.opens = true;
    }
    if (walks >= 0) {
        w.walks = walks;
        w.from = us_entity_box(domain, unit);
    }
    return w;
}

static bool terrain_may(const us_world *world, const wish *w, const us_described *described,
                        int cell)
{
    const us_domain *domain = world->domain;
    const us_terrain *terrain = &domain->terrain[world->plane[US_PLANE_TERRAIN][cell]];
    if (w->resource >= 0)
        return terrain->resource == w->resource;
    int then = described->windowed ? described->window[US_WINDOW / 2] : -1;
    if (w->opens && then >= 0 && domain->terrain[then].becomes >= 0)
        return terrain->becomes >= 0;
    return w->movement < 0 || ((terrain->passable >> w->movement & 1) &&
                               !(world->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING));
}

static bool ground_may(const us_view *view, const us_cell_query *query, const wish *w, us_box box)
{
    const us_world *world = view->world;
    if (w->fits)
        return us_world_fits(world, query->type, box.x, box.y);
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (!terrain_may(world, w, query->described, us_world_cell(world, x, y)))
                return false;
    return true;
}

/* ---- the least of all */

typedef struct candidate {
    int32_t unlike, spot; /* in the frame's order */
    us_box box;
} candidate;

static int by_unlikeness(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return (x->unlike > y->unlike) - (x->unlike < y->unlike);
}

static int list_candidates(us_reviser *reviser, const us_described *described,
                           const us_weights *weights, const wish *w, candidate *out)
{
    const us_world *world = reviser->view.world;
    const us_frame *frame = us_reviser_frame(reviser);
    int count = 0, wide = frame->swap ? world->height : world->width;
    for (int i = 0; i < world->width * world->height; i++) {
        int a = i % wide, b = i / wide, x, y;
        int left = frame->flip_x ? wide - 1 - a : a;
        int top = frame->flip_y ? world->width * world->height / wide - 1 - b : b;
        x = frame->swap ? top : left;
        y = frame->swap ? left : top;
        int32_t corner = us_frame_corner(frame, US_CELL(x, y), w->size.width, w->size.height);
        us_box box = {US_CELL_X(corner), US_CELL_Y(corner), w->size.width, w->size.height};
        if (!us_world_inside(world, box.x, box.y) ||
            !us_world_inside(world, box.x + box.width - 1, box.y + box.height - 1))
            continue;
        us_description now;
        us_describer_box(reviser->describer, frame, &reviser->view, box, &now);
        out[count++] = (candidate){us_unlike(reviser->domain, described, &now, weights).total,
                                   US_CELL(x, y), box};
    }
    us_sort(out, (size_t)count, sizeof *out, by_unlikeness);
    return count;
}

static bool cell_may(const us_view *view, const us_cell_query *query, const wish *w, us_box box)
{
    if (!ground_may(view, query, w, box))
        return false;
    if (query->reserved && query->reserved(query->context, box))
        return false;
    return w->walks < 0 || us_world_path(view->world, w->walks, w->from, box);
}

static us_described somewhere(const us_described *described)
{
    us_described out = *described;
    if (!out.placed && !out.nears && !out.windowed)
        out.placed = true;
    return out;
}

static int32_t search(us_reviser *reviser, const us_cell_query *query, const us_weights *weights,
                      bool any)
{
    const us_world *world = reviser->view.world;
    wish w = wish_of(&reviser->view, query);
    us_described described = somewhere(query->described);
    candidate *list = US_NEW_ARRAY(candidate, world->width * world->height);
    int count = list_candidates(reviser, &described, weights, &w, list), asked = 0;
    int32_t found = -1;
    for (int i = 0; i < count && found == -1 && asked < US_REVISE_ASKS; i++) {
        int32_t cell = US_CELL(list[i].box.x, list[i].box.y);
        if (!any && !cell_may(&reviser->view, query, &w, list[i].box))
            continue;
        if (any || !query->valid || (asked++, query->valid(query->context, cell)))
            found = cell;
    }
    us_free(list);
    return found;
}

int32_t us_cell_search(us_reviser *reviser, const us_cell_query *query, const us_weights *weights)
{
    return search(reviser, query, weights, false);
}

int32_t us_cell_placed(us_reviser *reviser, const us_cell_query *query)
{
    static const us_weights place = {.place = 1};
    return search(reviser, query, &place, true);
}
