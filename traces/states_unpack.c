#include "traces/states_format.h"

#include <string.h>

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
    const us_states_names *names = &unpacker->names[US_WORD_ATTRIBUTE];
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
        e->status = (uint8_t)named(c, &names[US_WORD_STATUS], get_byte(c));
    if (mask & ENTITY_TARGET)
        e->target = (us_id)get_below(c, (uint64_t)UINT32_MAX + 1);
    if (mask & ENTITY_ACTION) {
        uint32_t action = get_byte(c);
        e->action = (int8_t)(action ? named(c, &names[US_WORD_ACTION], action - 1) : -1);
    }
    if (mask & ENTITY_ATTRIBUTES)
        get_attributes(unpacker, c, e);
    if (mask & ENTITY_FLAGS)
        e->flags = (uint8_t)get_byte(c);
    if (mask & ENTITY_PRODUCT) {
        uint64_t product = get(c);
        e->product = (us_type)(product ? named(c, &names[US_WORD_TYPE], product - 1) : -1);
    }
    if (mask & ENTITY_TYPE)
        e->type = (us_type)named(c, &names[US_WORD_TYPE], get(c));
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
            (int8_t)(faction ? named(c, &unpacker->names[US_WORD_FACTION], faction - 1) : -1);
    }
}

static void get_tallies(us_unpacker *unpacker, cursor *c)
{
    const us_states_names *names = &unpacker->names[US_WORD_TALLY];
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
    const us_states_names *terrains = &unpacker->names[US_WORD_TERRAIN];
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
