#include "game/skirmish/path/walker.h"

enum { CHASE_FAR = 8 /* cells: nearer goals are planned again whenever they move */ };

/* ---- planning */

/* Returns the straight way: first diagonally, then along an axis, or the other way round. If it is
 * free, no way is shorter. 0: it is blocked. */
static uint64_t straight_route(const sk_walker *w, int steps, bool diagonal_first)
{
    const sk_goal *goal = w->goal;
    int x = w->u->x, y = w->u->y, cell = w->cell;
    int x0 = goal->x - goal->range, x1 = goal->x + goal->w - 1 + goal->range;
    int y0 = goal->y - goal->range, y1 = goal->y + goal->h - 1 + goal->range;
    int dx = x < x0 ? x0 - x : x > x1 ? x1 - x : 0, dy = y < y0 ? y0 - y : y > y1 ? y1 - y : 0;
    int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    int ax = dx * sx, ay = dy * sy;
    int diagonals = ax < ay ? ax : ay;
    int across = sk_direction[sy + 1][sx + 1];
    int along = ax > ay ? sk_direction[1][sx + 1] : sk_direction[sy + 1][1];
    int first = diagonal_first ? diagonals : steps - diagonals;
    uint64_t route = 0;
    for (int i = 0; i < steps; i++) {
        int dir = (i < first) == diagonal_first ? across : along;
        if (!(w->exits[cell] >> dir & 1))
            return 0;
        cell = sk_cell_neighbor(w->g, cell, dir);
        if (i < SK_ROUTE_MAX)
            route |= (uint64_t)dir << (3 * i);
    }
    return route | 1ull << (3 * (steps < SK_ROUTE_MAX ? steps : SK_ROUTE_MAX));
}

static sk_walk_result take_route(sk_walker *w, uint64_t route, int left, bool alone)
{
    sk_unit *u = w->u;
    u->route = route;
    u->left = (uint16_t)left;
    u->aside = false;
    u->alone = alone;
    if (left < u->best || left > u->best + SK_WINDOW) /* nearer, or on a very different way */
        sk_walker_update_best(w->g, u, left);
    return SK_STEPPED;
}

/* Gets a route from the field. Returns STEPPED if the walker has a route now. */
static sk_walk_result follow_field(sk_walker *w)
{
    const sk_unit *u = w->u;
    for (int again = 0; again < 2; again++) {
        int i = -1;
        sk_growth growth = sk_field_reach(w->g, w->key, u->x, u->y, &i);
        if (growth == SK_GROWING)
            return SK_WAITING;
        if (growth == SK_UNREACHABLE)
            return SK_NO_WAY;
        uint64_t route =
            sk_field_find_route(w->g, i, w->movement, w->goal, u->x, u->y, w->slot & 1);
        if (route)
            return take_route(w, route, sk_field_distance(w->g, i)[w->cell], false);
        sk_field_drop(w->g, i); /* a cell has closed since it was made */
    }
    return SK_WAITING;
}

static sk_walk_result plan(sk_walker *w)
{
    sk_unit *u = w->u;
    if (sk_key_is_around(w->key)) {
        sk_walk_result result = follow_field(w);
        if (result != SK_NO_WAY)
            return result;
        u->aim = w->key = sk_key_plain(w->key);
    }
    int apart = sk_goal_distance(w->goal, u->x, u->y);
    uint64_t route = straight_route(w, apart, true);
    if (!route)
        route = straight_route(w, apart, false);
    if (route)
        return take_route(w, route, apart, false);
    if (sk_field_find(w->g, w->key) < 0) {
        int left = 0;
        if (w->g->core->path_left <= 0)
            return SK_WAITING;
        sk_ground_refine(w->g, w->movement, false);
        if (!sk_ground_is_same(w->g, w->goal, w->movement, w->cell))
            return SK_NO_WAY;
        sk_growth growth = sk_route_find(w->g, w->slot, w->goal, w->movement, &route, &left);
        if (growth == SK_GROWN)
            return take_route(w, route, left, true);
        if (growth == SK_GROWING)
            return SK_WAITING;
    }
    return follow_field(w);
}

/* ---- the walk */

/* Returns true if a moved goal counts as the same for now, because it is far away. */
static bool still_good(const sk_unit *u, const sk_goal *goal, uint64_t key)
{
    if (u->route <= 1 || sk_key_plain(u->aim) >> 32 != key >> 32)
        return false;
    sk_goal old = sk_goal_from_key(u->aim);
    int dx = old.x > goal->x ? old.x - goal->x : goal->x - old.x;
    int dy = old.y > goal->y ? old.y - goal->y : goal->y - old.y;
    int left = sk_goal_distance(goal, u->x, u->y);
    return left > CHASE_FAR && 4 * (dx > dy ? dx : dy) <= left;
}

static void set_out(sk_unit *u, uint64_t key)
{
    u->aim = key;
    u->route = 0;
    u->aside = false;
    u->around = 0;
    u->best = SK_FAR;
    if (!u->walking) {
        u->tired = u->plugged = 0;
        u->blocks = 0;
    }
    u->walking = true;
}

sk_walk_result sk_unit_walk(sk_game *g, sk_slot slot, const sk_goal *goal, us_cycle *wait)
{
    sk_unit *u = &g->unit[slot];
    *wait = 1;
    if (sk_goal_distance(goal, u->x, u->y) == 0) {
        sk_unit_end_walk(g, slot);
        return SK_ARRIVED;
    }
    if (u->busy > g->core->now) {
        *wait = u->busy - g->core->now;
        return SK_WAITING;
    }
    int movement = sk_type_def(g, u->type)->movement;
    sk_walker w = {.g = g,
                   .slot = slot,
                   .u = u,
                   .goal = goal,
                   .exits = sk_ground_exits(g, movement),
                   .movement = movement,
                   .cell = sk_game_cell(g, u->x, u->y)};
    w.key = sk_goal_key(goal, movement);
    if (!u->walking || (sk_key_plain(u->aim) != w.key && !still_good(u, goal, w.key)))
        set_out(u, w.key);
    if (sk_key_is_around(u->aim))
        w.key = sk_key_around(w.key, u->owner);
    for (int again = 0; again < 2; again++) {
        if (u->route <= 1) {
            sk_walk_result planned = plan(&w);
            if (planned == SK_NO_WAY)
                sk_unit_end_walk(g, slot);
            if (planned != SK_STEPPED)
                return planned;
        }
        int dir = (int)(u->route & 7);
        if (!(w.exits[w.cell] >> dir & 1)) { /* it has closed since */
            u->route = 0;
            continue;
        }
        if (!g->occupant[sk_cell_neighbor(g, w.cell, dir)])
            return sk_walker_step(&w, dir, wait);
        sk_walk_result result = sk_walker_on_block(&w, dir, wait);
        if (result == SK_ARRIVED || result == SK_NO_WAY)
            sk_unit_end_walk(g, slot);
        return result;
    }
    return SK_WAITING;
}

/* ---- step */

enum { FORGIVEN = 64 /* cycles of waiting that each cell nearer takes off */ };

/* Notes an approach. It takes only FORGIVEN cycles off the waiting time. Else each unit that moves
 * up in a queue would have its full patience again. */
void sk_walker_update_best(const sk_game *g, sk_unit *u, int left)
{
    u->best = (uint16_t)left;
    u->blocks = 0;
    u->plugged = 0;
    if (!u->tired)
        return;
    us_cycle tired = g->core->now - u->tired;
    tired = (tired > SK_PATIENCE ? SK_PATIENCE : tired) - FORGIVEN;
    u->tired = tired > 0 ? g->core->now - tired : 0;
}

/* Shortens the route after a step, which may have left it. */
static void shorten_route(sk_walker *w, int dir, int to)
{
    sk_unit *u = w->u;
    if ((int)(u->route & 7) == dir) {
        u->route >>= 3;
        u->left -= u->left > 0;
        return;
    }
    for (int k = 0; k < w->ahead_count; k++) {
        if (w->ahead[k] == to) {
            u->route >>= 3 * (k + 1);
            u->left = (uint16_t)(u->left - k - 1);
            return;
        }
    }
    u->route = 0;
    u->left -= u->left > 0;
}

sk_walk_result sk_walker_step(sk_walker *w, int dir, us_cycle *wait)
{
    sk_unit *u = w->u;
    shorten_route(w, dir, sk_cell_neighbor(w->g, w->cell, dir));
    sk_unit_move(w->g, w->slot, u->x + sk_dx[dir], u->y + sk_dy[dir]);
    *wait = sk_type_numbers(w->g, u->type)->step;
    u->busy = w->g->core->now + *wait;
    if (u->aside)
        u->aside = u->route > 1;
    else if (u->left < u->best)
        sk_walker_update_best(w->g, u, u->left);
    return SK_STEPPED;
}
