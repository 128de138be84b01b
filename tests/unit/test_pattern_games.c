#include "adapt/pattern.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/pattern_game.h"
#include "tests/unit/test.h"

/* What goals of the rows are filled with. */

static const char gathers[] =
    "behavior \"gather\" achieves achieve GetResources(player: self, gold: n) {\n"
    "slot n: number\n"
    "do x: act harvest(unit: near(self.worker), target: near(neutral.mine))\n}\n";
static const char puts_up[] =
    "behavior \"put up\" achieves BuildUnits(player: self, type: t, number: 1) {\n"
    "slot t: type\n"
    "do x: act build(unit: near(self.worker), type: t, cell: near(self.worker, 3, 3))\n}\n";
static const char puts_up_there[] =
    "behavior \"put up there\" achieves BuildUnits(player: self, type: t, number: 1, cell: c) {\n"
    "slot t: type\nslot c: cell\n"
    "do x: act build(unit: near(self.worker), type: t, cell: near(c))\n}\n";
static const char makes_one[] =
    "behavior \"make one\" achieves BuildUnits(player: self, type: t, number: 1) {\n"
    "slot t: type\n"
    "do x: act train(unit: near(self.producer), type: t)\n}\n";

static const pattern_game rows[] = {
    {.name = "three fighters wait for an order",
     .pattern = "army-idle",
     .params = "patience=300 army=3",
     .stock = "gold 0 wood 0",
     .map = "entity great-hall 1 24 24\nentity footman 0 8 8\nentity footman 0 9 8\n"
            "entity footman 0 10 8\n",
     .body = "do sequence {\n"
             "a: delay $ act attack-move(units: near(self.fighter), cell: near(enemy.structure))\n"
             "b: delay 9000 act stop()\n}\n",
     .cycles = 2000,
     .has = "700",
     .lacks = "298",
     .found = "0-701 footman 2103",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "act attack-move("},
    {.name = "a peasant comes when all is lost",
     .pattern = "goal-too-late",
     .params = "late=45 patience=900",
     .stock = "gold 300 wood 1000",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 16 14\nentity peasant 0 7 5\nentity peasant 0 7 7\n"
            "entity peasant 0 9 10\nentity ogre 1 22 22\nentity ogre 1 23 22\n"
            "entity ogre 1 24 22\nentity ogre 1 25 22\nentity ogre 1 22 23\nentity ogre 1 23 23\n"
            "entity ogre 1 24 23\nentity ogre 1 25 23\nentity ogre 1 22 24\nentity ogre 1 23 24\n"
            "entity ogre 1 24 24\nentity ogre 1 25 24\n",
     .body = "do order {\n"
             "h: act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "i: act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "a: delay 60 act rally(unit: near(self.hall), cell: (9, 9))\n"
             "b: goal BuildUnits(player: self, type: \"worker\", number: 1)\n"
             "c: delay 10 act build(unit: near(self.worker), type: \"$\", cell: (4, 12))\n"
             "a before b\n"
             "z: delay 9000 act stop()\n}\n",
     .others = makes_one,
     .settings = "?reactions=off",
     .rival = "tree Raid {\n"
              "slot g: group \"ogre\" of self\n"
              "do sequence {\n"
              "a: delay 1300 act attack(units: g, target: first(enemy))\n"
              "b: repeat act attack(units: g, target: first(enemy))\n}\n}\n",
     .cycles = 6000,
     .has = "barracks",
     .lacks = "farmhouse",
     .found = "61-1757 - 1696",
     .blamed = "late, step b: it is the step that failed, or the nearest step above it",
     .modop = "first",
     .changed = "- a before b"},
    {.name = "a footman walks by who kills it",
     .pattern = "lost-without-fight",
     .params = "window=300",
     .stock = "gold 0 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity footman 0 6 20\nentity axethrower 1 18 20\nentity axethrower 1 18 21\n"
            "entity axethrower 1 18 19\nentity axethrower 1 18 22\n",
     .body = "do sequence {\n"
             "a: act $\n"
             "z: delay 9000 act stop()\n}\n",
     .settings = "?reactions=off",
     .cycles = 1500,
     .has = "follow(units: near(self.fighter), target: near(enemy.worker))",
     .lacks = "attack-move(units: near(self.fighter), cell: near(enemy.worker))",
     .found = "444-444 footman 600",
     .blamed = "late, step a: it commanded the unit last",
     .modop = "daemon",
     .changed = "act attack-move("},
    {.name = "the second of two peasants is not replaced",
     .pattern = "maintain-lapsed",
     .params = "patience=600",
     .stock = "gold 1000 wood 0",
     .map = "entity town-hall 0 10 4\n"
            "entity human-barracks 0 16 8\nentity human-barracks 0 20 8\nentity farm 0 16 14\n"
            "entity peasant 0 7 5\nentity peasant 0 24 24\nentity axethrower 1 27 27\n"
            "entity axethrower 1 27 26\nentity axethrower 1 26 27\n",
     .body = "do order {\n"
             "a: act rally(unit: near(self.hall), cell: (9, 9))\n"
             "b: maintain ResourceInfrastructure(player: self, farms: 0, peasants: 2)\n"
             "c: goal BuildUnits(player: self, type: \"infantry\", number: 2)\n"
             "a before b\n"
             "z: delay 9000 act stop()\n}\n"
             "appendix {\n"
             "pace.a: 0\n"
             "pace.b: 40\n"
             "pace.c: $\n}\n",
     .others = "behavior \"crew\" achieves ResourceInfrastructure(player: self, farms: f,\n"
               " peasants: p) {\n"
               "slot f: number\n"
               "slot p: number\n"
               "do x: act train(unit: near(self.hall), type: \"worker\")\n}\n"
               "behavior \"two\" achieves BuildUnits(player: self, type: t, number: 2) {\n"
               "slot t: type\n"
               "do parallel {\n"
               "x: act train(unit: near(self.producer), type: t)\n"
               "y: act train(unit: near(self.producer), type: t)\n}\n}\n",
     .settings = "?reactions=off",
     .cycles = 2500,
     .has = "10",
     .lacks = "50",
     .found = "163-2500 - 2337",
     .blamed = "late, step b: it is the step that failed, or the nearest step above it",
     .modop = "first",
     .changed = "- a before b"},
    {.name = "a footman stands while a farm is struck",
     .pattern = "no-answer",
     .params = "patience=90 reach=48",
     .stock = "gold 0 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 20 8\nentity $\nentity axethrower 1 28 20\n",
     .body = "do sequence {\n"
             "a: act stand(units: near(self.worker))\n"
             "z: delay 9000 act stop()\n}\n",
     .settings = "?reactions=off",
     .rival = "tree Raid {\n"
              "do sequence {\n"
              "p: act stop(unit: near(self.worker))\n"
              "a: delay 200 act attack(unit: near(self.fighter), target: first(enemy,\n"
              " \"farmhouse\"))\n"
              "b: delay 9000 act stop()\n}\n}\n",
     .cycles = 1500,
     .has = "footman 0 4 12",
     .lacks = "peasant 0 4 12",
     .found = "321-1432 footman 1111",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "act attack-move("},
    {.name = "peasants stand without a hall",
     .pattern = "no-depot",
     .params = "patience=300",
     .stock = "gold 3000 wood 3000",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity peasant 0 12 8\n"
            "entity peasant 0 12 9\n",
     .body = "do sequence {\n"
             "a: delay $ act build(unit: near(self.worker), type: \"base-hall\",\n"
             " cell: near(neutral.mine))\n"
             "b: delay 9000 act stop()\n}\n",
     .others = "behavior \"put up\" achieves BuildUnits(player: self, type: t, number: 1) {\n"
               "slot t: type\n"
               "do h: act build(unit: near(self.worker), type: t, cell: near(neutral.mine))\n}\n",
     .settings = "?gathering=off",
     .cycles = 3000,
     .has = "700",
     .lacks = "240",
     .found = "0-720 - 720",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "goal BuildUnits("},
    {.name = "the mine is empty and the hall stays",
     .pattern = "no-expansion",
     .params = "patience=600 reach=8",
     .stock = "gold 3000 wood 3000",
     .map = "entity gold-mine neutral 2 6 stock 200\nentity town-hall 0 10 4\n"
            "entity gold-mine neutral 26 24 stock 30000\nentity peasant 0 7 5\n"
            "entity peasant 0 7 8\n",
     .body = "do parallel {\n"
             "a: act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "b: delay $ act build(unit: near(self.worker), type: \"base-hall\",\n"
             " cell: near((21, 21)))\n"
             "z: delay 9000 act stop()\n}\n",
     .others = puts_up_there,
     .cycles = 2500,
     .has = "2200",
     .lacks = "600",
     .found = "183-783 - 600",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "goal BuildUnits("},
    {.name = "two go ahead of three",
     .pattern = "piecemeal-attack",
     .params = "window=600 deaths=2 stood=90 idlers=3",
     .stock = "gold 1800 wood 0",
     .map = "entity human-barracks 0 4 4\nentity human-barracks 0 4 8\n"
            "entity human-barracks 0 4 12\nentity farm 0 1 1\nentity farm 0 1 4\n"
            "entity footman 0 9 9\nentity footman 0 9 10\nentity great-hall 1 24 24\n"
            "entity grunt 1 22 22\nentity grunt 1 22 23\nentity grunt 1 22 24\n"
            "entity grunt 1 23 22\n",
     .body = "do parallel {\n"
             "a: act train(unit: near(self.producer), type: \"infantry\")\n"
             "b: act train(unit: near(self.producer), type: \"infantry\")\n"
             "c: act train(unit: near(self.producer), type: \"infantry\")\n"
             "delay $ d: act attack-move(units: near(self.fighter), cell: near(enemy.structure))\n"
             "z: delay 9000 act stop()\n}\n",
     .settings = "?reactions=off",
     .cycles = 2500,
     .has = "150",
     .lacks = "320",
     .found = "458-485 footman 6",
     .blamed = "late, step d: it commanded the unit last",
     .modop = "before",
     .changed = "retry check"},
    {.name = "a barracks makes nothing",
     .pattern = "producer-idle",
     .params = "patience=300 spare=0",
     .stock = "gold 1300 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity human-barracks 0 16 8\nentity farm 0 16 14\n",
     .body = "do sequence {\n"
             "a: delay $ act train(unit: near(self.producer), type: \"infantry\")\n"
             "b: act train(unit: near(self.producer), type: \"infantry\")\n"
             "c: delay 9000 act stop()\n}\n",
     .cycles = 2000,
     .has = "700",
     .lacks = "298",
     .found = "0-600 human-barracks 600",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "act train("},
    {.name = "gold is gathered and not spent",
     .pattern = "resource-hoarded",
     .params = "plenty=1000 patience=600",
     .stock = "gold 900 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity human-barracks 0 16 8\nentity farm 0 16 14\nentity peasant 0 7 5\n",
     .body = "slot b: entity \"barracks\" of self\n"
             "do parallel {\n"
             "a: act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "b: delay $ act train(unit: b, type: \"infantry\")\n"
             "z: delay 9000 act stop()\n}\n",
     .others = makes_one,
     .cycles = 2500,
     .has = "2000",
     .lacks = "800",
     .found = "270-2010 - 1740",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "goal BuildUnits("},
    {.name = "no way leads there",
     .pattern = "step-fails",
     .params = "times=2",
     .stock = "gold 0 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity footman 0 12 12\n",
     .picture = "............................^^^^\n"
                "............................^...\n"
                "............................^...\n"
                "............................^^^^\n",
     .body = "do sequence {\n"
             "retry 2 a: act move(unit: near(self.fighter), cell: (30, $))\n"
             "b: delay 100 act rally(unit: near(self.hall), cell: (9, 9))\n}\n",
     .cycles = 2500,
     .has = "1",
     .lacks = "5",
     .found = "4-1899 - 4",
     .blamed = "late, step a: it is the step that failed, or the nearest step above it",
     .modop = "remove",
     .changed = "- retry 2 a: act move("},
    {.name = "gold is waited for that nobody gathers",
     .pattern = "step-lacks-resource",
     .params = "patience=300 least=400",
     .stock = "gold $ wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 16 14\nentity peasant 0 7 5\n",
     .body = "do sequence {\n"
             "a: act train(unit: near(self.hall), type: \"worker\")\n"
             "z: delay 9000 act stop()\n}\n",
     .others = gathers,
     .settings = "?gathering=off",
     .cycles = 2500,
     .has = "399",
     .lacks = "400",
     .found = "0-2500 - 2501",
     .blamed = "late: it was the highest behavior at work",
     .modop = "beside",
     .changed = "goal GetResources(player: self, gold: 400)"},
    {.name = "there is no barracks to train in",
     .pattern = "step-lacks-unit",
     .params = "patience=300",
     .stock = "gold 2000 wood 1000",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 16 14\nentity peasant 0 7 5\n$entity human-barracks 0 16 8\n",
     .body = "slot b: entity \"barracks\" of self\n"
             "do sequence {\n"
             "a: act train(unit: b, type: \"infantry\")\n"
             "z: delay 9000 act stop()\n}\n",
     .others = puts_up,
     .settings = "?producers=off",
     .cycles = 3500,
     .has = "#",
     .lacks = "",
     .found = "0-3500 - 3501",
     .blamed = "late: it was the highest behavior at work",
     .modop = "beside",
     .changed = "goal BuildUnits("},
    {.name = "all food is eaten",
     .pattern = "supply-blocked",
     .params = "patience=300 most=100",
     .stock = "gold 2000 wood 1000",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 16 14\nentity peasant 0 7 5\nentity peasant 0 7 6\n"
            "entity peasant 0 7 7\nentity peasant 0 7 8\n",
     .body = "do parallel {\n"
             "a: delay 600 act train(unit: near(self.hall), type: \"worker\")\n"
             "b: delay $ act build(unit: near(self.worker), type: \"farmhouse\", cell: (18, 18))\n"
             "z: delay 9000 act stop()\n}\n",
     .others = puts_up,
     .settings = "?gathering=off",
     .cycles = 2500,
     .has = "1500",
     .lacks = "290",
     .found = "840-2310 - 1470",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "goal BuildUnits("},
    {.name = "a worker waits for an order",
     .pattern = "worker-idle",
     .params = "patience=300",
     .stock = "gold 0 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity peasant 0 7 5\n",
     .body = "do sequence {\n"
             "a: act move(unit: near(self.worker), cell: (7, 9))\n"
             "b: delay $ act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "c: delay 9000 act stop()\n}\n",
     .settings = "?gathering=off",
     .cycles = 1500,
     .has = "400",
     .lacks = "298",
     .found = "65-466 peasant 401",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "act harvest("},
    {.name = "a hall makes no workers",
     .pattern = "workers-few",
     .params = "patience=300 enough=3",
     .stock = "gold 1000 wood 0",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity peasant 0 7 5\nentity farm 0 16 14\n",
     .body = "do sequence {\n"
             "a: delay $ act train(unit: near(self.hall), type: \"worker\")\n"
             "b: act train(unit: near(self.hall), type: \"worker\")\n"
             "c: delay 9000 act stop()\n}\n",
     .cycles = 2000,
     .has = "700",
     .lacks = "298",
     .found = "0-701 town-hall 701",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "act train("},
    {.name = "gold comes in while wood is waited for",
     .pattern = "wrong-gatherers",
     .params = "patience=2000 plenty=1000 gained=200 amount=250",
     .stock = "gold 1500 wood $",
     .map = "entity gold-mine neutral 2 6 stock 30000\nentity town-hall 0 10 4\n"
            "entity farm 0 16 14\nentity peasant 0 7 5\nentity peasant 0 11 2\n"
            "entity peasant 0 12 2\nentity peasant 0 13 2\n",
     .picture = "........TTTTTT\n"
                "........TTTTTT\n",
     .body = "do parallel {\n"
             "a: act harvest(unit: near(self.worker), target: near(neutral.mine))\n"
             "b: act build(unit: near(self.worker), type: \"farmhouse\", cell: (18, 18))\n"
             "z: delay 9000 act stop()\n}\n",
     .others = "behavior \"cut\" achieves achieve GetResources(player: self, wood: n) {\n"
               "slot n: number\n"
               "do parallel {\n"
               "x: act chop(unit: near(self.worker), cell: (10, 1))\n"
               "y: act chop(unit: near(self.worker), cell: (11, 1))\n}\n}\n",
     .settings = "?gathering=off",
     .cycles = 2500,
     .has = "0",
     .lacks = "250",
     .found = "0-2500 - 2500",
     .blamed = "late: it was the highest behavior at work",
     .modop = "daemon",
     .changed = "achieve GetResources(player: self, wood: 250)"},
};

TEST(games_that_fail_are_found_blamed_and_mended)
{
    for (int i = 0; i < US_COUNT(rows); i++)
        pattern_game_check(&rows[i]);
}

TEST(each_shipped_pattern_has_its_games)
{
    US_AUTO(us_patterns_clear) us_patterns patterns;
    REQUIRE(us_patterns_load(map_edit_domain(), NULL, &patterns, NULL) == US_OK);
    for (int i = 0; i < patterns.count; i++) {
        int games = 0;
        us_test_row(patterns.item[i]->name);
        for (int k = 0; k < US_COUNT(rows); k++)
            games += us_text_equal(rows[k].pattern, patterns.item[i]->name);
        CHECK(games > 0);
    }
}
