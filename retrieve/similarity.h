/* Similarities in whole numbers: the same on every machine. */
#ifndef US_RETRIEVE_SIMILARITY_H
#define US_RETRIEVE_SIMILARITY_H

#include "domain/domain.h"
#include "domain/note.h"

enum {
    US_SIMILARITY_ONE = US_NOTE_ONE, /* similarities are parts of this, in notes too */
};

uint64_t us_root(uint64_t square); /* rounded down */

/* The space of states: by dimension a feature with the range it is measured in and how much it
 * counts. Ranges are fixed when a library is made, never by what is asked. */
typedef struct us_dimension {
    char name[64];
    int32_t low, high;
    int weight; /* 0: it doesn't count */
} us_dimension;

typedef struct us_space {
    us_dimension *dimension;
    int count;
    uint16_t *most;    /* by dimension: the coordinate of its high end */
    uint64_t farthest; /* the largest distance there can be: the sum of their squares */
} us_space;

/* Dimensions are copied. Coordinates of one of weight w reach from 0 to the root of w / the
 * largest weight, times US_COORDINATE_MAX: so squared differences count by weight. */
us_space us_space_make(const us_dimension *dimension, int count); /* clear it */
void us_space_clear(us_space *space);

/* To 32 bits; what is beyond them counts as their end. US_FEATURE_MISSING is not among them. */
int32_t us_cut(int64_t value);
/* What is not known of a state. */
#define US_FEATURE_MISSING INT32_MIN

/* Values outside a range count as its end, those that are missing as its middle. */
void us_space_place(const us_space *space, const int32_t *value, uint16_t *out);
/* 1 - the root of distance / farthest. Falls as the distance grows. */
int64_t us_space_similarity(const us_space *space, uint64_t distance);
/* The largest distance that has at least this similarity; -1: none has. */
int64_t us_space_within(const us_space *space, int64_t similarity);

#endif
