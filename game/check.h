/* Order checks for games that accept an order unit by unit. */
#ifndef US_GAME_CHECK_H
#define US_GAME_CHECK_H

#include "game/game.h"

/* The game's own check of one unit. Before it is called, the unit's owner and type and the order's
 * arguments were found valid. */
typedef us_reason us_unit_check(const us_scenario *scenario, const us_view *view,
                                const us_order *order, const us_entity *unit);

us_reason us_order_check_unit(const us_scenario *scenario, const us_view *view,
                              const us_order *order, us_id id, us_unit_check *why_not);
/* Checks all units of the order. Returns NONE if one unit may carry out the order, else the first
 * unit's reason. */
us_reason us_order_check_units(const us_scenario *scenario, const us_view *view,
                               const us_order *order, us_unit_check *why_not);
/* Returns true if the order's list names the unit at index `at` before that index, too. */
bool us_order_is_duplicate(const us_order *order, int at);

#endif
