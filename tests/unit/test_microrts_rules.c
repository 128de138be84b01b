#include "base/rng.h"
#include "tests/unit/microrts_rows.h"

/* ---- moving */

TEST(a_move_takes_its_time_and_keeps_its_cell)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.L\n..w\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_cycles(s, 9);
    CHECK_INT(mr_state_unit_at(s, 0, 0), 0);
    CHECK_INT(mr_state_reserver(s, 1, 0), 0);
    CHECK(mr_cell_is_free(s, 1, 0));
    mr_state_advance_cycle(s);
    CHECK_INT(mr_state_unit_at(s, 1, 0), 0);
    CHECK(mr_unit_is_idle(s, 0));
    CHECK(mr_cell_is_free(s, 0, 0));
    CHECK_INT(s->core->time, 10);
}

TEST(a_cell_that_is_kept_since_before_is_not_given_again)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.L\n..w\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    mr_state_advance_cycle(s);
    microrts_rows_do(s, 2, 0, mr_action_go(MR_MOVE, MR_LEFT));
    int light = microrts_rows_on(s, 2, 0);
    CHECK_INT(microrts_rows_at(s, light), MR_WAIT);
    CHECK_INT(s->running[light].action.parameter, MR_NONE);
    CHECK_INT(microrts_rows_at(s, 0), MR_MOVE);
    mr_state_advance_cycle(s);
    CHECK(mr_unit_is_idle(s, light));
}

TEST(two_that_want_a_cell_in_one_cycle_wait_the_shorter_of_their_times)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.L\n..w\n", 0);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_order(s, &orders, 2, 0, mr_action_go(MR_MOVE, MR_LEFT));
    microrts_rows_issue(s, &orders);
    for (int x = 0; x < 3; x += 2) {
        CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, x, 0)), MR_WAIT);
        CHECK_INT(microrts_rows_lasts(s, microrts_rows_on(s, x, 0)), 8);
    }
    CHECK_INT(mr_state_reserver(s, 1, 0), MR_NONE);
}

TEST(the_orders_of_both_players_are_held_against_each_other)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.w\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_do(s, 2, 0, mr_action_go(MR_MOVE, MR_LEFT));
    CHECK_INT(microrts_rows_at(s, 0), MR_WAIT);
    CHECK_INT(microrts_rows_at(s, 1), MR_WAIT);
}

TEST(the_third_that_wants_a_cell_gets_it)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state(".W.\nW.W\n..w\n", 0);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 1, 0, mr_action_go(MR_MOVE, MR_DOWN));
    microrts_rows_order(s, &orders, 0, 1, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_order(s, &orders, 2, 1, mr_action_go(MR_MOVE, MR_LEFT));
    microrts_rows_issue(s, &orders);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 1, 0)), MR_WAIT);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 0, 1)), MR_WAIT);
    CHECK_INT(mr_state_reserver(s, 1, 1), microrts_rows_on(s, 2, 1));
    microrts_rows_cycles(s, 10);
    CHECK_INT(mr_state_unit_at(s, 1, 1), 2);
}

/* ---- what an order replaces */

TEST(an_order_to_who_is_busy_begins_anew_in_its_place)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.W\n..w\n", 0);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_order(s, &orders, 2, 0, mr_action_wait(30));
    microrts_rows_issue(s, &orders);
    microrts_rows_cycles(s, 5);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_DOWN));
    CHECK_INT(mr_state_reserver(s, 1, 0), MR_NONE);
    CHECK_INT(mr_state_reserver(s, 0, 1), 0);
    CHECK_INT(s->running[0].issued, 5);
    CHECK(s->running[0].rank < s->running[1].rank);
    int order[6];
    CHECK_INT(mr_state_list_running(s, order), 2);
    CHECK(order[0] == 0 && order[1] == 1);
    microrts_rows_cycles(s, 9);
    CHECK_INT(mr_state_unit_at(s, 0, 0), 0);
    mr_state_advance_cycle(s);
    CHECK_INT(mr_state_unit_at(s, 0, 1), 0);
}

TEST(an_order_for_the_cell_that_the_unit_keeps_stops_it)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.\n.w\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    mr_state_advance_cycle(s);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    CHECK_INT(microrts_rows_at(s, 0), MR_WAIT);
    mr_state_advance_cycle(s);
    CHECK(mr_unit_is_idle(s, 0));
    CHECK_INT(mr_state_unit_at(s, 0, 0), 0);
}

TEST(a_unit_ordered_twice_does_the_latter)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.\n.w\n", 0);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_DOWN));
    microrts_rows_issue(s, &orders);
    CHECK_INT(mr_state_reserver(s, 1, 0), MR_NONE);
    CHECK_INT(mr_state_reserver(s, 0, 1), 0);
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_issue(s, &orders); /* which is in its own way */
    CHECK_INT(microrts_rows_at(s, 0), MR_WAIT);
    CHECK_INT(microrts_rows_lasts(s, 0), 10);
}

/* ---- what is not legal */

TEST(what_is_not_legal_is_a_wait_of_as_long)
{
    static const struct {
        const char *name;
        int x, y;
        mr_action action;
        int32_t lasts;
    } rows[] = {
        {"into a wall", 1, 1, {MR_MOVE, MR_NONE, MR_UP, 0, 0}, 10},
        {"onto somebody", 1, 1, {MR_MOVE, MR_NONE, MR_LEFT, 0, 0}, 10},
        {"over the edge", 0, 1, {MR_MOVE, MR_NONE, MR_LEFT, 0, 0}, 10},
        {"nowhere", 1, 1, {MR_MOVE, MR_NONE, MR_NONE, 0, 0}, 10},
        {"a base moves", 0, 1, {MR_MOVE, MR_NONE, MR_UP, 0, 0}, 10},
        {"harvests nothing", 1, 1, {MR_HARVEST, MR_NONE, MR_DOWN, 0, 0}, 20},
        {"harvests a base", 1, 1, {MR_HARVEST, MR_NONE, MR_LEFT, 0, 0}, 20},
        {"harvests while it carries", 3, 1, {MR_HARVEST, MR_NONE, MR_RIGHT, 0, 0}, 20},
        {"returns nothing", 1, 1, {MR_RETURN, MR_NONE, MR_LEFT, 0, 0}, 10},
        {"returns to the enemy", 3, 1, {MR_RETURN, MR_NONE, MR_DOWN, 0, 0}, 10},
        {"attacks its own", 1, 1, {MR_ATTACK, MR_NONE, MR_NONE, 0, 1}, 5},
        {"attacks a resource", 3, 1, {MR_ATTACK, MR_NONE, MR_NONE, 4, 1}, 5},
        {"attacks nobody", 1, 1, {MR_ATTACK, MR_NONE, MR_NONE, 1, 2}, 5},
        {"attacks too far", 1, 1, {MR_ATTACK, MR_NONE, MR_NONE, 3, 2}, 5},
        {"attacks across", 2, 1, {MR_ATTACK, MR_NONE, MR_NONE, 3, 2}, 5},
        {"attacks a place outside", 1, 1, {MR_ATTACK, MR_NONE, MR_NONE, -7, 900}, 5},
        {"a base attacks", 0, 1, {MR_ATTACK, MR_NONE, MR_NONE, 3, 2}, 10},
        {"too dear", 0, 1, {MR_PRODUCE, 3, MR_DOWN, 0, 0}, 50},
        {"makes what it can't", 0, 1, {MR_PRODUCE, 4, MR_DOWN, 0, 0}, 80},
        {"something else", 1, 1, {17, MR_NONE, MR_UP, 0, 0}, 0},
        {"something else", 1, 1, {-1, MR_NONE, MR_UP, 0, 0}, 0},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTOPTR(mr_state) s = microrts_rows_state(".#...\nBWWX$\n...b.\n", 0);
        us_test_row(rows[r].name);
        int unit = microrts_rows_on(s, rows[r].x, rows[r].y);
        CHECK(!mr_action_is_legal(s, unit, &rows[r].action));
        microrts_rows_do(s, rows[r].x, rows[r].y, rows[r].action);
        CHECK_INT(microrts_rows_at(s, unit), MR_WAIT);
        CHECK_INT(s->running[unit].action.parameter, rows[r].lasts);
    }
}

TEST(waits_end_when_java_says_so)
{
    static const struct {
        int32_t cycles, ends;
    } rows[] = {{1, 1}, {7, 7}, {0, 1}, {MR_NONE, 1}, {-5, 1}, {INT32_MIN, 1}, {300, 300}};
    for (int r = 0; r < US_COUNT(rows); r++) {
        US_AUTOPTR(mr_state) s = microrts_rows_state("W.w\n", 0);
        microrts_rows_do(s, 0, 0, mr_action_wait(rows[r].cycles));
        microrts_rows_cycles(s, rows[r].ends - 1);
        CHECK_INT(microrts_rows_at(s, 0), MR_WAIT);
        mr_state_advance_cycle(s);
        CHECK(mr_unit_is_idle(s, 0));
    }
    US_AUTOPTR(mr_state) s = microrts_rows_state("W.w\n", 0);
    mr_state_advance_cycle(s);
    microrts_rows_do(s, 0, 0, mr_action_wait(INT32_MAX)); /* the sum with the cycle is below zero */
    mr_state_advance_cycle(s);
    CHECK(mr_unit_is_idle(s, 0));
}

/* ---- fighting */

TEST(an_attack_hits_who_stands_there_by_then)
{
    mr_state *s = microrts_rows_state("R.w.\n....\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_attack(2, 0));
    microrts_rows_cycles(s, 4);
    CHECK_INT(s->core->count, 2);
    mr_state_advance_cycle(s);
    CHECK_INT(s->core->count, 1);
    CHECK(mr_state_is_over(s));
    CHECK_INT(mr_state_winner(s), 0);
    mr_state_free(s);

    s = microrts_rows_state("R.L.\n.w..\n", 0); /* also its own */
    mr_action_begin(s, microrts_rows_on(s, 0, 0), &(mr_action){MR_ATTACK, MR_NONE, MR_NONE, 2, 0},
                    0);
    microrts_rows_cycles(s, 5);
    CHECK_INT(s->unit[microrts_rows_on(s, 2, 0)].hit_points, 3);
    mr_state_free(s);
}

TEST(who_attacks_a_cell_that_was_left_hits_nobody)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("R.w.\n", 0);
    microrts_rows_do(s, 2, 0, mr_action_go(MR_MOVE, MR_RIGHT));
    microrts_rows_cycles(s, 7);
    microrts_rows_do(s, 0, 0, mr_action_attack(2, 0));
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 0, 0)), MR_ATTACK);
    microrts_rows_cycles(s, 5);
    CHECK(mr_unit_is_idle(s, microrts_rows_on(s, 0, 0)));
    CHECK_INT(s->unit[microrts_rows_on(s, 3, 0)].hit_points, 1);
}

TEST(an_arrow_flies_as_the_crow_does)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("R...\n...w\nw.w.\n...w\nW...\n", 0);
    CHECK(mr_action_is_legal(s, microrts_rows_on(s, 0, 0),
                             &(mr_action){MR_ATTACK, MR_NONE, MR_NONE, 2, 2}));
    CHECK(mr_action_is_legal(s, microrts_rows_on(s, 0, 0),
                             &(mr_action){MR_ATTACK, MR_NONE, MR_NONE, 0, 2}));
    CHECK(!mr_action_is_legal(s, microrts_rows_on(s, 0, 0),
                              &(mr_action){MR_ATTACK, MR_NONE, MR_NONE, 3, 1}));
    CHECK(!mr_action_is_legal(s, microrts_rows_on(s, 0, 0),
                              &(mr_action){MR_ATTACK, MR_NONE, MR_NONE, 3, 3}));
}

TEST(two_that_strike_in_one_cycle_both_die)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("Ww\n..\n", 0);
    microrts_rows_do(s, 0, 0, mr_action_attack(1, 0));
    microrts_rows_do(s, 1, 0, mr_action_attack(0, 0));
    microrts_rows_cycles(s, 5);
    CHECK_INT(s->core->count, 0);
    CHECK(mr_state_is_over(s));
    CHECK_INT(mr_state_winner(s), MR_NONE);
}

TEST(who_dies_in_the_cycle_of_its_deed_has_still_done_it)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("bH..\n....\n", 9);
    s->unit[0].hit_points = 4;
    microrts_rows_do(s, 1, 0, mr_action_wait(100)); /* its place in the order, which it keeps */
    microrts_rows_do(s, 0, 0, mr_action_produce(MR_DOWN, microrts_rows_type("Worker")));
    microrts_rows_cycles(s, 45);
    microrts_rows_do(s, 1, 0, mr_action_attack(0, 0));
    microrts_rows_cycles(s, 5);
    CHECK_INT(mr_state_unit_at(s, 0, 0), MR_NONE);
    CHECK_INT(s->core->count, 2);
    const mr_unit *born = &s->unit[microrts_rows_on(s, 0, 1)];
    CHECK(born == &s->unit[1] && born->player == 1);
    CHECK_INT(s->core->resources[1], 8);
    CHECK(!mr_state_is_over(s));
}

TEST(who_dies_before_its_deed_is_due_leaves_it_undone)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state(".Wh\n...\n..W\n", 9);
    microrts_rows_do(s, 1, 0, mr_action_go(MR_MOVE, MR_LEFT));
    microrts_rows_do(s, 2, 0, mr_action_attack(1, 0));
    microrts_rows_cycles(s, 5);
    CHECK_INT(mr_state_unit_at(s, 1, 0), MR_NONE);
    CHECK_INT(mr_state_reserver(s, 0, 0), MR_NONE);
    CHECK_INT(s->core->count, 2);
    CHECK_INT(mr_state_unit_at(s, 2, 2), 0); /* the list has closed up */
    CHECK_INT(mr_state_unit_at(s, 2, 0), 1);
}

/* ---- resources */

TEST(a_worker_harvests_and_returns)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("$WB\n..b\n", 5);
    int worker = microrts_rows_on(s, 1, 0);
    microrts_rows_do(s, 1, 0, mr_action_go(MR_HARVEST, MR_LEFT));
    microrts_rows_cycles(s, 19);
    CHECK_INT(s->unit[worker].resources, 0);
    mr_state_advance_cycle(s);
    CHECK_INT(s->unit[worker].resources, 1);
    CHECK_INT(s->unit[microrts_rows_on(s, 0, 0)].resources, 4);
    microrts_rows_do(s, 1, 0, mr_action_go(MR_RETURN, MR_RIGHT));
    microrts_rows_cycles(s, 10);
    CHECK_INT(s->unit[worker].resources, 0);
    CHECK_INT(s->core->resources[0], 6);
}

TEST(a_resource_that_is_used_up_goes_and_the_second_comes_in_vain)
{
    mr_state *s = microrts_rows_state("WcW\n..w\n", 5);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_HARVEST, MR_RIGHT));
    microrts_rows_order(s, &orders, 2, 0, mr_action_go(MR_HARVEST, MR_LEFT));
    microrts_rows_issue(s, &orders);
    microrts_rows_cycles(s, 20);
    CHECK_INT(mr_state_unit_at(s, 1, 0), MR_NONE);
    CHECK_INT(s->unit[microrts_rows_on(s, 0, 0)].resources, 1);
    CHECK_INT(s->unit[microrts_rows_on(s, 2, 0)].resources, 0);
    mr_state_free(s);

    s = microrts_rows_state("WcW\n..w\n", 5); /* the order of the orders counts, not of the list */
    microrts_rows_order(s, &orders, 2, 0, mr_action_go(MR_HARVEST, MR_LEFT));
    microrts_rows_order(s, &orders, 0, 0, mr_action_go(MR_HARVEST, MR_RIGHT));
    microrts_rows_issue(s, &orders);
    microrts_rows_cycles(s, 20);
    CHECK_INT(s->unit[microrts_rows_on(s, 0, 0)].resources, 0);
    CHECK_INT(s->unit[microrts_rows_on(s, 2, 0)].resources, 1);
    mr_state_free(s);
}

/* The game doesn't ask again what stands there. */
TEST(harvesting_takes_from_whoever_has_come_there)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("WcW\n.w.\nw..\n", 5);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_HARVEST, MR_RIGHT));
    microrts_rows_cycles(s, 15);
    microrts_rows_do(s, 2, 0, mr_action_go(MR_HARVEST, MR_LEFT));
    microrts_rows_cycles(s, 5);
    CHECK_INT(mr_state_unit_at(s, 1, 0), MR_NONE);
    microrts_rows_do(s, 1, 1, mr_action_go(MR_MOVE, MR_UP));
    microrts_rows_cycles(s, 14);
    CHECK_INT(s->unit[microrts_rows_on(s, 1, 0)].player, 1);
    mr_state_advance_cycle(s);
    CHECK_INT(mr_state_unit_at(s, 1, 0), MR_NONE);
    CHECK_INT(s->core->heads[1], 1);
    CHECK_INT(s->unit[microrts_rows_on(s, 2, 0)].resources, 1);
}

TEST(what_is_returned_counts_in_whatever_stockpile_stands_there)
{
    mr_state *s = microrts_rows_state("XB\n.w\n", 5);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_RETURN, MR_RIGHT));
    s->unit[microrts_rows_on(s, 1, 0)].player = 1;
    microrts_rows_cycles(s, 10);
    CHECK_INT(s->core->resources[0], 6);
    mr_state_free(s);
    s = microrts_rows_state("XB\n.w\n", 5);
    microrts_rows_do(s, 0, 0, mr_action_go(MR_RETURN, MR_RIGHT));
    s->unit[microrts_rows_on(s, 1, 0)].type = (int16_t)microrts_rows_type("Barracks");
    microrts_rows_cycles(s, 10);
    CHECK_INT(s->core->resources[0], 5);
    CHECK_INT(s->unit[microrts_rows_on(s, 0, 0)].resources, 1);
    mr_state_free(s);
}

/* ---- producing */

TEST(who_is_born_comes_last_and_is_paid_then)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("B.w\n", 5);
    microrts_rows_do(s, 0, 0, mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    microrts_rows_cycles(s, 49);
    CHECK_INT(s->core->resources[0], 5);
    CHECK_INT(s->core->count, 2);
    mr_state_advance_cycle(s);
    CHECK_INT(s->core->resources[0], 4);
    const mr_unit *born = &s->unit[2];
    CHECK_INT(mr_state_unit_at(s, 1, 0), 2);
    CHECK(born->id == 2 && born->player == 0 && born->hit_points == 1 && born->resources == 0);
    CHECK_INT(s->core->heads[0], 2);
    CHECK_INT(s->core->next_id, 3);
}

TEST(two_that_one_player_cannot_pay_together_are_cancelled)
{
    mr_state *s = microrts_rows_state("B.W.\n...w\n", 5);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 2, 0,
                        mr_action_produce(MR_RIGHT, microrts_rows_type("Barracks")));
    microrts_rows_order(s, &orders, 0, 0,
                        mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    microrts_rows_issue(s, &orders);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 0, 0)), MR_WAIT);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 2, 0)), MR_WAIT);
    CHECK_INT(microrts_rows_lasts(s, microrts_rows_on(s, 2, 0)), 50);
    mr_state_free(s);

    /* of an earlier cycle: it is the later that goes without */
    s = microrts_rows_state("B.W.\n...w\n", 5);
    microrts_rows_do(s, 2, 0, mr_action_produce(MR_RIGHT, microrts_rows_type("Barracks")));
    mr_state_advance_cycle(s);
    microrts_rows_do(s, 0, 0, mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 0, 0)), MR_WAIT);
    CHECK_INT(s->running[microrts_rows_on(s, 0, 0)].action.parameter, MR_NONE);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 2, 0)), MR_PRODUCE);
    mr_state_free(s);
}

/* The game looks at two at a time. */
TEST(three_that_cannot_be_paid_together_are_made_on_credit)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("B.B.B.\n.....w\n", 2);
    mr_orders orders = {0};
    for (int x = 0; x < 6; x += 2)
        microrts_rows_order(s, &orders, x, 0,
                            mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    microrts_rows_issue(s, &orders);
    microrts_rows_cycles(s, 50);
    CHECK_INT(s->core->resources[0], -1);
    CHECK_INT(s->core->heads[0], 6);
}

/* What an order was is held against all the others, also once it is cancelled. */
TEST(one_order_can_cancel_several)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("B.W.W.\n.....w\n", 10);
    mr_orders orders = {0};
    microrts_rows_order(s, &orders, 2, 0,
                        mr_action_produce(MR_RIGHT, microrts_rows_type("Barracks")));
    microrts_rows_order(s, &orders, 0, 0,
                        mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    microrts_rows_order(s, &orders, 4, 0, mr_action_produce(MR_RIGHT, microrts_rows_type("Base")));
    microrts_rows_issue(s, &orders);
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 2, 0)), MR_WAIT);
    CHECK_INT(microrts_rows_lasts(s, microrts_rows_on(s, 2, 0)), 100); /* of 100 and 200 */
    CHECK_INT(microrts_rows_at(s, microrts_rows_on(s, 0, 0)), MR_WAIT);
    CHECK_INT(microrts_rows_lasts(s, microrts_rows_on(s, 0, 0)),
              50); /* of 50 and the wait of 100 */
    CHECK_INT(microrts_rows_lasts(s, microrts_rows_on(s, 4, 0)), 50);
}

/* ---- lists */

TEST(what_the_real_game_dies_of_is_refused_and_changes_nothing)
{
    static const struct {
        int32_t first, second;
        mr_action action;
        const char *said;
    } rows[] = {
        {1, 77, {MR_WAIT, MR_NONE, 5, 0, 0}, "order 1: unit 77 is not there"},
        {1, 3, {MR_WAIT, MR_NONE, 5, 0, 0}, "order 1: unit 3 is nobody's"},
        {1,
         2,
         {MR_WAIT, MR_NONE, 5, 0, 0},
         "order 1: unit 2 is of player 1, the first of player 0"},
        {1, 0, {MR_PRODUCE, MR_NONE, 1, 0, 0}, "order 1: unit 0 is to produce nothing"},
        {1, 0, {MR_PRODUCE, 31, 1, 0, 0}, "order 1: unit 0 is to produce nothing"},
    };
    US_AUTOPTR(mr_state) s = microrts_rows_state("BW$\n..w\n", 5);
    us_hash before = mr_state_hash(s);
    for (int r = 0; r < US_COUNT(rows); r++) {
        mr_order item[] = {{rows[r].first, mr_action_wait(3)}, {rows[r].second, rows[r].action}};
        mr_orders orders = {item, 2, 2};
        us_error err = {0};
        CHECK_INT(mr_state_issue(s, &orders, &err), US_MISMATCH);
        CHECK_STR(err.text, rows[r].said);
        CHECK_HASH(mr_state_hash(s), before);
    }
}

TEST(a_list_may_be_longer_than_there_are_cells)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("Ww\n", 5);
    mr_orders orders = {0};
    for (int i = 1; i <= 9; i++)
        microrts_rows_order(s, &orders, 0, 0, mr_action_wait(i));
    microrts_rows_issue(s, &orders);
    CHECK_INT(microrts_rows_lasts(s, 0), 9);
}

TEST(who_is_not_mentioned_waits)
{
    US_AUTOPTR(mr_state) s = microrts_rows_state("BW.W\nw..W\n", 5);
    mr_orders orders = {0};
    microrts_rows_do(s, 3, 0, mr_action_wait(4));
    microrts_rows_order(s, &orders, 3, 1, mr_action_wait(3));
    mr_orders_add_waits(s, 0, 10, &orders);
    CHECK_INT(orders.count, 3);
    CHECK_INT(orders.item[1].id, 0);
    CHECK_INT(orders.item[2].id, 1);
    CHECK_INT(orders.item[2].action.parameter, 10);
    us_mem_free(orders.item);
}

/* Random orders: whether cycles are passed over or not makes no difference. */
TEST(passing_over_cycles_comes_to_the_same)
{
    us_rng rng = us_rng_derive(1, "test.microrts", 0);
    mr_state *s = microrts_rows_state("$WB...\n.W....\n..##..\n..##..\n....w.\n...bw$\n", 5);
    US_AUTOPTR(mr_state)
    jump = microrts_rows_state("$WB...\n.W....\n..##..\n..##..\n....w.\n...bw$\n", 5);
    for (int turn = 0; turn < 2000 && !mr_state_is_over(s); turn++) {
        int player = turn % 2;
        mr_orders orders = {0};
        for (int i = 0; i < s->core->count; i++) {
            mr_action a = {.type = (int16_t)us_rng_next_below(&rng, 6)};
            a.unit_type = (int16_t)us_rng_next_below(&rng, 7);
            a.parameter = (int32_t)us_rng_next_below(&rng, 4);
            a.x = (int32_t)us_rng_next_below(&rng, 6);
            a.y = (int32_t)us_rng_next_below(&rng, 6);
            if (s->unit[i].player == player &&
                (mr_unit_is_idle(s, i) || us_rng_next_bool(&rng, 1, 20)) &&
                (mr_action_is_legal(s, i, &a) || us_rng_next_bool(&rng, 1, 9)))
                US_LIST_PUT(orders, ((mr_order){s->unit[i].id, a}));
        }
        CHECK_INT(mr_state_issue(jump, &orders, NULL), US_OK);
        microrts_rows_issue(s, &orders);
        int cycles = (int)us_rng_next_below(&rng, 4);
        mr_state_advance(jump, jump->core->time + cycles);
        for (int c = 0; c < cycles && !mr_state_is_over(s); c++)
            mr_state_advance_cycle(s);
        if (!CHECK_HASH(mr_state_hash(jump), mr_state_hash(s)))
            break;
        CHECK_INT(mr_state_compare(jump, s, MR_IDS_SAME, NULL), US_OK);
    }
    CHECK(s->core->time > 100);
    mr_state_free(s);
}
