#include "game/skirmish/field.h"

/* The patience of a unit that comes no nearer, in cycles. Each means is tried only when the
 * gentler ones before it have failed for so long. */
enum {
    NAP_MAX = 12,         /* between two looks at what is in the way */
    PATIENT_PUSH = 8,     /* then it changes places with an idle friend that nobody can push */
    PATIENT_TANGLE = 60,  /* with a friend that is as stuck as itself */
    PATIENT_WORK = 90,    /* with a friend that works or fights there */
    PATIENT_STAND = 180,  /* with one that was told to stand its ground */
    PATIENT_PLACE = 120,  /* a mere place is near enough */
    PATIENT_NEAR = 12,    /* ... within so many cells */
    PATIENT_END = 300,    /* others stand in the way for good */
    PATIENT_JAM = 3000,   /* a jam of friends that never clears */
    FORGIVEN = 64,        /* what each cell nearer takes off */
    PUSH_DEPTH = 6,       /* friends that one push may move */
    PUSH_LOOKS = 32,      /* friends looked at meanwhile */
    WINDOW = 15,          /* side of the window searched for a way around */
    DETOUR_MAX = 12,      /* cells more than straight on */
    CHASE_FAR = 8,        /* cells: nearer goals are looked at anew whenever they move */
};

/* What a step looks at again and again. */
typedef struct walker {
    sk_game *g;
    sk_slot slot;
    sk_unit *u;
    const sk_goal *goal;
    const uint8_t *exits;
    const uint16_t *distance; /* of its field, or NULL: the straight way was free */
    int movement, cell;
} walker;

static int step_from(const sk_game *g, int cell, int dir)
{
    return cell + sk_dy[dir] * g->width + sk_dx[dir];
}

static int to_go(const walker *w, int cell)
{
    if (w->distance)
        return w->distance[cell];
    return sk_goal_apart(w->goal, cell % w->g->width, cell / w->g->width);
}

static void look_up_field(walker *w)
{
    int i = sk_field_find(w->g, w->u->aim);
    w->distance = i >= 0 ? sk_field_distance(w->g, i) : NULL;
    if (w->distance && w->distance[w->cell] == SK_FAR)
        w->distance = NULL;
}

void sk_walk_end(sk_game *g, sk_slot slot)
{
    sk_unit *u = &g->unit[slot];
    u->route = 0; /* the aim stays: others see what it came for */
    u->tired = 0;
    u->blocks = 0;
    u->best = u->left = SK_FAR;
    u->walking = u->aside = false;
}

/* ---- planning */

/* The straight way: first diagonally, then along an axis, or the other way round. If it is
 * free there is no shorter one. 0: it is not. */
static uint64_t straight_route(const walker *w, int steps, bool diagonal_first)
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
        cell = step_from(w->g, cell, dir);
        if (i < SK_ROUTE_MAX)
            route |= (uint64_t)dir << (3 * i);
    }
    return route | 1ull << (3 * (steps < SK_ROUTE_MAX ? steps : SK_ROUTE_MAX));
}

/* Nearer than ever. Not all is forgiven at once, or each of those who file up to a plug would
 * have its full patience. */
static void comes_nearer(const sk_game *g, sk_unit *u, int left)
{
    u->best = (uint16_t)left;
    u->blocks = 0;
    if (!u->tired)
        return;
    us_cycle tired = g->core->now - u->tired;
    tired = (tired > PATIENT_END ? PATIENT_END : tired) - FORGIVEN;
    u->tired = tired > 0 ? g->core->now - tired : 0;
}

static void take_route(walker *w, uint64_t route, int left)
{
    sk_unit *u = w->u;
    u->route = route;
    u->left = (uint16_t)left;
    u->aside = false;
    if (left < u->best || left > u->best + WINDOW) /* nearer, or on quite another way */
        comes_nearer(w->g, u, left);
}

/* STEPPED: it has a route now. */
static sk_walk_result plan(walker *w)
{
    sk_unit *u = w->u;
    int apart = sk_goal_apart(w->goal, u->x, u->y);
    uint64_t route = straight_route(w, apart, true);
    if (!route)
        route = straight_route(w, apart, false);
    if (route) {
        take_route(w, route, apart);
        return SK_STEPPED;
    }
    for (int again = 0; again < 2; again++) {
        int i = -1;
        sk_growth growth = sk_field_reach(w->g, w->goal, w->movement, u->x, u->y, &i);
        if (growth == SK_GROWING)
            return SK_WAITING;
        if (growth == SK_UNREACHABLE)
            return SK_NO_WAY;
        route = sk_field_route(w->g, i, w->movement, w->goal, u->x, u->y, w->slot & 1);
        if (route) {
            take_route(w, route, sk_field_distance(w->g, i)[w->cell]);
            return SK_STEPPED;
        }
        sk_field_drop(w->g, i); /* something closed since it was made */
    }
    return SK_WAITING;
}

/* ---- stepping */

static sk_walk_result step(walker *w, int dir, us_cycle *wait)
{
    sk_unit *u = w->u;
    sk_unit_move(w->g, w->slot, u->x + sk_dx[dir], u->y + sk_dy[dir]);
    *wait = sk_numbers(w->g, u->type)->step;
    u->busy = w->g->core->now + *wait;
    u->route = (int)(u->route & 7) == dir ? u->route >> 3 : 0;
    if (u->aside) {
        u->aside = u->route > 1;
    } else if (u->left && --u->left < u->best) {
        comes_nearer(w->g, u, u->left);
    }
    return SK_STEPPED;
}

static bool is_friend(const walker *w, const sk_unit *other)
{
    return other->owner == w->u->owner && sk_def(w->g, other->type)->movement == w->movement;
}

/* Any free neighbor that is nearer to the goal than here; -1: none. */
static int nearer_step(const walker *w, int dir)
{
    int here = to_go(w, w->cell);
    for (int rank = 1; rank < 8; rank++) {
        int d = sk_turn(dir, rank, w->slot & 1);
        if (!(w->exits[w->cell] >> d & 1))
            continue;
        int to = step_from(w->g, w->cell, d);
        if (!w->g->occupant[to] && to_go(w, to) < here)
            return d;
    }
    return -1;
}

/* ---- changing places */

static bool wants(const sk_game *g, const sk_unit *other, int from, int to)
{
    if (other->route > 1)
        return step_from(g, from, (int)(other->route & 7)) == to;
    int i = sk_field_find(g, other->aim);
    if (i >= 0) {
        const uint16_t *distance = sk_field_distance(g, i);
        if (distance[from] != SK_FAR)
            return distance[to] < distance[from];
    }
    sk_goal goal = sk_goal_of_key(other->aim);
    return sk_goal_apart(&goal, to % g->width, to / g->width) <
           sk_goal_apart(&goal, from % g->width, from / g->width);
}

/* Both pay for their step. */
static sk_walk_result swap(walker *w, sk_slot with, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *other = &g->unit[with];
    int x = w->u->x, y = w->u->y, back = (dir + 4) & 7;
    step(w, dir, wait);
    sk_unit_move(g, with, x, y);
    other->busy = g->core->now + sk_numbers(g, other->type)->step;
    if (other->walking) {
        bool along = other->route > 1 && (int)(other->route & 7) == back;
        other->route = along ? other->route >> 3 : 0;
        if (along && !other->aside && other->left && --other->left < other->best)
            comes_nearer(g, other, other->left);
        other->aside = other->aside && other->route > 1;
        sk_wake_at(g, with, other->busy);
    } else if (other->action < 0) {
        other->from_x = other->x;
        other->from_y = other->y;
    }
    return SK_STEPPED;
}

/* ---- pushing */

static bool can_be_pushed(const walker *w, const sk_unit *other)
{
    return is_friend(w, other) && other->action < 0 && !other->foe && !other->stands &&
           !other->walking && other->busy <= w->g->core->now;
}

typedef struct push {
    int cell[PUSH_DEPTH + 1]; /* of those who push and are pushed */
    int depth, looks;
    int way; /* the cell that the first pusher goes to next, or -1 */
} push;

/* Make the cell free: whoever stands there goes to a free neighbor, or pushes on. Sideways
 * first, then back, ahead only where nothing else is. */
static bool push_away(walker *w, push *p, int cell, int dir)
{
    static const int8_t turn[8] = {2, -2, 3, -3, 1, -1, 4, 0};
    sk_game *g = w->g;
    sk_slot slot = g->occupant[cell];
    sk_unit *other = &g->unit[slot];
    if (p->depth == PUSH_DEPTH || ++p->looks > PUSH_LOOKS || !can_be_pushed(w, other))
        return false;
    p->cell[++p->depth - 1] = cell;
    for (int pass = 0; pass < 3; pass++) { /* free and off my way; free; to be made free */
        for (int k = 0; k < 8; k++) {
            int d = (dir + turn[w->slot & 1 ? k : k ^ (k < 6)]) & 7;
            if (!(w->exits[cell] >> d & 1))
                continue;
            int to = step_from(g, cell, d);
            bool taken = to == w->cell || (pass == 0 && to == p->way);
            for (int i = 0; i < p->depth; i++)
                taken |= p->cell[i] == to;
            if (taken || (g->occupant[to] != 0) != (pass == 2))
                continue;
            if (pass == 2 && !push_away(w, p, to, d))
                continue;
            sk_unit_move(g, slot, to % g->width, to / g->width);
            other->busy = g->core->now + sk_numbers(g, other->type)->step;
            other->from_x = other->x;
            other->from_y = other->y;
            p->depth--;
            return true;
        }
    }
    p->depth--;
    return false;
}

/* ---- going around */

/* A search of the near cells that are free of units, for the best that is nearer to the goal.
 * Those who walk a few steps away will have walked on. */
static uint64_t way_around(walker *w)
{
    enum { MIDDLE = WINDOW / 2, CELLS = WINDOW * WINDOW };
    sk_game *g = w->g;
    uint8_t came[CELLS] = {0}, steps[CELLS], queue[CELLS];
    int x0 = w->u->x - MIDDLE, y0 = w->u->y - MIDDLE, here = to_go(w, w->cell);
    int head = 0, tail = 0, best = -1, best_cost = here + DETOUR_MAX + 1, best_left = 0;
    int start = MIDDLE * WINDOW + MIDDLE;
    queue[tail++] = (uint8_t)start;
    came[start] = 9;
    steps[start] = 0;
    while (head < tail && g->core->path_left > 0) {
        int at = queue[head++];
        int cell = sk_cell(g, x0 + at % WINDOW, y0 + at / WINDOW);
        g->core->path_left--;
        g->core->path_nodes++;
        /* with one more step nothing can be better */
        if (steps[at] >= SK_ROUTE_MAX || (best >= 0 && steps[at] > best_cost - best_left))
            break;
        for (unsigned open = w->exits[cell]; open; open &= open - 1) {
            int d = __builtin_ctz(open);
            int wx = at % WINDOW + sk_dx[d], wy = at / WINDOW + sk_dy[d];
            int next = wy * WINDOW + wx, to = step_from(g, cell, d);
            if (wx < 0 || wy < 0 || wx >= WINDOW || wy >= WINDOW || came[next])
                continue;
            sk_slot there = g->occupant[to];
            if (there && (steps[at] < 2 || !g->unit[there].walking))
                continue;
            came[next] = (uint8_t)(d + 1);
            steps[next] = (uint8_t)(steps[at] + 1);
            queue[tail++] = (uint8_t)next;
            int left = to_go(w, to), cost = left + steps[next];
            if (there || left >= here || left == SK_FAR)
                continue;
            if (cost < best_cost || (cost == best_cost && left < best_left)) {
                best = next;
                best_cost = cost;
                best_left = left;
            }
        }
    }
    if (best < 0)
        return 0;
    uint64_t route = 1;
    for (int at = best; at != start;) {
        int d = came[at] - 1;
        route = route << 3 | (uint64_t)d;
        at -= sk_dy[d] * WINDOW + sk_dx[d];
    }
    return route;
}

/* ---- arriving in a crowd */

static bool is_place(const sk_goal *goal)
{
    return goal->w == 1 && goal->h == 1 && goal->range == 0;
}

/* Somebody is there to stay, as far as this walker is concerned. */
static bool is_taken(const walker *w, int cell)
{
    sk_slot there = w->g->occupant[cell];
    if (!there)
        return false;
    const sk_unit *other = &w->g->unit[there];
    return !(other->walking && is_friend(w, other));
}

/* The goal and all cells nearer to it than here are taken. */
static bool is_full(walker *w)
{
    sk_game *g = w->g;
    if (!is_taken(w, sk_cell(g, w->goal->x, w->goal->y)))
        return false;
    int i = -1;
    if (sk_field_reach(g, w->goal, w->movement, w->u->x, w->u->y, &i) != SK_GROWN)
        return false;
    const uint16_t *distance = sk_field_distance(g, i), *queue = sk_field_queue(g, i);
    int here = distance[w->cell];
    w->distance = distance;
    for (uint32_t at = 0; at < g->fields->field[i].tail && distance[queue[at]] < here; at++) {
        if (g->pass[queue[at]] >> w->movement & 1 && !is_taken(w, queue[at]))
            return false;
    }
    return true;
}

/* ---- somebody stands in the way */

static sk_walk_result nap(walker *w, const sk_unit *other, bool moves, us_cycle *wait)
{
    us_cycle now = w->g->core->now;
    if (moves) {
        *wait = other->wake > now ? other->wake - now : 1;
    } else {
        *wait = 2 + w->u->blocks;
    }
    if (*wait > NAP_MAX)
        *wait = NAP_MAX;
    return SK_WAITING;
}

static bool may_swap(const walker *w, const sk_unit *other, us_cycle tired)
{
    if (other->busy > w->g->core->now || sk_goal_reached(w->goal, other->x, other->y))
        return false;
    if (other->walking) /* not all at once; and those of one goal would only swap back */
        return other->aim != w->u->aim && other->tired &&
               tired > PATIENT_TANGLE + (us_cycle)(w->u->id % 16);
    if (other->action < 0 && !other->foe && !other->stands)
        return tired > PATIENT_PUSH;
    bool same = other->aim == w->u->aim || (other->foe && other->foe == w->u->foe) ||
                (other->target && other->target == w->u->target);
    if (same) /* it was here first */
        return false;
    return tired > (other->stands ? PATIENT_STAND : PATIENT_WORK);
}

static sk_walk_result blocked(walker *w, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *u = w->u;
    us_cycle now = g->core->now;
    int to = step_from(g, w->cell, dir);
    sk_slot there = g->occupant[to];
    sk_unit *other = &g->unit[there];
    bool friendly = is_friend(w, other), moves = friendly && other->walking;
    bool yields = moves || (friendly && other->action < 0 && !other->foe && !other->stands);
    if (!u->tired)
        u->tired = now > 0 ? now : 1;
    us_cycle tired = now - u->tired;
    if (u->blocks < 255)
        u->blocks++;
    if (u->aside) { /* look again from here */
        u->aside = false;
        u->route = 0;
        *wait = u->blocks < 4 ? 1 : 4;
        return SK_WAITING;
    }
    look_up_field(w);
    int free = nearer_step(w, dir);
    if (free >= 0)
        return step(w, free, wait);
    if (is_place(w->goal) && !moves && is_full(w))
        return SK_ARRIVED;
    if (moves && wants(g, other, to, w->cell)) {
        if (other->busy <= now)
            return swap(w, there, dir, wait);
        *wait = other->busy - now;
        return SK_WAITING;
    }
    if (friendly && can_be_pushed(w, other)) {
        int ahead = (int)(u->route >> 3 & 7);
        push p = {.way = u->route > 15 ? step_from(g, to, ahead) : -1};
        if (push_away(w, &p, to, dir))
            return step(w, dir, wait);
    }
    /* searching again and again would not help: at the 1st, 2nd, 4th, 8th ... time */
    int first = moves ? 2 : 1;
    if (u->blocks >= first && (u->blocks & (u->blocks - 1)) == 0) {
        uint64_t route = way_around(w);
        if (route > 1) {
            u->route = route;
            u->aside = true;
            return step(w, (int)(route & 7), wait);
        }
    }
    if (friendly && may_swap(w, other, tired))
        return swap(w, there, dir, wait);
    if (is_place(w->goal) && tired > PATIENT_PLACE && !moves && to_go(w, w->cell) <= PATIENT_NEAR &&
        is_taken(w, sk_cell(g, w->goal->x, w->goal->y)))
        return SK_ARRIVED;
    if (tired > (yields ? PATIENT_JAM : PATIENT_END))
        return SK_NO_WAY;
    return nap(w, other, moves, wait);
}

/* ---- the walk */

/* A goal that moves, and is far, is the same goal for a while. */
static bool still_good(const sk_unit *u, const sk_goal *goal, uint64_t key)
{
    if (u->route <= 1 || u->aim >> 32 != key >> 32)
        return false;
    sk_goal old = sk_goal_of_key(u->aim);
    int dx = old.x > goal->x ? old.x - goal->x : goal->x - old.x;
    int dy = old.y > goal->y ? old.y - goal->y : goal->y - old.y;
    int left = sk_goal_apart(goal, u->x, u->y);
    return left > CHASE_FAR && 4 * (dx > dy ? dx : dy) <= left;
}

static void set_out(sk_unit *u, uint64_t key)
{
    u->aim = key;
    u->route = 0;
    u->aside = false;
    u->best = SK_FAR;
    if (!u->walking) {
        u->tired = 0;
        u->blocks = 0;
    }
    u->walking = true;
}

sk_walk_result sk_walk(sk_game *g, sk_slot slot, const sk_goal *goal, us_cycle *wait)
{
    sk_unit *u = &g->unit[slot];
    *wait = 1;
    if (sk_goal_apart(goal, u->x, u->y) == 0) {
        sk_walk_end(g, slot);
        return SK_ARRIVED;
    }
    if (u->busy > g->core->now) {
        *wait = u->busy - g->core->now;
        return SK_WAITING;
    }
    int movement = sk_def(g, u->type)->movement;
    walker w = {.g = g, .slot = slot, .u = u, .goal = goal, .exits = sk_exits(g, movement),
                .movement = movement, .cell = sk_cell(g, u->x, u->y)};
    uint64_t key = sk_goal_key(goal, movement);
    if (!u->walking || (u->aim != key && !still_good(u, goal, key)))
        set_out(u, key);
    for (int again = 0; again < 2; again++) {
        if (u->route <= 1) {
            sk_walk_result planned = plan(&w);
            if (planned == SK_NO_WAY)
                sk_walk_end(g, slot);
            if (planned != SK_STEPPED)
                return planned;
        }
        int dir = (int)(u->route & 7);
        if (!(w.exits[w.cell] >> dir & 1)) { /* closed meanwhile */
            u->route = 0;
            continue;
        }
        if (!g->occupant[step_from(g, w.cell, dir)])
            return step(&w, dir, wait);
        sk_walk_result result = blocked(&w, dir, wait);
        if (result == SK_ARRIVED || result == SK_NO_WAY)
            sk_walk_end(g, slot);
        return result;
    }
    return SK_WAITING;
}
