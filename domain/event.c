#include "domain/event.h"

#include <string.h>

#include "base/str.h"

void us_events_reserve(us_events *events, int capacity)
{
    if (capacity <= events->capacity)
        return;
    events->event = us_mem_realloc(events->event, (size_t)capacity * sizeof(*events->event));
    events->capacity = capacity;
}

void us_events_add(us_events *events, const us_event *event)
{
    if (events->count == events->capacity) {
        us_event copy = *event; /* the event may lie in the list, which moves */
        us_events_reserve(events, events->capacity ? events->capacity * 2 : 64);
        events->event[events->count++] = copy;
        return;
    }
    events->event[events->count++] = *event;
}

void us_events_reset(us_events *events)
{
    events->count = 0;
}

void us_events_clear(us_events *events)
{
    us_mem_free(events->event);
    *events = (us_events){0};
}

static const char *const names[US_EVENT_KINDS] = {
    [US_EVENT_CREATED] = "created",   [US_EVENT_FINISHED] = "finished",
    [US_EVENT_GONE] = "gone",         [US_EVENT_CONVERTED] = "converted",
    [US_EVENT_STATUS] = "status",     [US_EVENT_ATTACKED] = "attacked",
    [US_EVENT_ACCEPTED] = "accepted", [US_EVENT_DONE] = "done",
    [US_EVENT_FAILED] = "failed",     [US_EVENT_LEARNED] = "learned",
    [US_EVENT_GAINED] = "gained",     [US_EVENT_TERRAIN] = "terrain",
    [US_EVENT_DEFEATED] = "defeated", [US_EVENT_OVER] = "over",
    [US_EVENT_NOISE] = "noise",       [US_EVENT_SEEN] = "seen",
    [US_EVENT_LOST] = "lost",         [US_EVENT_SHOT] = "shot",
    [US_EVENT_EMPTY] = "empty",       [US_EVENT_BODY] = "body",
    [US_EVENT_BUMPED] = "bumped",
};

const char *us_event_name(us_event_kind kind)
{
    return (int)kind < US_EVENT_KINDS ? names[kind] : "?";
}

int us_event_kind_from_name(const char *name)
{
    return US_ROW_FIND(names, US_EVENT_KINDS, name);
}

/* Walks the entities of two worlds side by side in id order. Each call goes to the next id of
 * either world. */
typedef struct us_pair {
    const us_world *before, *after;
    int i, k;
    const us_entity *was, *is; /* NULL: not in that world */
} us_pair;

static bool next_pair(us_pair *pair)
{
    const us_entity *was = pair->i < pair->before->count ? &pair->before->entity[pair->i] : NULL;
    const us_entity *is = pair->k < pair->after->count ? &pair->after->entity[pair->k] : NULL;
    if (was && is && was->id != is->id) {
        if (was->id < is->id)
            is = NULL;
        else
            was = NULL;
    }
    pair->was = was;
    pair->is = is;
    pair->i += was != NULL;
    pair->k += is != NULL;
    return was || is;
}

static bool differs(us_event_kind kind, const us_pair *pair, us_event *event)
{
    const us_entity *was = pair->was;
    const us_entity *is = pair->is;
    switch (kind) {
    case US_EVENT_CREATED:
        return !was;
    case US_EVENT_FINISHED:
        return was && is && (was->flags & US_ENTITY_UNFINISHED) &&
               !(is->flags & US_ENTITY_UNFINISHED);
    case US_EVENT_GONE:
        event->value = US_GONE_KILLED;
        return !is;
    case US_EVENT_CONVERTED:
        event->value = was ? was->type : US_NO_TYPE;
        return was && is && was->type != is->type;
    case US_EVENT_STATUS:
        event->value = is ? is->status : 0;
        event->extra = was ? was->status : 0;
        return was && is && was->status != is->status;
    default:
        return false;
    }
}

static void diff_entities(const us_world *before, const us_world *after, us_events *events)
{
    for (int kind = US_EVENT_CREATED; kind <= US_EVENT_STATUS; kind++) {
        us_pair pair = {.before = before, .after = after};
        while (next_pair(&pair)) {
            const us_entity *one = pair.is ? pair.is : pair.was;
            us_event event = {
                .cycle = after->now,
                .kind = (uint8_t)kind,
                .seat = one->owner,
                .type = one->type,
                .entity = one->id,
                .x = one->x,
                .y = one->y,
            };
            if (differs((us_event_kind)kind, &pair, &event))
                us_events_add(events, &event);
        }
    }
}

static void diff_seats(const us_world *before, const us_world *after, us_event_kind kind,
                       us_events *events)
{
    const us_domain *domain = after->domain;
    for (int seat = 0; seat < after->seats; seat++) {
        us_event event = {
            .cycle = after->now,
            .kind = (uint8_t)kind,
            .seat = (us_seat)seat,
            .type = US_NO_TYPE,
        };
        if (kind == US_EVENT_DEFEATED) {
            if (before->alive[seat] && !after->alive[seat])
                us_events_add(events, &event);
            continue;
        }
        for (int type = 0; type < domain->type_count; type++) {
            int tally = domain->type[type].tally;
            event.type = (us_type)type;
            if (tally >= 0 && !us_world_tally(before, event.seat, tally) &&
                us_world_tally(after, event.seat, tally))
                us_events_add(events, &event);
        }
    }
}

static void diff_terrain(const us_world *before, const us_world *after, us_events *events)
{
    const uint8_t *was = before->plane[US_PLANE_TERRAIN];
    const uint8_t *is = after->plane[US_PLANE_TERRAIN];
    if (!was || !is || memcmp(was, is, (size_t)after->width * (size_t)after->height) == 0)
        return;
    for (int cell = 0; cell < after->width * after->height; cell++) {
        if (was[cell] == is[cell])
            continue;
        us_event event = {
            .cycle = after->now,
            .kind = US_EVENT_TERRAIN,
            .seat = US_NEUTRAL,
            .type = US_NO_TYPE,
            .value = is[cell],
            .extra = was[cell],
            .x = (int16_t)(cell % after->width),
            .y = (int16_t)(cell / after->width),
        };
        us_events_add(events, &event);
    }
}

void us_world_diff(const us_world *before, const us_world *after, us_events *events)
{
    us_assert(before->width == after->width && before->height == after->height);
    us_assert(before->seats == after->seats && before->domain == after->domain);
    diff_entities(before, after, events);
    diff_seats(before, after, US_EVENT_LEARNED, events);
    diff_terrain(before, after, events);
    diff_seats(before, after, US_EVENT_DEFEATED, events);
}
