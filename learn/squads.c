#include "learn/squads.h"

#include "base/sort.h"
#include "domain/action.h"

enum {
    TOGETHER = 10, /* seconds within which departures count as one */
    NEAR = 24,     /* cells from a building in which attacked enemies count as near */
};

typedef US_LIST(int64_t) samples;

struct us_squad_watch {
    const us_domain *domain;
    us_seat seat;
    us_force_actions actions;
    bool knows; /* the domain has the actions */

    US_LIST(us_id) out;
    us_cycle began;     /* of the outing; -1: none is under way */
    int most, followed; /* units that were out at a time; that followed */
    bool launched;      /* its launch was measured */

    samples gather, launch, retreat, leash;
    int launches, followers, waiters;
    int workers;  /* most at a time */
    int fighters; /* at the last order */
};

us_squad_watch *us_squad_watch_new(const us_domain *domain, us_seat seat)
{
    us_squad_watch *watch = US_NEW(us_squad_watch);
    *watch = (us_squad_watch){.domain = domain, .seat = seat, .began = -1};
    watch->knows = us_force_actions_find(domain, &watch->actions);
    return watch;
}

void us_squad_watch_free(us_squad_watch *watch)
{
    if (!watch)
        return;
    us_mem_free(watch->out.item);
    us_mem_free(watch->gather.item);
    us_mem_free(watch->launch.item);
    us_mem_free(watch->retreat.item);
    us_mem_free(watch->leash.item);
    us_mem_free(watch);
}

/* ---- the scene of an order */

static bool is_own(const us_squad_watch *watch, const us_entity *e)
{
    return e->owner == watch->seat;
}

typedef struct scene {
    const us_world *world;
    const us_entity *base, *theirs; /* the first own building and the nearest foe's, depots first */
    us_force force;
} scene;

static bool is_better_base(const us_squad_watch *watch, const us_entity *e, const us_entity *than)
{
    return !than ||
           (watch->domain->type[e->type].stores && !watch->domain->type[than->type].stores);
}

static scene look(const us_squad_watch *watch, const us_world *world)
{
    scene s = {.world = world, .force = us_force_measure(world, watch->seat, &watch->actions)};
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (is_own(watch, e) && !us_type_moves(watch->domain, e->type) &&
            is_better_base(watch, e, s.base))
            s.base = e;
    }
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!us_entity_is_foe(e, watch->seat) || us_type_moves(watch->domain, e->type))
            continue;
        bool nearer = s.base && s.theirs && !is_better_base(watch, s.theirs, e) &&
                      us_force_distance(s.base->x, s.base->y, e) <
                          us_force_distance(s.base->x, s.base->y, s.theirs);
        if (is_better_base(watch, e, s.theirs) || nearer)
            s.theirs = e;
    }
    return s;
}

static int find_near(const us_squad_watch *watch, const us_world *world, int x, int y)
{
    int least = INT32_MAX;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!is_own(watch, e) || us_type_moves(watch->domain, e->type))
            continue;
        int far = us_entity_cell_distance(watch->domain, e, x, y);
        least = far < least ? far : least;
    }
    return least;
}

static int count_workers(const us_squad_watch *watch, const us_world *world)
{
    int count = 0;
    for (int i = 0; i < world->count; i++)
        count += is_own(watch, &world->entity[i]) &&
                 watch->domain->type[world->entity[i].type].gathers != 0;
    return count;
}

/* ---- outings */

static int find_out(const us_squad_watch *watch, us_id id)
{
    for (int i = 0; i < watch->out.count; i++)
        if (watch->out.item[i] == id)
            return i;
    return -1;
}

/* Measures those that set out together. */
static void end_launch(us_squad_watch *watch, const scene *s)
{
    int64_t ours = 0, theirs = us_force_theirs(&s->force);
    if (watch->launched || watch->out.count < 2)
        return;
    for (int i = 0; i < watch->out.count; i++)
        ours += us_entity_strength(watch->domain, us_world_find(s->world, watch->out.item[i]));
    watch->launched = true;
    watch->launches++;
    if (theirs > 0)
        US_LIST_PUT(watch->launch, ours * 100 / theirs);
}

static void end_outing(us_squad_watch *watch)
{
    if (watch->launched) {
        watch->followers += watch->followed;
        watch->waiters += watch->fighters > watch->most ? watch->fighters - watch->most : 0;
    }
    watch->out.count = watch->followed = watch->most = 0;
    watch->launched = false;
    watch->began = -1;
}

/* Forgets units that are lost. */
static void prune(us_squad_watch *watch, const scene *s)
{
    int kept = 0;
    for (int i = 0; i < watch->out.count; i++) {
        const us_entity *e = us_world_find(s->world, watch->out.item[i]);
        if (e && is_own(watch, e))
            watch->out.item[kept++] = e->id;
    }
    watch->out.count = kept;
    us_cycle together = TOGETHER * watch->domain->cycles_per_second;
    if (watch->began >= 0 && kept > 0 && s->world->now - watch->began > together)
        end_launch(watch, s);
    if (watch->began >= 0 && kept == 0)
        end_outing(watch);
}

static void send(us_squad_watch *watch, const scene *s, const us_entity *unit)
{
    if (find_out(watch, unit->id) >= 0)
        return;
    if (watch->began < 0)
        watch->began = s->world->now;
    if (watch->launched)
        watch->followed++;
    else if (s->base) /* steps from the cell beside it */
        US_LIST_PUT(watch->gather, us_entity_distance(watch->domain, s->base, unit) - 1);
    US_LIST_PUT(watch->out, unit->id);
    watch->most = watch->out.count > watch->most ? watch->out.count : watch->most;
}

/* A unit was ordered home. If that makes most of the outing, it turned back here. */
static void call_home(us_squad_watch *watch, const scene *s, const us_entity *unit)
{
    int at = find_out(watch, unit->id);
    if (at < 0)
        return;
    watch->out.item[at] = watch->out.item[--watch->out.count];
    if (watch->out.count * 2 > watch->most)
        return;
    us_force near = us_force_around(s->world, watch->seat, &watch->actions, unit->x, unit->y);
    int64_t theirs = near.mobile + near.towers;
    if (watch->launched && theirs > 0 && near.ours > 0)
        US_LIST_PUT(watch->retreat, theirs * 100 / near.ours);
    end_outing(watch);
}

void us_squad_watch_add_order(us_squad_watch *watch, const us_order *order, const us_view *view)
{
    us_box to;
    if (!watch || !watch->knows || !view)
        return;
    int workers = count_workers(watch, view->world);
    watch->workers = workers > watch->workers ? workers : watch->workers;
    const us_action_def *def = &watch->domain->action[order->action];
    bool harms = us_action_can_harm(def), sends = harms || order->action == watch->actions.move;
    if (watch->began < 0 && !sends)
        return; /* most orders */
    scene s = look(watch, view->world);
    watch->fighters = s.force.fighters;
    prune(watch, &s);
    if (!s.base || !sends || !us_order_box(watch->domain, view->world, order, &to))
        return;
    bool away =
        s.theirs && us_force_distance(to.x, to.y, s.theirs) < us_force_distance(to.x, to.y, s.base);
    int near = find_near(watch, view->world, to.x, to.y);
    bool fighters = false;
    for (int i = 0; i < order->unit_count; i++) {
        const us_entity *unit = us_world_find(view->world, order->unit[i]);
        if (!unit || !is_own(watch, unit) ||
            !us_entity_is_fighter(watch->domain, &watch->actions, unit))
            continue;
        fighters = true;
        if (harms && away)
            send(watch, &s, unit);
        else if (!away && (!harms || near <= NEAR))
            call_home(watch, &s, unit);
    }
    bool foe =
        us_action_find_param(def, US_VALUE_ENTITY) >= 0 || order->action == watch->actions.advance;
    if (fighters && harms && foe && !away && near <= NEAR && watch->began < 0)
        US_LIST_PUT(watch->leash, near);
}

/* ---- the settings */

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Sets the value that so many percent of the samples don't exceed, rounded down to steps. */
static void set(samples *of, int percent, int step, int least, int most, int *out)
{
    if (of->count == 0)
        return;
    us_array_sort(of->item, (size_t)of->count, sizeof *of->item, by_size);
    int64_t value = of->item[(int64_t)(of->count - 1) * percent / 100] / step * step;
    *out = (int)(value < least ? least : value > most ? most : value);
}

bool us_squad_watch_finish(us_squad_watch *watch, us_squad_rules *out)
{
    enum { WORKERS_MOST = 1000 }; /* that BRL takes */
    if (watch->launches == 0)
        return false;
    if (watch->began >= 0)
        end_outing(watch); /* the demonstration ended before it */
    set(&watch->gather, 50, 1, 2, 40, &out->gather);
    set(&watch->launch, 25, 10, 50, out->launch, &out->launch);
    set(&watch->retreat, 50, 10, 50, 400, &out->retreat);
    set(&watch->leash, 90, 1, 4, 40, &out->leash);
    out->workers = watch->workers < WORKERS_MOST ? watch->workers : WORKERS_MOST;
    out->join = watch->followers > watch->waiters ? US_JOIN_FOLLOW : US_JOIN_WAVE;
    return true;
}
