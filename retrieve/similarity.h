/* Similarities in whole numbers, the same on every machine. */
#ifndef US_RETRIEVE_SIMILARITY_H
#define US_RETRIEVE_SIMILARITY_H

#include "domain/domain.h"
#include "domain/note.h"
#include "understudy/library.h"

enum {
    US_SIMILARITY_ONE = US_NOTE_ONE, /* the similarity 1, in notes too */
};

uint64_t us_integer_sqrt(uint64_t square); /* rounded down */

/* The space of states: for each dimension a feature, its range and its weight. Ranges are fixed
 * when a library is made, never by a query. */
typedef struct us_dimension {
    char name[64];
    int32_t low, high;
    int weight; /* 0: it does not count */
} us_dimension;

struct us_space {
    us_dimension *dimension;
    int count;
    uint16_t *most;    /* by dimension: the coordinate of its high end */
    uint64_t farthest; /* the largest possible distance: the sum of their squares */
};

/* Copies the dimensions. Coordinates of a dimension of weight w reach from 0 to the root of w / the
 * largest weight, times US_COORDINATE_MAX, so that squared differences count by weight. */
us_space us_space_make(const us_dimension *dimension, int count); /* the caller clears it */
void us_space_clear(us_space *space);

/* Cuts a value to 32 bits, but not to US_FEATURE_MISSING. */
int32_t us_feature_clamp(int64_t value);
bool us_space_has_known(const us_space *space, const int32_t *value); /* some feature is known */

/* Returns the squared distance of two lists of coordinates. */
uint64_t us_space_distance(const us_space *space, const uint16_t *a, const uint16_t *b);
/* Computes coordinates. Values outside a range count as its end, missing ones as its middle. */
void us_space_compute_coordinates(const us_space *space, const int32_t *value, uint16_t *out);
/* Returns 1 - the root of distance / farthest, of US_SIMILARITY_ONE; it falls as the distance
 * grows. */
int64_t us_space_similarity(const us_space *space, uint64_t distance);
/* Returns the largest distance that has at least this similarity; -1: none has. */
int64_t us_space_max_distance(const us_space *space, int64_t similarity);

/* Copies the values of a space by feature of the domain, into room for all of them;
 * US_FEATURE_MISSING: the space does not have it. */
void us_space_list_features(const us_space *space, const us_domain *domain, const int32_t *value,
                            int32_t *out);

#endif
