/* Worlds, events and orders: what a game publishes, and what a seat asks of it. Plain data, the
 * same for people, players, traces and other programs.
 *
 * A world is borrowed and const for one cycle: the next order, step or call for another seat may
 * change it. */
#ifndef UNDERSTUDY_WORLD_H
#define UNDERSTUDY_WORLD_H

#include "understudy/domain.h"

/* ---- worlds */

enum {
    US_ENTITY_INSIDE = 1,     /* not on the map now: in a mine, a depot or a site */
    US_ENTITY_UNFINISHED = 2, /* under construction */
};

/* An entity. Plain data. */
typedef struct us_entity {
    us_id id;
    us_type type;
    us_seat owner; /* or US_NEUTRAL */
    uint8_t status;
    int16_t x, y;    /* lowest cell; its type has the size */
    us_id target;    /* entity on which it acts, or 0 */
    us_type product; /* type that it makes now, or US_NO_TYPE */
    uint8_t flags;
    int8_t action;  /* action that it carries out, or -1 */
    us_cycle until; /* end of its timed work, or 0 */
    int32_t attribute[US_ATTRIBUTES_MAX];
} us_entity;

typedef enum us_plane {
    US_PLANE_TERRAIN,  /* index of a terrain */
    US_PLANE_AMOUNT,   /* amount left of the resource, or hit points left of the wall */
    US_PLANE_TAKEN,    /* bits US_TAKEN_*: occupants, as far as the seat knows */
    US_PLANE_SEEN,     /* bit per seat: in sight now */
    US_PLANE_EXPLORED, /* bit per seat: seen at some time */
    US_PLANES,
} us_plane;

enum {
    US_TAKEN_BUILDING = 1, /* a building, a site or a resource */
    US_TAKEN_UNIT = 2,
};

typedef struct us_world {
    const us_domain *domain;
    us_cycle now;
    int width, height;
    const us_entity *entity; /* in id order */
    int count;
    /* width * height, row by row; NULL if a stored world lacks the plane */
    const uint8_t *plane[US_PLANES];
    int seats;
    const int32_t *tally;     /* see us_world_tally */
    const int8_t *faction;    /* by seat: index, or -1 */
    const uint8_t *alive;     /* by seat: still in the game */
    const uint32_t *revision; /* for caches of this library; or NULL */
    /* Numbers of finished entities, by (owner + 1) * number of types + concrete type; or NULL. */
    const uint16_t *census;
} us_world;

/* The world as one seat knows it, with the seat, the character that asks, and the event that it
 * reacts to. */
typedef struct us_view {
    const us_world *world;
    us_seat self;
    us_id actor;                  /* asking character; 0: the seat itself */
    const struct us_event *event; /* event, or NULL */
} us_view;

/* Returns a number of the seat: an amount of a resource, a counter, or the level of an upgrade.
 * index: from us_domain_find_tally. */
US_API int32_t us_world_tally(const us_world *world, us_seat seat, int index);

US_API const us_entity *us_world_find(const us_world *world, us_id id); /* may be NULL */
/* Returns the first entity by id that stands on the cell, or NULL. Searches all entities. */
US_API const us_entity *us_world_at(const us_world *world, int x, int y);
/* Returns the number of finished entities of an owner that are of the type or of a descendant. Uses
 * the census if there is one, and otherwise searches all entities. */
US_API int us_world_count(const us_world *world, us_seat owner, us_type type);
/* A rectangle of cells. */
typedef struct us_box {
    int x, y, width, height;
} us_box;
US_API us_box us_entity_box(const us_domain *domain, const us_entity *entity);
/* Returns the distance between the edges in king's moves: 1 if they touch, 0 if they overlap. */
US_API int us_box_distance(us_box a, us_box b);
US_API int us_entity_distance(const us_domain *domain, const us_entity *a, const us_entity *b);
US_API int us_entity_cell_distance(const us_domain *domain, const us_entity *a, int x, int y);
/* Returns whether the seat knows the upgrade or one below it, or owns such an entity, finished. */
US_API bool us_world_has_type(const us_world *world, us_seat seat, us_type type);
/* Returns whether the seat owns (finished) or knows all types of one alternative of the type's
 * requirement. A descendant counts as its ancestor. True if the type requires nothing. */
US_API bool us_world_has_requirement(const us_world *world, us_seat seat, us_type type);
/* Returns whether the seat has the resources that the type costs. */
US_API bool us_world_can_afford(const us_world *world, us_seat seat, us_type type);
/* Returns whether the tallies "food_used" and "food_supply" leave food for one more of the type.
 * True if the type eats nothing, or the domain lacks these tallies. */
US_API bool us_world_can_feed(const us_world *world, us_seat seat, us_type type);
/* Returns whether a building of the type may stand there: terrain, occupants, and distance to types
 * that it keeps apart from. Units are no obstacle. */
US_API bool us_world_can_place(const us_world *world, us_type type, int x, int y);
/* Returns whether a path leads between two boxes, over terrain that the movement may pass and
 * between buildings. The path begins and ends at open cells of the boxes, or at cells that touch a
 * box without open cells. Units are no obstacle. A step across a corner needs one open side.
 * Allocates nothing; takes as long as reading the map a few times. */
US_API bool us_world_has_path(const us_world *world, int movement, us_box from, us_box to);
/* Hashes all published values except census and revisions, which are derived or serve caches
 * only. */
US_API us_hash us_world_hash(const us_world *world);

/* ---- events: one stream of all that happened
 *
 * Within a cycle, events keep the order in which they happened. Changes of status are net over a
 * cycle and come at its end, in id order.
 *
 * An entity ends an order once: DONE or FAILED, never both, and never after its GONE. An order that
 * continues (harvest, patrol) is DONE as soon as it is under way. If it stops later, because the
 * mine is empty or the way is closed, the entity's action and status show that. */

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
US_API void us_events_reset(us_events *events); /* empties, keeps the memory */
US_API void us_events_clear(us_events *events); /* frees */
US_API const char *us_event_name(us_event_kind kind);
US_API int us_event_kind_from_name(const char *name); /* -1: unknown */

/* Appends the events that the difference shows: CREATED, FINISHED, GONE, CONVERTED, STATUS,
 * LEARNED, TERRAIN, DEFEATED. They are in this order of kinds, then by id, by seat and type, or by
 * cell. Makers, killers and the entity that learned are 0. Missing entities count as killed. The
 * worlds must have the same domain, size and number of seats. */
US_API void us_world_diff(const us_world *before, const us_world *after, us_events *events);

/* ---- orders: commands of a seat to its units */

enum { US_ORDER_UNITS_MAX = 2048 };

typedef struct us_order {
    uint32_t id; /* given by the match, from 1, in the order of arrival; 0 before */
    us_seat seat;
    int8_t action;
    bool queued; /* begins after the present and queued orders of its units; otherwise those end.
                    Only for actions that declare "queues" */
    int unit_count;
    const us_id *unit;          /* acting units; borrowed */
    int32_t arg[US_PARAMS_MAX]; /* by parameter of the action; a cell: see us_cell_from_xy */
    uint32_t goal;              /* label: goal instance of the giver, or 0 */
    uint32_t step;              /* step of the giver's plan, or 0 */
} us_order;

/* Returns a cell as orders and goals hold it: x in the low 16 bits, y in the high ones. -1: beyond
 * any map. */
US_API int32_t us_cell_from_xy(int64_t x, int64_t y);

/* The reason why a game rejected an order, or why a unit gave it up. */
typedef enum us_reason {
    US_REASON_NONE,
    US_REASON_NO_UNIT, /* unit does not exist, or is gone */
    US_REASON_NOT_YOURS,
    US_REASON_CANNOT,       /* its type does not do this */
    US_REASON_UNFINISHED,   /* under construction */
    US_REASON_BUSY,         /* unit can't be interrupted, or its queue is full */
    US_REASON_BAD_ARGUMENT, /* out of range, wrong kind */
    US_REASON_BAD_TARGET,
    US_REASON_BAD_PLACE, /* cannot be built or reached there */
    US_REASON_NO_RESOURCES,
    US_REASON_NO_FOOD,
    US_REASON_REQUIRES,    /* something must be owned or known first */
    US_REASON_KNOWN,       /* known or being learned already */
    US_REASON_NOTHING,     /* nothing to cancel, return, repair */
    US_REASON_NO_WAY,      /* no path */
    US_REASON_EXHAUSTED,   /* the resource is used up and no other is near */
    US_REASON_INTERRUPTED, /* replaced by another order */
    US_REASON_DEAD,        /* unit died */
    US_REASON_OVER,        /* the game is over, or the seat is out */
    US_REASONS,
} us_reason;

US_API const char *us_reason_name(us_reason reason);

/* A list of orders that owns their units. Zero-initialized is empty. */
typedef struct us_orders {
    us_order *order;
    int count, capacity;
    us_id *pool;
    int pool_count, pool_capacity;
} us_orders;

/* Appends an order with a copy of the units. Its args are zero and may be filled until the next
 * call. Pointers into the list are valid until the next addition. */
US_API us_order *us_orders_add(us_orders *orders, us_seat seat, int action, const us_id *unit,
                               int count);
US_API void us_orders_reset(us_orders *orders);
US_API void us_orders_clear(us_orders *orders);

#endif
