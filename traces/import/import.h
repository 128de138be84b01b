/* Imports: traces of other programs, converted into this program's format.
 *
 * An import is literal: each order of the source becomes one order, in the same sequence. If the
 * source holds only steps of units, the import finds orders that explain the steps. A fact that the
 * source does not hold stays absent. If the domain has no words for an order to a unit, the order
 * keeps the source's own name (US_TRACE_FOREIGN); anything else without words is left out and
 * counted.
 *
 * An importer is one file that fills a us_importer, and one line of the table in import.c. Any
 * bytes are safe input: an importer fails with a place, or skips and counts the parts that it can't
 * read. The file's size bounds the memory; that size and US_IMPORT_BYTES_MAX bound the time. */
#ifndef US_TRACES_IMPORT_IMPORT_H
#define US_TRACES_IMPORT_IMPORT_H

#include "domain/order.h"
#include "traces/trace.h"

enum {
    US_IMPORT_BYTES_MAX = 256 << 20, /* of a file, and of an unpacked one */
    US_IMPORT_ROWS = 64,             /* distinct names of each kind in a report */
};

/* ---- calls of an importer, in order: begin, then orders and worlds by cycle, then end */

typedef struct us_import_arg {
    const char *name;
    const char *text; /* NULL: use number */
    int64_t number;
} us_import_arg;

enum { US_IMPORT_ARGS = 8 };

typedef struct us_import_order {
    us_cycle cycle;
    us_order order;        /* id 0: the sink numbers it. Foreign: only the seat holds */
    const char *unit_type; /* of its first unit: the domain's name, or the source's; "": unknown */
    const char *foreign;   /* the source's name of an action that the domain lacks; else NULL */
    us_import_arg arg[US_IMPORT_ARGS]; /* arguments of a foreign order */
    int args;
} us_import_order;

typedef struct us_import_end {
    us_cycle cycles;
    const us_outcome *outcome; /* NULL: the source holds no outcome */
} us_import_end;

/* Receiver of an import. Arguments are borrowed during the call; the domain until the import ends.
 * A NULL function is skipped. A failure ends the import. */
typedef struct us_import_sink {
    void *context;
    us_status (*begin)(void *context, const us_trace_header *header, const us_domain *domain,
                       us_error *err);
    us_status (*order)(void *context, const us_import_order *order, us_error *err);
    us_status (*world)(void *context, const us_world *world, us_error *err); /* at its own cycle */
    us_status (*end)(void *context, const us_import_end *end, us_error *err);
} us_import_sink;

/* ---- the report */

typedef enum us_import_kind {
    US_IMPORT_FOREIGN,   /* foreign actions; counts orders */
    US_IMPORT_UNIT_TYPE, /* types of units that the domain lacks; counts orders */
    US_IMPORT_SKIPPED,   /* reasons for leaving out; counts cases */
    US_IMPORT_ABSENT,    /* facts that the source does not hold; counts nothing */
    US_IMPORT_KINDS,
} us_import_kind;

typedef struct us_import_row {
    char what[64]; /* printable; the last possible row of a kind is "others" */
    int64_t count;
    int line, column; /* of the first one; 0: no place */
} us_import_row;

typedef struct us_import_report {
    char source[64], domain[64];
    int64_t orders; /* including foreign ones */
    int64_t states;
    us_cycle cycles;    /* of the last order or state */
    int game, games;    /* number of the game in the file, and their count */
    bool ended;         /* the outcome is known */
    us_outcome outcome; /* if ended */
    us_import_row row[US_IMPORT_KINDS][US_IMPORT_ROWS];
    int rows[US_IMPORT_KINDS];
} us_import_report;

/* "foreign", "unit types", "skipped", "absent". */
const char *us_import_kind_name(us_import_kind kind);

/* ---- importers */

typedef struct us_import us_import; /* private: traces/import/importer.h */

typedef struct us_importer {
    const char *name, *about;
    const char *domain; /* the domain of the converted traces */
    us_status (*run)(us_import *import);
} us_importer;

int us_importer_list(const us_importer *const **out);
us_status us_importer_get(const char *name, const us_importer **out, us_error *err);

/* Converts a file. game: its number in the file, from 1. The report holds all results so far, on
 * failure too. */
us_status us_importer_convert_file(const us_importer *importer, const char *path, int game,
                                   const us_import_sink *sink, us_import_report *report,
                                   us_error *err);
/* The same from memory, which the caller keeps. The domain must be the importer's by name
 * (asserted). file names the bytes in errors. */
us_status us_importer_convert_bytes(const us_importer *importer, const us_domain *domain,
                                    const char *file, const char *bytes, size_t length, int game,
                                    const us_import_sink *sink, us_import_report *report,
                                    us_error *err);
us_status us_importer_load_domain(const us_importer *importer, us_domain **out, us_error *err);

/* A sink that writes a trace's text. Clear it after success and failure. */
typedef struct us_import_text {
    us_str text;
    const us_domain *domain; /* private, like last_id */
    uint32_t last_id;
} us_import_text;

us_import_sink us_import_text_init(us_import_text *text); /* initializes it */
void us_import_text_clear(us_import_text *text);

#endif
