/* Where a trace and its states are written. Nothing but a trace is replaced by a trace, nothing
 * but states by states, no file that is being read, and none that is being recorded.
 *
 *   us_output_open(&output, "new.jsonl", "old.jsonl", err)    may it be written there?
 *   us_output_states(&output, &header, domain, &writer, err)  where there are states
 *   us_output_finish(&output, text, length, err)              now it is
 *   us_output_close(&output)                                  whatever happened
 *
 * Until us_output_finish all goes to a temporary file: what fails leaves the old files. */
#ifndef US_TRACES_OUTPUT_H
#define US_TRACES_OUTPUT_H

#include "traces/states.h"

typedef struct us_output {
    us_str trace, states, during;
    us_states_writer *writer;
} us_output;

/* in: the file that is read meanwhile, with its states. Close after success. */
us_status us_output_open(us_output *output, const char *out, const char *in, us_error *err);
/* Begin the states, once. The writer belongs to the output. */
us_status us_output_states(us_output *output, const us_states_header *header,
                           const us_domain *domain, us_states_writer **writer, us_error *err);
/* The states are finished and get their name, then the trace gets its. States of a trace that was
 * there before go, and its annotation, if it was one of another game. What fails on the way is
 * taken back; a run that is killed there may leave the old trace beside new states, which readers
 * refuse, and the old states as STATES.PID.N.tmp. */
us_status us_output_finish(us_output *output, const char *text, size_t length, us_error *err);
void us_output_close(us_output *output);

/* ---- parts of it, for what is written as a game goes */

/* Neither the new trace nor its states are the file that is read, or that one's states. */
us_status us_output_apart(const char *out, const char *in, us_error *err);
/* What lies where the trace's states would be: states of a former trace go, lest they be taken
 * for this one's. Anything else stays, and is an error, as is a trace that is named like states.
 * now: else it is only looked at. */
us_status us_output_clear(const char *trace, bool now, us_error *err);

#endif
