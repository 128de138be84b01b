/* Private to retrieve/nearest: choices and counts for tests and benchmarks. */
#ifndef US_RETRIEVE_NEAREST_INTERNAL_H
#define US_RETRIEVE_NEAREST_INTERNAL_H

#include "retrieve/nearest.h"

/* Kernels: distances to sixteen rows, or boxes, at a time. There is a kernel
 * for each width of vectors; all give the same numbers.
 *
 * A block holds sixteen rows. Coordinates come in pairs (a last odd one is paired with 0): for each
 * pair, both coordinates of the first row, of the second, and so on. A block of boxes holds for
 * each pair the sixteen lowest corners in this order, then the sixteen highest. */
enum { US_BLOCK = 16 };

/* Returns the first of the blocks from..to - 1 with a distance of at most bound (below 2^62), and
 * writes all its distances. If there is none, returns to, and the distances are undefined. The
 * distance to a box is that to its nearest point. query: 2 * pairs coordinates. */
typedef int us_kernel_scan(const uint16_t *block, const uint16_t *query, int pairs, int from,
                           int to, uint64_t bound, uint64_t distance[US_BLOCK]);

typedef struct us_kernel {
    const char *name;
    us_kernel_scan *rows, *boxes;
} us_kernel;

/* Returns a kernel that this machine can run, the slowest first; NULL behind the last. */
const us_kernel *us_kernel_at(int index);
const us_kernel *us_kernel_best(void);

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
