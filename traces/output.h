/* The place where a trace and its states are written. A new trace replaces only a trace, new
 * states replace only states; never a file that is being read or recorded.
 *
 *   us_output_open(&output, "new.jsonl", "old.jsonl", err)    checks the place
 *   us_output_begin_states(&output, &header, domain, &writer, err)  only if there are states
 *   us_output_finish(&output, text, length, err)              puts the files in place
 *   us_output_close(&output)                                  after success or failure
 *
 * Until us_output_finish all bytes go to a temporary file, so that a failure leaves the old
 * files. */
#ifndef US_TRACES_OUTPUT_H
#define US_TRACES_OUTPUT_H

#include "traces/aside.h"
#include "traces/states.h"

typedef struct us_output {
    us_str trace, states, during;
    us_states_writer *writer;
    us_aside aside; /* after us_output_finish, `kept` names the labels of a replaced trace */
} us_output;

/* in: the file that is read meanwhile, with its states. Close after success. */
us_status us_output_open(us_output *output, const char *out, const char *in, us_error *err);
/* Begins the states; at most once. The output owns the writer. */
us_status us_output_begin_states(us_output *output, const us_states_header *header,
                                 const us_domain *domain, us_states_writer **writer, us_error *err);
/* Puts the trace in place, then its states. Removes the states of a former trace, and keeps its
 * annotation under another name if it is of another game. A failure undoes every step. If the
 * process is killed on the way, the new trace may stand beside the old states, which readers refuse
 * if they are of another game; the new states, or the old trace, may remain as NAME.PID.N.tmp. */
us_status us_output_finish(us_output *output, const char *text, size_t length, us_error *err);
void us_output_close(us_output *output);

/* ---- parts of it, for files that are written while a game runs */

/* Fails if the new trace or its states would be the file that is read, or that file's states. */
us_status us_output_check_paths(const char *out, const char *in, us_error *err);
/* Fails if the path of the new trace is a link to a trace with labels or states. They would stay
 * beside that trace, and be taken for those of the new one. */
us_status us_output_check_link(const char *out, us_error *err);
/* Makes way for a trace: removes the states of a former trace, so that they are not taken for the
 * new one's. Any other file there stays and is an error; a trace named like states is an error too.
 * If now is false, only checks. */
us_status us_output_delete_states(const char *trace, bool now, us_error *err);
/* Locks a trace that is to be replaced, until fd is closed. Returns false if a recorder holds its
 * lock on it. A file system without locks has no recorder to find: true. */
bool us_output_lock_former(int fd);

#endif
