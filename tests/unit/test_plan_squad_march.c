/* The march and the attack of a squad on a wide field. The hall of seat 0 lies in the northwest,
 * that of seat 1 in the southeast. */
#include <string.h>

#include "tests/unit/planned_game.h"

enum { FIELD = 96 };

/* An attack on the enemy's hall by infantry, and a second step. */
static const char attack[] =
    "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
    "do squad sequence {\nattack: act attack(units: s, target: h)\ndelay 9000 act stop(units: "
    "s)\n}\n}\n";
static const char two[] = "entity footman 0 16 12\nentity footman 0 15 12\n";

/* Draws open grass, and trees in the rows from `first` to `last`. */
static void draw_field(us_str *out, int first, int last)
{
    char row[FIELD + 1] = {0};
    for (int y = 0; y < FIELD; y++) {
        memset(row, y >= first && y <= last ? 'T' : '.', FIELD);
        us_str_addf(out, "%s\n", row);
    }
}

static void draw_halls(us_str *out, const char *units)
{
    us_str_addf(out,
                "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
                "entity gold-mine neutral 2 6 stock 30000\n"
                "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
                "entity great-hall 1 80 80\nentity peon 1 90 90\n%s",
                units);
}

static void open_field(planned_game *k, const char *units, const char *tree, const char *settings)
{
    US_AUTOSTR(field);
    US_AUTOSTR(lines);
    draw_field(&field, FIELD, FIELD);
    draw_halls(&lines, units);
    planned_game_open(k, lines.text, field.text, tree, settings);
}

static us_id footman(const planned_game *k, int n)
{
    return drawn_skirmish_find(&k->s, "footman", 0, n);
}

static us_id enemy_hall(const planned_game *k)
{
    return drawn_skirmish_find(&k->s, "great-hall", 1, 0);
}

static int distance(planned_game *k, us_id a, us_id b)
{
    const us_scenario *scenario = us_match_game(k->match)->scenario;
    return us_entity_distance(scenario->domain, drawn_skirmish_entity(&k->s, a),
                              drawn_skirmish_entity(&k->s, b));
}

TEST(all_units_of_a_squad_come_to_the_building_that_it_attacks)
{
    US_AUTO(planned_game_close) planned_game k;
    open_field(&k, two, attack, "producers=off");
    planned_game_run(&k, 1500);
    CHECK_INT(distance(&k, footman(&k, 0), enemy_hall(&k)), 1);
    CHECK_INT(distance(&k, footman(&k, 1), enemy_hall(&k)), 1);
    CHECK(k.orders < 60);
}

TEST(an_attack_in_the_fog_goes_on_to_where_its_target_was_seen_last)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(field);
    US_AUTOSTR(lines);
    draw_field(&field, FIELD, FIELD);
    draw_halls(&lines, two);
    us_str_add(&lines, "entity peasant 0 78 78\n");
    planned_game_open_fog(&k, lines.text, field.text, attack, "producers=off");
    planned_game_run(&k, 400);
    planned_game_destroy(&k, drawn_skirmish_find(&k.s, "peasant", 0, 1));
    planned_game_run(&k, 1200);
    CHECK_INT(planned_game_lines(&k, "started step attack"), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded step attack"), 0);
    CHECK_INT(planned_game_lines(&k, "squad home"), 0);
    CHECK_INT(distance(&k, footman(&k, 0), enemy_hall(&k)), 1);
}

TEST(a_long_siege_ends_when_its_target_is_gone)
{
    US_AUTO(planned_game_close) planned_game k;
    open_field(&k, "entity footman 0 16 12\n", attack, "producers=off");
    planned_game_run(&k, 6000);
    CHECK(enemy_hall(&k) != 0);
    CHECK_INT(planned_game_lines(&k, "started step attack"), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded step attack"), 0);
    planned_game_destroy(&k, enemy_hall(&k));
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, "succeeded step attack"), 1);
}

/* Builds a wall of farms around the enemy's hall. */
static void wall_in(planned_game *k)
{
    for (int y = 76; y <= 86; y += 2)
        for (int x = 76; x <= 86; x += 2)
            if (x == 76 || x == 86 || y == 76 || y == 86)
                drawn_skirmish_add(&k->s, "farm", 0, x, y);
}

TEST(an_attack_without_progress_is_given_up_and_does_not_succeed)
{
    US_AUTO(planned_game_close) planned_game k;
    open_field(&k, two, attack, "producers=off&passing=off");
    for (int i = 0; i < 300 && distance(&k, footman(&k, 0), enemy_hall(&k)) > 8; i++)
        planned_game_run(&k, 5);
    wall_in(&k);
    planned_game_run(&k, 2900);
    CHECK_INT(planned_game_lines(&k, "failed step attack"), 0);
    planned_game_run(&k, 500);
    CHECK_INT(planned_game_lines(&k,
                                 "failed step attack: act attack(unit: s, target: h): the squad "
                                 "made no progress"),
              1);
    CHECK_INT(planned_game_lines(&k, "succeeded step attack"), 0);
}

TEST(a_squad_goes_on_if_a_building_covers_the_place_where_it_comes_together)
{
    US_AUTO(planned_game_close) planned_game k;
    open_field(&k, two, attack, "producers=off");
    planned_game_run(&k, 300);
    drawn_skirmish_add(&k.s, "town-hall", 0, 47, 47);
    planned_game_run(&k, 2200);
    CHECK_INT(distance(&k, footman(&k, 0), enemy_hall(&k)), 1);
    CHECK(k.orders < 100);
}

/* The seat's only peasant, which could open the way, is walled in. The squad is out when the task
 * begins. */
TEST(a_way_that_the_squad_gave_up_is_not_opened_for_its_task)
{
    static const char late[] =
        "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
        "do squad delay 1200 attack: act attack(units: s, target: h)\n}\n";
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(field);
    US_AUTOSTR(lines);
    draw_field(&field, 40, 42);
    draw_halls(&lines, two);
    us_str_add(&lines, "entity farm 0 6 2\nentity farm 0 8 3\nentity farm 0 7 5\n"
                       "entity farm 0 5 4\n");
    planned_game_open(&k, lines.text, field.text, late, "producers=off");
    planned_game_run(&k, 4000);
    CHECK_INT(planned_game_lines(&k, "started step attack"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step attack: act attack(unit: s, target: h): no-way"),
              1);
    CHECK_INT(planned_game_lines(&k, "waiting step attack: act attack(unit: s, target: h): a way"),
              0);
}

TEST(a_task_sees_at_once_that_the_squad_ended_its_attack)
{
    US_AUTO(planned_game_close) planned_game k;
    open_field(&k, "entity footman 0 16 12\n", attack, "producers=off");
    planned_game_run(&k, 1205);
    planned_game_destroy(&k, enemy_hall(&k));
    planned_game_run(&k, 40);
    us_cycle free = planned_game_when(&k, "squad fighting 1\n", 1205);
    CHECK(free > 0);
    CHECK_INT(planned_game_when(&k, "succeeded step attack", 0), free + 1);
}
