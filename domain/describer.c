#include <string.h>

#include "domain/describe.h"
#include "domain/surface.h"

/* The way in which one nearness is computed. */
typedef struct near_rule {
    int nearest; /* node of `distance(spot, nearest(spot, FILTERS))`, or 0 */
    us_box *set; /* boxes of its entities, if `asked` */
    int count, room;
    bool asked;
    us_surface *surface; /* for a nearness of the terrain alone; else NULL */
    bool begun;          /* the surface fits the last view's terrain */
} near_rule;

struct us_describer {
    const us_domain *domain;
    near_rule rule[US_NEARNESS_MAX];
    uint8_t *terrain; /* terrain of the last view */
    int width, height;
};

/* A surface is computed anew if more than one cell in FEW has changed. */
enum { FEW = 64 };

us_describer *us_describer_new(const us_domain *domain)
{
    us_describer *d = US_NEW(us_describer);
    d->domain = domain;
    for (int i = 0; i < domain->nearness_count; i++) {
        int node;
        us_distance_form form = us_distance_form_from_expr(domain->nearness[i].value, &node);
        d->rule[i].nearest = form == US_DISTANCE_SET ? node : 0;
        d->rule[i].surface = us_surface_new(domain, i);
    }
    return d;
}

void us_describer_free(us_describer *d)
{
    if (!d)
        return;
    for (int i = 0; i < US_COUNT(d->rule); i++) {
        us_mem_free(d->rule[i].set);
        us_surface_free(d->rule[i].surface);
    }
    us_mem_free(d->terrain);
    us_mem_free(d);
}

static void begin_anew(us_describer *d)
{
    for (int i = 0; i < d->domain->nearness_count; i++)
        d->rule[i].begun = false;
}

/* Returns the first cell from there on whose terrain is another than in the last view, or the
 * number of cells. */
static int next_change(const us_describer *d, const uint8_t *terrain, int cell)
{
    for (int y = cell / d->width; y < d->height; y++, cell = y * d->width) {
        int end = (y + 1) * d->width;
        if (memcmp(d->terrain + cell, terrain + cell, (size_t)(end - cell)) == 0)
            continue;
        while (d->terrain[cell] == terrain[cell])
            cell++;
        return cell;
    }
    return d->width * d->height;
}

static void follow(us_describer *d, const uint8_t *terrain, int cells)
{
    int changed = 0;
    for (int cell = next_change(d, terrain, 0); cell < cells;
         cell = next_change(d, terrain, cell + 1))
        changed++;
    if (changed > cells / FEW)
        begin_anew(d);
    for (int cell = next_change(d, terrain, 0); cell < cells;
         cell = next_change(d, terrain, cell + 1)) {
        const int *others;
        for (int i = 0; i < d->domain->nearness_count; i++)
            if (d->rule[i].begun)
                us_surface_update(d->rule[i].surface, cell % d->width, cell / d->width,
                                  terrain[cell], &others);
    }
}

void us_describer_set_view(us_describer *d, const us_view *view)
{
    const us_world *world = view->world;
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN];
    size_t cells = (size_t)world->width * (size_t)world->height;
    us_assert(world->domain == d->domain);
    for (int i = 0; i < d->domain->nearness_count; i++)
        d->rule[i].asked = false;
    if (!terrain)
        return;
    bool fits = d->terrain && d->width == world->width && d->height == world->height;
    if (fits && memcmp(d->terrain, terrain, cells) == 0)
        return;
    if (fits) {
        follow(d, terrain, (int)cells);
    } else { /* the map's size changed: no cached value fits */
        begin_anew(d);
        d->width = world->width;
        d->height = world->height;
        d->terrain = us_mem_realloc(d->terrain, cells);
    }
    memcpy(d->terrain, terrain, cells);
}

/* ---- one value */

static void list_set(near_rule *rule, const us_expr *expr, const us_view *view,
                     const us_binding *binding)
{
    us_call call;
    int most = view->world->count;
    if (most > rule->room) {
        rule->room = 2 * most;
        rule->set = us_mem_realloc(rule->set, (size_t)rule->room * sizeof *rule->set);
    }
    us_call_eval_args(expr, rule->nearest, view, binding, &call);
    rule->count = us_call_list_boxes(&call, rule->set, rule->room);
    rule->asked = true;
}

static int64_t least_distance(const near_rule *rule, us_box spot)
{
    int64_t least = US_NOWHERE;
    for (int i = 0; i < rule->count; i++) {
        int far = us_box_distance(rule->set[i], spot);
        least = i == 0 || far < least ? far : least;
    }
    return least;
}

static int64_t ask(us_describer *d, int index, const us_view *view, int32_t spot)
{
    near_rule *rule = &d->rule[index];
    const us_expr *expr = d->domain->nearness[index].value;
    us_value value = {.number = spot};
    us_binding binding = {&value, NULL};
    bool inside = us_world_is_inside(view->world, US_CELL_X(spot), US_CELL_Y(spot));
    if (rule->nearest && inside) {
        if (!rule->asked)
            list_set(rule, expr, view, &binding);
        return least_distance(rule, (us_box){US_CELL_X(spot), US_CELL_Y(spot), 1, 1});
    }
    if (!rule->surface || !inside || !view->world->plane[US_PLANE_TERRAIN])
        return us_expr_eval(expr, view, &binding);
    if (!rule->begun)
        us_surface_compute(rule->surface, view->world);
    rule->begun = true;
    return us_surface_at(rule->surface,
                         us_world_cell(view->world, US_CELL_X(spot), US_CELL_Y(spot)));
}

void us_describer_compute_near(us_describer *d, const us_view *view, int32_t spot, int32_t *near)
{
    for (int i = 0; i < d->domain->nearness_count; i++)
        near[i] = us_nearness_clamp(&d->domain->nearness[i], ask(d, i, view, spot));
}

bool us_describer_has_boxes(const us_describer *d, int index)
{
    return d->rule[index].nearest != 0;
}

int us_describer_boxes(us_describer *d, const us_view *view, int index, const us_box **out)
{
    near_rule *rule = &d->rule[index];
    us_value value = {.number = US_CELL(0, 0)};
    us_assert(rule->nearest);
    if (!rule->asked)
        list_set(rule, d->domain->nearness[index].value, view, &(us_binding){&value, NULL});
    *out = rule->set;
    return rule->count;
}
