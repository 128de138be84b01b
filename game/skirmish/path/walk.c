/* The turn of a walker: planning, stepping, and units in the way. */
#include "game/skirmish/path/field.h"

enum {
    WINDOW = 15,    /* side of the window of the search around a block */
    PATIENCE = 300, /* cycles until a walker gives up against other units */
    FORGIVEN = 64,  /* cycles of waiting that each cell nearer takes off */
    CHASE_FAR = 8,  /* cells: nearer goals are planned again whenever they move */
};

/* Values that a step needs again and again. */
typedef struct walker {
    sk_game *g;
    sk_slot slot;
    sk_unit *u;
    const sk_goal *goal;
    const uint8_t *exits;
    const uint16_t *distance; /* of its field, or NULL */
    uint64_t key;             /* key of its field, if it follows one */
    int movement, cell;
    int ahead[SK_ROUTE_MAX]; /* without a field: cells of its own route */
    int ahead_count;
} walker;

static int neighbor(const sk_game *g, int cell, int dir)
{
    return cell + sk_dy[dir] * g->width + sk_dx[dir];
}

/* ---- step */

/* Notes an approach. It takes only FORGIVEN cycles off the waiting time. Else each unit that moves
 * up in a queue would have its full patience again. */
static void walker_update_best(const sk_game *g, sk_unit *u, int left)
{
    u->best = (uint16_t)left;
    u->blocks = 0;
    u->plugged = 0;
    if (!u->tired)
        return;
    us_cycle tired = g->core->now - u->tired;
    tired = (tired > PATIENCE ? PATIENCE : tired) - FORGIVEN;
    u->tired = tired > 0 ? g->core->now - tired : 0;
}

/* Shortens the route after a step, which may have left it. */
static void shorten_route(walker *w, int dir, int to)
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

static sk_walk_result walker_step(walker *w, int dir, us_cycle *wait)
{
    sk_unit *u = w->u;
    shorten_route(w, dir, neighbor(w->g, w->cell, dir));
    sk_unit_move(w->g, w->slot, u->x + sk_dx[dir], u->y + sk_dy[dir]);
    *wait = sk_type_numbers(w->g, u->type)->step;
    u->busy = w->g->core->now + *wait;
    if (u->aside)
        u->aside = u->route > 1;
    else if (u->left < u->best)
        walker_update_best(w->g, u, u->left);
    return SK_STEPPED;
}

/* ---- units in the way: a walker goes past, pushes, swaps places, goes around, or waits */

enum {
    WAKEUP_MAX = 12,  /* cycles between looks at a block */
    PATIENT_PUSH = 8, /* cycles until it swaps places with an idle friend that cannot be pushed */
    PATIENT_TANGLE = 60, /* ... with a friend that is as stuck */
    PATIENT_WORK = 90,   /* ... with a friend that works or fights there */
    PATIENT_STAND = 180, /* ... with a friend that has the order to stand its ground */
    PATIENT_PLACE = 120, /* cycles until a taken place counts as reached */
    PATIENT_NEAR = 12,   /* ... within so many cells */
    PATIENT_JAM = 3000,  /* cycles until it gives up in a jam of friends */
    LOST = 4,            /* blocks until its own route is useless */
    LOST_AMONG_WALKERS = 16,
    PUSH_DEPTH = 6,   /* friends that one push may move */
    PUSH_LOOKS = 32,  /* friends that a push may look at */
    DETOUR_MAX = 12,  /* cells that a detour may add */
    DETOUR_IDLE = 2,  /* ... around units that could be pushed */
    DETOUR_FIRST = 4, /* ... before it has been blocked for long */
    AROUND_MOST = 4,  /* times that a walk may turn back */
};

static bool is_friend(const walker *w, const sk_unit *other)
{
    return other->owner == w->u->owner && sk_type_def(w->g, other->type)->movement == w->movement;
}

/* Returns the cells to go. Without a field it counts along the walker's own route, or by king's
 * moves if straight on was free. */
static int to_go(const walker *w, int x, int y)
{
    int cell = sk_game_cell(w->g, x, y);
    if (w->distance)
        return w->distance[cell];
    if (!w->u->alone)
        return sk_goal_distance(w->goal, x, y);
    for (int k = w->ahead_count - 1; k >= 0; k--) {
        if (w->ahead[k] == cell)
            return w->u->left - 1 - k;
    }
    return cell == w->cell ? w->u->left : SK_FAR;
}

static int to_go_here(const walker *w)
{
    return to_go(w, w->u->x, w->u->y);
}

static void list_ahead(walker *w)
{
    int cell = w->cell;
    w->ahead_count = 0;
    for (uint64_t route = w->u->route; route > 1; route >>= 3) {
        cell = neighbor(w->g, cell, (int)(route & 7));
        w->ahead[w->ahead_count++] = cell;
    }
}

/* Prepares to_go. A walker with its own route gets a field if that route does not help. */
static void prepare_field(walker *w, bool moves)
{
    const sk_unit *u = w->u;
    int i = sk_field_find(w->g, u->aim);
    if (i < 0 && u->alone && u->blocks >= (moves ? LOST_AMONG_WALKERS : LOST) &&
        sk_field_reach(w->g, w->key, u->x, u->y, &i) != SK_GROWN)
        i = -1;
    w->distance = i >= 0 ? sk_field_distance(w->g, i) : NULL;
    if (w->distance && !sk_distance_is_known(w->distance[w->cell]))
        w->distance = NULL;
    if (!w->distance && u->alone)
        list_ahead(w);
}

/* Returns the direction of a free neighbor that is nearer to the goal; -1: none. */
static int nearer_step(const walker *w, int dir)
{
    int here = to_go_here(w);
    for (int rank = 1; rank < 8; rank++) {
        int d = sk_direction_turn(dir, rank, w->slot & 1);
        if (!(w->exits[w->cell] >> d & 1))
            continue;
        int to = neighbor(w->g, w->cell, d);
        if (!w->g->occupant[to] && to_go(w, w->u->x + sk_dx[d], w->u->y + sk_dy[d]) < here)
            return d;
    }
    return -1;
}

/* ---- swapping places */

/* Returns the cells that the other unit would gain in this one's cell; at most 0 if unknown. */
static int gain(const sk_game *g, const sk_unit *other, int from, int to)
{
    if (other->route > 1 && neighbor(g, from, (int)(other->route & 7)) == to)
        return 1;
    int i = sk_field_find(g, other->aim);
    if (i >= 0) {
        const uint16_t *distance = sk_field_distance(g, i);
        if (sk_distance_is_known(distance[from]) && sk_distance_is_known(distance[to]))
            return distance[from] - distance[to];
    }
    if (other->alone)
        return -1;
    sk_goal goal = sk_goal_from_key(other->aim);
    return sk_goal_distance(&goal, from % g->width, from / g->width) -
           sk_goal_distance(&goal, to % g->width, to / g->width);
}

/* Both units spend the time of a step. */
static sk_walk_result swap(walker *w, sk_slot with, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *other = &g->unit[with];
    int x = w->u->x, y = w->u->y, back = (dir + 4) & 7;
    int gained = other->walking ? gain(g, other, sk_game_cell(g, other->x, other->y), w->cell) : 0;
    walker_step(w, dir, wait);
    sk_unit_move(g, with, x, y);
    other->busy = g->core->now + sk_type_numbers(g, other->type)->step;
    if (other->walking) {
        bool along = other->route > 1 && (int)(other->route & 7) == back;
        other->route = along ? other->route >> 3 : 0;
        other->aside = other->aside && other->route > 1;
        other->left = (uint16_t)(other->left > gained ? other->left - gained : 0);
        if (!other->aside && other->left < other->best)
            walker_update_best(g, other, other->left);
        sk_unit_wake_at(g, with, other->busy);
    } else if (other->task.action < 0) {
        other->from_x = other->x;
        other->from_y = other->y;
    }
    return SK_STEPPED;
}

/* ---- pushing */

static bool can_be_pushed(const walker *w, const sk_unit *other)
{
    return is_friend(w, other) && sk_unit_can_give_way(other) && other->busy <= w->g->core->now;
}

typedef struct push {
    int cell[PUSH_DEPTH + 1]; /* cells of the pushing and pushed units */
    int depth, checks;
    int way; /* next cell of the first pusher, or -1 */
} push;

/* Frees a cell: its unit goes to a free neighbor, or pushes on. It tries sideways first, then back,
 * and ahead last. */
static bool push_away(walker *w, push *p, int cell, int dir)
{
    static const int8_t turn[8] = {2, -2, 3, -3, 1, -1, 4, 0};
    sk_game *g = w->g;
    sk_slot slot = g->occupant[cell];
    sk_unit *other = &g->unit[slot];
    if (p->depth == PUSH_DEPTH || ++p->checks > PUSH_LOOKS || !can_be_pushed(w, other))
        return false;
    p->cell[++p->depth - 1] = cell;
    for (int pass = 0; pass < 3; pass++) { /* free and off the way; free; to be freed */
        for (int k = 0; k < 8; k++) {
            int d = (dir + turn[w->slot & 1 ? k : k ^ (k < 6)]) & 7;
            if (!(w->exits[cell] >> d & 1))
                continue;
            int to = neighbor(g, cell, d);
            bool taken = to == w->cell || (pass == 0 && to == p->way);
            for (int i = 0; i < p->depth; i++)
                taken |= p->cell[i] == to;
            if (taken || (g->occupant[to] != 0) != (pass == 2))
                continue;
            if (pass == 2 && !push_away(w, p, to, d))
                continue;
            sk_unit_move(g, slot, to % g->width, to / g->width);
            other->busy = g->core->now + sk_type_numbers(g, other->type)->step;
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

/* Searches the near cells without units for the best one that is nearer to the goal. Walkers that
 * are a few steps away count as gone. */
static uint64_t way_around(walker *w, int most)
{
    enum { MIDDLE = WINDOW / 2, CELLS = WINDOW * WINDOW };
    sk_game *g = w->g;
    uint8_t came[CELLS] = {0}, steps[CELLS], queue[CELLS];
    int x0 = w->u->x - MIDDLE, y0 = w->u->y - MIDDLE, here = to_go_here(w);
    int head = 0, tail = 0, best = -1, best_cost = here + most + 1, best_left = 0;
    int start = MIDDLE * WINDOW + MIDDLE;
    queue[tail++] = (uint8_t)start;
    came[start] = 9;
    steps[start] = 0;
    while (head < tail && g->core->path_left > 0) {
        int at = queue[head++];
        int cell = sk_game_cell(g, x0 + at % WINDOW, y0 + at / WINDOW);
        g->core->path_left--;
        g->core->path_nodes++;
        /* one more step cannot be better */
        if (steps[at] >= SK_ROUTE_MAX || (best >= 0 && steps[at] > best_cost - best_left))
            break;
        for (unsigned open = w->exits[cell]; open; open &= open - 1) {
            int d = __builtin_ctz(open);
            int wx = at % WINDOW + sk_dx[d], wy = at / WINDOW + sk_dy[d];
            int next = wy * WINDOW + wx, to = neighbor(g, cell, d);
            if (wx < 0 || wy < 0 || wx >= WINDOW || wy >= WINDOW || came[next])
                continue;
            sk_slot there = g->occupant[to];
            if (there && (steps[at] < 2 || !g->unit[there].walking))
                continue;
            came[next] = (uint8_t)(d + 1);
            steps[next] = (uint8_t)(steps[at] + 1);
            int left = to_go(w, x0 + wx, y0 + wy), cost = left + steps[next];
            if (cost > here + most && !(w->u->alone && !w->distance))
                continue; /* a dead end, with all cells behind it */
            queue[tail++] = (uint8_t)next;
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

/* Returns true for a unit that will stay, from this walker's view. */
static bool is_taken(const walker *w, int cell)
{
    sk_slot there = w->g->occupant[cell];
    if (!there)
        return false;
    const sk_unit *other = &w->g->unit[there];
    return !(other->walking && is_friend(w, other));
}

/* Returns true if the goal is a place and taken, so that near it is good enough. */
static bool is_crowded(const walker *w)
{
    return w->goal->w == 1 && w->goal->h == 1 && w->goal->range == 0 &&
           is_taken(w, sk_game_cell(w->g, w->goal->x, w->goal->y));
}

/* Returns true if all cells nearer to the place are taken, too. */
static bool is_full(walker *w)
{
    sk_game *g = w->g;
    int i = -1;
    if (!is_crowded(w))
        return false;
    if (sk_field_reach(g, w->key, w->u->x, w->u->y, &i) != SK_GROWN)
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

/* ---- what to do about it */

static us_cycle since(const walker *w, us_cycle when)
{
    return when ? w->g->core->now - when : 0;
}

static sk_walk_result wakeup(const walker *w, const sk_unit *other, bool moves, us_cycle *wait)
{
    us_cycle now = w->g->core->now;
    if (since(w, w->u->tired) > PATIENT_JAM)
        return is_crowded(w) ? SK_ARRIVED : SK_NO_WAY;
    *wait = !moves ? 2 + w->u->blocks : other->wake > now ? other->wake - now : 1;
    if (*wait > WAKEUP_MAX)
        *wait = WAKEUP_MAX;
    return SK_WAITING;
}

static bool same_goal(const walker *w, const sk_unit *other)
{
    return sk_key_plain(other->aim) == sk_key_plain(w->u->aim);
}

/* Returns true if a walker may pass another one. No swaps go on forever: the sum of the squares of
 * all remaining distances decreases, or, after very long, the older unit goes first. */
static bool may_pass(const walker *w, const sk_unit *other, int gained)
{
    us_cycle tired = since(w, w->u->tired);
    if (gained > 0)
        return true;
    if (!other->tired || same_goal(w, other))
        return false;
    if (gained == 0)
        return tired > PATIENT_PUSH;
    if (tired > PATIENCE)
        return w->u->id < other->id;
    return tired > PATIENT_TANGLE && w->u->left > other->left - gained;
}

/* Returns true if a friend would swap places. A working one does so unless both have the same goal
 * or target. */
static bool yields(const walker *w, const sk_unit *other)
{
    if (!is_friend(w, other) || sk_goal_is_reached(w->goal, other->x, other->y))
        return false;
    return sk_unit_can_give_way(other) ||
           (!same_goal(w, other) && !(other->foe && other->foe == w->u->foe) &&
            !(other->target && other->target == w->u->target));
}

static int length(uint64_t route)
{
    int steps = 0;
    for (; route > 1; route >>= 3)
        steps++;
    return steps;
}

/* Continues on the walker's own route if the detour leads back to it, which saves a search. */
static void rejoin(walker *w, uint64_t own)
{
    sk_unit *u = w->u;
    int cell = w->cell, detour = length(u->route), k = 0;
    for (uint64_t route = u->route; route > 1; route >>= 3)
        cell = neighbor(w->g, cell, (int)(route & 7));
    while (k < w->ahead_count && w->ahead[k] != cell)
        k++;
    if (k == w->ahead_count)
        return;
    uint64_t rest = own >> 3 * (k + 1);
    int steps = length(rest);
    if (detour + steps > SK_ROUTE_MAX) {
        steps = SK_ROUTE_MAX - detour;
        rest = (rest & ((1ull << 3 * steps) - 1)) | 1ull << 3 * steps;
    }
    u->route = (u->route & ((1ull << 3 * detour) - 1)) | rest << 3 * detour;
    u->left = (uint16_t)(u->left - k - 1 + detour);
    u->aside = false;
    w->ahead_count = 0;
}

/* Returns true if all cells of a near goal that are nearer than here are taken: no search can help.
 */
static bool is_hemmed(const walker *w)
{
    enum { NEAR = 2, BOX = 64 };
    const sk_goal *goal = w->goal;
    const sk_game *g = w->g;
    int here = sk_goal_distance(goal, w->u->x, w->u->y), reach = goal->range + here - 1;
    if (here > NEAR || here != to_go_here(w) || (goal->w + 2 * reach) * (goal->h + 2 * reach) > BOX)
        return false;
    for (int y = goal->y - reach; y < goal->y + goal->h + reach; y++) {
        for (int x = goal->x - reach; x < goal->x + goal->w + reach; x++) {
            if (x >= 0 && y >= 0 && x < g->width && y < g->height &&
                w->exits[sk_game_cell(g, x, y)] && !g->occupant[sk_game_cell(g, x, y)])
                return false;
        }
    }
    return true;
}

/* Returns true if there is a detour. To save searches, it searches only at the 1st, 2nd, 4th, 8th,
 * ... block. */
static bool turns_aside(walker *w, bool moves, int most)
{
    sk_unit *u = w->u;
    if (u->blocks < (moves ? 2 : 1) || (u->blocks & (u->blocks - 1)) != 0)
        return false;
    if (is_hemmed(w))
        return false;
    if (u->blocks < LOST && most > DETOUR_FIRST)
        most = DETOUR_FIRST;
    uint64_t own = u->route, route = way_around(w, most);
    if (route <= 1)
        return false;
    u->route = route;
    u->aside = true;
    if (!w->distance && u->alone)
        rejoin(w, own);
    return true;
}

/* ---- another way */

static void turn(sk_unit *u, uint64_t key)
{
    u->aim = key;
    u->around++;
    u->route = 0;
    u->aside = false;
    u->best = SK_FAR;
    u->tired = u->plugged = 0;
    u->blocks = 0;
}

/* Turns back before it gives up: to the shortest way without standing units, unless that begins
 * here, too. */
static sk_walk_result turn_back(walker *w, const sk_unit *other, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *u = w->u;
    uint64_t key = sk_key_around(w->key, u->owner);
    int i = -1;
    *wait = 1;
    if (u->around == AROUND_MOST)
        return SK_NO_WAY;
    sk_growth growth = sk_field_reach(g, key, u->x, u->y, &i);
    if (growth == SK_UNREACHABLE)
        return SK_NO_WAY;
    if (growth == SK_GROWING)
        return SK_WAITING;
    uint64_t route = sk_field_find_route(g, i, w->movement, w->goal, u->x, u->y, w->slot & 1);
    if (route > 1 && (int)(route & 7) == dir) /* an older field may not know of this unit */
        return g->fields->field[i].made > u->plugged ? SK_NO_WAY : wakeup(w, other, false, wait);
    turn(u, key);
    return SK_WAITING;
}

/* A walker that turns back shares its new field with followers that it meets, which saves their
 * tries. */
static void turn_other(const walker *w, sk_unit *other, int gained)
{
    bool follows = same_goal(w, other) || (gained > 0 && other->tired);
    if (follows && sk_key_is_around(w->u->aim) && !sk_key_is_around(other->aim) &&
        other->around < AROUND_MOST)
        turn(other, sk_key_around(other->aim, other->owner));
}

/* Handles a unit that will not move. */
static sk_walk_result plugged(walker *w, sk_slot there, int dir, us_cycle *wait)
{
    const sk_unit *other = &w->g->unit[there];
    sk_unit *u = w->u;
    us_cycle now = w->g->core->now;
    if (!u->plugged)
        u->plugged = now > 0 ? now : 1;
    us_cycle held = since(w, u->plugged), tired = since(w, u->tired);
    if (yields(w, other)) {
        us_cycle patience = sk_unit_can_give_way(other) ? PATIENT_PUSH
                            : other->stands             ? PATIENT_STAND
                                                        : PATIENT_WORK;
        if (held > patience && other->busy <= now)
            return swap(w, there, dir, wait);
    } else {
        if (is_crowded(w) && held > PATIENT_PLACE && to_go_here(w) <= PATIENT_NEAR)
            return SK_ARRIVED;
        if (held > PATIENCE || (tired > PATIENCE && held > PATIENT_TANGLE))
            return turn_back(w, other, dir, wait);
    }
    return wakeup(w, other, false, wait);
}

static sk_walk_result walker_on_block(walker *w, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *u = w->u;
    us_cycle now = g->core->now;
    int to = neighbor(g, w->cell, dir);
    sk_slot there = g->occupant[to];
    sk_unit *other = &g->unit[there];
    bool moves = is_friend(w, other) && other->walking;
    if (!u->tired)
        u->tired = now > 0 ? now : 1;
    if (u->blocks < 255)
        u->blocks++;
    if (u->aside) { /* plans again from here */
        u->aside = false;
        u->route = 0;
        *wait = u->blocks < 4 ? 1 : 4;
        return SK_WAITING;
    }
    if (moves)
        turn_other(w, other, gain(g, other, to, w->cell));
    prepare_field(w, moves);
    int free = nearer_step(w, dir);
    if (free >= 0)
        return walker_step(w, free, wait);
    if (!moves && is_full(w))
        return SK_ARRIVED;
    if (moves && may_pass(w, other, gain(g, other, to, w->cell))) {
        if (other->busy <= now)
            return swap(w, there, dir, wait);
        *wait = other->busy - now;
        return SK_WAITING;
    }
    if (turns_aside(w, moves, sk_unit_can_give_way(other) ? DETOUR_IDLE : DETOUR_MAX))
        return walker_step(w, (int)(u->route & 7), wait);
    if (can_be_pushed(w, other)) {
        int ahead = (int)(u->route >> 3 & 7);
        push p = {.way = u->route > 15 ? neighbor(g, to, ahead) : -1};
        if (push_away(w, &p, to, dir))
            return walker_step(w, dir, wait);
    }
    if (!moves)
        return plugged(w, there, dir, wait);
    u->plugged = 0;
    return wakeup(w, other, true, wait);
}

/* ---- planning */

/* Returns the straight way: first diagonally, then along an axis, or the other way round. If it is
 * free, no way is shorter. 0: it is blocked. */
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
        cell = neighbor(w->g, cell, dir);
        if (i < SK_ROUTE_MAX)
            route |= (uint64_t)dir << (3 * i);
    }
    return route | 1ull << (3 * (steps < SK_ROUTE_MAX ? steps : SK_ROUTE_MAX));
}

static sk_walk_result take_route(walker *w, uint64_t route, int left, bool alone)
{
    sk_unit *u = w->u;
    u->route = route;
    u->left = (uint16_t)left;
    u->aside = false;
    u->alone = alone;
    if (left < u->best || left > u->best + WINDOW) /* nearer, or on a very different way */
        walker_update_best(w->g, u, left);
    return SK_STEPPED;
}

/* Gets a route from the field. Returns STEPPED if the walker has a route now. */
static sk_walk_result follow_field(walker *w)
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

static sk_walk_result plan(walker *w)
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
    walker w = {.g = g,
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
        if (!g->occupant[neighbor(g, w.cell, dir)])
            return walker_step(&w, dir, wait);
        sk_walk_result result = walker_on_block(&w, dir, wait);
        if (result == SK_ARRIVED || result == SK_NO_WAY)
            sk_unit_end_walk(g, slot);
        return result;
    }
    return SK_WAITING;
}
