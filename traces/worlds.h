/* Worlds and events of a recorded game, at any cycle.
 *
 * A world comes from the states stored beside the trace, if that very cycle is among them. Else it
 * comes from playing the recorded orders again. If the game can't be played again (traces of other
 * programs' games), the last stored state before the cycle is used; the world's own cycle shows
 * that.
 *
 * Events come from playing the game again; else from the trace's lines; else from stored states:
 * their differences (us_world_diff) and inferred ends of orders (traces/endings.h). The latter have
 * the cycle before the state that shows them first. Most traces hold no events, because they would
 * be far larger: an order's line takes some 100 bytes, the events that follow from it thousands. */
#ifndef US_TRACES_WORLDS_H
#define US_TRACES_WORLDS_H

#include "traces/log.h"
#include "traces/states.h"

typedef struct us_worlds us_worlds;

/* Borrows the log until close. Fails if stored states do not belong to the trace. Missing states,
 * and states whose recording was killed before its header was whole, are no error. path: the
 * trace's, for finding the states; "": uses no states. */
us_status us_worlds_open(const us_log *log, const char *path, us_worlds **out, us_error *err);
void us_worlds_close(us_worlds *worlds); /* NULL is fine */
/* Sets a function that is called repeatedly; if it returns true, the running call ends with
 * US_INTERRUPTED. NULL: no such function. */
void us_worlds_set_stop(us_worlds *worlds, bool (*stop)(void));
us_states *us_worlds_states(us_worlds *worlds); /* or NULL; its position is shared */
/* Plays the trace's file again up to the cycle and compares it with the recording; no other
 * function does. Fails with US_MISMATCH if the game takes another course by then, naming the line,
 * the first cycle that differs, and the difference; from then on, worlds come from stored states
 * alone. Returns US_OK if the game can't be played again. Takes as long as the game. */
us_status us_worlds_verify(us_worlds *worlds, us_cycle cycle, us_error *err);
bool us_worlds_can_replay(const us_worlds *worlds); /* worlds come from playing the game again */

/* Returns the world at that cycle, before the orders of the cycle; behind the recording's end, the
 * last world. It is borrowed until the next call. Calls in rising order take as long as the game; a
 * call that goes back starts at one of at most 64 snapshots kept on the way. Fails with US_MISMATCH
 * and the reason if there is neither a game to play nor a state. */
us_status us_worlds_at(us_worlds *worlds, us_cycle cycle, const us_world **out, us_error *err);
/* Returns the world as the seat knew it at that cycle. In fog that needs a game that can be played
 * again; else US_MISMATCH. */
us_status us_worlds_view_at(us_worlds *worlds, us_cycle cycle, us_seat seat, const us_world **out,
                            us_error *err);
/* Appends the events between the worlds of the cycles from and to. Speed as above. */
us_status us_worlds_read_events(us_worlds *worlds, us_cycle from, us_cycle to, us_events *events,
                                us_error *err);
/* Goes through the whole game in order. Each call returns the next world before which an entity may
 * have appeared, gone or changed its type since the previous call; the first and the last world are
 * included. *since: the first cycle at which it may have done so. *out NULL: no more. Begins anew
 * after any other call. */
us_status us_worlds_next_change(us_worlds *worlds, us_cycle *since, const us_world **out,
                                us_error *err);

/* A stored state, and the events between the previous state and it. */
typedef struct us_state_change {
    const us_world *world, *before; /* borrowed until the next call; before: NULL first */
    us_events events;               /* of us_world_diff; the caller clears them */
} us_state_change;

/* Goes through the stored states, which must exist. The first call returns the last state at or
 * before the cycle `from`, or else the first state. out->world NULL: no more. The caller zeroes out
 * before the first call. Begins anew after any other call. */
us_status us_worlds_next_state(us_worlds *worlds, us_cycle from, us_state_change *out,
                               us_error *err);

#endif
