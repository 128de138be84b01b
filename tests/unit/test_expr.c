#include <stdio.h>
#include <string.h>

#include "domain/expr.h"
#include "tests/unit/small_world.h"

/* Slots that the texts below may name. */
enum { UNIT, FOE, GONE, X, Y, BAND, KIND, PLACE, PLAYER, NUMBER, SLOTS };
static const us_slot slots[SLOTS] = {
    [UNIT] = {"unit", US_VALUE_ENTITY},   [FOE] = {"foe", US_VALUE_ENTITY},
    [GONE] = {"gone", US_VALUE_ENTITY},   [X] = {"x", US_VALUE_NUMBER},
    [Y] = {"y", US_VALUE_NUMBER},         [BAND] = {"band", US_VALUE_GROUP},
    [KIND] = {"kind", US_VALUE_TYPE},     [PLACE] = {"place", US_VALUE_CELL},
    [PLAYER] = {"player", US_VALUE_SEAT}, [NUMBER] = {"ore", US_VALUE_NUMBER},
};
static const us_scope scope = {slots, SLOTS};

static us_status compile(const us_domain *domain, const char *text, us_value_kind kind,
                         us_expr **out, us_error *err)
{
    us_source source = {.file = "text", .text = text, .line = 1, .column = 1};
    return us_expr_compile(domain, &scope, kind, &source, out, err);
}

/* ---- a stage: two seats at a wall with a gap */

static void set_stage(small_world *s)
{
    small_begin(s);
    s->world.now = 70;
    small_add(s, 2, "rock", US_NEUTRAL, 0, 0);
    small_add(s, 3, "redhouse", 0, 3, 1);
    us_entity *hand = small_add(s, 5, "redhand", 0, 2, 4);
    us_entity *other = small_add(s, 6, "redhand", 0, 4, 4);
    us_entity *foe = small_add(s, 8, "bluehand", 1, 8, 4);
    us_entity *site = small_add(s, 9, "redhouse", 0, 0, 6);
    small_add(s, 11, "bluehouse", 1, 8, 7);
    small_add(s, 12, "beast", US_NEUTRAL, 11, 0);
    hand->status = 1;
    hand->target = 2;
    hand->action = (int8_t)us_domain_find_action(s->domain, "dig");
    other->attribute[0] = 2;
    other->flags = US_ENTITY_INSIDE;
    foe->attribute[0] = 4;
    site->flags = US_ENTITY_UNFINISHED;
    site->attribute[0] = 1;
    for (int y = 0; y < SMALL_HEIGHT; y++) /* a row of trees, open at the bottom */
        s->plane[US_PLANE_TERRAIN][us_world_cell(&s->world, 6, y)] = y < 8;
    s->plane[US_PLANE_AMOUNT][us_world_cell(&s->world, 6, 0)] = 5;
    s->plane[US_PLANE_AMOUNT][us_world_cell(&s->world, 6, 1)] = 3;
    s->plane[US_PLANE_TERRAIN][us_world_cell(&s->world, 10, 9)] = 2;
    s->plane[US_PLANE_TAKEN][us_world_cell(&s->world, 2, 4)] = US_TAKEN_UNIT;
    s->plane[US_PLANE_SEEN][0] = 1;
    s->plane[US_PLANE_EXPLORED][1] = 2;
    for (int i = 0; i < s->world.count; i++) {
        const us_type_def *def = &s->domain->type[s->entity[i].type];
        for (int y = 0; def->movement < 0 && y < def->height; y++)
            memset(&s->plane[US_PLANE_TAKEN]
                            [us_world_cell(&s->world, s->entity[i].x, s->entity[i].y + y)],
                   US_TAKEN_BUILDING, (size_t)def->width);
    }
    small_tally(s, 0, "ore", 12);
    small_tally(s, 1, "ore", 30);
    small_tally(s, 0, "wood", 7);
    small_tally(s, 1, "blue-iron", 1);
    small_count(s);
}

static const us_id band[] = {6, 999, 5};

static int64_t ask(const small_world *s, const us_expr *expr, us_seat self)
{
    const us_value value[SLOTS] = {
        [UNIT] = {.number = 5},
        [FOE] = {.number = 8},
        [X] = {.number = 6},
        [Y] = {.number = 1},
        [BAND] = {.id = band, .count = US_COUNT(band)},
        [KIND] = {.number = us_domain_find_type(s->domain, "house")},
        [PLACE] = {.number = US_CELL(9, 2)},
        [PLAYER] = {.number = 1},
        [NUMBER] = {.number = 4},
    };
    us_view view = {&s->world, self};
    return us_expr_eval(expr, &view, &(us_binding){value, NULL});
}

/* The text's value as seen by seat 0; with the census, and without one. */
static const struct {
    const char *text;
    int64_t value;
} meanings[] = {
    /* numbers */
    {"1 + 2 * 3 - 4", 3},
    {"(1 + 2) * 3", 9},
    {"7 / 2 + -7 / 2", 0},
    {"7 % 4 + -7 % 4", 0},
    {"5 / 0 + 5 % 0", 0},
    {"-(2 + 3)", -5},
    {"9223372036854775807 + 1", INT64_MAX},
    {"-9223372036854775807 - 9", INT64_MIN},
    {"(-9223372036854775807 - 1) / -1", INT64_MAX},
    {"4611686018427387904 * -4", INT64_MIN},
    {"min(3, -2) + max(3, -2) + abs(-4)", 5},
    {"percent(3, 4) + percent(1, 0)", 75},
    {"ore", 4},
    {"ore(self)", 12},
    /* conditions */
    {"true and not false", 1},
    {"false or 1 < 2 and 2 <= 2", 1},
    {"1 > 2 or 2 >= 3 or 1 == 2 or 1 != 1", 0},
    {"not 1 == 2", 1},
    {"(true or false) and false", 0},
    {"true or false and false", 1},
    {"And(true, Or(false, Not(false)))", 1},
    {"Ore(12) and Wood(7) and not Wood(8)", 1},
    {"UnitExists(5) and not UnitExists(7)", 1},
    {"BuildingComplete(3) and not BuildingComplete(9)", 1},
    /* entities */
    {"exists(unit) and not exists(gone) and exists(#12) and not exists(#99)", 1},
    {"finished(unit) and not finished(#9) and not finished(gone)", 1},
    {"damaged(#6) and not damaged(unit) and not damaged(gone)", 1},
    {"hidden(#6) and not hidden(unit) and not hidden(gone)", 1},
    {"hostile(unit, foe) and hostile(unit, #12) and not hostile(unit, #6)", 1},
    {"hostile(unit, #2) or hostile(unit, gone) or hostile(gone, unit)", 0},
    {"is(unit, 'hand') and is(unit, worker) and not is(unit, 'bluehand')", 1},
    {"is(unit, 'unit', worker) and not is(#12, 'unit', role: worker)", 1},
    {"does(unit, dig) and not does(#3, dig) and not does(gone, dig)", 1},
    {"makes(#3, 'redhand') and makes(#3, 'hand') and not makes(#3, 'bluehand')", 1},
    {"makes(#3, 'redhand', make) and not makes(#3, 'redhand', learn)", 1},
    {"gathers(unit, ore) and gathers(unit, #2) and not gathers(unit, wood)", 1},
    {"unit.x * 10 + unit.y", 24},
    {"gone.x + gone.y", -2},
    {"unit.hit_points + #6.hit_points + gone.hit_points", 7},
    {"#6.full", 5},
    {"unit.type == 'redhand' and unit.type == 'hand' and unit.type != 'house'", 1},
    {"gone.type == 'hand' or gone.owner == self or gone.owner == enemy", 0},
    {"unit.owner == self and unit.owner == 0 and unit.owner != enemy", 1},
    {"foe.owner == enemy and foe.owner == player and #12.owner == neutral", 1},
    {"unit.status == busy and foe.status == 'idle' and gone.status != idle", 1},
    {"unit.action == dig and foe.action != dig and gone.action != dig", 1},
    {"unit.target == #2 and not exists(foe.target)", 1},
    {"unit.cell == (2, 4) and gone.cell != (0, 0)", 1},
    {"unit.target.type == 'rock'", 1},
    /* the map */
    {"now + width + height + seats", 94},
    {"inside(0, 0) and inside(11, 9) and not inside(12, 9) and not inside(-1, 0)", 1},
    {"inside(x, y) and inside(place) and not inside(gone.cell)", 1},
    {"terrain(x, y) == tree and terrain(place) == plain and terrain(99, 0) != tree", 1},
    {"resource(x, y) == wood and resource(place) != wood", 1},
    {"amount(x, y) + amount(6, 0) + amount(99, 99)", 8},
    {"passable(x, y, air) and not passable(x, y, land) and passable(place, by: land)", 1},
    {"buildable(0, 9) and not buildable(x, y) and not buildable(99, 9)", 1},
    {"breakable(10, 9) and not breakable(x, y)", 1},
    {"taken(2, 4) and taken(3, 1) and not taken(place)", 1},
    {"seen(0, 0) and not seen(1, 0) and not explored(1, 0) and not explored(0, 0)", 1},
    {"cells(tree)", 8},
    {"cells(terrain: gate) + cells(resource: wood)", 9},
    {"cells(passable: air)", 119},
    {"cells(passable: land) + cells(buildable: false)", 111 + 9},
    {"stock(wood) + stock('ore')", 8},
    {"path(unit, place)", 1},
    {"path(unit, #11) and path(#3, foe, land)", 1},
    {"path(unit, gone) or path(gone, unit)", 0},
    {"distance(unit, foe)", 6},
    {"distance(#3, #2) + distance(0, 9, 11, 9)", 13},
    {"distance(unit, gone) > width + height", 1},
    {"near(unit, 5, 4) and not near(unit, 6, 4) and near(unit, foe, 6)", 1},
    {"near(unit, gone) or near(gone.cell, unit)", 0},
    /* seats */
    {"ore(self) + ore(player) + ore(0)", 54},
    {"ore(enemy) + wood(7) + ore(neutral)", 30},
    {"alive(self) and alive(enemy) and not alive(neutral) and not alive(7)", 1},
    {"rivals(self) + rivals(player) + rivals(enemy)", 3},
    {"known(player, 'iron') and known(enemy, 'blue-iron') and not known(self, 'iron')", 1},
    {"known(self, 'redhouse')", 0},
    {"meets(player, 'bluehand') and not meets(self, 'redhouse') and meets(self, 'redhand')", 1},
    {"meets(player, 'hand') and affords(self, 'redhand') and affords(self, 'redhouse')", 1},
    {"affords(self, 'beast') and not affords(neutral, 'beast')", 1},
    {"feeds(self, 'beast')", 1},
    {"making(self, 'house') + making(self, 'redhand') + making(player, 'house')", 1},
    {"cost('redhand') + cost('redhouse', wood) + cost('redhouse', 'ore')", 12},
    {"concrete('redhand') and not concrete('hand') and not concrete(gone.type)", 1},
    {"fits('beast', 0, 9) and not fits('redhouse', 0, 9) and fits('redhouse', 7, 2)", 1},
    {"fits('redhouse', 5, 2) or fits('redhouse', 2, 2) or fits('house', gone.cell)", 0},
    /* sets */
    {"count(self, 'hand') + count(enemy, 'hand')", 3},
    {"count(self, role: worker) + count(role: worker)", 5},
    {"count(self, 'redhouse') + count(owner: self, type: 'house')", 2},
    {"count(self, kind) + count(self, base)", 2},
    {"count() + count(neutral) + count(self)", 7 + 2 + 3},
    {"count(self, unfinished: true)", 4},
    {"count(self, status: busy) + count(action: dig) + count(target: #2)", 3},
    {"count(self, 'unit', role: base)", 0},
    {"count(gone.owner) + count(self, gone.type) + count(7)", 0},
    {"count(near: unit) + count(near: unit, within: 1)", 5},
    {"count(near: gone, within: 999)", 0},
    {"count(in: band) + count(in: band, status: idle)", 3},
    {"count(yields: 'ore') + count(yields: wood)", 1},
    {"sites(self) + sites(self, 'redhouse') + sites(enemy)", 2},
    {"exists(enemy, role: base) and not exists(enemy, 'beast') and exists(in: band)", 1},
    {"exists(owner: self, status: busy) and not exists(owner: enemy, status: busy)", 1},
    {"sum(hit_points, self) + sum(hit_points, enemy, 'hand')", 50 + 5 + 2 + 4},
    {"least(hit_points, self) * 100 + most(hit_points, self, 'hand')", 205},
    {"least(carries, player) + most(hit_points, gone.owner)", -1},
    {"nearest(unit, role: base) == #3 and nearest(foe, enemy, 'house') == #11", 1},
    {"nearest(5, 4, type: 'hand') == #6 and not exists(nearest(gone, type: 'hand'))", 1},
    {"first(self) == #3 and first(in: band) == #5 and not exists(first(self, 'beast'))", 1},
    {"worth(self) + worth(self, 'hand') + worth(status: busy)", 10 + 7 + 10 + 5},
};

TEST(texts_mean_what_the_table_says)
{
    small_world s;
    set_stage(&s);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < US_COUNT(meanings); i++) {
            US_AUTOPTR(us_expr) expr = NULL;
            us_error err = {0};
            us_test_row(meanings[i].text);
            if (compile(s.domain, meanings[i].text, US_VALUE_BOOL, &expr, NULL) != US_OK &&
                compile(s.domain, meanings[i].text, US_VALUE_NUMBER, &expr, &err) != US_OK) {
                FAIL("%d: %s", err.column, err.text);
                continue;
            }
            CHECK_INT(ask(&s, expr, 0), meanings[i].value);
        }
        s.world.census = NULL; /* whoever asks counts */
    }
    us_test_row(NULL);
    small_end(&s);
}

/* What it is printed as; NULL: as it stands. */
static const struct {
    const char *text, *print;
} prints[] = {
    {"ore(self)>=400 and count(self,'hand')>=4", "ore(self) >= 400 and count(self, \"hand\") >= 4"},
    {"And(BuildingComplete(5), Ore(300))", "finished(#5) and ore(self) >= 300"},
    {"Or(UnitExists(unit), Not(Wood(x)))", "exists(unit) or not wood(self) >= x"},
    {"((1 + 2)) + (3 + 4) < (2 * 3)", "1 + 2 + (3 + 4) < 2 * 3"},
    {"(1 - 2) - 3 < 1 - (2 - 3)", "1 - 2 - 3 < 1 - (2 - 3)"},
    {"2 * (3 * 4) / (5 % 6) < -(-7)", "2 * (3 * 4) / (5 % 6) < --7"},
    {"true and (false and (true and false))", "true and false and true and false"},
    {"true or (false or true) and (false or true)", "true or (false or true) and (false or true)"},
    {"(true and false) or true", "true and false or true"},
    {"not (not (true))", "not not true"},
    {"not (1 == 2)", "not 1 == 2"},
    {"(not true) == false", "(not true) == false"},
    {"unit.status == 'busy'", "unit.status == busy"},
    {"unit.type == 'redhand'", "unit.type == \"redhand\""},
    {"resource(x, y) == ore", "resource(x, y) == \"ore\""},
    {"inside((x, y))", "inside(x, y)"},
    {"inside(cell: (x, 3))", "inside(x, 3)"},
    {"near(b: (1, 2), a: unit)", "near(unit, 1, 2)"},
    {"near(unit, place, within: 4)", "near(unit, place, 4)"},
    {"count(role: worker, owner: self) > 1", "count(self, role: worker) > 1"},
    {"count(self, worker) > 1", "count(self, role: worker) > 1"},
    {"count(type: 'hand', near: (1, 2)) > 1", "count(type: \"hand\", near: (1, 2)) > 1"},
    {"exists(unit: #5) and exists(owner: self)", "exists(#5) and exists(self)"},
    {"is(unit, worker)", "is(unit, role: worker)"},
    {"now() > width()", "now > width"},
    {"0 == unit.owner", "0 == unit.owner"},
    {"unit.cell == (1, -2)", NULL},
    {"\"red-iron\"(self) > 0", NULL},
    {"gained(count(player, kind)) >= ore", NULL},
    {"sum(hit_points, self, \"hand\", status: idle, in: band) > 0", NULL},
    {"passable(x + 1, y - 1, land)", NULL},
};

TEST(the_canonical_text_compiles_and_prints_as_itself)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(prints); i++) {
        const char *expected = prints[i].print ? prints[i].print : prints[i].text;
        const char *from[2] = {prints[i].text, expected};
        for (int k = 0; k < 2; k++) {
            US_AUTOPTR(us_expr) expr = NULL;
            us_error err = {0};
            us_test_row(from[k]);
            if (compile(domain, from[k], US_VALUE_BOOL, &expr, &err) != US_OK) {
                FAIL("%d: %s", err.column, err.text);
                continue;
            }
            us_str_reset(&text);
            us_expr_print(expr, &text);
            CHECK_STR(text.text, expected);
        }
    }
}

/* ---- limits */

static void repeat(us_str *out, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        us_str_add(out, text);
}

TEST(what_is_too_deep_or_too_long_is_refused_with_its_place)
{
    static const struct {
        const char *before, *middle, *after;
        int times;
        bool fine;
    } rows[] = {
        {"(", "true", ")", 10000, false},      {"(", "true", ")", 60, true},
        {"not ", "true", "", 10000, false},    {"not ", "true", "", 60, true},
        {"abs(", "1", ")", 10000, false},      {"abs(", "1", ")", 40, true},
        {"true and ", "true", "", 600, false}, {"true and ", "true", "", 300, true},
        {"1 + ", "1", "", 300, false},         {"1 + ", "1", "", 60, true},
        {"- ", "1", "", 5000, false},          {"", "1", ".x", 5000, false},
    };
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(us_expr) expr = NULL;
        us_error err = {0};
        bool number = rows[i].middle[0] == '1';
        us_str_reset(&text);
        repeat(&text, rows[i].before, rows[i].times);
        us_str_add(&text, rows[i].middle);
        repeat(&text, rows[i].after, rows[i].times);
        us_test_row(rows[i].before);
        us_status status =
            compile(domain, text.text, number ? US_VALUE_NUMBER : US_VALUE_BOOL, &expr, &err);
        CHECK_INT(status == US_OK, rows[i].fine);
        CHECK(status == US_OK || err.column > 0);
    }
}

TEST(evaluating_allocates_nothing)
{
    small_world s;
    set_stage(&s);
    for (int i = 0; i < US_COUNT(meanings); i++) {
        US_AUTOPTR(us_expr) expr = NULL;
        if (compile(s.domain, meanings[i].text, US_VALUE_BOOL, &expr, NULL) != US_OK)
            continue;
        uint64_t before = us_mem_alloc_count();
        ask(&s, expr, 0);
        CHECK_INT(us_mem_alloc_count() - before, 0);
    }
    small_end(&s);
}

TEST(each_seat_has_its_own_answer)
{
    small_world s;
    set_stage(&s);
    us_expr *expr = NULL;
    REQUIRE(compile(s.domain, "ore(self) - ore(enemy)", US_VALUE_NUMBER, &expr, NULL) == US_OK);
    CHECK_INT(ask(&s, expr, 0), -18);
    CHECK_INT(ask(&s, expr, 1), 18);
    CHECK_INT(ask(&s, expr, US_NEUTRAL), -42); /* who only looks on has everybody against it */
    us_expr_free(expr);
    small_end(&s);
}

/* ---- what was, and what is read */

TEST(gained_is_measured_from_when_it_began)
{
    small_world s;
    set_stage(&s);
    us_expr *expr = NULL;
    int64_t began[US_GAINS_MAX] = {0};
    us_view view = {&s.world, 0};
    REQUIRE(compile(s.domain, "gained(ore(self)) >= 5 and gained(count(self)) == 0", US_VALUE_BOOL,
                    &expr, NULL) == US_OK);
    CHECK_INT(us_expr_gain_count(expr), 2);
    us_expr_begin_gains(expr, &view, NULL, began);
    CHECK_INT(began[0], 12);
    CHECK_INT(began[1], 3);
    CHECK(!us_expr_is_true(expr, &view, &(us_binding){NULL, began}));
    small_tally(&s, 0, "ore", 17);
    CHECK(us_expr_is_true(expr, &view, &(us_binding){NULL, began}));
    CHECK(!us_expr_is_true(expr, &view, NULL)); /* nothing began, nothing is gained */
    us_expr_free(expr);
    small_end(&s);
}

TEST(what_an_expression_uses_is_known)
{
    US_AUTOPTR(us_domain) domain = small_domain();
    us_expr *expr = NULL;
    REQUIRE(compile(domain, "unit.x + x", US_VALUE_NUMBER, &expr, NULL) == US_OK);
    CHECK(us_expr_has_slot(expr, UNIT) && us_expr_has_slot(expr, X) && !us_expr_has_slot(expr, Y));
    CHECK(!us_expr_has_ids(expr));
    CHECK_INT(us_expr_kind(expr), US_VALUE_NUMBER);
    us_expr_free(expr);
    REQUIRE(compile(domain, "exists(#5)", US_VALUE_BOOL, &expr, NULL) == US_OK);
    CHECK(us_expr_has_ids(expr) && !us_expr_has_slot(expr, UNIT));
    us_expr_free(expr);
}

TEST(an_expression_may_use_256_slots)
{
    char name[US_SLOTS_MAX][16];
    us_slot slot[US_SLOTS_MAX];
    us_value value[US_SLOTS_MAX];
    for (int i = 0; i < US_SLOTS_MAX; i++) {
        snprintf(name[i], sizeof name[i], "n%d", i);
        slot[i] = (us_slot){name[i], US_VALUE_NUMBER};
        value[i] = (us_value){.number = i};
    }
    US_AUTOPTR(us_domain) domain = small_domain();
    us_source source = {.text = "n0 + n63 * n64 - n255"};
    US_AUTOPTR(us_expr) expr = NULL;
    REQUIRE(us_expr_compile(domain, &(us_scope){slot, US_SLOTS_MAX}, US_VALUE_NUMBER, &source,
                            &expr, NULL) == US_OK);
    for (int i = 0; i < US_SLOTS_MAX; i++)
        CHECK_INT(us_expr_has_slot(expr, i), i == 0 || i == 63 || i == 64 || i == 255);
    CHECK(!us_expr_has_slot(expr, US_SLOTS_MAX) && !us_expr_has_slot(expr, -1));
    CHECK_INT(us_expr_eval(expr, NULL, &(us_binding){value, NULL}), 63 * 64 - 255);
}

/* Names of what is read: "a tally of 0", "members hand 1", ... */
static void name_reads(const small_world *s, const uint64_t *mark, bool time, us_str *out)
{
    const us_world *world = &s->world;
    us_str_reset(out);
    if (time)
        us_str_add(out, "time ");
    if (mark[US_REVISION_ANY])
        us_str_add(out, "any ");
    if (mark[US_REVISION_TERRAIN])
        us_str_add(out, "terrain ");
    for (int seat = 0; seat < world->seats; seat++)
        if (mark[US_REVISION_TALLY + seat])
            us_str_addf(out, "tally%d ", seat);
    for (int owner = US_NEUTRAL; owner < world->seats; owner++) {
        for (int type = 0; type < s->domain->type_count; type++) {
            const char *name = s->domain->type[type].name;
            if (mark[us_revision_members(world, (us_seat)owner, (us_type)type)])
                us_str_addf(out, "%s%d ", name, owner);
            if (mark[us_revision_states(world, (us_seat)owner, (us_type)type)])
                us_str_addf(out, "%s%d* ", name, owner);
        }
    }
}

static const struct {
    const char *text, *reads;
} reads[] = {
    {"1 < width", ""},
    {"now > 5", "time "},
    {"ore(self) > 1", "tally0 "},
    {"ore(enemy) > 1 and alive(self)", "tally0 tally1 "},
    {"rivals(self) > 0", "tally0 tally1 "},
    {"terrain(x, y) == tree", "terrain "},
    {"taken(x, y)", "any "},
    {"count(self, 'hand') > 1", "redhand0 bluehand0 "},
    {"exists(enemy, role: base)", "redhouse1 bluehouse1 "},
    {"count(self, 'redhand', status: idle) > 1", "redhand0 redhand0* "},
    {"sum(hit_points, self, 'redhand') > 1", "redhand0 redhand0* "},
    {"exists(unit) and is(unit, worker)", "redhand0 "},
    {"unit.hit_points > 2", "redhand0 redhand0* "},
    {"unit.type == 'hand'", "redhand0 "},
    {"near(unit, foe)", "redhand0 redhand0* bluehand1 bluehand1* "},
    {"exists(gone)", ""},
    {"exists(#99)", "any "},
    {"unit != foe", "redhand0 bluehand1 "},
    {"meets(self, 'redhouse')", "tally0 redhand0 "},
    {"meets(self, 'house')", "tally0 redhand0 "},
    {"exists(in: band)", "any redhand0 "},
    {"fits('house', x, y)", "terrain redhouse-1 bluehouse-1 rock-1 redhouse0 bluehouse0 rock0 "
                            "redhouse1 bluehouse1 rock1 "},
};

TEST(an_expression_says_what_it_reads)
{
    small_world s;
    US_AUTOSTR(text);
    set_stage(&s);
    for (int i = 0; i < US_COUNT(reads); i++) {
        US_AUTOPTR(us_expr) expr = NULL;
        uint64_t mark[128] = {0};
        bool time = false;
        const us_value value[SLOTS] = {[UNIT] = {.number = 5},
                                       [FOE] = {.number = 8},
                                       [BAND] = {.id = band, .count = US_COUNT(band)}};
        us_view view = {&s.world, 0};
        us_test_row(reads[i].text);
        REQUIRE(compile(s.domain, reads[i].text, US_VALUE_BOOL, &expr, NULL) == US_OK);
        us_expr_add_reads(expr, &view, &(us_binding){value, NULL},
                          &(us_reads){mark, 4, &time, NULL});
        name_reads(&s, mark, time, &text);
        CHECK_STR(text.text, reads[i].reads);
    }
    small_end(&s);
}

TEST(a_name_that_a_slot_has_is_still_a_name_where_the_slot_does_not_fit)
{
    static const us_slot taken[] = {{"idle", US_VALUE_STATUS}, {"busy", US_VALUE_NUMBER}};
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOSTR(text);
    US_AUTOPTR(us_expr) expr = NULL;
    us_source source = {.text =
                            "count(status: idle) + count(status: 'idle') + count(status: busy)"};
    REQUIRE(us_expr_compile(domain, &(us_scope){taken, 2}, US_VALUE_NUMBER, &source, &expr, NULL) ==
            US_OK);
    us_expr_print(expr, &text);
    CHECK_STR(text.text, "count(status: idle) + count(status: \"idle\") + count(status: \"busy\")");
    CHECK(us_expr_has_slot(expr, 0) && !us_expr_has_slot(expr, 1));
}

/* Takes both. */
static void check_same(us_expr *made, us_expr *read, int slot)
{
    US_AUTOSTR(one);
    US_AUTOSTR(other);
    us_expr_print(made, &one);
    us_expr_print(read, &other);
    CHECK_STR(one.text, other.text);
    CHECK_INT(us_expr_kind(made), us_expr_kind(read));
    CHECK_INT(us_expr_has_slot(made, slot), us_expr_has_slot(read, slot));
    CHECK_INT(us_expr_has_dynamic_reads(made), us_expr_has_dynamic_reads(read));
    CHECK_INT(us_expr_has_ids(made), us_expr_has_ids(read));
    us_expr_free(read);
}

TEST(a_slot_an_id_or_a_cell_is_made_as_its_text_compiles)
{
    static const us_slot word[] = {{"not", US_VALUE_BOOL}};
    US_AUTOPTR(us_domain) domain = small_domain();
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_expr *read = NULL;
    int64_t value = 0;
    for (int i = 0; i < SLOTS; i++) {
        us_test_row(slots[i].name);
        REQUIRE(compile(domain, slots[i].name, slots[i].kind, &read, NULL) == US_OK);
        check_same(us_expr_from_slot(domain, &scope, i, arena), read, i);
    }
    us_test_row(NULL);
    CHECK(!us_expr_from_slot(domain, &(us_scope){word, 1}, 0, arena)); /* no text names it */
    us_expr *made = us_expr_from_cell(domain, 12, 0, arena);
    CHECK(us_expr_is_constant(made, &value));
    CHECK_INT(value, US_CELL(12, 0));
    REQUIRE(compile(domain, "(12, 0)", US_VALUE_CELL, &read, NULL) == US_OK);
    check_same(made, read, 0);
    REQUIRE(compile(domain, "(99999999999, 4)", US_VALUE_CELL, &read, NULL) == US_OK);
    CHECK(us_expr_is_constant(read, &value));
    CHECK_INT(value, -1); /* nowhere, as when it is evaluated */
    us_expr_free(read);
    made = us_expr_from_entity(domain, UINT32_MAX, arena);
    CHECK(us_expr_is_constant(made, &value));
    CHECK_INT(value, UINT32_MAX);
    REQUIRE(compile(domain, "#4294967295", US_VALUE_ENTITY, &read, NULL) == US_OK);
    check_same(made, read, 0);
}
