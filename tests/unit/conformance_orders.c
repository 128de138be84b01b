#include "tests/unit/conformance.h"

#include "domain/action.h"
#include "tests/unit/test.h"
#include <stdlib.h>

/* An order that an entity ended. */
typedef struct ending {
    int32_t order;
    us_id entity;
    us_cycle cycle;
} ending;

static int compare_endings(const void *left, const void *right)
{
    const ending *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    if (a->entity != b->entity)
        return a->entity < b->entity ? -1 : 1;
    return (a->cycle > b->cycle) - (a->cycle < b->cycle);
}

static us_id newest(const us_events *events)
{
    us_id most = 0;
    for (int i = 0; i < events->count; i++)
        most = events->event[i].entity > most ? events->event[i].entity : most;
    return most;
}

void us_conform_endings(const us_playthrough *course)
{
    const us_events *events = &course->events;
    US_AUTOFREE ending *all = US_NEW_ARRAY(ending, events->count + 1);
    US_AUTOFREE bool *gone = US_NEW_ARRAY(bool, newest(events) + 1);
    int count = 0;
    for (int i = 0; i < events->count; i++) {
        const us_event *event = &events->event[i];
        if (event->kind == US_EVENT_GONE)
            gone[event->entity] = true;
        if (event->kind != US_EVENT_DONE && event->kind != US_EVENT_FAILED)
            continue;
        all[count++] = (ending){event->value, event->entity, event->cycle};
        if (gone[event->entity])
            FAIL("cycle %d: entity %u is gone and ends order %d", (int)event->cycle,
                 (unsigned)event->entity, (int)event->value);
    }
    qsort(all, (size_t)count, sizeof(*all), compare_endings);
    for (int i = 1; i < count; i++) {
        if (all[i].order == all[i - 1].order && all[i].entity == all[i - 1].entity)
            FAIL("cycle %d: entity %u ends order %d again", (int)all[i].cycle,
                 (unsigned)all[i].entity, (int)all[i].order);
    }
}

/* ---- how it succeeded */

/* The last that it made; 0: nothing. */
static us_id product_of(const us_events *events, us_id maker)
{
    for (int i = events->count - 1; i >= 0; i--)
        if (events->event[i].kind == US_EVENT_CREATED && events->event[i].other == maker)
            return events->event[i].entity;
    return 0;
}

void us_conform_done(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    US_AUTO(us_events_clear) us_events events = {0};
    int next = 0, done = 0;
    for (us_cycle now = 0; now < course->cycles; now++) {
        for (; next < course->orders.count && course->at[next] == now; next++)
            us_game_act(game, &course->orders.order[next]);
        int from = events.count;
        us_game_step(game, now + 1, NULL, &events);
        for (int i = from; i < events.count; i++) {
            const us_event *event = &events.event[i];
            if (event->kind != US_EVENT_DONE)
                continue;
            const us_order *order = &course->orders.order[event->value - 1];
            us_view view = {us_game_world(game, US_NEUTRAL), order->seat};
            done++;
            if (!us_action_is_done(&view, order, event->entity, product_of(&events, event->entity)))
                FAIL("cycle %d: entity %u has done order %u, %s, and the domain says that it has "
                     "not",
                     (int)event->cycle, (unsigned)event->entity, (unsigned)order->id,
                     course->scenario->domain->action[order->action].name);
        }
    }
    CHECK(done > 0);
}
