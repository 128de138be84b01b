/* Orders: commands of a seat to its units. Plain data, the same for people, players, traces and
 * other programs. */
#ifndef US_DOMAIN_ORDER_H
#define US_DOMAIN_ORDER_H

#include "base/lines.h"
#include "domain/world.h"

enum { US_ORDER_UNITS_MAX = 2048 };

typedef struct us_order {
    uint32_t id; /* given by the match, from 1, in the order of arrival; 0 before */
    us_seat seat;
    int8_t action;
    bool queued; /* begins after the present and queued orders of its units; otherwise those end.
                    Only for actions that declare "queues" */
    int unit_count;
    const us_id *unit;          /* acting units; borrowed */
    int32_t arg[US_PARAMS_MAX]; /* by parameter of the action; a cell is US_CELL(x, y) */
    uint32_t goal;              /* label: goal instance of the giver, or 0 */
    uint32_t step;              /* step of the giver's plan (domain/note.h), or 0 */
} us_order;

#define US_CELL(x, y)   ((int32_t)(((uint32_t)(uint16_t)(y) << 16) | (uint16_t)(x)))
#define US_CELL_X(cell) ((int16_t)((uint32_t)(cell)&0xffffu))
#define US_CELL_Y(cell) ((int16_t)((uint32_t)(cell) >> 16))
static inline int32_t us_cell_from_xy(int64_t x, int64_t y) /* -1: beyond any map */
{
    bool fits = x >= INT16_MIN && x <= INT16_MAX && y >= INT16_MIN && y <= INT16_MAX;
    return fits ? US_CELL(x, y) : -1;
}

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

/* Checks the conditions that every game sets first. Seat and action exist. There are units, and
 * just one unless the action takes a group. A queued order's action allows queues. If one of these
 * fails: BAD_ARGUMENT. If the seat is out of the game: OVER. */
us_reason us_order_check_shape(const us_world *world, const us_order *order);
/* Checks the arguments of an order that passed us_order_check_shape. Cells lie on the map; types
 * are concrete; resources and seats exist. Otherwise: BAD_ARGUMENT. Entities and numbers are left
 * to the rules of the game. */
us_reason us_order_check_args(const us_world *world, const us_order *order);

const char *us_reason_name(us_reason reason);
int us_reason_from_name(const char *name); /* -1: unknown */

/* A list of orders that owns their units. Zero-initialized is empty. */
typedef struct us_orders {
    us_order *order;
    int count, capacity;
    us_id *pool;
    int pool_count, pool_capacity;
} us_orders;

/* Appends an order with a copy of the units. Its args are zero and may be filled until the next
 * call. Pointers into the list are valid until the next addition. */
us_order *us_orders_add(us_orders *orders, us_seat seat, int action, const us_id *unit, int count);
/* Appends a copy of the order with all members; its units are copied, too. */
us_order *us_orders_add_copy(us_orders *orders, const us_order *order);
/* Makes room for `units` more units, and for `count` orders in all. */
void us_orders_reserve(us_orders *orders, int count, int units);
void us_orders_reset(us_orders *orders);
void us_orders_clear(us_orders *orders);

/* Writes both members of a trace line into the open object:
 *
 *     "order":"build","args":{"unit":150,"type":"farm","x":1,"y":2}
 *
 * A group action writes "units":[...]. A queued order has "queued":true as its last argument. */
void us_order_write(const us_domain *domain, const us_order *order, us_json_writer *writer);
/* The source of an order to read. A given order keeps to the arguments of its action and names each
 * unit once, by an id from 1. A recorded order, accepted or rejected, may have any numbers, null
 * for an unknown name, and no units. A recorded order of a later version may also have unknown
 * arguments, which are skipped. */
typedef enum us_order_source {
    US_ORDER_GIVEN,
    US_ORDER_RECORDED,
    US_ORDER_RECORDED_LATER,
} us_order_source;
/* Read the next value of a line: the name of an action; the "args" of an order whose action is
 * known. units has room for US_ORDER_UNITS_MAX units, and the order borrows it. A group action
 * accepts "unit", too. */
us_status us_order_read_action(us_line *line, const us_domain *domain, int8_t *out);
us_status us_order_read_args(us_line *line, const us_domain *domain, us_order_source source,
                             us_order *order, us_id *units);
/* Reads and appends a given order: an object of "order" and "args", in either sequence. On failure
 * orders is unchanged. */
us_status us_order_read(us_line *line, const us_domain *domain, us_seat seat, us_orders *orders);

#endif
