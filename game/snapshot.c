#include "game/snapshot.h"

#include <string.h>

typedef struct header {
    char magic[8];
    uint64_t layout;
    uint64_t domain_hash, map_hash, rules_hash;
    uint64_t size, events;
    uint64_t check; /* of all that follows */
} header;

static header header_of(const us_snapshot *state)
{
    const us_scenario *scenario = state->game->scenario;
    return (header){.magic = "ussave2",
                    .layout = state->layout,
                    .domain_hash = scenario->domain->hash,
                    .map_hash = scenario->map_hash,
                    .rules_hash = scenario->rules_hash,
                    .size = state->part[0].size + state->part[1].size};
}

void us_snapshot_save(const us_snapshot *state, us_str *out)
{
    size_t events = (size_t)state->pending->count * sizeof(us_event);
    header head = header_of(state);
    head.events = (uint64_t)state->pending->count;
    head.check = US_HASH_START;
    for (int i = 0; i < US_COUNT(state->part); i++)
        head.check = us_hash_add_bytes(head.check, state->part[i].block, state->part[i].size);
    head.check = us_hash_add_bytes(head.check, state->pending->event, events);
    us_str_add_bytes(out, (const char *)&head, sizeof(head));
    for (int i = 0; i < US_COUNT(state->part); i++)
        us_str_add_bytes(out, state->part[i].block, state->part[i].size);
    us_str_add_bytes(out, (const char *)state->pending->event, events);
}

us_status us_snapshot_load(const us_snapshot *state, const char *bytes, size_t length,
                           us_error *err)
{
    header head, mine = header_of(state);
    if (length < sizeof(head))
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "%zu bytes are no snapshot", length);
    memcpy(&head, bytes, sizeof(head));
    const char *body = bytes + sizeof(head), *events = body + mine.size;
    mine.events = head.events;
    mine.check = head.check;
    if (memcmp(&head, &mine, sizeof(head)) != 0 || head.events > (uint64_t)INT32_MAX ||
        length != sizeof(head) + mine.size + head.events * sizeof(us_event))
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "a snapshot of another map, other rules or another program");
    us_hash check = US_HASH_START;
    const char *at = body;
    for (int i = 0; i < US_COUNT(state->part); at += state->part[i++].size)
        check = us_hash_add_bytes(check, at, state->part[i].size);
    if (us_hash_add_bytes(check, events, head.events * sizeof(us_event)) != head.check)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "a damaged snapshot");
    for (int i = 0; i < US_COUNT(state->part); body += state->part[i++].size)
        if (state->part[i].size > 0)
            memcpy(state->part[i].block, body, state->part[i].size);
    us_events_reset(state->pending);
    us_events_reserve(state->pending, (int)head.events);
    if (head.events)
        memcpy(state->pending->event, events, head.events * sizeof(us_event));
    state->pending->count = (int)head.events;
    return US_OK;
}

/* ---- block */

enum { LINE = 64 };

void *us_block_add_part(us_block *block, size_t count, size_t size)
{
    void *at = block->bytes ? block->bytes + block->used : NULL;
    block->used += (count * size + LINE - 1) / LINE * LINE;
    return at;
}

void *us_block_new(void (*lay_out)(void *game, us_block *block), void *game, size_t *size)
{
    us_block measure = {0};
    lay_out(game, &measure);
    char *memory = us_mem_alloc(measure.used + LINE);
    us_block place = {(char *)(((uintptr_t)memory + LINE - 1) / LINE * LINE), 0};
    lay_out(game, &place);
    *size = measure.used;
    return memory;
}
