#include "game/skirmish/path/walker.h"

/* Handles a unit in the way: goes past it, pushes it, swaps places, goes around, or waits. */

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

static bool is_friend(const sk_walker *w, const sk_unit *other)
{
    return other->owner == w->u->owner && sk_type_def(w->g, other->type)->movement == w->movement;
}

/* Returns the cells to go. Without a field it counts along the walker's own route, or by king's
 * moves if straight on was free. */
static int to_go(const sk_walker *w, int x, int y)
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

static int to_go_here(const sk_walker *w)
{
    return to_go(w, w->u->x, w->u->y);
}

static void list_ahead(sk_walker *w)
{
    int cell = w->cell;
    w->ahead_count = 0;
    for (uint64_t route = w->u->route; route > 1; route >>= 3) {
        cell = sk_cell_neighbor(w->g, cell, (int)(route & 7));
        w->ahead[w->ahead_count++] = cell;
    }
}

/* Prepares to_go. A walker with its own route gets a field if that route does not help. */
static void prepare_field(sk_walker *w, bool moves)
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
static int nearer_step(const sk_walker *w, int dir)
{
    int here = to_go_here(w);
    for (int rank = 1; rank < 8; rank++) {
        int d = sk_direction_turn(dir, rank, w->slot & 1);
        if (!(w->exits[w->cell] >> d & 1))
            continue;
        int to = sk_cell_neighbor(w->g, w->cell, d);
        if (!w->g->occupant[to] && to_go(w, w->u->x + sk_dx[d], w->u->y + sk_dy[d]) < here)
            return d;
    }
    return -1;
}

/* ---- swapping places */

/* Returns the cells that the other unit would gain in this one's cell; at most 0 if unknown. */
static int gain(const sk_game *g, const sk_unit *other, int from, int to)
{
    if (other->route > 1 && sk_cell_neighbor(g, from, (int)(other->route & 7)) == to)
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
static sk_walk_result swap(sk_walker *w, sk_slot with, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *other = &g->unit[with];
    int x = w->u->x, y = w->u->y, back = (dir + 4) & 7;
    int gained = other->walking ? gain(g, other, sk_game_cell(g, other->x, other->y), w->cell) : 0;
    sk_walker_step(w, dir, wait);
    sk_unit_move(g, with, x, y);
    other->busy = g->core->now + sk_type_numbers(g, other->type)->step;
    if (other->walking) {
        bool along = other->route > 1 && (int)(other->route & 7) == back;
        other->route = along ? other->route >> 3 : 0;
        other->aside = other->aside && other->route > 1;
        other->left = (uint16_t)(other->left > gained ? other->left - gained : 0);
        if (!other->aside && other->left < other->best)
            sk_walker_update_best(g, other, other->left);
        sk_unit_wake_at(g, with, other->busy);
    } else if (other->task.action < 0) {
        other->from_x = other->x;
        other->from_y = other->y;
    }
    return SK_STEPPED;
}

/* ---- pushing */

static bool can_be_pushed(const sk_walker *w, const sk_unit *other)
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
static bool push_away(sk_walker *w, push *p, int cell, int dir)
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
            int to = sk_cell_neighbor(g, cell, d);
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
static uint64_t way_around(sk_walker *w, int most)
{
    enum { MIDDLE = SK_WINDOW / 2, CELLS = SK_WINDOW * SK_WINDOW };
    sk_game *g = w->g;
    uint8_t came[CELLS] = {0}, steps[CELLS], queue[CELLS];
    int x0 = w->u->x - MIDDLE, y0 = w->u->y - MIDDLE, here = to_go_here(w);
    int head = 0, tail = 0, best = -1, best_cost = here + most + 1, best_left = 0;
    int start = MIDDLE * SK_WINDOW + MIDDLE;
    queue[tail++] = (uint8_t)start;
    came[start] = 9;
    steps[start] = 0;
    while (head < tail && g->core->path_left > 0) {
        int at = queue[head++];
        int cell = sk_game_cell(g, x0 + at % SK_WINDOW, y0 + at / SK_WINDOW);
        g->core->path_left--;
        g->core->path_nodes++;
        /* one more step cannot be better */
        if (steps[at] >= SK_ROUTE_MAX || (best >= 0 && steps[at] > best_cost - best_left))
            break;
        for (unsigned open = w->exits[cell]; open; open &= open - 1) {
            int d = __builtin_ctz(open);
            int wx = at % SK_WINDOW + sk_dx[d], wy = at / SK_WINDOW + sk_dy[d];
            int next = wy * SK_WINDOW + wx, to = sk_cell_neighbor(g, cell, d);
            if (wx < 0 || wy < 0 || wx >= SK_WINDOW || wy >= SK_WINDOW || came[next])
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
        at -= sk_dy[d] * SK_WINDOW + sk_dx[d];
    }
    return route;
}

/* ---- arriving in a crowd */

/* Returns true for a unit that will stay, from this walker's view. */
static bool is_taken(const sk_walker *w, int cell)
{
    sk_slot there = w->g->occupant[cell];
    if (!there)
        return false;
    const sk_unit *other = &w->g->unit[there];
    return !(other->walking && is_friend(w, other));
}

/* Returns true if the goal is a place and taken, so that near it is good enough. */
static bool is_crowded(const sk_walker *w)
{
    return w->goal->w == 1 && w->goal->h == 1 && w->goal->range == 0 &&
           is_taken(w, sk_game_cell(w->g, w->goal->x, w->goal->y));
}

/* Returns true if all cells nearer to the place are taken, too. */
static bool is_full(sk_walker *w)
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

/* ---- a unit in the way */

static us_cycle since(const sk_walker *w, us_cycle when)
{
    return when ? w->g->core->now - when : 0;
}

static sk_walk_result wakeup(const sk_walker *w, const sk_unit *other, bool moves, us_cycle *wait)
{
    us_cycle now = w->g->core->now;
    if (since(w, w->u->tired) > PATIENT_JAM)
        return is_crowded(w) ? SK_ARRIVED : SK_NO_WAY;
    *wait = !moves ? 2 + w->u->blocks : other->wake > now ? other->wake - now : 1;
    if (*wait > WAKEUP_MAX)
        *wait = WAKEUP_MAX;
    return SK_WAITING;
}

static bool same_goal(const sk_walker *w, const sk_unit *other)
{
    return sk_key_plain(other->aim) == sk_key_plain(w->u->aim);
}

/* Returns true if a walker may pass another one. No swaps go on forever: the sum of the squares of
 * all remaining distances decreases, or, after very long, the older unit goes first. */
static bool may_pass(const sk_walker *w, const sk_unit *other, int gained)
{
    us_cycle tired = since(w, w->u->tired);
    if (gained > 0)
        return true;
    if (!other->tired || same_goal(w, other))
        return false;
    if (gained == 0)
        return tired > PATIENT_PUSH;
    if (tired > SK_PATIENCE)
        return w->u->id < other->id;
    return tired > PATIENT_TANGLE && w->u->left > other->left - gained;
}

/* Returns true if a friend would swap places. A working one does so unless both have the same goal
 * or target. */
static bool yields(const sk_walker *w, const sk_unit *other)
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
static void rejoin(sk_walker *w, uint64_t own)
{
    sk_unit *u = w->u;
    int cell = w->cell, detour = length(u->route), k = 0;
    for (uint64_t route = u->route; route > 1; route >>= 3)
        cell = sk_cell_neighbor(w->g, cell, (int)(route & 7));
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
static bool is_hemmed(const sk_walker *w)
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
static bool turns_aside(sk_walker *w, bool moves, int most)
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
static sk_walk_result turn_back(sk_walker *w, const sk_unit *other, int dir, us_cycle *wait)
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
static void turn_other(const sk_walker *w, sk_unit *other, int gained)
{
    bool follows = same_goal(w, other) || (gained > 0 && other->tired);
    if (follows && sk_key_is_around(w->u->aim) && !sk_key_is_around(other->aim) &&
        other->around < AROUND_MOST)
        turn(other, sk_key_around(other->aim, other->owner));
}

/* Handles a unit that will not move. */
static sk_walk_result plugged(sk_walker *w, sk_slot there, int dir, us_cycle *wait)
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
        if (held > SK_PATIENCE || (tired > SK_PATIENCE && held > PATIENT_TANGLE))
            return turn_back(w, other, dir, wait);
    }
    return wakeup(w, other, false, wait);
}

sk_walk_result sk_walker_on_block(sk_walker *w, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *u = w->u;
    us_cycle now = g->core->now;
    int to = sk_cell_neighbor(g, w->cell, dir);
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
        return sk_walker_step(w, free, wait);
    if (!moves && is_full(w))
        return SK_ARRIVED;
    if (moves && may_pass(w, other, gain(g, other, to, w->cell))) {
        if (other->busy <= now)
            return swap(w, there, dir, wait);
        *wait = other->busy - now;
        return SK_WAITING;
    }
    if (turns_aside(w, moves, sk_unit_can_give_way(other) ? DETOUR_IDLE : DETOUR_MAX))
        return sk_walker_step(w, (int)(u->route & 7), wait);
    if (can_be_pushed(w, other)) {
        int ahead = (int)(u->route >> 3 & 7);
        push p = {.way = u->route > 15 ? sk_cell_neighbor(g, to, ahead) : -1};
        if (push_away(w, &p, to, dir))
            return sk_walker_step(w, dir, wait);
    }
    if (!moves)
        return plugged(w, there, dir, wait);
    u->plugged = 0;
    return wakeup(w, other, true, wait);
}
