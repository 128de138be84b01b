/* Any bytes as stored states. What begins as such a file does is read as one; of anything else the
 * bytes behind the first are unpacked states, which packed again give the same worlds. */
#include <string.h>

#include "traces/states_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char domain_text[] =
    "{\"domain\": \"small\", \"cycles_per_second\": 10,\n"
    " \"factions\": {\"red\": \"\", \"blue\": \"\"}, \"resources\": {\"ore\": \"from rocks\"},\n"
    " \"counters\": {\"kills\": \"\"}, \"movements\": {\"land\": \"on foot\"},\n"
    " \"statuses\": {\"idle\": \"\", \"busy\": \"\"}, \"roles\": {\"worker\": \"works\"},\n"
    " \"attributes\": [{\"name\": \"hit_points\", \"low\": 0, \"high\": 100}],\n"
    " \"terrains\": [{\"name\": \"plain\", \"symbol\": \".\", \"passable\": [\"land\"]},\n"
    "   {\"name\": \"rock\", \"symbol\": \"^\"}],\n"
    " \"actions\": [{\"name\": \"go\", \"by\": [\"worker\"], \"group\": true, \"patience\": 30,\n"
    "   \"params\": {\"cell\": \"cell\"}, \"effects\": [{\"effect\": \"move\"}]}],\n"
    " \"types\": [{\"name\": \"hand\", \"kind\": \"unit\", \"size\": [1, 1], \"movement\": "
    "\"land\",\n"
    "   \"roles\": [\"worker\"], \"attributes\": {\"hit_points\": 5}}, {\"name\": \"foot\", "
    "\"kind\": \"unit\", "
    "\"size\": [1, 1], \"movement\": \"land\", \"attributes\": {\"hit_points\": 9}}]}\n";

enum { STATES_MAX = 2000 };

static const us_domain *small_domain(void)
{
    static us_domain *domain;
    if (!domain)
        us_assert(us_domain_parse("small", domain_text, sizeof domain_text - 1, &domain, NULL) ==
                  US_OK);
    return domain;
}

/* Nobody who uses it as an index is led astray. */
static void check_world(const us_world *world)
{
    const us_domain *domain = world->domain;
    us_id last = 0;
    us_assert(world->count <= US_STATES_ENTITIES_MAX && !world->revision);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        us_assert(e->id > last && us_world_is_inside(world, e->x, e->y));
        us_assert(e->type >= 0 && e->type < domain->type_count && e->owner >= US_NEUTRAL &&
                  e->owner < world->seats && e->status < domain->statuses.count);
        us_assert(e->action >= -1 && e->action < domain->action_count && e->product >= -1 &&
                  e->product < domain->type_count);
        last = e->id;
    }
    for (int seat = 0; seat < world->seats; seat++)
        us_assert(world->alive[seat] <= 1 && world->faction[seat] < domain->factions.count);
}

static void read_file(const char *bytes, size_t size)
{
    us_states *states = NULL;
    const us_world *world = NULL;
    us_error err = {0};
    us_status status = us_states_open_bytes("fuzz", bytes, size, small_domain(), &states, &err);
    if (status != US_OK) {
        us_assert(err.text[0]);
        return;
    }
    us_cycle now = -1;
    int64_t count = 0;
    for (int i = 0; i < STATES_MAX; i++) {
        status = us_states_next(states, &world, &err);
        if (status == US_OK && !world)
            break;
        us_assert(status == US_OK || err.text[0]);
        if (status != US_OK)
            continue;
        us_assert(world->now > now && ++count <= us_states_count(states));
        now = world->now;
        check_world(world);
    }
    us_cycle half = now > 0 ? now / 2 : 0;
    if (us_states_at(states, half, &world, NULL) == US_OK)
        us_assert(!world || world->now <= half);
    us_states_close(states);
}

static us_states_header header_small(void)
{
    return (us_states_header){
        .domain = "small", .width = 16, .height = 12, .seats = 2, .planes = 0x17};
}

static void unpack(const uint8_t *data, size_t size)
{
    static int16_t same[US_TYPES_MAX];
    const us_domain *domain = small_domain();
    us_states_names names[US_STATES_TABLES] = {
        {same, domain->type_count},     {same, domain->attribute_count},
        {same, domain->statuses.count}, {same, domain->action_count},
        {same, domain->terrain_count},  {same, domain->tallies.count},
        {same, domain->factions.count}};
    us_states_header header = header_small();
    us_unpacker first, second;
    us_packer packer;
    us_str packed;
    const uint8_t *at = data, *end = data + size;
    for (int i = 0; i < US_TYPES_MAX; i++)
        same[i] = (int16_t)i;
    us_str_init(&packed);
    us_unpacker_init(&first, domain, &header, names);
    us_unpacker_init(&second, domain, &header, names);
    us_packer_init(&packer, domain, header.width, header.height, header.seats, header.planes);
    while (at < end) {
        const uint8_t *was = at;
        us_cycle peeked = us_unpacker_peek(&first, at, end);
        if (!us_unpacker_next(&first, &at, end))
            break;
        us_assert(at > was && peeked == first.world.now);
        check_world(&first.world);
        us_str_reset(&packed);
        us_assert(us_packer_add(&packer, &first.world, &packed, NULL) == US_OK);
        const uint8_t *again = (const uint8_t *)packed.text;
        us_assert(us_unpacker_next(&second, &again, again + packed.length));
        us_assert(us_world_hash(&first.world) == us_world_hash(&second.world));
    }
    us_unpacker_clear(&first);
    us_unpacker_clear(&second);
    us_packer_clear(&packer);
    us_str_clear(&packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == 0x50)
        read_file((const char *)data, size);
    else if (size > 1)
        unpack(data + 1, size - 1);
    return 0;
}
