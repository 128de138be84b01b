/* A world of the small domain, made by hand. */
#ifndef US_TESTS_UNIT_SMALL_WORLD_H
#define US_TESTS_UNIT_SMALL_WORLD_H

#include "domain/world.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/small_domain.h"
#include "tests/unit/test.h"

enum { SMALL_WIDTH = 12, SMALL_HEIGHT = 10, SMALL_SEATS = 2, SMALL_ENTITIES = 16 };

typedef struct small_world {
    us_domain *domain;
    us_world world;
    us_entity entity[SMALL_ENTITIES];
    uint8_t plane[US_PLANES][SMALL_WIDTH * SMALL_HEIGHT];
    int32_t tally[SMALL_SEATS * 8];
    int8_t faction[SMALL_SEATS];
    uint8_t alive[SMALL_SEATS];
    uint32_t revision[128];
    uint16_t census[64];
} small_world;

static inline void small_begin(small_world *small)
{
    memset(small, 0, sizeof(*small));
    small->domain = small_domain();
    REQUIRE(us_revision_count(small->domain, SMALL_SEATS) <= US_COUNT(small->revision));
    REQUIRE(small->domain->tallies.count * SMALL_SEATS <= US_COUNT(small->tally));
    us_world *world = &small->world;
    world->domain = small->domain;
    world->width = SMALL_WIDTH;
    world->height = SMALL_HEIGHT;
    world->seats = SMALL_SEATS;
    world->entity = small->entity;
    for (int i = 0; i < US_PLANES; i++)
        world->plane[i] = small->plane[i];
    world->tally = small->tally;
    world->faction = small->faction;
    world->alive = small->alive;
    world->revision = small->revision;
    small->faction[1] = 1;
    small->alive[0] = small->alive[1] = 1;
}

/* After all were added. */
static inline void small_count(small_world *small)
{
    REQUIRE(us_census_size(small->domain, SMALL_SEATS) <= US_COUNT(small->census));
    us_world_compute_census(&small->world, small->census);
    small->world.census = small->census;
}

static inline void small_end(small_world *small)
{
    us_domain_free(small->domain);
}

/* Ids must be given in rising order. */
static inline us_entity *small_add(small_world *small, us_id id, const char *type, us_seat owner,
                                   int x, int y)
{
    us_type index = us_domain_find_type(small->domain, type);
    REQUIRE(index != US_NO_TYPE && small->world.count < SMALL_ENTITIES);
    us_entity *entity = &small->entity[small->world.count++];
    *entity = (us_entity){
        .id = id,
        .type = index,
        .owner = owner,
        .x = (int16_t)x,
        .y = (int16_t)y,
        .product = US_NO_TYPE,
        .action = -1,
    };
    for (int i = 0; i < small->domain->attribute_count; i++)
        entity->attribute[i] = small->domain->type[index].attribute[i];
    return entity;
}

static inline void small_tally(small_world *small, us_seat seat, const char *name, int32_t value)
{
    int tally = us_domain_find_tally(small->domain, name);
    REQUIRE(tally >= 0);
    small->tally[seat * small->domain->tallies.count + tally] = value;
}

#endif
