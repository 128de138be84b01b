#include "tests/unit/obstacles.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

drawn_skirmish obstacles_begin(int side, uint64_t seed)
{
    US_AUTOSTR(lines);
    US_AUTOSTR(picture);
    us_str_addf(&lines,
                "seat 0 human\nseat 1 orc\nentity town-hall 0 0 %d\nentity great-hall 1 %d %d\n",
                side - 4, side - 4, side - 4);
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++)
            us_str_add_char(&picture, '.');
        if (y + 1 < side)
            us_str_add_char(&picture, '\n');
    }
    drawn_skirmish s = drawn_skirmish_begin(lines.text, picture.text, seed);
    return s;
}

/* ---- ground */

bool obstacles_open(const drawn_skirmish *s, int x, int y)
{
    const sk_game *g = s->g;
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           (g->pass[sk_game_cell(g, x, y)] >> g->words->land & 1);
}

bool obstacles_step_open(const drawn_skirmish *s, int x, int y, int dx, int dy)
{
    bool corner = !dx || !dy || obstacles_open(s, x + dx, y) || obstacles_open(s, x, y + dy);
    return corner && obstacles_open(s, x, y) && obstacles_open(s, x + dx, y + dy);
}

void obstacles_set(drawn_skirmish *s, int x, int y, bool open)
{
    const us_domain *domain = s->scenario->domain;
    int cell = sk_game_cell(s->g, x, y);
    if (s->g->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING)
        return;
    sk_terrain_set(s->g, x, y, us_domain_find_terrain(domain, open ? "grass" : "rocks"), 0);
}

void obstacles_fill(drawn_skirmish *s, int x, int y, int w, int h, bool open)
{
    for (int cy = y; cy < y + h; cy++) {
        for (int cx = x; cx < x + w; cx++)
            obstacles_set(s, cx, cy, open);
    }
}

void obstacles_scatter(drawn_skirmish *s, us_rng *rng, int percent)
{
    for (int cell = 0; cell < s->g->cells; cell++) {
        if (us_rng_next_bool(rng, (uint32_t)percent, 100) && !s->g->occupant[cell])
            obstacles_set(s, cell % s->g->width, cell / s->g->width, false);
    }
}

int *obstacles_distances(const drawn_skirmish *s, const sk_goal *goal)
{
    const sk_game *g = s->g;
    int *far = us_mem_alloc_array((size_t)g->cells, sizeof(int));
    US_AUTOFREE int *queue = us_mem_alloc_array((size_t)g->cells, sizeof(int));
    int head = 0, tail = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        far[cell] = LAND_NONE;
        int x = cell % g->width, y = cell / g->width;
        if (sk_goal_is_reached(goal, x, y) && obstacles_open(s, x, y)) {
            far[cell] = 0;
            queue[tail++] = cell;
        }
    }
    while (head < tail) {
        int cell = queue[head++], x = cell % g->width, y = cell / g->width;
        for (int i = 0; i < 9; i++) {
            int dx = i % 3 - 1, dy = i / 3 - 1;
            if (i == 4 || !obstacles_step_open(s, x, y, dx, dy))
                continue;
            int to = sk_game_cell(g, x + dx, y + dy);
            if (far[to] != LAND_NONE)
                continue;
            far[to] = far[cell] + 1;
            queue[tail++] = to;
        }
    }
    return far;
}

void obstacles_free_cell(const drawn_skirmish *s, us_rng *rng, int *x, int *y)
{
    for (int i = 0; i < 1000000; i++) {
        int cell = (int)us_rng_next_below(rng, (uint32_t)s->g->cells);
        *x = cell % s->g->width;
        *y = cell / s->g->width;
        if (obstacles_open(s, *x, *y) && !s->g->occupant[cell])
            return;
    }
    us_assert(!"no free cell");
}

/* ---- crowds */

us_id crowd_add(crowd *c, drawn_skirmish *s, const char *type, us_seat owner, int x, int y)
{
    us_assert(c->count < LAND_CROWD && !s->g->occupant[sk_game_cell(s->g, x, y)]);
    us_id id = drawn_skirmish_add(s, type, owner, x, y);
    int i = c->count++;
    c->id[i] = id;
    c->x[i] = c->was_x[i] = x;
    c->y[i] = c->was_y[i] = y;
    return id;
}

void crowd_add_block(crowd *c, drawn_skirmish *s, const char *type, us_seat owner, int x, int y,
                     int w, int n)
{
    for (int i = 0; i < n; i++)
        crowd_add(c, s, type, owner, x + i % w, y + i / w);
}

void crowd_send(crowd *c, drawn_skirmish *s, int i, int x, int y)
{
    c->x[i] = x;
    c->y[i] = y;
    CHECK_INT(drawn_skirmish_order_at(s, c->id[i], "move", x, y), US_REASON_NONE);
}

static bool watch(crowd *c, drawn_skirmish *s)
{
    bool idle = true;
    for (int i = 0; i < c->count; i++) {
        const us_entity *unit = drawn_skirmish_entity(s, c->id[i]);
        if (!unit)
            continue;
        int dx = abs(unit->x - c->was_x[i]), dy = abs(unit->y - c->was_y[i]);
        idle &= unit->action < 0;
        c->moves[i] += dx || dy;
        c->was_x[i] = unit->x;
        c->was_y[i] = unit->y;
        sk_slot there = s->g->occupant[sk_game_cell(s->g, unit->x, unit->y)];
        if (dx > 1 || dy > 1 || !obstacles_open(s, unit->x, unit->y) ||
            s->g->unit[there].id != unit->id) {
            FAIL("unit %d at %d %d: jumped, buried, or shares its cell", (int)unit->id, unit->x,
                 unit->y);
            return true;
        }
    }
    return idle;
}

us_cycle crowd_run(crowd *c, drawn_skirmish *s, us_cycle most)
{
    for (us_cycle t = 0; t < most; t++) {
        int64_t nodes = s->g->core->path_nodes;
        drawn_skirmish_run(s, 1);
        c->cycles++;
        if (s->g->core->path_nodes - nodes > SK_PATH_BOUND) {
            FAIL("%d cells opened in one cycle", (int)(s->g->core->path_nodes - nodes));
            return -1;
        }
        if (watch(c, s))
            return t + 1;
    }
    return -1;
}

int crowd_there(const crowd *c, drawn_skirmish *s)
{
    int there = 0;
    for (int i = 0; i < c->count; i++) {
        for (int k = s->events.count - 1; k >= 0; k--) {
            const us_event *event = &s->events.event[k];
            if (event->entity != c->id[i] || event->kind != US_EVENT_DONE)
                continue;
            there += event->x == c->x[i] && event->y == c->y[i];
            break;
        }
    }
    return there;
}

int crowd_failed(const crowd *c, drawn_skirmish *s, us_reason reason)
{
    int failed = 0;
    for (int i = 0; i < c->count; i++) {
        const us_event *event = drawn_skirmish_event(s, US_EVENT_FAILED, c->id[i]);
        failed += event && event->type == (us_type)reason;
    }
    return failed;
}

void crowd_check_pace(const crowd *c, drawn_skirmish *s)
{
    for (int i = 0; i < c->count; i++) {
        const us_entity *unit = drawn_skirmish_entity(s, c->id[i]);
        if (!unit)
            continue;
        us_cycle step = sk_type_numbers(s->g, unit->type)->step;
        if (c->moves[i] > c->cycles / step + 1)
            FAIL("unit %d went %d cells in %d cycles", (int)unit->id, c->moves[i], (int)c->cycles);
    }
}
