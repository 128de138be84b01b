/* The behaviors of a library, as a list for people. */
#ifndef US_RETRIEVE_LISTED_H
#define US_RETRIEVE_LISTED_H

#include "base/json.h"
#include "retrieve/library.h"

/* Copies of the rows of behaviors. */
typedef struct us_listed {
    us_library_behavior *row;
    us_library_counts *counts;
    char **origin; /* phrases about where each came from */
    int count, capacity;
} us_listed;
us_status us_listed_read(us_library *library, us_listed *out, us_error *err);
void us_listed_clear(us_listed *list);
/* Writes a row as one object. */
void us_listed_write(const us_listed *list, int i, us_json_writer *writer);

#endif
