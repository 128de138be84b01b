#include "base/sort.h"
#include "traces/import/microrts_orders.h"

enum {
    AHEAD = 64,  /* steps: how far ahead a unit's next action other than a move is searched */
    PLACES = 16, /* steps: the longest plain way */
};

static const us_demanded_step nothing = {US_MICRORTS_WAIT, 0, US_NO_TYPE};

/* ---- surroundings */

int us_microrts_find_unit(const us_seeker *s, us_id id)
{
    int at = us_array_lower_bound(id, s->unit, s->moment->units, sizeof(*s->unit));
    return at < s->moment->units && s->unit[at].id == id ? at : -1;
}

static int apart(int x, int y, int to_x, int to_y)
{
    return (x < to_x ? to_x - x : x - to_x) + (y < to_y ? to_y - y : y - to_y);
}

static bool is_sought(const us_seeker *s, const us_microrts_unit_state *who, us_seat seat,
                      us_microrts_target_kind what)
{
    const bool *can = s->m->type[who->type].can;
    return what == US_ENEMY   ? who->owner >= 0 && who->owner != seat
           : what == US_DEPOT ? who->owner == seat && can[1]
                              : can[0];
}

int us_microrts_find_nearest(us_seeker *s, const us_microrts_unit_state *to,
                             us_microrts_target_kind what)
{
    int best = -1, far = 0;
    s->effort += s->moment->units;
    for (int i = 0; i < s->moment->units && s->effort <= US_SEEK_EFFORT; i++) {
        int d = apart(s->unit[i].x, s->unit[i].y, to->x, to->y);
        if ((best < 0 || d < far) && is_sought(s, &s->unit[i], to->owner, what)) {
            best = i;
            far = d;
        }
    }
    return best;
}

static bool is_near(int x, int y, int to_x, int to_y, int range)
{
    int dx = x - to_x, dy = y - to_y;
    return dx * dx + dy * dy <= range * range;
}

/* Returns the claims of units that chose before unit i. The position of a waiting unit in the list
 * means nothing; its rank shows which units came before. */
static const mr_claims *claims_before(us_seeker *s, int i, const us_microrts_step *step)
{
    int seat = s->unit[i].owner;
    int64_t rank = s->track[step->unit].rank;
    if (step->type != US_MICRORTS_WAIT || rank < 0)
        return &s->claims[seat];
    s->earlier.cell.count = 0;
    s->effort += s->rank[seat].count;
    for (int k = 0; k < s->rank[seat].count; k++)
        if (s->rank[seat].item[k] < rank)
            US_LIST_PUT(s->earlier.cell, s->claims[seat].cell.item[k]);
    return &s->earlier;
}

/* Returns the first cell of unit i's way, or -1 if the unit is there already or can't go. */
static int32_t way(us_seeker *s, int i, const us_microrts_step *step, int x, int y, int range)
{
    const us_microrts_unit_state *u = &s->unit[i];
    if (s->blind || s->effort > US_SEEK_EFFORT) {
        int to_x = US_CELL_X(step->cell), to_y = US_CELL_Y(step->cell);
        bool nearer = apart(to_x, to_y, x, y) < apart(u->x, u->y, x, y);
        return !is_near(u->x, u->y, x, y, range) && nearer ? step->cell : -1;
    }
    s->effort += s->ground->width * s->ground->height;
    int d = mr_search_find_step(s->search, s->ground, claims_before(s, i, step), i, x, y, range);
    return d == MR_NONE ? -1 : US_CELL(u->x + mr_dx[d], u->y + mr_dy[d]);
}

static bool is_taken(us_seeker *s, int32_t cell)
{
    s->effort += s->moment->units;
    for (int i = 0; i < s->moment->units && s->effort <= US_SEEK_EFFORT; i++)
        if (US_CELL(s->unit[i].x, s->unit[i].y) == cell)
            return true;
    return false;
}

/* ---- the next step of an order */

static us_demanded_step go(us_seeker *s, int i, const us_microrts_step *step, int x, int y,
                           int range)
{
    int32_t cell = way(s, i, step, x, y, range);
    return cell == -1 ? nothing : (us_demanded_step){US_MICRORTS_MOVE, cell, US_NO_TYPE};
}

static us_demanded_step beside(us_seeker *s, int i, const us_microrts_step *step, int x, int y,
                               us_demanded_step then)
{
    us_demanded_step first = go(s, i, step, x, y, 1);
    if (first.type != US_MICRORTS_WAIT)
        return first;
    then.cell = US_CELL(x, y);
    return apart(s->unit[i].x, s->unit[i].y, x, y) == 1 ? then : nothing;
}

static us_demanded_step strike(us_seeker *s, int i, const us_microrts_step *step,
                               const us_microrts_unit_state *at)
{
    int range =
        s->domain->type[s->unit[i].type].attribute[us_domain_find_attribute(s->domain, "range")];
    if (is_near(s->unit[i].x, s->unit[i].y, at->x, at->y, range))
        return (us_demanded_step){US_MICRORTS_ATTACK, US_CELL(at->x, at->y), US_NO_TYPE};
    return go(s, i, step, at->x, at->y, range);
}

/* If no depot is left, the unit goes to the place of the last one. */
static us_demanded_step bring(us_seeker *s, int i, const us_microrts_step *step, us_guess *g)
{
    int home = us_microrts_find_nearest(s, &s->unit[i], US_DEPOT);
    if (home >= 0)
        g->home = US_CELL(s->unit[home].x, s->unit[home].y);
    if (g->home == -1)
        return nothing;
    us_demanded_step w = beside(s, i, step, US_CELL_X(g->home), US_CELL_Y(g->home),
                                (us_demanded_step){US_MICRORTS_RETURN, 0, US_NO_TYPE});
    return home >= 0 || w.type == US_MICRORTS_MOVE ? w : nothing;
}

/* As in the game (settle.c): if the prey was gone before the soldier was idle, the hunt is over,
 * and the soldier must be ordered anew. */
static us_demanded_step hunt(us_seeker *s, int i, const us_microrts_step *step, us_guess *g)
{
    int at = us_microrts_find_nearest(s, &s->unit[i], US_ENEMY);
    g->over = g->gone >= 0 && g->gone < s->at && !s->m->type[s->unit[i].type].can[2];
    if (g->over || at < 0)
        return nothing;
    g->gone = -1;
    g->now = s->unit[at].id;
    return strike(s, i, step, &s->unit[at]);
}

us_demanded_step us_microrts_compute_step(us_seeker *s, int i, const us_microrts_step *step,
                                          us_guess *g)
{
    const us_microrts_unit_state *u = &s->unit[i];
    int x = US_CELL_X(g->cell), y = US_CELL_Y(g->cell), at;
    switch ((us_microrts_order_kind)g->kind) {
    case US_MICRORTS_TO_MOVE:
        g->over = US_CELL(u->x, u->y) == g->cell;
        return g->over ? nothing : go(s, i, step, x, y, is_taken(s, g->cell) ? 1 : 0);
    case US_MICRORTS_TO_RETURN:
        g->over = u->resources == 0;
        return g->over ? nothing : bring(s, i, step, g);
    case US_MICRORTS_TO_HARVEST:
        if (u->resources > 0)
            return bring(s, i, step, g);
        at = us_microrts_find_unit(s, g->now);
        g->over = at < 0;
        return at < 0 ? nothing
                      : beside(s, i, step, s->unit[at].x, s->unit[at].y,
                               (us_demanded_step){US_MICRORTS_HARVEST, 0, US_NO_TYPE});
    case US_MICRORTS_TO_BUILD:
        if (g->proved && s->track[u->id].until <= s->moment->time)
            g->over = true;
        return g->over ? nothing
                       : beside(s, i, step, x, y,
                                (us_demanded_step){US_MICRORTS_PRODUCE, 0, g->product});
    case US_MICRORTS_TO_TRAIN:
        g->over = s->track[u->id].until <= s->moment->time;
        return g->over ? nothing : (us_demanded_step){US_MICRORTS_PRODUCE, step->cell, g->product};
    case US_MICRORTS_TO_ATTACK:
        at = us_microrts_find_unit(s, g->target);
        g->over = at < 0;
        return at < 0 ? nothing : strike(s, i, step, &s->unit[at]);
    case US_MICRORTS_TO_HUNT:
        return hunt(s, i, step, g);
    default:
        return nothing;
    }
}

bool us_microrts_step_equal(const us_demanded_step *w, const us_microrts_step *step)
{
    return w->type == step->type && (w->type == US_MICRORTS_WAIT ||
                                     (w->cell == step->cell && (w->type != US_MICRORTS_PRODUCE ||
                                                                w->product == step->product)));
}

/* ---- guesses */

/* Returns the unit's next step, from that index on, that is neither move nor wait, or -1. */
static int next_act(const us_seeker *s, int step)
{
    for (int i = 0; i < AHEAD && step >= 0; i++) {
        const us_microrts_step *it = &s->m->step.item[step];
        if (it->type != US_MICRORTS_WAIT && it->type != US_MICRORTS_MOVE)
            return step;
        step = it->next;
    }
    return -1;
}

/* Returns the resource that the unit harvests next, or 0. */
static us_id next_harvest(const us_seeker *s, int step)
{
    int deed = next_act(s, step);
    if (deed >= 0 && s->m->step.item[deed].type == US_MICRORTS_RETURN)
        deed = next_act(s, s->m->step.item[deed].next);
    return deed >= 0 && s->m->step.item[deed].type == US_MICRORTS_HARVEST
               ? s->m->step.item[deed].target
               : 0;
}

static void add(us_seeker *s, int i, const us_microrts_step *step, us_guess g)
{
    us_track *t = &s->track[s->unit[i].id];
    for (int k = 0; k < t->guess.count; k++)
        if (t->guess.item[k].kind == g.kind && t->guess.item[k].target == g.target &&
            t->guess.item[k].cell == g.cell)
            return;
    g.gone = -1;
    g.home = -1;
    us_demanded_step w = us_microrts_compute_step(s, i, step, &g);
    g.proved = step->type != US_MICRORTS_MOVE && step->type != US_MICRORTS_WAIT;
    if (!g.over && us_microrts_step_equal(&w, step))
        US_LIST_PUT(t->guess, g);
}

static void add_target(us_seeker *s, int i, const us_microrts_step *step,
                       us_microrts_order_kind deed, us_id target)
{
    if (target && us_microrts_find_unit(s, target) >= 0)
        add(s, i, step,
            (us_guess){
                .kind = (int8_t)deed, .target = target, .now = target, .product = US_NO_TYPE});
}

/* Building needs the price and a free site. */
static void add_site(us_seeker *s, int i, const us_microrts_step *step,
                     const us_microrts_step *then)
{
    if (s->m->type[then->product].cost <= s->moment->resources[s->unit[i].owner] &&
        !is_taken(s, then->cell))
        add(s, i, step,
            (us_guess){.kind = US_MICRORTS_TO_BUILD, .cell = then->cell, .product = then->product});
}

/* Adds moves to the cells of the way, if no other order explains it. */
static void add_places(us_seeker *s, int i, const us_microrts_step *step)
{
    const us_microrts_step *it = step;
    for (int k = 0; k < PLACES && it->type == US_MICRORTS_MOVE; k++) {
        add(s, i, step,
            (us_guess){.kind = US_MICRORTS_TO_MOVE, .cell = it->cell, .product = US_NO_TYPE});
        if (it->next < 0)
            break;
        it = &s->m->step.item[it->next];
    }
}

/* Adds the orders that may lead to a move, the best guess first. */
static void add_senses(us_seeker *s, int i, const us_microrts_step *step, int index)
{
    const bool *can = s->m->type[s->unit[i].type].can;
    int deed = next_act(s, index);
    const us_microrts_step *then = deed >= 0 ? &s->m->step.item[deed] : NULL;
    if (then && then->type == US_MICRORTS_PRODUCE)
        add_site(s, i, step, then);
    if (can[2])
        add_target(s, i, step, US_MICRORTS_TO_HARVEST, next_harvest(s, index));
    if (can[2] && s->unit[i].resources > 0)
        add(s, i, step, (us_guess){.kind = US_MICRORTS_TO_RETURN, .product = US_NO_TYPE});
    int had = s->track[step->unit].guess.count;
    if (can[4])
        add(s, i, step, (us_guess){.kind = US_MICRORTS_TO_HUNT, .product = US_NO_TYPE});
    if (then && then->type == US_MICRORTS_ATTACK && s->track[step->unit].guess.count == had)
        add_target(s, i, step, US_MICRORTS_TO_ATTACK, then->target);
    int ore = can[2] && s->unit[i].resources == 0
                  ? us_microrts_find_nearest(s, &s->unit[i], US_RESOURCE)
                  : -1;
    if (ore >= 0)
        add_target(s, i, step, US_MICRORTS_TO_HARVEST, s->unit[ore].id);
}

/* A step that no guess explains is an order of its own. */
static us_guess bare(const us_microrts_step *step, bool moves)
{
    static const us_microrts_order_kind deeds[US_MICRORTS_VERBS] = {
        US_MICRORTS_TO_STOP,   US_MICRORTS_TO_MOVE,  US_MICRORTS_TO_HARVEST,
        US_MICRORTS_TO_RETURN, US_MICRORTS_TO_BUILD, US_MICRORTS_TO_ATTACK};
    bool trains = step->type == US_MICRORTS_PRODUCE && !moves;
    us_id target = step->type == US_MICRORTS_RETURN ? 0 : step->target;
    return (us_guess){.kind = (int8_t)(trains ? US_MICRORTS_TO_TRAIN : deeds[step->type]),
                      .target = target,
                      .now = target,
                      .cell = step->cell,
                      .home = -1,
                      .product = step->product,
                      .proved = true,
                      .gone = -1};
}

void us_microrts_make_guesses(us_seeker *s, int i, int index)
{
    const us_microrts_step *step = &s->m->step.item[index];
    us_track *t = &s->track[step->unit];
    bool waits = step->type == US_MICRORTS_WAIT, moves = s->m->type[s->unit[i].type].can[3];
    if (moves)
        add_senses(s, i, step, index);
    if (t->guess.count == 0 && step->type == US_MICRORTS_MOVE)
        add_places(s, i, step);
    if (t->guess.count == 0 && !waits)
        US_LIST_PUT(t->guess, bare(step, moves));
}
