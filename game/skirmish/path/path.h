/* Path finding and walking.
 *
 * Distances to a goal form a field over the map. A field grows backwards from the goal, only as far
 * as units need it. It is kept and shared, such as by a group, or by all workers of one mine. All
 * steps cost the same, so that a field is a breadth-first search. Fields consider terrain and
 * buildings (sk_game.pass), not units.
 *
 * A unit takes a route of some steps from the field. It looks again when the route is used up, when
 * the goal moves, or when something blocks the way. It pushes idle friends, swaps places with
 * friends that come the other way, and walks around others. If units that will not move block it
 * for long, it turns back: it follows a field of the same goal in which the cells of all standing
 * units are closed. That field is remade from time to time.
 *
 * The cells opened per cycle are limited; a unit that comes too late waits a cycle.
 *
 * A step goes to any of the eight neighbors. A diagonal step is blocked only if terrain or
 * buildings fill both of its corners. Walkers fill one cell. */
#ifndef US_GAME_SKIRMISH_PATH_PATH_H
#define US_GAME_SKIRMISH_PATH_PATH_H

#include "game/skirmish/state.h"

enum {
    SK_PATH_BOUND = 20000, /* value of core->path_left at the start of each cycle */
    SK_FAR = 0xffff,       /* distance of a cell that is not reached (yet) */
};

typedef enum sk_walk_result {
    SK_ARRIVED, /* in the goal's area; no time passed */
    SK_STEPPED, /* went one cell; its next turn is after *wait */
    SK_WAITING, /* blocked for now; tries again after *wait */
    SK_NO_WAY,  /* blocked by terrain and buildings, or by units for very long */
} sk_walk_result;

/* Makes one step of a unit towards a goal: moves the unit (sk_unit_move) and sets its `busy`. The
 * caller sets its wake to now + *wait. A unit that is still busy waits.
 *
 * May move other units of the same owner: it pushes an idle one away, swaps places with one that
 * comes the other way (whose wake it sets), and after a long time with a working one. Verbs must
 * therefore check their unit's place at each wake, and the stepper must skip a unit whose wake has
 * become later than now.
 *
 * A goal of one cell with range 0 is a place to be near. If other units have taken it for good,
 * ARRIVED means as near as possible. All other goals are exact. */
sk_walk_result sk_unit_walk(sk_game *g, sk_slot slot, const sk_goal *goal, us_cycle *wait);

/* Ends the walk: clears the unit's route and goal. */
void sk_unit_end_walk(sk_game *g, sk_slot slot);

/* Returns true if there is a way over terrain and buildings, ignoring units. Cheap, but it affects
 * the course of the game: call it only in orders and steps, which a replay repeats. */
bool sk_path_exists(sk_game *g, int movement, int from_x, int from_y, const sk_goal *goal);

/* Updates labels and fields. Call it after every change of `pass`. opened: cells became passable.
 */
void sk_path_update(sk_game *g, int x, int y, int w, int h, bool opened);

/* Size of the fields for a map in bytes, and their initialization (pass must be set). The fields
 * are plain data without pointers. A hash of the game may omit them: any difference shows in unit
 * positions. */
size_t sk_fields_size(int width, int height, int movements);
void sk_fields_init(sk_game *g);

bool sk_goal_is_reached(const sk_goal *goal, int x, int y);

#endif
