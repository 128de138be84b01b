/* The exact nearest rows to a query: by a scan in blocks, or by a tree that returns what the scan
 * returns. Coordinates are whole numbers; the distance is the sum of squared differences. Answers
 * are the same on every machine and vector width. */
#ifndef US_RETRIEVE_NEAREST_H
#define US_RETRIEVE_NEAREST_H

#include "base/base.h"

enum {
    US_COORDINATE_MAX = 16383, /* sums of sixteen squares fit 32 bits */
    US_DIMENSIONS_MAX = 256,
};

typedef struct us_nearest us_nearest; /* immutable; may be shared by threads */

/* Copies the rows: count * dimensions coordinates, row-major. dimensions: 1 to the maximum. If it
 * pays, the rows become a tree: that is so if neighbors are alike, best if the rows of one game
 * come in order of time. */
us_nearest *us_nearest_new(const uint16_t *row, int count, int dimensions);
void us_nearest_free(us_nearest *nearest); /* NULL is fine */
US_AUTOPTR_DEFINE(us_nearest, us_nearest_free);

/* Calls visit once for each row whose distance is at most *bound at that moment, in no particular
 * order. visit may lower *bound. Allocates nothing. */
typedef void us_nearest_on_row(void *context, int row, uint64_t distance, uint64_t *bound);
void us_nearest_search(const us_nearest *nearest, const uint16_t *query, uint64_t *bound,
                       us_nearest_on_row *visit, void *context);

typedef struct us_neighbor {
    uint64_t distance;
    int row;
} us_neighbor;
/* Finds the k nearest rows, by distance, then row. Returns how many: k, or all rows. Allocates
 * nothing; out has room for that many. */
int us_nearest_find(const us_nearest *nearest, const uint16_t *query, int k, us_neighbor *out);

#endif
