#include "traces/world_history.h"

#include "base/sort.h"
#include "traces/states_format.h"

enum { KEY_EVERY = 256 }; /* states between two whole ones: the most that looking back reads */

typedef struct kept {
    us_cycle cycle;
    size_t from; /* beginning in the bytes */
} kept;

struct us_world_history {
    us_packer packer;
    us_str bytes;
    US_LIST(kept) kept;
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
        int count = us_word_count(domain, (us_word_kind)t);
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
    kept next = {.cycle = world->now, .from = past->bytes.length};
    us_assert(count == 0 || past->kept.item[count - 1].cycle <= world->now);
    if (count > 0 && past->kept.item[count - 1].cycle == world->now)
        return;
    if (count % KEY_EVERY == 0)
        us_packer_restart(&past->packer);
    if (us_packer_add(&past->packer, world, &past->bytes, NULL) == US_OK)
        US_LIST_PUT(past->kept, next);
}

/* Returns the index of the last kept world up to the cycle, or 0. */
static int find(const us_world_history *past, us_cycle cycle)
{
    int behind = US_BISECT(i, past->kept.count, past->kept.item[i].cycle <= cycle);
    return behind > 0 ? behind - 1 : 0;
}

const us_world *us_world_history_at(us_world_history *past, us_cycle cycle)
{
    int at = find(past, cycle), key = at - at % KEY_EVERY;
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
