/* Writing a trace as a game goes. Lines are written whole and at once, so that a program ended
 * at any moment leaves a trace that reads up to its last whole line. */
#ifndef US_TRACES_RECORDER_H
#define US_TRACES_RECORDER_H

#include "game/match.h"
#include "traces/trace.h"

typedef struct us_recorder us_recorder;

/* Create the file, or replace a trace or what is left of one, and write the header. Whatever else
 * is there is refused, and so is a header that no reader would take: texts that are too long or not
 * UTF-8, or a file that another recorder is writing. The domain is borrowed until close. */
us_status us_recorder_open(const char *path, const us_trace_header *header, const us_domain *domain,
                           us_recorder **out, us_error *err);
/* For us_match_observe. The recorder outlives the match's steps. */
us_observer us_recorder_observer(us_recorder *recorder);
/* Write the events of the game too, from now on. Before us_recorder_observer. */
void us_recorder_events(us_recorder *recorder);
/* Leave out what players did with their plans. Before us_recorder_observer. */
void us_recorder_no_plan(us_recorder *recorder);
/* The first error in writing, with the line that could not be written. Nothing is written after
 * it, and the recorded match goes on; its lines are kept. */
us_status us_recorder_status(const us_recorder *recorder, us_error *err);
/* What could not be written is tried again; after success the recording goes on as if nothing had
 * happened. */
us_status us_recorder_again(us_recorder *recorder, us_error *err);
/* The recording ends within the game: its cycles up to now are told, and no more. */
void us_recorder_rest(us_recorder *recorder, us_game *game);
/* Returns the first error too. recorder may be NULL. */
us_status us_recorder_close(us_recorder *recorder, us_error *err);

#endif
