/* All that a trace says, in memory: for whoever goes over a game more than once. Reading alone,
 * line by line, is traces/reader.h. */
#ifndef US_TRACES_LOG_H
#define US_TRACES_LOG_H

#include "traces/reader.h"

/* What became of an order. */
typedef struct us_log_line {
    us_cycle cycle;
    us_reason refused;
    int line;              /* of the file */
    const char *unit_type; /* of its first unit, in a converted trace; else "" */
} us_log_line;

/* An order of a converted trace that the domain has no words for. */
typedef struct us_log_foreign {
    us_cycle cycle;
    us_seat seat;
    int line;
    uint32_t id;
    const char *action, *unit_type;
    const char *args; /* the source's, an object of JSON */
} us_log_foreign;

typedef struct us_log {
    const us_trace_header *header;
    const us_domain *domain;
    const char *map;       /* where it lies now, as told; or NULL */
    us_scenario *scenario; /* NULL: cannot be played again here; see why */
    us_error why;
    us_orders orders;
    us_log_line *line; /* by order */
    us_log_foreign *foreign;
    int foreign_count;
    us_events events; /* those the trace holds: most hold none */
    us_cycle cycles;  /* of the last line: what is recorded */
    us_outcome outcome;
    char reason[64];   /* of the outcome, where there is one */
    us_hash hash;      /* at the end, where there is one */
    int end_line;      /* of the file; 0: no end */
    us_cycle hashed;   /* of the last tags line; 0: none */
    us_hash last_hash; /* of that line */
    bool cut;

    us_trace *trace;                     /* private: keeps the header */
    us_domain *own_domain;               /* private: where there is no scenario */
    int line_capacity, foreign_capacity; /* private */
    us_arena *names;                     /* private */
} us_log;

/* Reads all of it. The scenario is opened where that is possible; else the domain is the shipped
 * one of that name, so that traces of games that do not run here are read too. map: where the
 * map lies now, or NULL. Clear the log after success. */
us_status us_log_read(us_log *log, const char *path, const char *map, us_error *err);
/* The same of a trace that is open and was not read yet; it is owned by the log from success on. */
us_status us_log_take(us_log *log, us_trace *trace, const char *map, us_error *err);
void us_log_clear(us_log *log);

/* The order was given before its seat was taken over (us_trace_seat): it is another player's. */
bool us_log_earlier(const us_log *log, int order);

/* How the recorded game ended for a seat. Only a game that another seat won is lost. Nobody has
 * lost a game that ran into its cycle limit or in which all fell at once, nor one whose recording
 * breaks off or does not tell how it ended. */
typedef enum us_fate { US_FATE_UNDECIDED, US_FATE_WON, US_FATE_LOST } us_fate;
us_fate us_log_fate(const us_log *log, us_seat seat);
const char *us_fate_name(us_fate fate); /* "undecided", "won", "lost" */

/* The first order given at that cycle or later; orders.count: there is none. */
int us_log_find(const us_log *log, us_cycle cycle);

#endif
