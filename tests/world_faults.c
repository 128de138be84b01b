#include "tests/world_faults.h"

enum { TOLD_MAX = 8 }; /* faults that are told; all are counted */

typedef struct inspection {
    const us_world *world;
    us_str *report;
    int faults;
} inspection;

static bool expect(inspection *look, bool holds, const char *fault, us_id entity)
{
    if (holds)
        return true;
    if (look->faults++ < TOLD_MAX)
        us_str_addf(look->report, "%scycle %d, entity %u: %s", look->faults > 1 ? "; " : "",
                    (int)look->world->now, (unsigned)entity, fault);
    return false;
}

static bool check_type(inspection *look, const us_entity *e)
{
    const us_domain *domain = look->world->domain;
    if (!expect(look, e->type >= 0 && e->type < domain->type_count, "no such type", e->id))
        return false;
    const us_type_def *type = &domain->type[e->type];
    expect(look, !type->abstract, "of an abstract type", e->id);
    expect(look, type->kind != US_KIND_UPGRADE, "an upgrade walks about", e->id);
    expect(look, (type->kind == US_KIND_RESOURCE) == (e->owner == US_NEUTRAL),
           "the wrong kind of owner", e->id);
    expect(look, e->owner >= US_NEUTRAL && e->owner < look->world->seats, "no such owner", e->id);
    return true;
}

static void check_values(inspection *look, const us_entity *e)
{
    const us_domain *domain = look->world->domain;
    expect(look, e->status < domain->statuses.count, "no such status", e->id);
    expect(look, e->action >= -1 && e->action < domain->action_count, "no such action", e->id);
    expect(look, e->product >= US_NO_TYPE && e->product < domain->type_count, "no such product",
           e->id);
    expect(look, e->attribute[0] > 0, "lives without hit points", e->id);
    for (int a = 0; a < domain->attribute_count; a++)
        expect(look,
               e->attribute[a] >= domain->attribute[a].low &&
                   e->attribute[a] <= domain->attribute[a].high,
               domain->attribute[a].name, e->id);
    expect(look, e->attribute[0] <= domain->type[e->type].attribute[0],
           "more hit points than its type has", e->id);
}

static void check_place(inspection *look, const us_entity *e, us_id *on)
{
    const us_world *world = look->world;
    const us_type_def *type = &world->domain->type[e->type];
    bool fits = e->x >= 0 && e->y >= 0 && e->x + type->width <= world->width &&
                e->y + type->height <= world->height;
    if (!expect(look, fits, "off the map", e->id) || (e->flags & US_ENTITY_INSIDE))
        return;
    for (int y = e->y; y < e->y + type->height; y++) {
        for (int x = e->x; x < e->x + type->width; x++) {
            int cell = us_world_cell(world, x, y);
            expect(look, on[cell] == 0, "on a cell with somebody else", e->id);
            on[cell] = e->id;
            if (type->movement >= 0)
                expect(look,
                       world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].passable >>
                               type->movement &
                           1,
                       "on ground that does not carry it", e->id);
        }
    }
}

static void check_planes(inspection *look, const us_id *on)
{
    const us_world *world = look->world;
    for (int cell = 0; cell < world->width * world->height; cell++) {
        int terrain = world->plane[US_PLANE_TERRAIN][cell];
        if (!expect(look, terrain < world->domain->terrain_count, "a cell of no terrain", 0))
            return;
        expect(look, world->plane[US_PLANE_AMOUNT][cell] <= world->domain->terrain[terrain].amount,
               "a cell holds more than its terrain can", 0);
        bool taken = world->plane[US_PLANE_TAKEN][cell] != 0;
        expect(look, taken == (on[cell] != 0), "the plane of the taken is wrong", on[cell]);
        expect(look, !(world->plane[US_PLANE_SEEN][cell] & ~world->plane[US_PLANE_EXPLORED][cell]),
               "in sight, but never seen", 0);
    }
}

int us_world_faults(const us_world *world, us_str *report)
{
    inspection look = {world, report, 0};
    us_id *on = US_NEW_ARRAY(us_id, world->width * world->height);
    us_id last = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        expect(&look, e->id > last, "not in id order", e->id);
        last = e->id;
        if (!check_type(&look, e))
            continue;
        check_values(&look, e);
        check_place(&look, e, on);
        if (!(e->flags & US_ENTITY_INSIDE))
            expect(&look, us_world_at(world, e->x, e->y) == e, "not found at its place", e->id);
        expect(&look, us_world_find(world, e->id) == e, "not found by its id", e->id);
    }
    check_planes(&look, on);
    for (int i = 0; i < world->seats * world->domain->tallies.count; i++)
        expect(&look, world->tally[i] >= 0, "a tally below zero", 0);
    for (int seat = 0; seat < world->seats; seat++)
        expect(&look, world->faction[seat] < world->domain->factions.count, "no such faction", 0);
    us_mem_free(on);
    return look.faults;
}
