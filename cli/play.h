/* Shared parts of the commands that play games. */
#ifndef US_CLI_PLAY_H
#define US_CLI_PLAY_H

#include "base/json.h"
#include "players/play.h"

typedef struct us_trace_moment { /* a cycle of a recorded game */
    char file[1024];
    us_cycle cycle;
} us_trace_moment;
/* Parses TRACE@CYCLE, the value of an option. */
us_status us_trace_moment_parse(const char *option, const char *text, us_trace_moment *out,
                                us_error *err);

/* us_play_def.stop: returns whether the program was interrupted. */
bool us_play_is_interrupted(void *context);
/* us_play_def.kept: reports in which file the labels of a replaced trace are. NULL or "": none. */
void us_play_note_kept(void *context, const char *labels);
/* Writes the member "winner" into the open object: a seat, or null. */
void us_winner_write(const us_outcome *outcome, us_json_writer *writer);
/* Writes the result's members into the open object. trace: the file's path, or NULL. */
void us_play_write(const us_play_result *result, const char *trace, us_json_writer *writer);

/* Replays the whole trace and compares it. US_OK even if it differs: see the report. */
us_status us_play_verify(const char *file, const char *map, us_replay_report *out, us_error *err);

#endif
