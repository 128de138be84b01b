#include "game/snapshot.h"
#include "game/skirmish/state.h"

static us_hash add_two(us_hash hash, uint32_t high, uint32_t low)
{
    return us_hash_add(hash, (uint64_t)high << 32 ^ low);
}

static us_hash add_four(us_hash hash, int16_t a, int16_t b, int16_t c, int16_t d)
{
    return add_two(hash, (uint32_t)(uint16_t)a << 16 ^ (uint16_t)b,
                   (uint32_t)(uint16_t)c << 16 ^ (uint16_t)d);
}

static us_hash hash_task(const sk_task *task, us_hash hash)
{
    hash = us_hash_add(hash, ((uint64_t)task->order << 8) ^ (uint8_t)task->action);
    return add_two(hash, (uint32_t)task->arg[0], (uint32_t)task->arg[1]);
}

static us_hash hash_unit(const sk_unit *unit, us_hash hash)
{
    hash = hash_task(&unit->task, us_hash_add(hash, unit->id));
    hash = add_two(hash, (uint32_t)unit->wake, (uint32_t)unit->busy);
    hash = add_two(hash, (uint32_t)unit->ready, (uint32_t)unit->began);
    hash = add_two(hash, unit->target, unit->foe);
    hash = add_two(hash, unit->house, unit->hit_by);
    hash = add_four(hash, unit->to_x, unit->to_y, unit->from_x, unit->from_y);
    hash = add_four(hash, unit->work_x, unit->work_y, unit->makes, unit->carried);
    hash = us_hash_add(hash, ((uint64_t)unit->phase << 32) ^ ((uint64_t)unit->attempts << 24) ^
                                 (uint64_t)(unit->inside * 1 + unit->stands * 2 +
                                            unit->loading * 4 + unit->under_way * 8) ^
                                 ((uint64_t)(uint32_t)unit->built << 40));
    hash = us_hash_add(us_hash_add(hash, unit->route), unit->aim ^ (uint8_t)unit->seeks);
    hash = us_hash_add(hash, unit->builder);
    for (int i = 0; i < unit->making_count; i++)
        hash = add_two(hash, (uint16_t)unit->making[i].type, unit->making[i].order);
    for (int i = 0; i < unit->waits; i++)
        hash = hash_task(&unit->waiting[i], hash);
    return hash;
}

static us_hash hash_missile(const sk_missile *missile, us_hash hash)
{
    hash = add_two(hash, (uint32_t)missile->hit, missile->from);
    hash = add_two(hash, missile->at, (uint32_t)(uint16_t)missile->x << 16 ^ (uint16_t)missile->y);
    return add_four(hash, missile->basic, missile->piercing, missile->type,
                    (uint8_t)missile->owner);
}

us_hash sk_game_hash(const us_game *game)
{
    sk_game *g = (sk_game *)game;
    us_hash hash = us_world_hash(sk_seat_world(g, US_NEUTRAL));
    const sk_core *core = g->core;
    hash = us_hash_add(hash, core->tag);
    hash = us_hash_add(hash, core->rng.state);
    hash = add_two(hash, core->next_id, (uint32_t)core->outcome);
    for (int i = 0; i < core->count; i++)
        hash = hash_unit(&g->unit[g->slot_at[i]], hash);
    for (uint32_t m = core->missiles; m; m = g->missile[m].next)
        hash = hash_missile(&g->missile[m], hash);
    if (g->base.scenario->fog)
        hash = us_hash_add_bytes(hash, g->known, (size_t)(2 * g->seats * g->cells));
    return hash;
}

static us_snapshot snapshot(const sk_game *g)
{
    uint64_t layout = sizeof(sk_core) * 1000003 + sizeof(sk_unit) * 1009 + sizeof(us_entity);
    return (us_snapshot){&g->base, layout, (us_events *)&g->pending, {{g->core, g->block_size}}};
}

void sk_game_save(const us_game *game, us_str *out)
{
    us_snapshot state = snapshot((const sk_game *)game);
    us_snapshot_save(&state, out);
}

us_status sk_game_load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    sk_game *g = (sk_game *)game;
    us_snapshot state = snapshot(g);
    US_TRY(us_snapshot_load(&state, bytes, length, err));
    sk_seen_free(g);
    g->world.now = g->core->now;
    g->world.count = g->core->count;
    return US_OK;
}
