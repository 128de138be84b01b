/* Saturating sums and products of amounts: an overflow of 64 bits gives the largest or smallest
 * number. */
#ifndef US_BASE_SUMS_H
#define US_BASE_SUMS_H

#include "base/base.h"

static inline int64_t us_sums_add(int64_t a, int64_t b)
{
    int64_t out;
    return __builtin_add_overflow(a, b, &out) ? (b < 0 ? INT64_MIN : INT64_MAX) : out;
}

static inline int64_t us_sums_multiply(int64_t a, int64_t b)
{
    int64_t out;
    return __builtin_mul_overflow(a, b, &out) ? ((a < 0) != (b < 0) ? INT64_MIN : INT64_MAX) : out;
}

#endif
