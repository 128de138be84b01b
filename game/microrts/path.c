#include "game/microrts/path.h"

#include <string.h>

const int8_t mr_dx[4] = {0, 1, 0, -1}, mr_dy[4] = {-1, 0, 1, 0};

/* The bots keep their open cells sorted by cost plus distance left, the newest first among equals.
 * A stack per sum gives the same order. */
struct mr_search {
    int width, height, cells;
    uint32_t round;
    uint32_t *met;  /* by cell: number of the search that reached it */
    int32_t *from;  /* the cell before it; the start's is itself */
    int32_t *cost;  /* steps */
    int32_t *below; /* the cell below in its stack, or -1 */
    int32_t *top;   /* by sum; -1: empty */
    int sums;
};

mr_search *mr_search_new(int width, int height)
{
    mr_search *s = US_NEW(mr_search);
    s->width = width;
    s->height = height;
    s->cells = width * height;
    s->sums = s->cells + width + height;
    s->met = US_NEW_ARRAY(uint32_t, s->cells);
    s->from = US_NEW_ARRAY(int32_t, s->cells);
    s->cost = US_NEW_ARRAY(int32_t, s->cells);
    s->below = US_NEW_ARRAY(int32_t, s->cells);
    s->top = US_NEW_ARRAY(int32_t, s->sums);
    for (int i = 0; i < s->sums; i++)
        s->top[i] = -1;
    return s;
}

void mr_search_free(mr_search *s)
{
    if (!s)
        return;
    us_mem_free(s->met);
    us_mem_free(s->from);
    us_mem_free(s->cost);
    us_mem_free(s->below);
    us_mem_free(s->top);
    us_mem_free(s);
}

static int apart(int x, int y, int to_x, int to_y)
{
    return (x < to_x ? to_x - x : x - to_x) + (y < to_y ? to_y - y : y - to_y);
}

static bool is_open(const mr_state *state, int x, int y)
{
    return x >= 0 && y >= 0 && x < state->width && y < state->height &&
           state->at[mr_state_cell(state, x, y)] == MR_FREE;
}

static int direction_of(const mr_search *s, int cell)
{
    int last = cell;
    while (s->from[cell] != cell) {
        last = cell;
        cell = s->from[cell];
    }
    for (int d = 0; d < 4; d++)
        if (last == cell + mr_dy[d] * s->width + mr_dx[d])
            return d;
    return MR_NONE;
}

int mr_search_find_step(mr_search *s, const mr_state *state, const mr_claims *claims, int unit,
                        int x, int y, int range)
{
    const int width = s->width, start = state->unit[unit].y * width + state->unit[unit].x;
    int lowest = apart(state->unit[unit].x, state->unit[unit].y, x, y), highest = lowest;
    int found = MR_NONE;
    s->round++;
    for (int i = 0; i < claims->cell.count; i++)
        s->met[claims->cell.item[i]] = s->round;
    s->met[start] = s->round;
    s->from[start] = start;
    s->cost[start] = 0;
    s->below[start] = -1;
    s->top[lowest] = start;
    for (int sum = lowest; sum <= highest && found == MR_NONE;) {
        int cell = s->top[sum];
        if (cell < 0) {
            sum++;
            continue;
        }
        s->top[sum] = s->below[cell];
        int cx = cell % width, cy = cell / width;
        if ((cx - x) * (cx - x) + (cy - y) * (cy - y) <= range * range) {
            found = cell;
            break;
        }
        for (int d = 0; d < 4; d++) {
            int to_x = cx + mr_dx[d], to_y = cy + mr_dy[d], to = to_y * width + to_x;
            if (!is_open(state, to_x, to_y) || s->met[to] == s->round)
                continue;
            int next = s->cost[cell] + 1 + apart(to_x, to_y, x, y);
            s->met[to] = s->round;
            s->from[to] = cell;
            s->cost[to] = s->cost[cell] + 1;
            s->below[to] = s->top[next];
            s->top[next] = to;
            highest = next > highest ? next : highest;
        }
    }
    for (int sum = lowest; sum <= highest; sum++)
        s->top[sum] = -1;
    return found == MR_NONE ? MR_NONE : direction_of(s, found);
}
