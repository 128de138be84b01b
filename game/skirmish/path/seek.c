#include "game/skirmish/path/field.h"

#include <string.h>

/* A* for one unit. Cells are sorted by cost so far plus king's moves to go, the latest first among
 * equals. The sum grows by 0, 1 or 2 per step, so that an array of lists by sum is the queue. */

enum {
    SEEK_MAX = 1500, /* limit of opened cells */
    LISTS = 64,      /* cells by which the way may exceed the straight one, plus 1 */
    ENTRIES = SEEK_MAX * 5 + 8,
    NO_ENTRY = 0xffff,
    CLOSED = 8, /* flag in the array of directions */
};

typedef struct entry {
    uint8_t x, y;
    uint16_t next;
} entry;

typedef struct search {
    const sk_game *g;
    const sk_goal *goal;
    const uint8_t *exits;
    uint16_t *cost;
    uint8_t *came;
    int straight; /* king's moves from the start */
    int count;    /* entries */
    int lowest;   /* first list that may not be empty */
    uint16_t list[LISTS];
    entry entry[ENTRIES];
} search;

static bool put(search *s, int x, int y, int cost)
{
    int extra = cost + sk_goal_distance(s->goal, x, y) - s->straight;
    if (extra >= LISTS || s->count == ENTRIES)
        return false;
    s->entry[s->count] = (entry){(uint8_t)x, (uint8_t)y, s->list[extra]};
    s->list[extra] = (uint16_t)s->count++;
    s->cost[sk_game_cell(s->g, x, y)] = (uint16_t)cost;
    return true;
}

/* Returns the next cell to open; false: none. */
static bool take(search *s, entry *out)
{
    for (; s->lowest < LISTS; s->lowest++) {
        while (s->list[s->lowest] != NO_ENTRY) {
            *out = s->entry[s->list[s->lowest]];
            s->list[s->lowest] = out->next;
            if (!(s->came[sk_game_cell(s->g, out->x, out->y)] & CLOSED))
                return true;
        }
    }
    return false;
}

static bool open_cell(search *s, entry at, bool mirror)
{
    const sk_game *g = s->g;
    int cell = sk_game_cell(g, at.x, at.y), next = s->cost[cell] + 1;
    int dir = sk_goal_direction(s->goal, at.x, at.y);
    s->came[cell] |= CLOSED;
    for (int rank = 7; rank >= 0; rank--) { /* the last one put is taken first */
        int d = sk_direction_turn(dir, rank, mirror);
        int to = cell + sk_dy[d] * g->width + sk_dx[d];
        if (!(s->exits[cell] >> d & 1) || s->cost[to] <= next)
            continue;
        if (!put(s, at.x + sk_dx[d], at.y + sk_dy[d], next))
            continue;
        s->came[to] = (uint8_t)d;
    }
    return s->count < ENTRIES - 8;
}

static uint64_t first_steps(const search *s, int x, int y)
{
    uint64_t route = 1;
    int steps = s->cost[sk_game_cell(s->g, x, y)];
    for (int i = steps - 1; i >= 0; i--) {
        int d = s->came[sk_game_cell(s->g, x, y)] & 7;
        if (i < SK_ROUTE_MAX)
            route = route << 3 | (uint64_t)d;
        x -= sk_dx[d];
        y -= sk_dy[d];
    }
    return route;
}

/* Returns true if the unit may search for itself. The goal gets a field once a second unit asks for
 * it, or once the searches of the first one cost as much as a field. */
static bool is_alone(sk_game *g, uint64_t key, sk_slot slot, int *place)
{
    struct sk_fields *f = g->fields;
    *place = (int)(us_hash_add(US_HASH_START, key) % SK_ASKED);
    if (f->asked_key[*place] == key) {
        if (f->asked_by[*place] != slot)
            return false;
        if (f->asked_cost[*place] < g->cells / 4)
            return true;
        f->asked_cost[*place] = g->cells / 8; /* in case the field is lost */
        return false;
    }
    f->asked_key[*place] = key;
    f->asked_by[*place] = slot;
    f->asked_cost[*place] = 0;
    return true;
}

sk_growth sk_route_find(sk_game *g, sk_slot slot, const sk_goal *goal, int movement,
                        uint64_t *route, int *left)
{
    const sk_unit *u = &g->unit[slot];
    int place;
    if (!is_alone(g, sk_goal_key(goal, movement), slot, &place))
        return SK_UNREACHABLE;
    if (g->core->path_left <= 0)
        return SK_GROWING;
    search s; /* its entries need no initialization */
    s.g = g;
    s.goal = goal;
    s.exits = sk_ground_exits(g, movement);
    s.cost = sk_search_costs(g);
    s.came = sk_search_notes(g);
    s.straight = sk_goal_distance(goal, u->x, u->y);
    s.count = s.lowest = 0;
    memset(s.list, 0xff, sizeof(s.list)); /* NO_ENTRY */
    s.came[sk_game_cell(g, u->x, u->y)] = 0;
    put(&s, u->x, u->y, 0);
    int opened = 0, most = g->core->path_left < SEEK_MAX ? g->core->path_left : SEEK_MAX;
    bool found = false;
    entry at;
    while (opened < most && take(&s, &at)) {
        opened++;
        if (sk_goal_is_reached(goal, at.x, at.y)) {
            found = true;
            *left = s.cost[sk_game_cell(g, at.x, at.y)];
            *route = first_steps(&s, at.x, at.y);
            break;
        }
        if (!open_cell(&s, at, slot & 1))
            break;
    }
    for (int i = 0; i < s.count; i++)
        s.cost[sk_game_cell(g, s.entry[i].x, s.entry[i].y)] = SK_FAR;
    g->core->path_nodes += opened;
    g->core->path_left -= opened;
    g->fields->asked_cost[place] += opened;
    if (found)
        return SK_GROWN;
    if (opened == most && most < SEEK_MAX)
        return SK_GROWING;
    g->fields->asked_by[place] = SK_NOBODY;
    return SK_UNREACHABLE;
}
