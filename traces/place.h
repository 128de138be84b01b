/* Where a trace and its states are written. Nothing but a trace is replaced by a trace, nothing
 * but states by states, no file that is being read, and none that is being recorded.
 *
 *   us_place_open(&place, "new.jsonl", "old.jsonl", err)   may it be written there?
 *   us_place_states(&place, &header, domain, &writer, err) where there are states
 *   us_place_finish(&place, text, length, err)             now it is
 *   us_place_close(&place)                                 whatever happened
 *
 * Until us_place_finish all goes to a temporary file: what fails leaves the old files. */
#ifndef US_TRACES_PLACE_H
#define US_TRACES_PLACE_H

#include "traces/states.h"

typedef struct us_place {
    us_str trace, states, during;
    us_states_writer *writer;
} us_place;

/* in: the file that is read meanwhile, with its states. Close after success. */
us_status us_place_open(us_place *place, const char *out, const char *in, us_error *err);
/* Begin the states, once. The writer belongs to the place. */
us_status us_place_states(us_place *place, const us_states_header *header, const us_domain *domain,
                          us_states_writer **writer, us_error *err);
/* The states are finished and get their name, then the trace gets its. States of a trace that was
 * there before go, and its annotation, if it was one of another game. What fails on the way is
 * taken back; a run that is killed there may leave the old trace beside new states, which readers
 * refuse, and the old states as STATES.PID.N.tmp. */
us_status us_place_finish(us_place *place, const char *text, size_t length, us_error *err);
void us_place_close(us_place *place);

/* ---- parts of it, for what is written as a game goes */

/* Neither the new trace nor its states are the file that is read, or that one's states. */
us_status us_place_apart(const char *out, const char *in, us_error *err);
/* What lies where the trace's states would be: states of a former trace go, lest they be taken
 * for this one's. Anything else stays, and is an error, as is a trace that is named like states.
 * now: else it is only looked at. */
us_status us_place_clear(const char *trace, bool now, us_error *err);

#endif
