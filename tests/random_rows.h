/* Rows to search among that are like the states of games. */
#ifndef US_TESTS_RANDOM_ROWS_H
#define US_TESTS_RANDOM_ROWS_H

#include "base/base.h"

typedef struct test_walk {
    int dimensions;
    int length;  /* states of a game, one after another */
    int factors; /* up to 16, that all features follow beside a smaller way of their own;
                    0: each feature goes its own way */
} test_walk;

/* Fills count rows with games that all begin alike and then walk at random, each feature by steps
 * of up to 240 either way. Another seed gives other games of the same kind. */
void test_walks(const test_walk *kind, uint64_t seed, uint16_t *row, int count);
void test_uniform(int dimensions, uint64_t seed, uint16_t *row, int count);
/* Puts the rows in a random order. */
void test_shuffle(int dimensions, uint64_t seed, uint16_t *row, int count);

#endif
