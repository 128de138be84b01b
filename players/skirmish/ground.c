#include "players/skirmish/staff.h"

#include <string.h>

enum {
    BUCKETS = 128, /* more than any step costs */
    TREE_COST = 20,
    WALL_COST = 60,
    HOUSE_COST = 12,
};

void sp_ground_init(sp_staff *s)
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
    g->from_x = -1;
    for (int t = 0; t < s->domain->terrain_count; t++) {
        const us_terrain *terrain = &s->domain->terrain[t];
        bool walk = terrain->passable >> s->words.land & 1;
        g->allow[t] = (uint8_t)((walk ? SP_WALK : 0) | (terrain->buildable ? SP_BUILD : 0) |
                                (!walk && terrain->resource == s->words.wood ? SP_TREE : 0) |
                                (!walk && terrain->breakable ? SP_WALL : 0));
    }
}

int sp_allow(const sp_staff *s, int x, int y)
{
    if (!us_world_inside(s->world, x, y))
        return 0;
    return s->ground.allow[s->world->plane[US_PLANE_TERRAIN][us_world_cell(s->world, x, y)]];
}

int sp_steps(const sp_staff *s, int x, int y)
{
    if (!us_world_inside(s->world, x, y))
        return SP_NO_STEPS;
    return s->ground.home[y * s->ground.width + x];
}

int sp_steps_to(const sp_staff *s, const us_entity *entity)
{
    const us_type_def *def = &s->domain->type[entity->type];
    int best = SP_NO_STEPS;
    for (int y = entity->y - 1; y <= entity->y + def->height; y++) {
        for (int x = entity->x - 1; x <= entity->x + def->width; x++) {
            int steps = sp_steps(s, x, y);
            best = steps < best ? steps : best;
        }
    }
    return best;
}

/* A diagonal step needs one of its corners free. */
static bool may_step(const sp_staff *s, int x, int y, int dx, int dy)
{
    return !dx || !dy || (sp_allow(s, x + dx, y) & SP_WALK) || (sp_allow(s, x, y + dy) & SP_WALK);
}

/* Breadth first from what is in the queue; cells only ever get nearer. */
static void spread(sp_staff *s, int tail)
{
    sp_ground *g = &s->ground;
    int cells = g->width * g->height, head = 0, waiting = tail;
    while (waiting > 0) {
        int cell = g->queue[head];
        head = head + 1 == cells ? 0 : head + 1;
        waiting--;
        int x = cell % g->width, y = cell / g->width;
        uint16_t steps = (uint16_t)(g->home[cell] + 1);
        for (int k = 0; k < 9; k++) {
            int dx = k % 3 - 1, dy = k / 3 - 1;
            if (!(sp_allow(s, x + dx, y + dy) & SP_WALK) || !may_step(s, x, y, dx, dy))
                continue;
            int to = cell + dy * g->width + dx;
            if (g->home[to] <= steps || waiting == cells)
                continue;
            g->home[to] = steps;
            g->queue[tail] = to;
            tail = tail + 1 == cells ? 0 : tail + 1;
            waiting++;
        }
    }
}

static void measure(sp_staff *s)
{
    sp_ground *g = &s->ground;
    int count = 0;
    memset(g->home, 0xff, (size_t)(g->width * g->height) * sizeof(*g->home));
    g->from_x = s->eyes.home_x;
    g->from_y = s->eyes.home_y;
    for (int y = g->from_y - 2; y <= g->from_y + 3; y++) {
        for (int x = g->from_x - 2; x <= g->from_x + 3; x++) {
            if (!(sp_allow(s, x, y) & SP_WALK))
                continue;
            g->home[y * g->width + x] = 0;
            g->queue[count++] = y * g->width + x;
        }
    }
    spread(s, count);
}

/* A cell has opened: it may be a shorter way for those behind it. */
static void mend(sp_staff *s, int x, int y)
{
    sp_ground *g = &s->ground;
    int best = SP_NO_STEPS;
    if (!(sp_allow(s, x, y) & SP_WALK))
        return;
    g->opened++;
    /* an opened corner frees diagonals too: everybody around looks again */
    int count = 0;
    for (int k = 0; k < 9; k++) {
        int dx = k % 3 - 1, dy = k / 3 - 1;
        int steps = sp_steps(s, x + dx, y + dy);
        if (steps == SP_NO_STEPS || !may_step(s, x, y, dx, dy))
            continue;
        best = steps < best ? steps : best;
        if (dx || dy)
            g->queue[count++] = (y + dy) * g->width + x + dx;
    }
    if (best + 1 < g->home[y * g->width + x]) {
        g->home[y * g->width + x] = (uint16_t)(best + 1);
        g->queue[count++] = y * g->width + x;
    }
    if (best != SP_NO_STEPS)
        spread(s, count);
}

void sp_ground_update(sp_staff *s)
{
    sp_ground *g = &s->ground;
    if (g->from_x < 0 || sp_far(g->from_x, g->from_y, s->eyes.home_x, s->eyes.home_y) > 3) {
        measure(s);
        g->opened++;
        return;
    }
    for (int i = 0; i < s->events->count; i++) {
        const us_event *event = &s->events->event[i];
        if (event->kind == US_EVENT_TERRAIN)
            mend(s, event->x, event->y);
    }
}

/* ---- routes: buckets by cost, a ring of lists through the cells */

typedef struct sp_buckets {
    int32_t head[BUCKETS];
    int waiting;
} sp_buckets;

static void take_out(sp_ground *g, sp_buckets *b, int cell)
{
    if (g->prev[cell] >= 0)
        g->next[g->prev[cell]] = g->next[cell];
    else
        b->head[g->cost[cell] % BUCKETS] = g->next[cell];
    if (g->next[cell] >= 0)
        g->prev[g->next[cell]] = g->prev[cell];
    b->waiting--;
}

static void put_in(sp_ground *g, sp_buckets *b, int cell, uint16_t cost)
{
    int32_t *head = &b->head[cost % BUCKETS];
    g->cost[cell] = cost;
    g->prev[cell] = -1;
    g->next[cell] = *head;
    if (*head >= 0)
        g->prev[*head] = cell;
    *head = cell;
    b->waiting++;
}

static int step_cost(const sp_staff *s, int x, int y)
{
    int allow = sp_allow(s, x, y);
    if (allow & SP_WALK) {
        int taken = s->world->plane[US_PLANE_TAKEN][us_world_cell(s->world, x, y)];
        return taken & US_TAKEN_BUILDING ? HOUSE_COST : 1;
    }
    return allow & SP_TREE ? TREE_COST : allow & SP_WALL ? WALL_COST : 0;
}

static bool beside(const sp_staff *s, const us_entity *target, int cell)
{
    const us_type_def *def = &s->domain->type[target->type];
    int x = cell % s->ground.width, y = cell / s->ground.width;
    return x >= target->x - 1 && x <= target->x + def->width && y >= target->y - 1 &&
           y <= target->y + def->height;
}

static void relax(sp_staff *s, sp_buckets *b, int cell)
{
    sp_ground *g = &s->ground;
    int x = cell % g->width, y = cell / g->width;
    for (int k = 0; k < 9; k++) {
        int dx = k % 3 - 1, dy = k / 3 - 1;
        int step = step_cost(s, x + dx, y + dy);
        if (!step || (!dx && !dy) || !may_step(s, x, y, dx, dy))
            continue;
        int to = cell + dy * g->width + dx, cost = g->cost[cell] + step;
        if (cost >= g->cost[to] || cost > 60000)
            continue;
        if (g->cost[to] != UINT16_MAX)
            take_out(g, b, to);
        put_in(g, b, to, (uint16_t)cost);
        g->came[to] = cell;
    }
}

static void write_route(sp_staff *s, int start, int end, sp_route *route)
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

void sp_route_find(sp_staff *s, int x, int y, const us_entity *target, sp_route *route)
{
    sp_ground *g = &s->ground;
    sp_buckets b = {.waiting = 0};
    route->count = route->closed = route->walls = 0;
    route->target = target->id;
    route->found = s->now;
    if (!us_world_inside(s->world, x, y))
        return;
    for (int i = 0; i < BUCKETS; i++)
        b.head[i] = -1;
    memset(g->cost, 0xff, (size_t)(g->width * g->height) * sizeof(*g->cost));
    int start = y * g->width + x, end = -1;
    put_in(g, &b, start, 0);
    for (int at = 0; b.waiting > 0 && end < 0; at++) {
        while (b.head[at % BUCKETS] >= 0) {
            int cell = b.head[at % BUCKETS];
            take_out(g, &b, cell);
            if (beside(s, target, cell)) {
                end = cell;
                break;
            }
            relax(s, &b, cell);
        }
    }
    s->work += g->width * g->height / 16;
    if (end < 0)
        return;
    write_route(s, start, end, route);
    sp_route_open(s, route);
}

bool sp_route_open(sp_staff *s, sp_route *route)
{
    route->closed = route->walls = 0;
    for (int i = 0; i < route->count; i++) {
        int allow = sp_allow(s, route->cell[i] % s->ground.width,
                             route->cell[i] / s->ground.width);
        route->closed += !(allow & SP_WALK);
        route->walls += (allow & SP_WALL) != 0;
    }
    return route->count > 0 && route->closed == 0;
}
