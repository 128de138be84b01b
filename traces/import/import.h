/* Traces of other programs, converted into ours.
 *
 * An import is literal: one order of the source is one order here, in the same order, with the
 * ids that the source uses; where the source has less than orders, its steps, the orders are found
 * that explain them. What the source does not say is absent, never made up. What the
 * domain has no words for is kept under the source's own name (US_TRACE_FOREIGN) where it is an
 * order to a unit, else left out and counted.
 *
 * An importer is one file that fills a us_importer, and one line in the table in import.c. It
 * survives any bytes: it fails with a place, or leaves out what it cannot read and counts that.
 * Memory is bounded by the size of the file, time by that and US_IMPORT_BYTES_MAX. */
#ifndef US_TRACES_IMPORT_IMPORT_H
#define US_TRACES_IMPORT_IMPORT_H

#include "domain/order.h"
#include "traces/trace.h"

enum {
    US_IMPORT_BYTES_MAX = 256 << 20, /* of a file, and of what a packed one unpacks to */
    US_IMPORT_ROWS = 64,             /* different names a report keeps of each kind */
};

/* ---- what an importer tells, in order: begin, then orders and worlds by cycle, then end */

typedef struct us_import_arg {
    const char *name;
    const char *text; /* NULL: number holds */
    int64_t number;
} us_import_arg;

enum { US_IMPORT_ARGS = 8 };

typedef struct us_import_order {
    us_cycle cycle;
    us_order order;        /* id 0: whoever writes it down numbers it. Foreign: the seat only */
    const char *unit_type; /* of its first unit: the domain's name, or the source's; "": unknown */
    const char *foreign;   /* the source's name of an action without words here; else NULL */
    us_import_arg arg[US_IMPORT_ARGS]; /* foreign: what the source says about it */
    int args;
} us_import_order;

typedef struct us_import_end {
    us_cycle cycles;
    const us_outcome *outcome; /* NULL: the source does not tell one */
} us_import_end;

/* All that is passed is borrowed for the call; the domain until the import is over. A function
 * that is NULL is not called. A failure ends the import. */
typedef struct us_import_sink {
    void *context;
    us_status (*begin)(void *context, const us_trace_header *header, const us_domain *domain,
                       us_error *err);
    us_status (*order)(void *context, const us_import_order *order, us_error *err);
    us_status (*world)(void *context, const us_world *world, us_error *err); /* state at its now */
    us_status (*end)(void *context, const us_import_end *end, us_error *err);
} us_import_sink;

/* ---- what came of it */

typedef enum us_import_kind {
    US_IMPORT_FOREIGN,   /* action kept under the source's name; counts orders */
    US_IMPORT_UNIT_TYPE, /* type of a unit that the domain lacks; counts orders */
    US_IMPORT_SKIPPED,   /* why something was left out; counts such things */
    US_IMPORT_ABSENT,    /* a fact that the source does not hold; counts nothing */
    US_IMPORT_KINDS,
} us_import_kind;

typedef struct us_import_row {
    char what[64]; /* printable; the last row a kind has room for is "others" */
    int64_t count;
    int line, column; /* of the first; 0: no place */
} us_import_row;

typedef struct us_import_report {
    char source[64], domain[64];
    int64_t orders; /* the foreign ones too */
    int64_t states;
    us_cycle cycles;    /* of the last order or state */
    int game, games;    /* which one of the file, of how many */
    bool ended;         /* the outcome is known */
    us_outcome outcome; /* when ended */
    us_import_row row[US_IMPORT_KINDS][US_IMPORT_ROWS];
    int rows[US_IMPORT_KINDS];
} us_import_report;

/* "foreign", "unit types", "skipped", "absent". */
const char *us_import_kind_name(us_import_kind kind);

/* ---- importers */

typedef struct us_import us_import; /* private: traces/import/importer.h */

typedef struct us_importer {
    const char *name, *about;
    const char *domain; /* in whose words */
    us_status (*run)(us_import *import);
} us_importer;

int us_importers(const us_importer *const **out);
us_status us_importer_need(const char *name, const us_importer **out, us_error *err);

/* Convert a file. game: which one of those in it, from 1. The report is filled as far as it
 * came, on failure too. */
us_status us_import_file(const us_importer *importer, const char *path, int game,
                         const us_import_sink *sink, us_import_report *report, us_error *err);
/* The same from memory, which the caller keeps, with the importer's domain, by name (asserted);
 * file names it in errors. */
us_status us_import_bytes(const us_importer *importer, const us_domain *domain, const char *file,
                          const char *bytes, size_t length, int game, const us_import_sink *sink,
                          us_import_report *report, us_error *err);
us_status us_importer_domain(const us_importer *importer, us_domain **out, us_error *err);

/* A sink that writes a trace's text. Clear it after use, whatever happened. */
typedef struct us_import_text {
    us_str text;
    const us_domain *domain; /* private, as is the next */
    uint32_t last_id;
} us_import_text;

us_import_sink us_import_text_sink(us_import_text *text); /* initializes it */
void us_import_text_clear(us_import_text *text);

#endif
