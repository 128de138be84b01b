#include "game/microrts/play.h"

#include <string.h>

enum { SITE_PATIENCE = 40 }; /* cycles; a passing unit takes ten per step */

/* The changes of a cycle, found by comparing the states before and after it. */

int mr_game_find(const mr_game *g, us_id id)
{
    int low = 0, high = g->world.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (g->entity[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->world.count && g->entity[low].id == id ? low : MR_NONE;
}

void mr_event_emit(mr_game *g, int i, us_event event)
{
    event.cycle = g->world.now;
    if (i >= 0) {
        const us_entity *e = &g->entity[i];
        event.entity = e->id;
        event.seat = e->owner;
        event.type = event.type ? event.type : e->type;
        event.x = e->x;
        event.y = e->y;
    }
    us_events_add(&g->events, &event);
    us_hash tag = us_hash_add(g->ledger->tag, (uint64_t)event.entity << 32 | event.other);
    g->ledger->tag = us_hash_add(tag, (uint64_t)event.kind << 32 | (uint32_t)event.value);
}

static void revise(mr_game *g, int revision)
{
    g->revision[revision]++;
    g->revision[US_REVISION_ANY]++;
}

static void tally(mr_game *g, us_seat seat, int which, int32_t value)
{
    int32_t *at = &g->tally[seat * mr_game_domain(g)->tallies.count + which];
    if (*at == value)
        return;
    *at = value;
    revise(g, US_REVISION_TALLY + seat);
}

static void count_up(mr_game *g, us_seat seat, int which)
{
    tally(g, seat, which, us_world_tally(&g->world, seat, which) + 1);
}

/* ---- the published state of a unit */

static int status_of_step(const mr_game *g, const mr_unit *u, const mr_running *r)
{
    const mr_words *w = &g->scenario->words;
    switch (r->rank ? r->action.type : MR_WAIT) {
    case MR_MOVE:
        return u->resources > 0 ? w->carrying : w->moving;
    case MR_HARVEST:
        return w->gathering;
    case MR_RETURN:
        return w->carrying;
    case MR_PRODUCE:
        return g->state->table->type[u->type].can_move ? w->building : w->training;
    case MR_ATTACK:
        return w->attacking;
    default:
        return w->idle;
    }
}

static int status_of(const mr_game *g, int i)
{
    const mr_words *w = &g->scenario->words;
    const mr_unit *u = &g->state->unit[i];
    switch ((mr_task_kind)g->task[i].kind) {
    case MR_TASK_MOVE:
        return w->moving;
    case MR_TASK_HARVEST:
        return u->resources > 0 ? w->carrying : w->gathering;
    case MR_TASK_RETURN:
        return w->carrying;
    case MR_TASK_BUILD:
        return w->building;
    case MR_TASK_TRAIN:
        return w->training;
    case MR_TASK_ATTACK:
    case MR_TASK_ATTACK_MOVE:
    case MR_TASK_HUNT:
        return w->attacking;
    case MR_TASK_STOP:
    case MR_TASK_NONE:
        break;
    }
    return status_of_step(g, u, &g->state->running[i]);
}

/* Returns all published values but the status, whose net change is emitted at the end of a cycle.
 */
static us_entity entity_of(const mr_game *g, int i)
{
    const mr_words *w = &g->scenario->words;
    const mr_unit *u = &g->state->unit[i];
    const mr_running *r = &g->state->running[i];
    const mr_task *task = &g->task[i];
    us_entity e = g->entity[i];
    bool makes = r->rank && r->action.type == MR_PRODUCE;
    e.x = u->x;
    e.y = u->y;
    e.attribute[0] = u->hit_points;
    bool resource = mr_game_domain(g)->type[e.type].kind == US_KIND_RESOURCE;
    e.attribute[w->carried] = resource ? 0 : u->resources;
    e.attribute[w->stock] = resource ? u->resources : 0;
    e.attribute[w->queue] = task->makings;
    e.product = makes ? g->scenario->type[r->action.unit_type] : US_NO_TYPE;
    e.target = task->target;
    e.until = r->rank ? g->state->end[i] : 0;
    return e;
}

static void publish(mr_game *g, int i, us_entity e)
{
    if (memcmp(&e, &g->entity[i], sizeof(e)) == 0)
        return;
    g->entity[i] = e;
    revise(g, us_revision_states(&g->world, e.owner, e.type));
}

void mr_unit_mark_changed(mr_game *g, int i)
{
    revise(g, us_revision_states(&g->world, g->entity[i].owner, g->entity[i].type));
}

void mr_unit_publish(mr_game *g, int i)
{
    publish(g, i, entity_of(g, i));
}

const us_world *mr_seat_world(mr_game *g, us_seat seat)
{
    const mr_words *w = &g->scenario->words;
    us_entity *entity = g->known[seat];
    memcpy(entity, g->entity, (size_t)g->world.count * sizeof(*entity));
    for (int i = 0; i < g->world.count; i++) {
        us_entity *e = &entity[i];
        if (e->owner == seat || e->owner == US_NEUTRAL)
            continue;
        e->status = (uint8_t)status_of_step(g, &g->state->unit[i], &g->state->running[i]);
        e->attribute[w->queue] = 0;
        e->target = 0;
        e->action = -1;
    }
    g->seen[seat] = g->world;
    g->seen[seat].entity = entity;
    return &g->seen[seat];
}

static void emit_status(mr_game *g, int i)
{
    us_entity e = g->entity[i];
    int status = status_of(g, i), before = e.status;
    if (status == before)
        return;
    e.status = (uint8_t)status;
    publish(g, i, e);
    mr_event_emit(g, i, (us_event){.kind = US_EVENT_STATUS, .value = status, .extra = before});
}

/* ---- tasks */

static void emit_order(mr_game *g, int i, uint32_t order, us_reason reason)
{
    mr_event_emit(g, i,
                  (us_event){.kind = reason == US_REASON_NONE ? US_EVENT_DONE : US_EVENT_FAILED,
                             .type = (us_type)reason,
                             .value = (int32_t)order,
                             .extra = g->entity[i].action});
}

/* Begins the next training in the queue. */
static void begin_next(mr_game *g, int i)
{
    mr_task *task = &g->task[i];
    task->makings--;
    memmove(task->making, task->making + 1, sizeof(task->making) - sizeof(task->making[0]));
    task->making[MR_QUEUE - 1] = (mr_making){0};
    task->order = task->making[0].order;
    if (task->makings > 0)
        return;
    task->kind = MR_TASK_NONE;
    g->entity[i].action = -1;
}

void mr_task_end(mr_game *g, int i, us_reason reason)
{
    mr_task *task = &g->task[i];
    if (task->kind == MR_TASK_NONE)
        return;
    if (!task->under_way)
        emit_order(g, i, task->order, reason);
    if (task->kind == MR_TASK_TRAIN) {
        begin_next(g, i);
    } else {
        bool stops = task->kind == MR_TASK_STOP;
        *task = (mr_task){.rank = stops ? 0 : task->rank, .freed = g->state->core->time};
        g->entity[i].action = -1;
    }
    mr_unit_publish(g, i);
    mr_unit_mark_changed(g, i);
}

static bool is_at(const mr_unit *u, const mr_task *task, int within)
{
    int dx = u->x - task->x, dy = u->y - task->y;
    return dx >= -within && dx <= within && dy >= -within && dy <= within;
}

static void go_on_harvesting(mr_game *g, int i)
{
    mr_task *task = &g->task[i];
    const mr_unit *u = &g->state->unit[i];
    if (!task->under_way) {
        emit_order(g, i, task->order, US_REASON_NONE);
        task->under_way = true;
    }
    mr_unit_find_depot(g, i);
    if (u->resources == 0 && mr_game_find(g, task->target) == MR_NONE) {
        int next = mr_unit_find_resource(g, i);
        if (next == MR_NONE || !mr_unit_has_depot(g, i))
            mr_task_end(g, i, US_REASON_EXHAUSTED);
        else
            task->target = g->entity[next].id;
    }
}

us_cycle mr_game_site_deadline(const mr_game *g)
{
    us_cycle end = US_CYCLES_LIMIT, now = g->state->core->time;
    for (int i = 0; i < g->world.count; i++) {
        const mr_task *task = &g->task[i];
        if (task->kind == MR_TASK_BUILD && task->waits &&
            now + SITE_PATIENCE + 1 - task->waits < end)
            end = now + SITE_PATIENCE + 1 - task->waits;
    }
    return end;
}

/* Judges a blocked site. The unit's own building has ended the task before. A mobile unit is waited
 * for. */
static void check_site(mr_game *g, int i)
{
    mr_task *task = &g->task[i];
    int there = mr_state_unit_at(g->state, task->x, task->y);
    if (there == MR_NONE || there == i) {
        task->waits = 0;
        return;
    }
    bool moves = g->state->table->type[g->state->unit[there].type].can_move;
    int passed = task->waits ? g->state->core->time - g->before->core->time : 1;
    task->waits = (task->waits + passed) & 127;
    if (!moves || task->waits > SITE_PATIENCE)
        mr_task_end(g, i, US_REASON_BAD_PLACE);
}

/* Chooses the next target after the present one is gone. The bots plan for workers in each cycle,
 * for other units only when idle. A busy fighter therefore loses its rank. Without a target it must
 * plan again. */
static void go_on_hunting(mr_game *g, int i)
{
    mr_task *task = &g->task[i];
    if (!task->target || mr_game_find(g, task->target) != MR_NONE)
        return;
    bool idle = mr_unit_is_idle(g->state, i);
    bool worker = g->state->table->type[g->state->unit[i].type].can_harvest;
    int far = 0, next = idle && !worker ? mr_unit_find_enemy(g, i, &far) : MR_NONE;
    task->target = next == MR_NONE ? 0 : g->entity[next].id;
    task->rank = idle || worker ? task->rank : 0;
    mr_unit_publish(g, i);
}

static void check_task(mr_game *g, int i)
{
    const mr_task *task = &g->task[i];
    const mr_unit *u = &g->state->unit[i];
    bool idle = mr_unit_is_idle(g->state, i);
    switch ((mr_task_kind)task->kind) {
    case MR_TASK_MOVE:
    case MR_TASK_ATTACK_MOVE:
        if (idle && is_at(u, task, mr_cell_is_free(g->state, task->x, task->y) ? 0 : 1))
            mr_task_end(g, i, US_REASON_NONE);
        break;
    case MR_TASK_HARVEST:
        go_on_harvesting(g, i);
        break;
    case MR_TASK_RETURN:
        if (u->resources == 0)
            mr_task_end(g, i, US_REASON_NONE);
        else if (!mr_unit_has_depot(g, i))
            mr_task_end(g, i, US_REASON_BAD_TARGET);
        break;
    case MR_TASK_BUILD:
        check_site(g, i);
        break;
    case MR_TASK_ATTACK:
        if (mr_game_find(g, task->target) == MR_NONE)
            mr_task_end(g, i, US_REASON_NONE);
        break;
    case MR_TASK_STOP:
        mr_task_end(g, i, US_REASON_NONE);
        break;
    case MR_TASK_HUNT:
        go_on_hunting(g, i);
        break;
    case MR_TASK_TRAIN:
    case MR_TASK_NONE:
        break;
    }
}

/* ---- ends of the last cycle */

static bool ended(const mr_game *g, int i, int type)
{
    const mr_running *r = &g->before->running[i];
    return r->rank && r->action.type == type && g->before->end[i] <= g->state->core->time;
}

/* Emits the attacks on a victim, with indexes from before the cycle. Returns the last attacker, or
 * MR_NONE. */
static int emit_attacks(mr_game *g, int victim, const mr_unit *now)
{
    const mr_unit *was = &g->before->unit[victim];
    int last = MR_NONE;
    for (int k = 0; k < g->before->core->count; k++) {
        const mr_action *a = &g->before->running[k].action;
        if (!ended(g, k, MR_ATTACK) ||
            ((a->x != was->x || a->y != was->y) && (!now || a->x != now->x || a->y != now->y)))
            continue;
        mr_event_emit(
            g, victim,
            (us_event){.kind = US_EVENT_ATTACKED,
                       .other = g->entity[k].id,
                       .value = g->state->table->type[g->before->unit[k].type].min_damage});
        last = k;
    }
    return last;
}

/* Fails its orders. */
static void die(mr_game *g, int i)
{
    const mr_task *task = &g->task[i];
    if (task->kind != MR_TASK_NONE && task->kind != MR_TASK_TRAIN && !task->under_way)
        emit_order(g, i, task->order, US_REASON_DEAD);
    for (int k = 0; k < task->makings; k++)
        emit_order(g, i, task->making[k].order, US_REASON_DEAD);
}

static void lose(mr_game *g, int i)
{
    const us_entity *e = &g->entity[i];
    int killer = emit_attacks(g, i, NULL);
    die(g, i);
    mr_event_emit(g, i,
                  (us_event){.kind = US_EVENT_GONE,
                             .other = killer == MR_NONE ? 0 : g->entity[killer].id,
                             .value = killer == MR_NONE ? US_GONE_SPENT : US_GONE_KILLED});
    if (killer != MR_NONE && e->owner >= 0) {
        count_up(g, e->owner, g->scenario->words.losses);
        if (g->entity[killer].owner != e->owner)
            count_up(g, g->entity[killer].owner, g->scenario->words.kills);
    }
    g->census[(e->owner + 1) * mr_game_domain(g)->type_count + e->type]--;
    revise(g, us_revision_members(&g->world, e->owner, e->type));
}

/* A unit that changed its id, type or player is another unit. */
static bool is_same(const mr_state *now, int k, const mr_unit *was)
{
    const mr_unit *u = &now->unit[k];
    return k < now->core->count && u->id == was->id && u->type == was->type &&
           u->player == was->player;
}

static void compare(mr_game *g)
{
    const mr_state *now = g->state, *was = g->before;
    int kept = 0;
    for (int i = 0; i < was->core->count; i++) {
        if (is_same(now, kept, &was->unit[i])) {
            const mr_unit *u = &now->unit[kept++];
            if (u->hit_points < was->unit[i].hit_points)
                emit_attacks(g, i, u);
            if (u->resources == 0 && was->unit[i].resources > 0 && ended(g, i, MR_RETURN))
                mr_event_emit(g, i,
                              (us_event){.kind = US_EVENT_GAINED,
                                         .value = was->unit[i].resources,
                                         .extra = g->scenario->words.resource});
        } else {
            lose(g, i);
        }
    }
}

/* Moves the remaining entities and tasks up in the list. */
static void remove_gone(mr_game *g)
{
    const mr_state *now = g->state, *was = g->before;
    int kept = 0;
    for (int i = 0; i < was->core->count; i++) {
        if (!is_same(now, kept, &was->unit[i]))
            continue;
        g->entity[kept] = g->entity[i];
        g->task[kept++] = g->task[i];
    }
    g->world.count = kept;
}

static void add(mr_game *g, int i)
{
    const mr_unit *u = &g->state->unit[i];
    const us_domain *domain = mr_game_domain(g);
    us_entity *e = &g->entity[i];
    *e = (us_entity){.id = g->ledger->next_id++,
                     .type = g->scenario->type[u->type],
                     .owner = (us_seat)u->player,
                     .action = -1,
                     .product = US_NO_TYPE};
    memcpy(e->attribute, domain->type[e->type].attribute, sizeof(e->attribute));
    e->status = (uint8_t)g->scenario->words.idle;
    g->task[i] = (mr_task){0};
    g->world.count = i + 1;
    g->census[(e->owner + 1) * domain->type_count + e->type]++;
    revise(g, us_revision_members(&g->world, e->owner, e->type));
    mr_unit_publish(g, i);
}

/* Emits the creation of a new unit. Its maker is found by its place; the maker's order is done. */
static void emit_created(mr_game *g, int i)
{
    const mr_unit *u = &g->state->unit[i];
    int maker = MR_NONE;
    for (int k = 0; k < g->before->core->count && maker == MR_NONE; k++) {
        const mr_unit *m = &g->before->unit[k];
        const mr_action *a = &g->before->running[k].action;
        if (ended(g, k, MR_PRODUCE) && m->x + mr_dx[a->parameter & 3] == u->x &&
            m->y + mr_dy[a->parameter & 3] == u->y)
            maker = k;
    }
    us_id id = maker == MR_NONE ? 0 : g->maker[maker];
    maker = id ? mr_game_find(g, id) : MR_NONE;
    mr_event_emit(g, i, (us_event){.kind = US_EVENT_CREATED, .other = id});
    if (maker == MR_NONE)
        return;
    const mr_task *task = &g->task[maker];
    if ((task->kind == MR_TASK_TRAIN && task->making[0].type == u->type) ||
        (task->kind == MR_TASK_BUILD && task->x == u->x && task->y == u->y &&
         task->type == u->type))
        mr_task_end(g, maker, US_REASON_NONE);
}

/* ---- the whole world */

static void publish_seats(mr_game *g)
{
    for (us_seat seat = 0; seat < MR_PLAYERS; seat++)
        tally(g, seat, g->scenario->words.resource, g->state->core->resources[seat]);
}

static void publish_ground(mr_game *g)
{
    uint8_t *taken = g->plane[US_PLANE_TAKEN];
    memset(taken, 0, (size_t)(g->world.width * g->world.height));
    for (int i = 0; i < g->world.count; i++) {
        const us_entity *e = &g->entity[i];
        taken[us_world_cell(&g->world, e->x, e->y)] =
            mr_game_domain(g)->type[e->type].kind == US_KIND_UNIT ? US_TAKEN_UNIT
                                                                  : US_TAKEN_BUILDING;
    }
}

void mr_game_publish_first(mr_game *g)
{
    for (int i = 0; i < g->state->core->count; i++)
        add(g, i);
    publish_seats(g);
    publish_ground(g);
}

void mr_game_publish(mr_game *g)
{
    for (int i = 0; i < g->world.count; i++)
        g->maker[i] = g->entity[i].id;
    compare(g);
    remove_gone(g);
    int born = g->world.count;
    while (g->world.count < g->state->core->count)
        add(g, g->world.count);
    for (int i = 0; i < g->world.count; i++)
        mr_unit_publish(g, i);
    publish_seats(g);
    for (int i = born; i < g->world.count; i++)
        emit_created(g, i);
    for (int i = 0; i < g->world.count; i++)
        check_task(g, i);
    for (int i = 0; i < g->world.count; i++)
        emit_status(g, i);
    publish_ground(g);
}
