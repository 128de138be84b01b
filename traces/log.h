/* A whole trace in memory, for code that goes through a game more than once. traces/reader.h reads
 * a trace line by line without keeping it. */
#ifndef US_TRACES_LOG_H
#define US_TRACES_LOG_H

#include "traces/reader.h"

/* Result and line of an order. */
typedef struct us_log_line {
    us_cycle cycle;
    us_reason refused;
    int line;              /* line number in the file */
    const char *unit_type; /* type of its first unit in a converted trace; else "" */
} us_log_line;

/* An order of a converted trace that the domain has no words for. */
typedef struct us_log_foreign {
    us_cycle cycle;
    us_seat seat;
    int line;
    uint32_t id;
    const char *action, *unit_type;
    const char *args; /* the source's arguments, a JSON object */
} us_log_foreign;

typedef struct us_log {
    const us_trace_header *header;
    const us_domain *domain;
    const char *map;       /* its present path as the caller gave it, or NULL */
    us_scenario *scenario; /* NULL: can't be played again here; see why */
    us_error why;
    us_orders orders;
    us_log_line *line; /* by order */
    us_log_foreign *foreign;
    int foreign_count;
    us_events events; /* events of the trace's lines; most traces have none */
    us_cycle cycles;  /* cycle of the last line */
    us_outcome outcome;
    char reason[64];   /* of the outcome, if the trace has an end */
    us_hash hash;      /* at the end, if the trace has one */
    int end_line;      /* line number of the end; 0: no end */
    us_cycle hashed;   /* cycle of the last tags line; 0: none */
    us_hash last_hash; /* hash of that line */
    bool cut;

    us_trace *trace;                     /* private: keeps the header */
    us_domain *own_domain;               /* private: used without a scenario */
    int line_capacity, foreign_capacity; /* private */
    us_arena *names;                     /* private */
} us_log;

/* Reads a whole trace. Opens the scenario if possible; else uses the shipped domain of the header's
 * name, so that traces of games that can't run here are readable. map: the map's present path, or
 * NULL. Clear the log after success. */
us_status us_log_read(us_log *log, const char *path, const char *map, us_error *err);
/* Reads a trace that is open and still unread. The log owns the trace after success. */
us_status us_log_read_trace(us_log *log, us_trace *trace, const char *map, us_error *err);
void us_log_clear(us_log *log);

/* Returns whether the order came before its seat was taken over, from a former player. */
bool us_log_is_earlier(const us_log *log, int order);

/* The result of the recorded game for a seat. A seat lost only if another seat won. A game is
 * undecided if it ran into its cycle limit, if all seats fell at once, or if its trace holds no
 * end. */
typedef enum us_fate { US_FATE_UNDECIDED, US_FATE_WON, US_FATE_LOST } us_fate;
us_fate us_log_fate(const us_log *log, us_seat seat);
const char *us_fate_name(us_fate fate); /* "undecided", "won", "lost" */

/* Returns the first order of that cycle or later; orders.count if none. */
int us_log_find(const us_log *log, us_cycle cycle);

#endif
