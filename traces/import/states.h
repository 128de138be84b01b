/* A sink that stores the worlds of an import beside its trace, and passes all on to another. */
#ifndef US_TRACES_IMPORT_STATES_H
#define US_TRACES_IMPORT_STATES_H

#include "traces/import/import.h"
#include "traces/output.h"

/* All private. */
typedef struct us_import_states {
    us_import_sink to;
    us_output *output;
    us_trace_header header;
    us_hash game;
    const us_domain *domain;
    us_states_writer *writer; /* the output's; NULL: no world yet */
} us_import_states;

/* The states go to the output, which is borrowed; finishing it gives them their name. */
us_import_sink us_import_states_sink(us_import_states *states, us_output *output,
                                     const us_import_sink *to);

#endif
