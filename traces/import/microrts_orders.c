#include "traces/import/microrts_orders.h"

#include "base/sort.h"

enum { RULE = 95 }; /* percent of a player's chases */

/* ---- orders */

static int give(us_seeker *s, us_id unit, int moment, int64_t key, const us_guess *g)
{
    const us_microrts_moment *then = &s->m->moment.item[moment];
    const us_microrts_who *list = us_microrts_units(s->m, then);
    int at = us_sort_place(unit, list, then->units, sizeof(*list));
    us_assert(at < then->units && list[at].id == unit);
    us_microrts_order order = {.moment = moment,
                               .key = key,
                               .number = s->m->order.count,
                               .unit = unit,
                               .target = g->target,
                               .cell = g->cell,
                               .type = list[at].type,
                               .product = g->product,
                               .seat = list[at].owner,
                               .deed = (us_microrts_deed)g->deed};
    US_LIST_PUT(s->m->order, order);
    return order.number;
}

/* Perhaps it waited under an order that it could not carry out: only if its rank says so, later. */
static void wait_on(us_seeker *s, us_id unit, us_track *t)
{
    if (t->guess.count == 0) {
        t->chain = US_RANK_NONE;
    } else {
        t->chain_rank = t->chained ? t->other_rank : t->rank;
        int number = give(s, unit, t->moment, t->key, &t->guess.item[0]);
        s->m->order.item[number].maybe = !t->chases;
        s->m->order.item[number].before = t->chained ? t->asked : US_RANK_NONE;
        s->m->order.item[number].ends = s->at + 1;
        t->chain = number;
    }
    t->moment = -1;
    t->guess.count = 0;
}

/* It was told at once when its target was gone, in the midst of its step: to go for the same one as
 * then, or for who was nearest at that time. */
static void turn_early(us_seeker *s, us_id unit, us_track *t, us_id then)
{
    const us_microrts_moment *now = s->moment;
    us_guess g = {.deed = US_MICRORTS_TO_ATTACK, .product = US_NO_TYPE, .gone = -1};
    s->moment = &s->m->moment.item[t->early];
    s->unit = us_microrts_units(s->m, s->moment);
    int i = us_microrts_index(s, unit),
        at = i >= 0 ? us_microrts_nearest(s, &s->unit[i], US_ENEMY) : -1;
    g.target = at >= 0 ? s->unit[at].id : 0;
    us_seat seat = i >= 0 ? s->unit[i].owner : 0;
    bool there = us_microrts_index(s, then) >= 0;
    s->moment = now;
    s->unit = us_microrts_units(s->m, now);
    if (at < 0)
        return;
    int64_t key = (int64_t)s->m->moment.item[t->early].step * US_RANK_ROOM;
    if (!there || (s->by_rule[seat] && g.target != then)) {
        give(s, unit, t->early, key, &g);
    } else {
        t->key = key;
        t->moment = t->early;
    }
}

/* Its guesses end, and the best one is an order. Waits that nothing came of are one only where
 * they end another one. */
static void close(us_seeker *s, us_id unit)
{
    static const us_guess stop = {.deed = US_MICRORTS_TO_STOP, .product = US_NO_TYPE, .gone = -1};
    us_track *t = &s->track[unit];
    bool waited = t->latent || t->guess.count == 0;
    if (t->moment < 0)
        return;
    if (waited && !t->goes_on && !(t->chases && t->guess.count > 0)) {
        wait_on(s, unit, t);
        return;
    }
    us_guess best = t->guess.count > 0 ? *us_microrts_best(t) : stop;
    if (t->early >= 0 && best.deed == US_MICRORTS_TO_ATTACK)
        turn_early(s, unit, t, best.target);
    else if (t->early >= 0 &&
             (best.target == 0 || us_microrts_was_there(s, best.target, t->early))) {
        t->moment = t->early;
        t->key = (int64_t)s->m->moment.item[t->early].step * US_RANK_ROOM;
    }
    if (!t->goes_on || !us_microrts_same(&t->given, &best) || best.deed == US_MICRORTS_TO_TRAIN)
        t->number = give(s, unit, t->moment, t->key, &best);
    if (t->unsure == US_RANK_OPEN)
        t->unsure = t->number;
    if (t->ranked == US_RANK_OPEN)
        t->ranked = t->number;
    s->m->order.item[t->number].ends = best.over ? s->at : s->at + 1;
    t->given = best;
    t->goes_on = !best.over && best.deed != US_MICRORTS_TO_STOP;
    t->freed = t->goes_on ? -1 : best.gone >= 0 ? best.gone : s->at;
    t->moment = -1;
    t->guess.count = 0;
}

/* ---- steps */

static void begin(us_seeker *s, int i, int index, const us_microrts_step *step)
{
    us_track *t = &s->track[step->unit];
    t->moment = s->at;
    t->key = us_microrts_key(index);
    t->early = -1;
    t->guess.count = 0;
    us_microrts_find_rank(s, i, index, t);
    us_microrts_guess_anew(s, i, index);
    t->latent = step->type == US_MICRORTS_WAIT;
    int deed = t->latent ? us_microrts_next_deed(s, index) : -1;
    t->chases = t->latent && s->by_rule[s->unit[i].owner] && t->guess.count > 0 &&
                t->guess.item[0].deed == US_MICRORTS_TO_ATTACK &&
                (deed < 0 || s->m->step.item[deed].type == US_MICRORTS_ATTACK);
}

/* Keeps those that explain the step. False: none does. */
static bool keep_guesses(us_seeker *s, int i, const us_microrts_step *step)
{
    us_track *t = &s->track[step->unit];
    bool waits = step->type == US_MICRORTS_WAIT, any_over = false, any = false;
    for (int k = 0; k < t->guess.count; k++) {
        us_guess *g = &t->guess.item[k];
        us_wish w = us_microrts_wish(s, i, step, g);
        g->fits = !g->over && us_microrts_is_wish(&w, step);
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

/* Does it do so because somebody else is the nearest one now? */
static bool is_turned(us_seeker *s, int i, const us_microrts_step *step)
{
    const us_track *t = &s->track[step->unit];
    us_seat seat = s->unit[i].owner;
    if (t->guess.count == 0 || us_microrts_best(t)->deed != US_MICRORTS_TO_ATTACK ||
        (step->type != US_MICRORTS_MOVE && step->type != US_MICRORTS_ATTACK && !s->by_rule[seat]))
        return false;
    int at = us_microrts_nearest(s, &s->unit[i], US_ENEMY);
    if (at < 0)
        return false;
    us_wish w = us_microrts_strike(s, i, step, &s->unit[at]);
    bool fits = us_microrts_is_wish(&w, step);
    s->chases[seat]++;
    s->after_nearest[seat] += fits;
    return fits && s->by_rule[seat] && us_microrts_best(t)->target != s->unit[at].id;
}

static void look_at(us_seeker *s, int index)
{
    const us_microrts_step *step = &s->m->step.item[index];
    us_track *t = &s->track[step->unit];
    int i = us_microrts_index(s, step->unit);
    us_assert(i >= 0);
    bool explained = t->guess.count > 0 && keep_guesses(s, i, step) && !is_turned(s, i, step);
    if (explained) {
        if (step->type != US_MICRORTS_WAIT)
            us_microrts_think_again(s, index, t);
        t->latent = t->latent && step->type == US_MICRORTS_WAIT;
    } else {
        close(s, step->unit);
        t->midst = t->freed > t->seen;
        begin(s, i, index, step);
    }
    if (step->type != US_MICRORTS_WAIT)
        us_microrts_move_up(s, index, t);
    t->seen = s->at;
    t->keeps = -1;
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

/* Units stand on the ground, and what they are on their way to is kept. */
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
        g->at[mr_cell(g, s->unit[i].x, s->unit[i].y)] = (int16_t)(i + 1);
    }
    for (int i = 0; i < s->moment->units; i++) {
        const us_track *t = &s->track[s->unit[i].id];
        if (t->keeps == -1 || t->until <= s->moment->time)
            continue;
        int16_t *at = &g->at[mr_cell(g, US_CELL_X(t->keeps), US_CELL_Y(t->keeps))];
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
        g->at[mr_cell(g, cell % s->m->width, cell / s->m->width)] =
            s->m->terrain[cell] ? MR_WALL : MR_FREE;
}

/* Who was there before, and isn't now. */
static void bury(us_seeker *s, const us_microrts_moment *before)
{
    const us_microrts_who *was = us_microrts_units(s->m, before);
    int now = 0;
    for (int i = 0; i < before->units; i++) {
        while (now < s->moment->units && s->unit[now].id < was[i].id)
            now++;
        if (now < s->moment->units && s->unit[now].id == was[i].id)
            continue;
        close(s, was[i].id);
        us_free(s->track[was[i].id].guess.item);
        s->track[was[i].id].guess.item = NULL;
        s->track[was[i].id].guess.capacity = 0;
    }
}

/* Who wants the same cell in the same cycle gets nothing, and keeps nothing. */
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

/* A harvest goes on with the nearest resource. */
static void turn_to_next(us_seeker *s)
{
    for (int i = 0; i < s->moment->units; i++) {
        us_track *t = &s->track[s->unit[i].id];
        for (int k = 0; k < t->guess.count; k++) {
            us_guess *g = &t->guess.item[k];
            if (g->deed == US_MICRORTS_TO_ATTACK && g->gone < 0 &&
                us_microrts_index(s, g->target) < 0)
                g->gone = s->at;
            if (g->deed != US_MICRORTS_TO_HARVEST && g->deed != US_MICRORTS_TO_RETURN)
                continue;
            int home = us_microrts_nearest(s, &s->unit[i], US_DEPOT);
            if (home >= 0)
                g->home = US_CELL(s->unit[home].x, s->unit[home].y);
            if (g->deed != US_MICRORTS_TO_HARVEST || s->unit[i].resources > 0 ||
                us_microrts_index(s, g->now) >= 0)
                continue;
            int next = us_microrts_nearest(s, &s->unit[i], US_RESOURCE);
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

static void drop_doubtful(us_microrts_trace *m)
{
    int kept = 0;
    for (int i = 0; i < m->order.count; i++)
        if (!m->order.item[i].maybe)
            m->order.item[kept++] = m->order.item[i];
    m->order.count = kept;
}

static void look_at_all(us_seeker *s)
{
    us_microrts_trace *m = s->m;
    for (s->at = 0; s->at < m->moment.count; s->at++) {
        s->moment = &m->moment.item[s->at];
        s->unit = us_microrts_units(m, s->moment);
        if (s->at > 0)
            bury(s, s->moment - 1);
        turn_to_next(s);
        if (s->moment->steps == 0)
            continue;
        for (int k = 0; k < s->moment->steps; k++)
            s->track[m->step.item[s->moment->step + k].unit].keeps = -1;
        lay_out(s);
        for (int k = 0; k < s->moment->steps; k++)
            look_at(s, s->moment->step + k);
        cancel(s);
        clear(s);
    }
}

static void begin_all(us_seeker *s)
{
    us_microrts_trace *m = s->m;
    m->order.count = 0;
    for (us_id id = 0; id <= m->last_id; id++) {
        us_free(s->track[id].guess.item);
        s->track[id] = (us_track){.rank = -1,
                                  .unsure = US_RANK_NONE,
                                  .chain = US_RANK_NONE,
                                  .asked = US_RANK_NONE,
                                  .moment = -1,
                                  .early = -1,
                                  .freed = -1,
                                  .seen = -1,
                                  .last_step = -1,
                                  .keeps = -1};
    }
}

static void end_all(us_seeker *s)
{
    us_microrts_trace *m = s->m;
    for (us_id id = 0; id <= m->last_id; id++)
        close(s, id);
    drop_doubtful(m);
    us_sort(m->order.item, (size_t)m->order.count, sizeof(*m->order.item), by_place);
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
    begin_all(&s);
    link_steps(m, s.track);
    look_at_all(&s);
    for (int seat = 0; seat < m->seats; seat++)
        s.by_rule[seat] = (int64_t)s.after_nearest[seat] * 100 >= (int64_t)s.chases[seat] * RULE;
    begin_all(&s);
    look_at_all(&s);
    end_all(&s);
    for (us_id id = 0; id <= m->last_id; id++)
        us_free(s.track[id].guess.item);
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        us_free(s.claims[seat].cell.item);
        us_free(s.rank[seat].item);
    }
    us_free(s.earlier.cell.item);
    mr_state_free(s.ground);
    mr_search_free(s.search);
    us_free(s.track);
}
