#include "plan/revise.h"
#include "tests/brl_text.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

#include <stdlib.h>

/* A hall of each side, a lake in the middle with an island in it, trees at the lower edge. */
static const char lines[] = "seat 0 human\nseat 1 orc\n"
                            "entity town-hall 0 1 14\nentity great-hall 1 27 14\n"
                            "entity gold-mine neutral 1 5 stock 20000\n";
static const char lake[] = "\n\n\n\n\n\n\n\n\n\n"
                           "............~~~~~~~~\n"
                           "............~~~~~~~~\n"
                           "............~~~~~~~~\n"
                           "............~~....~~\n"
                           "............~~....~~\n"
                           "............~~....~~\n"
                           "............~~....~~\n"
                           "............~~~~~~~~\n"
                           "............~~~~~~~~\n"
                           "............~~~~~~~~\n"
                           "\n\n\n\n\n\n\n\n\n\n"
                           "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n"
                           "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n";

typedef struct referents {
    drawn_skirmish s;
    us_view view;
    us_reviser *reviser;
} referents;

static void set_view(referents *c, us_seat seat)
{
    c->view = (us_view){us_game_world(c->s.game, seat), seat};
    us_reviser_set_view(c->reviser, &c->view);
}

static referents begin(const char *rule)
{
    referents c = {.s = drawn_skirmish_begin(lines, lake, 1)};
    c.reviser = us_reviser_new(c.s.scenario->domain, us_revision_rule_find(rule));
    set_view(&c, 0);
    return c;
}

static void end(referents *c)
{
    us_reviser_free(c->reviser);
    drawn_skirmish_end(&c->s);
}

static int action(const referents *c, const char *name)
{
    return us_domain_find_action(c->s.scenario->domain, name);
}

static us_type type(const referents *c, const char *name)
{
    return us_domain_find_type(c->s.scenario->domain, name);
}

static us_slot_description units(const referents *c, us_value_kind kind, int owner,
                                 const char *name)
{
    us_slot_description out;
    us_slot_description_init(kind, &out);
    out.owner = owner;
    out.type = type(c, name);
    return out;
}

static us_slot_description cell_at(int along, int across)
{
    us_slot_description out;
    us_slot_description_init(US_VALUE_CELL, &out);
    out.placed = true;
    out.along = along;
    out.across = across;
    return out;
}

static int terrain_at(const referents *c, int32_t cell)
{
    const us_world *world = c->view.world;
    return world->plane[US_PLANE_TERRAIN][us_world_cell(world, US_CELL_X(cell), US_CELL_Y(cell))];
}

/* ---- units */

static void find_most_similar(const char *rule)
{
    referents c = begin(rule);
    us_id far = drawn_skirmish_add(&c.s, "peasant", 0, 25, 3),
          near = drawn_skirmish_add(&c.s, "peasant", 0, 6, 13);
    us_id foe = drawn_skirmish_add(&c.s, "peon", 1, 6, 16), out[4];
    drawn_skirmish_add(&c.s, "footman", 0, 6, 14);
    set_view(&c, 0);
    us_slot_description is = units(&c, US_VALUE_ENTITY, US_SEAT_SELF, "worker");
    us_unit_query query = {.described = &is, .action = action(&c, "harvest")};
    is.placed = true;
    is.along = 120;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 1);
    CHECK_INT(out[0], near);
    is.along = 950;
    is.across = -400;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 1);
    CHECK_INT(out[0], far);
    is.owner = US_SEAT_ENEMY; /* whom something is done to */
    query.action = -1;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 1);
    CHECK_INT(out[0], foe);
    is.type = type(&c, "marksman");
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 0);
    is.owner = US_SEAT_SELF; /* workers could do it, too, but are no marksmen */
    query.action = action(&c, "attack-move");
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 0);
    end(&c);
}

TEST(units_that_do_not_exist_on_the_new_map_are_the_most_similar_ones)
{
    find_most_similar("joint");
    find_most_similar("article");
}

static bool is_even(const void *context, us_id id)
{
    (void)context;
    return id % 2 == 0;
}

TEST(a_group_of_eleven_works_with_four)
{
    referents c = begin("joint");
    us_id id[9], out[16];
    for (int i = 0; i < 4; i++)
        id[i] = drawn_skirmish_add(&c.s, "grunt", 1, 20 + i, 25);
    set_view(&c, 1);
    us_slot_description is = units(&c, US_VALUE_GROUP, US_SEAT_SELF, "infantry");
    us_unit_query query = {.described = &is, .action = action(&c, "attack-move")};
    is.number = 11;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 16), 4);
    for (int i = 0; i < 4; i++)
        CHECK_INT(out[i], id[i]);
    for (int i = 4; i < 9; i++)
        id[i] = drawn_skirmish_add(&c.s, "grunt", 1, 20 + i, 22);
    set_view(&c, 1);
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 16), 9);
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 5), 5);
    is.number = 3;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 16), 3);
    query.want = US_REVISE_ALL;
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 16), 9);
    query.want = 0;
    is.number = 0; /* nobody knows how many they were */
    query.free = is_even;
    int even = us_reviser_find_units(c.reviser, &query, out, 16);
    CHECK(even >= 4 && even <= 5);
    for (int i = 0; i < even; i++)
        CHECK_INT(out[i] % 2, 0);
    end(&c);
}

TEST(the_original_unit_may_be_absent_from_what_was_stored)
{
    static const char text[] = "brl 1\n\nbehavior \"b\" achieves DefeatPlayer(player: enemy) {\n"
                               "    slot s1: entity \"worker\" of self\n"
                               "    slot s3: group role fighter of self\n"
                               "    do sequence {\n"
                               "        act move(unit: s1, cell: near(self.hall))\n"
                               "        act move(units: s3, cell: near(self.hall))\n    }\n}\n";
    referents c = begin("joint");
    us_id peasant = drawn_skirmish_add(&c.s, "peasant", 0, 9, 9), out[4];
    us_id archer = drawn_skirmish_add(&c.s, "archer", 0, 9, 10);
    us_brl *brl = brl_read(text, NULL);
    us_slot_description is;
    set_view(&c, 0);
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s1"), NULL, &is);
    CHECK(!is.placed && !is.windowed && is.nears == 0 && is.status == -1 && is.percent == -1);
    us_unit_query query = {.described = &is, .action = action(&c, "move")};
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 1);
    CHECK_INT(out[0], peasant);
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s3"), NULL, &is);
    CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 4), 1);
    CHECK_INT(out[0], archer);
    us_slot_description_init(US_VALUE_CELL, &is);
    us_cell_query where = {.described = &is, .action = action(&c, "move"), .type = US_NO_TYPE};
    int32_t cell = us_reviser_find_cell(c.reviser, &where); /* near home */
    CHECK(cell != -1 && abs(US_CELL_X(cell) - 3) <= 4 && abs(US_CELL_Y(cell) - 16) <= 4);
    us_brl_free(brl);
    end(&c);
}

TEST(what_a_case_tells_of_a_slot_is_read)
{
    static const char text[] =
        "brl 1\n\nbehavior \"b\" achieves DefeatPlayer(player: enemy) {\n"
        "    slot s1: group \"worker\" of self\n    slot s2: cell\n"
        "    do sequence {\n        a: act move(units: s1, cell: s2)\n"
        "        b: act move(units: s1, cell: s2)\n    }\n"
        "    appendix {\n        s1.hit_points: 78\n        s1.near: 4 480\n"
        "        s1.number: 3\n        s1.place: 290 -40000\n        s1.status: \"idle\"\n"
        "        s2.near: 1 2 3 4 5 6 7 8 9 10 11 12\n        s2.place: 1 2 3\n"
        "        window.s2: 0 1 99 -1 0 0 0 0 0 0 0 0 6 0 0 0 0 0 0 0 0 0 0 0 0\n    }\n"
        "    case done a {\n        s1.place: 300 7\n    }\n}\n";
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    us_slot_description is;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_entries seen = us_entries_from_case(brl->item[0]->cases, arena),
               later = us_entries_from_case(brl->item[0]->cases + 1, arena);
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s1"), &seen, &is);
    CHECK_INT(is.percent, 78);
    CHECK_INT(is.number, 3);
    CHECK_INT(is.nears, 2);
    CHECK_INT(is.near[1], brl_domain()->nearness[1].high);
    CHECK_INT(is.across, -US_PLACE_MAX);
    CHECK_INT(is.status, us_domain_find_status(brl_domain(), "idle"));
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s1"), &later, &is);
    CHECK_INT(is.along, 300);
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s2"), &seen, &is);
    CHECK(!is.placed && is.nears == 0 && is.windowed);
    CHECK_INT(is.window[2], -1);
    CHECK_INT(is.window[12], 6);
    us_slot_description_read(brl->item[0], us_template_find_slot(brl->item[0], "s2"), NULL, &is);
    CHECK(!is.windowed);
}

/* ---- cells */

TEST(coordinates_on_water_become_a_spot_that_can_be_stood_on)
{
    referents c = begin("joint");
    us_id id = drawn_skirmish_add(&c.s, "peasant", 0, 6, 10);
    set_view(&c, 0);
    us_slot_description is = cell_at(420, 0); /* in the lake */
    us_cell_query query = {.described = &is, .action = action(&c, "move"), .type = US_NO_TYPE};
    int32_t cell = us_reviser_find_cell(c.reviser, &query);
    CHECK_INT(terrain_at(&c, cell), us_domain_find_terrain(c.s.scenario->domain, "grass"));
    query.unit = id;
    query.action = action(&c, "build");
    query.type = type(&c, "farm");
    cell = us_reviser_find_cell(c.reviser, &query);
    CHECK(us_world_can_place(c.view.world, query.type, US_CELL_X(cell), US_CELL_Y(cell)));
    end(&c);
}

static bool is_left(const void *context, int32_t cell)
{
    (void)context;
    return US_CELL_X(cell) < 3;
}

static bool is_nowhere(const void *context, int32_t cell)
{
    int *asked = *(int *const *)context;
    (void)cell;
    ++*asked;
    return false;
}

TEST(revision_asks_whether_the_action_is_valid_there)
{
    referents c = begin("joint");
    us_id id = drawn_skirmish_add(&c.s, "peasant", 0, 6, 10);
    set_view(&c, 0);
    us_slot_description is = cell_at(500, 0); /* on the island */
    us_cell_query query = {.described = &is, .action = action(&c, "move"), .type = US_NO_TYPE};
    int32_t cell = us_reviser_find_cell(c.reviser, &query);
    CHECK(US_CELL_X(cell) >= 14 && US_CELL_X(cell) <= 17);
    query.unit = id;
    cell = us_reviser_find_cell(c.reviser, &query);
    us_box there = {US_CELL_X(cell), US_CELL_Y(cell), 1, 1}, here = {6, 10, 1, 1};
    CHECK(us_world_has_path(c.view.world, 0, here, there));
    query.action = action(&c, "chop");
    cell = us_reviser_find_cell(c.reviser, &query);
    CHECK_INT(terrain_at(&c, cell), us_domain_find_terrain(c.s.scenario->domain, "forest"));
    query.valid = is_left;
    CHECK(US_CELL_X(us_reviser_find_cell(c.reviser, &query)) < 3);
    int asked = 0, *count = &asked;
    query.action = action(&c, "patrol");
    query.valid = is_nowhere;
    query.context = &count;
    CHECK_INT(us_reviser_find_cell(c.reviser, &query), -1);
    CHECK(asked > 0 && asked <= US_REVISE_ASKS);
    end(&c);
}

typedef struct claims {
    us_box box[128];
    int count;
} claims;

static bool is_claimed(const void *context, us_box box)
{
    const claims *all = context;
    for (int i = 0; i < all->count; i++)
        if (us_box_distance(all->box[i], box) == 0)
            return true;
    return false;
}

TEST(two_builds_never_claim_one_cell)
{
    referents c = begin("joint");
    us_slot_description is = cell_at(100, 100);
    claims all = {.count = 0};
    us_cell_query query = {.described = &is,
                           .action = action(&c, "build"),
                           .type = type(&c, "barracks"),
                           .reserved = is_claimed,
                           .context = &all};
    for (; all.count < US_COUNT(all.box); all.count++) {
        int32_t cell = us_reviser_find_cell(c.reviser, &query);
        us_box box = {US_CELL_X(cell), US_CELL_Y(cell), 3, 3};
        if (cell == -1)
            break;
        for (int i = 0; i < all.count; i++)
            CHECK(us_box_distance(all.box[i], box) > 0);
        all.box[all.count] = box;
    }
    CHECK(all.count > 30 && all.count < US_COUNT(all.box)); /* as many as there is room for */
    end(&c);
}

TEST(a_place_near_home_lies_near_the_home_of_the_other_side)
{
    referents c = begin("joint");
    us_slot_description is = cell_at(100, 0);
    us_cell_query query = {.described = &is, .action = action(&c, "move"), .type = US_NO_TYPE};
    int32_t mine = us_reviser_find_cell(c.reviser, &query);
    set_view(&c, 1);
    int32_t theirs = us_reviser_find_cell(c.reviser, &query);
    CHECK(US_CELL_X(mine) < 8);
    CHECK(US_CELL_X(theirs) > 23);
    CHECK(abs(31 - US_CELL_X(theirs) - US_CELL_X(mine)) <= 1);
    end(&c);
}

/* ---- rules */

TEST(each_rule_answers_in_its_own_way)
{
    static const char *const names[] = {"joint", "article", "off"};
    const us_revision_rule *rules = us_revision_rules();
    for (int i = 0; i < US_COUNT(names); i++)
        CHECK_STR(rules[i].name, names[i]);
    CHECK(rules[US_COUNT(names)].name == NULL && us_revision_rule_find("nearest") == NULL);
    for (int i = 0; i < US_COUNT(names); i++) {
        referents c = begin(names[i]);
        us_id first = drawn_skirmish_add(&c.s, "peasant", 0, 25, 3), out[1];
        us_id near = drawn_skirmish_add(&c.s, "peasant", 0, 6, 13);
        set_view(&c, 0);
        us_test_row(names[i]);
        us_slot_description is = units(&c, US_VALUE_ENTITY, US_SEAT_SELF, "worker");
        us_unit_query query = {.described = &is, .action = action(&c, "harvest")};
        is.placed = true;
        is.along = 120;
        CHECK_INT(us_reviser_find_units(c.reviser, &query, out, 1), 1);
        CHECK_INT(out[0], i == 2 ? first : near);
        us_slot_description water = cell_at(400, 0);
        water.windowed = true; /* grass all around */
        us_cell_query where = {
            .described = &water, .action = action(&c, "move"), .type = US_NO_TYPE};
        int32_t cell = us_reviser_find_cell(c.reviser, &where);
        bool wet = terrain_at(&c, cell) == us_domain_find_terrain(c.s.scenario->domain, "water");
        CHECK(wet == (i == 2));                    /* off: as it stands */
        CHECK((US_CELL_X(cell) == 9) == (i == 1)); /* the nearest window of grass */
        end(&c);
    }
    us_test_row(NULL);
}

/* ---- anchors */

static int32_t anchor(referents *c, const char *text, us_id target)
{
    US_AUTOSTR(file);
    us_str_addf(&file,
                "brl 1\n\ntree T(goal: entity, band: group) {\n"
                "    slot foe: entity \"grunt\" of enemy\n"
                "    do sequence {\n        set foe = goal\n        act move(units: band, cell: "
                "%s)\n    }\n}\n",
                text);
    US_AUTOPTR(us_brl) brl = brl_read(file.text, NULL);
    const us_template *tree = brl->item[0];
    us_value value[8] = {{0}};
    const us_arg *arg = NULL;
    for (int i = 0; i < tree->node[2].arg_count; i++)
        if (tree->node[2].arg[i].anchor)
            arg = &tree->node[2].arg[i];
    REQUIRE(arg != NULL);
    value[us_template_find_slot(tree, "foe")].number = target;
    value[us_template_find_slot(tree, "goal")].number = target;
    int32_t cell = us_reviser_find_anchor(c->reviser, tree, arg, &(us_binding){value, NULL});
    return cell;
}

TEST(anchors_are_cells_of_those_they_name)
{
    static const struct {
        us_seat seat;
        const char *text;
        bool there; /* foe is */
        int x, y;
    } rows[] = {
        {0, "near(enemy.hall)", true, 28, 15},
        {0, "near(enemy.hall, 2, 1)", true, 30, 16},
        {0, "near(enemy.hall, 40, -90)", true, 31, 0},
        {0, "near(self.hall)", true, 2, 15},
        {0, "near(neutral.mine)", true, 2, 6},
        {0, "near((7, 9), 1, 0)", true, 8, 9},
        {0, "near(foe)", true, 20, 25},
        {0, "near(foe, -3, 0)", true, 17, 25},
        {0, "near(foe)", false, 28, 15},
        {0, "near(goal)", false, -1, -1},
        {0, "near(enemy.fighter)", false, 28, 15},
        {1, "near(enemy.hall)", true, 3, 15},
        {1, "near(enemy.hall, 1, 0)", true, 2, 15},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        referents c = begin("joint");
        us_id foe = rows[i].there ? drawn_skirmish_add(&c.s, "grunt", 1, 20, 25) : 99;
        set_view(&c, rows[i].seat);
        us_test_row(rows[i].text);
        int32_t cell = anchor(&c, rows[i].text, foe);
        CHECK_INT(cell == -1 ? -1 : US_CELL_X(cell), rows[i].x);
        CHECK_INT(cell == -1 ? -1 : US_CELL_Y(cell), rows[i].y);
        end(&c);
    }
    us_test_row(NULL);
}
