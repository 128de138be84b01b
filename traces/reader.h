/* Reading a trace, line by line, without keeping it. Every line is checked: its members, their
 * order in the game, what the domain knows. Errors name file, line and column.
 *
 * What is cut off at the very end, as by a program that was ended, is no error: the reader stops
 * before it. A last line that is whole but for its newline counts. */
#ifndef US_TRACES_READER_H
#define US_TRACES_READER_H

#include "domain/note.h"
#include "traces/trace.h"

typedef struct us_trace us_trace;

typedef enum us_trace_kind {
    US_TRACE_ORDER,
    US_TRACE_FOREIGN, /* of a converted trace: an order that the domain has no words for */
    US_TRACE_HASHES,  /* a tags line */
    US_TRACE_END,
    US_TRACE_EVENT,
    US_TRACE_NOTE, /* a plan line */
    US_TRACE_STOP, /* nothing more */
} us_trace_kind;

/* One line. Everything in it is borrowed until the next call. */
typedef struct us_trace_record {
    us_trace_kind kind;
    int line;
    us_cycle cycle;     /* END: cycles played */
    us_order order;     /* ORDER; as it was given, even where it makes no sense. FOREIGN: id and
                           seat only */
    const char *action; /* ORDER, FOREIGN: its name, here as in the source */
    const char *args;   /* FOREIGN: the source's, an object of JSON as it stands in the line */
    size_t args_length;
    const char *unit_type; /* of a converted trace's ORDER, FOREIGN; else "" */
    us_reason refused;     /* ORDER */
    us_hash hash;          /* HASHES, END */
    const uint16_t *tag;   /* HASHES: of the cycles that end with `cycle` */
    int tags;
    us_outcome outcome; /* END */
    us_event event;     /* EVENT */
    us_note note;       /* NOTE */
    int column;         /* NOTE: of its node's number */
} us_trace_record;

/* Reads the header. */
us_status us_trace_open(const char *path, us_trace **out, us_error *err);
/* The same from memory, which the caller keeps; file names it in errors. */
us_status us_trace_open_text(const char *file, const char *text, size_t length, us_trace **out,
                             us_error *err);
void us_trace_close(us_trace *trace); /* NULL is fine */

/* Borrowed until close, as the file's name is. */
const us_trace_header *us_trace_get_header(const us_trace *trace);
const char *us_trace_file(const us_trace *trace);

/* The domain that orders are read by; before the first us_trace_next. It must be the header's
 * by name (asserted), and outlives the reader's use. */
void us_trace_use(us_trace *trace, const us_domain *domain);
/* The next line. At the end, and ever after, US_OK with US_TRACE_STOP. */
us_status us_trace_next(us_trace *trace, us_trace_record *out, us_error *err);

/* After US_TRACE_STOP: something was cut off at the end. */
bool us_trace_cut(const us_trace *trace);

#endif
