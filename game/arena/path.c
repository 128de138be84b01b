#include "game/arena/ring.h"
#include "game/arena/state.h"

#include <stdlib.h>

/* A* search. The estimate never exceeds the real cost, so that no cell is opened twice. */
enum {
    STRAIGHT = AR_STRAIGHT,
    ACROSS = AR_ACROSS,
    NEAR = 6,     /* cells around the start in which occupied cells are avoided */
    AROUND = 500, /* cells opened for a way around a block */
    RUN_MAX = 31,
};

void ar_search_init(ar_search *search, int cells)
{
    search->stamp = US_NEW_ARRAY(uint32_t, cells);
    search->cost = US_NEW_ARRAY(int32_t, cells);
    search->next = US_NEW_ARRAY(int32_t, cells);
    search->prev = US_NEW_ARRAY(int32_t, cells);
    search->from = US_NEW_ARRAY(uint8_t, cells);
    search->rest = US_NEW_ARRAY(int32_t, cells);
    search->trail = US_NEW_ARRAY(int32_t, cells);
}

void ar_search_clear(ar_search *search)
{
    us_mem_free(search->stamp);
    us_mem_free(search->cost);
    us_mem_free(search->next);
    us_mem_free(search->prev);
    us_mem_free(search->from);
    us_mem_free(search->rest);
    us_mem_free(search->trail);
}

typedef struct hunt {
    ar_game *g;
    int to_x, to_y, reach;
    int from_x, from_y;
    bool avoid;
    int low[AR_MARKS], high[AR_MARKS]; /* range of landmark distances of the end cells */
    ar_ring ring;
} hunt;

static int estimate(const hunt *h, int cell)
{
    const ar_game *g = h->g;
    const uint16_t *mark = g->scenario->mark + cell;
    int dx = abs(cell % g->width - h->to_x), dy = abs(cell / g->width - h->to_y);
    dx = dx > h->reach ? dx - h->reach : 0;
    dy = dy > h->reach ? dy - h->reach : 0;
    int most = dx < dy ? ACROSS * dx + STRAIGHT * (dy - dx) : ACROSS * dy + STRAIGHT * (dx - dy);
    for (int m = 0; m < AR_MARKS; m++, mark += g->cells) {
        int near = *mark - h->high[m], far = h->low[m] - *mark;
        near = near > far ? near : far;
        most = near > most ? near : most;
    }
    return most;
}

/* Returns the cost of a step into the cell; 0: blocked. */
static int step_cost(const hunt *h, int from, int cell, unsigned d)
{
    const ar_game *g = h->g;
    const uint8_t *doors = g->scenario->doors;
    int x = cell % g->width, y = cell / g->width;
    bool stands = h->avoid && g->on[cell] && !doors[cell] &&
                  ar_cell_distance(h->from_x, h->from_y, x, y) <= NEAR &&
                  ar_cell_distance(h->to_x, h->to_y, x, y) > h->reach;
    return stands ? 0 : (d % 2 ? ACROSS : STRAIGHT) + doors[from] + doors[cell];
}

static void open_around(hunt *h, int cell)
{
    ar_game *g = h->g;
    ar_search *s = &g->search;
    for (unsigned d = 0, exits = g->scenario->exits[cell]; exits >> d; d++) {
        if (!(exits >> d & 1)) /* the neighbor may lie off the map */
            continue;
        int to = cell + ar_dy[d] * g->width + ar_dx[d];
        int step = step_cost(h, cell, to, d), cost = s->cost[cell] + step;
        bool met = s->stamp[to] == s->round;
        if (!step || (met && (cost >= s->cost[to] || s->next[to] == AR_CLOSED)))
            continue;
        if (met)
            ar_ring_remove(&h->ring, to, s->cost[to] + s->rest[to]);
        else
            s->rest[to] = estimate(h, to);
        s->stamp[to] = s->round;
        s->cost[to] = cost;
        s->from[to] = (uint8_t)d;
        ar_ring_push(&h->ring, to, cost + s->rest[to]);
    }
}

/* Returns the cell where the search ends, or -1. */
static int search(hunt *h, int from)
{
    ar_game *g = h->g;
    ar_search *s = &g->search;
    int total = estimate(h, from);
    ar_ring_init(&h->ring, s->next, s->prev);
    s->round++;
    s->stamp[from] = s->round;
    s->cost[from] = 0;
    ar_ring_push(&h->ring, from, total);
    for (int left = h->avoid ? AROUND : g->cells; h->ring.waiting > 0 && left > 0;) {
        int cell = ar_ring_pop(&h->ring, &total);
        left--;
        s->nodes++;
        g->core->path_left--;
        if (ar_cell_distance(cell % g->width, cell / g->width, h->to_x, h->to_y) <= h->reach)
            return cell;
        open_around(h, cell);
    }
    return -1;
}

/* Stores the first runs of the route. The rest is searched again when they are used up. */
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

/* Returns true if some end cell is reachable. */
static bool set_ends(hunt *h, int from)
{
    const ar_game *g = h->g;
    const uint16_t *region = g->scenario->region;
    bool leads = false;
    for (int m = 0; m < AR_MARKS; m++) {
        h->low[m] = UINT16_MAX;
        h->high[m] = 0;
    }
    for (int y = h->to_y - h->reach; y <= h->to_y + h->reach; y++) {
        for (int x = h->to_x - h->reach; x <= h->to_x + h->reach; x++) {
            int cell = ar_game_cell(g, x, y);
            if (x < 0 || y < 0 || x >= g->width || y >= g->height || region[cell] != region[from])
                continue;
            leads = true;
            for (int m = 0; m < AR_MARKS; m++) {
                int far = g->scenario->mark[m * g->cells + cell];
                h->low[m] = far < h->low[m] ? far : h->low[m];
                h->high[m] = far > h->high[m] ? far : h->high[m];
            }
        }
    }
    return leads;
}

bool ar_entity_find_route(ar_game *g, int i, int to, int reach, bool avoid)
{
    int from = ar_entity_cell(g, i);
    hunt h = {.g = g, .reach = reach, .avoid = avoid};
    h.from_x = g->entity[i].x;
    h.from_y = g->entity[i].y;
    h.to_x = to % g->width;
    h.to_y = to / g->width;
    int end = set_ends(&h, from) ? search(&h, from) : -1;
    if (end < 0)
        return false;
    keep(g, &g->mind[i], from, end);
    g->mind[i].aim = to;
    return true;
}
