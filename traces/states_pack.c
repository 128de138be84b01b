#include "traces/states_format.h"

#include <string.h>

#include "base/sort.h"
#include "traces/world_history.h"

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

/* ---- packing: life */

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

/* ---- unpacking */

/* A position in untrusted bytes. Each read sets `bad` at a fault; callers check it at the end. */
typedef struct cursor {
    const uint8_t *at, *end;
    bool bad;
} cursor;

static uint32_t get_byte(cursor *c)
{
    if (c->at < c->end)
        return *c->at++;
    c->bad = true;
    return 0;
}

static uint64_t get(cursor *c)
{
    if (c->at < c->end && *c->at < 0x80)
        return *c->at++;
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        uint32_t byte = get_byte(c);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    c->bad = true;
    return 0;
}

static uint64_t get_below(cursor *c, uint64_t limit)
{
    uint64_t value = get(c);
    if (value < limit)
        return value;
    c->bad = true;
    return 0;
}

static int32_t get_signed(cursor *c)
{
    return us_zigzag_decode((uint32_t)get_below(c, (uint64_t)UINT32_MAX + 1));
}

static int32_t sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* Returns the domain's index of a stored one. */
static int named(cursor *c, const us_states_names *names, uint64_t index)
{
    if (index < (uint64_t)names->count)
        return names->index[index];
    c->bad = true;
    return 0;
}

/* ---- life */

static void reserve(us_unpacker *unpacker, int count)
{
    if (count <= unpacker->capacity)
        return;
    count += count / 2 + 16;
    unpacker->entity = us_mem_realloc(unpacker->entity, (size_t)count * sizeof(*unpacker->entity));
    unpacker->spare = us_mem_realloc(unpacker->spare, (size_t)count * sizeof(*unpacker->spare));
    unpacker->capacity = count;
    unpacker->world.entity = unpacker->entity;
}

void us_unpacker_init(us_unpacker *unpacker, const us_domain *domain,
                      const us_states_header *header, const us_states_names *names)
{
    size_t cells = (size_t)header->width * (size_t)header->height;
    *unpacker = (us_unpacker){.names = names};
    for (int p = 0; p < US_PLANES; p++)
        unpacker->plane[p] = header->planes >> p & 1 ? us_mem_alloc_array(cells, 1) : NULL;
    reserve(unpacker, 1);
    unpacker->tally =
        us_mem_alloc_array((size_t)(header->seats * domain->tallies.count + 1), sizeof(int32_t));
    unpacker->faction = us_mem_alloc_array(US_SEATS_MAX, 1);
    unpacker->alive = us_mem_alloc_array(US_SEATS_MAX, 1);
    unpacker->census =
        us_mem_alloc_array((size_t)us_census_size(domain, header->seats), sizeof(uint16_t));
    unpacker->world = (us_world){.domain = domain,
                                 .entity = unpacker->entity,
                                 .width = header->width,
                                 .height = header->height,
                                 .seats = header->seats,
                                 .tally = unpacker->tally,
                                 .faction = unpacker->faction,
                                 .alive = unpacker->alive,
                                 .census = unpacker->census};
    for (int p = 0; p < US_PLANES; p++)
        unpacker->world.plane[p] = unpacker->plane[p];
    us_unpacker_restart(unpacker);
}

void us_unpacker_clear(us_unpacker *unpacker)
{
    us_mem_free(unpacker->entity);
    us_mem_free(unpacker->spare);
    for (int p = 0; p < US_PLANES; p++)
        us_mem_free(unpacker->plane[p]);
    us_mem_free(unpacker->tally);
    us_mem_free(unpacker->faction);
    us_mem_free(unpacker->alive);
    us_mem_free(unpacker->census);
    *unpacker = (us_unpacker){.names = NULL};
}

void us_unpacker_restart(us_unpacker *unpacker)
{
    us_world *world = &unpacker->world;
    size_t cells = (size_t)world->width * (size_t)world->height;
    size_t tallies = (size_t)world->seats * (size_t)world->domain->tallies.count;
    world->now = 0;
    world->count = 0;
    for (int p = 0; p < US_PLANES; p++)
        if (unpacker->plane[p])
            memset(unpacker->plane[p], 0, cells);
    memset(unpacker->tally, 0, tallies * sizeof(int32_t));
    memset(unpacker->faction, -1, US_SEATS_MAX);
    memset(unpacker->alive, 0, US_SEATS_MAX);
}

/* ---- entities */

static void get_attributes(us_unpacker *unpacker, cursor *c, us_entity *e)
{
    const us_states_names *names = &unpacker->names[US_TABLE_ATTRIBUTE];
    uint64_t mask = get_below(c, (uint64_t)1 << US_ATTRIBUTES_MAX);
    for (uint32_t i = 0; mask >> i; i++) {
        if (!(mask >> i & 1))
            continue;
        int attribute = named(c, names, i);
        e->attribute[attribute] = sum(e->attribute[attribute], get_signed(c));
    }
}

static void get_fields(us_unpacker *unpacker, cursor *c, unsigned mask, us_entity *e)
{
    const us_world *world = &unpacker->world;
    const us_states_names *names = unpacker->names;
    if (mask & ENTITY_PLACE) {
        int32_t x = sum(e->x, get_signed(c)), y = sum(e->y, get_signed(c));
        c->bad |= !us_world_is_inside(world, x, y);
        e->x = (int16_t)x;
        e->y = (int16_t)y;
    }
    if (mask & ENTITY_UNTIL) {
        uint64_t until = get_below(c, (uint64_t)UINT32_MAX + 2);
        e->until = until ? sum(world->now, us_zigzag_decode((uint32_t)(until - 1))) : 0;
    }
    if (mask & ENTITY_STATUS)
        e->status = (uint8_t)named(c, &names[US_TABLE_STATUS], get_byte(c));
    if (mask & ENTITY_TARGET)
        e->target = (us_id)get_below(c, (uint64_t)UINT32_MAX + 1);
    if (mask & ENTITY_ACTION) {
        uint32_t action = get_byte(c);
        e->action = (int8_t)(action ? named(c, &names[US_TABLE_ACTION], action - 1) : -1);
    }
    if (mask & ENTITY_ATTRIBUTES)
        get_attributes(unpacker, c, e);
    if (mask & ENTITY_FLAGS)
        e->flags = (uint8_t)get_byte(c);
    if (mask & ENTITY_PRODUCT) {
        uint64_t product = get(c);
        e->product = (us_type)(product ? named(c, &names[US_TABLE_TYPE], product - 1) : -1);
    }
    if (mask & ENTITY_TYPE)
        e->type = (us_type)named(c, &names[US_TABLE_TYPE], get(c));
    if (mask & ENTITY_OWNER) {
        uint32_t owner = get_byte(c);
        c->bad |= owner > (uint32_t)world->seats;
        e->owner = (us_seat)((int)owner - 1);
    }
}

/* The list being made: in place until an entity appears or goes, then in the spare list. */
typedef struct merge {
    us_entity *from, *to;
    int count, was, is; /* length of the old list; positions in both lists */
} merge;

static void keep(merge *m, int many)
{
    if (m->to != m->from && many > 0)
        memcpy(m->to + m->is, m->from + m->was, (size_t)many * sizeof(us_entity));
    m->was += many;
    m->is += many;
}

static void move_out(us_unpacker *unpacker, merge *m)
{
    if (m->to != m->from)
        return;
    m->to = unpacker->spare;
    if (m->is > 0)
        memcpy(m->to, m->from, (size_t)m->is * sizeof(us_entity));
}

static void change(us_unpacker *unpacker, cursor *c, merge *m)
{
    int many = (int)get_below(c, (uint64_t)(m->count - m->was) + 1);
    unsigned mask = (unsigned)get_below(c, ENTITY_ALL + 1);
    if (c->bad)
        return;
    keep(m, many);
    if (!(mask & ENTITY_NEW)) {
        c->bad |= m->was >= m->count;
        if (!mask)
            move_out(unpacker, m);
        if (c->bad)
            return;
        if (mask) {
            keep(m, 1);
            get_fields(unpacker, c, mask, &m->to[m->is - 1]);
        } else {
            m->was++;
        }
        return;
    }
    move_out(unpacker, m);
    if (m->is + m->count - m->was >= US_STATES_ENTITIES_MAX) {
        c->bad = true;
        return;
    }
    /* An id is relative to the previous one, whether that entity stays or is gone. */
    us_id last = 0;
    if (m->is > 0)
        last = m->to[m->is - 1].id;
    if (m->was > 0 && m->from[m->was - 1].id > last)
        last = m->from[m->was - 1].id;
    uint64_t gap = get_below(c, (uint64_t)UINT32_MAX + 1 - last);
    c->bad |= gap == 0 || (m->was < m->count && last + gap >= m->from[m->was].id);
    us_entity *e = &m->to[m->is++];
    *e = (us_entity){.id = (us_id)(last + gap), .product = US_NO_TYPE, .action = -1};
    get_fields(unpacker, c, mask, e);
}

static void get_entities(us_unpacker *unpacker, cursor *c)
{
    us_world *world = &unpacker->world;
    uint64_t changes = get_below(c, 2 * US_STATES_ENTITIES_MAX + 1);
    /* A change that adds an entity takes at least four bytes. */
    uint64_t most = (uint64_t)(c->end - c->at) / 4;
    merge m = {.count = world->count};
    reserve(unpacker, world->count + (int)(changes < most ? changes : most));
    m.from = m.to = unpacker->entity;
    for (; changes > 0 && !c->bad; changes--)
        change(unpacker, c, &m);
    if (c->bad)
        return;
    keep(&m, m.count - m.was);
    world->count = m.is;
    if (m.to != m.from) {
        unpacker->spare = m.from;
        unpacker->entity = m.to;
        world->entity = m.to;
    }
}

/* ---- the rest */

static void get_seats(us_unpacker *unpacker, cursor *c)
{
    for (int seat = 0; seat < unpacker->world.seats; seat++) {
        uint32_t faction = get_byte(c), alive = get_byte(c);
        c->bad |= alive > 1;
        unpacker->alive[seat] = (uint8_t)alive;
        unpacker->faction[seat] =
            (int8_t)(faction ? named(c, &unpacker->names[US_TABLE_FACTION], faction - 1) : -1);
    }
}

static void get_tallies(us_unpacker *unpacker, cursor *c)
{
    const us_states_names *names = &unpacker->names[US_TABLE_TALLY];
    uint64_t left = (uint64_t)unpacker->world.seats * (uint64_t)names->count, at = 0;
    for (uint64_t changes = get_below(c, left + 1); changes > 0 && !c->bad; changes--) {
        at += get_below(c, left);
        int32_t value = get_signed(c);
        if (at >= left)
            c->bad = true;
        if (c->bad)
            return;
        uint64_t seat = at / (uint64_t)names->count;
        int tally = names->index[at % (uint64_t)names->count];
        int32_t *place =
            &unpacker->tally[(int)seat * unpacker->world.domain->tallies.count + tally];
        *place = sum(*place, value);
        at++;
    }
}

static void get_plane(us_unpacker *unpacker, int p, cursor *c)
{
    const us_states_names *terrains = &unpacker->names[US_TABLE_TERRAIN];
    uint64_t cells = (uint64_t)unpacker->world.width * (uint64_t)unpacker->world.height, at = 0;
    uint8_t *plane = unpacker->plane[p];
    if (!plane) {
        c->bad = true;
        return;
    }
    for (uint64_t runs = get_below(c, cells + 1); runs > 0 && !c->bad; runs--) {
        at += get_below(c, cells);
        uint64_t length = get(c);
        if (at > cells || length > cells - at || length > (uint64_t)(c->end - c->at))
            c->bad = true;
        if (c->bad)
            return;
        if (p == US_PLANE_TERRAIN)
            for (uint64_t i = 0; i < length; i++)
                plane[at + i] = (uint8_t)named(c, terrains, c->at[i]);
        else
            for (uint64_t i = 0; i < length; i++)
                plane[at + i] ^= c->at[i];
        c->at += length;
        at += length;
    }
}

us_cycle us_unpacker_peek(const us_unpacker *unpacker, const uint8_t *at, const uint8_t *end)
{
    cursor c = {at, end, false};
    uint64_t cycles = get_below(&c, (uint64_t)(INT32_MAX - unpacker->world.now) + 1);
    return c.bad ? -1 : unpacker->world.now + (us_cycle)cycles;
}

bool us_unpacker_next(us_unpacker *unpacker, const uint8_t **at, const uint8_t *end)
{
    cursor c = {*at, end, false};
    us_world *world = &unpacker->world;
    world->now += (us_cycle)get_below(&c, (uint64_t)(INT32_MAX - world->now) + 1);
    uint32_t parts = get_byte(&c);
    if (parts & PART_SEATS)
        get_seats(unpacker, &c);
    if (parts & PART_TALLIES)
        get_tallies(unpacker, &c);
    if (parts & PART_ENTITIES)
        get_entities(unpacker, &c);
    for (int p = 0; p < US_PLANES && !c.bad; p++)
        if (parts >> p & 1)
            get_plane(unpacker, p, &c);
    *at = c.at;
    if (!c.bad)
        us_world_compute_census(world, unpacker->census);
    return !c.bad;
}

/* ---- a history of worlds */

enum { KEY_EVERY = 256 }; /* states between two whole ones: the most that looking back reads */

typedef struct kept_state {
    us_cycle cycle;
    size_t from; /* beginning in the bytes */
} kept_state;

struct us_world_history {
    us_packer packer;
    us_str bytes;
    US_LIST(kept_state) kept;
    us_states_names names[US_STATES_TABLES]; /* the domain's own names */
    int16_t own[US_TYPES_MAX];
    us_unpacker unpacker;
    int shown; /* index of the unpacker's present state; -1: before the first */
};

/* Each index stands for itself: nothing is renamed. */
static void name_all(us_world_history *past, const us_domain *domain)
{
    for (int i = 0; i < US_TYPES_MAX; i++)
        past->own[i] = (int16_t)i;
    for (int t = 0; t < US_STATES_TABLES; t++) {
        int count = us_table_count(domain, (us_table_kind)t);
        us_assert(count <= US_TYPES_MAX);
        past->names[t] = (us_states_names){.index = past->own, .count = count};
    }
}

us_world_history *us_world_history_new(const us_world *world)
{
    us_world_history *past = US_NEW(us_world_history);
    us_states_header header = {
        .width = world->width, .height = world->height, .seats = world->seats};
    for (int p = 0; p < US_PLANES; p++)
        header.planes |= world->plane[p] ? 1u << p : 0;
    us_str_init(&past->bytes);
    name_all(past, world->domain);
    us_packer_init(&past->packer, world->domain, world->width, world->height, world->seats,
                   header.planes);
    us_unpacker_init(&past->unpacker, world->domain, &header, past->names);
    past->shown = -1;
    us_world_history_add(past, world);
    return past;
}

void us_world_history_free(us_world_history *past)
{
    if (!past)
        return;
    us_packer_clear(&past->packer);
    us_unpacker_clear(&past->unpacker);
    us_str_clear(&past->bytes);
    us_mem_free(past->kept.item);
    us_mem_free(past);
}

void us_world_history_add(us_world_history *past, const us_world *world)
{
    int count = past->kept.count;
    kept_state next = {.cycle = world->now, .from = past->bytes.length};
    us_assert(count == 0 || past->kept.item[count - 1].cycle <= world->now);
    if (count > 0 && past->kept.item[count - 1].cycle == world->now)
        return;
    if (count % KEY_EVERY == 0)
        us_packer_restart(&past->packer);
    if (us_packer_add(&past->packer, world, &past->bytes, NULL) == US_OK)
        US_LIST_PUT(past->kept, next);
}

/* Returns the index of the last kept world up to the cycle, or 0. */
static int find_kept(const us_world_history *past, us_cycle cycle)
{
    int behind = US_BISECT(i, past->kept.count, past->kept.item[i].cycle <= cycle);
    return behind > 0 ? behind - 1 : 0;
}

const us_world *us_world_history_at(us_world_history *past, us_cycle cycle)
{
    int at = find_kept(past, cycle), key = at - at % KEY_EVERY;
    const uint8_t *bytes = (const uint8_t *)past->bytes.text;
    if (past->shown < key || past->shown > at)
        past->shown = key - 1;
    for (; past->shown < at && past->shown + 1 < past->kept.count; past->shown++) {
        const uint8_t *from = bytes + past->kept.item[past->shown + 1].from;
        if ((past->shown + 1) % KEY_EVERY == 0)
            us_unpacker_restart(&past->unpacker);
        bool read = us_unpacker_next(&past->unpacker, &from, bytes + past->bytes.length);
        us_assert(read);
    }
    return &past->unpacker.world;
}
