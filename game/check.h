/* What games that take an order unit by unit ask alike: of whom it is good, and why it is not. */
#ifndef US_GAME_CHECK_H
#define US_GAME_CHECK_H

#include "game/game.h"

/* The game's own part, of a unit of the seat whose type does the action, and sound arguments. */
typedef us_reason us_why_not(const us_scenario *scenario, const us_view *view,
                             const us_order *order, const us_entity *unit);

us_reason us_check_unit(const us_scenario *scenario, const us_view *view, const us_order *order,
                        us_id id, us_why_not *why_not);
/* Of all its units: NONE where it is good for one of them, else the first one's reason. */
us_reason us_check_order(const us_scenario *scenario, const us_view *view, const us_order *order,
                         us_why_not *why_not);
/* The unit at that place stands before it in the order's list, too. */
bool us_named_before(const us_order *order, int at);

#endif
