#include <string.h>

#include "domain/describe.h"
#include "domain/sensor.h"

enum { FAR = 9999 }; /* as the language has it, from what is nowhere */

/* How one nearness is answered. */
typedef struct near_rule {
    int nearest; /* node of `distance(spot, nearest(spot, FILTERS))`: its set is the same for all */
    us_box *set; /* who is in it, once that was asked */
    int count, room;
    bool asked;
    bool ground;    /* it reads nothing but the terrain: kept by spot */
    int64_t *value; /* by cell */
    uint32_t *turn; /* by cell: the describer's when the value was found */
} near_rule;

struct us_describer {
    const us_domain *domain;
    near_rule rule[US_NEARNESS_MAX];
    uint8_t *terrain; /* of the last view */
    int width, height;
    uint32_t turn; /* how often the terrain was another one */
};

static bool calls(const us_expr_node *node, int64_t (*sensor)(const us_call *call))
{
    return node->op == US_OP_CALL && us_sensor_table[node->value].eval == sensor;
}

/* The first argument is the spot; all others, but `but`, are literals. */
static bool asks_of_spot(const us_expr *expr, const us_expr_node *call, int but)
{
    const us_expr_node *first = &expr->node[call->first];
    if (first->param != 0 || first->op != US_OP_SLOT || first->kind != US_VALUE_CELL)
        return false;
    for (int child = first->next; child; child = expr->node[child].next)
        if (expr->node[child].op != US_OP_LITERAL && child != but)
            return false;
    return true;
}

/* The node of nearest() in `distance(spot, nearest(spot, FILTERS))`, or 0: it has another form. */
static int find_nearest(const us_expr *expr)
{
    const us_expr_node *root = &expr->node[expr->root];
    int nearest = expr->node[root->first].next;
    bool fits = calls(root, us_ask_distance) && calls(&expr->node[nearest], us_ask_nearest) &&
                asks_of_spot(expr, root, nearest) && asks_of_spot(expr, &expr->node[nearest], 0);
    return fits ? nearest : 0;
}

/* How narrow a way is, or how far some ground; with nothing else in it. */
static bool reads_ground(const us_expr *expr)
{
    const us_expr_node *root = &expr->node[expr->root];
    return (calls(root, us_ask_cells_to) || calls(root, us_ask_gap)) && asks_of_spot(expr, root, 0);
}

us_describer *us_describer_new(const us_domain *domain)
{
    us_describer *d = US_NEW(us_describer);
    d->domain = domain;
    d->turn = 1;
    for (int i = 0; i < domain->nearness_count; i++) {
        d->rule[i].nearest = find_nearest(domain->nearness[i].value);
        d->rule[i].ground = reads_ground(domain->nearness[i].value);
    }
    return d;
}

void us_describer_free(us_describer *d)
{
    if (!d)
        return;
    for (int i = 0; i < US_COUNT(d->rule); i++) {
        us_free(d->rule[i].set);
        us_free(d->rule[i].value);
        us_free(d->rule[i].turn);
    }
    us_free(d->terrain);
    us_free(d);
}

/* Of another size nothing that is kept has a place. */
static void resize(us_describer *d, const us_world *world, size_t cells)
{
    d->width = world->width;
    d->height = world->height;
    d->terrain = us_realloc(d->terrain, cells);
    for (int i = 0; i < d->domain->nearness_count; i++) {
        near_rule *rule = &d->rule[i];
        us_free(rule->value);
        us_free(rule->turn);
        rule->value = rule->ground ? US_NEW_ARRAY(int64_t, cells) : NULL;
        rule->turn = rule->ground ? US_NEW_ARRAY(uint32_t, cells) : NULL;
    }
}

void us_describer_look(us_describer *d, const us_view *view)
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
    if (!fits)
        resize(d, world, cells);
    memcpy(d->terrain, terrain, cells);
    d->turn++;
}

/* ---- one answer */

static void list_set(near_rule *rule, const us_expr *expr, const us_view *view,
                     const us_binding *binding)
{
    us_call call;
    int most = view->world->count;
    if (most > rule->room) {
        rule->room = 2 * most;
        rule->set = us_realloc(rule->set, (size_t)rule->room * sizeof *rule->set);
    }
    us_node_call(expr, rule->nearest, view, binding, &call);
    rule->count = us_call_set(&call, rule->set, rule->room);
    rule->asked = true;
}

static int64_t least_distance(const near_rule *rule, us_box spot)
{
    int64_t least = FAR;
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
    bool inside = us_world_inside(view->world, US_CELL_X(spot), US_CELL_Y(spot));
    if (rule->nearest && inside) {
        if (!rule->asked)
            list_set(rule, expr, view, &binding);
        return least_distance(rule, (us_box){US_CELL_X(spot), US_CELL_Y(spot), 1, 1});
    }
    if (!rule->ground || !inside || !view->world->plane[US_PLANE_TERRAIN])
        return us_expr_eval(expr, view, &binding);
    int at = us_world_cell(view->world, US_CELL_X(spot), US_CELL_Y(spot));
    if (rule->turn[at] != d->turn) {
        rule->turn[at] = d->turn;
        rule->value[at] = us_expr_eval(expr, view, &binding);
    }
    return rule->value[at];
}

void us_describer_near(us_describer *d, const us_view *view, int32_t spot, int32_t *near)
{
    for (int i = 0; i < d->domain->nearness_count; i++) {
        const us_nearness *of = &d->domain->nearness[i];
        int64_t found = ask(d, i, view, spot);
        near[i] = found < of->low ? of->low : found > of->high ? of->high : (int32_t)found;
    }
}
