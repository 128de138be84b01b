#include "game/arena/state.h"

#include <stdlib.h>
#include <string.h>

/* A search from the start by the cost so far and an estimate that never tells too much, so that no
 * cell is opened twice. Costs are small: cells wait in a ring of lists by cost. */
enum {
    STRAIGHT = 5,
    ACROSS = 7,
    DOOR = 10, /* more: to open one takes time */
    RING = 64, /* more than a step can add */
    NEAR = 6,  /* cells in which those who stand there are avoided */
    RUN_MAX = 31,
};

void ar_search_init(ar_search *search, int cells)
{
    search->stamp = US_NEW_ARRAY(uint32_t, cells);
    search->cost = US_NEW_ARRAY(int32_t, cells);
    search->next = US_NEW_ARRAY(int32_t, cells);
    search->prev = US_NEW_ARRAY(int32_t, cells);
    search->from = US_NEW_ARRAY(uint8_t, cells);
    search->trail = US_NEW_ARRAY(int32_t, cells);
}

void ar_search_clear(ar_search *search)
{
    us_free(search->stamp);
    us_free(search->cost);
    us_free(search->next);
    us_free(search->prev);
    us_free(search->from);
    us_free(search->trail);
}

typedef struct hunt {
    ar_game *g;
    int to_x, to_y, reach;
    int from_x, from_y;
    bool avoid;
    int32_t head[RING]; /* cell, or -1 */
    int waiting;
} hunt;

static int estimate(const hunt *h, int x, int y)
{
    int dx = abs(x - h->to_x), dy = abs(y - h->to_y);
    dx = dx > h->reach ? dx - h->reach : 0;
    dy = dy > h->reach ? dy - h->reach : 0;
    int less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    return ACROSS * less + STRAIGHT * (more - less);
}

static void put(hunt *h, int cell, int total)
{
    ar_search *s = &h->g->search;
    int32_t *head = &h->head[total % RING];
    s->prev[cell] = -1;
    s->next[cell] = *head;
    if (*head >= 0)
        s->prev[*head] = cell;
    *head = cell;
    h->waiting++;
}

static void take(hunt *h, int cell, int total)
{
    ar_search *s = &h->g->search;
    if (s->prev[cell] >= 0)
        s->next[s->prev[cell]] = s->next[cell];
    else
        h->head[total % RING] = s->next[cell];
    if (s->next[cell] >= 0)
        s->prev[s->next[cell]] = s->prev[cell];
    s->next[cell] = s->prev[cell] = -2; /* open no more */
    h->waiting--;
}

/* What the step into the cell adds; 0: nobody gets there. */
static int step_cost(const hunt *h, int x, int y, int d)
{
    const ar_game *g = h->g;
    const uint8_t *pass = g->scenario->pass;
    int to_x = x + ar_dx[d], to_y = y + ar_dy[d];
    if (to_x < 0 || to_y < 0 || to_x >= g->width || to_y >= g->height)
        return 0;
    int cell = ar_cell(g, to_x, to_y);
    if (!pass[cell])
        return 0;
    if (d % 2 && (!pass[ar_cell(g, x, to_y)] || !pass[ar_cell(g, to_x, y)]))
        return 0;
    int cost = d % 2 ? ACROSS : STRAIGHT;
    if (g->opaque[cell])
        return cost + DOOR;
    bool stands = h->avoid && g->on[cell] && ar_far(h->from_x, h->from_y, to_x, to_y) <= NEAR &&
                  ar_far(h->to_x, h->to_y, to_x, to_y) > h->reach;
    return stands ? 0 : cost;
}

static void open_around(hunt *h, int cell)
{
    ar_game *g = h->g;
    ar_search *s = &g->search;
    int x = cell % g->width, y = cell / g->width;
    for (int d = 0; d < 8; d++) {
        int step = step_cost(h, x, y, d);
        if (!step)
            continue;
        int to = ar_cell(g, x + ar_dx[d], y + ar_dy[d]);
        int cost = s->cost[cell] + step, rest = estimate(h, x + ar_dx[d], y + ar_dy[d]);
        if (s->stamp[to] == s->round) {
            if (cost >= s->cost[to] || s->next[to] == -2)
                continue;
            take(h, to, s->cost[to] + rest);
        }
        s->stamp[to] = s->round;
        s->cost[to] = cost;
        s->from[to] = (uint8_t)d;
        put(h, to, cost + rest);
    }
}

/* The cell where the search ends, or -1. */
static int search(hunt *h, int from)
{
    ar_game *g = h->g;
    ar_search *s = &g->search;
    int total = estimate(h, h->from_x, h->from_y);
    memset(h->head, -1, sizeof(h->head));
    s->round++;
    s->stamp[from] = s->round;
    s->cost[from] = 0;
    put(h, from, total);
    while (h->waiting > 0) {
        int cell = h->head[total % RING];
        if (cell < 0) {
            total++;
            continue;
        }
        take(h, cell, total);
        s->nodes++;
        g->core->path_left--;
        if (ar_far(cell % g->width, cell / g->width, h->to_x, h->to_y) <= h->reach)
            return cell;
        open_around(h, cell);
    }
    return -1;
}

/* Its first pieces. What is left is found when they are walked. */
static void keep(ar_game *g, ar_mind *m, int from, int end)
{
    const ar_search *s = &g->search;
    int steps = 0;
    for (int cell = end; cell != from; steps++) {
        int d = s->from[cell];
        s->trail[steps] = d;
        cell -= ar_dy[d] * g->width + ar_dx[d];
    }
    m->runs = m->run_at = 0;
    while (steps > 0) {
        uint8_t d = (uint8_t)s->trail[steps - 1], length = 0;
        while (steps > 0 && s->trail[steps - 1] == d && length < RUN_MAX) {
            length++;
            steps--;
        }
        if (m->runs == AR_RUNS)
            return;
        m->run[m->runs++] = (uint8_t)(d << 5 | length);
    }
}

bool ar_leads(const ar_game *g, int from, int to, int reach)
{
    const uint16_t *region = g->scenario->region;
    int x = to % g->width, y = to / g->width;
    for (int ny = y - reach; ny <= y + reach; ny++)
        for (int nx = x - reach; nx <= x + reach; nx++)
            if (nx >= 0 && ny >= 0 && nx < g->width && ny < g->height &&
                region[ar_cell(g, nx, ny)] == region[from])
                return true;
    return false;
}

bool ar_route(ar_game *g, int i, int to, int reach, bool avoid)
{
    int from = ar_at(g, i);
    hunt h = {.g = g, .reach = reach, .avoid = avoid};
    h.from_x = g->entity[i].x;
    h.from_y = g->entity[i].y;
    h.to_x = to % g->width;
    h.to_y = to / g->width;
    int end = ar_leads(g, from, to, reach) ? search(&h, from) : -1;
    if (end < 0)
        return false;
    keep(g, &g->mind[i], from, end);
    g->mind[i].aim = to;
    return true;
}
