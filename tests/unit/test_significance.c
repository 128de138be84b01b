#include "understudy/statistics.h"

#include <stdlib.h>

#include "base/rng.h"
#include "experiments/stats/numbers.h"
#include "tests/unit/near_equal.h"

TEST(mcnemar_s_test_is_that_of_the_tables)
{
    static const struct {
        int b, c;
        double exact, mid;
    } row[] = {
        {9, 24, 0.01353, 0.00904},
        {24, 9, 0.01353, 0.00904},
        {0, 0, 1, 1},
        {0, 6, 0.03125, 0.015625},
        {5, 5, 1, 1},
        /* Fagerland, Lydersen and Laake, 2013: airway hyper-responsiveness, 1 and 7. */
        {1, 7, 0.0703, 0.0391},
    };
    for (int i = 0; i < US_COUNT(row); i++) {
        us_mcnemar m = us_mcnemar_test(row[i].b, row[i].c);
        CHECK_NEAR(m.exact, row[i].exact, 0.00005);
        CHECK_NEAR(m.mid, row[i].mid, 0.00005);
    }
}

TEST(mcnemar_s_test_takes_any_number_of_pairs)
{
    us_mcnemar m = us_mcnemar_test(499000, 501000);
    CHECK_NEAR(m.mid, erfc(2000 / sqrt(1e6) / sqrt(2)), 1e-6);
    CHECK(m.exact > m.mid);
    m = us_mcnemar_test(1000000000, 1000000000);
    CHECK_NEAR(m.mid, 1, 1e-4);
    m = us_mcnemar_test(0, 2000000000);
    CHECK(m.exact == 0 && m.mid == 0);
}

/* ---- against all signs */

/* A statistic of differences whose signs are those of the bits. */
typedef double (*statistic)(const double *difference, int count, uint32_t turned);

static double mean_of(const double *difference, int count, uint32_t turned)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += turned >> i & 1 ? -difference[i] : difference[i];
    return fabs(sum);
}

/* Ranks by counting who is smaller, as the definition has it. */
static double ranks_of(const double *difference, int count, uint32_t turned)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double rank = 0.5;
        for (int j = 0; j < count; j++) {
            double here = fabs(difference[i]), other = fabs(difference[j]);
            rank += other < here ? 1 : other == here ? 0.5 : 0;
        }
        double sign = difference[i] > 0 ? 1 : difference[i] < 0 ? -1 : 0;
        sum += (turned >> i & 1 ? -sign : sign) * rank;
    }
    return fabs(sum);
}

/* Signs of zeros turn as well: each case is there equally often. */
static double by_all_signs(const double *difference, int count, statistic of)
{
    double seen = of(difference, count, 0);
    int far = 0;
    for (uint32_t turned = 0; turned < UINT32_C(1) << count; turned++)
        far += of(difference, count, turned) >= seen - 1e-9;
    return ldexp(far, -count);
}

TEST(signs_are_counted_as_all_of_them_are)
{
    us_rng rng = us_rng_derive(1, "test.signs", 0);
    for (int round = 0; round < 100; round++) {
        double difference[11];
        int count = (int)us_rng_next_below(&rng, 12), kinds = 2 + (int)us_rng_next_below(&rng, 12);
        for (int i = 0; i < count; i++) {
            int value = (int)us_rng_next_below(&rng, (uint32_t)kinds) - kinds / 2;
            difference[i] = value * 0.5;
        }
        us_flips flips = us_flip_test(difference, count, 1);
        CHECK_INT(flips.how, US_P_VALUE_COUNTED);
        CHECK_NEAR(flips.p, by_all_signs(difference, count, mean_of), 1e-9);
        us_signed_ranks ranks = us_signed_rank_test(difference, count);
        CHECK_INT(ranks.how, US_P_VALUE_COUNTED);
        CHECK_NEAR(ranks.p, by_all_signs(difference, count, ranks_of), 1e-12);
        CHECK_INT(ranks.zeros + ranks.others, count);
    }
}

/* Darwin's plants: 1,726 of 32,768 ways to set the signs, says Fisher. */
TEST(fishers_count_is_found)
{
    static const double darwin[] = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    us_flips f = us_flip_test(darwin, US_COUNT(darwin), 1);
    CHECK_NEAR(f.p, 1726.0 / 32768, 1e-12);
}

/* Hollander and Wolfe, 1973, page 29: depression before and after. V = 40, p = 0.03906. */
TEST(wilcoxons_count_is_found)
{
    static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double difference[9];
    for (int i = 0; i < 9; i++)
        difference[i] = before[i] - after[i];
    us_signed_ranks r = us_signed_rank_test(difference, 9);
    CHECK_NEAR(r.plus, 40, 0);
    CHECK_NEAR(r.minus, 5, 0);
    CHECK_NEAR(r.p, 0.0390625, 1e-12);
}

TEST(zeros_take_ranks_and_are_left_out)
{
    double difference[1000] = {1, 1, 1, -1, 2};
    us_signed_ranks r = us_signed_rank_test(difference, 1000);
    CHECK_INT(r.zeros, 995);
    CHECK_INT(r.how, US_P_VALUE_COUNTED);
    /* 2 weighs 1000, a 1 weighs 997.5. As far out: the 2 and three or four of the others. */
    CHECK_NEAR(r.p, 10.0 / 32, 1e-12);
    CHECK_NEAR(r.plus, 3 * 997.5 + 1000, 1e-9);
}

TEST(where_nothing_differs_p_is_1)
{
    static const double zero[30] = {0};
    for (int count = 0; count <= 30; count += 15) {
        CHECK_NEAR(us_signed_rank_test(zero, count).p, 1, 0);
        CHECK_NEAR(us_flip_test(zero, count, 1).p, 1, 0);
    }
}

/* 25 are counted, 26 are not. With half a step for continuity both say nearly the same. */
TEST(the_normal_distribution_goes_on_where_counting_ends)
{
    us_rng rng = us_rng_derive(3, "test.ranks", 0);
    for (int round = 0; round < 50; round++) {
        double difference[26], deviation = sqrt(25 * 26 * 51 / 24.0);
        for (int i = 0; i < 26; i++)
            difference[i] = us_rng_next_bool(&rng, 2, 5) ? -1 - i : 1 + i;
        us_signed_ranks r = us_signed_rank_test(difference, 25);
        CHECK_INT(r.how, US_P_VALUE_COUNTED);
        double off = fmax(fabs(r.plus - r.minus) / 2 - 0.5, 0);
        CHECK_NEAR(r.p, erfc(off / deviation / sqrt(2)), 0.01);
        CHECK_INT(us_signed_rank_test(difference, 26).how, US_P_VALUE_NORMAL);
    }
}

/* The textbook's variance, with a correction for zeros and one for ties. */
TEST(the_normal_distribution_has_the_corrected_variance)
{
    double difference[60];
    int n = 60, zeros = 12, ones = 30, halves = 18;
    for (int i = 0; i < n; i++)
        difference[i] = i < zeros ? 0 : i < zeros + ones ? 1 : 0.5;
    for (int i = zeros; i < n; i += 3)
        difference[i] *= -1;
    us_signed_ranks r = us_signed_rank_test(difference, n);
    double variance = (n * (n + 1.0) * (2 * n + 1) - zeros * (zeros + 1.0) * (2 * zeros + 1)) / 24;
    variance -= (pow(ones, 3) - ones + pow(halves, 3) - halves) / 48;
    double z = (r.plus - (r.plus + r.minus) / 2) / sqrt(variance);
    CHECK_NEAR(r.p, erfc(fabs(z) / sqrt(2)), 1e-12);
}

/* ---- signs of many */

/* Half points: the number of ways to each sum, pair by pair. */
static double by_adding_up(const double *difference, int count)
{
    enum { WIDE = 2000 };
    static double now[2 * WIDE + 1], then[2 * WIDE + 1];
    int sum = 0, reach = 0;
    for (int i = 0; i <= 2 * WIDE; i++)
        now[i] = i == WIDE;
    for (int k = 0; k < count; k++) {
        int step = (int)fabs(2 * difference[k]);
        sum += (int)(2 * difference[k]);
        reach += step;
        for (int i = 0; i <= 2 * WIDE; i++)
            then[i] = (i >= step ? now[i - step] / 2 : 0) +
                      (i + step <= 2 * WIDE ? now[i + step] / 2 : 0);
        for (int i = 0; i <= 2 * WIDE; i++)
            now[i] = then[i];
    }
    double far = 0;
    for (int i = 0; i <= 2 * WIDE; i++)
        far += abs(i - WIDE) >= abs(sum) ? now[i] : 0;
    return reach > WIDE ? -1 : far;
}

TEST(half_points_are_counted_however_many)
{
    us_rng rng = us_rng_derive(2, "test.signs", 0);
    for (int round = 0; round < 20; round++) {
        double difference[600];
        int count = 60 + (int)us_rng_next_below(&rng, 541), kinds = 5 + 2 * (round % 2);
        int shift = (int)us_rng_next_below(&rng, 2);
        for (int i = 0; i < count; i++) {
            int value = (int)us_rng_next_below(&rng, (uint32_t)kinds) - kinds / 2;
            value += shift && us_rng_next_bool(&rng, 1, 8) && value < kinds / 2;
            difference[i] = value * 0.5;
        }
        us_flips f = us_flip_test(difference, count, 4);
        double exact = by_adding_up(difference, count);
        CHECK_INT(f.how, kinds == 5 ? US_P_VALUE_COUNTED : US_P_VALUE_DRAWN);
        CHECK_NEAR(f.p, exact, kinds == 5 ? 1e-9 : 0.02);
    }
}

TEST(a_million_pairs_are_counted)
{
    int count = 1000000;
    double *difference = US_NEW_ARRAY(double, count), sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        difference[i] = (i % 5 - 2) * 0.5;
        difference[i] = i % 1000 ? difference[i] : 1;
        sum += difference[i];
        squares += difference[i] * difference[i];
    }
    us_flips f = us_flip_test(difference, count, 1);
    CHECK_INT(f.how, US_P_VALUE_COUNTED);
    CHECK_NEAR(f.p / erfc(sum / sqrt(2 * squares)), 1, 0.01);
    us_mem_free(difference);
}

/* Ten thousand sizes: the small ones are lumped, the p value is that of the normal distribution. */
TEST(sizes_without_number_are_drawn)
{
    static double difference[10000];
    double sum = 0, squares = 0;
    us_rng rng = us_rng_derive(5, "test.signs", 0);
    for (int i = 0; i < US_COUNT(difference); i++) {
        difference[i] = us_rng_next(&rng) / 4294967296.0 - 0.495;
        sum += difference[i];
        squares += difference[i] * difference[i];
    }
    us_flips f = us_flip_test(difference, US_COUNT(difference), 1);
    CHECK_INT(f.how, US_P_VALUE_DRAWN);
    CHECK_NEAR(f.p, erfc(fabs(sum) / sqrt(2 * squares)), 0.02);
    CHECK_NEAR(f.p, us_flip_test(difference, US_COUNT(difference), 1).p, 0);
    for (int i = 0; i < US_COUNT(difference); i++)
        difference[i] = fabs(difference[i]);
    f = us_flip_test(difference, US_COUNT(difference), 1);
    CHECK_NEAR(f.p, 1.0 / (1 + US_FLIP_DRAWS), 1e-12);
}

TEST(coins_show_heads_half_of_the_time)
{
    static const int sizes[] = {0, 1, 5, 31, 32, 33, 1000};
    us_rng rng = us_rng_derive(6, "test.signs", 0);
    for (int s = 0; s < US_COUNT(sizes); s++) {
        int n = sizes[s];
        double sum = 0, squares = 0;
        for (int i = 0; i < 10000; i++) {
            int heads = us_rng_draw_heads(&rng, n);
            CHECK(heads >= 0 && heads <= n);
            sum += heads - n / 2.0;
            squares += pow(heads - n / 2.0, 2);
        }
        CHECK_NEAR(sum / 10000, 0, 4 * sqrt(n / 4.0 / 10000));
        CHECK_NEAR(squares / 10000, n / 4.0, 0.06 * n / 4.0);
    }
}

/* ---- several at once */

TEST(holm_s_correction_is_that_of_the_manual_of_r)
{
    static const double p[] = {0.01, 0.04, 0.03, 0.005}, expected[] = {0.03, 0.06, 0.06, 0.02};
    double adjusted[4], same[] = {0.5, 0.5, 0.9};
    us_holm_adjust(p, 4, adjusted);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(adjusted[i], expected[i], 1e-15);
    us_holm_adjust(same, 3, same);
    CHECK(same[0] == 1 && same[1] == 1 && same[2] == 1);
    us_holm_adjust(p, 1, adjusted);
    CHECK_NEAR(adjusted[0], 0.01, 0);
    us_holm_adjust(NULL, 0, NULL);
}
