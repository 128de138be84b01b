/* The functions of the language: the evaluation of each, and their table. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "domain/event.h"
#include "domain/index.h"
#include "domain/node.h"

enum {
    FAR = 9999,    /* distance of a missing thing */
    LINE_MAX = 32, /* cells of a gap's line on either side */
};

/* ---- the game */

static int64_t eval_now(const us_call *call)
{
    return call->world->now;
}

static int64_t eval_width(const us_call *call)
{
    return call->world->width;
}

static int64_t eval_height(const us_call *call)
{
    return call->world->height;
}

static int64_t eval_seats(const us_call *call)
{
    return call->world->seats;
}

/* ---- cells */

/* Returns the value of the plane for the cell, the first argument; -1: none. */
static int at_cell(const us_call *call, us_plane plane)
{
    int64_t cell = call->arg[0];
    const us_world *world = call->world;
    int x = US_CELL_X(cell), y = US_CELL_Y(cell);
    if (cell == -1 || !us_world_is_inside(world, x, y) || !world->plane[plane])
        return -1;
    return world->plane[plane][us_world_cell(world, x, y)];
}

static const us_terrain *ground(const us_call *call)
{
    int terrain = at_cell(call, US_PLANE_TERRAIN);
    return terrain < 0 ? NULL : &call->domain->terrain[terrain];
}

static int64_t eval_inside(const us_call *call)
{
    int64_t cell = call->arg[0];
    return cell != -1 && us_world_is_inside(call->world, US_CELL_X(cell), US_CELL_Y(cell));
}

static int64_t eval_terrain(const us_call *call)
{
    return at_cell(call, US_PLANE_TERRAIN);
}

static int64_t eval_resource(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain ? terrain->resource : -1;
}

static int64_t eval_amount(const us_call *call)
{
    int amount = at_cell(call, US_PLANE_AMOUNT);
    return amount < 0 ? 0 : amount;
}

static int64_t eval_passable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && call->arg[1] >= 0 && (terrain->passable >> call->arg[1] & 1);
}

static int64_t eval_buildable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && terrain->buildable;
}

static int64_t eval_breakable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && terrain->breakable;
}

static int64_t eval_taken(const us_call *call)
{
    return at_cell(call, US_PLANE_TAKEN) > 0;
}

static bool seat_bit(const us_call *call, us_plane plane)
{
    int bits = at_cell(call, plane);
    us_seat self = call->view->self;
    return bits > 0 && (self < 0 || (bits >> self & 1));
}

static int64_t eval_seen(const us_call *call)
{
    return seat_bit(call, US_PLANE_SEEN);
}

static int64_t eval_explored(const us_call *call)
{
    return seat_bit(call, US_PLANE_EXPLORED);
}

/* ---- the whole map */

enum { BLOCK = 64 }; /* cells: a fixed number, so that compilers vectorize the count */

static int count_terrain(const us_world *world, uint8_t terrain)
{
    const uint8_t *plane = world->plane[US_PLANE_TERRAIN];
    int cells = world->width * world->height, count = 0, at = 0;
    for (; at + BLOCK <= cells; at += BLOCK) {
        uint8_t here = 0;
        for (int i = 0; i < BLOCK; i++)
            here = (uint8_t)(here + (plane[at + i] == terrain));
        count += here;
    }
    for (; at < cells; at++)
        count += plane[at] == terrain;
    return count;
}

static bool is_wanted(const us_call *call, const us_terrain *terrain, int index)
{
    return (!us_call_has_arg(call, 0) || call->arg[0] == index) &&
           (!us_call_has_arg(call, 1) || call->arg[1] == terrain->resource) &&
           (!us_call_has_arg(call, 2) || (terrain->passable >> call->arg[2] & 1)) &&
           (!us_call_has_arg(call, 3) || call->arg[3] == terrain->buildable);
}

/* Each counted terrain costs a pass over the map. If most terrains are wanted, the others are
 * counted. */
static int64_t eval_cells(const us_call *call)
{
    const us_domain *domain = call->domain;
    const us_world *world = call->world;
    bool wanted[US_TERRAINS_MAX];
    int kinds = 0, count = 0;
    if (!world->plane[US_PLANE_TERRAIN])
        return 0;
    for (int p = 0; p < US_CALL_OWN; p++)
        if (us_call_has_arg(call, p) &&
            us_value_is_none((us_value_kind)call->kind[p], call->arg[p]))
            return 0;
    for (int i = 0; i < domain->terrain_count; i++) {
        wanted[i] = is_wanted(call, &domain->terrain[i], i);
        kinds += wanted[i];
    }
    bool most = 2 * kinds > domain->terrain_count;
    for (int i = 0; i < domain->terrain_count; i++)
        if (wanted[i] != most)
            count += count_terrain(world, (uint8_t)i);
    return most ? world->width * world->height - count : count;
}

/* Adds eight bytes, two at a time in one addition. */
static uint64_t add_bytes(const uint8_t *byte)
{
    const uint64_t even = 0x00ff00ff00ff00ff;
    uint64_t word;
    memcpy(&word, byte, sizeof(word));
    return (word & even) + (word >> 8 & even);
}

static int64_t sum_amounts(const us_world *world, uint8_t terrain)
{
    const uint8_t *plane = world->plane[US_PLANE_TERRAIN], *amount = world->plane[US_PLANE_AMOUNT];
    int cells = world->width * world->height, at = 0;
    int64_t sum = 0;
    for (; at + BLOCK <= cells; at += BLOCK) {
        uint8_t here[BLOCK];
        uint64_t pairs = 0;
        for (int i = 0; i < BLOCK; i++)
            here[i] = (uint8_t)(-(plane[at + i] == terrain) & amount[at + i]);
        for (int i = 0; i < BLOCK; i += 8)
            pairs += add_bytes(here + i);
        sum += (int64_t)(pairs * 0x0001000100010001 >> 48);
    }
    for (; at < cells; at++)
        sum += plane[at] == terrain ? amount[at] : 0;
    return sum;
}

static int64_t eval_stock(const us_call *call)
{
    int64_t sum = 0;
    if (!call->world->plane[US_PLANE_TERRAIN] || !call->world->plane[US_PLANE_AMOUNT])
        return 0;
    for (int i = 0; call->arg[0] >= 0 && i < call->domain->terrain_count; i++)
        if (call->domain->terrain[i].resource == call->arg[0])
            sum += sum_amounts(call->world, (uint8_t)i);
    return sum;
}

/* ---- places */

static int64_t eval_path(const us_call *call)
{
    us_box a, b;
    const us_world *world = call->world;
    if (!us_call_box(call, 0, &a) || !us_call_box(call, 1, &b) || !world->plane[US_PLANE_TERRAIN] ||
        !world->plane[US_PLANE_TAKEN])
        return false;
    int movement = 0;
    if (us_call_has_arg(call, 2)) {
        movement = (int)call->arg[2];
    } else if (call->kind[0] == US_VALUE_ENTITY) {
        movement = call->domain->type[us_call_entity(call, 0)->type].movement;
        movement = movement < 0 ? 0 : movement;
    }
    return us_world_has_path(world, movement, a, b);
}

static int64_t eval_distance(const us_call *call)
{
    us_box a, b;
    return us_call_box(call, 0, &a) && us_call_box(call, 1, &b) ? us_box_distance(a, b) : FAR;
}

static int64_t eval_near(const us_call *call)
{
    us_box a, b;
    int64_t within = us_call_has_arg(call, 2) ? call->arg[2] : US_NEARNESS;
    return us_call_box(call, 0, &a) && us_call_box(call, 1, &b) && us_box_distance(a, b) <= within;
}

/* ---- numbers */

static int64_t eval_min(const us_call *call)
{
    return call->arg[0] < call->arg[1] ? call->arg[0] : call->arg[1];
}

static int64_t eval_max(const us_call *call)
{
    return call->arg[0] > call->arg[1] ? call->arg[0] : call->arg[1];
}

static int64_t eval_abs(const us_call *call)
{
    int64_t a = call->arg[0];
    return a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a;
}

static int64_t eval_percent(const us_call *call)
{
    return us_expr_divide(us_expr_multiply(100, call->arg[0]), call->arg[1]);
}

/* ---- the nearest ground of a kind */

typedef struct ground_query {
    const us_world *world;
    bool wanted[US_TERRAINS_MAX];
} ground_query;

static bool is_so(const ground_query *q, int x, int y)
{
    return us_world_is_inside(q->world, x, y) &&
           q->wanted[q->world->plane[US_PLANE_TERRAIN][us_world_cell(q->world, x, y)]];
}

/* Returns whether some cell of a line, with `step` between its cells, fits the query. */
static bool line_has(const ground_query *q, int x, int y, int count, int step)
{
    const uint8_t *terrain = &q->world->plane[US_PLANE_TERRAIN][us_world_cell(q->world, x, y)];
    for (int i = 0; i < count; i++)
        if (q->wanted[terrain[(ptrdiff_t)i * step]])
            return true;
    return false;
}

/* Returns whether some cell at that distance from the box fits the query. */
static bool ring_has(const ground_query *q, us_box box, int far)
{
    int width = q->world->width, height = q->world->height;
    int left = box.x - far, right = box.x + box.width - 1 + far;
    int top = box.y - far, bottom = box.y + box.height - 1 + far;
    int from_x = left < 0 ? 0 : left, from_y = top < 0 ? 0 : top;
    int columns = (right < width ? right + 1 : width) - from_x;
    int rows = (bottom < height ? bottom + 1 : height) - from_y;
    bool across = columns > 0, down = rows > 0;
    return (across && top >= 0 && top < height && line_has(q, from_x, top, columns, 1)) ||
           (across && bottom >= 0 && bottom < height && line_has(q, from_x, bottom, columns, 1)) ||
           (down && left >= 0 && left < width && line_has(q, left, from_y, rows, width)) ||
           (down && right >= 0 && right < width && line_has(q, right, from_y, rows, width));
}

static bool box_has(const ground_query *q, us_box box)
{
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (is_so(q, x, y))
                return true;
    return false;
}

/* Finds the wanted terrains. Returns whether the map has any of them. */
static bool find_wanted(const us_call *call, ground_query *q)
{
    size_t cells = (size_t)q->world->width * (size_t)q->world->height;
    bool any = false;
    for (int i = 0; i < call->domain->terrain_count; i++) {
        q->wanted[i] = (!us_call_has_arg(call, 1) || call->arg[1] == i) &&
                       (!us_call_has_arg(call, 2) ||
                        (call->arg[2] >= 0 && call->domain->terrain[i].resource == call->arg[2]));
        any = any || (q->wanted[i] && memchr(q->world->plane[US_PLANE_TERRAIN], i, cells));
    }
    return any;
}

static int64_t eval_cells_to(const us_call *call)
{
    ground_query q = {.world = call->world};
    us_box box;
    int most = q.world->width > q.world->height ? q.world->width : q.world->height;
    if (!q.world->plane[US_PLANE_TERRAIN] || !us_call_box(call, 0, &box) || !find_wanted(call, &q))
        return FAR;
    if (us_call_has_arg(call, 3) && call->arg[3] < most)
        most = call->arg[3] < -1 ? -1 : (int)call->arg[3];
    if (most >= 0 && box_has(&q, box))
        return 0;
    for (int far = 1; far <= most; far++)
        if (ring_has(&q, box, far))
            return far;
    return FAR;
}

/* ---- how narrow a way is */

static bool may_pass(const us_world *world, int x, int y, int64_t movement)
{
    if (!us_world_is_inside(world, x, y))
        return false;
    int terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, x, y)];
    return world->domain->terrain[terrain].passable >> movement & 1;
}

static int line_length(const us_world *world, int x, int y, int dx, int dy, int64_t movement)
{
    int length = 1;
    for (int side = -1; side <= 1; side += 2)
        for (int i = 1; i <= LINE_MAX; i++, length++)
            if (!may_pass(world, x + side * i * dx, y + side * i * dy, movement))
                break;
    return length;
}

static int64_t eval_gap(const us_call *call)
{
    static const int line[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const us_world *world = call->world;
    int64_t cell = call->arg[0], movement = call->arg[1];
    int x = US_CELL_X(cell), y = US_CELL_Y(cell), least = 2 * LINE_MAX + 1;
    if (cell == -1 || movement < 0 || !world->plane[US_PLANE_TERRAIN] ||
        !may_pass(world, x, y, movement))
        return 0;
    for (int i = 0; i < US_COUNT(line); i++) {
        int length = line_length(world, x, y, line[i][0], line[i][1], movement);
        least = length < least ? length : least;
    }
    return least;
}

/* ---- seats */

/* Returns whether the condition holds for any of the seats. */
static bool any_seat(const us_call *call, bool (*asks)(const us_call *call, us_seat seat))
{
    uint32_t bits = us_seat_to_bits(call->view, call->arg[0]) >> 1;
    for (int seat = 0; bits; seat++, bits >>= 1)
        if ((bits & 1) && asks(call, (us_seat)seat))
            return true;
    return false;
}

static bool is_alive(const us_call *call, us_seat seat)
{
    return call->world->alive[seat] != 0;
}

static int64_t eval_alive(const us_call *call)
{
    return any_seat(call, is_alive);
}

static int64_t eval_rivals(const us_call *call)
{
    uint32_t own = us_seat_to_bits(call->view, call->arg[0]);
    int count = 0;
    for (int seat = 0; own && seat < call->world->seats; seat++)
        count += call->world->alive[seat] && !(own >> (seat + 1) & 1);
    return count;
}

/* ---- types */

static bool has_upgrade(const us_call *call, us_seat seat)
{
    us_type type = (us_type)call->arg[1];
    return type >= 0 && call->domain->type[type].kind == US_KIND_UPGRADE &&
           us_world_has_type(call->world, seat, type);
}

static int64_t eval_known(const us_call *call)
{
    return any_seat(call, has_upgrade);
}

static bool has_requirement(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_has_requirement(call->world, seat, type);
}

static int64_t eval_meets(const us_call *call)
{
    return any_seat(call, has_requirement);
}

static bool affords(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_can_afford(call->world, seat, type);
}

static int64_t eval_affords(const us_call *call)
{
    return any_seat(call, affords);
}

static bool feeds(const us_call *call, us_seat seat)
{
    us_type type = us_call_type(call, 1, seat);
    return type >= 0 && us_world_can_feed(call->world, seat, type);
}

static int64_t eval_feeds(const us_call *call)
{
    return any_seat(call, feeds);
}

/* A unit inside is building a site, which counts itself. */
static int64_t eval_making(const us_call *call)
{
    uint32_t owners = us_seat_to_bits(call->view, call->arg[0]);
    us_type type = (us_type)call->arg[1];
    int count = 0;
    for (int i = 0; i < call->world->count; i++) {
        const us_entity *e = &call->world->entity[i];
        if (!(owners >> (e->owner + 1) & 1))
            continue;
        bool site = (e->flags & US_ENTITY_UNFINISHED) && us_type_is_a(call->domain, e->type, type);
        bool makes = e->product != US_NO_TYPE && !(e->flags & US_ENTITY_INSIDE) &&
                     us_type_is_a(call->domain, e->product, type);
        count += site || makes;
    }
    return count;
}

static int64_t eval_cost(const us_call *call)
{
    us_type type = us_call_type(call, 0, call->view->self);
    if (type < 0)
        return 0;
    if (!us_call_has_arg(call, 1))
        return call->domain->index->price[type];
    return call->arg[1] < 0 ? 0 : call->domain->type[type].cost[call->arg[1]];
}

static int64_t eval_concrete(const us_call *call)
{
    return call->arg[0] >= 0 && !call->domain->type[call->arg[0]].abstract;
}

static int64_t eval_fits(const us_call *call)
{
    us_type type = us_call_type(call, 0, call->view->self);
    int64_t cell = call->arg[1];
    return type >= 0 && cell != -1 && call->world->plane[US_PLANE_TERRAIN] &&
           call->world->plane[US_PLANE_TAKEN] &&
           us_world_can_place(call->world, type, US_CELL_X(cell), US_CELL_Y(cell));
}

/* ---- entities */

static const us_type_def *def_of(const us_call *call, const us_entity *entity)
{
    return &call->domain->type[entity->type];
}

static int64_t eval_this(const us_call *call)
{
    return call->view->actor;
}

static int64_t eval_that(const us_call *call)
{
    return call->view->event ? call->view->event->other : 0;
}

static int64_t eval_there(const us_call *call)
{
    const us_event *event = call->view->event;
    return event ? US_CELL(event->x, event->y) : -1;
}

static int64_t eval_told(const us_call *call)
{
    return call->view->event ? call->view->event->value : 0;
}

static int64_t eval_is_there(const us_call *call)
{
    return us_call_entity(call, 0) != NULL;
}

static int64_t eval_finished(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && !(e->flags & US_ENTITY_UNFINISHED);
}

static int64_t eval_damaged(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && e->attribute[0] < def_of(call, e)->attribute[0];
}

static int64_t eval_hidden(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && (e->flags & US_ENTITY_INSIDE);
}

static int64_t eval_hostile(const us_call *call)
{
    const us_entity *a = us_call_entity(call, 0), *b = us_call_entity(call, 1);
    return a && b && a->owner != b->owner && def_of(call, b)->kind != US_KIND_RESOURCE;
}

static int64_t eval_is(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    if (!e || (us_call_has_arg(call, 2) && call->arg[2] < 0))
        return false;
    return (!us_call_has_arg(call, 1) ||
            us_type_is_a(call->domain, e->type, (us_type)call->arg[1])) &&
           (!us_call_has_arg(call, 2) || (def_of(call, e)->roles >> call->arg[2] & 1));
}

static int64_t eval_does(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    return e && call->arg[1] >= 0 && us_type_can_do(call->domain, e->type, (int)call->arg[1]);
}

static int64_t eval_makes(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    us_type product = (us_type)call->arg[1];
    if (!e || product < 0)
        return false;
    const us_type_def *def = def_of(call, e);
    for (int i = 0; i < def->produces_count; i++) {
        int action = def->produces[i].action;
        if ((!us_call_has_arg(call, 2) || call->arg[2] == action) &&
            us_type_can_make(call->domain, e->type, action, product))
            return true;
    }
    return false;
}

static int64_t eval_gathers(const us_call *call)
{
    const us_entity *e = us_call_entity(call, 0);
    int64_t resource = call->arg[1];
    if (call->kind[1] == US_VALUE_ENTITY) {
        const us_entity *what = us_call_entity(call, 1);
        resource = what ? def_of(call, what)->yields : -1;
    }
    return e && resource >= 0 && (def_of(call, e)->gathers >> resource & 1);
}

/* ---- sets */

/* The entities that pass a call's filters. */
typedef struct us_set {
    const us_call *call;
    const struct us_domain_index *index;
    const us_value *group; /* NULL: all entities */
    uint32_t owners;       /* bit owner + 1 */
    uint32_t roles;        /* required roles */
    int first, last;       /* range of type numbers of the index */
    uint8_t flags, wanted; /* flags to compare, and their values */
    bool further;          /* has filters beyond owner, type and role */
    bool near;
    us_box place;
    int64_t within;
    int at;
} us_set;

/* Returns whether a filter beyond owner, type and role asks for a missing thing. The set is then
 * empty. */
static bool wants_none(const us_call *call)
{
    for (uint32_t left = call->given >> US_SET_STATUS << US_SET_STATUS; left; left &= left - 1) {
        int param = __builtin_ctz(left);
        if (us_value_is_none((us_value_kind)call->kind[param], call->arg[param]))
            return true;
    }
    return us_call_has_arg(call, US_SET_TARGET) && !us_call_entity(call, US_SET_TARGET);
}

static us_set set_of(const us_call *call)
{
    us_set set = {
        .call = call,
        .index = call->domain->index,
        .owners = ~0u,
    };
    set.last = call->domain->type_count;
    set.flags = US_ENTITY_UNFINISHED;
    if (us_call_has_arg(call, US_SET_OWNER))
        set.owners = us_seat_to_bits(call->view, call->arg[US_SET_OWNER]);
    if (us_call_has_arg(call, US_SET_TYPE)) {
        us_type type = (us_type)call->arg[US_SET_TYPE];
        set.first = type < 0 ? 0 : set.index->first[type];
        set.last = type < 0 ? 0 : set.index->last[type];
    }
    if (us_call_has_arg(call, US_SET_ROLE)) {
        int64_t role = call->arg[US_SET_ROLE];
        set.roles = role < 0 ? 0 : 1u << role;
        set.last = role < 0 ? 0 : set.last;
    }
    if (us_call_has_arg(call, US_SET_UNFINISHED) && call->arg[US_SET_UNFINISHED])
        set.flags = 0;
    set.further = call->given >> US_SET_STATUS != 0;
    if (set.further && wants_none(call))
        set.owners = 0;
    if (us_call_has_arg(call, US_SET_IN))
        set.group = &call->binding->value[call->arg[US_SET_IN]];
    if (us_call_has_arg(call, US_SET_NEAR)) {
        set.near = true;
        set.within = us_call_has_arg(call, US_SET_WITHIN) ? call->arg[US_SET_WITHIN] : US_NEARNESS;
        if (!us_call_box(call, US_SET_NEAR, &set.place))
            set.owners = 0;
    }
    return set;
}

static bool holds_further(const us_set *set, const us_entity *e)
{
    const us_call *call = set->call;
    const us_type_def *def = &call->domain->type[e->type];
    return (!us_call_has_arg(call, US_SET_STATUS) || e->status == call->arg[US_SET_STATUS]) &&
           (!us_call_has_arg(call, US_SET_ACTION) || e->action == call->arg[US_SET_ACTION]) &&
           (!us_call_has_arg(call, US_SET_TARGET) ||
            (int64_t)e->target == call->arg[US_SET_TARGET]) &&
           (!us_call_has_arg(call, US_SET_PRODUCT) ||
            us_type_is_a(call->domain, e->product, (us_type)call->arg[US_SET_PRODUCT])) &&
           (!us_call_has_arg(call, US_SET_YIELDS) || def->yields == call->arg[US_SET_YIELDS]) &&
           (!set->near ||
            us_box_distance(us_entity_box(call->domain, e), set->place) <= set->within);
}

/* Compares owner, stage, type and role without a branch, since these differ between neighbors. */
static inline bool is_kind(const us_set *set, const us_entity *e)
{
    unsigned number = (unsigned)(set->index->first[e->type] - set->first);
    bool owned = set->owners >> (e->owner + 1) & 1;
    bool stage = (e->flags & set->flags) == set->wanted;
    bool role = (set->index->roles[e->type] & set->roles) == set->roles;
    return owned & stage & role & (number < (unsigned)(set->last - set->first));
}

/* Returns the next entity of the set, in order of id or of its group, or NULL at the end. */
static inline const us_entity *next_of(us_set *set)
{
    const us_world *world = set->call->world;
    if (set->group) {
        while (set->at < set->group->count) {
            const us_entity *e = us_world_find(world, set->group->id[set->at++]);
            if (e && is_kind(set, e) && (!set->further || holds_further(set, e)))
                return e;
        }
        return NULL;
    }
    const us_entity *end = world->entity + world->count;
    for (const us_entity *e = world->entity + set->at; e < end; e++) {
        if (!is_kind(set, e) || (set->further && !holds_further(set, e)))
            continue;
        set->at = (int)(e - world->entity) + 1;
        return e;
    }
    set->at = world->count;
    return NULL;
}

us_types us_call_types(const us_call *call)
{
    if (us_call_has_arg(call, US_SET_TYPE))
        return call->arg[US_SET_TYPE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_subtypes(call->domain, (us_type)call->arg[US_SET_TYPE]);
    if (us_call_has_arg(call, US_SET_ROLE))
        return call->arg[US_SET_ROLE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_role_types(call->domain, (int)call->arg[US_SET_ROLE]);
    return call->domain->index->all;
}

/* Counts by the census if all filters are owner, type and role. weight: by type; NULL: 1 each. */
static bool ask_census(const us_call *call, const int32_t *weight, int64_t *out)
{
    const us_world *world = call->world;
    if (!world->census || call->given >> US_SET_STATUS)
        return false;
    us_types types = us_call_types(call);
    bool role = us_call_has_arg(call, US_SET_TYPE) && us_call_has_arg(call, US_SET_ROLE);
    uint32_t roles = !role ? ~0u : call->arg[US_SET_ROLE] < 0 ? 0 : 1u << call->arg[US_SET_ROLE];
    uint32_t owners = us_call_has_arg(call, US_SET_OWNER)
                          ? us_seat_to_bits(call->view, call->arg[US_SET_OWNER])
                          : (2u << world->seats) - 1;
    int64_t sum = 0;
    for (; owners; owners &= owners - 1) {
        const uint16_t *row = world->census + __builtin_ctz(owners) * world->domain->type_count;
        for (int i = 0; i < types.count; i++) {
            us_type type = types.type[i];
            if (!role || (call->domain->index->roles[type] & roles))
                sum += weight ? (int64_t)row[type] * weight[type] : row[type];
        }
    }
    *out = sum;
    return true;
}

static int64_t count_up(us_set *set)
{
    int64_t count = 0;
    while (next_of(set))
        count++;
    return count;
}

static int64_t eval_count(const us_call *call)
{
    int64_t count;
    if (ask_census(call, NULL, &count))
        return count;
    us_set set = set_of(call);
    return count_up(&set);
}

static int64_t eval_exists(const us_call *call)
{
    int64_t count;
    if (ask_census(call, NULL, &count))
        return count > 0;
    us_set set = set_of(call);
    return next_of(&set) != NULL;
}

static int64_t eval_sites(const us_call *call)
{
    us_set set = set_of(call);
    set.flags = set.wanted = US_ENTITY_UNFINISHED;
    return count_up(&set);
}

static int64_t eval_sum(const us_call *call)
{
    us_set set = set_of(call);
    int64_t sum = 0;
    for (const us_entity *e; call->arg[0] >= 0 && (e = next_of(&set));)
        sum += e->attribute[call->arg[0]];
    return sum;
}

static int64_t extreme(const us_call *call, int sign)
{
    us_set set = set_of(call);
    bool any = false;
    int64_t best = 0;
    for (const us_entity *e; call->arg[0] >= 0 && (e = next_of(&set)); any = true) {
        int64_t value = e->attribute[call->arg[0]];
        if (!any || sign * value > sign * best)
            best = value;
    }
    return best;
}

static int64_t eval_least(const us_call *call)
{
    return extreme(call, -1);
}

static int64_t eval_most(const us_call *call)
{
    return extreme(call, 1);
}

int us_call_list_boxes(const us_call *call, us_box *out, int room)
{
    us_set set = set_of(call);
    int count = 0;
    for (const us_entity *e; count < room && (e = next_of(&set));)
        out[count++] = us_entity_box(call->domain, e);
    return count;
}

static int64_t eval_nearest(const us_call *call)
{
    us_set set = set_of(call);
    us_box to;
    us_id best = 0;
    int distance = INT32_MAX;
    if (!us_call_box(call, 0, &to))
        return 0;
    for (const us_entity *e; (e = next_of(&set));) {
        int far = us_box_distance(us_entity_box(call->domain, e), to);
        if (far > distance || (far == distance && e->id > best))
            continue;
        distance = far;
        best = e->id;
    }
    return best;
}

static int64_t eval_first(const us_call *call)
{
    us_set set = set_of(call);
    us_id best = 0;
    for (const us_entity *e; (e = next_of(&set));) {
        if (!best || e->id < best)
            best = e->id;
        if (!set.group)
            break;
    }
    return best;
}

static int64_t eval_worth(const us_call *call)
{
    const int32_t *price = call->domain->index->price;
    int64_t sum;
    if (ask_census(call, price, &sum))
        return sum;
    us_set set = set_of(call);
    sum = 0;
    for (const us_entity *e; (e = next_of(&set));)
        sum += price[e->type];
    return sum;
}

/* ---- the table */

/* The functions of the language. Of two rows with one name, the first takes one entity and the
 * second a set. */
const us_sensor us_sensor_table[] = {
    /* the game and its map */
    {"now", US_VALUE_NUMBER, US_READS_TIME, eval_now, "the current cycle"},
    {"width", US_VALUE_NUMBER, 0, eval_width, "cells from left to right"},
    {"height", US_VALUE_NUMBER, 0, eval_height, "cells from top to bottom"},
    {"seats", US_VALUE_NUMBER, 0, eval_seats, "seats in the game, alive or defeated"},
    {"inside(cell: cell)", US_VALUE_BOOL, 0, eval_inside, "the cell is on the map"},
    {"terrain(cell: cell)", US_VALUE_TERRAIN, US_READS_TERRAIN, eval_terrain,
     "the cell's terrain, as far as the seat knows it"},
    {"resource(cell: cell)", US_VALUE_RESOURCE, US_READS_TERRAIN, eval_resource,
     "the resource that the cell's terrain yields"},
    {"amount(cell: cell)", US_VALUE_NUMBER, US_READS_TERRAIN, eval_amount,
     "the amount in the cell that is left to gather or to break"},
    {"passable(cell: cell, by: movement)", US_VALUE_BOOL, US_READS_TERRAIN, eval_passable,
     "units of that movement can enter the cell's terrain"},
    {"buildable(cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN, eval_buildable,
     "buildings can stand on the cell's terrain"},
    {"breakable(cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN, eval_breakable,
     "attacks on the cell open a way"},
    {"taken(cell: cell)", US_VALUE_BOOL, US_READS_ANY, eval_taken, "an entity occupies the cell"},
    {"seen(cell: cell)", US_VALUE_BOOL, US_READS_ANY, eval_seen, "the seat sees the cell now"},
    {"explored(cell: cell)", US_VALUE_BOOL, US_READS_ANY, eval_explored,
     "the seat has seen the cell"},
    {"cells(terrain: terrain?, resource: resource?, passable: movement?, buildable: bool?)",
     US_VALUE_NUMBER, US_READS_TERRAIN, eval_cells, "number of cells that fit all given arguments"},
    {"stock(resource: resource)", US_VALUE_NUMBER, US_READS_TERRAIN, eval_stock,
     "amount of the resource in all cells together"},
    {"path(a: place, b: place, by: movement?)", US_VALUE_BOOL,
     US_READS_TERRAIN | US_READS_HOUSES | US_READS_STATES, eval_path,
     "a way leads from a to b for that movement, by default that of a or, if a has none, the "
     "domain's first one; units are no obstacle"},
    {"distance(a: place, b: place)", US_VALUE_NUMBER, US_READS_STATES, eval_distance,
     "king's moves between the edges of a and b: 1 when they touch; 9999 if one is nowhere"},
    {"near(a: place, b: place, within: number?)", US_VALUE_BOOL, US_READS_STATES, eval_near,
     "a and b are at most that many cells apart, by default 3"},
    /* the ground around a place */
    {"cells_to(from: place, terrain: terrain?, resource: resource?, within: number?)",
     US_VALUE_NUMBER, US_READS_TERRAIN | US_READS_STATES, eval_cells_to,
     "king's moves to the nearest cell that fits; 9999 if none lies within"},
    {"gap(cell: cell, by: movement)", US_VALUE_NUMBER, US_READS_TERRAIN, eval_gap,
     "width of the passage at the cell: of the four straight lines of passable cells through "
     "it, the length of the shortest, at most 65; 0 if the movement may not pass the cell"},
    /* seats */
    {"alive(seat: seat)", US_VALUE_BOOL, US_READS_TALLY, eval_alive,
     "the seat is still in the game"},
    {"rivals(seat: seat)", US_VALUE_NUMBER, US_READS_SEATS, eval_rivals,
     "number of other seats that are still in the game"},
    {"known(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, eval_known,
     "the seat knows the upgrade"},
    {"meets(seat: seat, type: type)", US_VALUE_BOOL, US_READS_NEEDS, eval_meets,
     "the seat has what the type requires"},
    {"affords(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, eval_affords,
     "the seat has the resources that the type costs"},
    {"feeds(seat: seat, type: type)", US_VALUE_BOOL, US_READS_TALLY, eval_feeds,
     "the seat has food for one more of the type"},
    {"making(seat: seat, type: type)", US_VALUE_NUMBER, US_READS_MAKING, eval_making,
     "number of the type under way: sites, and products that entities make now"},
    {"cost(type: type, resource: resource?)", US_VALUE_NUMBER, 0, eval_cost,
     "the cost of one, in all resources or in the given one"},
    {"concrete(type: type)", US_VALUE_BOOL, 0, eval_concrete,
     "the type is not abstract: entities of it can exist"},
    {"fits(type: type, cell: cell)", US_VALUE_BOOL, US_READS_TERRAIN | US_READS_HOUSES, eval_fits,
     "a building of the type has room with its lowest cell there; units are no obstacle"},
    /* entities */
    {"this", US_VALUE_ENTITY, 0, eval_this,
     "the character (an entity with a tree of its own) that runs the tree; none if a seat "
     "runs it"},
    {"that", US_VALUE_ENTITY, US_READS_EVENT, eval_that, "the other entity of the event"},
    {"there", US_VALUE_CELL, US_READS_EVENT, eval_there, "the cell of the event"},
    {"told", US_VALUE_NUMBER, US_READS_EVENT, eval_told,
     "the number that the event carries; 0 if there is no event"},
    {"exists(unit: entity)", US_VALUE_BOOL, 0, eval_is_there,
     "the entity is in the game, and the seat knows it"},
    {"exists(...)", US_VALUE_BOOL, US_READS_SET, eval_exists, "the set is not empty"},
    {"finished(unit: entity)", US_VALUE_BOOL, 0, eval_finished,
     "the entity is there and not under construction"},
    {"damaged(unit: entity)", US_VALUE_BOOL, US_READS_STATES, eval_damaged,
     "the entity lacks hit points"},
    {"hidden(unit: entity)", US_VALUE_BOOL, US_READS_STATES, eval_hidden,
     "the entity is inside another one"},
    {"hostile(a: entity, b: entity)", US_VALUE_BOOL, 0, eval_hostile,
     "a and b belong to different owners, and b is no resource"},
    {"is(unit: entity, type: type?, role: role?)", US_VALUE_BOOL, 0, eval_is,
     "the entity is of that type and role"},
    {"does(unit: entity, action: action)", US_VALUE_BOOL, 0, eval_does,
     "the entity's type can do the action"},
    {"makes(unit: entity, type: type, by: action?)", US_VALUE_BOOL, 0, eval_makes,
     "the entity's type can make the type, or one below it, by that action or by any"},
    {"gathers(unit: entity, what: entity|resource)", US_VALUE_BOOL, 0, eval_gathers,
     "the entity's type can gather the resource, or from the other entity"},
    /* sets */
    {"count(...)", US_VALUE_NUMBER, US_READS_SET, eval_count, "number of entities in the set"},
    {"sites(...)", US_VALUE_NUMBER, US_READS_SET, eval_sites,
     "number of entities in the set that are under construction"},
    {"sum(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES, eval_sum,
     "an attribute, added up over the set"},
    {"least(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES, eval_least,
     "the smallest value of an attribute; 0 for an empty set"},
    {"most(of: attribute, ...)", US_VALUE_NUMBER, US_READS_SET | US_READS_STATES, eval_most,
     "the largest value of an attribute; 0 for an empty set"},
    {"nearest(to: place, ...)", US_VALUE_ENTITY, US_READS_SET | US_READS_STATES, eval_nearest,
     "the nearest entity of the set; of several equally near ones, the oldest"},
    {"first(...)", US_VALUE_ENTITY, US_READS_SET, eval_first, "the oldest entity of the set"},
    {"worth(...)", US_VALUE_NUMBER, US_READS_SET, eval_worth,
     "the cost of the whole set, in all resources"},
    /* numbers */
    {"min(a: number, b: number)", US_VALUE_NUMBER, 0, eval_min, "the smaller of a and b"},
    {"max(a: number, b: number)", US_VALUE_NUMBER, 0, eval_max, "the larger of a and b"},
    {"abs(a: number)", US_VALUE_NUMBER, 0, eval_abs, "a without its sign"},
    {"percent(a: number, b: number)", US_VALUE_NUMBER, 0, eval_percent, "100 * a / b"},
    {"gained(x: number)", US_VALUE_NUMBER, 0, NULL,
     "x now minus x when the pursuit of the goal began"},
};
const int us_sensor_count = US_COUNT(us_sensor_table);

static const struct {
    const char *name;
    uint32_t kinds;
} filters[US_CALL_ARGS] = {
    [US_SET_OWNER] = {"owner", US_KIND_BIT(US_VALUE_SEAT)},
    [US_SET_TYPE] = {"type", US_KIND_BIT(US_VALUE_TYPE)},
    [US_SET_ROLE] = {"role", US_KIND_BIT(US_VALUE_ROLE)},
    [US_SET_STATUS] = {"status", US_KIND_BIT(US_VALUE_STATUS)},
    [US_SET_ACTION] = {"action", US_KIND_BIT(US_VALUE_ACTION)},
    [US_SET_PRODUCT] = {"product", US_KIND_BIT(US_VALUE_TYPE)},
    [US_SET_TARGET] = {"target", US_KIND_BIT(US_VALUE_ENTITY)},
    [US_SET_IN] = {"in", US_KIND_BIT(US_VALUE_GROUP)},
    [US_SET_NEAR] = {"near", US_PLACES},
    [US_SET_WITHIN] = {"within", US_KIND_BIT(US_VALUE_NUMBER)},
    [US_SET_YIELDS] = {"yields", US_KIND_BIT(US_VALUE_RESOURCE)},
    [US_SET_UNFINISHED] = {"unfinished", US_KIND_BIT(US_VALUE_BOOL)},
};

size_t us_sensor_name_length(const us_sensor *sensor)
{
    return strcspn(sensor->form, "(");
}

static bool is_named(const us_sensor *sensor, const char *name)
{
    size_t length = strlen(name);
    return strncmp(sensor->form, name, length) == 0 &&
           (sensor->form[length] == '(' || !sensor->form[length]);
}

int us_sensor_find(const char *name)
{
    for (int i = 0; i < us_sensor_count; i++)
        if (is_named(&us_sensor_table[i], name))
            return i;
    return -1;
}

bool us_expr_node_calls(const us_expr_node *node, const char *name)
{
    return node->op == US_OP_CALL && is_named(&us_sensor_table[node->value], name);
}

/* ---- forms */

static uint32_t kinds_of(const char *text, size_t length)
{
    if (length == 5 && memcmp(text, "place", 5) == 0)
        return US_PLACES;
    for (int kind = 0; kind < US_VALUE_KINDS; kind++) {
        const char *name = us_value_kind_name((us_value_kind)kind);
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return US_KIND_BIT(kind);
    }
    us_assert(!"a kind in the form of a sensor");
    return 0;
}

void us_sensor_parse_params(const us_sensor *sensor, us_sensor_param out[US_CALL_ARGS])
{
    memset(out, 0, US_CALL_ARGS * sizeof(*out));
    const char *at = sensor->form + us_sensor_name_length(sensor);
    for (int own = 0; *at && *at != ')';) {
        at += strspn(at, "(, ");
        if (*at == '.') {
            for (int p = US_CALL_OWN; p < US_CALL_ARGS; p++) {
                snprintf(out[p].name, sizeof(out[p].name), "%s", filters[p].name);
                out[p].kinds = filters[p].kinds;
                out[p].optional = true;
            }
            at += 3;
            continue;
        }
        us_sensor_param *param = &out[own++];
        size_t length = strcspn(at, ":");
        snprintf(param->name, sizeof(param->name), "%.*s", (int)length, at);
        at += length + 2;
        for (;; at++) {
            length = strcspn(at, "|?,)");
            param->kinds |= kinds_of(at, length);
            at += length;
            if (*at != '|')
                break;
        }
        param->optional = *at == '?';
        at += param->optional;
    }
}

int us_sensor_find_param(const us_sensor *sensor, const char *name)
{
    size_t length = strlen(name);
    const char *at = sensor->form + us_sensor_name_length(sensor);
    for (int own = 0; *at && *at != ')'; own++) {
        at += strspn(at, "(, ");
        if (*at == '.')
            break;
        if (strncmp(at, name, length) == 0 && at[length] == ':')
            return own;
        at += strcspn(at, ",)");
    }
    for (int p = US_CALL_OWN; *at == '.' && p < US_CALL_ARGS; p++)
        if (us_text_equal(filters[p].name, name))
            return p;
    return -1;
}

const char *us_value_kinds_print(uint32_t kinds, char out[160])
{
    static const char *const nouns[US_VALUE_KINDS] = {
        [US_VALUE_ENTITY] = "an entity",    [US_VALUE_TYPE] = "a type",
        [US_VALUE_CELL] = "a cell",         [US_VALUE_RESOURCE] = "a resource",
        [US_VALUE_SEAT] = "a seat",         [US_VALUE_NUMBER] = "a number",
        [US_VALUE_BOOL] = "a condition",    [US_VALUE_GROUP] = "a group",
        [US_VALUE_ROLE] = "a role",         [US_VALUE_STATUS] = "a status",
        [US_VALUE_ACTION] = "an action",    [US_VALUE_TERRAIN] = "a terrain",
        [US_VALUE_MOVEMENT] = "a movement", [US_VALUE_ATTRIBUTE] = "an attribute",
    };
    size_t used = 0;
    out[0] = '\0';
    for (int kind = 0; kind < US_VALUE_KINDS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        bool last = kinds >> kind == 1;
        used += (size_t)snprintf(out + used, 160 - used, "%s%s",
                                 !used  ? ""
                                 : last ? " or "
                                        : ", ",
                                 nouns[kind]);
    }
    return out;
}

/* ---- members of entities */

const us_member_row us_member_rows[US_MEMBERS] = {
    [US_MEMBER_X] = {"x", US_VALUE_NUMBER},
    [US_MEMBER_Y] = {"y", US_VALUE_NUMBER},
    [US_MEMBER_CELL] = {"cell", US_VALUE_CELL},
    [US_MEMBER_TYPE] = {"type", US_VALUE_TYPE},
    [US_MEMBER_OWNER] = {"owner", US_VALUE_SEAT},
    [US_MEMBER_STATUS] = {"status", US_VALUE_STATUS},
    [US_MEMBER_ACTION] = {"action", US_VALUE_ACTION},
    [US_MEMBER_TARGET] = {"target", US_VALUE_ENTITY},
    [US_MEMBER_PRODUCT] = {"product", US_VALUE_TYPE},
    [US_MEMBER_FULL] = {"full", US_VALUE_NUMBER},
};

int us_member_find(const us_domain *domain, const char *name)
{
    int member = US_ROW_FIND(us_member_rows, US_MEMBERS, name);
    if (member >= 0)
        return member;
    int attribute = us_domain_find_attribute(domain, name);
    return attribute < 0 ? -1 : US_MEMBERS + attribute;
}
