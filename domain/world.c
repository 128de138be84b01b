#include "domain/world.h"

#include <string.h>

int us_revision_count(const us_domain *domain, int seats)
{
    return US_REVISION_TALLY + seats + 2 * (seats + 1) * domain->type_count;
}

const us_entity *us_world_find(const us_world *world, us_id id)
{
    int low = 0;
    int high = world->count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        us_id found = world->entity[middle].id;
        if (found == id)
            return &world->entity[middle];
        if (found < id)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
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

int us_world_count(const us_world *world, us_seat owner, us_type type)
{
    int count = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == owner && !(e->flags & US_ENTITY_UNFINISHED) &&
            us_type_is(world->domain, e->type, type))
            count++;
    }
    return count;
}

/* Cells between two spans of cells: 0 when they overlap, 1 when they touch. */
static int gap(int a, int a_size, int b, int b_size)
{
    if (b >= a + a_size)
        return b - (a + a_size) + 1;
    if (a >= b + b_size)
        return a - (b + b_size) + 1;
    return 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

int us_entity_distance(const us_domain *domain, const us_entity *a, const us_entity *b)
{
    const us_type_def *ta = &domain->type[a->type];
    const us_type_def *tb = &domain->type[b->type];
    return larger(gap(a->x, ta->width, b->x, tb->width), gap(a->y, ta->height, b->y, tb->height));
}

int us_entity_cell_distance(const us_domain *domain, const us_entity *a, int x, int y)
{
    const us_type_def *def = &domain->type[a->type];
    return larger(gap(a->x, def->width, x, 1), gap(a->y, def->height, y, 1));
}

static bool has(const us_world *world, us_seat seat, us_type type)
{
    const us_domain *domain = world->domain;
    if (domain->type[type].kind != US_KIND_UPGRADE)
        return us_world_count(world, seat, type) > 0;
    for (int i = type; i < domain->type_count; i++)
        if (domain->type[i].tally >= 0 && us_type_is(domain, (us_type)i, type) &&
            us_world_tally(world, seat, domain->type[i].tally) > 0)
            return true;
    return false;
}

bool us_world_meets(const us_world *world, us_seat seat, us_type type)
{
    const us_type_def *def = &world->domain->type[type];
    for (int i = 0; i < def->requires_count; i++) {
        const us_requirement *all = &def->requires[i];
        int met = 0;
        while (met < all->count && has(world, seat, all->type[met]))
            met++;
        if (met == all->count)
            return true;
    }
    return def->requires_count == 0;
}

static const void *copy_bytes(us_arena *arena, const void *bytes, size_t size)
{
    if (!bytes || size == 0)
        return bytes ? us_arena_alloc(arena, 1, 1) : NULL;
    void *copy = us_arena_alloc(arena, size, 1);
    memcpy(copy, bytes, size);
    return copy;
}

us_world *us_world_copy(const us_world *world, us_arena *arena)
{
    us_world *copy = US_ARENA_ARRAY(arena, us_world, 1);
    size_t seats = (size_t)world->seats;
    size_t cells = (size_t)world->width * (size_t)world->height;
    size_t revisions = (size_t)us_revision_count(world->domain, world->seats);
    *copy = *world;
    copy->entity = copy_bytes(arena, world->entity, (size_t)world->count * sizeof(*world->entity));
    for (int i = 0; i < US_PLANES; i++)
        copy->plane[i] = copy_bytes(arena, world->plane[i], cells);
    copy->tally = copy_bytes(arena, world->tally,
                             seats * (size_t)world->domain->tallies.count * sizeof(int32_t));
    copy->faction = copy_bytes(arena, world->faction, seats);
    copy->alive = copy_bytes(arena, world->alive, seats);
    copy->revision = copy_bytes(arena, world->revision, revisions * sizeof(uint32_t));
    return copy;
}

static uint64_t pack(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* By value, not by memory: the same on every machine. */
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
            hash = us_hash_bytes(us_hash_add(hash, (uint64_t)i), world->plane[i], cells);
    for (int seat = 0; seat < world->seats; seat++) {
        hash = us_hash_add(
            hash, pack((uint8_t)world->faction[seat], (uint32_t)(world->alive[seat] != 0)));
        for (int i = 0; i < domain->tallies.count; i++)
            hash = us_hash_add(hash, (uint32_t)us_world_tally(world, (us_seat)seat, i));
    }
    return hash;
}
