#include <string.h>

#include "domain/sensor.h"

enum { FAR = 9999 }; /* distance of a missing thing */

int64_t us_sensor_eval_now(const us_call *call)
{
    return call->world->now;
}

int64_t us_sensor_eval_width(const us_call *call)
{
    return call->world->width;
}

int64_t us_sensor_eval_height(const us_call *call)
{
    return call->world->height;
}

int64_t us_sensor_eval_seats(const us_call *call)
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

int64_t us_sensor_eval_inside(const us_call *call)
{
    int64_t cell = call->arg[0];
    return cell != -1 && us_world_is_inside(call->world, US_CELL_X(cell), US_CELL_Y(cell));
}

int64_t us_sensor_eval_terrain(const us_call *call)
{
    return at_cell(call, US_PLANE_TERRAIN);
}

int64_t us_sensor_eval_resource(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain ? terrain->resource : -1;
}

int64_t us_sensor_eval_amount(const us_call *call)
{
    int amount = at_cell(call, US_PLANE_AMOUNT);
    return amount < 0 ? 0 : amount;
}

int64_t us_sensor_eval_passable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && call->arg[1] >= 0 && (terrain->passable >> call->arg[1] & 1);
}

int64_t us_sensor_eval_buildable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && terrain->buildable;
}

int64_t us_sensor_eval_breakable(const us_call *call)
{
    const us_terrain *terrain = ground(call);
    return terrain && terrain->breakable;
}

int64_t us_sensor_eval_taken(const us_call *call)
{
    return at_cell(call, US_PLANE_TAKEN) > 0;
}

static bool seat_bit(const us_call *call, us_plane plane)
{
    int bits = at_cell(call, plane);
    us_seat self = call->view->self;
    return bits > 0 && (self < 0 || (bits >> self & 1));
}

int64_t us_sensor_eval_seen(const us_call *call)
{
    return seat_bit(call, US_PLANE_SEEN);
}

int64_t us_sensor_eval_explored(const us_call *call)
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
int64_t us_sensor_eval_cells(const us_call *call)
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

int64_t us_sensor_eval_stock(const us_call *call)
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

int64_t us_sensor_eval_path(const us_call *call)
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

int64_t us_sensor_eval_distance(const us_call *call)
{
    us_box a, b;
    return us_call_box(call, 0, &a) && us_call_box(call, 1, &b) ? us_box_distance(a, b) : FAR;
}

int64_t us_sensor_eval_near(const us_call *call)
{
    us_box a, b;
    int64_t within = us_call_has_arg(call, 2) ? call->arg[2] : US_NEARNESS;
    return us_call_box(call, 0, &a) && us_call_box(call, 1, &b) && us_box_distance(a, b) <= within;
}

/* ---- numbers */

int64_t us_sensor_eval_min(const us_call *call)
{
    return call->arg[0] < call->arg[1] ? call->arg[0] : call->arg[1];
}

int64_t us_sensor_eval_max(const us_call *call)
{
    return call->arg[0] > call->arg[1] ? call->arg[0] : call->arg[1];
}

int64_t us_sensor_eval_abs(const us_call *call)
{
    int64_t a = call->arg[0];
    return a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a;
}

int64_t us_sensor_eval_percent(const us_call *call)
{
    return us_expr_divide(us_expr_multiply(100, call->arg[0]), call->arg[1]);
}
