#include "game/arena/state.h"

#include <string.h>

enum {
    WAIT = 12,        /* cycles to wait for a blocking entity */
    PATIENT = 4,      /* waits until it pushes back a friend that goes the same way */
    BLOCKED_MAX = 20, /* blocks until it gives up */
    BUMP_EVERY = AR_SECOND,
};

void ar_entity_deliver(ar_game *g, int i)
{
    const ar_words *w = g->words;
    const us_entity *e = &g->entity[i];
    int load = g->scenario->delivers[ar_entity_cell(g, i)] ? e->attribute[w->carried] : 0;
    if (load <= 0)
        return;
    ar_entity_set_attribute(g, i, w->carried, 0);
    ar_tally_add(g, e->owner, w->loot, load);
    ar_event_emit(g, i, (us_event){.kind = US_EVENT_GAINED, .value = load, .extra = w->loot});
    if (e->owner == 0)
        ar_boredom_reduce(g, 20);
}

/* Handles an arrival in a cell. */
static void arrive(ar_game *g, int i)
{
    const ar_words *w = g->words;
    us_entity *e = &g->entity[i];
    int cell = ar_entity_cell(g, i), k = g->supply[cell] ? ar_entity_find(g, g->supply[cell]) : -1;
    if (k >= 0 && g->entity[k].type == w->ammo_box && e->attribute[w->magazine] > 0 &&
        e->attribute[w->rounds] < AR_ROUNDS_MAX) {
        int rounds = e->attribute[w->rounds] + AR_BOX;
        ar_entity_set_attribute(g, i, w->rounds, rounds < AR_ROUNDS_MAX ? rounds : AR_ROUNDS_MAX);
        ar_entity_remove(g, k, US_GONE_SPENT, i);
    } else if (k >= 0 && g->entity[k].type == w->medkit) {
        int full = g->domain->type[e->type].attribute[0], life = e->attribute[0] + AR_MEDICINE;
        if (e->attribute[0] < full) {
            ar_entity_set_attribute(g, i, 0, life < full ? life : full);
            ar_entity_remove(g, k, US_GONE_SPENT, i);
        }
    }
    ar_entity_deliver(g, i);
}

static bool is_sneaking(const ar_game *g, int i)
{
    return g->entity[i].action == g->scenario->sneak;
}

static us_cycle pace(const ar_game *g, int i, int d)
{
    int cycles = ar_entity_rule(g, i)->step * (is_sneaking(g, i) ? 2 : 1);
    return d % 2 ? cycles * 7 / 5 : cycles;
}

static bool walks(const ar_game *g, int i)
{
    return g->entity[i].status == g->words->moving || g->entity[i].status == g->words->sneaking;
}

/* Returns true if the friend k swaps places with i, which comes in direction d. Idle friends do,
 * and walkers that come the other way. Two that go the same way would push each other forever: they
 * swap only now and then, and only a step to a free cell resets the count. */
static bool gives_way(const ar_game *g, int i, int k, int d)
{
    const us_entity *other = &g->entity[k];
    const ar_mind *m = &g->mind[k];
    if (!walks(g, k))
        return other->status == g->words->idle && other->action < 0;
    int turn = m->run_at < m->runs ? ((m->run[m->run_at] >> 5) - d + 8) % 8 : 0;
    int blocked = g->mind[i].blocked;
    return (turn >= 3 && turn <= 5) || (blocked > 0 && blocked % PATIENT == 0);
}

/* Corrects the route of k, which was pushed a step by a character that came in direction d. If that
 * was not its next step anyway, k first goes back. */
static void pushed(ar_game *g, int k, int d)
{
    ar_mind *m = &g->mind[k];
    if (m->run_at >= m->runs)
        return;
    uint8_t *run = &m->run[m->run_at];
    if (*run >> 5 == (d + 4) % 8) {
        m->run_at += (--*run & 31) == 0;
        return;
    }
    if (m->run_at == 0) {
        m->runs = m->runs < AR_RUNS ? m->runs + 1 : AR_RUNS; /* the last run is searched again */
        memmove(m->run + 1, m->run, AR_RUNS - 1);
        m->run_at++;
    }
    m->run[--m->run_at] = (uint8_t)(d << 5 | 1);
}

static void bump(ar_game *g, int i, int k)
{
    ar_mind *m = &g->mind[i];
    if (g->core->now < m->bumped)
        return;
    m->bumped = g->core->now + BUMP_EVERY;
    ar_event_emit_at(g, i, ar_entity_cell(g, k),
                     (us_event){.kind = US_EVENT_BUMPED, .other = g->entity[k].id});
    ar_noise_emit(g, i, g->entity[i].x, g->entity[i].y, AR_LOUD_BUMP);
}

static ar_way wait(ar_game *g, int i, us_cycle cycles)
{
    g->wake[i] = g->core->now + cycles;
    return AR_GOING;
}

/* Handles an occupied cell ahead, in direction d. */
static ar_way meet(ar_game *g, int i, int k, int d, int cell, int reach)
{
    ar_mind *m = &g->mind[i];
    if (g->entity[k].type == g->words->door) {
        ar_door_open(g, k);
        return wait(g, i, AR_DOOR);
    }
    bool friend = g->entity[k].owner == g->entity[i].owner;
    if (friend && gives_way(g, i, k, d)) {
        m->blocked += m->blocked > 0; /* counts on while no step succeeds */
        ar_entity_swap(g, i, k);
        pushed(g, k, d);
        arrive(g, k);
        return AR_THERE;
    }
    if (reach == 0 && ar_entity_cell(g, k) == cell)
        return AR_THERE; /* as near as possible */
    if (++m->blocked >= BLOCKED_MAX)
        return AR_NO_WAY;
    if (friend && walks(g, k))
        return wait(g, i, WAIT / 2);
    bump(g, i, k);
    if (m->blocked % 2 == 0 && g->core->path_left > 0)
        ar_entity_find_route(g, i, cell, reach, true); /* else it waits on its old route */
    return wait(g, i, WAIT);
}

/* Makes sure that a route to the cell is known. AR_GOING: tries again in the next cycle. */
static ar_way find_way(ar_game *g, int i, int cell, int reach)
{
    ar_mind *m = &g->mind[i];
    int x = cell % g->width, y = cell / g->width;
    bool left = m->run_at < m->runs;
    if (left && m->aim >= 0) { /* a chase updates its route only if the target has moved far */
        int off = ar_cell_distance(m->aim % g->width, m->aim / g->width, x, y);
        if (off <= ar_cell_distance(g->entity[i].x, g->entity[i].y, x, y) / 4)
            return AR_THERE;
    }
    if (g->core->path_left <= 0)
        return wait(g, i, 1);
    return ar_entity_find_route(g, i, cell, reach, false) ? AR_THERE : AR_NO_WAY;
}

static void step(ar_game *g, int i, int d)
{
    ar_mind *m = &g->mind[i];
    uint8_t *run = &m->run[m->run_at];
    if ((--*run & 31) == 0)
        m->run_at++;
    m->busy = g->core->now + pace(g, i, d);
    g->wake[i] = m->busy;
    ar_entity_set_attribute(g, i, g->words->facing, d);
    if (!is_sneaking(g, i))
        ar_noise_emit(g, i, g->entity[i].x, g->entity[i].y, AR_LOUD_STEP);
    arrive(g, i);
}

ar_way ar_entity_walk(ar_game *g, int i, int cell, int reach)
{
    ar_mind *m = &g->mind[i];
    const us_entity *e = &g->entity[i];
    if (reach == 0 && !g->scenario->pass[cell])
        reach = 1;
    if (ar_cell_distance(e->x, e->y, cell % g->width, cell / g->width) <= reach)
        return AR_THERE;
    ar_way way = find_way(g, i, cell, reach);
    if (way != AR_THERE)
        return way;
    ar_entity_set_status(g, i, is_sneaking(g, i) ? g->words->sneaking : g->words->moving);
    int d = m->run[m->run_at] >> 5;
    int x = e->x + ar_dx[d], y = e->y + ar_dy[d], next = ar_game_cell(g, x, y);
    if (g->on[next]) {
        way = meet(g, i, ar_entity_find(g, g->on[next]), d, cell, reach);
        if (way != AR_THERE || ar_entity_cell(g, i) != next)
            return way;
    } else {
        m->blocked = 0;
        ar_entity_move(g, i, x, y);
    }
    step(g, i, d);
    return AR_GOING;
}
