#include "domain/world.h"

#include <string.h>

#include "domain/index.h"

int us_revision_count(const us_domain *domain, int seats)
{
    return US_REVISION_TALLY + seats + 2 * (seats + 1) * domain->type_count;
}

int32_t us_world_tally(const us_world *world, us_seat seat, int index)
{
    return world->tally[seat * world->domain->tallies.count + index];
}

/* If no older entity is gone, the id gives the place. Otherwise a search decides without branches
 * on the ids, which processors could not predict. */
const us_entity *us_world_find(const us_world *world, us_id id)
{
    const us_entity *at = world->entity;
    if (world->count == 0)
        return NULL;
    us_id guess = id - at->id;
    if (guess < (us_id)world->count && at[guess].id == id)
        return &at[guess];
    for (int left = world->count; left > 1;) {
        int half = left / 2;
        const us_entity *middle = at + half;
        at = middle->id <= id ? middle : at;
        left -= half;
    }
    return at->id == id ? at : NULL;
}

const us_entity *us_world_at(const us_world *world, int x, int y)
{
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        const us_type_def *def = &world->domain->type[e->type];
        if (!(e->flags & US_ENTITY_INSIDE) && x >= e->x && y >= e->y && x < e->x + def->width &&
            y < e->y + def->height)
            return e;
    }
    return NULL;
}

static int count_entities(const us_world *world, us_seat owner, us_type type)
{
    int count = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == owner && !(e->flags & US_ENTITY_UNFINISHED) &&
            us_type_is_a(world->domain, e->type, type))
            count++;
    }
    return count;
}

int us_world_count(const us_world *world, us_seat owner, us_type type)
{
    if (!world->census)
        return count_entities(world, owner, type);
    const uint16_t *census = world->census + (owner + 1) * world->domain->type_count;
    us_types kin = us_domain_subtypes(world->domain, type);
    int count = 0;
    for (int i = 0; i < kin.count; i++)
        count += census[kin.type[i]];
    return count;
}

int us_census_size(const us_domain *domain, int seats)
{
    return (seats + 1) * domain->type_count;
}

void us_world_compute_census(const us_world *world, uint16_t *out)
{
    int types = world->domain->type_count;
    memset(out, 0, (size_t)us_census_size(world->domain, world->seats) * sizeof(*out));
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!(e->flags & US_ENTITY_UNFINISHED))
            out[(e->owner + 1) * types + e->type]++;
    }
}

us_box us_entity_box(const us_domain *domain, const us_entity *entity)
{
    const us_type_def *def = &domain->type[entity->type];
    return (us_box){entity->x, entity->y, def->width, def->height};
}

int us_box_distance(us_box a, us_box b)
{
    return us_box_gap(a, b);
}

int us_entity_distance(const us_domain *domain, const us_entity *a, const us_entity *b)
{
    return us_box_distance(us_entity_box(domain, a), us_entity_box(domain, b));
}

int us_entity_cell_distance(const us_domain *domain, const us_entity *a, int x, int y)
{
    return us_box_distance(us_entity_box(domain, a), (us_box){x, y, 1, 1});
}

bool us_world_has_type(const us_world *world, us_seat seat, us_type type)
{
    const us_domain *domain = world->domain;
    if (domain->type[type].kind != US_KIND_UPGRADE)
        return us_world_count(world, seat, type) > 0;
    us_types kin = us_domain_subtypes(domain, type);
    for (int i = 0; i < kin.count; i++)
        if (us_world_tally(world, seat, domain->type[kin.type[i]].tally) > 0)
            return true;
    return false;
}

bool us_world_can_afford(const us_world *world, us_seat seat, us_type type)
{
    const int32_t *cost = world->domain->type[type].cost;
    for (int r = 0; r < world->domain->resources.count; r++)
        if (us_world_tally(world, seat, r) < cost[r])
            return false;
    return true;
}

bool us_world_can_feed(const us_world *world, us_seat seat, us_type type)
{
    const struct us_domain_index *index = world->domain->index;
    int use = world->domain->type[type].food_use;
    if (use == 0 || index->food_used < 0 || index->food_supply < 0)
        return true;
    return us_world_tally(world, seat, index->food_used) + use <=
           us_world_tally(world, seat, index->food_supply);
}

bool us_world_has_requirement(const us_world *world, us_seat seat, us_type type)
{
    const us_type_def *def = &world->domain->type[type];
    for (int i = 0; i < def->requires_count; i++) {
        const us_requirement *all = &def->requires[i];
        int met = 0;
        while (met < all->count && us_world_has_type(world, seat, all->type[met]))
            met++;
        if (met == all->count)
            return true;
    }
    return def->requires_count == 0;
}

int us_view_find_seat(const us_view *view, int64_t seat)
{
    const us_world *world = view->world;
    if (seat == US_SEAT_SELF)
        return view->self;
    if (seat != US_SEAT_ENEMY)
        return (int)seat;
    for (int i = 1; i < world->seats; i++) {
        int other = (view->self + i) % world->seats;
        if (world->alive[other])
            return other;
    }
    return US_SEAT_NONE;
}

static const void *copy_items(us_arena *arena, const void *items, size_t count, size_t size)
{
    return items ? us_arena_copy(arena, items, count, size) : NULL;
}

us_world *us_world_copy(const us_world *world, us_arena *arena)
{
    us_world *copy = US_ARENA_ARRAY(arena, us_world, 1);
    size_t seats = (size_t)world->seats;
    size_t cells = (size_t)world->width * (size_t)world->height;
    size_t tallies = seats * (size_t)world->domain->tallies.count;
    size_t census = (size_t)us_census_size(world->domain, world->seats);
    size_t revisions = (size_t)us_revision_count(world->domain, world->seats);
    *copy = *world;
    copy->entity = copy_items(arena, world->entity, (size_t)world->count, sizeof(us_entity));
    for (int i = 0; i < US_PLANES; i++)
        copy->plane[i] = copy_items(arena, world->plane[i], cells, 1);
    copy->tally = copy_items(arena, world->tally, tallies, sizeof(int32_t));
    copy->faction = copy_items(arena, world->faction, seats, 1);
    copy->alive = copy_items(arena, world->alive, seats, 1);
    copy->census = copy_items(arena, world->census, census, sizeof(uint16_t));
    copy->revision = copy_items(arena, world->revision, revisions, sizeof(uint32_t));
    return copy;
}

static uint64_t pack(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* Hashes by value, not by memory, so that all machines agree. */
static us_hash hash_entity(us_hash hash, const us_entity *e, int attributes)
{
    hash = us_hash_add(hash, pack(e->id, e->target));
    hash = us_hash_add(hash, pack((uint32_t)(uint16_t)e->x << 16 | (uint16_t)e->y,
                                  (uint32_t)(uint16_t)e->type << 16 | (uint16_t)e->product));
    hash = us_hash_add(hash, pack((uint32_t)(uint8_t)e->owner << 24 | (uint32_t)e->status << 16 |
                                      (uint32_t)e->flags << 8 | (uint8_t)e->action,
                                  (uint32_t)e->until));
    for (int i = 0; i < attributes; i++)
        hash = us_hash_add(hash, (uint32_t)e->attribute[i]);
    return hash;
}

us_hash us_world_hash(const us_world *world)
{
    const us_domain *domain = world->domain;
    size_t cells = (size_t)world->width * (size_t)world->height;
    us_hash hash = us_hash_add(US_HASH_START, pack((uint32_t)world->now, (uint32_t)world->count));
    hash = us_hash_add(hash, pack((uint32_t)world->width, (uint32_t)world->height));
    for (int i = 0; i < world->count; i++)
        hash = hash_entity(hash, &world->entity[i], domain->attribute_count);
    for (int i = 0; i < US_PLANES; i++)
        if (world->plane[i])
            hash = us_hash_add_bytes(us_hash_add(hash, (uint64_t)i), world->plane[i], cells);
    for (int seat = 0; seat < world->seats; seat++) {
        hash = us_hash_add(
            hash, pack((uint8_t)world->faction[seat], (uint32_t)(world->alive[seat] != 0)));
        for (int i = 0; i < domain->tallies.count; i++)
            hash = us_hash_add(hash, (uint32_t)us_world_tally(world, (us_seat)seat, i));
    }
    return hash;
}
