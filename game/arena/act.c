#include "game/arena/state.h"

/* The turns of characters. A verb does one thing. It then sets the next turn, calls
 * ar_order_finish, or has ended the order. */

enum {
    TURN = 15,      /* cycles from one look around to the next */
    TURNS = 4,      /* quarter turns of a full look around */
    AIM = 10,       /* cycles until a waiting shooter checks its target again */
    COVER_FAR = 20, /* radius of the search for cover, cells */
    COVER_CELLS = 1200,
    THREATS = 8,
    FOLLOW = 2,
};

static void again(ar_game *g, int i, us_cycle cycles)
{
    g->wake[i] = g->core->now + cycles;
}

static int to_cell(const ar_game *g, int i)
{
    int32_t cell = g->mind[i].arg;
    return ar_game_cell(g, US_CELL_X(cell), US_CELL_Y(cell));
}

static void turn_around(ar_game *g, int i)
{
    int facing = g->words->facing;
    ar_entity_set_attribute(g, i, facing, (g->entity[i].attribute[facing] + 8 / TURNS) % 8);
    again(g, i, TURN);
}

static void next_phase(ar_game *g, int i)
{
    g->mind[i].phase++;
    g->mind[i].began = g->core->now;
}

/* ---- going */

static void do_move(ar_game *g, int i)
{
    ar_way way = ar_entity_walk(g, i, to_cell(g, i), 0);
    if (way != AR_GOING)
        ar_order_finish(g, i, way == AR_THERE ? US_REASON_NONE : US_REASON_NO_WAY);
}

static void do_search(ar_game *g, int i)
{
    if (g->mind[i].phase == 0) {
        ar_way way = ar_entity_walk(g, i, to_cell(g, i), 0);
        if (way == AR_NO_WAY)
            ar_order_finish(g, i, US_REASON_NO_WAY);
        if (way != AR_THERE)
            return;
        next_phase(g, i);
        ar_entity_set_status(g, i, g->words->searching);
    }
    if (g->core->now - g->mind[i].began >= AR_SEARCH)
        ar_order_finish(g, i, US_REASON_NONE);
    else
        turn_around(g, i);
}

static void do_follow(ar_game *g, int i)
{
    int k = ar_entity_find(g, (us_id)g->mind[i].arg);
    if (k < 0 || !ar_entity_is_alive(g, k)) {
        ar_order_finish(g, i, US_REASON_BAD_TARGET);
        return;
    }
    ar_way way = ar_entity_walk(g, i, ar_entity_cell(g, k), FOLLOW);
    if (way == AR_NO_WAY) {
        ar_order_finish(g, i, US_REASON_NO_WAY);
    } else if (way == AR_THERE) {
        ar_order_report_under_way(g, i);
        ar_entity_set_status(g, i, g->words->idle);
        again(g, i, TURN);
    }
}

static void do_face(ar_game *g, int i)
{
    int cell = to_cell(g, i);
    ar_entity_face(g, i, cell % g->width, cell / g->width);
    ar_order_finish(g, i, US_REASON_NONE);
}

static void do_stand(ar_game *g, int i)
{
    ar_entity_set_status(g, i, g->words->idle);
    if (g->mind[i].phase++ < TURNS)
        turn_around(g, i);
    else
        ar_order_finish(g, i, US_REASON_NONE);
}

/* ---- taking cover */

typedef struct threats {
    int cell[THREATS];
    int count;
} threats;

/* The last known cells of the opponents that the character keeps track of. */
static threats threats_of(const ar_game *g, int i)
{
    const ar_mind *m = &g->mind[i];
    threats t = {.count = 0};
    for (int s = 0; s < AR_SEES; s++)
        if (m->sees[s])
            t.cell[t.count++] = m->where[s];
    return t;
}

static bool is_watched(const ar_game *g, const threats *t, int cell)
{
    for (int n = 0; n < t->count; n++)
        if (ar_line_is_clear(g, t->cell[n], cell))
            return true;
    return false;
}

static bool is_cover(const ar_game *g, int cell)
{
    return g->plane[US_PLANE_TERRAIN][cell] == g->words->cover;
}

/* Returns the nearest cover on foot that no threat looks into, else the nearest cover, else -1.
 * Uses the scratch of path finding. */
static int find_cover(ar_game *g, int i)
{
    ar_search *s = &g->search;
    threats t = threats_of(g, i);
    int from = ar_entity_cell(g, i), count = 0, second = -1;
    s->round++;
    s->stamp[from] = s->round;
    s->trail[count++] = from;
    for (int n = 0; n < count && n < COVER_CELLS; n++) {
        int cell = s->trail[n], x = cell % g->width, y = cell / g->width;
        if (is_cover(g, cell) && (cell == from || !g->on[cell])) {
            if (!is_watched(g, &t, cell))
                return cell;
            second = second < 0 ? cell : second;
        }
        for (int d = 0; d < 8; d += 2) {
            int to_x = x + ar_dx[d], to_y = y + ar_dy[d];
            if (to_x < 0 || to_y < 0 || to_x >= g->width || to_y >= g->height ||
                ar_cell_distance(to_x, to_y, g->entity[i].x, g->entity[i].y) > COVER_FAR)
                continue;
            int to = ar_game_cell(g, to_x, to_y);
            if (s->stamp[to] == s->round || !g->scenario->pass[to])
                continue;
            s->stamp[to] = s->round;
            s->trail[count++] = to;
        }
    }
    return second;
}

static void do_hide(ar_game *g, int i)
{
    ar_mind *m = &g->mind[i];
    if (m->phase == 0) {
        m->arg = find_cover(g, i);
        if (m->arg < 0) {
            ar_order_finish(g, i, US_REASON_BAD_PLACE);
            return;
        }
        next_phase(g, i);
    }
    ar_way way = ar_entity_walk(g, i, m->arg, 0);
    if (way == AR_NO_WAY) {
        ar_order_finish(g, i, US_REASON_NO_WAY);
    } else if (way == AR_THERE &&
               ar_entity_cell(g, i) != m->arg) { /* another entity has taken it */
        m->phase = 0;
        again(g, i, TURN);
    } else if (way == AR_THERE) {
        ar_entity_set_status(g, i, g->words->hiding);
        ar_order_finish(g, i, US_REASON_NONE);
    }
}

/* ---- fighting */

/* Goes to the cell where the target was seen last, and looks around there. */
static void track(ar_game *g, int i)
{
    const ar_mind *m = &g->mind[i];
    if (g->core->now - m->tracked >= AR_TRACK) {
        ar_order_finish(g, i, US_REASON_BAD_TARGET);
        return;
    }
    if (ar_entity_walk(g, i, m->known, 0) != AR_GOING)
        turn_around(g, i);
}

static void do_attack(ar_game *g, int i)
{
    ar_mind *m = &g->mind[i];
    us_cycle now = g->core->now;
    int k = ar_entity_find(g, (us_id)m->arg), range = g->entity[i].attribute[g->words->range];
    range = range > 0 ? range : 1; /* without range it strikes neighbors */
    bool gone = k < 0 || !ar_entity_is_alive(g, k);
    if (gone || !ar_entity_is_armed(g, i)) {
        ar_order_finish(g, i, gone ? US_REASON_NONE : US_REASON_NO_RESOURCES);
        return;
    }
    ar_entity_face(g, i, m->known % g->width, m->known / g->width);
    if (!ar_entity_can_see(g, i, k)) {
        track(g, i);
        return;
    }
    m->tracked = now;
    m->known = ar_entity_cell(g, k);
    if (ar_entity_distance(g, i, k) > range) {
        if (ar_entity_walk(g, i, m->known, range) == AR_NO_WAY)
            ar_order_finish(g, i, US_REASON_NO_WAY);
        return;
    }
    ar_entity_set_status(g, i, g->words->attacking);
    ar_entity_face(g, i, g->entity[k].x, g->entity[k].y);
    if (m->ready <= now) {
        m->ready = now + ar_entity_rule(g, i)->pause;
        ar_entity_strike(g, i, k);
    }
    again(g, i, m->ready - now < AIM ? m->ready - now : AIM);
}

static void do_reload(ar_game *g, int i)
{
    const ar_words *w = g->words;
    us_entity *e = &g->entity[i];
    if (g->mind[i].phase == 0) {
        next_phase(g, i);
        ar_entity_set_status(g, i, w->reloading);
        ar_noise_emit(g, i, e->x, e->y, AR_LOUD_RELOAD);
        again(g, i, AR_RELOADING);
        return;
    }
    int lacks = e->attribute[w->magazine] - e->attribute[w->ammo];
    int takes = lacks < e->attribute[w->rounds] ? lacks : e->attribute[w->rounds];
    ar_entity_set_attribute(g, i, w->ammo, e->attribute[w->ammo] + takes);
    ar_entity_set_attribute(g, i, w->rounds, e->attribute[w->rounds] - takes);
    ar_order_finish(g, i, US_REASON_NONE);
}

/* ---- stealing */

static void take(ar_game *g, int i, int k)
{
    const ar_words *w = g->words;
    int from = g->entity[k].attribute[w->stock] > 0 ? w->stock : w->carried;
    int left = g->entity[k].attribute[from];
    int load = from == w->stock && left > AR_LOAD ? AR_LOAD : left;
    load =
        load > g->domain->attribute[w->carried].high ? g->domain->attribute[w->carried].high : load;
    ar_entity_set_attribute(g, k, from, left - load);
    ar_entity_set_attribute(g, i, w->carried, load);
    if (g->entity[i].owner == 0)
        ar_boredom_reduce(g, 20);
    ar_entity_deliver(g, i);
}

static void do_steal(ar_game *g, int i)
{
    const ar_words *w = g->words;
    ar_mind *m = &g->mind[i];
    int k = ar_entity_find(g, (us_id)m->arg);
    if (k < 0 || g->entity[k].attribute[0] <= 0) {
        ar_order_finish(g, i, US_REASON_BAD_TARGET);
        return;
    }
    if (g->entity[k].attribute[w->stock] + g->entity[k].attribute[w->carried] == 0) {
        ar_order_finish(g, i, US_REASON_EXHAUSTED);
        return;
    }
    ar_way way = ar_entity_walk(g, i, ar_entity_cell(g, k), 1);
    if (way == AR_NO_WAY) {
        ar_order_finish(g, i, US_REASON_NO_WAY);
    } else if (way == AR_GOING) {
        m->phase = 0;
    } else if (m->phase == 0) {
        next_phase(g, i);
        ar_entity_set_status(g, i, w->stealing);
        ar_entity_face(g, i, g->entity[k].x, g->entity[k].y);
        ar_noise_emit(g, i, g->entity[i].x, g->entity[i].y, AR_LOUD_THEFT);
        again(g, i, AR_THEFT);
    } else {
        take(g, i, k);
        ar_order_finish(g, i, US_REASON_NONE);
    }
}

ar_verb ar_verb_find(const us_action_def *action)
{
    static const struct {
        const char *name;
        ar_verb verb;
        us_value_kind param; /* US_VALUE_KINDS: none */
    } verbs[] = {
        {"move", do_move, US_VALUE_CELL},       {"sneak", do_move, US_VALUE_CELL},
        {"search", do_search, US_VALUE_CELL},   {"face", do_face, US_VALUE_CELL},
        {"attack", do_attack, US_VALUE_ENTITY}, {"steal", do_steal, US_VALUE_ENTITY},
        {"follow", do_follow, US_VALUE_ENTITY}, {"hide", do_hide, US_VALUE_KINDS},
        {"reload", do_reload, US_VALUE_KINDS},  {"stand", do_stand, US_VALUE_KINDS},
    };
    us_value_kind param = action->param_count ? action->param[0].kind : US_VALUE_KINDS;
    for (int i = 0; i < US_COUNT(verbs); i++)
        if (us_text_equal(verbs[i].name, action->name))
            return param == verbs[i].param && action->param_count <= 1 ? verbs[i].verb : NULL;
    return NULL;
}
