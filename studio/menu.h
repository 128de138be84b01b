/* What a person may tell the selected units to do. Nothing here knows a game: it goes by what the
 * domain declares and by what the game answers (us_scenario_check). */
#ifndef US_STUDIO_MENU_H
#define US_STUDIO_MENU_H

#include "base/json.h"
#include "game/game.h"

/* The members "units" and "entries" into the open object: those of the units that live and are the
 * seat's; what any of them can do, in the order of the domain's actions, with what it costs and why
 * it can't be had now. */
void us_menu_write(const us_scenario *scenario, const us_view *view, const us_id *unit, int units,
                   us_json_writer *writer);

/* Where a person points. */
typedef struct us_point {
    int x, y;
    us_id entity; /* 0: the ground */
} us_point;

/* The order that a plain click there means, by what actions bring about: an enemy is harmed, a
 * resource gathered, an own one mended or followed, else one goes there. False: nothing can be
 * done; *reason says why not. out borrows the units that are the seat's, which are moved to the
 * front; of an action that takes one unit, the first that does it. */
bool us_menu_context(const us_scenario *scenario, const us_view *view, us_point point, us_id *unit,
                     int units, us_order *out, us_reason *reason);

#endif
