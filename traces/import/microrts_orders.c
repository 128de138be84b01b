/* The search for the orders behind a microRTS trace's steps.
 *
 * The game carries out an order by its own rules (game/microrts/carry.c), so that a state and an
 * order determine the next step. Each unit has guesses: orders that explain all its steps since a
 * certain one. A guess that does not explain the next step is dropped. If no guess is left, the
 * best of the last ones becomes an order of the trace, and the unit gets new guesses. */
#include "base/sort.h"
#include "game/microrts/path.h"
#include "traces/import/microrts.h"

/* Cells. Above this effort the nearer cell replaces a path search, so that a huge file ends. */
#define US_SEEK_EFFORT ((int64_t)1 << 33)

typedef struct us_guess {
    us_id target, now; /* now: the present target. A harvest changes it when the target has run out;
                          a hunt, with the nearest enemy. */
    int32_t cell;
    int32_t home; /* of a gatherer: cell of its last depot; -1: none */
    us_type product;
    int8_t kind;
    bool proved; /* a step of the order itself was seen, not only moves */
    bool over;   /* the order has ended by itself; a hunt must be ordered anew */
    bool fits;   /* it explains the present step */
    int gone;    /* moment at which `now` was gone; -1: not gone */
} us_guess;

/* The state of a unit's search. */
typedef struct us_track {
    /* The guesses, the step at which they begin, and values that may still move that step. */
    US_LIST(us_guess) guess;
    int moment;  /* -1: no step */
    int64_t key; /* position within the moment's orders */
    bool latent; /* only waits so far: the unit can't reach the guesses' cells */

    /* The last order and the unit's present work. */
    bool goes_on;
    int last_step;  /* index of it; -1 */
    int32_t keeps;  /* the cell that it enters or produces at; -1: none */
    us_cycle until; /* when it arrives, or its product is made */

    /* Units with a lower rank choose their steps first: the rank is the place of the order that the
     * unit's work comes from; -1: no rank. */
    int64_t rank;
} us_track;

typedef struct us_seeker {
    us_microrts_trace *m;
    const us_domain *domain;
    us_track *track;  /* by id */
    mr_state *ground; /* NULL: no path search */
    mr_search *search;
    mr_claims claims[US_SEATS_MAX], earlier;
    US_LIST(int64_t) rank[US_SEATS_MAX]; /* rank of the unit of each claim */
    mr_table table;
    int64_t effort;
    bool blind;

    /* The present moment. */
    int at;
    const us_microrts_moment *moment;
    const us_microrts_unit_state *unit;
} us_seeker;

typedef enum us_microrts_target_kind { US_ENEMY, US_DEPOT, US_RESOURCE } us_microrts_target_kind;

/* The step that an order demands. */
typedef struct us_demanded_step {
    int type;
    int32_t cell;
    us_type product;
} us_demanded_step;

enum {
    AHEAD = 64,  /* steps: how far ahead a unit's next action other than a move is searched */
    PLACES = 16, /* steps: the longest plain way */
};

static const us_demanded_step nothing = {US_MICRORTS_WAIT, 0, US_NO_TYPE};

/* ---- surroundings */

/* Returns the index in the moment; -1: not there. */
static int find_unit(const us_seeker *s, us_id id)
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

/* Returns the index of the nearest one, or -1. Of equals it is the first, as in the game. */
static int find_nearest(us_seeker *s, const us_microrts_unit_state *to,
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
    int home = find_nearest(s, &s->unit[i], US_DEPOT);
    if (home >= 0)
        g->home = US_CELL(s->unit[home].x, s->unit[home].y);
    if (g->home == -1)
        return nothing;
    us_demanded_step w = beside(s, i, step, US_CELL_X(g->home), US_CELL_Y(g->home),
                                (us_demanded_step){US_MICRORTS_RETURN, 0, US_NO_TYPE});
    return home >= 0 || w.type == US_MICRORTS_MOVE ? w : nothing;
}

/* As in the game (publish.c): if the prey was gone before the soldier was idle, the hunt is over,
 * and the soldier must be ordered anew. */
static us_demanded_step hunt(us_seeker *s, int i, const us_microrts_step *step, us_guess *g)
{
    int at = find_nearest(s, &s->unit[i], US_ENEMY);
    g->over = g->gone >= 0 && g->gone < s->at && !s->m->type[s->unit[i].type].can[2];
    if (g->over || at < 0)
        return nothing;
    g->gone = -1;
    g->now = s->unit[at].id;
    return strike(s, i, step, &s->unit[at]);
}

/* Returns the step that the guess's order demands of unit i at that step. Sets g->over too. */
static us_demanded_step demanded_step(us_seeker *s, int i, const us_microrts_step *step,
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
        at = find_unit(s, g->now);
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
        at = find_unit(s, g->target);
        g->over = at < 0;
        return at < 0 ? nothing : strike(s, i, step, &s->unit[at]);
    case US_MICRORTS_TO_HUNT:
        return hunt(s, i, step, g);
    default:
        return nothing;
    }
}

static bool is_step(const us_demanded_step *w, const us_microrts_step *step)
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
    us_demanded_step w = demanded_step(s, i, step, &g);
    g.proved = step->type != US_MICRORTS_MOVE && step->type != US_MICRORTS_WAIT;
    if (!g.over && is_step(&w, step))
        US_LIST_PUT(t->guess, g);
}

static void add_target(us_seeker *s, int i, const us_microrts_step *step,
                       us_microrts_order_kind deed, us_id target)
{
    if (target && find_unit(s, target) >= 0)
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
    int ore = can[2] && s->unit[i].resources == 0 ? find_nearest(s, &s->unit[i], US_RESOURCE) : -1;
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

/* Makes guesses that explain the step, for a unit that has no guesses. A wait may give no guess. */
static void make_guesses(us_seeker *s, int i, int index)
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

enum {
    KEYS = 64,      /* keys from a step to the next one */
    NEIGHBORS = 64, /* neighbors in a list whose ranks are compared */
};

/* ---- orders */

static const us_guess *best_of(const us_track *t)
{
    for (int i = 0; i < t->guess.count; i++)
        if (t->guess.item[i].proved)
            return &t->guess.item[i];
    return &t->guess.item[0];
}

static void add_order(us_seeker *s, us_id unit, const us_guess *g, int ends)
{
    const us_track *t = &s->track[unit];
    const us_microrts_moment *then = &s->m->moment.item[t->moment];
    const us_microrts_unit_state *list = us_microrts_moment_units(s->m, then);
    int at = us_array_lower_bound(unit, list, then->units, sizeof(*list));
    us_assert(at < then->units && list[at].id == unit);
    us_microrts_order order = {.moment = t->moment,
                               .key = t->key,
                               .number = s->m->order.count,
                               .ends = ends,
                               .unit = unit,
                               .target = g->target,
                               .cell = g->cell,
                               .type = list[at].type,
                               .product = g->product,
                               .seat = list[at].owner,
                               .kind = (us_microrts_order_kind)g->kind};
    US_LIST_PUT(s->m->order, order);
}

/* Ends the guesses; the best one becomes an order. Waits without a later step are an order only if
 * they end another order. */
static void close(us_seeker *s, us_id unit)
{
    static const us_guess stop = {.kind = US_MICRORTS_TO_STOP, .product = US_NO_TYPE, .gone = -1};
    us_track *t = &s->track[unit];
    bool waited = t->latent || t->guess.count == 0;
    if (t->moment < 0)
        return;
    const us_guess *best = t->guess.count > 0 ? best_of(t) : &stop;
    bool stops = best->kind == US_MICRORTS_TO_STOP;
    if (waited && !t->goes_on) {
        t->rank = -1;
    } else {
        bool ended = best->over && best->kind != US_MICRORTS_TO_HUNT;
        add_order(s, unit, best, ended ? s->at : s->at + 1);
        t->goes_on = !ended && !stops;
        /* an order that ended before the unit was idle loses its rank */
        if (stops || (best->over && best->gone >= 0 && best->gone < s->at))
            t->rank = -1;
    }
    t->moment = -1;
    t->guess.count = 0;
}

/* ---- steps */

static void begin(us_seeker *s, int i, int index, const us_microrts_step *step)
{
    us_track *t = &s->track[step->unit];
    t->moment = s->at;
    t->key = (int64_t)index * KEYS + KEYS / 2;
    if (t->rank < 0 || !s->m->type[s->unit[i].type].can[3])
        t->rank = t->key; /* a building gets a new rank whenever it makes something */
    make_guesses(s, i, index);
    t->latent = step->type == US_MICRORTS_WAIT;
}

/* Keeps the guesses that explain the step. False: none does. */
static bool keep_guesses(us_seeker *s, int i, const us_microrts_step *step)
{
    us_track *t = &s->track[step->unit];
    bool waits = step->type == US_MICRORTS_WAIT, any_over = false, any = false;
    for (int k = 0; k < t->guess.count; k++) {
        us_guess *g = &t->guess.item[k];
        us_demanded_step w = demanded_step(s, i, step, g);
        g->fits = !g->over && is_step(&w, step);
        any = any || g->fits;
        any_over = any_over || g->over;
    }
    int kept = 0;
    for (int k = 0; k < t->guess.count; k++) {
        us_guess g = t->guess.item[k];
        if (waits && any_over ? !g.over : any && !g.fits)
            continue;
        g.proved = g.proved || (g.fits && !waits && step->type != US_MICRORTS_MOVE);
        t->guess.item[kept++] = g;
    }
    t->guess.count = kept;
    return any && !(waits && any_over);
}

/* If a unit waited when it got its order, it stood at the end of that list. Units behind it now
 * show its place. */
static void move_up(const us_seeker *s, int i, int index, us_track *t)
{
    const us_microrts_step *list = s->m->step.item;
    int end = s->moment->step + s->moment->steps;
    int64_t since = (int64_t)s->m->moment.item[t->moment].step * KEYS;
    if (t->rank != t->key)
        return;
    for (int k = index + 1; k < end && k < index + NEIGHBORS; k++) {
        const us_microrts_unit_state *who = &s->unit[find_unit(s, list[k].unit)];
        int64_t rank = s->track[who->id].rank;
        if (list[k].type != US_MICRORTS_WAIT && who->owner == s->unit[i].owner &&
            s->m->type[who->type].can[3] && rank >= since && rank < t->rank)
            t->rank = t->key = rank - 1;
    }
}

static void handle_step(us_seeker *s, int index)
{
    const us_microrts_step *step = &s->m->step.item[index];
    us_track *t = &s->track[step->unit];
    int i = find_unit(s, step->unit);
    us_assert(i >= 0);
    bool explained = t->guess.count > 0 && keep_guesses(s, i, step);
    if (explained) {
        if (t->latent && step->type != US_MICRORTS_WAIT) {
            move_up(s, i, index, t);
            t->latent = false;
        }
    } else {
        close(s, step->unit);
        begin(s, i, index, step);
    }
    if (step->type == US_MICRORTS_MOVE || step->type == US_MICRORTS_PRODUCE) {
        int64_t time = step->type == US_MICRORTS_MOVE ? s->m->type[s->unit[i].type].move_time
                                                      : s->m->type[step->product].make_time;
        t->keeps = step->cell;
        t->until = (us_cycle)(time < US_CYCLES_LIMIT ? s->moment->time + time : US_CYCLES_LIMIT);
        US_LIST_PUT(s->rank[s->unit[i].owner], t->rank);
        US_LIST_PUT(s->claims[s->unit[i].owner].cell,
                    US_CELL_Y(step->cell) * s->m->width + US_CELL_X(step->cell));
    }
}

/* ---- moments */

/* Places the units, and reserves the cells that they are on their way to. */
static void lay_out(us_seeker *s)
{
    mr_state *g = s->ground;
    s->blind = !g || s->effort > US_SEEK_EFFORT || s->moment->units > g->capacity;
    if (s->blind)
        return;
    s->effort += g->capacity;
    for (int i = 0; i < s->moment->units; i++) {
        g->unit[i].x = s->unit[i].x;
        g->unit[i].y = s->unit[i].y;
        g->at[mr_state_cell(g, s->unit[i].x, s->unit[i].y)] = (int16_t)(i + 1);
    }
    for (int i = 0; i < s->moment->units; i++) {
        const us_track *t = &s->track[s->unit[i].id];
        if (t->keeps == -1 || t->until <= s->moment->time)
            continue;
        int16_t *at = &g->at[mr_state_cell(g, US_CELL_X(t->keeps), US_CELL_Y(t->keeps))];
        if (*at == MR_FREE)
            *at = (int16_t)(-2 - i);
    }
}

static void clear(us_seeker *s)
{
    mr_state *g = s->ground;
    for (int seat = 0; seat < s->m->seats; seat++)
        s->claims[seat].cell.count = s->rank[seat].count = 0;
    if (s->blind)
        return;
    for (int cell = 0; cell < s->m->width * s->m->height; cell++)
        g->at[mr_state_cell(g, cell % s->m->width, cell / s->m->width)] =
            s->m->terrain[cell] ? MR_WALL : MR_FREE;
}

/* Closes the units that the moment before had and this one lacks. */
static void bury(us_seeker *s, const us_microrts_moment *before)
{
    const us_microrts_unit_state *was = us_microrts_moment_units(s->m, before);
    int now = 0;
    for (int i = 0; i < before->units; i++) {
        while (now < s->moment->units && s->unit[now].id < was[i].id)
            now++;
        if (now < s->moment->units && s->unit[now].id == was[i].id)
            continue;
        close(s, was[i].id);
        us_mem_free(s->track[was[i].id].guess.item);
        s->track[was[i].id].guess.item = NULL;
        s->track[was[i].id].guess.capacity = 0;
    }
}

/* If two units want the same cell in one cycle, neither gets it, and neither keeps a claim. */
static void cancel(us_seeker *s)
{
    us_microrts_step *list = s->m->step.item + s->moment->step;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < s->moment->steps; k++) {
            if (list[k].type != US_MICRORTS_MOVE && list[k].type != US_MICRORTS_PRODUCE)
                continue;
            int cell = US_CELL_Y(list[k].cell) * s->m->width + US_CELL_X(list[k].cell);
            int32_t *first = &s->m->stand[cell];
            if (pass == 0 && *first > 0)
                s->track[list[*first - 1].unit].keeps = s->track[list[k].unit].keeps = -1;
            *first = pass == 0 ? k + 1 : 0;
        }
    }
}

/* A harvest continues with the nearest resource. */
static void turn_to_next(us_seeker *s)
{
    for (int i = 0; i < s->moment->units; i++) {
        us_track *t = &s->track[s->unit[i].id];
        for (int k = 0; k < t->guess.count; k++) {
            us_guess *g = &t->guess.item[k];
            bool there = !g->now || find_unit(s, g->now) >= 0;
            if (!there && g->gone < 0 && g->kind != US_MICRORTS_TO_HARVEST)
                g->gone = s->at;
            if (g->kind != US_MICRORTS_TO_HARVEST && g->kind != US_MICRORTS_TO_RETURN)
                continue;
            int home = find_nearest(s, &s->unit[i], US_DEPOT);
            if (home >= 0)
                g->home = US_CELL(s->unit[home].x, s->unit[home].y);
            if (there || s->unit[i].resources > 0)
                continue;
            int next = find_nearest(s, &s->unit[i], US_RESOURCE);
            if (next >= 0)
                g->now = s->unit[next].id;
        }
    }
}

static void link_steps(us_microrts_trace *m, us_track *tracks)
{
    for (int i = 0; i < m->step.count; i++) {
        us_track *t = &tracks[m->step.item[i].unit];
        if (t->last_step >= 0)
            m->step.item[t->last_step].next = i;
        t->last_step = i;
    }
}

static int by_place(const void *a, const void *b)
{
    const us_microrts_order *x = a, *y = b;
    if (x->moment != y->moment)
        return x->moment < y->moment ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void handle_steps(us_seeker *s)
{
    us_microrts_trace *m = s->m;
    for (s->at = 0; s->at < m->moment.count; s->at++) {
        s->moment = &m->moment.item[s->at];
        s->unit = us_microrts_moment_units(m, s->moment);
        if (s->at > 0)
            bury(s, s->moment - 1);
        turn_to_next(s);
        if (s->moment->steps == 0)
            continue;
        for (int k = 0; k < s->moment->steps; k++)
            s->track[m->step.item[s->moment->step + k].unit].keeps = -1;
        lay_out(s);
        for (int k = 0; k < s->moment->steps; k++)
            handle_step(s, s->moment->step + k);
        cancel(s);
        clear(s);
    }
}

void us_microrts_find_orders(us_microrts_trace *m)
{
    us_seeker s = {.m = m, .domain = m->import->domain};
    s.track = US_NEW_ARRAY(us_track, (int)m->last_id + 1);
    if (m->width <= MR_SIDE_MAX && m->height <= MR_SIDE_MAX) {
        mr_map map = {.width = m->width, .height = m->height, .wall = m->terrain};
        s.ground = mr_state_new(&map, &s.table);
        s.search = mr_search_new(m->width, m->height);
    }
    for (us_id id = 0; id <= m->last_id; id++)
        s.track[id] = (us_track){.rank = -1, .moment = -1, .last_step = -1, .keeps = -1};
    link_steps(m, s.track);
    handle_steps(&s);
    for (us_id id = 0; id <= m->last_id; id++) {
        close(&s, id);
        us_mem_free(s.track[id].guess.item);
    }
    us_array_sort(m->order.item, (size_t)m->order.count, sizeof(*m->order.item), by_place);
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        us_mem_free(s.claims[seat].cell.item);
        us_mem_free(s.rank[seat].item);
    }
    us_mem_free(s.earlier.cell.item);
    mr_state_free(s.ground);
    mr_search_free(s.search);
    us_mem_free(s.track);
}
