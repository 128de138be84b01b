#include "base/rng.h"
#include "domain/describe.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/mirrored_demo.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* ---- a world of a few halls and things */

enum { SIDE_MAX = 40, ENTITIES = 16 };

typedef struct referents {
    us_domain *domain;
    us_world world;
    us_entity entity[ENTITIES];
    uint8_t terrain[SIDE_MAX * SIDE_MAX];
    int32_t tally[2 * US_NAMES_MAX];
    int8_t faction[2];
    uint8_t alive[2];
} referents;

static void begin(referents *s, int width, int height)
{
    memset(s, 0, sizeof *s);
    REQUIRE(us_domain_load_shipped("skirmish", &s->domain, NULL) == US_OK);
    s->faction[1] = 1;
    s->alive[0] = s->alive[1] = 1;
    REQUIRE(s->domain->tallies.count <= US_NAMES_MAX);
    s->world = (us_world){.domain = s->domain,
                          .width = width,
                          .height = height,
                          .entity = s->entity,
                          .plane = {[US_PLANE_TERRAIN] = s->terrain},
                          .seats = 2,
                          .tally = s->tally,
                          .faction = s->faction,
                          .alive = s->alive};
}

static void add(referents *s, const char *type, us_seat owner, int x, int y)
{
    us_type t = us_domain_find_type(s->domain, type);
    REQUIRE(t >= 0 && s->world.count < ENTITIES);
    us_entity *e = &s->entity[s->world.count++];
    *e = (us_entity){.id = (us_id)s->world.count,
                     .type = t,
                     .owner = owner,
                     .x = (int16_t)x,
                     .y = (int16_t)y,
                     .product = US_NO_TYPE,
                     .action = -1};
    memcpy(e->attribute, s->domain->type[t].attribute, sizeof e->attribute);
}

static void end(referents *s)
{
    us_domain_free(s->domain);
}

static const twin_plan mirrors[] = {
    {.name = "as it is"},
    {.name = "x", .flip_x = true},
    {.name = "y", .flip_y = true},
    {.name = "x y", .flip_x = true, .flip_y = true},
    {.name = "swapped", .swap_xy = true},
    {.name = "x swapped", .flip_x = true, .swap_xy = true},
    {.name = "y swapped", .flip_y = true, .swap_xy = true},
    {.name = "x y swapped, other seat and people",
     .flip_x = true,
     .flip_y = true,
     .swap_xy = true,
     .seats = true,
     .types = true},
};

/* ---- tests */

static bool same(const us_description *a, const us_description *b)
{
    return a->along == b->along && a->across == b->across &&
           memcmp(a->near, b->near, sizeof a->near) == 0 &&
           memcmp(a->window, b->window, sizeof a->window) == 0;
}

static void check_mirrors(const referents *s, us_rng *rng)
{
    us_view view = {&s->world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int i = 0; i < US_COUNT(mirrors); i++) {
        const twin_plan *plan = &mirrors[i];
        us_view other = {twin_world(plan, &s->world, arena), plan->seats ? 1 : 0};
        us_map_frame turned = us_map_frame_from_view(&other);
        us_test_row(plan->name);
        for (int k = 0; k < 12; k++) {
            int side = 1 + (int)us_rng_next_below(rng, 4);
            us_box box = {(int)us_rng_next_below(rng, (uint32_t)s->world.width),
                          (int)us_rng_next_below(rng, (uint32_t)s->world.height), side,
                          1 + (int)us_rng_next_below(rng, 4)};
            us_box there = twin_box(plan, &s->world, box);
            us_description a, b;
            us_description_compute(&frame, &view, box, &a);
            us_description_compute(&turned, &other, there, &b);
            if (!CHECK(same(&a, &b)))
                FAIL("box %d %d %dx%d: %d %d and %d %d", box.x, box.y, box.width, box.height,
                     a.along, a.across, b.along, b.across);
            int32_t spot = us_map_frame_spot(&turned, there);
            CHECK_INT(us_map_frame_corner(&turned, spot, there.width, there.height),
                      US_CELL(there.x, there.y));
        }
    }
    us_test_row(NULL);
}

TEST(places_are_the_same_in_a_mirror)
{
    /* Where the halls lie: askew, in one row, in one column, on a diagonal, about the middle. */
    static const int rows[][6] = {
        /* width, height, own hall, other hall */
        {32, 32, 3, 5, 24, 20},  {32, 32, 2, 14, 26, 14}, {32, 32, 14, 3, 14, 25},
        {32, 32, 4, 4, 24, 24},  {40, 24, 3, 10, 33, 10}, {24, 40, 3, 4, 15, 33},
        {32, 32, 14, 14, 14, 4}, {32, 32, 14, 14, -1, 0}, {32, 32, 5, 9, -1, 0},
        {32, 32, -1, 0, 5, 14},  {32, 32, -1, 0, -1, 0},
    };
    us_rng rng = us_rng_derive(3, "test.describe", 0);
    for (int round = 0; round < 4 * US_COUNT(rows); round++) {
        static referents s;
        const int *row = rows[round % US_COUNT(rows)];
        begin(&s, row[0], row[1]);
        bool bare = round / US_COUNT(rows) == 1; /* nothing but one tree tells sides apart */
        for (int i = 0; i < row[0] * row[1] && !bare; i++)
            s.terrain[i] = (uint8_t)(us_rng_next_below(&rng, 5) ? 0 : us_rng_next_below(&rng, 9));
        s.terrain[7 * row[0] + 11] = 6;
        if (round / US_COUNT(rows) == 2)
            add(&s, "gold-mine", US_NEUTRAL, 9, 2);
        if (row[2] >= 0)
            add(&s, "town-hall", 0, row[2], row[3]);
        if (row[4] >= 0)
            add(&s, "great-hall", 1, row[4], row[5]);
        add(&s, "footman", 0, 6, 1);
        add(&s, "grunt", 1, 20, 11);
        check_mirrors(&s, &rng);
        end(&s);
    }
}

TEST(places_are_told_along_the_way_and_across_it)
{
    static const struct {
        us_box box;
        int along, across;
    } rows[] = {
        {{2, 4, 4, 4}, 0, 0},       {{22, 4, 4, 4}, 1000, 0},    {{12, 4, 4, 4}, 500, 0},
        {{12, 14, 4, 4}, 500, 500}, {{12, -6, 4, 4}, 500, -500}, {{7, 4, 4, 4}, 250, 0},
        {{3, 5, 1, 1}, -25, -25},   {{-8, 4, 4, 4}, -500, 0},
    };
    static referents s;
    begin(&s, 32, 32);
    add(&s, "town-hall", 0, 2, 4);
    add(&s, "great-hall", 1, 22, 4);
    us_view view = {&s.world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    CHECK(frame.known && !frame.swap && !frame.flip_x && !frame.flip_y);
    for (int i = 0; i < US_COUNT(rows); i++) {
        int along, across;
        us_description_compute_place(&frame, rows[i].box, &along, &across);
        CHECK_INT(along, rows[i].along);
        CHECK_INT(across, rows[i].across);
    }
    end(&s);
}

TEST(what_is_not_there_has_a_stand_in)
{
    static referents s;
    begin(&s, 32, 24);
    us_view view = {&s.world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    CHECK(frame.home_x == 32 && frame.home_y == 24 && frame.away_x == 32 && frame.away_y == 24);
    add(&s, "footman", 0, 3, 4);
    add(&s, "grunt", 1, 20, 4); /* moves: no place to go by */
    frame = us_map_frame_from_view(&view);
    CHECK(frame.home_x == 7 && frame.home_y == 9 && frame.away_x == 57 && frame.away_y == 39);
    add(&s, "farm", 0, 10, 10);
    add(&s, "pig-farm", 1, 20, 20);
    frame = us_map_frame_from_view(&view);
    CHECK(frame.home_x == 22 && frame.home_y == 22 && frame.away_x == 42 && frame.away_y == 42);
    add(&s, "town-hall", 0, 4, 4);
    frame = us_map_frame_from_view(&view);
    CHECK(frame.home_x == 12 && frame.home_y == 12);
    end(&s);
}

TEST(windows_and_nearness_show_what_is_around)
{
    static referents s;
    us_description at;
    begin(&s, 32, 32);
    int forest = us_domain_find_terrain(s.domain, "forest"),
        wall = us_domain_find_terrain(s.domain, "wall");
    add(&s, "town-hall", 0, 2, 14);
    add(&s, "great-hall", 1, 24, 15);
    add(&s, "gold-mine", US_NEUTRAL, 2, 2);
    s.terrain[1] = (uint8_t)forest;
    s.terrain[5 * 32] = (uint8_t)wall;
    us_view view = {&s.world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    us_description_compute(&frame, &view, (us_box){0, 0, 1, 1}, &at);
    for (int i = 0; i < US_WINDOW; i++) {
        bool off = i % 5 < 2 || i / 5 < 2;
        CHECK_INT(at.window[i], off ? -1 : i == 2 * 5 + 3 ? forest : 0);
    }
    for (int i = 0; i < s.domain->nearness_count; i++) {
        const char *name = s.domain->nearness[i].name;
        int expected = us_text_equal(name, "mine")             ? 2
                       : us_text_equal(name, "depot")          ? 14
                       : us_text_equal(name, "wood")           ? 1
                       : us_text_equal(name, "wall")           ? 5
                       : us_text_equal(name, "enemy-hall")     ? 24
                       : us_text_equal(name, "enemy-building") ? 24
                       : us_text_equal(name, "producer")       ? 14
                       : us_text_equal(name, "gap")            ? 1
                                                               : s.domain->nearness[i].high;
        if (!CHECK_INT(at.near[i], expected))
            FAIL("%s", name);
    }
    end(&s);
}

/* Cells and boxes all over the map, and beyond its edge. */
static void check_describer(us_describer *describer, const referents *s, us_seat seat, us_rng *rng)
{
    us_view view = {&s->world, seat};
    us_map_frame frame = us_map_frame_from_view(&view);
    us_describer_set_view(describer, &view);
    for (int k = 0; k < 60; k++) {
        us_box box = {(int)us_rng_next_below(rng, 36) - 2, (int)us_rng_next_below(rng, 36) - 2,
                      1 + (int)us_rng_next_below(rng, 4), 1 + (int)us_rng_next_below(rng, 4)};
        us_description plain, kept;
        us_description_compute(&frame, &view, box, &plain);
        us_describer_describe(describer, &frame, &view, box, &kept);
        if (!CHECK(same(&plain, &kept)))
            FAIL("box %d %d %dx%d", box.x, box.y, box.width, box.height);
    }
}

TEST(what_is_kept_of_a_view_is_what_would_be_asked_anew)
{
    static referents s;
    us_rng rng = us_rng_derive(5, "test.describer", 0);
    begin(&s, 32, 32);
    int forest = us_domain_find_terrain(s.domain, "forest"),
        wall = us_domain_find_terrain(s.domain, "wall");
    us_describer *describer = us_describer_new(s.domain);
    check_describer(describer, &s, 0, &rng); /* nobody is there */
    add(&s, "town-hall", 0, 2, 14);
    add(&s, "great-hall", 1, 24, 15);
    check_describer(describer, &s, 0, &rng);
    check_describer(describer, &s, 1, &rng); /* others are enemies now */
    for (int i = 0; i < 12; i++) {           /* ground changes, and somebody comes */
        s.terrain[us_rng_next_below(&rng, 32 * 32)] = (uint8_t)(i % 3 == 0 ? wall : forest);
        if (i % 4 == 0)
            add(&s, "gold-mine", US_NEUTRAL, 4 + i, 20);
        check_describer(describer, &s, 0, &rng);
    }
    us_describer_free(describer);
    us_describer_free(NULL);
    end(&s);
}

TEST(a_domain_without_a_frame_has_no_places)
{
    US_AUTOPTR(us_domain) domain = NULL;
    us_str text;
    us_str_init(&text);
    us_mutate(us_small, NULL, &text);
    REQUIRE(us_domain_parse("small", text.text, text.length, &domain, NULL) == US_OK);
    us_str_clear(&text);
    uint8_t terrain[36] = {0};
    us_world world = {
        .domain = domain, .width = 6, .height = 6, .plane = {[US_PLANE_TERRAIN] = terrain}};
    us_view view = {&world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    us_description at;
    us_description_compute(&frame, &view, (us_box){0, 3, 1, 1}, &at);
    CHECK(!frame.known && at.along == 0 && at.across == 0);
    CHECK_INT(at.window[0], -1);
    CHECK_INT(at.window[2], 0);
}

TEST(what_is_wrong_with_a_frame_is_said_with_its_place)
{
    static const struct {
        const char *put, *message;
    } rows[] = {
        {"'frame':{'home':'first(self)'},", "expected member \"away\" in a frame"},
        {"'frame':{'home':[],'away':'first(enemy)'},", "0 expressions: expected 1 to 4"},
        {"'frame':{'home':7,'away':'first(enemy)'},", "expected an expression or a list of them"},
        {"'frame':{'home':['first(self)',1],'away':'first(enemy)'},",
         "expected an expression or a list of them"},
        {"'frame':{'home':'count(self)','away':'first(enemy)'},", "an entity"},
        {"'frame':{'home':'first(self)','away':'first(enemy)','up':1},", "up"},
        {"'nearness':[{'name':'a','about':'b','value':'spot','low':0,'high':9}],", "a number"},
        {"'nearness':[{'name':'a','about':'b','value':'now','low':9,'high':9}],", "high"},
        {"'nearness':[{'name':'a','about':'b','value':'now','low':0,'high':9},"
         "{'name':'a','about':'b','value':'now','low':0,'high':9}],",
         "nearness \"a\" is there already"},
        {"'nearness':[{'name':'a','about':'b','low':0,'high':9}],", "value"},
    };
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_domain *domain = NULL;
        us_error err = {0};
        us_mutation mutation = {"'domain':", "", ""};
        US_AUTOSTR(put);
        us_str_add(&put, rows[i].put);
        us_str_add(&put, "'domain':");
        mutation.put = put.text;
        us_test_row(rows[i].put);
        REQUIRE(us_mutate(us_small, &mutation, &text));
        CHECK_INT(us_domain_parse("small", text.text, text.length, &domain, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].message);
        CHECK(err.line > 0 && err.column > 0);
    }
    us_test_row(NULL);
}

TEST(ground_is_measured_from_cells_and_things)
{
    static const struct {
        const char *text;
        int expected;
    } rows[] = {
        {"cells_to((11, 7), forest)", 0},
        {"cells_to((8, 7), forest)", 3},
        {"cells_to((8, 2), resource: wood)", 5},
        {"cells_to((8, 2), resource: wood, within: 4)", 9999},
        {"cells_to((8, 2), resource: wood, within: 5)", 5},
        {"cells_to((11, 7), forest, within: -1)", 9999},
        {"cells_to((8, 2), water)", 9999},
        {"cells_to((8, 2), water, resource: wood)", 9999},
        {"cells_to((-5, 7), forest)", 16},
        {"cells_to(first(self, role: hall), forest)", 6},
        {"cells_to(first(enemy), forest)", 9999},
        {"gap((11, 7), land)", 0},
        {"gap((10, 7), land)", 11},
        {"gap((0, 0), land)", 1},
        {"gap((20, 20), air)", 23},
        {"gap((-1, 4), land)", 0},
    };
    static referents s;
    begin(&s, 32, 32);
    s.terrain[7 * 32 + 11] = (uint8_t)us_domain_find_terrain(s.domain, "forest");
    add(&s, "town-hall", 0, 2, 8);
    us_view view = {&s.world, 0};
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(us_expr) expr = NULL;
        us_source source = {.text = rows[i].text};
        us_test_row(rows[i].text);
        REQUIRE(us_expr_compile(s.domain, NULL, US_VALUE_NUMBER, &source, &expr, NULL) == US_OK);
        CHECK_INT(us_expr_eval(expr, &view, NULL), rows[i].expected);
    }
    us_test_row(NULL);
    end(&s);
}
