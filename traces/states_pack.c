#include "traces/states_format.h"

#include <string.h>

void us_states_write_u32(us_str *out, uint32_t value)
{
    char bytes[4] = {(char)value, (char)(value >> 8), (char)(value >> 16), (char)(value >> 24)};
    us_str_add_bytes(out, bytes, sizeof(bytes));
}

static void put_byte(us_str *out, int value)
{
    us_str_add_char(out, (char)(uint8_t)value);
}

static void put(us_str *out, uint64_t value)
{
    char bytes[10];
    size_t length = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[length++] = (char)(uint8_t)(value | 0x80);
    bytes[length++] = (char)(uint8_t)value;
    us_str_add_bytes(out, bytes, length);
}

static void put_signed(us_str *out, int32_t value)
{
    put(out, us_zigzag_encode(value));
}

/* Wraps, like the reader's sum. */
static int32_t less(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

/* ---- life */

void us_packer_init(us_packer *packer, const us_domain *domain, int width, int height, int seats,
                    unsigned planes)
{
    size_t cells = (size_t)width * (size_t)height;
    *packer = (us_packer){.domain = domain,
                          .width = width,
                          .height = height,
                          .seats = seats,
                          .tallies = domain->tallies.count};
    for (int p = 0; p < US_PLANES; p++)
        packer->plane[p] = planes >> p & 1 ? us_mem_alloc_array(cells, 1) : NULL;
    packer->tally = us_mem_alloc_array((size_t)(seats * packer->tallies + 1), sizeof(int32_t));
    packer->faction = us_mem_alloc_array(US_SEATS_MAX, 1);
    packer->alive = us_mem_alloc_array(US_SEATS_MAX, 1);
    us_packer_restart(packer);
}

void us_packer_clear(us_packer *packer)
{
    us_mem_free(packer->entity);
    for (int p = 0; p < US_PLANES; p++)
        us_mem_free(packer->plane[p]);
    us_mem_free(packer->tally);
    us_mem_free(packer->faction);
    us_mem_free(packer->alive);
    *packer = (us_packer){.domain = NULL};
}

void us_packer_restart(us_packer *packer)
{
    size_t cells = (size_t)packer->width * (size_t)packer->height;
    packer->now = 0;
    packer->count = 0;
    for (int p = 0; p < US_PLANES; p++)
        if (packer->plane[p])
            memset(packer->plane[p], 0, cells);
    memset(packer->tally, 0, (size_t)(packer->seats * packer->tallies) * sizeof(int32_t));
    memset(packer->faction, -1, US_SEATS_MAX);
    memset(packer->alive, 0, US_SEATS_MAX);
}

/* ---- entities */

static unsigned differs(const us_entity *a, const us_entity *b, int attributes)
{
    unsigned mask = 0;
    mask |= a->x != b->x || a->y != b->y ? ENTITY_PLACE : 0;
    mask |= a->until != b->until ? ENTITY_UNTIL : 0;
    mask |= a->status != b->status ? ENTITY_STATUS : 0;
    mask |= a->target != b->target ? ENTITY_TARGET : 0;
    mask |= a->action != b->action ? ENTITY_ACTION : 0;
    mask |= a->flags != b->flags ? ENTITY_FLAGS : 0;
    mask |= a->product != b->product ? ENTITY_PRODUCT : 0;
    mask |= a->type != b->type ? ENTITY_TYPE : 0;
    mask |= a->owner != b->owner ? ENTITY_OWNER : 0;
    if (memcmp(a->attribute, b->attribute, (size_t)attributes * sizeof(a->attribute[0])) != 0)
        mask |= ENTITY_ATTRIBUTES;
    return mask;
}

static void put_attributes(const us_entity *was, const us_entity *is, int attributes, us_str *out)
{
    uint32_t mask = 0;
    for (int i = 0; i < attributes; i++)
        mask |= was->attribute[i] != is->attribute[i] ? 1u << i : 0;
    put(out, mask);
    for (int i = 0; i < attributes; i++)
        if (mask >> i & 1)
            put_signed(out, less(is->attribute[i], was->attribute[i]));
}

static void put_fields(const us_entity *was, const us_entity *is, unsigned mask, us_cycle now,
                       int attributes, us_str *out)
{
    if (mask & ENTITY_PLACE) {
        put_signed(out, is->x - was->x);
        put_signed(out, is->y - was->y);
    }
    if (mask & ENTITY_UNTIL)
        put(out, is->until ? (uint64_t)us_zigzag_encode(less(is->until, now)) + 1 : 0);
    if (mask & ENTITY_STATUS)
        put_byte(out, is->status);
    if (mask & ENTITY_TARGET)
        put(out, is->target);
    if (mask & ENTITY_ACTION)
        put_byte(out, is->action + 1);
    if (mask & ENTITY_ATTRIBUTES)
        put_attributes(was, is, attributes, out);
    if (mask & ENTITY_FLAGS)
        put_byte(out, is->flags);
    if (mask & ENTITY_PRODUCT)
        put(out, (uint64_t)(is->product + 1));
    if (mask & ENTITY_TYPE)
        put(out, (uint64_t)is->type);
    if (mask & ENTITY_OWNER)
        put_byte(out, is->owner + 1);
}

static const us_entity nothing = {.product = US_NO_TYPE, .action = -1};

/* Merges both lists by id. Returns the number of changes; writes them if out is given. */
static int merge_entities(const us_packer *packer, const us_world *world, us_str *out)
{
    int attributes = packer->domain->attribute_count, changes = 0, was = 0, is = 0, same = 0;
    uint64_t last = 0;
    while (was < packer->count || is < world->count) {
        uint64_t old = was < packer->count ? packer->entity[was].id : UINT64_MAX;
        uint64_t id = is < world->count ? world->entity[is].id : UINT64_MAX;
        bool gone = old < id, new = id < old;
        const us_entity *a = new ? &nothing : &packer->entity[was];
        const us_entity *b = gone ? &nothing : &world->entity[is];
        unsigned mask = gone ? 0 : differs(a, b, attributes) | (new ? ENTITY_BORN : 0);
        id = gone ? old : id;
        was += !new;
        is += !gone;
        if (mask || gone) {
            changes++;
            if (out) {
                put(out, (uint64_t)same);
                put(out, mask);
                if (new)
                    put(out, id - last);
                if (!gone)
                    put_fields(a, b, mask, world->now, attributes, out);
            }
        }
        same = mask || gone ? 0 : same + 1;
        last = id;
    }
    return changes;
}

static void keep_entities(us_packer *packer, const us_world *world)
{
    if (world->count > packer->capacity) {
        packer->capacity = world->count + world->count / 2;
        packer->entity =
            us_mem_realloc(packer->entity, (size_t)packer->capacity * sizeof(us_entity));
    }
    packer->count = world->count;
    if (world->count > 0)
        memcpy(packer->entity, world->entity, (size_t)world->count * sizeof(us_entity));
}

/* ---- planes and tallies */

/* Returns the first cell at or after `at` that differs; compares eight at a time. */
static size_t next_difference(const uint8_t *a, const uint8_t *b, size_t at, size_t cells)
{
    uint64_t x, y;
    while (cells - at >= 8 && (memcpy(&x, a + at, 8), memcpy(&y, b + at, 8), x == y))
        at += 8;
    while (at < cells && a[at] == b[at])
        at++;
    return at;
}

/* Terrain is stored by value, because the reader translates it; other planes as changed bits. */
static int merge_plane(us_packer *packer, int p, const uint8_t *is, us_str *out)
{
    size_t cells = (size_t)packer->width * (size_t)packer->height, end = 0;
    const uint8_t *was = packer->plane[p];
    int runs = 0;
    for (size_t at = next_difference(was, is, 0, cells); at < cells;
         at = next_difference(was, is, at, cells)) {
        size_t start = at;
        while (at < cells && was[at] != is[at])
            at++;
        runs++;
        if (out) {
            put(out, start - end);
            put(out, at - start);
            for (size_t i = start; i < at; i++)
                put_byte(out, p == US_PLANE_TERRAIN ? is[i] : is[i] ^ was[i]);
        }
        end = at;
    }
    return runs;
}

static int merge_tallies(const us_packer *packer, const us_world *world, us_str *out)
{
    int count = packer->seats * packer->tallies, changes = 0, same = 0;
    for (int i = 0; i < count; i++, same++) {
        if (packer->tally[i] == world->tally[i])
            continue;
        changes++;
        if (out) {
            put(out, (uint64_t)same);
            put_signed(out, less(world->tally[i], packer->tally[i]));
        }
        same = -1;
    }
    return changes;
}

/* ---- a state */

/* Fails on a world that no reader would accept. */
static us_status check(const us_packer *packer, const us_world *world, us_error *err)
{
    us_id last = 0;
    if (world->count > US_STATES_ENTITIES_MAX)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "cycle %d: expected at most %d entities",
                            (int)world->now, (int)US_STATES_ENTITIES_MAX);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->id <= last)
            return us_error_set(
                err, US_FAILED, NULL, 0, 0,
                "cycle %d: expected entities in order of their ids, found %u after %u",
                (int)world->now, (unsigned)e->id, (unsigned)last);
        last = e->id;
        if (e->x < 0 || e->y < 0 || e->x >= packer->width || e->y >= packer->height)
            return us_error_set(err, US_FAILED, NULL, 0, 0,
                                "cycle %d: entity %u is off the map: %d,%d", (int)world->now,
                                (unsigned)e->id, e->x, e->y);
        if (e->type < 0 || e->type >= packer->domain->type_count || e->owner < US_NEUTRAL ||
            e->owner >= packer->seats || e->status >= packer->domain->statuses.count ||
            e->action >= packer->domain->action_count)
            return us_error_set(
                err, US_FAILED, NULL, 0, 0,
                "cycle %d: entity %u has a type, owner, status or action that is none",
                (int)world->now, (unsigned)e->id);
    }
    return US_OK;
}

us_status us_packer_add(us_packer *packer, const us_world *world, us_str *out, us_error *err)
{
    size_t seats = (size_t)packer->seats, cells = (size_t)packer->width * (size_t)packer->height;
    us_assert(world->width == packer->width && world->height == packer->height &&
              world->seats == packer->seats);
    US_TRY(check(packer, world, err));
    int entities = merge_entities(packer, world, NULL);
    int tallies = merge_tallies(packer, world, NULL), parts = 0;
    bool seats_differ = memcmp(packer->faction, world->faction, seats) != 0 ||
                        memcmp(packer->alive, world->alive, seats) != 0;
    for (int p = 0; p < US_PLANES; p++) {
        us_assert(!packer->plane[p] || world->plane[p]);
        if (packer->plane[p] && memcmp(packer->plane[p], world->plane[p], cells) != 0)
            parts |= 1 << p;
    }
    parts |= (tallies ? PART_TALLIES : 0) | (entities ? PART_ENTITIES : 0) |
             (seats_differ ? PART_SEATS : 0);
    put(out, (uint64_t)(world->now - packer->now));
    put_byte(out, parts);
    for (size_t i = 0; seats_differ && i < seats; i++) {
        put_byte(out, world->faction[i] + 1);
        put_byte(out, world->alive[i]);
    }
    if (tallies) {
        put(out, (uint64_t)tallies);
        merge_tallies(packer, world, out);
    }
    if (entities) {
        put(out, (uint64_t)entities);
        merge_entities(packer, world, out);
    }
    for (int p = 0; p < US_PLANES; p++) {
        if (!(parts >> p & 1))
            continue;
        put(out, (uint64_t)merge_plane(packer, p, world->plane[p], NULL));
        merge_plane(packer, p, world->plane[p], out);
        memcpy(packer->plane[p], world->plane[p], cells);
    }
    packer->now = world->now;
    memcpy(packer->faction, world->faction, seats);
    memcpy(packer->alive, world->alive, seats);
    memcpy(packer->tally, world->tally, seats * (size_t)packer->tallies * sizeof(int32_t));
    keep_entities(packer, world);
    return US_OK;
}
