/* Path finding and walking.
 *
 * Distances to a goal are a field over the map, grown backwards from the goal only as far as
 * somebody needs it, kept and shared: a group has one, and so have all workers of one mine.
 * All steps cost the same, so a field is a breadth-first search. Fields look at terrain and
 * buildings (sk_game.pass), not at units. A unit takes some steps of a way with it and looks
 * again when they are used up, when its goal moves, or when something stands in its way: friends
 * that idle are pushed, friends that come the other way are passed, others are walked around.
 * Whoever is held up for long by those who will not go turns back: it follows a field of the same
 * goal in which the cells of all who stand are closed, made anew from time to time.
 * The cells opened in a cycle are bounded; whoever comes too late waits a cycle.
 *
 * A step goes to any of the eight neighbors; a diagonal one is barred only where terrain or
 * buildings fill both of its corners. Walkers fill one cell. */
#ifndef US_GAME_SKIRMISH_WAY_PATH_H
#define US_GAME_SKIRMISH_WAY_PATH_H

#include "game/skirmish/state.h"

enum {
    SK_PATH_BOUND = 20000, /* what the stepper puts into core->path_left in each cycle */
    SK_FAR = 0xffff,       /* distance of a cell not reached (yet) */
};

typedef enum sk_walk_result {
    SK_ARRIVED, /* stands where the goal asks; no time passed */
    SK_STEPPED, /* went one cell: acts again after *wait */
    SK_WAITING, /* blocked for the moment: tries again after *wait */
    SK_NO_WAY,  /* terrain and buildings leave no way, or others have stood in all for very long */
} sk_walk_result;

/* One step of a unit towards a goal. Moves the unit (sk_unit_move) and sets its `busy`; the
 * caller sets its wake to now + *wait. A unit that is still busy waits.
 *
 * May move others of the same owner: an idle one is pushed away, one that comes the other way
 * changes places (its wake is then set anew), a working one only after long. Whoever acts must
 * therefore look where it stands each time it wakes, and the stepper must pass over a unit whose
 * wake has become later than now.
 *
 * A goal of one cell and range 0 is a place to be near: where others have taken it for good,
 * ARRIVED means as near to it as they let one come. All other goals are meant exactly. */
sk_walk_result sk_walk(sk_game *g, sk_slot slot, const sk_goal *goal, us_cycle *wait);

/* It walks no more: forget what it remembered of its way. */
void sk_walk_end(sk_game *g, sk_slot slot);

/* Is there a way over terrain and buildings, units left out? Cheap, but part of the game's
 * course: call it from orders and steps only, which a replay repeats. */
bool sk_way_exists(sk_game *g, int movement, int from_x, int from_y, const sk_goal *goal);

/* Terrain or buildings changed: call after every change of pass. opened: cells became
 * passable. */
void sk_path_changed(sk_game *g, int x, int y, int w, int h, bool opened);

/* Bytes of the fields for a map, and their beginning (pass must be set). The contents are plain
 * data without pointers. They hold nothing that a hash of the game needs: whatever differs there
 * shows in where units stand. */
size_t sk_fields_size(int width, int height, int movements);
void sk_fields_init(sk_game *g);

bool sk_goal_reached(const sk_goal *goal, int x, int y);

#endif
