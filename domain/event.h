/* Events: one stream of all that happened, for recorder, monitors, plan and studio.
 *
 * Embedded games emit events. For external games, us_world_diff derives the events that two worlds
 * can show. Within a cycle, events keep the order in which they happened. Changes of status are net
 * over a cycle and come at its end, in id order.
 *
 * An entity ends an order once: DONE or FAILED, never both, and never after its GONE. An order that
 * continues (harvest, patrol) is DONE as soon as it is under way. If it stops later, because the
 * mine is empty or the way is closed, the entity's action and status show that. */
#ifndef US_DOMAIN_EVENT_H
#define US_DOMAIN_EVENT_H

#include "domain/world.h"

typedef enum us_event_kind {
    US_EVENT_CREATED,  /* entity; type, owner in seat, place; other: its maker, or 0 */
    US_EVENT_FINISHED, /* entity under construction is complete */
    US_EVENT_GONE,     /* entity; type, seat, place; other: its killer, or 0; value: us_gone_kind */
    US_EVENT_CONVERTED, /* entity became type; value: the type it was */
    US_EVENT_STATUS,    /* entity's status is value; it was extra before */
    US_EVENT_ATTACKED,  /* entity of seat lost value hit points to other */
    US_EVENT_ACCEPTED,  /* entity took order value, action extra, to do now or later */
    US_EVENT_DONE, /* entity did order value, action extra; if the action continues: it is under way
                    */
    US_EVENT_FAILED,   /* entity gave up order value, action extra; type: us_reason */
    US_EVENT_LEARNED,  /* seat knows upgrade type; entity: its place */
    US_EVENT_GAINED,   /* seat got value of resource extra; entity: its deliverer */
    US_EVENT_TERRAIN,  /* the cell's terrain is value; it was extra before */
    US_EVENT_DEFEATED, /* seat is out of the game */
    US_EVENT_OVER,     /* the game ended; value: us_outcome_kind, seat: winner */
    /* Perceptions of an entity. x, y: the perceived place, or where it was last seen. */
    US_EVENT_NOISE,  /* entity hears; other: its source, or 0; value: loudness, in cells */
    US_EVENT_SEEN,   /* entity sees other now, and did not before */
    US_EVENT_LOST,   /* entity sees other no longer, or will never again */
    US_EVENT_SHOT,   /* other shoots at entity; value: 1 for a hit, else 0 */
    US_EVENT_EMPTY,  /* entity has no ammunition left */
    US_EVENT_BODY,   /* entity finds the body other */
    US_EVENT_BUMPED, /* other is in entity's way */
    US_EVENT_KINDS,
} us_event_kind;

typedef enum us_gone_kind {
    US_GONE_KILLED,
    US_GONE_CANCELLED,
    US_GONE_SPENT,
    US_GONE_DISMISSED
} us_gone_kind;

typedef struct us_event {
    us_cycle cycle;
    uint8_t kind;
    us_seat seat;
    us_type type;
    us_id entity, other;
    int32_t value, extra;
    int16_t x, y;
} us_event;

/* A growing list of events. Zero-initialized is empty. */
typedef struct us_events {
    us_event *event;
    int count, capacity;
} us_events;

void us_events_reserve(us_events *events, int capacity); /* room for `capacity` events in all */
void us_events_add(us_events *events, const us_event *event);
void us_events_reset(us_events *events); /* empties, keeps the memory */
void us_events_clear(us_events *events); /* frees */

#define US_EVENT_BIT(kind) (1u << (kind))
const char *us_event_name(us_event_kind kind);
int us_event_kind_from_name(const char *name); /* -1: unknown */

/* Appends the events that the difference shows: CREATED, FINISHED, GONE, CONVERTED, STATUS,
 * LEARNED, TERRAIN, DEFEATED. They are in this order of kinds, then by id, by seat and type, or by
 * cell. Makers, killers and the entity that learned are 0. Missing entities count as killed. The
 * worlds must have the same domain, size and number of seats. */
void us_world_diff(const us_world *before, const us_world *after, us_events *events);

#endif
