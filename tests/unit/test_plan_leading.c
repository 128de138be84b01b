/* Leading behaviors of a plan: which they are, and how attempts choose among them. */
#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <string.h>

#include "retrieve/library.h"
#include "tests/brl_text.h"

#define WIN     "achieves WinWargus(player: self) {\n"
#define WORKERS "slot all: group \"worker\" of self\n"
#define ROOT                                                                          \
    "feature gold: 0 to 10000 bandwidth 500\ntree Root {\ndo goal WinWargus(player: " \
    "self)\n}\n"
/* It gathers, and never ends. */
#define GATHERS                                                        \
    WORKERS "slot m: entity \"gold-mine\" of neutral\ndo sequence {\n" \
            "a: act harvest(units: all, target: m)\nb: delay 90000 act stop(units: all)\n}\n"
#define FAILS WORKERS "do fail act stand(units: all)\n"
#define WAITS WORKERS "do delay 90000 act stop(units: all)\n"

enum { POOR = 2000, RICH = 6000, GAMES = 40 }; /* gold: the town has 2000 at first */

/* Adds a behavior with attempts of so many games each with little and with much gold. */
static void add(us_str *out, const char *name, const char *body, int poor, int rich)
{
    US_AUTOSTR(states);
    int count = brl_domain()->feature_count;
    int gold = us_domain_find_feature(brl_domain(), "gold");
    us_str_addf(out, "behavior \"%s\" " WIN "%scase at 0 {\nfeature.gold: 1\nattempts:", name,
                body);
    for (int i = 0; i < 2 * GAMES; i++) {
        us_str_addf(out, " \"%016x\"", (unsigned)i + 1);
        us_str_addf(&states, " 0 0 %d", i < GAMES ? poor : rich);
        for (int k = 0; k < count; k++)
            us_str_addf(&states, " %d", k != gold ? 1 : i < GAMES ? POOR : RICH);
    }
    us_str_addf(out, "\nattempts.states:%s\n}\n}\n", states.text);
}

static void start(planned_game *k, const char *first, const char *settings)
{
    US_AUTOSTR(text);
    us_str_add(&text, ROOT);
    add(&text, "poor", first, 2, 0);
    add(&text, "rich", WAITS, 0, 2);
    planned_game_open(k, planned_game_town, planned_game_grove, text.text, settings);
}

TEST(another_follows_one_that_ends)
{
    US_AUTO(planned_game_close) planned_game k;
    start(&k, FAILS, "");
    planned_game_run(&k, 200);
    CHECK_INT(planned_game_when(&k, "retrieved behavior poor", 0), 0);
    CHECK(planned_game_when(&k, "failed behavior", 0) >= 0);
    CHECK(planned_game_when(&k, "retrieved behavior rich", 0) > 0);
}

TEST(a_leading_behavior_is_asked_for_again)
{
    for (int off = 0; off < 2; off++) {
        planned_game k;
        start(&k, GATHERS, off ? "outcomes=off" : "");
        planned_game_run(&k, 14000);
        us_test_row(off ? "outcomes=off" : "");
        us_cycle stopped = planned_game_when(&k, "another one is expected to score more by now", 0);
        CHECK(off ? stopped < 0 : stopped >= 4500 && stopped % 4500 < 10);
        if (!off) {
            CHECK_INT(planned_game_when(&k, "retrieved behavior poor", 0), 0);
            CHECK_INT(planned_game_when(&k, "retrieved behavior rich", 0), stopped);
        }
        planned_game_close(&k);
    }
}

/* It is as good to go on. */
TEST(a_small_advantage_stops_nothing)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(text);
    us_str_add(&text, ROOT);
    add(&text, "poor", GATHERS, 2, 1);
    add(&text, "rich", WAITS, 0, 1);
    planned_game_open(&k, planned_game_town, planned_game_grove, text.text, "");
    planned_game_run(&k, 14000);
    CHECK_INT(planned_game_lines(&k, "retrieved behavior"), 1);
}

/* Returns how many of the notes so far have a state. */
static int states(planned_game *k, us_cycle cycles)
{
    int found = 0;
    for (us_cycle i = 0; i < cycles; i++) {
        const us_note *note;
        planned_game_run(k, 1);
        int count = us_plan_notes(k->plan, &note);
        for (int n = 0; n < count; n++)
            found += note[n].features == brl_domain()->feature_count;
    }
    return found;
}

TEST(behaviors_lead_where_the_goal_depends_on_them_alone)
{
    static const struct {
        const char *about, *body;
        int leading;
    } rows[] = {
        {"the goal of the seat alone", "do act stand(units: all)\n", 1},
        {"and the only step of what fills it", "do goal DefeatPlayer(player: enemy)\n", 2},
        {"in a squad", "do squad gather 9 goal DefeatPlayer(player: enemy)\n", 2},
        {"one of two steps does not",
         "do sequence {\ngoal DefeatPlayer(player: enemy)\nact stand(units: all)\n}\n", 1},
        {"nor does one of two goals",
         "do sequence {\ngoal DefeatPlayer(player: enemy)\ngoal GetResources(player: self, gold: "
         "99999)\n}\n",
         1},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        planned_game k;
        us_str_addf(&text,
                    "tree Root {\ndo goal WinWargus(player: self)\n}\nbehavior \"top\" " WIN WORKERS
                    "%s}\nbehavior \"down\" achieves DefeatPlayer(player: enemy) {\n" WAITS "}\n",
                    rows[i].body);
        us_test_row(rows[i].about);
        planned_game_open(&k, planned_game_town, planned_game_grove, text.text, "attempts=1");
        CHECK_INT(states(&k, 3), rows[i].leading);
        planned_game_close(&k);
    }
}

/* A plan that explores varies, and repeats itself by its seed. */
TEST(who_explores_varies_by_the_seed_alone)
{
    int poor = 0;
    for (int game = 0; game < 12; game++) {
        US_AUTOSTR(text);
        const char *first[2] = {NULL, NULL};
        us_str_add(&text, ROOT);
        us_str_addf(&text, "behavior \"poor\" " WIN WAITS "case at 0 {\nfeature.gold: 1\n}\n}\n");
        us_str_addf(&text, "behavior \"rich %d\" " WIN WAITS, game);
        us_str_add(&text, "case at 0 {\nfeature.gold: 1\n}\n}\n");
        add(&text, "bad", WAITS, 0, 0);
        for (int again = 0; again < 2; again++) {
            planned_game k;
            planned_game_open(&k, planned_game_town, planned_game_grove, text.text, "explore=on");
            planned_game_run(&k, 1);
            first[again] = planned_game_lines(&k, "retrieved behavior poor") ? "poor" : "other";
            planned_game_close(&k);
        }
        CHECK_STR(first[0], first[1]);
        poor += strcmp(first[0], "poor") == 0;
    }
    CHECK(poor > 1 && poor < 11);
}
