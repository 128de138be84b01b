#include "domain/steps.h"

#include <string.h>

/* A cell, in the map and in the map with a border. */
typedef struct place {
    int32_t cell, bordered;
} place;

enum { CLOSED, OPEN, REACHED }; /* REACHED: open, too */

struct us_steps {
    uint16_t *map; /* by cell */
    uint8_t *left; /* by bordered cell: CLOSED, OPEN or REACHED */
    place *queue;  /* by order of arrival */
    int width, height;
    int movement; /* of the last call, as the rest; -1: none yet */
    us_box to;
    uint32_t turn;
};

us_steps *us_steps_new(void)
{
    us_steps *s = US_NEW(us_steps);
    s->movement = -1;
    return s;
}

void us_steps_free(us_steps *s)
{
    if (!s)
        return;
    us_mem_free(s->map);
    us_mem_free(s->left);
    us_mem_free(s->queue);
    us_mem_free(s);
}

static void resize(us_steps *s, us_size size)
{
    if (s->width == size.width && s->height == size.height)
        return;
    int cells = size.width * size.height;
    s->width = size.width;
    s->height = size.height;
    s->map = us_mem_realloc(s->map, (size_t)cells * sizeof *s->map);
    s->queue = us_mem_realloc(s->queue, (size_t)cells * sizeof *s->queue);
    s->left = us_mem_realloc(s->left, (size_t)(size.width + 2) * (size_t)(size.height + 2));
}

static void unpack(us_steps *s, const uint64_t *open)
{
    int words = (s->width + 63) / 64;
    uint8_t *row = s->left + s->width + 3; /* the first cell, behind a row and a cell of border */
    memset(s->left, 0, (size_t)(s->width + 2) * (size_t)(s->height + 2));
    for (int y = 0; y < s->height; y++, row += s->width + 2)
        for (int x = 0; x < s->width; x++)
            row[x] = open[y * words + x / 64] >> (x % 64) & 1 ? OPEN : CLOSED;
}

static int list_box(us_steps *s, us_box to)
{
    int count = 0;
    for (int y = to.y < 0 ? 0 : to.y; y < to.y + to.height && y < s->height; y++) {
        for (int x = to.x < 0 ? 0 : to.x; x < to.x + to.width && x < s->width; x++) {
            place at = {y * s->width + x, (y + 1) * (s->width + 2) + x + 1};
            s->map[at.cell] = 0;
            s->left[at.bordered] = s->left[at.bordered] == CLOSED ? CLOSED : REACHED;
            s->queue[count++] = at;
        }
    }
    return count;
}

/* Whether one may go from the cell to the next one, which is open: a step across a corner needs one
 * open side, but the box is reached across any corner. */
static bool may_step(const us_steps *s, place at, int dx, int dy)
{
    return dx == 0 || dy == 0 || s->map[at.cell] == 0 || s->left[at.bordered + dx] != CLOSED ||
           s->left[at.bordered + dy * (s->width + 2)] != CLOSED;
}

static void spread(us_steps *s, int count)
{
    for (int head = 0; head < count; head++) {
        place at = s->queue[head];
        uint16_t next = (uint16_t)(s->map[at.cell] + 1);
        for (int k = 0; k < 9 && next < US_NO_STEPS; k++) {
            int dx = k % 3 - 1, dy = k / 3 - 1;
            place to = {at.cell + dy * s->width + dx, at.bordered + dy * (s->width + 2) + dx};
            if (s->left[to.bordered] != OPEN || !may_step(s, at, dx, dy))
                continue;
            s->left[to.bordered] = REACHED;
            s->map[to.cell] = next;
            s->queue[count++] = to;
        }
    }
}

const uint16_t *us_steps_map(us_steps *s, const us_regions *regions, int movement, us_box to)
{
    uint32_t turn = us_regions_turn(regions, movement);
    if (s->movement == movement && s->turn == turn && memcmp(&s->to, &to, sizeof to) == 0)
        return s->map;
    resize(s, us_regions_size(regions));
    memset(s->map, 0xff, (size_t)(s->width * s->height) * sizeof *s->map);
    unpack(s, us_regions_open(regions, movement));
    spread(s, list_box(s, to));
    s->movement = movement;
    s->turn = turn;
    s->to = to;
    return s->map;
}
