#include "base/rng.h"
#include "tests/unit/test.h"

/* From the reference implementation of PCG32: pcg32_srandom(42, 54). */
TEST(the_generator_is_pcg32)
{
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                        0x83d2f293, 0xbfa4784b, 0xcbed606e};
    us_rng rng = {.state = 0, .stream = (54 << 1) | 1};
    us_rng_next(&rng);
    rng.state += 42;
    us_rng_next(&rng);
    for (int i = 0; i < US_COUNT(expected); i++)
        CHECK_INT(us_rng_next(&rng), expected[i]);
}

TEST(a_stream_gives_the_same_numbers_forever)
{
    static const struct {
        uint64_t seed;
        const char *name;
        uint64_t index;
        uint32_t expected[4];
    } rows[] = {
        {0, "", 0, {0x3c501ff1, 0xe72d1032, 0xe62d7606, 0x9487429b}},
        {1, "map", 0, {0x7e4679cd, 0xa35fd4a8, 0x08c45386, 0x049df61b}},
        {1, "map", 1, {0x3f837c72, 0xac59a022, 0xde52b84c, 0x0358514c}},
        {1, "retrieve.tie", 0, {0x4d0a24f1, 0x0086cdfb, 0xe5413356, 0x2b486e04}},
        {UINT64_MAX, "map", UINT64_MAX, {0xf5566f55, 0x0122af61, 0x783e5d39, 0xc7722a8b}},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].name);
        us_rng rng = us_rng_derive(rows[i].seed, rows[i].name, rows[i].index);
        for (int k = 0; k < 4; k++)
            CHECK_INT(us_rng_next(&rng), rows[i].expected[k]);
    }
}

TEST(bounded_numbers_are_the_same_forever)
{
    static const uint32_t small[] = {9, 0, 5, 0, 0, 8, 5, 3, 6, 0, 3, 2};
    static const uint32_t large[] = {1157641573, 1424729182, 1127003121, 2066093530};
    us_rng rng = us_rng_derive(7, "below", 0);
    for (int i = 0; i < US_COUNT(small); i++)
        CHECK_INT(us_rng_next_below(&rng, 10), small[i]);
    for (int i = 0; i < US_COUNT(large); i++)
        CHECK_INT(us_rng_next_below(&rng, 3u << 30), large[i]);
}

TEST(bounded_numbers_are_even)
{
    static const uint32_t bounds[] = {1, 2, 3, 6, 7, 10, 100};
    us_rng rng = us_rng_derive(5, "even", 0);
    for (int i = 0; i < US_COUNT(bounds); i++) {
        int seen[100] = {0}, draws = 2000 * (int)bounds[i];
        for (int k = 0; k < draws; k++) {
            uint32_t number = us_rng_next_below(&rng, bounds[i]);
            CHECK(number < bounds[i]);
            seen[number < 100 ? number : 0]++;
        }
        for (uint32_t k = 0; k < bounds[i]; k++)
            CHECK(seen[k] > 1800 && seen[k] < 2200);
    }
}

/* Without rejection, every third number below 3/4 of 2^32 would come twice as often. */
TEST(a_large_bound_has_no_bias)
{
    us_rng rng = us_rng_derive(6, "bias", 0);
    int seen[3] = {0};
    for (int i = 0; i < 30000; i++)
        seen[us_rng_next_below(&rng, 3u << 30) % 3]++;
    for (int i = 0; i < 3; i++)
        CHECK(seen[i] > 9700 && seen[i] < 10300);
}

TEST(each_part_of_the_key_gives_another_stream)
{
    static const struct {
        uint64_t seed;
        const char *name;
        uint64_t index;
    } rows[] = {
        {1, "a", 0}, {2, "a", 0},  {1, "b", 0}, {1, "a", 1},
        {0, "a", 1}, {1, "aa", 0}, {1, "", 0},  {(uint64_t)1 << 63, "a", 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++)
        for (int k = 0; k < i; k++) {
            us_rng a = us_rng_derive(rows[i].seed, rows[i].name, rows[i].index);
            us_rng b = us_rng_derive(rows[k].seed, rows[k].name, rows[k].index);
            int equal = 0;
            for (int draw = 0; draw < 64; draw++) {
                uint32_t left = us_rng_next(&a), right = us_rng_next(&b);
                equal += left == right;
            }
            CHECK_INT(equal, 0);
        }
}

/* Streams of consecutive indexes are what experiments use: their first draws must be even. */
TEST(first_draws_of_neighboring_streams_are_even)
{
    int seen[16] = {0};
    for (uint64_t index = 0; index < 16000; index++) {
        us_rng rng = us_rng_derive(1, "game", index);
        seen[us_rng_next(&rng) >> 28]++;
    }
    for (int i = 0; i < 16; i++)
        CHECK(seen[i] > 850 && seen[i] < 1150);
}

TEST(a_copied_stream_continues_alike)
{
    us_rng rng = us_rng_derive(1, "copy", 0);
    us_rng_next(&rng);
    us_rng copy = rng;
    for (int i = 0; i < 10; i++) {
        uint32_t left = us_rng_next(&rng), right = us_rng_next(&copy);
        CHECK_INT(left, right);
    }
}

TEST(a_chance_keeps_its_odds)
{
    us_rng rng = us_rng_derive(1, "chance", 0);
    int never = 0, always = 0, third = 0;
    for (int i = 0; i < 9000; i++) {
        never += us_rng_next_bool(&rng, 0, 3);
        always += us_rng_next_bool(&rng, 3, 3);
        third += us_rng_next_bool(&rng, 1, 3);
    }
    CHECK_INT(never, 0);
    CHECK_INT(always, 9000);
    CHECK(third > 2800 && third < 3200);
}
