#include "game/skirmish/way/walker.h"

/* Somebody stands in the way: past him, push him, change places, go around, wait. */

enum {
    WAKEUP_MAX = 12,     /* between two looks at what is in the way */
    PATIENT_PUSH = 8,    /* then it changes places with an idle friend that nobody can push */
    PATIENT_TANGLE = 60, /* with a friend that is as stuck as itself */
    PATIENT_WORK = 90,   /* with a friend that works or fights there */
    PATIENT_STAND = 180, /* with one that was told to stand its ground */
    PATIENT_PLACE = 120, /* a mere place is near enough */
    PATIENT_NEAR = 12,   /* ... within so many cells */
    PATIENT_JAM = 3000,  /* a jam of friends that never clears */
    LOST = 4,            /* times blocked, then its own route is no good */
    LOST_AMONG_WALKERS = 16,
    PUSH_DEPTH = 6,   /* friends that one push may move */
    PUSH_LOOKS = 32,  /* friends looked at meanwhile */
    DETOUR_MAX = 12,  /* cells more than straight on */
    DETOUR_IDLE = 2,  /* the same, around those who could be pushed instead */
    DETOUR_FIRST = 4, /* the same, when it has not been blocked for long */
    AROUND_MOST = 4,  /* other ways tried in a walk */
};

static bool is_friend(const sk_walker *w, const sk_unit *other)
{
    return other->owner == w->u->owner && sk_def(w->g, other->type)->movement == w->movement;
}

/* Without a field: along the route that was searched, or by king's moves where straight on was
 * free. */
static int to_go(const sk_walker *w, int x, int y)
{
    int cell = sk_cell(w->g, x, y);
    if (w->distance)
        return w->distance[cell];
    if (!w->u->alone)
        return sk_goal_apart(w->goal, x, y);
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

static void look_ahead(sk_walker *w)
{
    int cell = w->cell;
    w->ahead_count = 0;
    for (uint64_t route = w->u->route; route > 1; route >>= 3) {
        cell = sk_step_from(w->g, cell, (int)(route & 7));
        w->ahead[w->ahead_count++] = cell;
    }
}

/* What to_go needs. One who is alone gets a field when its own route does not help. */
static void look_around(sk_walker *w, bool moves)
{
    const sk_unit *u = w->u;
    int i = sk_field_find(w->g, u->aim);
    if (i < 0 && u->alone && u->blocks >= (moves ? LOST_AMONG_WALKERS : LOST) &&
        sk_field_reach(w->g, w->key, u->x, u->y, &i) != SK_GROWN)
        i = -1;
    w->distance = i >= 0 ? sk_field_distance(w->g, i) : NULL;
    if (w->distance && !sk_is_distance(w->distance[w->cell]))
        w->distance = NULL;
    if (!w->distance && u->alone)
        look_ahead(w);
}

/* Any free neighbor that is nearer to the goal than here; -1: none. */
static int nearer_step(const sk_walker *w, int dir)
{
    int here = to_go_here(w);
    for (int rank = 1; rank < 8; rank++) {
        int d = sk_turn(dir, rank, w->slot & 1);
        if (!(w->exits[w->cell] >> d & 1))
            continue;
        int to = sk_step_from(w->g, w->cell, d);
        if (!w->g->occupant[to] && to_go(w, w->u->x + sk_dx[d], w->u->y + sk_dy[d]) < here)
            return d;
    }
    return -1;
}

/* ---- changing places */

/* How many cells nearer to its goal the other would be in this one's cell; when in doubt, not. */
static int gain(const sk_game *g, const sk_unit *other, int from, int to)
{
    if (other->route > 1 && sk_step_from(g, from, (int)(other->route & 7)) == to)
        return 1;
    int i = sk_field_find(g, other->aim);
    if (i >= 0) {
        const uint16_t *distance = sk_field_distance(g, i);
        if (sk_is_distance(distance[from]) && sk_is_distance(distance[to]))
            return distance[from] - distance[to];
    }
    if (other->alone)
        return -1;
    sk_goal goal = sk_goal_of_key(other->aim);
    return sk_goal_apart(&goal, from % g->width, from / g->width) -
           sk_goal_apart(&goal, to % g->width, to / g->width);
}

/* Both pay for their step. */
static sk_walk_result swap(sk_walker *w, sk_slot with, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *other = &g->unit[with];
    int x = w->u->x, y = w->u->y, back = (dir + 4) & 7;
    int gained = other->walking ? gain(g, other, sk_cell(g, other->x, other->y), w->cell) : 0;
    sk_walker_step(w, dir, wait);
    sk_unit_move(g, with, x, y);
    other->busy = g->core->now + sk_numbers(g, other->type)->step;
    if (other->walking) {
        bool along = other->route > 1 && (int)(other->route & 7) == back;
        other->route = along ? other->route >> 3 : 0;
        other->aside = other->aside && other->route > 1;
        other->left = (uint16_t)(other->left > gained ? other->left - gained : 0);
        if (!other->aside && other->left < other->best)
            sk_walker_nearer(g, other, other->left);
        sk_wake_at(g, with, other->busy);
    } else if (other->task.action < 0) {
        other->from_x = other->x;
        other->from_y = other->y;
    }
    return SK_STEPPED;
}

/* ---- pushing */

static bool can_be_pushed(const sk_walker *w, const sk_unit *other)
{
    return is_friend(w, other) && sk_at_ease(other) && other->busy <= w->g->core->now;
}

typedef struct push {
    int cell[PUSH_DEPTH + 1]; /* of those who push and are pushed */
    int depth, looks;
    int way; /* the cell that the first pusher goes to next, or -1 */
} push;

/* Make the cell free: whoever stands there goes to a free neighbor, or pushes on. Sideways
 * first, then back, ahead only where nothing else is. */
static bool push_away(sk_walker *w, push *p, int cell, int dir)
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
            int to = sk_step_from(g, cell, d);
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
        int cell = sk_cell(g, x0 + at % SK_WINDOW, y0 + at / SK_WINDOW);
        g->core->path_left--;
        g->core->path_nodes++;
        /* with one more step nothing can be better */
        if (steps[at] >= SK_ROUTE_MAX || (best >= 0 && steps[at] > best_cost - best_left))
            break;
        for (unsigned open = w->exits[cell]; open; open &= open - 1) {
            int d = __builtin_ctz(open);
            int wx = at % SK_WINDOW + sk_dx[d], wy = at / SK_WINDOW + sk_dy[d];
            int next = wy * SK_WINDOW + wx, to = sk_step_from(g, cell, d);
            if (wx < 0 || wy < 0 || wx >= SK_WINDOW || wy >= SK_WINDOW || came[next])
                continue;
            sk_slot there = g->occupant[to];
            if (there && (steps[at] < 2 || !g->unit[there].walking))
                continue;
            came[next] = (uint8_t)(d + 1);
            steps[next] = (uint8_t)(steps[at] + 1);
            int left = to_go(w, x0 + wx, y0 + wy), cost = left + steps[next];
            if (cost > here + most && !(w->u->alone && !w->distance))
                continue; /* it leads nowhere good, and what is behind it neither */
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

/* Somebody is there to stay, as far as this walker is concerned. */
static bool is_taken(const sk_walker *w, int cell)
{
    sk_slot there = w->g->occupant[cell];
    if (!there)
        return false;
    const sk_unit *other = &w->g->unit[there];
    return !(other->walking && is_friend(w, other));
}

/* A place that somebody has taken: near it is good enough. */
static bool is_crowded(const sk_walker *w)
{
    return w->goal->w == 1 && w->goal->h == 1 && w->goal->range == 0 &&
           is_taken(w, sk_cell(w->g, w->goal->x, w->goal->y));
}

/* And so are all cells nearer to it than here. */
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

/* ---- somebody stands in the way */

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

/* A walker for another. None that go on for ever: the sum of the squares of what all have to go
 * becomes less, or, after very long, the older one goes first. */
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

/* A friend who stands and works may be made to change places, but not with one who came for the
 * same. */
static bool yields(const sk_walker *w, const sk_unit *other)
{
    if (!is_friend(w, other) || sk_goal_reached(w->goal, other->x, other->y))
        return false;
    return sk_at_ease(other) || (!same_goal(w, other) && !(other->foe && other->foe == w->u->foe) &&
                                 !(other->target && other->target == w->u->target));
}

static int length(uint64_t route)
{
    int steps = 0;
    for (; route > 1; route >>= 3)
        steps++;
    return steps;
}

/* Its detour leads back to the route that it searched itself: no need to search again. */
static void rejoin(sk_walker *w, uint64_t own)
{
    sk_unit *u = w->u;
    int cell = w->cell, detour = length(u->route), k = 0;
    for (uint64_t route = u->route; route > 1; route >>= 3)
        cell = sk_step_from(w->g, cell, (int)(route & 7));
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

/* All of a near goal's cells that are nearer than here are taken: no search can help. */
static bool is_hemmed(const sk_walker *w)
{
    enum { NEAR = 2, BOX = 64 };
    const sk_goal *goal = w->goal;
    const sk_game *g = w->g;
    int here = sk_goal_apart(goal, w->u->x, w->u->y), reach = goal->range + here - 1;
    if (here > NEAR || here != to_go_here(w) || (goal->w + 2 * reach) * (goal->h + 2 * reach) > BOX)
        return false;
    for (int y = goal->y - reach; y < goal->y + goal->h + reach; y++) {
        for (int x = goal->x - reach; x < goal->x + goal->w + reach; x++) {
            if (x >= 0 && y >= 0 && x < g->width && y < g->height && w->exits[sk_cell(g, x, y)] &&
                !g->occupant[sk_cell(g, x, y)])
                return false;
        }
    }
    return true;
}

/* Is there a way around? Searching again and again would not help: at the 1st, 2nd, 4th,
 * 8th ... time that it is blocked. */
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

/* Before it gives up: the shortest way on which nobody stands, unless that begins here as well. */
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
    uint64_t route = sk_field_route(g, i, w->movement, w->goal, u->x, u->y, w->slot & 1);
    if (route > 1 && (int)(route & 7) == dir) /* a field made earlier may not know of him */
        return g->fields->field[i].made > u->plugged ? SK_NO_WAY : wakeup(w, other, false, wait);
    turn(u, key);
    return SK_WAITING;
}

/* Whoever comes back tells those who queue up behind him: else each would have to see for
 * itself. */
static void tell(const sk_walker *w, sk_unit *other, int gained)
{
    bool follows = same_goal(w, other) || (gained > 0 && other->tired);
    if (follows && sk_key_is_around(w->u->aim) && !sk_key_is_around(other->aim) &&
        other->around < AROUND_MOST)
        turn(other, sk_key_around(other->aim, other->owner));
}

/* One who stands there will not go by himself. */
static sk_walk_result plugged(sk_walker *w, sk_slot there, int dir, us_cycle *wait)
{
    const sk_unit *other = &w->g->unit[there];
    sk_unit *u = w->u;
    us_cycle now = w->g->core->now;
    if (!u->plugged)
        u->plugged = now > 0 ? now : 1;
    us_cycle held = since(w, u->plugged), tired = since(w, u->tired);
    if (yields(w, other)) {
        us_cycle patience = sk_at_ease(other) ? PATIENT_PUSH
                            : other->stands   ? PATIENT_STAND
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

sk_walk_result sk_walker_blocked(sk_walker *w, int dir, us_cycle *wait)
{
    sk_game *g = w->g;
    sk_unit *u = w->u;
    us_cycle now = g->core->now;
    int to = sk_step_from(g, w->cell, dir);
    sk_slot there = g->occupant[to];
    sk_unit *other = &g->unit[there];
    bool moves = is_friend(w, other) && other->walking;
    if (!u->tired)
        u->tired = now > 0 ? now : 1;
    if (u->blocks < 255)
        u->blocks++;
    if (u->aside) { /* look again from here */
        u->aside = false;
        u->route = 0;
        *wait = u->blocks < 4 ? 1 : 4;
        return SK_WAITING;
    }
    if (moves)
        tell(w, other, gain(g, other, to, w->cell));
    look_around(w, moves);
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
    if (turns_aside(w, moves, sk_at_ease(other) ? DETOUR_IDLE : DETOUR_MAX))
        return sk_walker_step(w, (int)(u->route & 7), wait);
    if (can_be_pushed(w, other)) {
        int ahead = (int)(u->route >> 3 & 7);
        push p = {.way = u->route > 15 ? sk_step_from(g, to, ahead) : -1};
        if (push_away(w, &p, to, dir))
            return sk_walker_step(w, dir, wait);
    }
    if (!moves)
        return plugged(w, there, dir, wait);
    u->plugged = 0;
    return wakeup(w, other, true, wait);
}
