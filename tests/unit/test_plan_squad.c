/* Attacks below a squad node. The town of seat 0 lies in the northwest, that of seat 1 in
 * the southeast. */
#include "tests/unit/planned_game.h"

/* An attack on the enemy's hall by infantry, and a second step. */
static const char attack[] =
    "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
    "do squad sequence {\nattack: act attack(units: s, target: h)\ndelay 9000 act stop(units: "
    "s)\n}\n}\n";
static const char two[] = "entity footman 0 16 12\nentity footman 0 2 18\n";
static const char guarded[] = "entity footman 0 16 12\nentity footman 0 2 18\n"
                              "entity grunt 1 24 24\nentity grunt 1 24 26\nentity grunt 1 24 28\n";

static void open_game_at(planned_game *k, const char *units, const char *terrain,
                         const char *settings)
{
    planned_game_open(k, planned_game_town_and(units), terrain, attack, settings);
}

static void open_game(planned_game *k, const char *units, const char *settings)
{
    open_game_at(k, units, "", settings);
}

static us_id footman(const planned_game *k, int n)
{
    return drawn_skirmish_find(&k->s, "footman", 0, n);
}

static us_id hall(const planned_game *k, us_seat seat)
{
    return drawn_skirmish_find(&k->s, seat == 0 ? "town-hall" : "great-hall", seat, 0);
}

static int distance(planned_game *k, us_id a, us_id b)
{
    const us_scenario *scenario = us_match_game(k->match)->scenario;
    return us_entity_distance(scenario->domain, drawn_skirmish_entity(&k->s, a),
                              drawn_skirmish_entity(&k->s, b));
}

TEST(a_squad_gathers_before_its_hall_and_waits_while_the_enemy_is_stronger)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off");
    planned_game_run(&k, 500);
    CHECK(planned_game_lines(&k, "waiting step attack: act attack(unit: s, target: h): the squad "
                                 "to set out") > 0);
    CHECK_INT(planned_game_lines(&k, "order attack "), 0);
    CHECK(distance(&k, footman(&k, 0), footman(&k, 1)) <= 10);
    CHECK(distance(&k, footman(&k, 1), hall(&k, 0)) <= 10);
}

TEST(without_squads_an_attack_begins_at_once)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off&squads=off");
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "order attack "), 1);
}

TEST(a_squad_that_is_stronger_sets_out_arrives_together_and_carries_out_the_attack)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, two, "producers=off");
    planned_game_run(&k, 1500);
    us_id first = footman(&k, 0), second = footman(&k, 1), target = hall(&k, 1);
    CHECK_INT(planned_game_lines(&k, "started step attack"), 1);
    CHECK(distance(&k, first, target) <= 10);
    CHECK(distance(&k, first, second) <= 8);
    for (int i = 0; i < 100 && k.state.outcome.kind == US_OUTCOME_NONE; i++)
        planned_game_run(&k, 600);
    CHECK_INT(k.state.outcome.kind, US_OUTCOME_WIN);
    CHECK_INT(k.refused, 0);
}

TEST(a_squad_turns_back_from_a_stronger_enemy_and_waits_again)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, two, "producers=off");
    for (int i = 0; i < 100 && distance(&k, footman(&k, 0), hall(&k, 1)) > 9; i++)
        planned_game_run(&k, 15);
    for (int i = 0; i < 6; i++)
        drawn_skirmish_add(&k.s, "grunt", 1, 30, 24 + i);
    planned_game_run(&k, 60);
    CHECK(planned_game_lines(&k, "order move ") > 0);
    CHECK_INT(planned_game_lines(&k, "waiting step attack"), 2);
}

TEST(an_attack_that_waits_too_long_is_left_to_the_squad_and_the_plan_goes_on)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off");
    planned_game_run(&k, 700); /* attack has a patience of 600 */
    CHECK_INT(planned_game_lines(&k, "succeeded step attack: act attack(unit: s, target: h): left "
                                     "to the squad"),
              1);
    for (int i = 0; i < 3; i++)
        planned_game_destroy(&k, drawn_skirmish_find(&k.s, "grunt", 1, 0));
    planned_game_run(&k, 1500);
    CHECK(distance(&k, footman(&k, 0), hall(&k, 1)) <= 10); /* the squad owes the attack */
}

TEST(fighters_meet_a_threat_to_a_building_and_come_back)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, "entity footman 0 16 12\nentity footman 0 2 18\nentity grunt 1 10 10\n",
              "producers=off");
    us_id grunt = drawn_skirmish_find(&k.s, "grunt", 1, 0);
    planned_game_run(&k, 600);
    CHECK(!drawn_skirmish_entity(&k.s, grunt));
    CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0), 2);
}

TEST(workers_help_while_too_few_fighters_are_at_home)
{
    for (int on = 0; on < 2; on++) {
        US_AUTO(planned_game_close) planned_game k;
        open_game(&k, "entity grunt 1 12 12\n", on ? "" : "squads=off&reactions=off");
        planned_game_run(&k, 90);
        CHECK_INT(planned_game_lines(&k, "order attack-move") > 0, on);
    }
}

TEST(workers_that_help_fight_on_while_the_threat_is_there)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char gather[] =
        "tree Root {\nslot p: group \"peasant\" of self\nslot m: entity \"gold-mine\"\n"
        "do squad act harvest(units: p, target: m)\n}\n";
    planned_game_open(&k, planned_game_town_and("entity grunt 1 16 12\n"), "", gather, "");
    us_id grunt = drawn_skirmish_find(&k.s, "grunt", 1, 0);
    for (int i = 0; i < 20 && planned_game_lines(&k, "order attack-move") == 0; i++)
        planned_game_run(&k, 15);
    int before = planned_game_lines(&k, "order harvest");
    for (int i = 0; i < 20 && drawn_skirmish_entity(&k.s, grunt); i++)
        planned_game_run(&k, 15);
    CHECK_INT(planned_game_lines(&k, "order harvest"), before);
}

TEST(a_stopped_attack_leaves_the_squad_to_the_next_one)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char replaced[] =
        "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
        "slot p: entity \"peon\" of enemy\ndo squad sequence {\n"
        "succeed timeout 900 first: act attack(units: s, target: h)\n"
        "second: act attack(units: s, target: p)\n}\n}\n";
    planned_game_open(&k, planned_game_town_and(two), "", replaced, "producers=off");
    planned_game_run(&k, 1000);
    CHECK_INT(planned_game_lines(&k, "started step first"), 1);
    CHECK_INT(planned_game_lines(&k, "stopped step first"), 1);
    CHECK_INT(planned_game_lines(&k, "started step second"), 1);
}

TEST(an_attack_outside_a_squad_node_begins_at_once)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char beside[] =
        "tree Root {\nslot s: entity \"infantry\" of self\nslot h: entity \"hall\" of enemy\n"
        "do parallel {\nsquad act stop(units: s)\nattack: act attack(units: s, target: h)\n}\n}\n";
    planned_game_open(&k, planned_game_town_and(guarded), "", beside, "producers=off");
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, "order attack "), 1);
}

/* Runs until the attack begins, at most so long; returns the cycle. */
static us_cycle time_of_attack(const char *settings)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(tree);
    us_str_addf(&tree,
                "tree Root {\nslot s: entity \"infantry\" of self\n"
                "slot h: entity \"hall\" of enemy\ndo squad %s repeat 9 succeed "
                "attack: act attack(units: s, target: h)\n}\n",
                settings);
    planned_game_open(&k, planned_game_town_and(guarded), "", tree.text, "producers=off");
    for (int i = 0; i < 400 && planned_game_lines(&k, "started step attack") == 0; i++)
        planned_game_run(&k, 15);
    return planned_game_lines(&k, "started step attack") ? k.state.now : US_NEVER;
}

TEST(a_squad_that_launches_with_less_sets_out_earlier)
{
    us_cycle little = time_of_attack("launch 70"), more = time_of_attack("launch 100"),
             preset = time_of_attack("");
    CHECK(little < more);
    CHECK(more < preset);
    CHECK(preset < US_NEVER);
}

TEST(the_gathering_place_is_as_far_from_the_hall_as_the_node_says)
{
    int far[2];
    for (int i = 0; i < 2; i++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(tree);
        us_str_addf(&tree,
                    "tree Root {\nslot s: entity \"infantry\" of self\n"
                    "slot h: entity \"hall\" of enemy\ndo squad gather %d "
                    "attack: act attack(units: s, target: h)\n}\n",
                    i ? 8 : 1);
        planned_game_open(&k, planned_game_town_and(guarded), "", tree.text, "producers=off");
        planned_game_run(&k, 500);
        far[i] = distance(&k, footman(&k, 1), hall(&k, 0));
    }
    CHECK(far[0] < far[1]);
}

TEST(a_foe_beyond_the_leash_is_not_met)
{
    for (int wide = 0; wide < 2; wide++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(tree);
        us_str_addf(&tree,
                    "tree Root {\nslot s: entity \"infantry\" of self\n"
                    "do squad leash %d delay 9000 act stop(units: s)\n}\n",
                    wide ? 30 : 0);
        planned_game_open(&k, planned_game_town_and("entity footman 0 2 18\nentity grunt 1 22 3\n"),
                          "", tree.text, "producers=off");
        us_id grunt = drawn_skirmish_find(&k.s, "grunt", 1, 0);
        planned_game_run(&k, 600);
        CHECK_INT(!drawn_skirmish_entity(&k.s, grunt) || distance(&k, footman(&k, 0), grunt) <= 1,
                  wide);
    }
}

TEST(a_threat_calls_no_unit_away_from_the_task_that_commands_it)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char go[] = "tree Root {\nslot s: entity \"infantry\" of self\n"
                             "do squad sequence {\ngo: act move(units: s, cell: near(enemy.hall))\n"
                             "delay 9000 act stop(units: s)\n}\n}\n";
    planned_game_open(&k, planned_game_town_and("entity footman 0 16 12\nentity grunt 1 16 2\n"),
                      "", go, "producers=off");
    planned_game_run(&k, 600);
    CHECK_INT(planned_game_lines(&k, "order move "), 1);
    CHECK_INT(planned_game_lines(&k, "succeeded step go"), 1);
    CHECK_INT(planned_game_lines(&k, "failed step go"), 0);
    CHECK(distance(&k, footman(&k, 0), hall(&k, 1)) <= 10);
}

/* A thick row of trees between the two towns. */
static void draw_trees(us_str *out)
{
    for (int y = 0; y < 32; y++)
        us_str_addf(out, "%.32s\n",
                    y == 15 || y == 16 ? "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
                                       : "................................");
}

TEST(a_squad_has_a_way_opened_where_none_leads_and_takes_it_together)
{
    for (int ways = 0; ways < 2; ways++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(trees);
        draw_trees(&trees);
        planned_game_open(&k, planned_game_town_and(two), trees.text, attack,
                          ways ? "producers=off" : "producers=off&ways=off");
        for (int i = 0; i < 60 && k.state.outcome.kind == US_OUTCOME_NONE; i++)
            planned_game_run(&k, 100);
        CHECK_INT(planned_game_lines(&k, "order chop") > 0, ways);
        CHECK_INT(distance(&k, footman(&k, 0), hall(&k, 1)) <= 10, ways);
        CHECK_INT(distance(&k, footman(&k, 1), hall(&k, 1)) <= 10, ways);
    }
}

TEST(behind_closed_ways_a_squad_never_sets_out_against_a_stronger_enemy)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(trees);
    draw_trees(&trees);
    planned_game_open(&k, planned_game_town_and(guarded), trees.text, attack, "producers=off");
    planned_game_run(&k, 15000); /* with a way, 10800 would be enough for any odds */
    CHECK_INT(planned_game_lines(&k, "order chop"), 0);
    CHECK_INT(drawn_skirmish_count(&k.s, "footman", 0), 2);
}

TEST(a_tower_near_home_holds_no_squad_back)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k,
              "entity footman 0 16 12\nentity footman 0 2 18\nentity footman 0 3 18\n"
              "entity footman 0 4 18\nentity footman 0 5 18\nentity orc-guard-tower 1 17 17\n",
              "producers=off");
    planned_game_run(&k, 1500);
    CHECK_INT(planned_game_lines(&k, "started step attack"), 1);
}

TEST(spare_resources_go_into_upgrades)
{
    for (int on = 0; on < 2; on++) {
        US_AUTO(planned_game_close) planned_game k;
        open_game(&k,
                  "entity human-barracks 0 2 20\nentity human-blacksmith 0 6 20\n"
                  "entity farm 0 12 20\nentity footman 0 16 12\nentity footman 0 2 18\n",
                  on ? "" : "squads=off");
        planned_game_run(&k, 200);
        CHECK_INT(planned_game_lines(&k, "order research") > 0, on);
    }
}

TEST(a_squad_makes_workers_up_to_the_number_of_its_node)
{
    for (int workers = 0; workers < 8; workers += 7) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(tree);
        us_str_addf(&tree,
                    "tree Root {\nslot s: entity \"infantry\" of self\n"
                    "slot h: entity \"hall\" of enemy\n"
                    "do squad workers %d attack: act attack(units: s, target: h)\n}\n",
                    workers);
        planned_game_open(&k,
                          planned_game_town_and("entity farm 0 12 20\nentity farm 0 14 20\n"
                                                "entity footman 0 16 12\n"
                                                "entity footman 0 2 18\n"),
                          "", tree.text, "");
        int before = drawn_skirmish_count(&k.s, "peasant", 0);
        planned_game_run(&k, 2500);
        CHECK_INT(drawn_skirmish_count(&k.s, "peasant", 0), workers ? workers : before);
    }
}

TEST(a_foe_to_which_no_way_leads_is_no_threat)
{
    for (int trees = 0; trees < 2; trees++) {
        US_AUTO(planned_game_close) planned_game k;
        US_AUTOSTR(rows);
        draw_trees(&rows);
        open_game_at(&k,
                     "entity farm 0 8 12\nentity footman 0 16 12\nentity footman 0 2 12\n"
                     "entity grunt 1 8 18\n",
                     trees ? rows.text : "", "producers=off");
        planned_game_run(&k, 100);
        CHECK_INT(planned_game_lines(&k, "order attack-move") > 0, !trees);
    }
}

/* Returns the cycle of the first line with that text at or after `from`; fails without one. */
static us_cycle after(const planned_game *k, const char *text, us_cycle from)
{
    us_cycle cycle = planned_game_when(k, text, from);
    if (cycle < 0)
        FAIL("no line \"%s\" from cycle %d on:\n%s", text, (int)from, k->log.text);
    return cycle;
}

TEST(a_squad_notes_why_it_waits_and_where_it_goes_and_why_it_turns_back)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off");
    planned_game_run(&k, 300);
    us_cycle weak = after(&k, "squad forming 2 step 2: too weak", 0);
    CHECK_INT(planned_game_lines(&k, "squad marching"), 0);
    for (int i = 0; i < 3; i++)
        planned_game_destroy(&k, drawn_skirmish_find(&k.s, "grunt", 1, 0));
    planned_game_run(&k, 300);
    us_cycle out = after(&k, "squad marching 2", weak);
    CHECK(after(&k, "squad marching 2 to great-hall ", out) >= out);
    for (int i = 0; i < 100 && planned_game_lines(&k, "squad fighting 2") == 0; i++)
        planned_game_run(&k, 15);
    us_cycle fight = after(&k, "squad fighting 2 to great-hall", out);
    for (int i = 0; i < 6; i++)
        drawn_skirmish_add(&k.s, "grunt", 1, 30, 24 + i);
    planned_game_run(&k, 60);
    us_cycle home = after(&k, "squad home ", fight);
    CHECK(after(&k, ": too strong", fight) == home);
    planned_game_run(&k, 600);
    after(&k, "squad forming ", home);
}

TEST(a_squad_notes_changes_alone)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off");
    planned_game_run(&k, 300);
    int lines = planned_game_lines(&k, " squad ");
    planned_game_run(&k, 180); /* 12 looks without a change */
    CHECK_INT(planned_game_lines(&k, " squad "), lines);
    CHECK(lines >= 1 && lines <= 4);
    planned_game_destroy(&k, footman(&k, 0));
    planned_game_run(&k, 30);
    CHECK_INT(planned_game_lines(&k, " squad "), lines + 1);
    CHECK_INT(planned_game_lines(&k, "squad forming 1"), 1);
}

TEST(a_seat_whose_squads_are_off_notes_none)
{
    US_AUTO(planned_game_close) planned_game k;
    open_game(&k, guarded, "producers=off&squads=off");
    planned_game_run(&k, 100);
    CHECK_INT(planned_game_lines(&k, " squad "), 0);
}

/* The attack has no target: there is no farm. */
TEST(an_attack_that_can_not_begin_leaves_the_units_to_the_squad)
{
    US_AUTO(planned_game_close) planned_game k;
    static const char tree[] =
        "tree Root {\nslot s: entity \"infantry\" of self\nslot t: entity \"infantry\" of self\n"
        "slot h: entity \"farm\" of self\ndo squad parallel {\n"
        "attack: act attack(units: s, target: h)\n"
        "delay 130 go: act move(units: t, cell: near(self.hall))\n}\n}\n";
    planned_game_open(&k, planned_game_town_and(two), "", tree, "producers=off");
    planned_game_run(&k, 1500);
    CHECK(planned_game_lines(&k, "squad marching 2") > 0);
    CHECK_INT(planned_game_lines(&k, "order move"), 0);
    CHECK_INT(planned_game_lines(&k, "squad marching 1"), 0);
    CHECK_INT(planned_game_lines(&k, "squad fighting 1"), 0);
}

TEST(a_squad_that_found_no_way_sets_out_again_only_after_the_map_has_changed)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(trees);
    draw_trees(&trees);
    planned_game_open(&k, planned_game_town_and(two), trees.text, attack, "producers=off&ways=off");
    planned_game_run(&k, 5000);
    CHECK_INT(planned_game_lines(&k, "squad home 2: no way"), 1);
    CHECK(planned_game_lines(&k, "squad forming 2: no way") > 0);
    drawn_skirmish_add(&k.s, "farm", 0, 20, 4);
    planned_game_run(&k, 1000);
    CHECK_INT(planned_game_lines(&k, "squad home 2: no way"), 2);
}
