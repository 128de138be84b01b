#include "game/arena/state.h"

#include <stdlib.h>

/* ---- sight */

/* The line is always drawn from the same end, so that sight is mutual. */
bool ar_line_is_clear(const ar_game *g, int from, int to)
{
    int a = from < to ? from : to, b = from < to ? to : from;
    int x = a % g->width, dx = abs(b % g->width - x), sx = b % g->width < x ? -1 : 1;
    int dy = b / g->width - a / g->width, fault = dx - dy;
    while (a != b) {
        int twice = 2 * fault;
        if (twice > -dy) {
            fault -= dy;
            a += sx;
        }
        if (twice < dx) {
            fault += dx;
            a += g->width;
        }
        if (a != b && g->opaque[a])
            return false;
    }
    return true;
}

/* Returns true for a place in the half plane that it faces, or close by. */
static bool faces(const ar_game *g, int i, int x, int y)
{
    const us_entity *e = &g->entity[i];
    int d = e->attribute[g->words->facing], dx = x - e->x, dy = y - e->y;
    return dx * ar_dx[d] + dy * ar_dy[d] >= 0 || ar_cell_distance(e->x, e->y, x, y) <= AR_CLOSE;
}

/* Returns how far character i can see character k. */
static int reach(const ar_game *g, int i, int k)
{
    const us_entity *other = &g->entity[k];
    int far = ar_entity_rule(g, i)->sight;
    if (other->status == g->words->hiding)
        return g->entity[i].status == g->words->searching ? far / 4 : AR_CLOSE;
    if (other->status == g->words->sneaking)
        far /= 2;
    if (g->plane[US_PLANE_TERRAIN][ar_entity_cell(g, k)] == g->words->cover)
        far /= 2;
    return far;
}

static int square(const ar_game *g, int i, int k)
{
    int dx = g->entity[i].x - g->entity[k].x, dy = g->entity[i].y - g->entity[k].y;
    return dx * dx + dy * dy;
}

/* Returns true if k is in range and in front, whatever stands between them. */
static bool in_view(const ar_game *g, int i, int k)
{
    int far = reach(g, i, k);
    return square(g, i, k) <= far * far && faces(g, i, g->entity[k].x, g->entity[k].y);
}

bool ar_entity_can_see(const ar_game *g, int i, int k)
{
    return in_view(g, i, k) && ar_line_is_clear(g, ar_entity_cell(g, i), ar_entity_cell(g, k));
}

/* A rectangle of grid blocks. */
typedef struct area {
    int left, right, top, bottom;
} area;

static area around(const ar_game *g, int x, int y, int far)
{
    int right = x + far < g->width ? x + far : g->width - 1;
    int bottom = y + far < g->height ? y + far : g->height - 1;
    return (area){(x > far ? x - far : 0) / AR_BLOCK, right / AR_BLOCK,
                  (y > far ? y - far : 0) / AR_BLOCK, bottom / AR_BLOCK};
}

enum { NEAREST = 2 * AR_SEES };

typedef struct found {
    int who[NEAREST], far[NEAREST]; /* nearest first, older first if equal */
    int count;
} found;

static void note_near(const ar_game *g, found *f, int who, int far)
{
    int at = f->count < NEAREST ? f->count++ : NEAREST;
    while (at > 0 && (f->far[at - 1] > far || (f->far[at - 1] == far &&
                                               g->entity[f->who[at - 1]].id > g->entity[who].id))) {
        if (at < NEAREST) {
            f->who[at] = f->who[at - 1];
            f->far[at] = f->far[at - 1];
        }
        at--;
    }
    if (at < NEAREST) {
        f->who[at] = who;
        f->far[at] = far;
    }
}

static bool attends(const ar_mind *m, us_id id)
{
    for (int s = 0; s < AR_SEES; s++)
        if (m->sees[s] == id)
            return true;
    return false;
}

/* Returns opponents in view that the character does not keep track of yet, nearest first. */
static found find_opponents(const ar_game *g, int i)
{
    const us_entity *e = &g->entity[i];
    area a = around(g, e->x, e->y, ar_entity_rule(g, i)->sight);
    const uint16_t *crowd = &g->crowd[(1 - e->owner) * g->blocks];
    found f = {.count = 0};
    for (int row = a.top; row <= a.bottom; row++) {
        for (int column = a.left; column <= a.right; column++) {
            int block = row * g->columns + column;
            for (us_id id = crowd[block] ? g->head[block] : 0; id; id = g->next[id]) {
                int k = g->index[id];
                if (g->entity[k].owner != e->owner && in_view(g, i, k) && !attends(&g->mind[i], id))
                    note_near(g, &f, k, square(g, i, k));
            }
        }
    }
    return f;
}

static void lose(ar_game *g, int i, int s)
{
    ar_mind *m = &g->mind[i];
    ar_event_emit_at(g, i, m->where[s], (us_event){.kind = US_EVENT_LOST, .other = m->sees[s]});
    m->sees[s] = 0;
}

static void see(ar_game *g, int i, int s, int k)
{
    ar_mind *m = &g->mind[i];
    const us_entity *other = &g->entity[k];
    m->sees[s] = other->id;
    m->missed[s] = 0;
    m->where[s] = ar_entity_cell(g, k);
    ar_event_emit_at(g, i, ar_entity_cell(g, k),
                     (us_event){.kind = US_EVENT_SEEN, .other = other->id});
    ar_mood_change(g, i, g->words->alarm, 20);
    if (other->owner == 0)
        ar_boredom_reduce(g, 5);
}

static void find_bodies(ar_game *g, int i)
{
    const us_entity *e = &g->entity[i];
    int far = ar_entity_rule(g, i)->sight;
    area a = around(g, e->x, e->y, far);
    for (int row = a.top; row <= a.bottom; row++) {
        for (int column = a.left; column <= a.right; column++) {
            us_id next, id = g->head[g->blocks + row * g->columns + column];
            for (; id; id = next) {
                int k = g->index[id];
                next = g->next[id];
                if ((g->mind[k].phase >> e->owner & 1) || square(g, i, k) > far * far ||
                    !faces(g, i, g->entity[k].x, g->entity[k].y) ||
                    !ar_line_is_clear(g, ar_entity_cell(g, i), ar_entity_cell(g, k)))
                    continue;
                g->mind[k].phase |= (uint8_t)(1u << e->owner);
                g->core->unfound[e->owner]--;
                ar_event_emit_at(g, i, ar_entity_cell(g, k),
                                 (us_event){.kind = US_EVENT_BODY, .other = id});
                if (g->mind[k].phase == (1u << AR_SEATS) - 1)
                    ar_body_unlink(g, k);
                ar_mood_change(g, i, g->words->alarm, 30);
            }
        }
    }
}

void ar_entity_update_sight(ar_game *g, int i)
{
    ar_mind *m = &g->mind[i];
    int free = 0;
    for (int s = 0; s < AR_SEES; s++) {
        int k = m->sees[s] ? ar_entity_find(g, m->sees[s]) : -1;
        if (k >= 0 && ar_entity_is_alive(g, k) && ar_entity_can_see(g, i, k)) {
            m->missed[s] = 0;
            m->where[s] = ar_entity_cell(g, k);
            if (m->sees[s] == g->entity[i].target) {
                m->known = m->where[s];
                m->tracked = g->core->now;
            }
        } else if (m->sees[s] &&
                   (k < 0 || !ar_entity_is_alive(g, k) || ++m->missed[s] >= AR_MISSES)) {
            lose(g, i, s);
        }
        free += !m->sees[s];
    }
    if (free > 0) {
        found f = find_opponents(g, i);
        for (int n = 0, s = 0; n < f.count && s < AR_SEES; n++) {
            while (s < AR_SEES && m->sees[s])
                s++;
            if (s < AR_SEES &&
                ar_line_is_clear(g, ar_entity_cell(g, i), ar_entity_cell(g, f.who[n])))
                see(g, i, s, f.who[n]);
        }
    }
    if (g->core->unfound[g->entity[i].owner] > 0)
        find_bodies(g, i);
    ar_entity_update_target(g, i);
    if ((g->core->now / AR_LOOK + (us_cycle)g->entity[i].id) % AR_CALM == 0)
        ar_mood_relax(g, i);
}

void ar_entity_update_target(ar_game *g, int i)
{
    us_entity *e = &g->entity[i];
    const ar_mind *m = &g->mind[i];
    int param = e->action < 0 ? -1 : g->scenario->target[e->action];
    us_id target = param >= 0 ? (us_id)m->arg : 0;
    int least = INT32_MAX;
    for (int s = 0; s < AR_SEES && param < 0; s++) {
        int k = m->sees[s] && !m->missed[s] ? ar_entity_find(g, m->sees[s]) : -1;
        if (k < 0 || square(g, i, k) > least || (square(g, i, k) == least && m->sees[s] > target))
            continue;
        least = square(g, i, k);
        target = m->sees[s];
    }
    if (e->target == target)
        return;
    e->target = target;
    ar_entity_mark_changed(g, i);
}

/* ---- hearing */

static void notice_noise(ar_game *g, int i, int maker, int x, int y, int loud)
{
    ar_mind *m = &g->mind[i];
    const ar_words *w = g->words;
    if (g->core->now < m->deaf_until && loud <= m->loud)
        return;
    m->deaf_until = g->core->now + AR_DEAF;
    m->loud = loud;
    us_id made = maker < 0 ? 0 : g->entity[maker].id;
    ar_event_emit_at(g, i, ar_game_cell(g, x, y),
                     (us_event){.kind = US_EVENT_NOISE, .other = made, .value = loud});
    ar_mood_change(g, i, w->alarm, loud >= 2 * AR_LOUD_FALL ? 10 : 5);
    if (g->entity[i].action < 0)
        ar_entity_face(g, i, x, y);
}

void ar_noise_emit(ar_game *g, int maker, int x, int y, int loud)
{
    us_seat own = maker < 0 ? US_NEUTRAL : g->entity[maker].owner;
    area a = around(g, x, y, loud);
    for (int row = a.top; row <= a.bottom; row++) {
        for (int column = a.left; column <= a.right; column++) {
            int block = row * g->columns + column;
            int others = 0;
            for (int seat = 0; seat < AR_SEATS; seat++)
                others += seat == own ? 0 : g->crowd[seat * g->blocks + block];
            for (us_id id = others ? g->head[block] : 0; id; id = g->next[id]) {
                int k = g->index[id];
                int dx = g->entity[k].x - x, dy = g->entity[k].y - y;
                if (g->entity[k].owner != own && dx * dx + dy * dy <= loud * loud)
                    notice_noise(g, k, maker, x, y, loud);
            }
        }
    }
}
