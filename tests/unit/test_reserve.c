#include "plan/reservations.h"
#include "tests/unit/small_world.h"

enum { GOLD, WOOD }; /* of the small domain: its first two resources */

static const us_rank at_once = {.depth = 0};

TEST(two_parts_never_command_one_unit)
{
    small_world s;
    small_begin(&s);
    us_reservations *r = us_reservations_new(s.domain);
    CHECK(us_reservations_take_unit(r, 7, 1));
    CHECK(!us_reservations_take_unit(r, 7, 2));
    CHECK(us_reservations_hold(r, 7, 2) == US_HOLD_FIRM);
    CHECK(us_reservations_hold(r, 7, 1) == US_HOLD_NONE);
    us_reservations_release(r, 1);
    CHECK(us_reservations_hold(r, 7, 2) == US_HOLD_NONE);
    CHECK(us_reservations_take_unit(r, 7, 2));
    us_reservations_free(r);
    small_end(&s);
}

TEST(who_goes_on_is_held_loosely_and_can_be_taken_over)
{
    small_world s;
    small_begin(&s);
    us_reservations *r = us_reservations_new(s.domain);
    CHECK(us_reservations_take_unit(r, 5, 1) && us_reservations_take_unit(r, 3, 1));
    us_reservations_loosen(r, 1, 9);
    CHECK(us_reservations_count_units(r, 1) == 0);
    CHECK(us_reservations_count_units(r, 9) == 2);
    CHECK(us_reservations_hold(r, 5, 2) == US_HOLD_LOOSE);
    CHECK(us_reservations_take_unit(r, 5, 2));
    CHECK(us_reservations_hold(r, 5, 9) == US_HOLD_FIRM);
    CHECK(us_reservations_count_units(r, 9) == 1);
    us_reservations_free(r);
    small_end(&s);
}

TEST(who_is_gone_is_held_by_nobody)
{
    small_world s;
    small_begin(&s);
    us_reservations *r = us_reservations_new(s.domain);
    for (us_id unit = 20; unit > 0; unit--)
        CHECK(us_reservations_take_unit(r, unit, 1));
    us_reservations_drop_unit(r, 11);
    us_reservations_drop_unit(r, 99);
    CHECK(us_reservations_count_units(r, 1) == 19);
    for (us_id unit = 1; unit <= 20; unit++)
        CHECK(us_reservations_hold(r, unit, 2) == (unit == 11 ? US_HOLD_NONE : US_HOLD_FIRM));
    us_reservations_free(r);
    small_end(&s);
}

TEST(two_builds_never_claim_one_cell)
{
    small_world s;
    small_begin(&s);
    us_reservations *r = us_reservations_new(s.domain);
    us_reservations_add_box(r, (us_box){4, 4, 3, 3}, 1);
    CHECK(us_reservations_has_overlap(r, (us_box){6, 6, 2, 2}, 2));
    CHECK(!us_reservations_has_overlap(r, (us_box){6, 6, 2, 2}, 1));
    CHECK(!us_reservations_has_overlap(r, (us_box){7, 4, 2, 2}, 2));
    us_reservations_loosen(r, 1, 9);
    CHECK(!us_reservations_has_overlap(r, (us_box){6, 6, 2, 2}, 2));
    us_reservations_free(r);
    small_end(&s);
}

/* As many as the seat has of a resource. */
static void own(small_world *s, int resource, int32_t amount)
{
    s->tally[resource] = amount;
}

TEST(something_cheap_does_not_keep_something_dear_waiting)
{
    small_world s;
    int lacks = -1;
    small_begin(&s);
    us_view view = {&s.world, 0};
    us_reservations *r = us_reservations_new(s.domain);
    const int32_t dear[US_RESOURCES_MAX] = {[GOLD] = 700}, cheap[US_RESOURCES_MAX] = {[GOLD] = 100};
    own(&s, GOLD, 500);
    us_reservations_add_request(r, dear, &at_once, 1);
    us_reservations_add_request(r, cheap, &at_once, 2);
    CHECK(!us_reservations_can_serve(r, &view, 1, &lacks) && lacks == GOLD);
    CHECK(!us_reservations_can_serve(r, &view, 2, &lacks));
    own(&s, GOLD, 700);
    CHECK(us_reservations_can_serve(r, &view, 1, &lacks));
    CHECK(!us_reservations_can_serve(r, &view, 2, &lacks));
    us_reservations_remove_request(r, 1);
    own(&s, GOLD, 100);
    CHECK(us_reservations_can_serve(r, &view, 2, &lacks));
    us_reservations_free(r);
    small_end(&s);
}

TEST(who_waits_for_one_resource_lets_those_pass_that_need_another)
{
    small_world s;
    int lacks = -1;
    small_begin(&s);
    us_view view = {&s.world, 0};
    us_reservations *r = us_reservations_new(s.domain);
    const int32_t gold[US_RESOURCES_MAX] = {[GOLD] = 700}, wood[US_RESOURCES_MAX] = {[WOOD] = 100};
    own(&s, WOOD, 100);
    us_reservations_add_request(r, gold, &at_once, 1);
    us_reservations_add_request(r, wood, &at_once, 2);
    CHECK(!us_reservations_can_serve(r, &view, 1, &lacks));
    CHECK(us_reservations_can_serve(r, &view, 2, &lacks));
    us_reservations_release(r, 1);
    us_reservations_add_request(r, gold, &at_once,
                                2); /* asked again: it costs something else now */
    CHECK(!us_reservations_can_serve(r, &view, 2, &lacks));
    us_reservations_free(r);
    small_end(&s);
}

/* Whenever it asks: what was shown at the beginning is made up for first. */
TEST(who_was_shown_earlier_is_served_first)
{
    small_world s;
    int lacks = -1;
    small_begin(&s);
    us_view view = {&s.world, 0};
    us_reservations *r = us_reservations_new(s.domain);
    const int32_t gold[US_RESOURCES_MAX] = {[GOLD] = 100};
    const us_rank late = {.begin = {0, 900}, .depth = 2}, early = {.begin = {0, 50}, .depth = 2};
    const us_rank below = {.begin = {0, 50, 8000}, .depth = 3};
    own(&s, GOLD, 100);
    us_reservations_add_request(r, gold, &late, 1);
    CHECK(us_reservations_can_serve(r, &view, 1, &lacks));
    us_reservations_add_request(r, gold, &below, 2);
    us_reservations_add_request(r, gold, &early, 3);
    CHECK(us_reservations_can_serve(r, &view, 3, &lacks)); /* it asked last */
    CHECK(!us_reservations_can_serve(r, &view, 1, &lacks));
    CHECK(!us_reservations_can_serve(r, &view, 2, &lacks));
    CHECK_INT(us_reservations_requested(r, GOLD), 300);
    us_reservations_add_request(r, gold, &(us_rank){.begin = {0, 9000}, .depth = 2},
                                2); /* it thought again */
    CHECK(us_reservations_can_serve(r, &view, 3, &lacks));
    us_reservations_remove_request(r, 3);
    CHECK(us_reservations_can_serve(r, &view, 1, &lacks) &&
          !us_reservations_can_serve(r, &view, 2, &lacks));
    CHECK_INT(us_reservations_requested(r, GOLD), 200);
    us_reservations_free(r);
    small_end(&s);
}
