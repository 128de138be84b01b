#include <stdio.h>

#include "learn/remaining_plan.h"
#include "tests/unit/demo_text.h"
#include "tests/unit/test.h"

#define WIN   "WinWargus(self)"
#define BUILD "BuildUnits(self, \"worker\", 4)"

static const char *suffixes(const demo_text *c, uint32_t id)
{
    static char text[1024];
    us_remaining_plan suffix[US_SUFFIXES_MAX];
    int at = 0, count = us_remaining_plan_list(
                    c->episodes, (int)(demo_text_episode(c, id) - c->episodes->episode), suffix);
    text[0] = '\0';
    for (int i = 0; i < count && at < 1000; i++)
        at += snprintf(text + at, sizeof(text) - (size_t)at, "%s%d@%d", i ? " " : "", suffix[i].at,
                       (int)suffix[i].cycle);
    return text;
}

TEST(what_is_done_leaves_less_to_do)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    demo_text_orders(&c, 0, 9, 100); /* cycles 100 to 900 */
    demo_text_goal(&c, WIN, "1-9");
    demo_text_goal(&c, BUILD, "1-3");
    demo_text_goal(&c, BUILD, "4-7");
    demo_text_goal(&c, BUILD, "5-8");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)),
              "2 < 3 4; 3 < a9; 4 < a9; a9");
    /* 2 is done where 3 begins; 3 is done while 4 goes on; both where order 9 is given. */
    CHECK_STR(suffixes(&c, 1), "3@400 7@800 8@900");
    CHECK_STR(suffixes(&c, 2), "1@200 2@300");
}

TEST(later_points_are_a_second_apart)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    us_cycle second = c.domain->cycles_per_second;
    demo_text_orders(&c, 0, 1, 10);
    demo_text_orders(&c, 0, 1, second - 1); /* too soon */
    demo_text_orders(&c, 0, 1, 1);
    demo_text_orders(&c, 0, 2, second - 1); /* every other one */
    demo_text_goal(&c, WIN, "1-5");
    demo_text_learn(&c, US_NEST_LABELS);
    char expected[64];
    snprintf(expected, sizeof(expected), "2@%d 4@%d", (int)(10 + second), (int)(8 + 3 * second));
    CHECK_STR(suffixes(&c, 1), expected);
}

TEST(who_was_sent_to_harm_is_at_it_until_the_end)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    us_remaining_plan suffix[US_SUFFIXES_MAX];
    demo_text_orders(&c, 0, 5, 100);
    c.log.orders.order[1].action = (int8_t)us_domain_find_action(c.domain, "attack");
    c.log.orders.order[4].action = (int8_t)us_domain_find_action(c.domain, "attack");
    demo_text_goal(&c, WIN, "1-5");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_STR(suffixes(&c, 1), "1@200 3@400 4@500");
    const us_goal_episode *episode = demo_text_episode(&c, 1);
    REQUIRE(us_remaining_plan_list(c.episodes, 0, suffix) == 3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < episode->steps; k++)
            CHECK_INT(us_remaining_plan_is_done(&suffix[i], &episode->step[k]),
                      k < suffix[i].at && k != 1 && k != 4);
}

TEST(of_many_later_points_some_are_chosen_evenly)
{
    US_AUTO(demo_text_end) demo_text c = demo_text_begin();
    us_remaining_plan suffix[US_SUFFIXES_MAX];
    demo_text_orders(&c, 0, 641, 100);
    demo_text_goal(&c, WIN, "1-641");
    demo_text_learn(&c, US_NEST_LABELS);
    CHECK_INT(us_remaining_plan_list(c.episodes, 0, suffix), US_SUFFIXES_MAX);
    for (int i = 0; i < US_SUFFIXES_MAX; i++)
        CHECK_INT(suffix[i].at, 11 + 20 * i);
}
