#include "domain/world.h"
#include "tests/unit/small_world.h"
#include "tests/unit/test.h"

TEST(entities_are_found_by_id_among_gaps)
{
    static const us_id ids[] = {2, 3, 7, 8, 40, 4000000000u};
    small_world small;
    small_begin(&small);
    CHECK(us_world_find(&small.world, 2) == NULL);
    for (int i = 0; i < US_COUNT(ids); i++)
        small_add(&small, ids[i], "redhand", 0, i, 0);
    for (int i = 0; i < US_COUNT(ids); i++)
        CHECK(us_world_find(&small.world, ids[i]) == &small.entity[i]);
    CHECK(us_world_find(&small.world, 0) == NULL);
    CHECK(us_world_find(&small.world, 1) == NULL);
    CHECK(us_world_find(&small.world, 39) == NULL);
    CHECK(us_world_find(&small.world, 4000000001u) == NULL);
    small_end(&small);
}

TEST(a_cell_belongs_to_who_stands_on_it_and_is_not_inside)
{
    small_world small;
    small_begin(&small);
    us_entity *house = small_add(&small, 1, "redhouse", 0, 2, 3); /* 3 wide, 2 high */
    us_entity *hand = small_add(&small, 2, "redhand", 0, 8, 8);
    CHECK(us_world_at(&small.world, 2, 3) == house);
    CHECK(us_world_at(&small.world, 4, 4) == house);
    CHECK(us_world_at(&small.world, 5, 4) == NULL);
    CHECK(us_world_at(&small.world, 4, 5) == NULL);
    CHECK(us_world_at(&small.world, 1, 3) == NULL);
    CHECK(us_world_at(&small.world, 8, 8) == hand);
    hand->flags = US_ENTITY_INSIDE;
    CHECK(us_world_at(&small.world, 8, 8) == NULL);
    CHECK(us_world_at(&small.world, -1, 99) == NULL);
    small_end(&small);
}

TEST(distance_is_in_kings_moves_between_edges)
{
    static const struct {
        const char *name;
        int ax, ay, bx, by, distance; /* a house of 3 by 2, a rock of 2 by 2 */
    } rows[] = {
        {"the same cell", 4, 4, 4, 4, 0},         {"one cell shared", 4, 4, 6, 5, 0},
        {"touching on the right", 4, 4, 7, 4, 1}, {"touching on the left", 4, 4, 2, 4, 1},
        {"touching above", 4, 4, 4, 2, 1},        {"touching below", 4, 4, 4, 6, 1},
        {"touching at a corner", 4, 4, 7, 6, 1},  {"a cell between them", 4, 4, 8, 4, 2},
        {"the longer way counts", 0, 0, 5, 9, 8}, {"far on the left", 9, 0, 0, 0, 8},
    };
    small_world small;
    small_begin(&small);
    us_entity *house = small_add(&small, 1, "redhouse", 0, 0, 0);
    us_entity *rock = small_add(&small, 2, "rock", US_NEUTRAL, 0, 0);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].name);
        house->x = (int16_t)rows[i].ax;
        house->y = (int16_t)rows[i].ay;
        rock->x = (int16_t)rows[i].bx;
        rock->y = (int16_t)rows[i].by;
        CHECK_INT(us_entity_distance(small.domain, house, rock), rows[i].distance);
        CHECK_INT(us_entity_distance(small.domain, rock, house), rows[i].distance);
    }
    small_end(&small);
}

TEST(distance_to_a_cell_is_that_to_a_thing_of_one_cell)
{
    small_world small;
    small_begin(&small);
    us_entity *house = small_add(&small, 1, "redhouse", 0, 4, 4);
    us_entity *hand = small_add(&small, 2, "redhand", 0, 0, 0);
    for (int y = 0; y < SMALL_HEIGHT; y++) {
        for (int x = 0; x < SMALL_WIDTH; x++) {
            hand->x = (int16_t)x;
            hand->y = (int16_t)y;
            CHECK_INT(us_entity_cell_distance(small.domain, house, x, y),
                      us_entity_distance(small.domain, house, hand));
        }
    }
    CHECK_INT(us_entity_cell_distance(small.domain, house, 6, 5), 0);
    CHECK_INT(us_entity_cell_distance(small.domain, house, 7, 6), 1);
    small_end(&small);
}

TEST(only_finished_ones_of_the_owner_are_counted)
{
    small_world small;
    small_begin(&small);
    us_type hand = us_domain_find_type(small.domain, "hand");
    us_type red = us_domain_find_type(small.domain, "redhand");
    us_type unit = us_domain_find_type(small.domain, "unit");
    small_add(&small, 1, "redhand", 0, 0, 0);
    small_add(&small, 2, "redhand", 0, 1, 0)->flags = US_ENTITY_UNFINISHED;
    small_add(&small, 3, "redhand", 0, 2, 0)->flags = US_ENTITY_INSIDE;
    small_add(&small, 4, "redhand", 1, 3, 0);
    small_add(&small, 5, "bluehand", 0, 4, 0);
    small_add(&small, 6, "beast", US_NEUTRAL, 5, 0);
    CHECK_INT(us_world_count(&small.world, 0, red), 2);
    CHECK_INT(us_world_count(&small.world, 0, hand), 3);
    CHECK_INT(us_world_count(&small.world, 1, hand), 1);
    CHECK_INT(us_world_count(&small.world, US_NEUTRAL, unit), 1);
    CHECK_INT(us_world_count(&small.world, 0, unit), 3);
    small_end(&small);
}

TEST(a_requirement_is_met_by_all_of_one_alternative)
{
    small_world small;
    small_begin(&small);
    us_type redhouse = us_domain_find_type(small.domain, "redhouse"); /* redhand + iron, or iron */
    us_type house = us_domain_find_type(small.domain, "house");       /* hand + iron, or iron */
    us_type bluehand = us_domain_find_type(small.domain, "bluehand"); /* iron */
    us_type bluehouse = us_domain_find_type(small.domain, "bluehouse");
    CHECK(us_world_has_requirement(&small.world, 0, bluehouse));
    CHECK(!us_world_has_requirement(&small.world, 0, redhouse));
    small_add(&small, 1, "redhand", 0, 0, 0);
    CHECK(!us_world_has_requirement(&small.world, 0, redhouse));
    small_tally(&small, 0, "red-iron", 1);
    CHECK(us_world_has_requirement(&small.world, 0, redhouse));
    CHECK(!us_world_has_requirement(&small.world, 1, redhouse));
    CHECK(us_world_has_requirement(&small.world, 0, house)); /* any iron will do */
    CHECK(!us_world_has_requirement(&small.world, 0, bluehand));
    small_tally(&small, 1, "blue-iron", 2);
    CHECK(us_world_has_requirement(&small.world, 1, bluehand));
    small_end(&small);
}

TEST(a_copy_is_the_same_and_stays_so)
{
    small_world small;
    small_begin(&small);
    us_arena *arena = us_arena_new();
    us_entity *hand = small_add(&small, 5, "redhand", 0, 3, 3);
    small.plane[US_PLANE_TERRAIN][7] = 2;
    small.revision[3] = 9;
    us_hash hash = us_world_hash(&small.world);
    us_world *copy = us_world_copy(&small.world, arena);
    CHECK_HASH(us_world_hash(copy), hash);
    hand->x = 4;
    small.plane[US_PLANE_TERRAIN][7] = 0;
    small.alive[0] = 0;
    small.revision[3] = 10;
    small_tally(&small, 1, "ore", 3);
    CHECK_HASH(us_world_hash(copy), hash);
    CHECK_INT(copy->revision[3], 9);
    CHECK_INT(us_world_find(copy, 5)->x, 3);
    us_arena_free(arena);
    small_end(&small);
}

TEST(a_world_without_planes_or_revisions_can_be_copied)
{
    small_world small;
    small_begin(&small);
    us_arena *arena = us_arena_new();
    small.world.revision = NULL;
    small.world.plane[US_PLANE_SEEN] = NULL;
    us_world *copy = us_world_copy(&small.world, arena);
    CHECK(copy->revision == NULL && copy->plane[US_PLANE_SEEN] == NULL);
    CHECK(copy->plane[US_PLANE_TERRAIN] != NULL);
    CHECK_HASH(us_world_hash(copy), us_world_hash(&small.world));
    us_arena_free(arena);
    small_end(&small);
}

static void change(small_world *small, int what)
{
    us_entity *e = &small->entity[0];
    switch (what) {
    case 0:
        e->id = 6;
        break;
    case 1:
        e->type++;
        break;
    case 2:
        e->owner = US_NEUTRAL;
        break;
    case 3:
        e->status = 1;
        break;
    case 4:
        e->x++;
        break;
    case 5:
        e->y++;
        break;
    case 6:
        e->target = 1;
        break;
    case 7:
        e->product = 1;
        break;
    case 8:
        e->flags = US_ENTITY_INSIDE;
        break;
    case 9:
        e->action = 0;
        break;
    case 10:
        e->until = 1;
        break;
    case 11:
        e->attribute[1]++;
        break;
    case 12:
        small->world.now++;
        break;
    case 13:
        small->faction[0] = 1;
        break;
    case 14:
        small->alive[1] = 0;
        break;
    case 15:
        small_tally(small, 1, "kills", 1);
        break;
    case 16:
        small_add(small, 9, "beast", 0, 0, 0);
        break;
    default:
        small->plane[what - 17][what] = 1;
        break;
    }
}

TEST(the_hash_sees_every_published_change)
{
    enum { CHANGES = 17 + US_PLANES };
    us_hash hash[CHANGES + 1];
    for (int what = 0; what <= CHANGES; what++) {
        small_world small;
        small_begin(&small);
        small_add(&small, 5, "redhand", 0, 3, 3);
        if (what < CHANGES)
            change(&small, what);
        hash[what] = us_world_hash(&small.world);
        for (int i = 0; i < what; i++)
            CHECK(hash[i] != hash[what]);
        small_end(&small);
    }
}

TEST(revisions_have_a_place_of_their_own)
{
    small_world small;
    small_begin(&small);
    int count = us_revision_count(small.domain, SMALL_SEATS);
    for (int seat = US_NEUTRAL; seat < SMALL_SEATS; seat++) {
        for (us_type type = 0; type < small.domain->type_count; type++) {
            int members = us_revision_members(&small.world, (us_seat)seat, type);
            int states = us_revision_states(&small.world, (us_seat)seat, type);
            REQUIRE(members >= US_REVISION_TALLY + SMALL_SEATS && states < count);
            small.revision[members]++;
            small.revision[states]++;
        }
    }
    for (int i = US_REVISION_TALLY + SMALL_SEATS; i < count; i++)
        CHECK_INT(small.revision[i], 1);
    small_end(&small);
}
