/* A small world of the shipped domain, for what asks about one. */
#ifndef US_TESTS_FUZZ_STAGE_H
#define US_TESTS_FUZZ_STAGE_H

#include "domain/world.h"
#include "tests/fuzz/shipped.h"

enum { STAGE_SIDE = 20, STAGE_ENTITIES = 12 };

static inline const us_world *fuzz_stage(void)
{
    static const struct {
        const char *type;
        us_seat owner;
        int16_t x, y;
        uint8_t flags;
    } cast[STAGE_ENTITIES] = {
        {"gold-mine", US_NEUTRAL, 0, 0, 0},
        {"town-hall", 0, 6, 6, 0},
        {"peasant", 0, 5, 5, 0},
        {"peasant", 0, 5, 6, US_ENTITY_INSIDE},
        {"footman", 0, 10, 10, 0},
        {"farm", 0, 12, 3, US_ENTITY_UNFINISHED},
        {"great-hall", 1, 14, 14, 0},
        {"peon", 1, 13, 13, 0},
        {"grunt", 1, 11, 11, 0},
        {"axethrower", 1, 12, 12, 0},
        {"pig-farm", 1, 17, 3, 0},
        {"orc-blacksmith", 1, 3, 15, 0},
    };
    static us_world world;
    static us_entity entity[STAGE_ENTITIES];
    static uint8_t plane[US_PLANES][STAGE_SIDE * STAGE_SIDE];
    static int32_t tally[2 * 128];
    static int8_t faction[2] = {0, 1};
    static uint8_t alive[2] = {1, 1};
    static uint16_t census[3 * US_TYPES_MAX];
    const us_domain *domain = shipped_domain();
    if (world.domain)
        return &world;
    us_assert(domain->tallies.count <= 128);
    world = (us_world){.domain = domain, .now = 77, .width = STAGE_SIDE, .height = STAGE_SIDE};
    world.entity = entity;
    world.count = STAGE_ENTITIES;
    world.seats = 2;
    world.tally = tally;
    world.faction = faction;
    world.alive = alive;
    for (int i = 0; i < US_PLANES; i++)
        world.plane[i] = plane[i];
    for (int i = 0; i < 2 * domain->tallies.count; i++)
        tally[i] = i * 37 % 1000;
    for (int i = 0; i < STAGE_SIDE * STAGE_SIDE; i++)
        plane[US_PLANE_TERRAIN][i] = (uint8_t)(i * 7 % 31 % domain->terrain_count);
    for (int i = 0; i < STAGE_ENTITIES; i++) {
        us_type type = us_domain_find_type(domain, cast[i].type);
        us_assert(type != US_NO_TYPE);
        entity[i] = (us_entity){.id = (us_id)(2 * i + 1), .type = type, .owner = cast[i].owner};
        entity[i].x = cast[i].x;
        entity[i].y = cast[i].y;
        entity[i].flags = cast[i].flags;
        entity[i].product = US_NO_TYPE;
        entity[i].action = -1;
        entity[i].target = (us_id)(i + 1);
        for (int a = 0; a < domain->attribute_count; a++)
            entity[i].attribute[a] = domain->type[type].attribute[a] / (1 + i % 2);
    }
    us_world_compute_census(&world, census);
    world.census = census;
    return &world;
}

#endif
