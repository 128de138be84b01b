/* A sink that stores the worlds of an import beside its trace, and passes all on to another. */
#ifndef US_TRACES_IMPORT_STATES_H
#define US_TRACES_IMPORT_STATES_H

#include "traces/import/import.h"
#include "traces/states.h"

typedef struct us_import_states {
    us_import_sink to;
    us_str path;   /* of the states; a temporary name until us_import_states_close */
    us_str during; /* private, as is all below */
    us_trace_header header;
    const us_domain *domain;
    us_states_writer *writer;
} us_import_states;

/* trace: the file that will be written; the states' name follows from it. */
us_import_sink us_import_states_sink(us_import_states *states, const char *trace,
                                     const us_import_sink *to);
/* keep: the import went well, and so the states get their name; else they are removed, and old
 * ones stay. Call it once, whatever happened. */
us_status us_import_states_close(us_import_states *states, bool keep, us_error *err);

#endif
