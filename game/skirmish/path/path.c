#include "game/skirmish/path/field.h"

#include <string.h>

enum { STOOD = 30 }; /* cycles without a step until a unit counts as standing */

const int8_t sk_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t sk_dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
const int8_t sk_direction[3][3] = {{7, 0, 1}, {6, -1, 2}, {5, 4, 3}};

/* ---- exits */

static bool open_at(const sk_game *g, int movement, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           (g->pass[sk_game_cell(g, x, y)] >> movement & 1);
}

static uint8_t exits_of(const sk_game *g, int movement, int x, int y)
{
    if (!open_at(g, movement, x, y))
        return 0;
    unsigned straight = 0;
    for (int d = 0; d < 8; d += 2)
        straight |= (unsigned)open_at(g, movement, x + sk_dx[d], y + sk_dy[d]) << d;
    unsigned exits = straight;
    for (int d = 1; d < 8; d += 2) {
        bool corner = straight >> (d - 1) & 1 || straight >> ((d + 1) & 7) & 1;
        exits |= (unsigned)(corner && open_at(g, movement, x + sk_dx[d], y + sk_dy[d])) << d;
    }
    return (uint8_t)exits;
}

static int step_over(const sk_game *g, int cell, int direction)
{
    return cell + sk_dy[direction] * g->width + sk_dx[direction];
}

/* ---- labels: a forest of parents over the labels given out */

static uint16_t root_of(uint16_t *parent, uint16_t label)
{
    while (parent[label] != label) {
        parent[label] = parent[parent[label]];
        label = parent[label];
    }
    return label;
}

static uint16_t label_root(const sk_game *g, int movement, int cell)
{
    return root_of(sk_field_parents(g, movement), sk_field_labels(g, movement)[cell]);
}

static void join(uint16_t *parent, uint16_t a, uint16_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* Labels a cell whose neighbors in the `known` directions have labels. */
static void label_cell(sk_game *g, int movement, int cell, unsigned known)
{
    uint16_t *label = sk_field_labels(g, movement), *parent = sk_field_parents(g, movement);
    unsigned exits = sk_ground_exits(g, movement)[cell] & known;
    if (!exits) {
        sk_ground *ground = &g->fields->ground[movement];
        uint16_t fresh = (uint16_t)ground->labels++;
        parent[fresh] = fresh;
        label[cell] = fresh;
        return;
    }
    label[cell] = label[step_over(g, cell, __builtin_ctz(exits))];
    for (exits &= exits - 1; exits; exits &= exits - 1)
        join(parent, label[cell], label[step_over(g, cell, __builtin_ctz(exits))]);
}

static void label_all(sk_game *g, int movement)
{
    enum { BEFORE = 1 << 6 | 1 << 7 | 1 << 0 | 1 << 1 }; /* in row-major order */
    uint16_t *label = sk_field_labels(g, movement);
    sk_ground *ground = &g->fields->ground[movement];
    ground->labels = 1;
    ground->coarse = false;
    sk_field_parents(g, movement)[0] = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        if (g->pass[cell] >> movement & 1)
            label_cell(g, movement, cell, BEFORE);
        else
            label[cell] = 0;
    }
    g->core->path_nodes += g->cells;
    g->core->path_left -= g->cells;
}

void sk_ground_refine(sk_game *g, int movement, bool force)
{
    const sk_core *core = g->core;
    if (!g->fields->ground[movement].coarse)
        return;
    /* the largest maps exceed the limit: the first request of a cycle exceeds it */
    if (force || core->path_left >= g->cells || core->path_left >= SK_PATH_BOUND - 64)
        label_all(g, movement);
}

/* ---- fields */

size_t sk_fields_size(int width, int height, int movements)
{
    size_t cells = (size_t)width * (size_t)height;
    size_t count = cells <= 128 * 128 ? SK_FIELDS_MAX : SK_FIELDS_MAX * 128 * 128 / cells;
    size_t words =
        (cells / 2 + 4) * (size_t)movements + cells * (size_t)movements + count * 2 * cells + cells;
    size_t bytes =
        sizeof(struct sk_fields) + words * sizeof(uint16_t) + cells * (size_t)(movements + 1);
    return (bytes + 15) / 16 * 16;
}

void sk_fields_init(sk_game *g)
{
    struct sk_fields *f = g->fields;
    memset(f, 0, sizeof(*f));
    f->cells = g->cells;
    f->movements = g->domain->movements.count;
    f->label_limit = g->cells / 2 + 4;
    f->count = g->cells <= 128 * 128 ? SK_FIELDS_MAX : SK_FIELDS_MAX * 128 * 128 / g->cells;
    for (int m = 0; m < f->movements; m++) {
        uint8_t *exits = sk_ground_exits(g, m);
        for (int cell = 0; cell < g->cells; cell++)
            exits[cell] = exits_of(g, m, cell % g->width, cell / g->width);
        label_all(g, m);
    }
    for (int i = 0; i <= f->count;
         i++) /* the last one holds the costs of searches; all are SK_FAR */
        memset(sk_field_distance(g, i), 0xff, (size_t)g->cells * sizeof(uint16_t));
}

int sk_field_find(const sk_game *g, uint64_t key)
{
    const struct sk_fields *f = g->fields;
    for (int i = 0; i < f->count; i++) {
        if (f->key[i] == key)
            return i;
    }
    return -1;
}

void sk_field_drop(sk_game *g, int i)
{
    sk_field *field = &g->fields->field[i];
    uint16_t *distance = sk_field_distance(g, i);
    const uint16_t *queue = sk_field_queue(g, i);
    for (uint32_t at = 0; at < field->tail; at++)
        distance[queue[at]] = SK_FAR;
    for (int at = 0; at < field->beside_count; at++)
        distance[field->beside[at]] = SK_FAR;
    for (uint32_t k = 1; k <= field->shut; k++)
        distance[queue[g->cells - (int)k]] = SK_FAR;
    field->head = field->tail = field->shut = 0;
    field->beside_count = 0;
    field->used = -1;
    g->fields->key[i] = 0;
}

static int oldest(const sk_game *g)
{
    int best = 0;
    for (int i = 0; i < g->fields->count; i++) {
        if (!g->fields->key[i])
            return i;
        if (g->fields->field[i].used < g->fields->field[best].used)
            best = i;
    }
    return best;
}

/* The ring of cells at exactly the goal's range, on the map. Every way into the area crosses it, so
 * that it suffices for walkers outside. */
typedef struct ring {
    int x0, y0, x1, y1;
} ring;

static ring ring_of(const sk_goal *goal)
{
    return (ring){goal->x - goal->range, goal->y - goal->range, goal->x + goal->w - 1 + goal->range,
                  goal->y + goal->h - 1 + goal->range};
}

/* Returns true for a single cell, which walkers want to be near even if it is taken. */
static bool is_place(const sk_goal *goal)
{
    return goal->w == 1 && goal->h == 1 && goal->range == 0;
}

static int ring_step(const ring *r, int y)
{
    return y == r->y0 || y == r->y1 || r->x0 == r->x1 ? 1 : r->x1 - r->x0;
}

bool sk_ground_is_same(sk_game *g, const sk_goal *goal, int movement, int cell)
{
    uint16_t here = label_root(g, movement, cell);
    ring r = ring_of(goal);
    for (int y = r.y0; y <= r.y1; y++) {
        for (int x = r.x0; x <= r.x1; x += ring_step(&r, y)) {
            if (open_at(g, movement, x, y) &&
                label_root(g, movement, sk_game_cell(g, x, y)) == here)
                return true;
        }
    }
    return false;
}

/* Returns true if the unit blocks. Friends that walk will go on, and idle ones make way. */
static bool blocks_way(const sk_game *g, const sk_unit *unit, us_seat owner, int movement)
{
    int moves = sk_type_def(g, unit->type)->movement;
    if (moves < 0 || g->core->now - unit->busy < STOOD)
        return false;
    return unit->owner != owner || moves != movement ||
           !(unit->walking || sk_unit_can_give_way(unit));
}

static void shut_cells(sk_game *g, int i, const sk_goal *goal)
{
    us_seat owner = sk_key_owner(g->fields->key[i]);
    int movement = sk_key_movement(g->fields->key[i]);
    sk_field *field = &g->fields->field[i];
    uint16_t *distance = sk_field_distance(g, i), *queue = sk_field_queue(g, i);
    for (int k = 0; k < g->core->count; k++) {
        sk_slot slot = g->slot_at[k];
        const sk_unit *unit = &g->unit[slot];
        int cell = sk_game_cell(g, unit->x, unit->y);
        if (g->occupant[cell] != slot || !blocks_way(g, unit, owner, movement) ||
            (is_place(goal) && sk_goal_is_reached(goal, unit->x, unit->y)))
            continue;
        distance[cell] = SK_SHUT;
        queue[g->cells - (int)++field->shut] = (uint16_t)cell;
    }
    g->core->path_nodes += g->core->count;
    g->core->path_left -= g->core->count;
}

static int start(sk_game *g, uint64_t key, int i)
{
    struct sk_fields *f = g->fields;
    int movement = sk_key_movement(key);
    sk_goal goal = sk_goal_from_key(key);
    sk_field_drop(g, i);
    f->key[i] = key;
    sk_field *field = &f->field[i];
    uint16_t *distance = sk_field_distance(g, i), *queue = sk_field_queue(g, i);
    field->made = g->core->now;
    field->opened = sk_key_is_around(key); /* standing units may leave */
    if (sk_key_is_around(key))
        shut_cells(g, i, &goal);
    ring r = ring_of(&goal);
    for (int y = r.y0; y <= r.y1; y++) {
        for (int x = r.x0; x <= r.x1; x += ring_step(&r, y)) {
            int cell = sk_game_cell(g, x, y);
            if (!open_at(g, movement, x, y) || distance[cell] == SK_SHUT)
                continue;
            distance[cell] = 0;
            queue[field->tail++] = (uint16_t)cell;
        }
    }
    return i;
}

/* Useful steps from a cell, by the direction in which it was reached: other steps lead to neighbors
 * of the cell before it. All steps are useful if that direction is unknown. */
enum {
    AHEAD = 1 << 7 | 1 << 0 | 1 << 1,
    CORNER = AHEAD | 1 << 6 | 1 << 2,
};

static unsigned turned(unsigned directions, int by)
{
    return (directions << by | directions >> (8 - by)) & 0xff;
}

/* Expands cells until one has its distance (-1: none), the queue is empty, or the limit is reached.
 */
static void grow(sk_game *g, int i, int movement, int until)
{
    sk_field *field = &g->fields->field[i];
    uint16_t *distance = sk_field_distance(g, i), *queue = sk_field_queue(g, i);
    const uint8_t *exits = sk_ground_exits(g, movement);
    uint8_t *steps = sk_search_notes(g); /* useful steps, by place in the queue */
    int delta[8];
    uint8_t worth[8];
    for (int d = 0; d < 8; d++) {
        delta[d] = sk_dy[d] * g->width + sk_dx[d];
        worth[d] = (uint8_t)turned(d & 1 ? CORNER : AHEAD, d);
    }
    uint32_t head = field->head, tail = field->tail, layer = tail;
    uint32_t stop = head + (uint32_t)(g->core->path_left > 0 ? g->core->path_left : 0);
    for (uint32_t at = tail; at-- > head;) {
        steps[at] = exits[queue[at]];
        if (distance[queue[at]] > distance[queue[head]])
            layer = at;
    }
    uint16_t next = (uint16_t)(head < tail ? distance[queue[head]] + 1 : 0);
    while (head < tail && head < stop && (until < 0 || !sk_distance_is_known(distance[until]))) {
        if (head == layer) {
            layer = tail;
            next++;
        }
        int cell = queue[head];
        for (unsigned open = steps[head++]; open; open &= open - 1) {
            int d = __builtin_ctz(open), to = cell + delta[d];
            if (distance[to] != SK_FAR)
                continue;
            distance[to] = next;
            steps[tail] = exits[to] & worth[d];
            queue[tail++] = (uint16_t)to;
        }
    }
    g->core->path_nodes += head - field->head;
    g->core->path_left -= (int)(head - field->head);
    field->head = head;
    field->tail = tail;
}

sk_growth sk_field_reach(sk_game *g, uint64_t key, int x, int y, int *out)
{
    int cell = sk_game_cell(g, x, y), movement = sk_key_movement(key);
    bool around = sk_key_is_around(key);
    sk_goal goal = sk_goal_from_key(key);
    int i = sk_field_find(g, key);
    sk_field *field = i >= 0 ? &g->fields->field[i] : NULL;
    int here = i >= 0 ? sk_field_distance(g, i)[cell] : SK_FAR;
    bool known = sk_distance_is_known(here);
    bool done = i >= 0 && field->head == field->tail;
    /* SK_SHUT here: the unit itself stood here when the field was made, and walks now */
    bool lasts = here != SK_SHUT && (known || !done || around);
    bool old = i >= 0 && field->opened &&
               g->core->now - field->made >= (lasts ? (us_cycle)SK_FIELD_STALE : 1);
    if (known && (!old || g->core->path_left <= 0)) {
        field->used = g->core->now;
        *out = i;
        return SK_GROWN;
    }
    if (done && !known && !old) {
        sk_ground_refine(g, movement, false);
        /* if the labels disagree, the map has opened since, or a unit stands there */
        old = !around && g->core->now > field->made && !g->fields->ground[movement].coarse &&
              sk_ground_is_same(g, &goal, movement, cell);
        if (!old)
            return SK_UNREACHABLE;
    }
    if (g->core->path_left <= (around ? g->core->count : 0))
        return SK_GROWING;
    if (i < 0 || old) {
        sk_ground_refine(g, movement, false);
        if (!sk_ground_is_same(g, &goal, movement, cell))
            return SK_UNREACHABLE;
        i = start(g, key, i < 0 ? oldest(g) : i);
        field = &g->fields->field[i];
    }
    field->used = g->core->now;
    grow(g, i, movement, cell);
    *out = i;
    if (sk_distance_is_known(sk_field_distance(g, i)[cell]))
        return SK_GROWN;
    return field->head == field->tail ? SK_UNREACHABLE : SK_GROWING;
}

int sk_field_make_whole(sk_game *g, const sk_goal *goal, int movement)
{
    uint64_t key = sk_goal_key(goal, movement);
    int i = sk_field_find(g, key), left = g->core->path_left;
    i = start(g, key, i < 0 ? oldest(g) : i);
    g->fields->field[i].used = g->core->now;
    g->core->path_left = g->cells;
    grow(g, i, movement, -1);
    g->core->path_left = left;
    return i;
}

int sk_goal_direction(const sk_goal *goal, int x, int y)
{
    int sx = x < goal->x ? 1 : x >= goal->x + goal->w ? -1 : 0;
    int sy = y < goal->y ? 1 : y >= goal->y + goal->h ? -1 : 0;
    int dir = sk_direction[sy + 1][sx + 1];
    return dir < 0 ? 0 : dir;
}

uint64_t sk_field_find_route(const sk_game *g, int i, int movement, const sk_goal *goal, int x,
                             int y, bool mirror)
{
    const uint16_t *distance = sk_field_distance(g, i);
    const uint8_t *exits = sk_ground_exits(g, movement);
    uint64_t route = 0;
    int steps = 0;
    for (int left = distance[sk_game_cell(g, x, y)]; left > 0 && steps < SK_ROUTE_MAX; steps++) {
        int cell = sk_game_cell(g, x, y), dir = sk_goal_direction(goal, x, y), rank = 0, d = 0;
        for (; rank < 8; rank++) {
            d = sk_direction_turn(dir, rank, mirror);
            if (exits[cell] >> d & 1 && distance[step_over(g, cell, d)] < left)
                break;
        }
        if (rank == 8)
            return 0;
        route |= (uint64_t)d << (3 * steps);
        x += sk_dx[d];
        y += sk_dy[d];
        left = distance[sk_game_cell(g, x, y)];
    }
    return steps ? route | 1ull << (3 * steps) : 0;
}

/* ---- queries and changes */

bool sk_goal_is_reached(const sk_goal *goal, int x, int y)
{
    return sk_goal_distance(goal, x, y) == 0;
}

bool sk_path_exists(sk_game *g, int movement, int from_x, int from_y, const sk_goal *goal)
{
    if (sk_goal_is_reached(goal, from_x, from_y))
        return true;
    if (!open_at(g, movement, from_x, from_y))
        return false;
    sk_ground_refine(g, movement, true);
    return sk_ground_is_same(g, goal, movement, sk_game_cell(g, from_x, from_y));
}

/* Handles a cell that opened beside a field. Mostly, as for a tree at the edge of a forest, only
 * the cell itself changes; otherwise ways may have become shorter. */
static void open_field(sk_game *g, int i, int movement, int cell)
{
    sk_field *field = &g->fields->field[i];
    uint16_t *distance = sk_field_distance(g, i);
    int low = SK_FAR, high = 0;
    for (unsigned open = sk_ground_exits(g, movement)[cell]; open; open &= open - 1) {
        int there = distance[step_over(g, cell, __builtin_ctz(open))];
        low = there < low ? there : low;
        high = there > high ? there : high;
    }
    bool complete = field->head == field->tail;
    if (low == SK_FAR ||
        (!complete && !field->beside_count && low > distance[sk_field_queue(g, i)[field->head]]))
        return; /* not reached yet: the queue will reach it */
    if (high > low + 2 || distance[cell] != SK_FAR || field->beside_count == SK_BESIDE) {
        field->opened = true;
        return;
    }
    distance[cell] = (uint16_t)(low + 1);
    field->beside[field->beside_count++] = (uint16_t)cell;
}

static void open_fields(sk_game *g, int x, int y, int w, int h)
{
    for (int i = 0; i < g->fields->count; i++) {
        uint64_t key = g->fields->key[i];
        if (!key)
            continue;
        if (sk_key_is_around(key)) /* remade often */
            continue;
        if (g->core->now - g->fields->field[i].used > SK_FIELD_IDLE) {
            g->fields->field[i].opened = true; /* not worth the work */
            continue;
        }
        int movement = sk_key_movement(key);
        sk_goal goal = sk_goal_from_key(key);
        for (int cy = y; cy < y + h; cy++) {
            for (int cx = x; cx < x + w; cx++) {
                if (!open_at(g, movement, cx, cy))
                    continue;
                if (w * h > 1 || sk_goal_is_reached(&goal, cx, cy))
                    g->fields->field[i].opened = true;
                else
                    open_field(g, i, movement, sk_game_cell(g, cx, cy));
            }
        }
    }
}

/* Returns true if a closed rectangle may have split the ground around it. It has not if the open
 * cells of the ring around it are connected along the ring. */
static bool may_part(const sk_game *g, int movement, int x, int y, int w, int h)
{
    int cx = x - 1, cy = y - 1, pieces = 0;
    bool before = open_at(g, movement, x - 1, y);
    for (int i = 0; i < 2 * (w + h) + 4; i++) { /* clockwise from the upper left corner */
        bool open = open_at(g, movement, cx, cy);
        pieces += open && !before;
        before = open;
        if (cy == y - 1 && cx < x + w)
            cx++;
        else if (cx == x + w && cy < y + h)
            cy++;
        else if (cy == y + h && cx >= x)
            cx--;
        else
            cy--;
    }
    return pieces > 1;
}

static bool same_as_before(const sk_game *g, int movement, int x, int y, int w, int h)
{
    const uint16_t *label = sk_field_labels(g, movement);
    for (int cy = y; cy < y + h; cy++) {
        for (int cx = x; cx < x + w; cx++) {
            if (open_at(g, movement, cx, cy) != (label[sk_game_cell(g, cx, cy)] != 0))
                return false;
        }
    }
    return true;
}

static void change_ground(sk_game *g, int movement, int x, int y, int w, int h)
{
    sk_ground *ground = &g->fields->ground[movement];
    uint8_t *exits = sk_ground_exits(g, movement);
    uint16_t *label = sk_field_labels(g, movement);
    bool closed = false;
    for (int cy = y - 1; cy <= y + h; cy++) {
        for (int cx = x - 1; cx <= x + w; cx++) {
            if (cx >= 0 && cy >= 0 && cx < g->width && cy < g->height)
                exits[sk_game_cell(g, cx, cy)] = exits_of(g, movement, cx, cy);
        }
    }
    for (int cy = y; cy < y + h; cy++) {
        for (int cx = x; cx < x + w; cx++) {
            int cell = sk_game_cell(g, cx, cy);
            bool open = open_at(g, movement, cx, cy);
            if (!open && label[cell]) {
                label[cell] = 0;
                closed = true;
            } else if (open && !label[cell]) {
                if (ground->labels + 1 >= (uint32_t)g->fields->label_limit)
                    label_all(g, movement);
                /* in a larger opening, only earlier cells have labels yet */
                unsigned known = 0;
                for (int d = 0; d < 8; d++)
                    known |= (unsigned)(exits[cell] >> d & 1 && label[step_over(g, cell, d)] != 0)
                             << d;
                if (!label[cell])
                    label_cell(g, movement, cell, known);
            }
        }
    }
    if (closed && may_part(g, movement, x, y, w, h))
        ground->coarse = true;
}

void sk_path_update(sk_game *g, int x, int y, int w, int h, bool opened)
{
    for (int m = 0; m < g->fields->movements; m++) {
        if (!same_as_before(g, m, x, y, w, h))
            change_ground(g, m, x, y, w, h);
    }
    if (opened)
        open_fields(g, x, y, w, h);
}
