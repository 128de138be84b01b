/* Who strikes for a step is joined by more of the same, made of what nobody asks for. */
#include <stdio.h>

#include "tests/unit/planned_game.h"

static const char barracks[] =
    "entity human-barracks 0 14 10\nentity farm 0 18 10\nentity farm 0 20 10\n"
    "entity footman 0 20 14\n";

static us_id soldier(const planned_game *k, int n)
{
    return drawn_skirmish_find(&k->s, "footman", 0, n);
}

static int strikes(const planned_game *k, us_id unit)
{
    char line[64];
    snprintf(line, sizeof line, "order attack-move %u (", unit);
    return planned_game_lines(k, line);
}

/* A game with the barracks, of a domain that declares reinforcements. */
static void reinforced(planned_game *k, const char *brl, const char *settings)
{
    planned_game_open(k, planned_game_town_and(barracks), planned_game_grove, brl, settings);
    ((us_domain *)(uintptr_t)k->s.scenario->domain)->reinforcements = true;
}

TEST(who_strikes_is_joined_by_more_of_the_same)
{
    static const char tree[] = "tree Root {\nslot s: entity \"infantry\" of self\n"
                               "do strike: act attack-move(units: s, cell: (20, 28))\n}\n";
    for (int row = 0; row < 3; row++) { /* not declared, off, on */
        US_AUTO(planned_game_close) planned_game k;
        bool on = row == 2;
        if (row == 0)
            planned_game_open(&k, planned_game_town_and(barracks), planned_game_grove, tree, "");
        else
            reinforced(&k, tree, on ? "" : "reinforcements=off");
        drawn_skirmish_give(&k.s, 0, "gold", 9000);
        planned_game_run(&k, 100);
        CHECK_INT(planned_game_lines(&k, "order train"), on);
        planned_game_run(&k, 800);
        CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0) > 1, on);
        if (on)
            CHECK_INT(strikes(&k, soldier(&k, 1)), 1);
        CHECK_INT(k.refused, 0);
    }
}

/* Nobody strikes: the footman stands. */
TEST(without_a_fight_nobody_is_made)
{
    US_AUTO(planned_game_close) planned_game k;
    reinforced(&k,
               "tree Root {\nslot s: entity \"infantry\" of self\n"
               "do sequence {\nact stand(units: s)\ndelay 9000 act stand(units: s)\n}\n}\n",
               "");
    drawn_skirmish_give(&k.s, 0, "gold", 9000);
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_lines(&k, "order train"), 0);
}

/* A castle waits for its wood, and keeps the gold that it asks for: with so much more than that
 * there is some for a footman. */
TEST(what_a_step_asks_for_is_left)
{
    for (int more = 0; more < 2; more++) {
        US_AUTO(planned_game_close) planned_game k;
        reinforced(&k,
                   "tree Root {\nslot s: entity \"infantry\" of self\n"
                   "slot w: entity \"worker\" of self\n"
                   "do parallel {\nstrike: act attack-move(units: s, cell: (20, 28))\n"
                   "hall: act build(unit: w, type: \"town-hall\", cell: (22, 10))\n}\n}\n",
                   "gathering=off");
        drawn_skirmish_give(&k.s, 0, "wood", -1000);
        drawn_skirmish_give(&k.s, 0, "gold",
                            -800 + 600 * more); /* a town hall costs 1200, a footman 600 */
        planned_game_run(&k, 100);
        CHECK(planned_game_lines(&k, "waiting step hall") > 0);
        CHECK_INT(planned_game_lines(&k, "order train"), more);
    }
}

/* The barracks go while they train: what is made elsewhere later is no reinforcement. */
TEST(whose_maker_is_gone_is_not_waited_for)
{
    US_AUTO(planned_game_close) planned_game k;
    reinforced(&k,
               "tree Root {\nslot s: entity \"infantry\" of self\n"
               "do strike: act attack-move(units: s, cell: (20, 28))\n}\n",
               "");
    drawn_skirmish_give(&k.s, 0, "gold", 9000);
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "order train"), 1);
    planned_game_destroy(&k, drawn_skirmish_find(&k.s, "human-barracks", 0, 0));
    planned_game_run(&k, 900);
    CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0), 1);
    CHECK_INT(planned_game_lines(&k, "order train"), 1);
}

/* When it is there, nobody fights any more: it stays where it came from. */
TEST(who_comes_too_late_stays)
{
    US_AUTO(planned_game_close) planned_game k;
    reinforced(&k,
               "tree Root {\nslot s: entity \"infantry\" of self\ndo sequence {\n"
               "strike: act attack-move(units: s, cell: (20, 17))\n"
               "long: delay 9000 act stand(units: s)\n}\n}\n",
               "");
    drawn_skirmish_give(&k.s, 0, "gold", 9000);
    planned_game_run(&k, 1000);
    CHECK_INT(planned_game_lines(&k, "succeeded step strike"), 1);
    CHECK_INT(planned_game_lines(&k, "order train"), 1);
    CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0), 2);
    CHECK_INT(planned_game_lines(&k, "order attack-move"), 1);
}
