/* Private to retrieve/nearest: choices and counts for tests and benchmarks. */
#ifndef US_RETRIEVE_NEAREST_INTERNAL_H
#define US_RETRIEVE_NEAREST_INTERNAL_H

#include "retrieve/nearest.h"
#include "retrieve/nearest_kernel.h"

typedef enum us_nearest_kind {
    US_NEAREST_ANY, /* a tree if it pays */
    US_NEAREST_SCAN,
    US_NEAREST_TREE,
} us_nearest_kind;

/* Like us_nearest_new, with a given kernel and kind. */
us_nearest *us_nearest_new_kind(const uint16_t *row, int count, int dimensions,
                                us_nearest_kind kind, const us_kernel *kernel);

typedef struct us_nearest_work {
    int64_t row_blocks, box_blocks; /* blocks visited: sixteen distances each */
} us_nearest_work;
/* Like us_nearest_find. Adds to *work. */
int us_nearest_find_counted(const us_nearest *nearest, const uint16_t *query, int k,
                            us_neighbor *out, us_nearest_work *work);

#endif
