/* Games of more than two seats. */
#include "domain/world.h"
#include "tests/unit/test.h"

TEST(enemy_in_an_order_is_the_next_living_seat)
{
    uint8_t alive[US_SEATS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
    us_world world = {.seats = US_SEATS_MAX, .alive = alive};
    us_view view = {.world = &world, .self = 5};
    CHECK_INT(us_view_find_seat(&view, US_SEAT_SELF), 5);
    CHECK_INT(us_view_find_seat(&view, US_NEUTRAL), US_NEUTRAL);
    CHECK_INT(us_view_find_seat(&view, 3), 3);
    CHECK_INT(us_view_find_seat(&view, US_SEAT_ENEMY), 6);
    alive[6] = alive[7] = alive[0] = 0; /* seats 0 and 1 are nothing special */
    CHECK_INT(us_view_find_seat(&view, US_SEAT_ENEMY), 1);
    alive[1] = 0;
    CHECK_INT(us_view_find_seat(&view, US_SEAT_ENEMY), 2);
    alive[2] = alive[3] = alive[4] = 0;
    CHECK_INT(us_view_find_seat(&view, US_SEAT_ENEMY), US_SEAT_NONE);
}

TEST(of_two_seats_the_enemy_is_the_other)
{
    const uint8_t alive[] = {1, 1};
    us_world world = {.seats = 2, .alive = alive};
    for (us_seat self = 0; self < 2; self++) {
        us_view view = {.world = &world, .self = self};
        CHECK_INT(us_view_find_seat(&view, US_SEAT_ENEMY), 1 - self);
    }
}
