#include "game/skirmish/snapshot.h"

#include <string.h>

static us_hash hash_task(const sk_task *task, us_hash hash)
{
    hash = us_hash_add(hash, ((uint64_t)task->order << 8) ^ (uint8_t)task->action);
    return us_hash_add(hash, ((uint64_t)(uint32_t)task->arg[0] << 32) ^ (uint32_t)task->arg[1]);
}

static us_hash hash_unit(const sk_unit *unit, us_hash hash)
{
    hash = hash_task(&unit->task, us_hash_add(hash, unit->id));
    hash = us_hash_add(hash, ((uint64_t)(uint32_t)unit->wake << 32) ^ (uint32_t)unit->busy);
    hash = us_hash_add(hash, ((uint64_t)(uint32_t)unit->ready << 32) ^ (uint32_t)unit->began);
    hash = us_hash_add(hash, ((uint64_t)unit->target << 32) ^ unit->foe);
    hash = us_hash_add(hash, ((uint64_t)unit->house << 32) ^ unit->hit_by);
    hash = us_hash_add(hash, ((uint64_t)(uint16_t)unit->to_x << 48) ^
                                 ((uint64_t)(uint16_t)unit->to_y << 32) ^
                                 ((uint64_t)(uint16_t)unit->from_x << 16) ^ (uint16_t)unit->from_y);
    hash = us_hash_add(hash, ((uint64_t)(uint16_t)unit->work_x << 48) ^
                                 ((uint64_t)(uint16_t)unit->work_y << 32) ^
                                 ((uint64_t)(uint16_t)unit->makes << 16) ^ (uint16_t)unit->carried);
    hash = us_hash_add(hash, ((uint64_t)unit->phase << 32) ^ ((uint64_t)unit->attempts << 24) ^
                                 (uint64_t)(unit->inside * 1 + unit->stands * 2 +
                                            unit->loading * 4 + unit->under_way * 8) ^
                                 ((uint64_t)(uint32_t)unit->built << 40));
    hash = us_hash_add(us_hash_add(hash, unit->route), unit->aim ^ (uint8_t)unit->seeks);
    hash = us_hash_add(hash, unit->builder);
    for (int i = 0; i < unit->making_count; i++)
        hash = us_hash_add(hash, ((uint64_t)(uint16_t)unit->making[i].type << 32) ^
                                     unit->making[i].order);
    for (int i = 0; i < unit->waits; i++)
        hash = hash_task(&unit->waiting[i], hash);
    return hash;
}

static us_hash hash_missile(const sk_missile *missile, us_hash hash)
{
    hash = us_hash_add(hash, ((uint64_t)(uint32_t)missile->hit << 32) ^ missile->from);
    hash = us_hash_add(hash, ((uint64_t)missile->at << 32) ^
                                 ((uint64_t)(uint16_t)missile->x << 16) ^ (uint16_t)missile->y);
    return us_hash_add(hash, ((uint64_t)(uint16_t)missile->basic << 48) ^
                                 ((uint64_t)(uint16_t)missile->piercing << 32) ^
                                 ((uint64_t)(uint16_t)missile->type << 16) ^
                                 (uint8_t)missile->owner);
}

us_hash sk_hash(const us_game *game)
{
    sk_game *g = (sk_game *)game;
    us_hash hash = us_world_hash(sk_world_of(g, US_NEUTRAL));
    const sk_core *core = g->core;
    hash = us_hash_add(hash, core->tag);
    hash = us_hash_add(hash, core->rng.state);
    hash = us_hash_add(hash, ((uint64_t)core->next_id << 32) ^ (uint32_t)core->outcome);
    for (int i = 0; i < core->count; i++)
        hash = hash_unit(&g->unit[g->slot_at[i]], hash);
    for (uint32_t m = core->missiles; m; m = g->missile[m].next)
        hash = hash_missile(&g->missile[m], hash);
    if (g->base.scenario->fog)
        hash = us_hash_bytes(hash, g->known, (size_t)(2 * g->seats * g->cells));
    return hash;
}

/* ---- snapshots: only for the same program and the same scenario. The block, then the events
 * of orders that the next step has still to tell. */

typedef struct sk_header {
    char magic[8];
    uint64_t layout; /* of the state in this program */
    uint64_t domain_hash, map_hash, rules_hash;
    uint64_t size, events;
    uint64_t check; /* of all that follows */
} sk_header;

static sk_header header_of(const sk_game *g)
{
    sk_header header = {.magic = "sksave2"};
    header.layout = sizeof(sk_core) * 1000003 + sizeof(sk_unit) * 1009 + sizeof(us_entity);
    header.domain_hash = g->domain->hash;
    header.map_hash = g->scenario->map->hash;
    header.rules_hash = g->rules->hash;
    header.size = g->block_size;
    return header;
}

void sk_save(const us_game *game, us_str *out)
{
    const sk_game *g = (const sk_game *)game;
    size_t events = (size_t)g->pending.count * sizeof(us_event);
    sk_header header = header_of(g);
    header.events = (uint64_t)g->pending.count;
    header.check = us_hash_bytes(US_HASH_START, g->core, g->block_size);
    header.check = us_hash_bytes(header.check, g->pending.event, events);
    us_str_add_bytes(out, (const char *)&header, sizeof(header));
    us_str_add_bytes(out, (const char *)g->core, g->block_size);
    us_str_add_bytes(out, (const char *)g->pending.event, events);
}

us_status sk_load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    sk_game *g = (sk_game *)game;
    sk_header header, mine = header_of(g);
    if (length < sizeof(header))
        return us_fail(err, US_MISMATCH, NULL, 0, 0, "%zu bytes are no snapshot", length);
    memcpy(&header, bytes, sizeof(header));
    const char *body = bytes + sizeof(header), *events = body + g->block_size;
    mine.events = header.events;
    mine.check = header.check;
    if (memcmp(&header, &mine, sizeof(header)) != 0 || header.events > (uint64_t)INT32_MAX ||
        length != sizeof(header) + g->block_size + header.events * sizeof(us_event))
        return us_fail(err, US_MISMATCH, NULL, 0, 0,
                       "a snapshot of another map, other rules or another program");
    us_hash check = us_hash_bytes(US_HASH_START, body, g->block_size);
    if (us_hash_bytes(check, events, header.events * sizeof(us_event)) != header.check)
        return us_fail(err, US_MISMATCH, NULL, 0, 0, "a damaged snapshot");
    memcpy(g->core, body, g->block_size);
    us_events_reset(&g->pending);
    us_events_reserve(&g->pending, (int)header.events);
    if (header.events)
        memcpy(g->pending.event, events, header.events * sizeof(us_event));
    g->pending.count = (int)header.events;
    sk_seen_free(g);
    g->world.now = g->core->now;
    g->world.count = g->core->count;
    return US_OK;
}
