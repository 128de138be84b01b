#include "traces/import/microrts_orders.h"

#include "base/sort.h"

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
    us_microrts_make_guesses(s, i, index);
    t->latent = step->type == US_MICRORTS_WAIT;
}

/* Keeps the guesses that explain the step. False: none does. */
static bool keep_guesses(us_seeker *s, int i, const us_microrts_step *step)
{
    us_track *t = &s->track[step->unit];
    bool waits = step->type == US_MICRORTS_WAIT, any_over = false, any = false;
    for (int k = 0; k < t->guess.count; k++) {
        us_guess *g = &t->guess.item[k];
        us_demanded_step w = us_microrts_compute_step(s, i, step, g);
        g->fits = !g->over && us_microrts_step_equal(&w, step);
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
        const us_microrts_unit_state *who = &s->unit[us_microrts_find_unit(s, list[k].unit)];
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
    int i = us_microrts_find_unit(s, step->unit);
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
            bool there = !g->now || us_microrts_find_unit(s, g->now) >= 0;
            if (!there && g->gone < 0 && g->kind != US_MICRORTS_TO_HARVEST)
                g->gone = s->at;
            if (g->kind != US_MICRORTS_TO_HARVEST && g->kind != US_MICRORTS_TO_RETURN)
                continue;
            int home = us_microrts_find_nearest(s, &s->unit[i], US_DEPOT);
            if (home >= 0)
                g->home = US_CELL(s->unit[home].x, s->unit[home].y);
            if (there || s->unit[i].resources > 0)
                continue;
            int next = us_microrts_find_nearest(s, &s->unit[i], US_RESOURCE);
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
