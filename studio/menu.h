/* Menus: the actions that a person can order for the selected units. The code is independent of the
 * game: it uses the domain's declarations and the game's answers (us_scenario_check). */
#ifndef US_STUDIO_MENU_H
#define US_STUDIO_MENU_H

#include "base/json.h"
#include "game/game.h"

/* Writes the members "units" and "entries" into the open object. Units: the selected ones that live
 * and belong to the seat. Entries: all actions that any of them can do, in the domain's order, with
 * their costs and the reason why one is not available now. */
void us_menu_write(const us_scenario *scenario, const us_view *view, const us_id *unit, int units,
                   us_json_writer *writer);

/* The place at which a person points. */
typedef struct us_point {
    int x, y;
    us_id entity; /* 0: the ground */
} us_point;

/* Finds the order that a plain click means, by the effects of actions: harm an enemy, gather a
 * resource, heal or follow an own unit, else move there. Returns false if no action is possible,
 * with the reason. The seat's units move to the front of `unit`, which `out` borrows. If the action
 * takes one unit, `out` has only the first unit that can do it. */
bool us_menu_find_order(const us_scenario *scenario, const us_view *view, us_point point,
                        us_id *unit, int units, us_order *out, us_reason *reason);

#endif
