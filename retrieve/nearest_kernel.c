#include "retrieve/nearest_internal.h"

#include <string.h>

/* ---- any machine: written so that compilers vectorize it */

enum { PAIRS = 8 }; /* their squares fit 32 bits */

/* Adds the sums of up to eight pairs; whether any distance is near is asked at the end. */
static void widen(uint64_t *distance, const uint32_t *sum)
{
    for (int i = 0; i < US_BLOCK; i++)
        distance[i] += sum[i];
}

static bool any_near(const uint64_t *distance, uint64_t bound)
{
    int near = 0;
    for (int i = 0; i < US_BLOCK; i++)
        near += distance[i] <= bound;
    return near > 0;
}

static void add_rows(uint32_t *sum, const uint16_t *row, int32_t qx, int32_t qy)
{
    for (int i = 0; i < US_BLOCK; i++) {
        int32_t x = row[2 * i] - qx, y = row[2 * i + 1] - qy;
        sum[i] += (uint32_t)(x * x + y * y);
    }
}

static int32_t outside(int32_t x, int32_t low, int32_t high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static void add_boxes(uint32_t *sum, const uint16_t *low, int32_t qx, int32_t qy)
{
    const uint16_t *high = low + 2 * US_BLOCK;
    for (int i = 0; i < US_BLOCK; i++) {
        int32_t x = outside(qx, low[2 * i], high[2 * i]);
        int32_t y = outside(qy, low[2 * i + 1], high[2 * i + 1]);
        sum[i] += (uint32_t)(x * x + y * y);
    }
}

static int plain_scan(const uint16_t *block, const uint16_t *query, int pairs, int from, int to,
                      uint64_t bound, uint64_t distance[US_BLOCK], int step,
                      void (*add)(uint32_t *, const uint16_t *, int32_t, int32_t))
{
    for (int b = from; b < to; b++) {
        const uint16_t *at = block + (size_t)b * pairs * step;
        memset(distance, 0, US_BLOCK * sizeof(*distance));
        for (int p = 0; p < pairs;) {
            uint32_t sum[US_BLOCK] = {0};
            int end = pairs - p > PAIRS ? p + PAIRS : pairs;
            for (; p < end; p++, at += step)
                add(sum, at, query[2 * p], query[2 * p + 1]);
            widen(distance, sum);
        }
        if (any_near(distance, bound))
            return b;
    }
    return to;
}

static int plain_rows(const uint16_t *block, const uint16_t *query, int pairs, int from, int to,
                      uint64_t bound, uint64_t distance[US_BLOCK])
{
    return plain_scan(block, query, pairs, from, to, bound, distance, 2 * US_BLOCK, add_rows);
}

static int plain_boxes(const uint16_t *block, const uint16_t *query, int pairs, int from, int to,
                       uint64_t bound, uint64_t distance[US_BLOCK])
{
    return plain_scan(block, query, pairs, from, to, bound, distance, 4 * US_BLOCK, add_boxes);
}

static bool always(void)
{
    return true;
}

/* ---- x86 */

#if defined(__x86_64__)
#include <immintrin.h>

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
}

/* Differences of the query from rows, and from boxes, in sixteen bits. No coordinate reaches 2^14,
 * so differences are signed; of low - query and query - high at most one is above 0. */
#define FROM_ROW(P, B, at, q) P##_sub_epi16(P##_loadu_si##B((const void *)(at)), q)
#define FROM_BOX(P, B, at, q)                                            \
    P##_or_si##B(P##_subs_epu16(P##_loadu_si##B((const void *)(at)), q), \
                 P##_subs_epu16(q, P##_loadu_si##B((const void *)((at) + 2 * US_BLOCK))))

#define NEGATIVE_128(x) _mm_movemask_pd(_mm_castsi128_pd(x))
#define NEGATIVE_256(x) _mm256_movemask_pd(_mm256_castsi256_pd(x))
#define NEGATIVE_512(x) _mm512_movepi64_mask(x)

/* P: the prefix of the intrinsics; B: the bits of a vector; STEP: coordinates of a pair in a block.
 * The squares of a pair are summed in 32 bits, eight pairs too; then rows of even and of odd
 * number go on in 64 bits. A bit of `over` stays set where all distances are above the bound. */
#define SCAN(NAME, TARGET, P, B, SET64, STEP, FROM)                                               \
    __attribute__((target(TARGET))) static int NAME(const uint16_t *block, const uint16_t *query, \
                                                    int pairs, int from, int to, uint64_t bound,  \
                                                    uint64_t distance[US_BLOCK])                  \
    {                                                                                             \
        enum { LANES = (B) / 64, PARTS = 512 / (B), WIDTH = (B) / 16 };                           \
        const __m##B##i limit = SET64((long long)bound), low = SET64(UINT32_MAX);                 \
        uint64_t even[US_BLOCK / 2], odd[US_BLOCK / 2];                                           \
        for (int b = from; b < to; b++) {                                                         \
            __m##B##i over = SET64(-1);                                                           \
            for (int part = 0; part < PARTS; part++) {                                            \
                const uint16_t *at = block + (size_t)b * pairs * (STEP) + part * WIDTH;           \
                __m##B##i even_sum = SET64(0), odd_sum = SET64(0);                                \
                for (int p = 0; p < pairs;) {                                                     \
                    __m##B##i sum = SET64(0);                                                     \
                    int end = pairs - p > PAIRS ? p + PAIRS : pairs;                              \
                    for (; p < end; p++, at += (STEP)) {                                          \
                        int32_t both;                                                             \
                        memcpy(&both, query + 2 * p, sizeof(both));                               \
                        __m##B##i d = FROM(P, B, at, P##_set1_epi32(both));                       \
                        sum = P##_add_epi32(sum, P##_madd_epi16(d, d));                           \
                    }                                                                             \
                    even_sum = P##_add_epi64(even_sum, P##_and_si##B(sum, low));                  \
                    odd_sum = P##_add_epi64(odd_sum, P##_srli_epi64(sum, 32));                    \
                }                                                                                 \
                P##_storeu_si##B((void *)(even + part * LANES), even_sum);                        \
                P##_storeu_si##B((void *)(odd + part * LANES), odd_sum);                          \
                over = P##_and_si##B(over, P##_and_si##B(P##_sub_epi64(limit, even_sum),          \
                                                         P##_sub_epi64(limit, odd_sum)));         \
            }                                                                                     \
            if (NEGATIVE_##B(over) != (1 << LANES) - 1) {                                         \
                for (int i = 0; i < US_BLOCK / 2; i++) {                                          \
                    distance[2 * i] = even[i];                                                    \
                    distance[2 * i + 1] = odd[i];                                                 \
                }                                                                                 \
                return b;                                                                         \
            }                                                                                     \
        }                                                                                         \
        return to;                                                                                \
    }
#define SCANS(NAME, TARGET, P, B, SET64)                           \
    SCAN(NAME##_rows, TARGET, P, B, SET64, 2 * US_BLOCK, FROM_ROW) \
    SCAN(NAME##_boxes, TARGET, P, B, SET64, 4 * US_BLOCK, FROM_BOX)

SCANS(sse2, "sse2", _mm, 128, _mm_set1_epi64x)
SCANS(avx2, "avx2", _mm256, 256, _mm256_set1_epi64x)
SCANS(avx512, "avx512bw,avx512dq", _mm512, 512, _mm512_set1_epi64)
#endif

/* ---- the choice of a kernel */

static const struct {
    us_kernel kernel;
    bool (*there)(void);
} kernels[] = {
    {{"plain", plain_rows, plain_boxes}, always},
#if defined(__x86_64__)
    {{"sse2", sse2_rows, sse2_boxes}, always},
    {{"avx2", avx2_rows, avx2_boxes}, has_avx2},
    {{"avx512", avx512_rows, avx512_boxes}, has_avx512},
#endif
};

const us_kernel *us_kernel_at(int index)
{
    for (int i = 0; i < US_COUNT(kernels); i++)
        if (kernels[i].there() && index-- == 0)
            return &kernels[i].kernel;
    return NULL;
}

const us_kernel *us_kernel_best(void)
{
    const us_kernel *best = NULL;
    for (int i = 0; us_kernel_at(i); i++)
        best = us_kernel_at(i);
    return best;
}
