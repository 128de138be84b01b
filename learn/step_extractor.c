/* The step extractor: it describes the entities and cells that orders name, and joins orders to
 * steps. */
#include "learn/step_extractor.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "domain/action.h"

/* A map from keys, mostly ids of entities, to numbers. */
typedef struct id_map {
    uint64_t *key; /* open addressing; 0: free */
    int *value;
    int slots, count;
} id_map;

static int find_slot(const id_map *map, uint64_t key)
{
    uint32_t mask = (uint32_t)map->slots - 1;
    uint32_t at = (uint32_t)us_hash_add(US_HASH_START, key) & mask;
    while (map->key[at] && map->key[at] != key)
        at = (at + 1) & mask;
    return (int)at;
}

/* Ignores key 0. */
static void id_map_set(id_map *map, uint64_t key, int value)
{
    if (key == 0)
        return;
    if (2 * map->count >= map->slots) {
        id_map old = *map;
        map->slots = old.slots ? 2 * old.slots : 256;
        map->key = US_NEW_ARRAY(uint64_t, map->slots);
        map->value = US_NEW_ARRAY(int, map->slots);
        for (int i = 0; i < old.slots; i++) {
            if (!old.key[i])
                continue;
            int at = find_slot(map, old.key[i]);
            map->key[at] = old.key[i];
            map->value[at] = old.value[i];
        }
        us_mem_free(old.key);
        us_mem_free(old.value);
    }
    int at = find_slot(map, key);
    map->count += map->key[at] == 0;
    map->key[at] = key;
    map->value[at] = value;
}

static int id_map_get(const id_map *map, uint64_t key, int otherwise)
{
    if (map->slots == 0 || key == 0)
        return otherwise;
    int at = find_slot(map, key);
    return map->key[at] ? map->value[at] : otherwise;
}

static void id_map_clear(id_map *map)
{
    us_mem_free(map->key);
    us_mem_free(map->value);
    *map = (id_map){.slots = 0};
}

/* A step that is being made. */
typedef struct act_row {
    us_step_referents referents;
    us_referent *unit; /* the same as referents.unit */
    int unit_capacity;
    int episode;
    int first;      /* ordinal of its first accepted source */
    us_cycle last;  /* cycle of its last accepted source */
    int head, tail; /* sources: ordinals, linked */
    int sources;
    int next; /* next act of the same goal episode, or -1 */
} act_row;

/* The acts and refused orders of a goal episode. */
typedef struct course_row {
    int first, last; /* acts; -1 */
    int acts;
    int held; /* refused orders: ordinals, linked by held_next, the last one first; -1. An order
                 that became a source of a step has an act */
    us_referent *goal; /* by parameter; NULL before its first order */
} course_row;

/* A pending order to make something. */
typedef struct making_row {
    int ordinal, next; /* next: of its list, or -1 */
    us_id maker;
    int32_t cell; /* of the product; -1: beside its maker */
    us_box box;   /* of the maker */
    bool placed;  /* the box is known */
} making_row;

struct us_step_extractor {
    us_goal_episodes *episodes;
    us_arena *arena;
    act_row *act;
    int acts, capacity;
    course_row *course; /* by goal episode */
    int *act_of;        /* by ordinal: index of its act, or -1 */
    bool *vain;         /* by ordinal: taken back before it had an effect */
    int *next;          /* by ordinal: the next source of its act, or -1 */
    int *held_next;     /* by ordinal: the previous refused order of its goal episode, or -1 */
    int *like_next;     /* by ordinal: the previous refused order of equal hash, or -1 */
    id_map like;  /* by hash of goal episode, action and arguments: last refused order, or -1 */
    id_map doing; /* by unit: the act of its last order; -1: of no goal episode */
    id_map
        last_act_of;  /* by goal episode and unit: the act of its last order of that goal episode */
    id_map made;      /* by entity: the ordinal of the order that made it */
    id_map born;      /* by entity: the first ordinal at which it was there, complete */
    int next_ordinal; /* the ordinal of the next order */
    making_row *making;
    int makings, making_capacity;
    int free_making; /* list of unused entries of `making`; -1: empty */
    int *pending;    /* by type: the oldest pending order; -1: none */
    us_map_frame frame;
    us_describer *describer;
    us_cycle framed; /* cycle of the frame; -1: there is no frame */
    int *begins;     /* goal episodes by their first order */
    int begun;       /* number of these that have begun */
    us_step *step;   /* result of the last us_step_extractor_list_acts */
};

static const us_order *order_at(const us_step_extractor *extractor, int ordinal)
{
    return &extractor->episodes->log->orders.order[extractor->episodes->order[ordinal]];
}
static const us_log_line *line_at(const us_step_extractor *extractor, int ordinal)
{
    return &extractor->episodes->log->line[extractor->episodes->order[ordinal]];
}

enum { PENDING_MAX = 128 }; /* pending orders of a type */

static void update_frame(us_step_extractor *extractor, const us_view *view)
{
    if (!view || view->world->now == extractor->framed)
        return;
    extractor->frame = us_map_frame_from_view(view);
    us_describer_set_view(extractor->describer, view);
    extractor->framed = view->world->now;
}

/* ---- referents */

static const us_description *describe(us_step_extractor *extractor, const us_view *view, us_box box)
{
    us_description *at = US_ARENA_ARRAY(extractor->arena, us_description, 1);
    us_describer_describe(extractor->describer, &extractor->frame, view, box, at);
    return at;
}

static us_referent see_entity(us_step_extractor *extractor, us_id id, const us_view *view,
                              bool whole)
{
    us_referent seen = {.id = id, .cell = -1, .type = US_NO_TYPE, .owner = US_SEAT_NONE};
    const us_entity *e = view ? us_world_find(view->world, id) : NULL;
    if (!e)
        return seen;
    const us_domain *domain = view->world->domain;
    us_box box = us_entity_box(domain, e);
    int32_t full = domain->type[e->type].attribute[0];
    seen.there = true;
    seen.type = e->type;
    seen.owner = e->owner;
    seen.status = e->status;
    seen.percent = full > 0 ? (int)(100 * (int64_t)e->attribute[0] / full) : 0;
    us_description_compute_place(&extractor->frame, box, &seen.along, &seen.across);
    if (whole)
        seen.at = describe(extractor, view, box);
    return seen;
}

static us_referent see_cell(us_step_extractor *extractor, int32_t cell, us_type type,
                            const us_view *view)
{
    us_referent seen = {
        .cell = cell, .type = US_NO_TYPE, .owner = US_SEAT_NONE, .width = 1, .height = 1};
    if (type >= 0) {
        seen.width = extractor->episodes->log->domain->type[type].width;
        seen.height = extractor->episodes->log->domain->type[type].height;
    }
    seen.there = view != NULL;
    if (view) {
        us_box box = {US_CELL_X(cell), US_CELL_Y(cell), seen.width, seen.height};
        seen.at = describe(extractor, view, box);
        us_description_compute_place(&extractor->frame, box, &seen.along, &seen.across);
    }
    return seen;
}

static bool is_hostile(const us_view *view, const us_entity *e)
{
    return e->owner >= 0 && e->owner != view->self && !(e->flags & US_ENTITY_INSIDE);
}

/* Returns a hostile entity that the order's goal names and that is near the cell; 0: none. */
static us_id named_near(const us_step_extractor *extractor, int ordinal, const us_view *view,
                        int32_t cell)
{
    const us_goal_episodes *episodes = extractor->episodes;
    const us_domain *domain = episodes->log->domain;
    int episode = episodes->owner[ordinal];
    if (episode < 0)
        return 0;
    const us_goal *goal = &episodes->episode[episode].instance->goal;
    const us_goal_def *def = &domain->goal[goal->type];
    for (int i = 0; i < def->param_count; i++) {
        const us_entity *e = def->param[i].kind == US_VALUE_ENTITY && (goal->given >> i & 1)
                                 ? us_world_find(view->world, (us_id)goal->arg[i].number)
                                 : NULL;
        if (e && is_hostile(view, e) &&
            us_entity_cell_distance(domain, e, US_CELL_X(cell), US_CELL_Y(cell)) <=
                US_ANCHOR_WITHIN)
            return e->id;
    }
    return 0;
}

/* Returns the entity that the order harms at the cell: a hostile one that the order's goal names,
 * else the nearest hostile one, of equally near ones the oldest. 0: none within US_ANCHOR_WITHIN.
 */
static us_id find_harmed(const us_step_extractor *extractor, int ordinal, const us_view *view,
                         int32_t cell)
{
    us_id found = named_near(extractor, ordinal, view, cell);
    int best = US_ANCHOR_WITHIN + 1;
    if (found)
        return found;
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if (!is_hostile(view, e))
            continue;
        int far = us_entity_cell_distance(view->world->domain, e, US_CELL_X(cell), US_CELL_Y(cell));
        found = far < best ? e->id : found;
        best = far < best ? far : best;
    }
    return found;
}

/* Returns the type that the order makes, or US_NO_TYPE. */
static us_type made_type(const us_action_def *action, const us_order *order)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind == US_EFFECT_CREATE && action->effect[i].param >= 0)
            return (us_type)order->arg[action->effect[i].param];
    return US_NO_TYPE;
}

static bool is_type(const us_step_extractor *extractor, int64_t type)
{
    return type >= 0 && type < extractor->episodes->log->domain->type_count;
}

static void see_arguments(us_step_extractor *extractor, act_row *act, int ordinal,
                          const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    const us_action_def *action = &extractor->episodes->log->domain->action[order->action];
    us_type made = made_type(action, order);
    bool harms = view && us_action_can_harm(action);
    us_referent *arg = US_ARENA_ARRAY(extractor->arena, us_referent, action->param_count);
    us_referent *anchor =
        harms ? US_ARENA_ARRAY(extractor->arena, us_referent, action->param_count) : NULL;
    for (int i = 0; i < action->param_count; i++) {
        if (action->param[i].kind == US_VALUE_ENTITY) {
            arg[i] = see_entity(extractor, (us_id)order->arg[i], view, true);
        } else if (action->param[i].kind == US_VALUE_CELL) {
            arg[i] = see_cell(extractor, order->arg[i],
                              is_type(extractor, made) ? made : US_NO_TYPE, view);
            us_id near = harms ? find_harmed(extractor, ordinal, view, order->arg[i]) : 0;
            if (near)
                anchor[i] = see_entity(extractor, near, view, true);
        }
    }
    act->referents.arg = arg;
    act->referents.anchor = anchor;
}

/* ---- steps */

static bool is_known(const act_row *act, us_id id)
{
    for (int i = 0; i < act->referents.units; i++)
        if (act->unit[i].id == id)
            return true;
    return false;
}

/* Inserts a unit, by id. order: number of units of its order. */
static void add_unit(us_step_extractor *extractor, act_row *act, us_referent seen, int order)
{
    if (act->referents.units == act->unit_capacity) {
        int more = act->unit_capacity > 0 ? act->unit_capacity : 1;
        int capacity = act->unit_capacity + (order > more ? order : more);
        us_referent *unit = US_ARENA_ARRAY(extractor->arena, us_referent, capacity);
        if (act->referents.units)
            memcpy(unit, act->unit, (size_t)act->referents.units * sizeof *unit);
        act->unit = unit;
        act->unit_capacity = capacity;
    }
    int at = act->referents.units++;
    for (; at > 0 && act->unit[at - 1].id > seen.id; at--)
        act->unit[at] = act->unit[at - 1];
    act->unit[at] = seen;
    act->referents.unit = act->unit;
}

/* Adds the order's units to a step. Only the unit with the lowest id of the order has a full
 * description: window and nearness. */
static void add_units(us_step_extractor *extractor, act_row *act, int ordinal, const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    const us_domain *domain = extractor->episodes->log->domain;
    const char *type_name = line_at(extractor, ordinal)->unit_type;
    us_id lowest = order->unit_count ? order->unit[0] : 0;
    update_frame(extractor, view);
    for (int i = 1; i < order->unit_count; i++)
        lowest = order->unit[i] < lowest ? order->unit[i] : lowest;
    for (int i = 0; i < order->unit_count; i++) {
        if (is_known(act, order->unit[i]))
            continue;
        us_referent seen = see_entity(extractor, order->unit[i], view, order->unit[i] == lowest);
        if (!seen.there && i == 0 && type_name && type_name[0])
            seen.type = us_domain_find_type(domain, type_name);
        seen.owner = order->seat;
        add_unit(extractor, act, seen, order->unit_count);
    }
}

/* Describes the units and arguments of a new step. */
static void begin_act(us_step_extractor *extractor, act_row *act, int ordinal, const us_view *view)
{
    update_frame(extractor, view);
    add_units(extractor, act, ordinal, view);
    see_arguments(extractor, act, ordinal, view);
}

/* ---- goals */

static us_type goal_type(const us_domain *domain, const us_goal *goal)
{
    const us_goal_def *def = &domain->goal[goal->type];
    for (int i = 0; i < def->param_count; i++)
        if (def->param[i].kind == US_VALUE_TYPE && (goal->given >> i & 1))
            return (us_type)goal->arg[i].number;
    return US_NO_TYPE;
}

/* A goal's cell means a box of the size of the goal's type, if that is a building. */
static us_type box_type(const us_domain *domain, us_type type)
{
    bool stays = type >= 0 && domain->type[type].kind == US_KIND_BUILDING;
    return stays && domain->type[type].width > 0 ? type : US_NO_TYPE;
}

/* Describes the goals of goal episodes that begin with this order. */
static void describe_goals(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_goal_episodes *episodes = extractor->episodes;
    const us_domain *domain = episodes->log->domain;
    while (extractor->begun < episodes->count &&
           episodes->episode[extractor->begins[extractor->begun]].from <= ordinal) {
        int episode = extractor->begins[extractor->begun++];
        const us_goal *goal = &episodes->episode[episode].instance->goal;
        const us_goal_def *def = &domain->goal[goal->type];
        us_referent *seen = US_ARENA_ARRAY(extractor->arena, us_referent, US_GOAL_PARAMS_MAX);
        update_frame(extractor, view);
        for (int i = 0; i < def->param_count; i++) {
            if (!(goal->given >> i & 1))
                continue;
            if (def->param[i].kind == US_VALUE_ENTITY)
                seen[i] = see_entity(extractor, (us_id)goal->arg[i].number, view, true);
            else if (def->param[i].kind == US_VALUE_CELL)
                seen[i] = see_cell(extractor, (int32_t)goal->arg[i].number,
                                   box_type(domain, goal_type(domain, goal)), view);
        }
        extractor->course[episode].goal = seen;
    }
}

/* ---- makers of entities */

/* Removes a pending order from its list, and returns its ordinal. */
static int remove_making(us_step_extractor *extractor, int *at)
{
    int found = *at;
    *at = extractor->making[found].next;
    extractor->making[found].next = extractor->free_making;
    extractor->free_making = found;
    return extractor->making[found].ordinal;
}

/* Notes an accepted order, if it makes something. */
static void add_making(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    const us_domain *domain = extractor->episodes->log->domain;
    const us_action_def *action = &domain->action[order->action];
    us_type type = made_type(action, order);
    if (!is_type(extractor, type) || order->unit_count == 0)
        return;
    int at = extractor->free_making;
    if (at >= 0) {
        extractor->free_making = extractor->making[at].next;
    } else {
        at = extractor->makings++;
        extractor->making = us_array_grow(extractor->making, at, &extractor->making_capacity,
                                          sizeof *extractor->making);
    }
    making_row *m = &extractor->making[at];
    *m = (making_row){.ordinal = ordinal, .next = -1, .maker = order->unit[0], .cell = -1};
    for (int i = 0; i < action->param_count; i++)
        if (action->param[i].kind == US_VALUE_CELL)
            m->cell = order->arg[i];
    const us_entity *maker = view ? us_world_find(view->world, m->maker) : NULL;
    m->placed = maker != NULL;
    if (maker)
        m->box = us_entity_box(domain, maker);
    int *end = &extractor->pending[type], waiting = 0;
    for (; *end >= 0; waiting++)
        end = &extractor->making[*end].next;
    *end = at;
    if (waiting == PENDING_MAX) /* give up the oldest */
        remove_making(extractor, &extractor->pending[type]);
}

/* Returns the place of a pending order in the list of its type, or NULL. */
static int *find_making(us_step_extractor *extractor, us_type type, us_id maker, uint32_t order)
{
    for (int *at = &extractor->pending[type]; *at >= 0; at = &extractor->making[*at].next) {
        const making_row *m = &extractor->making[*at];
        if (m->maker == maker && order_at(extractor, m->ordinal)->id == order)
            return at;
    }
    return NULL;
}

/* Returns how badly the order explains a new entity, from 0; INT32_MAX: it can't have made it. */
static int misfit(const making_row *m, const us_event *event, us_box born)
{
    if (m->cell != -1 && m->cell != US_CELL(event->x, event->y))
        return INT32_MAX;
    if (m->cell != -1) /* another unit of the order may have built it */
        return event->other && m->maker != event->other;
    if (event->other)
        return m->maker == event->other ? 0 : INT32_MAX;
    return m->placed ? us_box_distance(m->box, born) : INT32_MAX;
}

static int *guess_making(us_step_extractor *extractor, const us_event *event)
{
    const us_type_def *def = &extractor->episodes->log->domain->type[event->type];
    us_box born = {event->x, event->y, def->width, def->height};
    int *best = NULL, least = INT32_MAX;
    for (int *at = &extractor->pending[event->type]; *at >= 0; at = &extractor->making[*at].next) {
        int here = misfit(&extractor->making[*at], event, born);
        best = here < least ? at : best;
        least = here < least ? here : least;
    }
    return best;
}

/* Notes the order that made an entity. The first of `count` events is the entity's appearance. If
 * it appears beside its maker, the order is done in the same cycle. */
static void created(us_step_extractor *extractor, const us_event *event, int count)
{
    int *found = NULL;
    for (int i = 1; i < count && event[i].cycle == event->cycle && !found; i++)
        if (event[i].kind == US_EVENT_DONE && event->other && event[i].entity == event->other)
            found = find_making(extractor, event->type, event->other, (uint32_t)event[i].value);
    if (!found)
        found = guess_making(extractor, event);
    if (found)
        id_map_set(&extractor->made, event->entity, remove_making(extractor, found));
}

/* Returns the ordinal of the order with that number; -1: it is not the seat's. */
static int ordinal_of(const us_step_extractor *extractor, uint32_t order)
{
    int low = 0, high = extractor->episodes->orders;
    while (low < high) {
        int middle = (low + high) / 2;
        if (order_at(extractor, middle)->id < order)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < extractor->episodes->orders && order_at(extractor, low)->id == order;
    return found ? low : -1;
}

/* Removes a failed order from the pending ones; one that was taken back becomes vain. */
static void failed(us_step_extractor *extractor, const us_event *event)
{
    int ordinal = ordinal_of(extractor, (uint32_t)event->value);
    if (ordinal < 0)
        return;
    const us_order *order = order_at(extractor, ordinal);
    us_type type = made_type(&extractor->episodes->log->domain->action[order->action], order);
    int *at =
        is_type(extractor, type) ? find_making(extractor, type, event->entity, order->id) : NULL;
    bool at_once = line_at(extractor, ordinal)->cycle == event->cycle;
    if (event->type == US_REASON_INTERRUPTED && order->unit_count == 1 && (at || at_once))
        extractor->vain[ordinal] = !extractor->episodes->literal;
    if (at)
        remove_making(extractor, at);
}

void us_step_extractor_add_events(us_step_extractor *extractor, const us_event *event, int count)
{
    for (int i = 0; i < count; i++) {
        bool begun = event[i].kind == US_EVENT_CREATED;
        if (begun && event[i].seat == extractor->episodes->seat &&
            is_type(extractor, event[i].type))
            created(extractor, &event[i], count - i);
        else if (event[i].kind == US_EVENT_FAILED)
            failed(extractor, &event[i]);
        if (begun || event[i].kind == US_EVENT_FINISHED)
            id_map_set(&extractor->born, event[i].entity, extractor->next_ordinal);
    }
}

/* ---- step extractor finish */

static void add_spares(us_goal_episodes *episodes, us_goal_episode *to, const us_goal_episode *from)
{
    int *all = US_ARENA_ARRAY(episodes->arena, int, to->spares + from->spares + 1);
    int count = 0, a = 0, b = 0;
    while (a < to->spares || b < from->spares) {
        bool mine = b == from->spares || (a < to->spares && to->spare[a] < from->spare[b]);
        all[count++] = mine ? to->spare[a++] : from->spare[b++];
    }
    to->spare = all;
    to->spares = count;
}

static void drop_step(us_goal_episode *above, int episode)
{
    int kept = 0;
    for (int i = 0; i < above->steps; i++)
        if (above->step[i].kind != US_STEP_GOAL || above->step[i].episode != episode)
            above->step[kept++] = above->step[i];
    above->steps = kept;
}

/* Children stand behind their parents, so the second loop runs backwards to settle them first. */
void us_step_extractor_finish(us_step_extractor *extractor)
{
    us_goal_episodes *episodes = extractor->episodes;
    for (int i = 0; i < episodes->count; i++) {
        const us_step *act;
        us_goal_episode *episode = &episodes->episode[i];
        int acts = us_step_extractor_list_acts(extractor, i, &act);
        us_goal_episodes_add_acts(episodes, i, act, acts);
        episode->spares = us_step_extractor_list_spare(extractor, i, &episode->spare);
    }
    us_goal_episodes_absorb(episodes);
    for (int i = episodes->count - 1; i >= 0; i--) {
        us_goal_episode *episode = &episodes->episode[i];
        if (episode->steps > 0 || episode->spares == 0 || episode->parent < 0)
            continue;
        add_spares(episodes, &episodes->episode[episode->parent], episode);
        drop_step(&episodes->episode[episode->parent], i);
    }
    us_goal_episodes_compute_order(episodes);
}

/* ---- new and free */

static int compare_begins(const void *a, const void *b, const us_goal_episodes *episodes)
{
    int one = *(const int *)a, other = *(const int *)b;
    int from = episodes->episode[one].from, then = episodes->episode[other].from;
    return from != then ? (from < then ? -1 : 1) : one < other ? -1 : one > other;
}

/* Sorts goal episodes by their first order. Apart from children they are sorted already. */
static void sort_begins(us_step_extractor *extractor)
{
    int count = extractor->episodes->count;
    int *list = extractor->begins, *other = US_NEW_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = i;
    for (int width = 1; width < count;
         width *= 2) { /* a merge sort whose comparison knows the episodes */
        for (int low = 0; low < count; low += 2 * width) {
            int middle = low + width < count ? low + width : count;
            int high = low + 2 * width < count ? low + 2 * width : count;
            for (int a = low, b = middle, to = low; to < high; to++) {
                bool left = a < middle && (b >= high || compare_begins(&list[a], &list[b],
                                                                       extractor->episodes) < 0);
                other[to] = left ? list[a++] : list[b++];
            }
        }
        memcpy(list, other, (size_t)count * sizeof *list);
    }
    us_mem_free(other);
}

us_step_extractor *us_step_extractor_new(us_goal_episodes *episodes)
{
    us_step_extractor *extractor = US_NEW(us_step_extractor);
    int types = episodes->log->domain->type_count;
    extractor->episodes = episodes;
    extractor->arena = us_arena_new();
    extractor->course = US_ARENA_ARRAY(extractor->arena, course_row, episodes->count + 1);
    extractor->act_of = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->vain = US_ARENA_ARRAY(extractor->arena, bool, episodes->orders + 1);
    extractor->next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->held_next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->like_next = US_ARENA_ARRAY(extractor->arena, int, episodes->orders + 1);
    extractor->pending = US_ARENA_ARRAY(extractor->arena, int, types + 1);
    extractor->begins = US_ARENA_ARRAY(extractor->arena, int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        extractor->course[i] = (course_row){-1, -1, 0, -1, NULL};
    for (int i = 0; i < episodes->orders; i++)
        extractor->act_of[i] = extractor->next[i] = -1;
    for (int i = 0; i < types; i++)
        extractor->pending[i] = -1;
    extractor->framed = extractor->free_making = -1;
    extractor->describer = us_describer_new(episodes->log->domain);
    sort_begins(extractor);
    return extractor;
}

void us_step_extractor_free(us_step_extractor *extractor)
{
    if (!extractor)
        return;
    id_map_clear(&extractor->like);
    id_map_clear(&extractor->doing);
    id_map_clear(&extractor->last_act_of);
    id_map_clear(&extractor->made);
    id_map_clear(&extractor->born);
    us_describer_free(extractor->describer);
    us_mem_free(extractor->act);
    us_mem_free(extractor->making);
    us_mem_free(extractor->step);
    us_arena_free(extractor->arena);
    us_mem_free(extractor);
}

const us_goal_episodes *us_step_extractor_episodes(const us_step_extractor *extractor)
{
    return extractor->episodes;
}

/* ---- the same order */

static const us_action_def *action_of(const us_step_extractor *extractor, const us_order *order)
{
    return &extractor->episodes->log->domain->action[order->action];
}

static bool is_same(const us_step_extractor *extractor, const us_order *a, const us_order *b)
{
    if (a->action != b->action || a->queued != b->queued)
        return false;
    for (int i = 0; i < action_of(extractor, a)->param_count; i++)
        if (a->arg[i] != b->arg[i])
            return false;
    return true;
}

/* Returns whether the order is the same as the act's. Cells of an action that harms are compared by
 * their anchors. */
static bool is_like(const us_step_extractor *extractor, const act_row *act, const us_order *order,
                    const us_view *view)
{
    const us_order *first = order_at(extractor, act->first);
    const us_action_def *action = action_of(extractor, order);
    if (first->action != order->action || first->queued != order->queued)
        return false;
    for (int i = 0; i < action->param_count; i++) {
        if (first->arg[i] == order->arg[i])
            continue;
        us_id near = act->referents.anchor && view ? act->referents.anchor[i].id : 0;
        if (near == 0 || find_harmed(extractor, act->first, view, order->arg[i]) != near)
            return false;
    }
    return true;
}

/* Returns whether each execution makes one more. */
static bool makes_more(const us_action_def *action)
{
    bool placed = us_action_find_param(action, US_VALUE_CELL) >= 0 ||
                  us_action_find_param(action, US_VALUE_ENTITY) >= 0;
    return us_action_has_effect(action, US_EFFECT_CREATE) && !placed;
}

/* Returns whether the action only moves, or moves and harms: then a repetition adds nothing. */
static bool only_goes(const us_action_def *action)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind != US_EFFECT_MOVE && action->effect[i].kind != US_EFFECT_HARM)
            return false;
    return us_action_has_effect(action, US_EFFECT_MOVE);
}

static bool is_at_it(const us_view *view, us_id unit, int action)
{
    const us_entity *e = view ? us_world_find(view->world, unit) : NULL;
    return e && e->action == action;
}

static us_cycle moment(const us_step_extractor *extractor)
{
    return extractor->episodes->log->domain->cycles_per_second;
}

static uint64_t key_of(int episode, us_id unit)
{
    return (uint64_t)(episode + 1) << 32 | unit;
}

/* Returns whether a repetition only reminds of the act: the action goes on by itself, or it moves
 * its units and the goal episode has no later act. */
static bool is_reminder(const us_step_extractor *extractor, int act, const us_action_def *action)
{
    return action->continues ||
           (only_goes(action) && extractor->course[extractor->act[act].episode].last == act);
}

/* Returns the act that the order repeats, or -1. */
static int repeated(const us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    const us_action_def *action = action_of(extractor, order);
    int episode = extractor->episodes->owner[ordinal];
    int found = order->unit_count
                    ? id_map_get(&extractor->last_act_of, key_of(episode, order->unit[0]), -1)
                    : -1;
    if (found < 0 || makes_more(action) || !is_like(extractor, &extractor->act[found], order, view))
        return -1;
    bool reminder = is_reminder(extractor, found, action);
    bool soon =
        line_at(extractor, ordinal)->cycle - extractor->act[found].last <= moment(extractor);
    for (int i = 0; i < order->unit_count; i++) {
        us_id unit = order->unit[i];
        bool on = id_map_get(&extractor->doing, unit, -1) == found &&
                  (soon || is_at_it(view, unit, order->action));
        if (id_map_get(&extractor->last_act_of, key_of(episode, unit), -1) != found ||
            !(on || reminder))
            return -1;
    }
    return found;
}

/* Returns the act that the order joins, or -1. */
static int joined(const us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    int last = extractor->course[extractor->episodes->owner[ordinal]].last;
    if (last < 0 || !action_of(extractor, order)->group)
        return -1;
    int first = extractor->act[last].first;
    us_cycle since = line_at(extractor, ordinal)->cycle - line_at(extractor, first)->cycle;
    return since <= moment(extractor) && is_like(extractor, &extractor->act[last], order, view)
               ? last
               : -1;
}

/* ---- acts */

static void add_source(us_step_extractor *extractor, int act, int ordinal)
{
    act_row *a = &extractor->act[act];
    if (a->sources++ == 0)
        a->head = ordinal;
    else
        extractor->next[a->tail] = ordinal;
    a->tail = ordinal;
    extractor->next[ordinal] = -1;
    extractor->act_of[ordinal] = act;
}

static int add_act(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    int episode = extractor->episodes->owner[ordinal], at = extractor->acts++;
    course_row *course = &extractor->course[episode];
    extractor->act =
        us_array_grow(extractor->act, at, &extractor->capacity, sizeof *extractor->act);
    act_row *act = &extractor->act[at];
    *act = (act_row){.episode = episode, .first = ordinal, .head = -1, .tail = -1, .next = -1};
    if (course->last >= 0)
        extractor->act[course->last].next = at;
    else
        course->first = at;
    course->last = at;
    course->acts++;
    begin_act(extractor, act, ordinal, view);
    return at;
}

/* Returns a hash of an order's goal episode, action and arguments. */
static uint64_t words_of(const us_step_extractor *extractor, int ordinal)
{
    const us_order *order = order_at(extractor, ordinal);
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)extractor->episodes->owner[ordinal]);
    hash = us_hash_add(hash, (uint64_t)order->action << 1 | order->queued);
    for (int i = 0; i < action_of(extractor, order)->param_count; i++)
        hash = us_hash_add(hash, (uint64_t)order->arg[i]);
    return hash;
}

/* Makes equal refused orders of the goal episode sources of the act. */
static void take_held(us_step_extractor *extractor, int act)
{
    int first = extractor->act[act].first, others = -1;
    uint64_t words = words_of(extractor, first);
    int held = id_map_get(&extractor->like, words, -1);
    if (held < 0)
        return;
    for (int at = held, next; at >= 0; at = next) {
        next = extractor->like_next[at];
        if (extractor->episodes->owner[at] == extractor->act[act].episode &&
            is_same(extractor, order_at(extractor, first), order_at(extractor, at))) {
            add_source(extractor, act, at);
        } else { /* another order with the same hash */
            extractor->like_next[at] = others;
            others = at;
        }
    }
    id_map_set(&extractor->like, words, others);
}

static void keep_order(us_step_extractor *extractor, int ordinal)
{
    course_row *course = &extractor->course[extractor->episodes->owner[ordinal]];
    uint64_t words = words_of(extractor, ordinal);
    extractor->held_next[ordinal] = course->held;
    course->held = ordinal;
    extractor->like_next[ordinal] = id_map_get(&extractor->like, words, -1);
    id_map_set(&extractor->like, words, ordinal);
}

static void refused(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    if (extractor->episodes->literal) {
        keep_order(extractor, ordinal);
        return;
    }
    const us_order *order = order_at(extractor, ordinal);
    int episode = extractor->episodes->owner[ordinal];
    int act = order->unit_count ? id_map_get(&extractor->doing, order->unit[0], -1) : -1;
    if (act < 0 || extractor->act[act].episode != episode)
        act = extractor->course[episode].last;
    if (act >= 0 && is_like(extractor, &extractor->act[act], order, view))
        add_source(extractor, act, ordinal);
    else
        keep_order(extractor, ordinal);
}

void us_step_extractor_add_order(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = order_at(extractor, ordinal);
    const us_log_line *line = line_at(extractor, ordinal);
    int act = -1;
    extractor->next_ordinal = ordinal + 1;
    describe_goals(extractor, ordinal, view);
    if (line->refused != US_REASON_NONE) {
        if (extractor->episodes->owner[ordinal] >= 0)
            refused(extractor, ordinal, view);
        return;
    }
    if (extractor->episodes->owner[ordinal] >= 0) {
        act = extractor->episodes->literal ? -1 : repeated(extractor, ordinal, view);
        if (act < 0 && !extractor->episodes->literal &&
            (act = joined(extractor, ordinal, view)) >= 0)
            add_units(extractor, &extractor->act[act], ordinal, view);
        bool begins = act < 0;
        if (begins)
            act = add_act(extractor, ordinal, view);
        add_source(extractor, act, ordinal);
        if (begins && !extractor->episodes->literal)
            take_held(extractor, act);
        extractor->act[act].last = line->cycle;
    }
    add_making(extractor, ordinal, view);
    for (int i = 0; i < order->unit_count && !extractor->episodes->literal; i++) {
        id_map_set(&extractor->doing, order->unit[i], act);
        if (act >= 0)
            id_map_set(&extractor->last_act_of, key_of(extractor->act[act].episode, order->unit[i]),
                       act);
    }
}

/* ---- results */

static const int *list_of(us_step_extractor *extractor, int head, int count)
{
    int *list = US_ARENA_ARRAY(extractor->episodes->arena, int, count + 1);
    int filled = 0;
    for (int at = head; at >= 0; at = extractor->next[at])
        list[filled++] = at;
    us_assert(filled == count);
    us_array_sort_ints(list, count);
    return list;
}

static us_step step_of(us_step_extractor *extractor, const act_row *act)
{
    us_id *unit = US_ARENA_ARRAY(extractor->episodes->arena, us_id, act->referents.units + 1);
    for (int i = 0; i < act->referents.units; i++)
        unit[i] = act->unit[i].id;
    return (us_step){.kind = US_STEP_ACT,
                     .from = act->first,
                     .to = act->first + 1,
                     .episode = -1,
                     .order = order_at(extractor, act->first),
                     .unit = unit,
                     .units = act->referents.units,
                     .harms =
                         us_action_can_harm(action_of(extractor, order_at(extractor, act->first))),
                     .cycle = line_at(extractor, act->first)->cycle,
                     .source = list_of(extractor, act->head, act->sources),
                     .sources = act->sources};
}

/* Returns whether all orders of the act were refused or taken back. */
static bool is_vain(const us_step_extractor *extractor, const act_row *act)
{
    for (int at = act->head; at >= 0; at = extractor->next[at])
        if (!extractor->vain[at] && line_at(extractor, at)->refused == US_REASON_NONE)
            return false;
    return true;
}

int us_step_extractor_list_acts(us_step_extractor *extractor, int episode, const us_step **out)
{
    const course_row *course = &extractor->course[episode];
    int count = 0;
    extractor->step =
        us_mem_realloc(extractor->step, (size_t)(course->acts + 1) * sizeof *extractor->step);
    for (int at = course->first; at >= 0; at = extractor->act[at].next)
        if (!is_vain(extractor, &extractor->act[at]))
            extractor->step[count++] = step_of(extractor, &extractor->act[at]);
    *out = extractor->step;
    return count;
}

int us_step_extractor_list_spare(us_step_extractor *extractor, int episode, const int **out)
{
    const course_row *course = &extractor->course[episode];
    int count = 0, most = 0;
    for (int at = course->held; at >= 0; at = extractor->held_next[at])
        most += extractor->act_of[at] < 0;
    for (int at = course->first; at >= 0; at = extractor->act[at].next)
        most += is_vain(extractor, &extractor->act[at]) ? extractor->act[at].sources : 0;
    int *spare = US_ARENA_ARRAY(extractor->episodes->arena, int, most + 1);
    for (int at = course->held; at >= 0; at = extractor->held_next[at])
        if (extractor->act_of[at] < 0)
            spare[count++] = at;
    for (int at = course->first; at >= 0; at = extractor->act[at].next) {
        const act_row *act = &extractor->act[at];
        int from = is_vain(extractor, act) ? act->head : -1;
        for (int order = from; order >= 0; order = extractor->next[order])
            spare[count++] = order;
    }
    us_array_sort_ints(spare, count);
    *out = spare;
    return count;
}

const us_step_referents *us_step_extractor_get_referents(const us_step_extractor *extractor,
                                                         const us_step *step)
{
    return &extractor->act[extractor->act_of[step->from]].referents;
}

const us_referent *us_step_extractor_goal_referents(const us_step_extractor *extractor, int episode)
{
    return extractor->course[episode].goal;
}

int us_step_extractor_find_maker(const us_step_extractor *extractor, us_id id)
{
    return id_map_get(&extractor->made, id, -1);
}

int us_step_extractor_first_ordinal(const us_step_extractor *extractor, us_id id)
{
    return id_map_get(&extractor->born, id, 0);
}
