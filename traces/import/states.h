/* A sink that stores the worlds of an import beside its trace and passes all calls on. */
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
    us_states_writer *writer; /* the output's; NULL before the first world */
} us_import_states;

/* Borrows the output, which gets the states and names them when it is finished. */
us_import_sink us_import_states_init(us_import_states *states, us_output *output,
                                     const us_import_sink *to);

#endif
