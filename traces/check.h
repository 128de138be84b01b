/* Does a trace hold together? What a reader refuses ends the check there; all else is looked at
 * as far as what is there allows. */
#ifndef US_TRACES_CHECK_H
#define US_TRACES_CHECK_H

#include "traces/log.h"

typedef enum us_trace_fault {
    US_TRACE_FAULT_LINE,  /* a line that no reader takes */
    US_TRACE_FAULT_COUNT, /* ids left out, an end that tells other cycles than the lines */
    US_TRACE_FAULT_UNIT,  /* an order that was taken, and nobody whom it names could: a unit that
                             never was, or another seat's */
    US_TRACE_FAULT_DEAD,  /* ... a unit that was gone by then, or not there yet */
    US_TRACE_FAULT_UNLABELED, /* orders without a goal, of a seat that labels others */
    US_TRACE_FAULT_HASH,      /* played again, the game takes another course */
    US_TRACE_FAULT_STATES,    /* stored states are damaged, or not those of this game */
    US_TRACE_FAULT_PLAN,      /* a plan line that does not follow from those before */
    US_TRACE_FAULTS,
} us_trace_fault;

const char *us_trace_fault_name(us_trace_fault fault);
int us_trace_fault_of(const char *name); /* -1: none */

enum { US_FINDINGS_MAX = 1000 };
typedef struct us_finding {
    us_trace_fault fault;
    int line, column; /* of the trace; 0: none */
    char text[200];
} us_finding;

typedef struct us_check {
    us_finding *finding; /* the first US_FINDINGS_MAX, those of a class together */
    int findings;
    int64_t count[US_TRACE_FAULTS]; /* all */
    int64_t orders, states;         /* orders: those that the domain has no words for too */
    int64_t notes;                  /* plan lines */
    us_cycle cycles;
    bool cut, ended;
    bool replayed; /* hashes were held against the game; else why says why not */
    bool lives;    /* units were looked up */
    us_error why;
} us_check;

typedef struct us_check_def {
    const char *path, *map; /* map: where it lies now, or NULL */
    unsigned ignore;        /* bit per fault */
    bool labels;            /* every seat labels: none at all is a fault too */
    bool (*stop)(void);     /* asked now and then; true: US_INTERRUPTED. NULL: never */
} us_check_def;

/* US_OK whether or not there are faults. What is no trace at all is an error, and so is a map that
 * was told and with which the game cannot be played. Clear after success. */
us_status us_check_trace(const us_check_def *def, us_check *out, us_error *err);
void us_check_clear(us_check *check);

#endif
