#include "players/skirmish/player.h"

#include <string.h>

enum {
    BUCKETS = 128, /* more than any step costs */
    TREE_COST = 20,
    WALL_COST = 60,
    HOUSE_COST = 12,
    FIRE_COST = 3,
    MOST_COST = 60000,
};

void sp_ground_init(sp_player *s)
{
    sp_ground *g = &s->ground;
    g->width = s->scenario->width;
    g->height = s->scenario->height;
    int cells = g->width * g->height;
    g->allow = US_ARENA_ARRAY(s->arena, uint8_t, US_TERRAINS_MAX);
    g->home = US_ARENA_ARRAY(s->arena, uint16_t, cells);
    g->queue = US_ARENA_ARRAY(s->arena, int32_t, cells);
    g->cost = US_ARENA_ARRAY(s->arena, uint16_t, cells);
    g->next = US_ARENA_ARRAY(s->arena, int32_t, cells);
    g->prev = US_ARENA_ARRAY(s->arena, int32_t, cells);
    g->came = US_ARENA_ARRAY(s->arena, int32_t, cells);
    g->fire = US_ARENA_ARRAY(s->arena, uint8_t, cells);
    g->from_x = -1;
    for (int t = 0; t < s->domain->terrain_count; t++) {
        const us_terrain *terrain = &s->domain->terrain[t];
        bool walk = terrain->passable >> s->words.land & 1;
        g->allow[t] = (uint8_t)((walk ? SP_WALK : 0) | (terrain->buildable ? SP_BUILD : 0) |
                                (!walk && terrain->resource == s->words.wood ? SP_TREE : 0) |
                                (!walk && terrain->breakable ? SP_WALL : 0));
    }
}

void sp_ring_cell(int ring, int k, int *dx, int *dy)
{
    int side = k / (2 * ring), along = k % (2 * ring);
    *dx = side == 0 ? along - ring : side == 1 ? ring : side == 2 ? ring - along : -ring;
    *dy = side == 0 ? -ring : side == 1 ? along - ring : side == 2 ? ring : ring - along;
}

int sp_ground_uses(const sp_player *s, int x, int y)
{
    if (!us_world_is_inside(s->world, x, y))
        return 0;
    return s->ground.allow[s->world->plane[US_PLANE_TERRAIN][us_world_cell(s->world, x, y)]];
}

int sp_ground_steps(const sp_player *s, int x, int y)
{
    if (!us_world_is_inside(s->world, x, y))
        return SP_NO_STEPS;
    return s->ground.home[y * s->ground.width + x];
}

int sp_ground_steps_to(const sp_player *s, const us_entity *entity)
{
    const us_type_def *def = &s->domain->type[entity->type];
    int best = SP_NO_STEPS;
    for (int y = entity->y - 1; y <= entity->y + def->height; y++) {
        for (int x = entity->x - 1; x <= entity->x + def->width; x++) {
            int steps = sp_ground_steps(s, x, y);
            best = steps < best ? steps : best;
        }
    }
    return best;
}

/* The neighbors of a cell, straight ones first. */
static const int8_t step_x[8] = {0, -1, 1, 0, -1, 1, -1, 1};
static const int8_t step_y[8] = {-1, 0, 0, 1, -1, -1, 1, 1};

/* Reads what the terrain allows at each neighbor: 0 off the map, and for a diagonal without a free
 * corner. */
static void read_neighbors(const sp_player *s, int x, int y, uint8_t out[8])
{
    const sp_ground *g = &s->ground;
    const uint8_t *at = s->world->plane[US_PLANE_TERRAIN] + y * g->width + x;
    bool up = y > 0, left = x > 0, right = x + 1 < g->width, down = y + 1 < g->height;
    out[0] = up ? g->allow[at[-g->width]] : 0;
    out[1] = left ? g->allow[at[-1]] : 0;
    out[2] = right ? g->allow[at[1]] : 0;
    out[3] = down ? g->allow[at[g->width]] : 0;
    out[4] = up && left && ((out[0] | out[1]) & SP_WALK) ? g->allow[at[-g->width - 1]] : 0;
    out[5] = up && right && ((out[0] | out[2]) & SP_WALK) ? g->allow[at[-g->width + 1]] : 0;
    out[6] = down && left && ((out[3] | out[1]) & SP_WALK) ? g->allow[at[g->width - 1]] : 0;
    out[7] = down && right && ((out[3] | out[2]) & SP_WALK) ? g->allow[at[g->width + 1]] : 0;
}

/* Breadth first from what is in the queue; cells only ever get nearer. */
static void spread(sp_player *s, int tail)
{
    sp_ground *g = &s->ground;
    int cells = g->width * g->height, head = 0, waiting = tail;
    tail = tail == cells ? 0 : tail;
    while (waiting > 0) {
        int cell = g->queue[head];
        head = head + 1 == cells ? 0 : head + 1;
        waiting--;
        uint8_t around[8];
        read_neighbors(s, cell % g->width, cell / g->width, around);
        uint16_t steps = (uint16_t)(g->home[cell] + 1);
        for (int k = 0; k < 8; k++) {
            if (!(around[k] & SP_WALK))
                continue;
            int to = cell + step_y[k] * g->width + step_x[k];
            if (g->home[to] <= steps || waiting == cells)
                continue;
            g->home[to] = steps;
            g->queue[tail] = to;
            tail = tail + 1 == cells ? 0 : tail + 1;
            waiting++;
        }
    }
}

static void measure(sp_player *s)
{
    sp_ground *g = &s->ground;
    int count = 0;
    memset(g->home, 0xff, (size_t)(g->width * g->height) * sizeof(*g->home));
    g->from_x = s->observation.home_x;
    g->from_y = s->observation.home_y;
    for (int y = g->from_y - 2; y <= g->from_y + 3; y++) {
        for (int x = g->from_x - 2; x <= g->from_x + 3; x++) {
            if (!(sp_ground_uses(s, x, y) & SP_WALK))
                continue;
            g->home[y * g->width + x] = 0;
            g->queue[count++] = y * g->width + x;
        }
    }
    spread(s, count);
}

/* A cell has opened: it may be a shorter way for those behind it, and it frees diagonals too. */
static void update_around(sp_player *s, int x, int y)
{
    sp_ground *g = &s->ground;
    if (!(sp_ground_uses(s, x, y) & SP_WALK))
        return;
    int best = SP_NO_STEPS, count = 0, cell = y * g->width + x;
    uint8_t around[8];
    read_neighbors(s, x, y, around);
    for (int k = 0; k < 8; k++) {
        int to = cell + step_y[k] * g->width + step_x[k];
        if (!(around[k] & SP_WALK) || g->home[to] == SP_NO_STEPS)
            continue;
        best = g->home[to] < best ? g->home[to] : best;
        g->queue[count++] = to;
    }
    if (best + 1 < g->home[cell]) {
        g->home[cell] = (uint16_t)(best + 1);
        g->queue[count++] = cell;
    }
    spread(s, count);
}

void sp_ground_update(sp_player *s)
{
    sp_ground *g = &s->ground;
    if (g->from_x < 0 ||
        sp_cell_distance(g->from_x, g->from_y, s->observation.home_x, s->observation.home_y) > 3) {
        measure(s);
        return;
    }
    for (int i = 0; i < s->events->count; i++) {
        const us_event *event = &s->events->event[i];
        if (event->kind == US_EVENT_TERRAIN)
            update_around(s, event->x, event->y);
    }
}

/* ---- routes: the best first, by what a cell has cost and at least will; a ring of buckets, a
 * list through the cells in each */

typedef struct sp_buckets {
    int32_t head[BUCKETS];
    int waiting;
    int x, y, w, h; /* the target */
} sp_buckets;

/* Steps that are left at least. */
static int still_to_go(const sp_buckets *b, int x, int y)
{
    int dx = x < b->x - 1 ? b->x - 1 - x : x > b->x + b->w ? x - b->x - b->w : 0;
    int dy = y < b->y - 1 ? b->y - 1 - y : y > b->y + b->h ? y - b->y - b->h : 0;
    return dx > dy ? dx : dy;
}

static int32_t *bucket_of(sp_ground *g, sp_buckets *b, int cell)
{
    int least = g->cost[cell] + still_to_go(b, cell % g->width, cell / g->width);
    return &b->head[least % BUCKETS];
}

static void take_out(sp_ground *g, sp_buckets *b, int cell)
{
    if (g->prev[cell] >= 0)
        g->next[g->prev[cell]] = g->next[cell];
    else
        *bucket_of(g, b, cell) = g->next[cell];
    if (g->next[cell] >= 0)
        g->prev[g->next[cell]] = g->prev[cell];
    b->waiting--;
}

static void put_in(sp_ground *g, sp_buckets *b, int cell, uint16_t cost)
{
    g->cost[cell] = cost;
    int32_t *head = bucket_of(g, b, cell);
    g->prev[cell] = -1;
    g->next[cell] = *head;
    if (*head >= 0)
        g->prev[*head] = cell;
    *head = cell;
    b->waiting++;
}

static int step_cost(const sp_player *s, int cell, int allow)
{
    int fire = s->ground.fire[cell] ? FIRE_COST : 0;
    if (allow & SP_WALK) {
        int taken = s->world->plane[US_PLANE_TAKEN][cell];
        return (taken & US_TAKEN_BUILDING ? HOUSE_COST : 1) + fire;
    }
    return allow & SP_TREE ? TREE_COST + 2 * fire : allow & SP_WALL ? WALL_COST + fire : 0;
}

/* Cells within reach of enemy guns cost more to walk, and much more to clear of trees. */
static void mark_fire(sp_player *s, bool on)
{
    sp_ground *g = &s->ground;
    SP_EACH (gun, s->observation.foe_building) {
        if (!(s->words.sort[gun->type] & SP_GUN))
            continue;
        int low_x = gun->x > SP_REACH_GUN ? gun->x - SP_REACH_GUN : 0;
        int high_x =
            gun->x + SP_REACH_GUN + 1 < g->width ? gun->x + SP_REACH_GUN + 1 : g->width - 1;
        for (int y = gun->y - SP_REACH_GUN; y <= gun->y + SP_REACH_GUN + 1; y++) {
            if (y >= 0 && y < g->height)
                memset(g->fire + y * g->width + low_x, on, (size_t)(high_x - low_x + 1));
        }
    }
}

static void relax(sp_player *s, sp_buckets *b, int cell)
{
    sp_ground *g = &s->ground;
    uint8_t around[8];
    read_neighbors(s, cell % g->width, cell / g->width, around);
    for (int k = 0; k < 8; k++) {
        int to = cell + step_y[k] * g->width + step_x[k];
        int step = around[k] ? step_cost(s, to, around[k]) : 0;
        int cost = g->cost[cell] + step;
        if (!step || cost >= g->cost[to] || cost > MOST_COST)
            continue;
        if (g->cost[to] != UINT16_MAX)
            take_out(g, b, to);
        put_in(g, b, to, (uint16_t)cost);
        g->came[to] = cell;
    }
}

static void write_route(sp_player *s, int start, int end, sp_route *route)
{
    sp_ground *g = &s->ground;
    int length = 1;
    for (int cell = end; cell != start; cell = g->came[cell])
        length++;
    int skip = length > SP_ROUTE_MAX ? length - SP_ROUTE_MAX : 0;
    route->count = length - skip;
    int at = route->count;
    for (int cell = end, k = 0; k < length; cell = g->came[cell], k++) {
        if (at > 0)
            route->cell[--at] = cell;
        if (cell == start)
            break;
    }
}

void sp_route_find(sp_player *s, int x, int y, const us_entity *target, sp_route *route)
{
    sp_ground *g = &s->ground;
    const us_type_def *def = &s->domain->type[target->type];
    sp_buckets b = {.x = target->x, .y = target->y, .w = def->width, .h = def->height};
    route->count = route->closed = 0;
    route->target = target->id;
    route->found = s->now;
    if (!us_world_is_inside(s->world, x, y))
        return;
    for (int i = 0; i < BUCKETS; i++)
        b.head[i] = -1;
    memset(g->cost, 0xff, (size_t)(g->width * g->height) * sizeof(*g->cost));
    int start = y * g->width + x, end = -1;
    put_in(g, &b, start, 0);
    mark_fire(s, true);
    for (int at = still_to_go(&b, x, y); b.waiting > 0 && end < 0; at++) {
        while (b.head[at % BUCKETS] >= 0 && end < 0) {
            int cell = b.head[at % BUCKETS];
            take_out(g, &b, cell);
            if (still_to_go(&b, cell % g->width, cell / g->width) == 0)
                end = cell;
            else
                relax(s, &b, cell);
            s->work++;
        }
    }
    mark_fire(s, false);
    if (end < 0)
        return;
    write_route(s, start, end, route);
    sp_route_is_open(s, route);
}

bool sp_route_is_open(sp_player *s, sp_route *route)
{
    route->closed = 0;
    for (int i = 0; i < route->count; i++) {
        int allow =
            sp_ground_uses(s, route->cell[i] % s->ground.width, route->cell[i] / s->ground.width);
        route->closed += !(allow & SP_WALK);
    }
    return route->count > 0 && route->closed == 0;
}
