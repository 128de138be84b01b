/* Checks, lists and lines of orders: understudy/world.h declares orders. */
#ifndef US_DOMAIN_ORDER_H
#define US_DOMAIN_ORDER_H

#include "base/lines.h"
#include "domain/world.h"
#include "understudy/world.h"

#define US_CELL(x, y)   ((int32_t)(((uint32_t)(uint16_t)(y) << 16) | (uint16_t)(x)))
#define US_CELL_X(cell) ((int16_t)((uint32_t)(cell)&0xffffu))
#define US_CELL_Y(cell) ((int16_t)((uint32_t)(cell) >> 16))

/* Checks the conditions that every game sets first. Seat and action exist. There are units, and
 * just one unless the action takes a group. A queued order's action allows queues. If one of these
 * fails: BAD_ARGUMENT. If the seat is out of the game: OVER. */
us_reason us_order_check_shape(const us_world *world, const us_order *order);
/* Checks the arguments of an order that passed us_order_check_shape. Cells lie on the map; types
 * are concrete; resources and seats exist. Otherwise: BAD_ARGUMENT. Entities and numbers are left
 * to the rules of the game. */
us_reason us_order_check_args(const us_world *world, const us_order *order);
int us_reason_from_name(const char *name); /* -1: unknown */
/* Appends a copy of the order with all members; its units are copied, too. */
us_order *us_orders_add_copy(us_orders *orders, const us_order *order);
/* Makes room for `units` more units, and for `count` orders in all. */
void us_orders_reserve(us_orders *orders, int count, int units);

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
