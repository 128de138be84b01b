#include <string.h>

#include "domain/action.h"
#include "learn/extractor_state.h"

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

/* Of equally near entities the oldest counts. */
us_id us_step_extractor_find_harmed(const us_step_extractor *extractor, int ordinal,
                                    const us_view *view, int32_t cell)
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

static void see_arguments(us_step_extractor *extractor, us_act *act, int ordinal,
                          const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
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
            us_id near =
                harms ? us_step_extractor_find_harmed(extractor, ordinal, view, order->arg[i]) : 0;
            if (near)
                anchor[i] = see_entity(extractor, near, view, true);
        }
    }
    act->referents.arg = arg;
    act->referents.anchor = anchor;
}

/* ---- steps */

static bool is_known(const us_act *act, us_id id)
{
    for (int i = 0; i < act->referents.units; i++)
        if (act->unit[i].id == id)
            return true;
    return false;
}

/* Inserts a unit, by id. order: number of units of its order. */
static void add_unit(us_step_extractor *extractor, us_act *act, us_referent seen, int order)
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

/* Only the unit with the lowest id of the order has a full description: window and nearness. */
void us_step_extractor_add_units(us_step_extractor *extractor, us_act *act, int ordinal,
                                 const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    const us_domain *domain = extractor->episodes->log->domain;
    const char *type_name = us_step_extractor_get_line(extractor, ordinal)->unit_type;
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

void us_step_extractor_begin_act(us_step_extractor *extractor, us_act *act, int ordinal,
                                 const us_view *view)
{
    update_frame(extractor, view);
    us_step_extractor_add_units(extractor, act, ordinal, view);
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

void us_step_extractor_describe_goals(us_step_extractor *extractor, int ordinal,
                                      const us_view *view)
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

void us_step_extractor_add_making(us_step_extractor *extractor, int ordinal, const us_view *view)
{
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
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
    us_making *m = &extractor->making[at];
    *m = (us_making){.ordinal = ordinal, .next = -1, .maker = order->unit[0], .cell = -1};
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
        const us_making *m = &extractor->making[*at];
        if (m->maker == maker && us_step_extractor_get_order(extractor, m->ordinal)->id == order)
            return at;
    }
    return NULL;
}

/* Returns how badly the order explains a new entity, from 0; INT32_MAX: it can't have made it. */
static int misfit(const us_making *m, const us_event *event, us_box born)
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
        us_id_map_set(&extractor->made, event->entity, remove_making(extractor, found));
}

/* Returns the ordinal of the order with that number; -1: it is not the seat's. */
static int ordinal_of(const us_step_extractor *extractor, uint32_t order)
{
    int low = 0, high = extractor->episodes->orders;
    while (low < high) {
        int middle = (low + high) / 2;
        if (us_step_extractor_get_order(extractor, middle)->id < order)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < extractor->episodes->orders &&
                 us_step_extractor_get_order(extractor, low)->id == order;
    return found ? low : -1;
}

/* Removes a failed order from the pending ones; one that was taken back becomes vain. */
static void failed(us_step_extractor *extractor, const us_event *event)
{
    int ordinal = ordinal_of(extractor, (uint32_t)event->value);
    if (ordinal < 0)
        return;
    const us_order *order = us_step_extractor_get_order(extractor, ordinal);
    us_type type = made_type(&extractor->episodes->log->domain->action[order->action], order);
    int *at =
        is_type(extractor, type) ? find_making(extractor, type, event->entity, order->id) : NULL;
    bool at_once = us_step_extractor_get_line(extractor, ordinal)->cycle == event->cycle;
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
            us_id_map_set(&extractor->born, event[i].entity, extractor->next_ordinal);
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
