#include "learn/scene.h"

#include <string.h>

#include "domain/action.h"

enum { PENDING_MAX = 128 }; /* orders of a type that nothing has come of yet */

static void look_at_frame(us_scenes *scenes, const us_view *view)
{
    if (!view || view->world->now == scenes->framed)
        return;
    scenes->frame = us_frame_of(view);
    us_describer_look(scenes->describer, view);
    scenes->framed = view->world->now;
}

/* ---- what was named */

static const us_description *describe(us_scenes *scenes, const us_view *view, us_box box)
{
    us_description *at = US_ARENA_ARRAY(scenes->arena, us_description, 1);
    us_describer_box(scenes->describer, &scenes->frame, view, box, at);
    return at;
}

static us_seen see_entity(us_scenes *scenes, us_id id, const us_view *view, bool whole)
{
    us_seen seen = {.id = id, .cell = -1, .type = US_NO_TYPE, .owner = US_SEAT_NONE};
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
    us_describe_place(&scenes->frame, box, &seen.along, &seen.across);
    if (whole)
        seen.at = describe(scenes, view, box);
    return seen;
}

static us_seen see_cell(us_scenes *scenes, int32_t cell, us_type type, const us_view *view)
{
    us_seen seen = {
        .cell = cell, .type = US_NO_TYPE, .owner = US_SEAT_NONE, .width = 1, .height = 1};
    if (type >= 0) {
        seen.width = scenes->lessons->log->domain->type[type].width;
        seen.height = scenes->lessons->log->domain->type[type].height;
    }
    seen.there = view != NULL;
    if (view) {
        us_box box = {US_CELL_X(cell), US_CELL_Y(cell), seen.width, seen.height};
        seen.at = describe(scenes, view, box);
        us_describe_place(&scenes->frame, box, &seen.along, &seen.across);
    }
    return seen;
}

static bool is_hostile(const us_view *view, const us_entity *e)
{
    return e->owner >= 0 && e->owner != view->self && !(e->flags & US_ENTITY_INSIDE);
}

/* That the goal names and that is near the cell; 0: none. */
static us_id named_near(const us_scenes *scenes, int ordinal, const us_view *view, int32_t cell)
{
    const us_lessons *lessons = scenes->lessons;
    const us_domain *domain = lessons->log->domain;
    int lesson = lessons->owner[ordinal];
    if (lesson < 0)
        return 0;
    const us_goal *goal = &lessons->lesson[lesson].instance->goal;
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

/* The oldest of equals. */
us_id us_scene_harmed(const us_scenes *scenes, int ordinal, const us_view *view, int32_t cell)
{
    us_id found = named_near(scenes, ordinal, view, cell);
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

/* The type of the building that the order puts on a cell, or US_NO_TYPE. */
static us_type made_type(const us_action_def *action, const us_order *order)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind == US_EFFECT_CREATE && action->effect[i].param >= 0)
            return (us_type)order->arg[action->effect[i].param];
    return US_NO_TYPE;
}

static bool is_type(const us_scenes *scenes, int64_t type)
{
    return type >= 0 && type < scenes->lessons->log->domain->type_count;
}

static void see_arguments(us_scenes *scenes, us_act *act, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    const us_action_def *action = &scenes->lessons->log->domain->action[order->action];
    us_type made = made_type(action, order);
    bool harms = view && us_action_harms(action);
    us_seen *arg = US_ARENA_ARRAY(scenes->arena, us_seen, action->param_count);
    us_seen *anchor = harms ? US_ARENA_ARRAY(scenes->arena, us_seen, action->param_count) : NULL;
    for (int i = 0; i < action->param_count; i++) {
        if (action->param[i].kind == US_VALUE_ENTITY) {
            arg[i] = see_entity(scenes, (us_id)order->arg[i], view, true);
        } else if (action->param[i].kind == US_VALUE_CELL) {
            arg[i] =
                see_cell(scenes, order->arg[i], is_type(scenes, made) ? made : US_NO_TYPE, view);
            us_id near = harms ? us_scene_harmed(scenes, ordinal, view, order->arg[i]) : 0;
            if (near)
                anchor[i] = see_entity(scenes, near, view, true);
        }
    }
    act->scene.arg = arg;
    act->scene.anchor = anchor;
}

/* ---- steps */

static bool is_known(const us_act *act, us_id id)
{
    for (int i = 0; i < act->scene.units; i++)
        if (act->unit[i].id == id)
            return true;
    return false;
}

/* order: how many units its order has. */
static void add_unit(us_scenes *scenes, us_act *act, us_seen seen, int order)
{
    if (act->scene.units == act->unit_capacity) {
        int more = act->unit_capacity > 0 ? act->unit_capacity : 1;
        int capacity = act->unit_capacity + (order > more ? order : more);
        us_seen *unit = US_ARENA_ARRAY(scenes->arena, us_seen, capacity);
        if (act->scene.units)
            memcpy(unit, act->unit, (size_t)act->scene.units * sizeof *unit);
        act->unit = unit;
        act->unit_capacity = capacity;
    }
    int at = act->scene.units++;
    for (; at > 0 && act->unit[at - 1].id > seen.id; at--)
        act->unit[at] = act->unit[at - 1];
    act->unit[at] = seen;
    act->scene.unit = act->unit;
}

/* Whole is told of the lowest id of the order: with it a group's window and what is near. */
void us_scene_join(us_scenes *scenes, us_act *act, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    const us_domain *domain = scenes->lessons->log->domain;
    const char *type_name = us_scenes_line(scenes, ordinal)->unit_type;
    us_id lowest = order->unit_count ? order->unit[0] : 0;
    look_at_frame(scenes, view);
    for (int i = 1; i < order->unit_count; i++)
        lowest = order->unit[i] < lowest ? order->unit[i] : lowest;
    for (int i = 0; i < order->unit_count; i++) {
        if (is_known(act, order->unit[i]))
            continue;
        us_seen seen = see_entity(scenes, order->unit[i], view, order->unit[i] == lowest);
        if (!seen.there && i == 0 && type_name && type_name[0])
            seen.type = us_domain_type(domain, type_name);
        seen.owner = order->seat;
        add_unit(scenes, act, seen, order->unit_count);
    }
}

void us_scene_begin(us_scenes *scenes, us_act *act, int ordinal, const us_view *view)
{
    look_at_frame(scenes, view);
    us_scene_join(scenes, act, ordinal, view);
    see_arguments(scenes, act, ordinal, view);
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

/* A cell of a goal means a box of what the goal is about, where that stays in its place. */
static us_type box_type(const us_domain *domain, us_type type)
{
    bool stays = type >= 0 && domain->type[type].kind == US_KIND_BUILDING;
    return stays && domain->type[type].width > 0 ? type : US_NO_TYPE;
}

void us_scene_goals(us_scenes *scenes, int ordinal, const us_view *view)
{
    const us_lessons *lessons = scenes->lessons;
    const us_domain *domain = lessons->log->domain;
    while (scenes->begun < lessons->count &&
           lessons->lesson[scenes->begins[scenes->begun]].from <= ordinal) {
        int lesson = scenes->begins[scenes->begun++];
        const us_goal *goal = &lessons->lesson[lesson].instance->goal;
        const us_goal_def *def = &domain->goal[goal->type];
        us_seen *seen = US_ARENA_ARRAY(scenes->arena, us_seen, US_GOAL_PARAMS_MAX);
        look_at_frame(scenes, view);
        for (int i = 0; i < def->param_count; i++) {
            if (!(goal->given >> i & 1))
                continue;
            if (def->param[i].kind == US_VALUE_ENTITY)
                seen[i] = see_entity(scenes, (us_id)goal->arg[i].number, view, true);
            else if (def->param[i].kind == US_VALUE_CELL)
                seen[i] = see_cell(scenes, (int32_t)goal->arg[i].number,
                                   box_type(domain, goal_type(domain, goal)), view);
        }
        scenes->course[lesson].goal = seen;
    }
}

/* ---- who made what */

/* Out of its list: something came of it, or nothing will. Returns its ordinal. */
static int settle_making(us_scenes *scenes, int *at)
{
    int found = *at;
    *at = scenes->making[found].next;
    scenes->making[found].next = scenes->free_making;
    scenes->free_making = found;
    return scenes->making[found].ordinal;
}

void us_scene_making(us_scenes *scenes, int ordinal, const us_view *view)
{
    const us_order *order = us_scenes_taken(scenes, ordinal);
    const us_domain *domain = scenes->lessons->log->domain;
    const us_action_def *action = &domain->action[order->action];
    us_type type = made_type(action, order);
    if (!is_type(scenes, type) || order->unit_count == 0)
        return;
    int at = scenes->free_making;
    if (at >= 0) {
        scenes->free_making = scenes->making[at].next;
    } else {
        at = scenes->makings++;
        scenes->making =
            us_grow(scenes->making, at, &scenes->making_capacity, sizeof *scenes->making);
    }
    us_making *m = &scenes->making[at];
    *m = (us_making){.ordinal = ordinal, .next = -1, .maker = order->unit[0], .cell = -1};
    for (int i = 0; i < action->param_count; i++)
        if (action->param[i].kind == US_VALUE_CELL)
            m->cell = order->arg[i];
    const us_entity *maker = view ? us_world_find(view->world, m->maker) : NULL;
    m->placed = maker != NULL;
    if (maker)
        m->box = us_entity_box(domain, maker);
    int *end = &scenes->pending[type], waiting = 0;
    for (; *end >= 0; waiting++)
        end = &scenes->making[*end].next;
    *end = at;
    if (waiting == PENDING_MAX) /* nothing will come of the oldest */
        settle_making(scenes, &scenes->pending[type]);
}

/* Where the order stands among those of its type; NULL: it doesn't. */
static int *find_making(us_scenes *scenes, us_type type, us_id maker, uint32_t order)
{
    for (int *at = &scenes->pending[type]; *at >= 0; at = &scenes->making[*at].next) {
        const us_making *m = &scenes->making[*at];
        if (m->maker == maker && us_scenes_taken(scenes, m->ordinal)->id == order)
            return at;
    }
    return NULL;
}

/* How well the order accounts for what came: the less the better; INT32_MAX: not at all. */
static int misfit(const us_making *m, const us_event *event, us_box born)
{
    if (m->cell != -1 && m->cell != US_CELL(event->x, event->y))
        return INT32_MAX;
    if (m->cell != -1) /* of an order to several, another one may have put it up */
        return event->other && m->maker != event->other;
    if (event->other)
        return m->maker == event->other ? 0 : INT32_MAX;
    return m->placed ? us_box_distance(m->box, born) : INT32_MAX;
}

static int *guess_making(us_scenes *scenes, const us_event *event)
{
    const us_type_def *def = &scenes->lessons->log->domain->type[event->type];
    us_box born = {event->x, event->y, def->width, def->height};
    int *best = NULL, least = INT32_MAX;
    for (int *at = &scenes->pending[event->type]; *at >= 0; at = &scenes->making[*at].next) {
        int here = misfit(&scenes->making[*at], event, born);
        best = here < least ? at : best;
        least = here < least ? here : least;
    }
    return best;
}

/* Of what appears beside its maker the order is done in the same cycle; the first of `count` events
 * is the appearance. */
static void created(us_scenes *scenes, const us_event *event, int count)
{
    int *found = NULL;
    for (int i = 1; i < count && event[i].cycle == event->cycle && !found; i++)
        if (event[i].kind == US_EVENT_DONE && event->other && event[i].entity == event->other)
            found = find_making(scenes, event->type, event->other, (uint32_t)event[i].value);
    if (!found)
        found = guess_making(scenes, event);
    if (found)
        us_id_map_set(&scenes->made, event->entity, settle_making(scenes, found));
}

/* The ordinal of the order of that number; -1: it is not the seat's. */
static int ordinal_of(const us_scenes *scenes, uint32_t order)
{
    int low = 0, high = scenes->lessons->orders;
    while (low < high) {
        int middle = (low + high) / 2;
        if (us_scenes_taken(scenes, middle)->id < order)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < scenes->lessons->orders && us_scenes_taken(scenes, low)->id == order;
    return found ? low : -1;
}

/* Nothing comes any more of an order that was given up. */
static void failed(us_scenes *scenes, const us_event *event)
{
    int ordinal = ordinal_of(scenes, (uint32_t)event->value);
    if (ordinal < 0)
        return;
    const us_order *order = us_scenes_taken(scenes, ordinal);
    us_type type = made_type(&scenes->lessons->log->domain->action[order->action], order);
    int *at = is_type(scenes, type) ? find_making(scenes, type, event->entity, order->id) : NULL;
    bool at_once = us_scenes_line(scenes, ordinal)->cycle == event->cycle;
    if (event->type == US_REASON_INTERRUPTED && order->unit_count == 1 && (at || at_once))
        scenes->vain[ordinal] = !scenes->lessons->literal;
    if (at)
        settle_making(scenes, at);
}

void us_scenes_events(us_scenes *scenes, const us_event *event, int count)
{
    for (int i = 0; i < count; i++) {
        bool begun = event[i].kind == US_EVENT_CREATED;
        if (begun && event[i].seat == scenes->lessons->seat && is_type(scenes, event[i].type))
            created(scenes, &event[i], count - i);
        else if (event[i].kind == US_EVENT_FAILED)
            failed(scenes, &event[i]);
        if (begun || event[i].kind == US_EVENT_FINISHED)
            us_id_map_set(&scenes->born, event[i].entity, scenes->told);
    }
}
