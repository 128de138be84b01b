/* A game between named agents, in steps: understudy/agent.h declares whole games. */
#ifndef US_PLAYERS_PLAY_H
#define US_PLAYERS_PLAY_H

#include "traces/annotation.h"
#include "traces/replay.h"
#include "understudy/agent.h"
#include "understudy/game.h"

/* Checks that a scenario can be played: it has two seats, and each seat has something that can
 * act. */
us_status us_play_check(const us_scenario *scenario, us_error *err);

/* The same game in steps, for a caller that does other work in between. Objects that def borrows
 * must outlive it. */
typedef struct us_running_play us_running_play;
us_status us_running_play_open(const us_play_def *def, us_running_play **out, us_error *err);
us_match *us_running_play_match(us_running_play *playing); /* to observe, order and change seats */
/* Plays at most so many cycles, fewer once `stop` returns true. state may be NULL. A failure of the
 * recording or of the game is returned here, and again by each later call. */
us_status us_running_play_step(us_running_play *playing, us_cycle cycles, us_match_state *state,
                               us_error *err);
/* Saves the labels given so far beside the trace; without a trace it does nothing. On US_OK the
 * trace up to now and the labels are on the disk. */
us_status us_running_play_save(us_running_play *playing, us_error *err);
/* Writes again whatever could not be written before, for example on a full disk, and saves the
 * labels. No part of the recording is lost before it ends. */
us_status us_running_play_retry(us_running_play *playing, us_error *err);
/* Ends the recording, with its labels; the game may continue. Without a recording it does
 * nothing. */
us_status us_running_play_end_recording(us_running_play *playing, us_error *err);
/* Ends the recording, complete or not, saves labels and frees `playing`. out: the game's state at
 * the end; may be NULL. */
us_status us_running_play_close(us_running_play *playing, us_play_result *out, us_error *err);

#endif
