#include "tests/unit/packed_states.h"

#include <string.h>

#include "tests/unit/test.h"

void packed_states_begin(packed_states *w, int width, int height, int seats)
{
    static int16_t same[US_TYPES_MAX];
    for (int i = 0; i < US_TYPES_MAX; i++)
        same[i] = (int16_t)i;
    REQUIRE(us_domain_load_shipped("skirmish", &w->domain, NULL) == US_OK);
    us_states_header header = {.width = width,
                               .height = height,
                               .seats = seats,
                               .planes = 1 << US_PLANE_TERRAIN | 1 << US_PLANE_AMOUNT |
                                         1 << US_PLANE_SEEN | 1 << US_PLANE_EXPLORED};
    const us_domain *d = w->domain;
    for (int t = 0; t < US_STATES_TABLES; t++)
        w->names[t] =
            (us_states_names){.index = same, .count = us_table_count(d, (us_table_kind)t)};
    us_unpacker_init(&w->unpacker, d, &header, w->names);
}

void packed_states_end(packed_states *w)
{
    us_unpacker_clear(&w->unpacker);
    us_domain_free(w->domain);
}

const us_world *packed_states_next(packed_states *w, const uint8_t **at, const uint8_t *end)
{
    REQUIRE(us_unpacker_next(&w->unpacker, at, end));
    return &w->unpacker.world;
}

const us_world *packed_states_watch(packed_states *w, const us_str *film)
{
    const uint8_t *at = (const uint8_t *)film->text, *end = at + film->length;
    while (at < end)
        packed_states_next(w, &at, end);
    return &w->unpacker.world;
}

void packed_states_same(const us_world *shown, const us_world *world, bool fog)
{
    size_t cells = (size_t)world->width * (size_t)world->height;
    size_t tallies = (size_t)(world->seats * world->domain->tallies.count);
    CHECK_INT(shown->now, world->now);
    CHECK_INT(shown->count, world->count);
    for (int i = 0; i < world->count && i < shown->count; i++)
        CHECK(memcmp(&shown->entity[i], &world->entity[i], sizeof(us_entity)) == 0);
    for (int p = 0; p < US_PLANES; p++)
        if (shown->plane[p] && world->plane[p] && (fog || p < US_PLANE_TAKEN))
            CHECK(memcmp(shown->plane[p], world->plane[p], cells) == 0);
    CHECK(memcmp(shown->tally, world->tally, tallies * sizeof(int32_t)) == 0);
    CHECK(memcmp(shown->faction, world->faction, (size_t)world->seats) == 0);
    CHECK(memcmp(shown->alive, world->alive, (size_t)world->seats) == 0);
}
