#include "domain/sensor.h"

#include <string.h>

enum { FAR = 9999, LINE_MAX = 32 /* cells on either side */ };

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
static bool is_wanted(const us_call *call, ground_query *q)
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

int64_t us_sensor_eval_cells_to(const us_call *call)
{
    ground_query q = {.world = call->world};
    us_box box;
    int most = q.world->width > q.world->height ? q.world->width : q.world->height;
    if (!q.world->plane[US_PLANE_TERRAIN] || !us_call_box(call, 0, &box) || !is_wanted(call, &q))
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

int64_t us_sensor_eval_gap(const us_call *call)
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
