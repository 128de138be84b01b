#include "game/arena/state.h"

#include <stdlib.h>
#include <string.h>

/* A bucket queue of open cells in path finding, by cost. Steps cost little, so that a ring of lists
 * is enough: the costs of all waiting cells span less than one round of the ring. */
enum { AR_RING = 64, AR_CLOSED = -2 }; /* AR_CLOSED as a cell's next: no longer waiting */

typedef struct ar_ring {
    int32_t *next, *prev; /* by cell; borrowed */
    int32_t head[AR_RING];
    int waiting;
} ar_ring;

static void ar_ring_init(ar_ring *ring, int32_t *next, int32_t *prev)
{
    ring->next = next;
    ring->prev = prev;
    ring->waiting = 0;
    memset(ring->head, -1, sizeof(ring->head));
}

static void ar_ring_push(ar_ring *ring, int cell, int cost)
{
    int32_t *head = &ring->head[cost % AR_RING];
    ring->prev[cell] = -1;
    ring->next[cell] = *head;
    if (*head >= 0)
        ring->prev[*head] = cell;
    *head = cell;
    ring->waiting++;
}

static void ar_ring_remove(ar_ring *ring, int cell, int cost)
{
    if (ring->prev[cell] >= 0)
        ring->next[ring->prev[cell]] = ring->next[cell];
    else
        ring->head[cost % AR_RING] = ring->next[cell];
    if (ring->next[cell] >= 0)
        ring->prev[ring->next[cell]] = ring->prev[cell];
    ring->next[cell] = AR_CLOSED;
    ring->waiting--;
}

/* Takes the next cell to open. *cost is the cost of the last cell taken; it gets that of this one.
 * The ring must not be empty. */
static int ar_ring_pop(ar_ring *ring, int *cost)
{
    while (ring->head[*cost % AR_RING] < 0)
        ++*cost;
    int cell = ring->head[*cost % AR_RING];
    ar_ring_remove(ring, cell, *cost);
    return cell;
}

/* ---- exits, doors and landmarks of a map */

const int8_t ar_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t ar_dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

uint8_t *ar_map_compute_exits(const ar_map *map, const uint8_t *pass)
{
    int width = map->width, height = map->height;
    uint8_t *exits = US_NEW_ARRAY(uint8_t, width * height);
    for (int cell = 0; cell < width * height; cell++) {
        int x = cell % width, y = cell / width;
        for (int d = 0; d < 8; d++) {
            int to_x = x + ar_dx[d], to_y = y + ar_dy[d];
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height ||
                !pass[to_y * width + to_x] || !pass[y * width + to_x] || !pass[to_y * width + x])
                continue;
            exits[cell] |= (uint8_t)(1u << d);
        }
    }
    return exits;
}

uint8_t *ar_map_compute_doors(const ar_map *map, const ar_words *words)
{
    int cells = map->width * map->height;
    uint8_t *doors = US_NEW_ARRAY(uint8_t, cells);
    for (int cell = 0; cell < cells; cell++)
        if (map->stands[cell] && map->kind[map->stands[cell] - 1].type == words->door)
            doors[cell] = AR_DOORSTEP;
    return doors;
}

typedef struct flood {
    const ar_map *map;
    const uint8_t *exits, *doors;
    int32_t *far, *next, *prev; /* by cell */
} flood;

/* Computes the distances from one cell; -1: unreachable. */
static void spread(flood *f, int from)
{
    ar_ring ring;
    int far = 0;
    ar_ring_init(&ring, f->next, f->prev);
    memset(f->far, -1, (size_t)(f->map->width * f->map->height) * sizeof(*f->far));
    f->far[from] = 0;
    ar_ring_push(&ring, from, 0);
    while (ring.waiting > 0) {
        int cell = ar_ring_pop(&ring, &far);
        for (unsigned d = 0; f->exits[cell] >> d; d++) {
            if (!(f->exits[cell] >> d & 1))
                continue;
            int to = cell + ar_dy[d] * f->map->width + ar_dx[d];
            int there = far + (d % 2 ? AR_ACROSS : AR_STRAIGHT) + f->doors[cell] + f->doors[to];
            if (f->far[to] >= 0 && f->far[to] <= there)
                continue;
            if (f->far[to] >= 0)
                ar_ring_remove(&ring, to, f->far[to]);
            f->far[to] = there;
            ar_ring_push(&ring, to, there);
        }
    }
}

static int first_character(const ar_map *map)
{
    int cell = 0;
    while (!map->stands[cell] || map->kind[map->stands[cell] - 1].owner < 0)
        cell++;
    return cell;
}

uint16_t *ar_map_compute_marks(const ar_map *map, const uint8_t *exits, const uint8_t *doors)
{
    int cells = map->width * map->height, place = first_character(map);
    flood f = {.map = map, .exits = exits, .doors = doors};
    US_AUTOFREE int32_t *all = US_NEW_ARRAY(int32_t, 4 * cells);
    int32_t *least = all; /* distance to the nearest landmark so far */
    f.far = all + cells;
    f.next = all + 2 * cells;
    f.prev = all + 3 * cells;
    uint16_t *mark = US_NEW_ARRAY(uint16_t, AR_MARKS * cells);
    for (int m = -1; m < AR_MARKS; m++) { /* round -1 only finds a far cell */
        spread(&f, place);
        for (int cell = 0; cell < cells; cell++) {
            bool fits = f.far[cell] >= 0 && f.far[cell] < UINT16_MAX;
            if (m >= 0)
                mark[m * cells + cell] = fits ? (uint16_t)f.far[cell] : UINT16_MAX;
            if (m <= 0 || f.far[cell] < least[cell])
                least[cell] = f.far[cell];
        }
        for (int cell = 0; cell < cells; cell++)
            place = least[cell] > least[place] ? cell : place;
    }
    return mark;
}

/* ---- search */

/* A* search. The estimate never exceeds the real cost, so that no cell is opened twice. */
enum {
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
    int most = dx < dy ? AR_ACROSS * dx + AR_STRAIGHT * (dy - dx)
                       : AR_ACROSS * dy + AR_STRAIGHT * (dx - dy);
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
    return stands ? 0 : (d % 2 ? AR_ACROSS : AR_STRAIGHT) + doors[from] + doors[cell];
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
