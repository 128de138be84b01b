/* A reader of traces, line by line, without keeping them. It checks every line: its members, their
 * order in the game, and the domain's names. Errors name file, line and column.
 *
 * A last line that was cut off, as by a killed program, is no error: the reader stops before it. A
 * last line that lacks only its newline counts. */
#ifndef US_TRACES_READER_H
#define US_TRACES_READER_H

#include "domain/note.h"
#include "traces/trace.h"

typedef struct us_trace us_trace;

typedef enum us_trace_kind {
    US_TRACE_ORDER,
    US_TRACE_FOREIGN, /* an order of a converted trace that the domain has no words for */
    US_TRACE_HASHES,  /* a tags line */
    US_TRACE_END,
    US_TRACE_EVENT,
    US_TRACE_NOTE, /* a plan line */
    US_TRACE_STOP, /* the end of the trace */
} us_trace_kind;

/* One line. All of it is borrowed until the next call. */
typedef struct us_trace_record {
    us_trace_kind kind;
    int line;
    us_cycle cycle;     /* END: cycles played */
    us_order order;     /* ORDER: as given, even if it makes no sense. FOREIGN: only id and seat */
    const char *action; /* ORDER: the domain's name; FOREIGN: the source's */
    const char *args;   /* FOREIGN: the source's JSON object, as it stands in the line */
    size_t args_length;
    const char *unit_type; /* ORDER, FOREIGN of a converted trace; else "" */
    us_reason refused;     /* ORDER */
    us_hash hash;          /* HASHES, END */
    const uint16_t *tag;   /* HASHES: tags of the cycles up to `cycle` */
    int tags;
    us_outcome outcome; /* END */
    us_event event;     /* EVENT */
    us_note note;       /* NOTE */
    int column;         /* NOTE: column of its node's number */
} us_trace_record;

/* Opens a trace and reads its header. */
us_status us_trace_open(const char *path, us_trace **out, us_error *err);
/* The same from memory, which the caller keeps. file names the text in errors. */
us_status us_trace_open_text(const char *file, const char *text, size_t length, us_trace **out,
                             us_error *err);
void us_trace_close(us_trace *trace); /* NULL is fine */

/* Header and file name are borrowed until close. */
const us_trace_header *us_trace_get_header(const us_trace *trace);
const char *us_trace_file(const us_trace *trace);

/* Sets the domain for reading orders; call it before the first us_trace_next. The domain's name
 * must be the header's (asserted), and the domain must outlive the reader's use. */
void us_trace_set_domain(us_trace *trace, const us_domain *domain);
/* Reads the next line. At the end, and after it, returns US_OK with US_TRACE_STOP. */
us_status us_trace_next(us_trace *trace, us_trace_record *out, us_error *err);

/* After US_TRACE_STOP: returns whether the last line was cut off. */
bool us_trace_is_cut(const us_trace *trace);

#endif
