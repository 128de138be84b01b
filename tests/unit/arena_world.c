#include "tests/unit/arena_world.h"

#include <string.h>

void arena_world_open(arena_world *a)
{
    static const int8_t faction[2] = {0, 1};
    static const uint8_t alive[2] = {1, 1};
    us_error err = {0};
    *a = (arena_world){0};
    REQUIRE(us_domain_load_shipped("arena", &a->domain, &err) == US_OK);
    a->entity = US_NEW_ARRAY(us_entity, ARENA_ENTITIES);
    a->tally = US_NEW_ARRAY(int32_t, 2 * a->domain->tallies.count + 1);
    a->revision = US_NEW_ARRAY(uint32_t, us_revision_count(a->domain, 2));
    a->plane = US_NEW_ARRAY(uint8_t, ARENA_SIDE * ARENA_SIDE);
    a->world = (us_world){.domain = a->domain,
                          .width = ARENA_SIDE,
                          .height = ARENA_SIDE,
                          .entity = a->entity,
                          .seats = 2,
                          .tally = a->tally,
                          .faction = faction,
                          .alive = alive,
                          .revision = a->revision};
    for (int i = 0; i < US_PLANES; i++)
        a->world.plane[i] = a->plane;
}

void arena_world_close(arena_world *a)
{
    us_mem_free(a->entity);
    us_mem_free(a->tally);
    us_mem_free(a->revision);
    us_mem_free(a->plane);
    us_domain_free(a->domain);
}

static void touch(arena_world *a, const us_entity *e, bool members)
{
    a->revision[members ? us_revision_members(&a->world, e->owner, e->type)
                        : us_revision_states(&a->world, e->owner, e->type)]++;
    a->revision[US_REVISION_ANY]++;
}

us_id arena_world_add(arena_world *a, const char *type, us_seat owner, int x, int y)
{
    REQUIRE(a->world.count < ARENA_ENTITIES);
    us_id id = a->world.count ? a->entity[a->world.count - 1].id + 1 : 1;
    us_type made = us_domain_find_type(a->domain, type);
    REQUIRE(made >= 0);
    us_entity *e = &a->entity[a->world.count++];
    *e = (us_entity){.id = id,
                     .type = made,
                     .owner = owner,
                     .x = (int16_t)x,
                     .y = (int16_t)y,
                     .product = US_NO_TYPE,
                     .action = -1};
    memcpy(e->attribute, a->domain->type[made].attribute, sizeof e->attribute);
    touch(a, e, true);
    return id;
}

us_entity *arena_world_get(arena_world *a, us_id id)
{
    us_entity *e = (us_entity *)(uintptr_t)us_world_find(&a->world, id);
    REQUIRE(e);
    return e;
}

void arena_world_remove(arena_world *a, us_id id)
{
    us_entity *e = arena_world_get(a, id);
    touch(a, e, true);
    int at = (int)(e - a->entity);
    a->world.count--;
    memmove(e, e + 1, (size_t)(a->world.count - at) * sizeof *e);
}

void arena_world_set(arena_world *a, us_id id, const char *attribute, int value)
{
    us_entity *e = arena_world_get(a, id);
    int index = us_domain_find_attribute(a->domain, attribute);
    REQUIRE(index >= 0);
    if (e->attribute[index] == value)
        return;
    e->attribute[index] = value;
    touch(a, e, false);
}

void arena_world_move(arena_world *a, us_id id, int x, int y)
{
    us_entity *e = arena_world_get(a, id);
    e->x = (int16_t)x;
    e->y = (int16_t)y;
    touch(a, e, false);
}

void arena_world_tally(arena_world *a, us_seat seat, const char *tally, int value)
{
    int index = us_domain_find_tally(a->domain, tally);
    REQUIRE(index >= 0);
    int32_t *at = &a->tally[seat * a->domain->tallies.count + index];
    if (*at == value)
        return;
    *at = value;
    a->revision[US_REVISION_TALLY + seat]++;
    a->revision[US_REVISION_ANY]++;
}

us_brl *arena_world_read(const arena_world *a, const char *text, us_case_base **case_base)
{
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_brl_parse(a->domain, "test", text, strlen(text), &brl, &err) != US_OK)
        FAIL("%d:%d: %s in\n%s", err.line, err.column, err.text, text);
    REQUIRE(brl && us_case_base_from_brl(brl, case_base, &err) == US_OK);
    return brl;
}
