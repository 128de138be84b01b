/* The recorder: writes a trace while the game runs. It writes each line whole and at once, so that
 * a killed program leaves a trace that reads up to its last whole line. */
#ifndef US_TRACES_RECORDER_H
#define US_TRACES_RECORDER_H

#include "game/match.h"
#include "traces/trace.h"

typedef struct us_recorder us_recorder;

/* Creates the file, or replaces a trace or the remains of one, and writes the header. Fails on any
 * other file, on a file that another recorder is writing, and on a header that no reader would
 * accept: texts that are too long or not UTF-8. The domain is borrowed until close. */
us_status us_recorder_open(const char *path, const us_trace_header *header, const us_domain *domain,
                           us_recorder **out, us_error *err);
/* For us_match_add_observer. The recorder must outlive the match's steps. */
us_observer us_recorder_observer(us_recorder *recorder);
/* Writes the game's events too, from now on. Call it before us_recorder_observer. */
void us_recorder_enable_events(us_recorder *recorder);
/* Omits the plan lines. Call it before us_recorder_observer. */
void us_recorder_disable_plan(us_recorder *recorder);
/* Returns the first write error, with the line that could not be written. After an error the
 * recorder writes nothing, the match goes on, and the recorder keeps the lines. */
us_status us_recorder_status(const us_recorder *recorder, us_error *err);
/* Writes the kept lines again. After success the recording continues without a gap. */
us_status us_recorder_retry(us_recorder *recorder, us_error *err);
/* Ends the recording within the game: writes the tags of the cycles up to now. */
void us_recorder_write_tags(us_recorder *recorder, us_game *game);
/* Closes the file and returns the first error too. recorder may be NULL. */
us_status us_recorder_close(us_recorder *recorder, us_error *err);

#endif
