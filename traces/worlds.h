/* The worlds and the events of a recorded game, at any cycle.
 *
 * Worlds come from the states stored beside the trace where that very cycle is among them; else
 * the game is played again from the recorded orders, where it can be. Where it cannot, as in
 * traces of other programs' games, the last state stored before the cycle has to do: the world's
 * own cycle tells.
 *
 * Events come from playing the game again; else from the trace's lines; else from what the stored
 * states show (us_world_diff), and what that says of the orders (traces/endings.h), dated by the
 * cycle before the state that shows it first. So most traces hold no events: an order's line is
 * some 100 bytes, the events that follow from it thousands. */
#ifndef US_TRACES_WORLDS_H
#define US_TRACES_WORLDS_H

#include "traces/log.h"
#include "traces/states.h"

typedef struct us_worlds us_worlds;

/* The log is borrowed until close. Stored states that do not belong to the trace are an error;
 * where there are none, or their recording was ended at once, that is fine. path is the trace's,
 * for finding them;
 * "": they are not looked for. */
us_status us_worlds_open(const us_log *log, const char *path, us_worlds **out, us_error *err);
void us_worlds_close(us_worlds *worlds); /* NULL is fine */
/* From now on this is asked now and then; true ends what goes on with US_INTERRUPTED. NULL: it is
 * not asked. */
void us_worlds_ask(us_worlds *worlds, bool (*stop)(void));
us_states *us_worlds_states(us_worlds *worlds); /* or NULL; its position is shared */
/* Play the trace's file again, up to the cycle, and hold it against what is recorded: else nobody
 * does. US_MISMATCH, naming the line, the first cycle that differs and what, where the game takes
 * another course by then; from then on worlds come from stored states alone. US_OK where it can't
 * be played again. It takes as long as the game. */
us_status us_worlds_verify(us_worlds *worlds, us_cycle cycle, us_error *err);
bool us_worlds_plays(const us_worlds *worlds); /* the game is played again for worlds */

/* The world at that cycle, before the orders of the cycle; beyond what is recorded, the last
 * one. Borrowed until the next call. Asking in rising order takes as long as the game; going
 * back begins at one of at most 64 snapshots kept on the way. US_MISMATCH, with the reason, when
 * there is neither a game nor a state. */
us_status us_worlds_at(us_worlds *worlds, us_cycle cycle, const us_world **out, us_error *err);
/* The world as a seat knew it then, which in fog is less. In fog only a game that can be played
 * again tells: US_MISMATCH elsewhere. */
us_status us_worlds_seen(us_worlds *worlds, us_cycle cycle, us_seat seat, const us_world **out,
                         us_error *err);
/* Append the events between the worlds of the cycles from and to. In rising order as above. */
us_status us_worlds_events(us_worlds *worlds, us_cycle from, us_cycle to, us_events *events,
                           us_error *err);
/* Go over the whole game, in order: each call gives the next world in which something may have
 * appeared, gone or become another type since the one before, the first and the last one
 * included. *since: the first cycle at which it may have. *out NULL: no more. Begins anew after
 * any other call. */
us_status us_worlds_next_change(us_worlds *worlds, us_cycle *since, const us_world **out,
                                us_error *err);

/* A stored state, and what it shows beside the one before it. */
typedef struct us_state_shown {
    const us_world *world, *before; /* borrowed until the next call; before: NULL at first */
    us_events events;               /* us_world_diff; whoever owns this clears them */
} us_state_shown;

/* Go over the stored states, which must be there: each call gives the next one, beginning with the
 * last one at or before the cycle `from`, else with the first. out->world NULL: no more. out is
 * zeroed before the first call. Begins anew after any other call. */
us_status us_worlds_next_state(us_worlds *worlds, us_cycle from, us_state_shown *out,
                               us_error *err);

#endif
