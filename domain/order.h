/* Orders: what a seat tells its units to do. Plain data, the same for people, players, traces
 * and other programs. */
#ifndef US_DOMAIN_ORDER_H
#define US_DOMAIN_ORDER_H

#include "base/lines.h"
#include "domain/world.h"

enum { US_ORDER_UNITS_MAX = 2048 };

typedef struct us_order {
    uint32_t id; /* numbered by the match from 1, in the order given; 0 before */
    us_seat seat;
    int8_t action;
    bool queued; /* begins after what its units do and have queued; else all that ends. Only
                    actions that declare "queues" may have it */
    int unit_count;
    const us_id *unit;          /* the actors; borrowed */
    int32_t arg[US_PARAMS_MAX]; /* by the action's parameters; a cell is US_CELL(x, y) */
    uint32_t goal;              /* label: the giver's goal instance, or 0 */
    uint32_t step;              /* the step of the giver's plan (domain/note.h), or 0 */
} us_order;

#define US_CELL(x, y)   ((int32_t)(((uint32_t)(uint16_t)(y) << 16) | (uint16_t)(x)))
#define US_CELL_X(cell) ((int16_t)((uint32_t)(cell)&0xffffu))
#define US_CELL_Y(cell) ((int16_t)((uint32_t)(cell) >> 16))
static inline int32_t us_cell_of(int64_t x, int64_t y) /* -1: beyond any map */
{
    bool fits = x >= INT16_MIN && x <= INT16_MAX && y >= INT16_MIN && y <= INT16_MAX;
    return fits ? US_CELL(x, y) : -1;
}

/* Why an order was refused, or why a unit gave one up. */
typedef enum us_reason {
    US_REASON_NONE,
    US_REASON_NO_UNIT, /* no such unit, or it is gone */
    US_REASON_NOT_YOURS,
    US_REASON_CANNOT,       /* this type cannot do this */
    US_REASON_UNFINISHED,   /* under construction */
    US_REASON_BUSY,         /* cannot be interrupted, or its queue is full */
    US_REASON_BAD_ARGUMENT, /* out of range, wrong kind */
    US_REASON_BAD_TARGET,
    US_REASON_BAD_PLACE, /* cannot be built or reached there */
    US_REASON_NO_RESOURCES,
    US_REASON_NO_FOOD,
    US_REASON_REQUIRES,    /* something must be owned or known first */
    US_REASON_KNOWN,       /* is known or being learned already */
    US_REASON_NOTHING,     /* nothing to cancel, return, repair */
    US_REASON_NO_WAY,      /* no path */
    US_REASON_EXHAUSTED,   /* the resource ran out and no other is near */
    US_REASON_INTERRUPTED, /* another order took its place */
    US_REASON_DEAD,        /* the unit died */
    US_REASON_OVER,        /* the game or the seat is over */
    US_REASONS,
} us_reason;

/* What every game asks of an order first, whatever its rules: that seat and action exist, that
 * there are units, and one where the action takes one, that it may be queued (BAD_ARGUMENT), and
 * that the seat is still in the game (OVER). */
us_reason us_order_shape(const us_world *world, const us_order *order);
/* Of one in good shape: its cells lie on the map; its types, resources and seats exist, and an
 * entity may be of the type (BAD_ARGUMENT). What entities and numbers are good for only the rules
 * know. */
us_reason us_order_args(const us_world *world, const us_order *order);

const char *us_reason_name(us_reason reason);
int us_reason_of(const char *name); /* -1: none */

/* A list that owns its orders' units. Zero-initialized is empty. */
typedef struct us_orders {
    us_order *order;
    int count, capacity;
    us_id *pool;
    int pool_count, pool_capacity;
} us_orders;

/* Append; units are copied; the result's args are zero and may be filled until the next call.
 * Pointers into the list hold until the next add. */
us_order *us_orders_add(us_orders *orders, us_seat seat, int action, const us_id *unit, int count);
/* Append all that the order says, its id and label too; its units are copied. */
us_order *us_orders_copy(us_orders *orders, const us_order *order);
/* Room for so many more units and for so many orders in all. */
void us_orders_reserve(us_orders *orders, int count, int units);
void us_orders_reset(us_orders *orders);
void us_orders_clear(us_orders *orders);

/* The value as in a trace line: "order":"build","args":{"unit":150,"type":"farm","x":1,"y":2}.
 * A group action writes "units":[...]; a queued order has "queued":true last among its args.
 * Writes both members into the open object. */
void us_order_write(const us_domain *domain, const us_order *order, us_json_writer *writer);
/* How an order is read. One that is given keeps to what its action takes, and names each of its
 * units once, by an id from 1. One that was recorded says what somebody gave, refused or not: any
 * numbers, null for a name that was none, no units; of a later version arguments that are not known
 * are passed over. */
typedef enum us_order_source {
    US_ORDER_GIVEN,
    US_ORDER_RECORDED,
    US_ORDER_RECORDED_LATER,
} us_order_source;
/* Each reads the next value of a line: an action's name; the "args" of an order whose action is
 * known, with room for US_ORDER_UNITS_MAX units, which the order then borrows. A group action takes
 * "unit" as well. */
us_status us_order_read_action(us_line *line, const us_domain *domain, int8_t *out);
us_status us_order_read_args(us_line *line, const us_domain *domain, us_order_source source,
                             us_order *order, us_id *units);
/* An object of these two, in any order, that is given: it is appended. On failure orders is
 * unchanged. */
us_status us_order_read(us_line *line, const us_domain *domain, us_seat seat, us_orders *orders);

#endif
