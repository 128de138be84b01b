/* Where something is put up that stands near something, and when a step that was added to a
 * behavior is served. */
#include "tests/unit/obstacles.h"
#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <stdlib.h>

#define TREE(body) "tree Root {\n" body "}\n"
#define WORKER     "slot w: entity \"worker\" of self\n"
#define MINE       "slot m: entity \"gold-mine\" of neutral\n"
#define FARM_NEAR  "act build(unit: w, type: \"farmhouse\", cell: near(self.hall))\n"

static us_box box_of(planned_game *k, const char *type, us_seat owner, int n)
{
    const us_entity *e = drawn_skirmish_entity(&k->s, drawn_skirmish_find(&k->s, type, owner, n));
    REQUIRE(e != NULL);
    return us_entity_box(k->s.scenario->domain, e);
}

/* Between the middles, along the longer side, in half cells. */
static int apart(us_box a, us_box b)
{
    int dx = abs(2 * a.x + a.width - 2 * b.x - b.width);
    int dy = abs(2 * a.y + a.height - 2 * b.y - b.height);
    return dx > dy ? dx : dy;
}

/* Of all places on the map where one more could stand. */
static int least_apart(planned_game *k, const char *type, us_box from)
{
    const us_world *world = us_game_world(k->s.game, US_NEUTRAL);
    us_type t = us_domain_find_type(k->s.scenario->domain, type);
    const us_type_def *def = &k->s.scenario->domain->type[t];
    int least = INT32_MAX;
    for (int y = 0; y < world->height; y++)
        for (int x = 0; x < world->width; x++) {
            int far = apart((us_box){x, y, def->width, def->height}, from);
            if (far < least && us_world_can_place(world, t, x, y))
                least = far;
        }
    return least;
}

/* A hall keeps apart from mines: at the nearest ground to stand on it may not be. */
TEST(what_is_put_up_near_something_stands_at_the_nearest_place_with_room)
{
    static const struct {
        const char *type, *near, *of;
        us_seat owner;
    } rows[] = {
        {"town-hall", "near(m)", "gold-mine", US_NEUTRAL},
        {"farm", "near(m)", "gold-mine", US_NEUTRAL},
        {"farm", "near(self.hall)", "town-hall", 0},
        {"human-barracks", "near(self.hall)", "town-hall", 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(planned_game_close) planned_game k;
        char brl[256];
        us_test_row(rows[i].type);
        snprintf(brl, sizeof brl,
                 TREE(WORKER MINE "do a: act build(unit: w, type: \"%s\", cell: %s)\n"),
                 rows[i].type, rows[i].near);
        planned_game_open(&k, planned_game_town, planned_game_grove, brl, "");
        us_box from = box_of(&k, rows[i].of, rows[i].owner, 0);
        int there = drawn_skirmish_count(&k.s, rows[i].type, 0);
        int least = least_apart(&k, rows[i].type, from);
        for (int n = 0; n < 200 && drawn_skirmish_count(&k.s, rows[i].type, 0) == there; n++)
            planned_game_run(&k, 20);
        CHECK_INT(k.refused, 0);
        us_box box = box_of(&k, rows[i].type, 0, there);
        CHECK(apart(box, from) <= least + 1); /* of even sides the lower is the middle */
    }
}

TEST(two_that_are_put_up_near_one_share_no_cell)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove,
                      TREE(WORKER
                           "slot v: entity \"worker\" of self\ndo parallel {\na: " FARM_NEAR
                           "b: act build(unit: v, type: \"farmhouse\", cell: near(self.hall))\n"
                           "}\n"),
                      "");
    planned_game_run(&k, 700);
    CHECK_INT(k.refused, 0);
    REQUIRE(drawn_skirmish_count(&k.s, "farm", 0) == 2);
    CHECK(us_box_distance(box_of(&k, "farm", 0, 0), box_of(&k, "farm", 0, 1)) > 0);
}

/* All but where they stand is trees. */
TEST(where_no_room_is_near_a_place_is_lacking)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove, TREE(WORKER "do a: " FARM_NEAR),
                      "");
    obstacles_fill(&k.s, 0, 0, 32, 32, false);
    planned_game_run(&k, 20);
    CHECK_INT(planned_game_lines(&k, "order build"), 0);
    CHECK_INT(planned_game_lines(&k, ": a place or a target for it; lacks place\n"), 1);
}

/* ---- steps that were added */

#define LOAD  "behavior \"b\" achieves GetResources(player: self, gold: 90000) {\n"
#define HANDS "slot w: entity \"worker\" of self\nslot v: entity \"worker\" of self\n"
#define FARMER                                                                             \
    "behavior \"farm\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) " \
    "{\n" WORKER "do act build(unit: w, type: \"farmhouse\", cell: (20, 8))\n}\n"
#define SHOWN "shown: act build(unit: v, type: \"farmhouse\", cell: (24, 20))\n"
#define BODY(wait, added)                                                                    \
    "tree Root {\ndo a: goal GetResources(player: self, gold: 90000)\n}\n" FARMER LOAD HANDS \
    "do parallel {\nzero: act stop(units: near(self.worker))\n"                              \
    "added: delay " wait " " added SHOWN "}\n"
#define STEP "act build(unit: w, type: \"farmhouse\", cell: (20, 8))\n"
#define GOAL "goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"

/* There is enough for one, after both have asked. */
TEST(what_was_added_takes_nothing_from_what_was_shown_earlier)
{
    static const struct {
        const char *name, *brl;
        bool shown; /* that one is served */
    } rows[] = {
        {"a step", BODY("200", STEP) "appendix {\npace.zero: 100\npace.shown: 120\n}\n}\n", true},
        {"a goal", BODY("200", GOAL) "appendix {\npace.zero: 100\npace.shown: 120\n}\n}\n", true},
        {"shown before the other, begun after it",
         BODY("200", STEP) "appendix {\npace.zero: 100\npace.added: 100\npace.shown: 120\n}\n}\n",
         false},
        {"begun before the other was shown",
         BODY("1", STEP) "appendix {\npace.zero: 100\npace.shown: 350\n}\n}\n", false},
        {"nothing was shown: who asked first", BODY("200", STEP) "}\n", true},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(planned_game_close) planned_game k;
        us_test_row(rows[i].name);
        planned_game_open(&k, planned_game_town, planned_game_grove, rows[i].brl, "gathering=off");
        drawn_skirmish_give(&k.s, 0, "gold", -2000);
        planned_game_run(&k, 500);
        CHECK_INT(planned_game_lines(&k, "order build"), 0);
        CHECK_INT(planned_game_lines(&k, "; lacks resource gold"), 2);
        drawn_skirmish_give(&k.s, 0, "gold", 600);
        planned_game_run(&k, 40);
        CHECK_INT(planned_game_lines(&k, "order build"), 1);
        CHECK_INT(planned_game_lines(&k, "(farm, 24,20)"), rows[i].shown);
    }
}
