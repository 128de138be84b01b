/* The check of a trace for consistency. The first line that the reader refuses ends the check. All
 * other checks run as far as the trace and its states allow. */
#ifndef US_TRACES_CHECK_H
#define US_TRACES_CHECK_H

#include "traces/log.h"

typedef enum us_trace_fault {
    US_TRACE_FAULT_LINE,      /* a line that the reader refuses */
    US_TRACE_FAULT_COUNT,     /* missing ids, or an end that contradicts the lines before */
    US_TRACE_FAULT_UNIT,      /* an accepted order none of whose units could act: a unit that never
                                 existed, or another seat's */
    US_TRACE_FAULT_DEAD,      /* the same, of a unit that was gone or not there yet */
    US_TRACE_FAULT_UNLABELED, /* orders without a goal, of a seat that labels others */
    US_TRACE_FAULT_HASH,      /* a replay that takes another course */
    US_TRACE_FAULT_STATES,    /* stored states that are damaged or of another game */
    US_TRACE_FAULT_PLAN,      /* a plan line that contradicts earlier ones */
    US_TRACE_FAULTS,
} us_trace_fault;

const char *us_trace_fault_name(us_trace_fault fault);
int us_trace_fault_from_name(const char *name); /* -1: unknown name */

enum { US_FINDINGS_MAX = 1000 };
typedef struct us_finding {
    us_trace_fault fault;
    int line, column; /* of the trace; 0: no place */
    char text[200];
} us_finding;

typedef struct us_trace_check {
    us_finding *finding; /* the first US_FINDINGS_MAX, in the order of the checks */
    int findings;
    int64_t count[US_TRACE_FAULTS]; /* of all findings */
    int64_t orders, states;         /* orders: including foreign ones */
    int64_t notes;                  /* plan lines */
    us_cycle cycles;
    bool cut, ended;
    bool replayed; /* hashes were compared with a replay; else why has the reason */
    bool lives;    /* units of orders were looked up */
    us_error why;
} us_trace_check;

typedef struct us_trace_check_def {
    const char *path, *map; /* map: its present path, or NULL */
    unsigned ignore;        /* bit per fault that is not reported */
    bool labels;            /* every seat must label: a seat without any label is a fault too */
    bool (*stop)(void);     /* called repeatedly; true ends with US_INTERRUPTED. NULL: no stop */
} us_trace_check_def;

/* Returns US_OK with or without faults. Fails if the file is no trace, or if a map is given and the
 * game can't be played with it. Clear after success. */
us_status us_trace_check_run(const us_trace_check_def *def, us_trace_check *out, us_error *err);
void us_trace_check_clear(us_trace_check *check);

#endif
