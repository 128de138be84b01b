/* What is not there: every question about it is answered with no, and it equals nothing. */
#include "domain/expr.h"
#include "domain/node.h"
#include "tests/unit/small_world.h"

/* A slot of each kind that holds none. */
static const us_slot slots[] = {
    {"gone", US_VALUE_ENTITY},    {"family", US_VALUE_TYPE},     {"place", US_VALUE_CELL},
    {"stuff", US_VALUE_RESOURCE}, {"player", US_VALUE_SEAT},     {"duty", US_VALUE_ROLE},
    {"mood", US_VALUE_STATUS},    {"deed", US_VALUE_ACTION},     {"ground", US_VALUE_TERRAIN},
    {"legs", US_VALUE_MOVEMENT},  {"trait", US_VALUE_ATTRIBUTE}, {"band", US_VALUE_GROUP},
    {"number", US_VALUE_NUMBER},
};
static const us_value none[] = {{.number = 0},  {.number = US_NO_TYPE},   {.number = -1},
                                {.number = -1}, {.number = US_SEAT_NONE}, {.number = -1},
                                {.number = -1}, {.number = -1},           {.number = -1},
                                {.number = -1}, {.number = -1},           {.number = 0},
                                {.number = -1}};

/* As seen by seat 0; #99 is not in the game, and (99, 99) is not on the map. */
static const struct {
    const char *text;
    int64_t value;
} rows[] = {
    /* nobody is left by a filter that asks for none */
    {"count(owner: player) + count(owner: #99.owner)", 0},
    {"count(type: family) + count(type: #99.type)", 0},
    {"count(role: duty)", 0},
    {"count(status: mood) + count(status: #99.status)", 0},
    {"count(action: deed) + count(action: #99.action) + count(action: #3.action)", 0},
    {"count(product: family) + count(product: #3.product)", 0},
    {"count(target: gone) + count(target: #99)", 0},
    {"count(in: band)", 0},
    {"count(near: gone) + count(near: #99) + count(near: place, within: 99)", 0},
    {"count(yields: stuff) + count(yields: resource(99, 99)) + count(yields: resource(3, 3))", 0},
    {"exists(action: #99.action) or exists(first(action: #99.action))", 0},
    {"sum(hit_points, action: #99.action) + worth(action: #99.action)", 0},
    {"sites(action: #99.action) + least(hit_points, action: deed)", 0},
    {"sum(trait) + most(trait, self)", 0},
    /* no cell is of none */
    {"cells(terrain: ground) + cells(terrain: terrain(99, 99))", 0},
    {"cells(resource: stuff) + cells(resource: resource(99, 99))", 0},
    {"cells(resource: resource(3, 3)) + cells(passable: legs)", 0},
    {"stock(stuff) + stock(resource(99, 99))", 0},
    {"inside(place) or passable(place, land) or passable(3, 3, legs) or fits(family, 3, 3)", 0},
    /* nor is a seat */
    {"alive(player) or known(player, 'iron') or meets(player, 'hand') or meets(self, family)", 0},
    {"rivals(player) + rivals(#99.owner) + rivals(7) + ore(player) + making(player, 'hand')", 0},
    {"rivals(neutral) + rivals(self)", 3},
    {"path(#3, #5, legs) or does(#3, deed) or makes(#3, 'hand', by: deed)", 0},
    {"is(#3, family) or is(#3, role: duty) or gathers(#3, stuff) or concrete(family)", 0},
    /* none equals nothing, whatever its kind */
    {"gone == gone or #99 == #99 or #3.target == gone or gone == #3", 0},
    {"family == family or #99.type == #98.type or #3.product == #5.product", 0},
    {"place == place or gone.cell == #99.cell or gone.cell == place", 0},
    {"stuff == stuff or resource(99, 99) == resource(3, 3)", 0},
    {"player == player or #99.owner == #98.owner", 0},
    {"duty == duty", 0},
    {"mood == mood or gone.status == #99.status", 0},
    {"deed == deed or #3.action == #5.action", 0},
    {"ground == ground or terrain(99, 99) == terrain(-1, 0)", 0},
    {"legs == legs", 0},
    {"trait == trait", 0},
    {"gone != gone and place != place and mood != mood and #3.action != #5.action", 1},
    {"number == number and number == -1 and gone.x == gone.y and false == false", 1},
    {"#3 == #3 and #3.status == #5.status and #3.cell == (2, 2) and terrain(0, 0) == plain", 1},
};

TEST(a_question_about_what_is_not_there_is_answered_with_no)
{
    small_world s;
    small_begin(&s);
    small_add(&s, 3, "redhand", 0, 2, 2);
    small_add(&s, 4, "bluehouse", 1, 6, 6);
    small_add(&s, 5, "redhand", 0, 4, 2);
    small_add(&s, 6, "rock", US_NEUTRAL, 8, 1);
    s.plane[US_PLANE_TERRAIN][0] = 0;
    s.plane[US_PLANE_TERRAIN][5] = 1;
    small_count(&s);
    us_view view = {&s.world, 0};
    for (int i = 0; i < US_COUNT(rows) * 2; i++) {
        const char *text = rows[i / 2].text;
        us_source source = {.text = text};
        US_AUTOPTR(us_expr) expr = NULL;
        us_error err = {0};
        us_test_row(text);
        s.world.census = i % 2 ? NULL : s.census; /* then whoever asks counts */
        if (us_expr_compile(s.domain, &(us_scope){slots, US_COUNT(slots)}, US_VALUE_BOOL, &source,
                            &expr, NULL) != US_OK &&
            us_expr_compile(s.domain, &(us_scope){slots, US_COUNT(slots)}, US_VALUE_NUMBER, &source,
                            &expr, &err) != US_OK) {
            FAIL("%d: %s", err.column, err.text);
            continue;
        }
        CHECK_INT(us_expr_eval(expr, &view, &(us_binding){none, NULL}), rows[i / 2].value);
    }
    us_test_row(NULL);
    small_end(&s);
}

TEST(a_seat_that_is_not_there_is_nobody)
{
    small_world s;
    small_begin(&s);
    us_view view = {&s.world, 0};
    CHECK_INT(us_seat_to_bits(&view, US_NEUTRAL), 1);
    CHECK_INT(us_seat_to_bits(&view, s.world.seats - 1), 1 << s.world.seats);
    CHECK_INT(us_seat_to_bits(&view, s.world.seats), 0);
    CHECK_INT(us_seat_to_bits(&view, US_SEAT_SELF), 2);
    CHECK_INT(us_seat_to_bits(&view, US_SEAT_ENEMY), 4);
    small_end(&s);
}
