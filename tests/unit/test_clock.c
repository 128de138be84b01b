/* Sums of game time. */
#include "domain/clock.h"
#include "tests/unit/planned_game.h"

TEST(a_sum_of_times_never_passes_the_last_cycle)
{
    CHECK_INT(us_cycle_after(0, 0), 0);
    CHECK_INT(us_cycle_after(7, 5), 12);
    CHECK_INT(us_cycle_after(1, US_NEVER - 1), US_NEVER);
    CHECK_INT(us_cycle_after(1, US_NEVER), US_NEVER);
    CHECK_INT(us_cycle_after(10000000, US_NEVER - 1), US_NEVER);
    CHECK_INT(us_cycle_after(US_NEVER, US_NEVER), US_NEVER);
}

static void set_patience(const us_domain *domain, us_cycle *kept, us_cycle patience)
{
    us_action_def *action = (us_action_def *)domain->action;
    for (int i = 0; i < domain->action_count; i++) {
        kept[i] = action[i].patience;
        action[i].patience = patience;
    }
}

/* A step waits, others begin late: no time comes round to a negative one. */
TEST(an_action_of_the_longest_patience_is_not_given_up)
{
    enum { MOVE_FROM = 40 };
    US_AUTO(planned_game_close) planned_game k;
    us_cycle kept[US_ACTIONS_MAX] = {0};
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      "tree Root {\nslot k: entity \"knight\" of self\n"
                      "slot w: group \"worker\" of self\ndo parallel {\n"
                      "delay 10 s: act move(units: k, cell: (3, 3))\n"
                      "sequence {\ndelay 40 t: act move(units: w, cell: (4, 9))\n"
                      "u: act move(units: w, cell: (9, 4))\n}\n}\n}\n",
                      "producers=off");
    set_patience(k.s.scenario->domain, kept, US_NEVER);
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_lines(&k, "waiting step s"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step"), 0);
    CHECK(planned_game_when(&k, "started step t", 0) >= MOVE_FROM);
    CHECK_INT(planned_game_lines(&k, "succeeded step u"), 1);
    for (int i = 0; i < k.s.scenario->domain->action_count; i++)
        ((us_action_def *)k.s.scenario->domain->action)[i].patience = kept[i];
}
