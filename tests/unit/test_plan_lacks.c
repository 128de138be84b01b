/* What plans tell that they lack: each kind, and by name. */
#include "tests/unit/planned_game.h"

#include <stdio.h>

#define TREE(body)  "tree Root {\n" body "}\n"
#define WORKER      "slot w: entity \"worker\" of self\n"
#define BARRACKS    "slot c: entity \"barracks\" of self\n"
#define FOOTMAN     "slot s: entity \"infantry\" of self\n"
#define BUILD(spot) "act build(unit: w, type: \"farmhouse\", cell: " spot ")\n"
#define HOUSE       "entity human-barracks 0 14 10\nentity farm 0 18 10\nentity farm 0 20 10\n"
#define A_FARM      "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
#define FARM        "achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
#define ROW         "................TTT............."
#define FOUR        ROW "\n" ROW "\n" ROW "\n" ROW
#define EIGHT       FOUR "\n" FOUR

static const char walled[] = EIGHT "\n" EIGHT "\n" EIGHT "\n" EIGHT;

typedef struct row {
    const char *name, *more, *brl, *settings;
    int gold, wood; /* given, or taken */
    us_cycle cycles;
    const char *told; /* the end of a line */
} row;

/* The lines' ends, so that nothing follows what is expected. */
static bool log_contains(const planned_game *k, const char *told)
{
    char line[256];
    snprintf(line, sizeof line, "%s\n", told);
    return planned_game_lines(k, line) > 0;
}

static void play(const row *rows, int count, const char *picture)
{
    for (int i = 0; i < count; i++) {
        US_AUTO(planned_game_close) planned_game k;
        us_test_row(rows[i].name);
        planned_game_open(&k, planned_game_town_and(rows[i].more), picture, rows[i].brl,
                          rows[i].settings);
        drawn_skirmish_give(&k.s, 0, "gold", rows[i].gold);
        drawn_skirmish_give(&k.s, 0, "wood", rows[i].wood);
        planned_game_run(&k, rows[i].cycles);
        if (!log_contains(&k, rows[i].told))
            FAIL("expected \"%s\" in\n%s", rows[i].told, k.log.text);
    }
}

TEST(what_a_step_waits_for_is_told_by_kind_and_name)
{
    static const row rows[] = {
        {"gold", "", TREE(WORKER "do a: " BUILD("(20, 20)")), "", -1600, 0, 20,
         ": 500 gold; lacks resource gold"},
        {"wood", "", TREE(WORKER "do a: " BUILD("(20, 20)")), "", 0, -900, 20,
         ": 250 wood; lacks resource wood"},
        {"by the rules, where nothing is asked for in turn", "",
         TREE(WORKER "do a: " BUILD("(20, 20)")), "interference=off", -1600, 0, 20,
         ": no-resources; lacks resource gold"},
        {"a type", "", TREE(BARRACKS "do a: act train(unit: c, type: \"footman\")\n"),
         "producers=off", 0, 0, 20, ": somebody to do it; lacks unit barracks"},
        {"a role", "", TREE("slot t: entity role siege of self\ndo a: act stop(unit: t)\n"),
         "producers=off", 0, 0, 20, ": somebody to do it; lacks unit siege"},
        {"whoever makes it", "", TREE("do a: act train(type: \"footman\")\n"), "producers=off", 0,
         0, 20, ": somebody to do it; lacks unit human-barracks"},
        {"it is made", "", TREE(BARRACKS "do a: act train(unit: c, type: \"footman\")\n"), "", 0, 0,
         20, ": somebody to do it; lacks unit barracks"},
        {"food", "", TREE("do a: act train(type: \"worker\")\n"), "", 0, 0, 20,
         ": food; lacks food farm"},
        {"what it requires", HOUSE, TREE(BARRACKS "do a: act train(unit: c, type: \"knight\")\n"),
         "producers=off", 0, 0, 20, ": what it requires; lacks requirement stables"},
        {"a target", "entity footman 0 14 10\n",
         TREE(FOOTMAN "slot e: entity \"knight\" of self\ndo a: act follow(unit: s, target: e)\n"),
         "", 0, 0, 20, ": a place or a target for it; lacks place knight"},
    };
    play(rows, US_COUNT(rows), planned_game_grove);
}

TEST(why_a_step_failed_is_told_by_kind_and_name)
{
    static const row rows[] = {
        {"what it last waited for", "", TREE(WORKER "do a: " BUILD("(20, 20)")), "gathering=off",
         -1600, 0, 3700,
         "failed step a: act build(unit: w, type: \"farmhouse\", cell: (20, 20)): 500 gold; lacks "
         "resource gold"},
        {"the tree that it stands in", "", TREE(WORKER "do a: " BUILD("(20, 20)")), "gathering=off",
         -1600, 0, 3700, "failed behavior Root: what it does failed; lacks resource gold"},
        {"stopped while it waits", "", TREE(WORKER "do timeout 90 a: " BUILD("(20, 20)")), "",
         -1600, 0, 120,
         "stopped step a: act build(unit: w, type: \"farmhouse\", cell: (20, 20)); lacks resource "
         "gold"},
        {"what could not be made", "",
         TREE("slot t: entity \"gold-mine\" of self\ndo a: act stop(unit: t)\n"), "", 0, 0, 60,
         "failed step a: act stop(unit: t): somebody to do it; lacks unit gold-mine"},
        {"a query", "", TREE("do a: query Attack(1)\n"), "", 0, 0, 20,
         ": no behavior is of that class; lacks behavior"},
    };
    play(rows, US_COUNT(rows), planned_game_grove);
}

TEST(a_way_is_lacking_while_it_is_opened_and_where_none_can_be)
{
    static const row rows[] = {
        {"it is opened", "entity footman 0 13 14\n",
         TREE(FOOTMAN "do a: act attack-move(units: s, cell: (24, 14))\n"), "", 0, 0, 20,
         ": a way; lacks way"},
        {"nobody opens it", "entity footman 0 13 14\n",
         TREE(FOOTMAN "do a: act attack-move(units: s, cell: (24, 14))\n"), "ways=off", 0, 0, 900,
         ": no-way; lacks way"},
    };
    play(rows, US_COUNT(rows), walled);
}

TEST(who_died_is_named_by_type)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity footman 0 14 10\n"), planned_game_grove,
                      TREE(FOOTMAN "do a: act move(unit: s, cell: (26, 14))\n"), "producers=off");
    planned_game_run(&k, 20);
    planned_game_destroy(&k, drawn_skirmish_find(&k.s, "footman", 0, 0));
    planned_game_run(&k, 20);
    CHECK(log_contains(
        &k, "failed step a: act move(unit: s, cell: (26, 14)): dead; lacks life footman"));
}

TEST(goals_and_behaviors_tell_what_they_lack)
{
    static const row rows[] = {
        {"no behavior", "", TREE("do a: " A_FARM), "", 0, 0, 20,
         ": no behavior for it; lacks behavior"},
        {"none for what is maintained", "",
         TREE("do a: maintain BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"), "", 0,
         0, 20, ": a behavior for it; lacks behavior"},
        {"its test", "",
         TREE("do a: " A_FARM) "behavior \"b\" " FARM "do act stop(units: near(self.worker))\n}\n",
         "", 0, 0, 20, "failed behavior b: it ended and its goal is not reached; lacks test"},
        {"its goal tells what the last attempt lacked", "",
         TREE("do a: " A_FARM) "behavior \"b\" " FARM "do act stop(units: near(self.worker))\n}\n",
         "attempts=1", 0, 0, 20, ": all its attempts failed; lacks test"},
        {"its condition", "",
         TREE("do a: " A_FARM) "behavior \"b\" " FARM WORKER
                               "while gold(self) >= 1900\ndo b1: " BUILD("(20, 20)") "}\n",
         "", -500, 0, 20, "failed behavior b: gold(self) >= 1900; lacks condition"},
        {"what its step lacked", "",
         TREE("do a: " A_FARM) "behavior \"b\" " FARM BARRACKS
                               "do b1: act train(unit: c, type: \"footman\")\n}\n",
         "producers=off&passing=off", 0, 0, 3700,
         "failed behavior b: what it does failed; lacks unit barracks"},
        {"and its goal", "",
         TREE("do a: " A_FARM) "behavior \"b\" " FARM BARRACKS
                               "do b1: act train(unit: c, type: \"footman\")\n}\n",
         "producers=off&passing=off&attempts=1", 0, 0, 3700,
         ": all its attempts failed; lacks unit barracks"},
    };
    play(rows, US_COUNT(rows), planned_game_grove);
}

/* What is well lacks nothing, and what waits again for the same says so once. */
TEST(nothing_is_lacking_where_all_is_well)
{
    planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      TREE(WORKER "do a: " BUILD("(20, 20)")), "");
    planned_game_run(&k, 842);
    CHECK(planned_game_lines(&k, "succeeded step a") > 0);
    CHECK_INT(planned_game_lines(&k, "; lacks"), 0);
    planned_game_close(&k);
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      TREE(WORKER "do a: " BUILD("(20, 20)")), "gathering=off");
    drawn_skirmish_give(&k.s, 0, "gold", -1600);
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_lines(&k, "; lacks"), 1);
    drawn_skirmish_give(&k.s, 0, "gold", 1600);
    drawn_skirmish_give(&k.s, 0, "wood", -900);
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, "; lacks resource wood"), 1);
    CHECK_INT(planned_game_lines(&k, "; lacks"), 2);
    planned_game_close(&k);
}
