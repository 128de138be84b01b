#include "learn/learner.h"

us_status us_demo_check_stop(const us_demo *demo, us_error *err)
{
    if (!demo->def->stop || !demo->def->stop())
        return US_OK;
    return us_error_set(err, US_INTERRUPTED, demo->file, 0, 0, "interrupted while learning");
}

static us_status find_seen(const us_demo *demo, us_seat seat, us_cycle cycle, const us_world **out,
                           us_error *err)
{
    const us_world *world = NULL;
    if (demo->worlds) {
        us_status status = us_worlds_view_at(demo->worlds, cycle, seat, &world, err);
        if (status != US_OK && status != US_MISMATCH)
            return status;
        /* Stored states may begin later. */
        world = status == US_OK ? world : NULL;
    }
    *out = world;
    return US_OK;
}

/* ---- events */

/* A cursor over the events of the demonstration. */
typedef struct reading {
    us_cycle at; /* events before this cycle are done */
    int next;    /* of the log's events */
    us_events events;
} reading;

static us_status read_events(const us_demo *demo, reading *state, us_cycle cycle, us_error *err)
{
    const us_log *log = demo->log;
    us_events_reset(&state->events);
    if (demo->worlds)
        US_TRY(us_worlds_read_events(demo->worlds, state->at, cycle, &state->events, err));
    else
        for (; state->next < log->events.count && log->events.event[state->next].cycle < cycle;
             state->next++)
            us_events_add(&state->events, &log->events.event[state->next]);
    state->at = cycle;
    return US_OK;
}

/* ---- moments */

void us_demo_add_present(const us_view *view, us_present *out)
{
    const us_world *world = view->world;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        int owner = e->owner == view->self   ? US_PRESENT_SELF
                    : e->owner == US_NEUTRAL ? US_PRESENT_NEUTRAL
                                             : US_PRESENT_ENEMY;
        us_type_set_add(&out->any[owner], e->type);
        if (!(e->flags & US_ENTITY_UNFINISHED))
            us_type_set_add(&out->finished[owner], e->type);
    }
    for (int t = 0; t < world->domain->type_count; t++)
        if (world->domain->type[t].kind == US_KIND_UPGRADE &&
            us_world_has_type(world, view->self, (us_type)t))
            us_type_set_add(&out->finished[US_PRESENT_SELF], (us_type)t);
}

static const int64_t *measure(const us_domain *domain, const us_view *view, us_arena *arena)
{
    int64_t *value = US_ARENA_ARRAY(arena, int64_t, domain->feature_count);
    for (int f = 0; f < domain->feature_count; f++) {
        int64_t raw = us_expr_eval(domain->feature[f].value, view, NULL);
        int64_t low = domain->feature[f].low, high = domain->feature[f].high;
        value[f] = raw < low ? low : raw > high ? high : raw;
    }
    return domain->feature_count > 0 ? value : NULL;
}

static const uint64_t *statuses(const us_view *view, us_arena *arena)
{
    const us_world *world = view->world;
    uint64_t *status = US_ARENA_ARRAY(arena, uint64_t, world->domain->type_count);
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == view->self)
            status[world->entity[i].type] |= (uint64_t)1 << world->entity[i].status;
    return status;
}

/* A state that was stored before the last moment's orders is the state of these orders, too. */
static void add_moment(us_moments *moments, us_cycle cycle, const us_view *view, bool same,
                       us_arena *arena)
{
    us_moment *moment = &moments->item[moments->count++];
    *moment = (us_moment){.cycle = cycle};
    if (!view->world)
        return;
    if (same) {
        *moment = moment[-1];
        moment->cycle = cycle;
        return;
    }
    us_present *present = US_ARENA_ARRAY(arena, us_present, 1);
    us_demo_add_present(view, present);
    moment->present = present;
    moment->feature = measure(view->world->domain, view, arena);
    moment->status = statuses(view, arena);
}

const us_moment *us_moments_ask(us_moments *moments, us_cycle cycle)
{
    int at = US_BISECT(i, moments->count, moments->item[i].cycle < cycle);
    us_assert(at < moments->count && moments->item[at].cycle == cycle);
    moments->item[at].asked = true;
    return &moments->item[at];
}

/* ---- orders become steps */

/* Delays between states and the orders after them. */
typedef struct delays {
    int orders;
    us_cycle most;
} delays;

static void warn_of_delays(const us_demo *demo, const us_goal_episodes *episodes,
                           const delays *late)
{
    if (late->orders > 0)
        us_remarks_add(&demo->out->remarks, false, 0, 0,
                       "seat %d: of %d orders %d were given after the last state stored before "
                       "them, up to %d cycles: what they are about is told as it was then",
                       episodes->seat, episodes->orders, late->orders, late->most);
}

static int count_cycles(const us_goal_episodes *episodes)
{
    int count = 0;
    us_cycle last = -1;
    for (int o = 0; o < episodes->orders; o++) {
        us_cycle cycle = episodes->log->line[episodes->order[o]].cycle;
        count += cycle != last;
        last = cycle;
    }
    return count;
}

static us_status watch(const us_demo *demo, reading *state, us_step_extractor *extractor,
                       us_squad_watch *squads, us_arena *arena, us_moments *moments, us_error *err)
{
    const us_goal_episodes *episodes = us_step_extractor_episodes(extractor);
    us_seat seat = episodes->seat;
    const us_world *world = NULL;
    us_cycle last = -1, stored = -1;
    delays late = {0};
    moments->item = US_ARENA_ARRAY(arena, us_moment, count_cycles(episodes) + 1);
    for (int o = 0; o < episodes->orders; o++) {
        us_cycle cycle = episodes->log->line[episodes->order[o]].cycle;
        if (cycle != last) {
            US_TRY(us_demo_check_stop(demo, err));
            US_TRY(read_events(demo, state, cycle, err));
            US_TRY(find_seen(demo, seat, cycle, &world, err));
            us_step_extractor_add_events(extractor, state->events.event, state->events.count);
            us_view view = {world, seat};
            add_moment(moments, cycle, &view, world && world->now == stored, arena);
            stored = world ? world->now : -1;
            last = cycle;
        }
        us_cycle delay = world ? cycle - world->now : 0;
        late.orders += delay != 0;
        late.most = delay > late.most ? delay : late.most;
        us_view view = {world, seat};
        us_step_extractor_add_order(extractor, o, world ? &view : NULL);
        const us_order *order = &demo->log->orders.order[episodes->order[o]];
        if (demo->log->line[episodes->order[o]].refused == US_REASON_NONE)
            us_squad_watch_add_order(squads, order, world ? &view : NULL);
    }
    US_TRY(read_events(demo, state, last + 1, err)); /* orders that the last ones took back */
    us_step_extractor_add_events(extractor, state->events.event, state->events.count);
    warn_of_delays(demo, episodes, &late);
    return US_OK;
}

us_status us_demo_extract_steps(const us_demo *demo, us_step_extractor *extractor,
                                us_squad_watch *squads, us_arena *arena, us_moments *out,
                                us_error *err)
{
    reading state = {.at = 0};
    *out = (us_moments){.count = 0};
    us_status status = watch(demo, &state, extractor, squads, arena, out, err);
    us_events_clear(&state.events);
    if (status == US_OK)
        us_step_extractor_finish(extractor);
    return status;
}
