/* The behaviors of a library, as a list for people. */
#ifndef US_RETRIEVE_LIBRARY_LIST_H
#define US_RETRIEVE_LIBRARY_LIST_H

#include "base/json.h"
#include "retrieve/library.h"

/* Copies of the rows of behaviors. */
typedef struct us_library_list {
    us_library_behavior *row;
    us_library_counts *counts;
    const char **origin; /* phrases about where each came from */
    int count, capacity;
    us_arena *arena; /* holds the texts */
} us_library_list;
us_status us_library_list_read(us_library *library, us_library_list *out, us_error *err);
void us_library_list_clear(us_library_list *list);
/* Writes a row as one object. */
void us_library_list_write(const us_library_list *list, int i, us_json_writer *writer);

#endif
