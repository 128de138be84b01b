/* Checks of computed numbers: near enough is equal. */
#ifndef US_TESTS_UNIT_NEAR_EQUAL_H
#define US_TESTS_UNIT_NEAR_EQUAL_H

#include <math.h>

#include "tests/unit/test.h"

#define CHECK_NEAR(actual, expected, within) \
    us_test_near((actual), (expected), (within), #actual, __FILE__, __LINE__)

static inline bool us_test_near(double actual, double expected, double within, const char *text,
                                const char *file, int line)
{
    bool near = fabs(actual - expected) <= within;
    if (!near)
        us_test_fail(file, line, "%s is %.17g, expected %.17g within %g", text, actual, expected,
                     within);
    return near;
}

#endif
