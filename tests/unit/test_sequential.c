#include "experiments/stats/significance.h"

#include "tests/unit/near_equal.h"

static us_sprt_state feed(us_sprt *s, const double *pattern, int of, int pairs)
{
    us_sprt_state state = s->state;
    for (int i = 0; i < pairs; i++)
        state = us_sprt_add(s, pattern[i % of]);
    return state;
}

TEST(the_ratio_is_that_of_the_formula)
{
    us_sprt_def def = us_sprt_def_default();
    double spread = (99 * 0.25 + log(19)) / 100;
    CHECK_NEAR(us_sprt_ratio(&def, 100, 0.15, 0.25),
               49.5 * log((spread + 0.15 * 0.15) / (spread + 0.05 * 0.05)), 1e-12);
    CHECK_NEAR(us_sprt_ratio(&def, 100, 0.05, 0.25), 0, 1e-12);
    CHECK_NEAR(us_sprt_ratio(&def, 0, 0, 0), 0, 0);
    us_sprt s = us_sprt_start(&def);
    CHECK_NEAR(s.upper, 2.9444, 0.00005);
    CHECK_NEAR(s.lower, -2.9444, 0.00005);
}

TEST(it_is_looked_at_after_30_and_then_every_10)
{
    static const double better[] = {1, 1, 0};
    us_sprt_def def = us_sprt_def_default();
    def.delta1 = 0.4;
    us_sprt s = us_sprt_start(&def);
    CHECK_INT(feed(&s, better, 3, 29), US_SPRT_RUNNING);
    CHECK_NEAR(s.ratio, 0, 0);
    CHECK_INT(us_sprt_add(&s, 0), US_SPRT_DELTA1);
    CHECK_INT(s.steps, 30);
    CHECK_NEAR(s.ratio, us_sprt_ratio(&def, 30, 2.0 / 3, 20.0 / 3 / 29), 1e-9);
    CHECK_INT(us_sprt_add(&s, -1), US_SPRT_DELTA1);
    CHECK_INT(s.steps, 30);

    static const double even[] = {1, -1};
    def.delta1 = 0.1;
    s = us_sprt_start(&def);
    CHECK_INT(feed(&s, even, 2, 100000), US_SPRT_DELTA0);
    CHECK_INT(s.steps % 10, 0);
    CHECK_NEAR(s.ratio, us_sprt_ratio(&def, s.steps, 0, s.steps / (s.steps - 1.0)), 1e-9);
    CHECK_INT(s.steps, 600);
}

TEST(equal_pairs_say_much_but_not_everything)
{
    static const double none[] = {0}, all[] = {1};
    us_sprt_def def = us_sprt_def_default();
    us_sprt s = us_sprt_start(&def);
    CHECK_INT(feed(&s, none, 1, 1000), US_SPRT_DELTA0);
    CHECK_INT(s.steps, 50);
    def.delta1 = 0.05;
    s = us_sprt_start(&def);
    CHECK_INT(feed(&s, none, 1, 1000), US_SPRT_DELTA0);
    CHECK_INT(s.steps, 90);
    s = us_sprt_start(&def);
    CHECK_INT(feed(&s, all, 1, 1000), US_SPRT_DELTA1);
    CHECK_INT(s.steps, 40);
}

TEST(the_cap_ends_it)
{
    static const double between[] = {1, -1, 0.5, -0.5, 0.5, -0.2, 0, -1, 1, 0.1};
    us_sprt_def def = us_sprt_def_default();
    def.cap = 45;
    us_sprt s = us_sprt_start(&def);
    CHECK_INT(feed(&s, between, 10, 44), US_SPRT_RUNNING);
    CHECK_INT(us_sprt_add(&s, 0), US_SPRT_CAPPED);
    CHECK_STR(us_sprt_state_name(s.state), "capped");
    def.cap = 20; /* below the first look: nothing is decided */
    s = us_sprt_start(&def);
    CHECK_INT(feed(&s, (const double[]){1}, 1, 30), US_SPRT_CAPPED);
    CHECK_INT(s.steps, 20);
}
