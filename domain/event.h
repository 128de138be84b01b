/* What happened: one stream for recorder, monitors, plan and studio.
 *
 * Embedded games emit events; for external ones us_world_diff derives those that two worlds
 * can show. Within a cycle events keep the order in which they happened; status changes are
 * net over a cycle and come at its end, in id order.
 *
 * An entity ends an order once: DONE or FAILED, never both, and never after it is GONE. An order
 * that goes on (harvest, patrol) is DONE as soon as it is under way; that it stops later, because
 * the mine is empty or the way is closed, shows in the entity's action and status. */
#ifndef US_DOMAIN_EVENT_H
#define US_DOMAIN_EVENT_H

#include "domain/world.h"

typedef enum us_event_kind {
    US_EVENT_CREATED,   /* entity; type, owner in seat, place; other: its maker, or 0 */
    US_EVENT_FINISHED,  /* entity under construction is complete */
    US_EVENT_GONE,      /* entity; type, seat, place; other: its killer, or 0; value: us_gone */
    US_EVENT_CONVERTED, /* entity became type; value: the type it was */
    US_EVENT_STATUS,    /* entity's status is value; before it was extra */
    US_EVENT_ATTACKED,  /* entity of seat lost value hit points to other */
    US_EVENT_ACCEPTED,  /* order value, action extra, was taken by entity: to do now or later */
    US_EVENT_DONE,      /* entity did order value, action extra; one that goes on is under way */
    US_EVENT_FAILED,    /* entity gave up order value, action extra; type: us_reason */
    US_EVENT_LEARNED,   /* seat knows upgrade type; entity: where */
    US_EVENT_GAINED,    /* seat got value of resource extra; entity: who delivered */
    US_EVENT_TERRAIN,   /* the cell's terrain is value; before it was extra */
    US_EVENT_DEFEATED,  /* seat is out */
    US_EVENT_OVER,      /* the game ended; value: us_outcome_kind, seat: winner */
    /* What an entity perceives. x, y: where that is, or was when it was last seen. */
    US_EVENT_NOISE,  /* entity hears; other: who made it, or 0; value: how loud, in cells */
    US_EVENT_SEEN,   /* entity sees other, and did not before */
    US_EVENT_LOST,   /* entity sees other no longer, or never again */
    US_EVENT_SHOT,   /* entity is shot at by other; value: 1 where it is hit, else 0 */
    US_EVENT_EMPTY,  /* entity has no ammunition left */
    US_EVENT_BODY,   /* entity finds the body other */
    US_EVENT_BUMPED, /* other is in entity's way */
    US_EVENT_KINDS,
} us_event_kind;

typedef enum us_gone {
    US_GONE_KILLED,
    US_GONE_CANCELLED,
    US_GONE_SPENT,
    US_GONE_DISMISSED
} us_gone;

typedef struct us_event {
    us_cycle cycle;
    uint8_t kind;
    us_seat seat;
    us_type type;
    us_id entity, other;
    int32_t value, extra;
    int16_t x, y;
} us_event;

/* A growing list. Zero-initialized is empty. */
typedef struct us_events {
    us_event *event;
    int count, capacity;
} us_events;

void us_events_reserve(us_events *events, int capacity); /* room for so many in all */
void us_events_add(us_events *events, const us_event *event);
void us_events_reset(us_events *events); /* empties, keeps the memory */
void us_events_clear(us_events *events); /* frees */

#define US_EVENT_BIT(kind) (1u << (kind))
const char *us_event_name(us_event_kind kind);
int us_event_kind_of(const char *name); /* -1: none */

/* Append what the difference shows: CREATED, FINISHED, GONE, CONVERTED, STATUS, LEARNED,
 * TERRAIN, DEFEATED, in this order of kinds, then by id, seat and type, or cell. Makers, killers
 * and the entity that learned are 0; what went counts as killed. The worlds must be of one
 * domain, size and number of seats. */
void us_world_diff(const us_world *before, const us_world *after, us_events *events);

#endif
