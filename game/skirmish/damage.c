#include "game/skirmish/act.h"

/* ---- numbers */

static void learn_type(sk_game *g, us_seat seat, us_type type, sk_stats *stats)
{
    const sk_type *base = sk_type_numbers(g, type);
    *stats = (sk_stats){.armor = (int16_t)base->armor,
                        .basic = (int16_t)base->basic,
                        .piercing = (int16_t)base->piercing,
                        .range = (int16_t)base->range,
                        .sight = (int16_t)base->sight,
                        .regeneration = (int16_t)base->regeneration};
    for (int i = 0; i < g->rules->bonus_count; i++) {
        const sk_bonus *bonus = &g->rules->bonus[i];
        if (bonus->type != type || seat < 0 ||
            !sk_seat_tally(g, seat, sk_type_def(g, bonus->upgrade)->tally))
            continue;
        stats->armor += (int16_t)bonus->armor;
        stats->basic += (int16_t)bonus->basic;
        stats->piercing += (int16_t)bonus->piercing;
        stats->range += (int16_t)bonus->range;
        stats->sight += (int16_t)bonus->sight;
        stats->regeneration += (int16_t)bonus->regeneration;
    }
}

void sk_stats_update(sk_game *g, us_seat seat)
{
    /* sight may grow: removed with the old radius, added again with the new one */
    for (int i = 0; g->base.scenario->fog && i < g->core->count; i++) {
        if (g->entity[i].owner == seat && !(g->entity[i].flags & US_ENTITY_INSIDE))
            sk_sight_add(g, g->slot_at[i], -1);
    }
    for (int type = 0; type < g->domain->type_count; type++)
        learn_type(g, seat, (us_type)type, &g->stats[(seat + 1) * g->domain->type_count + type]);
    for (int i = 0; g->base.scenario->fog && i < g->core->count; i++) {
        if (g->entity[i].owner == seat && !(g->entity[i].flags & US_ENTITY_INSIDE))
            sk_sight_add(g, g->slot_at[i], 1);
    }
    sk_stats_publish_ranges(g, seat);
}

void sk_game_regenerate(sk_game *g)
{
    for (int i = 0; i < g->core->count; i++) {
        us_entity *entity = &g->entity[i];
        int rate = sk_game_stats(g, entity->owner, entity->type)->regeneration;
        int32_t full = sk_type_def(g, entity->type)->attribute[0];
        if (!rate || entity->attribute[0] >= full || entity->status == g->words->dead ||
            (entity->flags & US_ENTITY_UNFINISHED))
            continue;
        entity->attribute[0] += rate;
        if (entity->attribute[0] > full)
            entity->attribute[0] = full;
        sk_unit_mark_changed(g, g->slot_at[i]);
    }
}

/* ---- harm */

static int blow_size(sk_game *g, int basic, int piercing, int armor)
{
    int base = basic - armor;
    base = (base > 1 ? base : 1) + piercing;
    return base - (int)us_rng_next_below(&g->core->rng, (uint32_t)((base + 2) / 2));
}

static void kill(sk_game *g, sk_slot slot, us_id by, us_seat winner)
{
    const sk_unit *unit = &g->unit[slot];
    bool building = sk_type_def(g, unit->type)->movement < 0;
    sk_tally_add(g, unit->owner, g->words->losses, 1);
    if (winner >= 0 && winner != unit->owner) {
        sk_tally_add(g, winner, building ? g->words->razed : g->words->kills, 1);
        sk_tally_add(g, winner, g->words->score, sk_type_numbers(g, unit->type)->points);
    }
    sk_unit_fail_tasks(g, slot);
    sk_unit_remove(g, slot, US_GONE_KILLED, by);
}

/* Remembers the attacker. An idle unit soon turns to it (idle.c). */
static void alarm(sk_game *g, sk_slot slot, us_id by)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot enemy = sk_slot_find(g, by);
    if (!enemy || g->unit[enemy].owner == unit->owner || unit->owner < 0)
        return;
    unit->hit_by = by;
    if (unit->task.action >= 0 || unit->inside || sk_type_def(g, unit->type)->movement < 0)
        return;
    us_cycle soon = g->core->now + 1;
    sk_unit_wake_by(g, slot, unit->busy > soon ? unit->busy : soon);
}

/* The shooter may be dead by now: its seat gets the credit. */
static void harm(sk_game *g, sk_slot slot, int amount, us_id by, us_seat owner)
{
    sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_unit_entity(g, slot);
    if (entity->status == g->words->dead || amount <= 0)
        return;
    if (amount > entity->attribute[0])
        amount = entity->attribute[0];
    sk_unit_emit_event(
        g, slot,
        (us_event){.kind = US_EVENT_ATTACKED, .type = unit->type, .other = by, .value = amount});
    entity->attribute[0] -= amount;
    sk_unit_mark_changed(g, slot);
    if (entity->attribute[0] <= 0)
        kill(g, slot, by, owner);
    else
        alarm(g, slot, by);
}

static void harm_wall(sk_game *g, int x, int y, int basic, int piercing)
{
    int cell = sk_game_cell(g, x, y);
    const us_terrain *terrain = &g->domain->terrain[g->plane[US_PLANE_TERRAIN][cell]];
    if (!terrain->breakable)
        return;
    int left =
        g->plane[US_PLANE_AMOUNT][cell] - blow_size(g, basic, piercing, g->rules->wall_armor);
    if (left > 0)
        sk_terrain_set(g, x, y, g->plane[US_PLANE_TERRAIN][cell], left);
    else
        sk_terrain_set(g, x, y, terrain->becomes, 0);
}

/* A burst hits each unit around once, friend or foe: fully on the cell, half as hard per king's
 * move of distance. */
static void burst(sk_game *g, const sk_missile *missile, int splash)
{
    sk_slot hit[64];
    int count = 0;
    for (int ring = 0; ring <= splash; ring++) {
        for (int y = missile->y - ring; y <= missile->y + ring; y++) {
            for (int x = missile->x - ring; x <= missile->x + ring; x++) {
                bool edge = y == missile->y - ring || y == missile->y + ring ||
                            x == missile->x - ring || x == missile->x + ring;
                if (!edge || x < 0 || y < 0 || x >= g->width || y >= g->height)
                    continue;
                if (ring == 0)
                    harm_wall(g, x, y, missile->basic, missile->piercing);
                sk_slot slot = g->occupant[sk_game_cell(g, x, y)];
                bool seen = !slot || sk_type_def(g, g->unit[slot].type)->kind == US_KIND_RESOURCE;
                for (int i = 0; i < count && !seen; i++)
                    seen = hit[i] == slot;
                if (seen || count == US_COUNT(hit))
                    continue;
                hit[count++] = slot;
                int armor = sk_game_stats(g, g->unit[slot].owner, g->unit[slot].type)->armor;
                int blow = blow_size(g, missile->basic, missile->piercing, armor);
                harm(g, slot, ring ? blow / (2 * ring) : blow, missile->from, missile->owner);
            }
        }
    }
}

static void land(sk_game *g, const sk_missile *missile)
{
    int splash = sk_type_numbers(g, missile->type)->splash;
    if (splash > 0 || !missile->at) {
        burst(g, missile, splash);
        return;
    }
    sk_slot slot = sk_slot_find(g, missile->at);
    if (!slot || g->unit[slot].inside)
        return;
    int armor = sk_game_stats(g, g->unit[slot].owner, g->unit[slot].type)->armor;
    harm(g, slot, blow_size(g, missile->basic, missile->piercing, armor), missile->from,
         missile->owner);
}

/* The list of missiles is sorted by landing, then by launch. */
void sk_missiles_land(sk_game *g)
{
    sk_core *core = g->core;
    while (core->missiles && g->missile[core->missiles].hit <= core->now) {
        uint16_t number = (uint16_t)core->missiles;
        sk_missile missile = g->missile[number];
        core->missiles = missile.next;
        g->missile[number].next = core->free_missile;
        core->free_missile = number;
        land(g, &missile);
    }
}

us_cycle sk_missiles_next(const sk_game *g)
{
    return g->core->missiles ? g->missile[g->core->missiles].hit : INT32_MAX;
}

void sk_unit_strike(sk_game *g, sk_slot slot, us_id at, int x, int y, int distance)
{
    sk_unit *unit = &g->unit[slot];
    sk_core *core = g->core;
    const sk_type *numbers = sk_type_numbers(g, unit->type);
    const sk_stats *stats = sk_game_stats(g, unit->owner, unit->type);
    sk_missile missile = {.hit = core->now + numbers->flight * distance,
                          .from = unit->id,
                          .at = at,
                          .type = unit->type,
                          .owner = unit->owner,
                          .x = (int16_t)x,
                          .y = (int16_t)y,
                          .basic = stats->basic,
                          .piercing = stats->piercing};
    uint16_t number = core->free_missile;
    if (missile.hit == core->now || !number) {
        land(g, &missile);
        return;
    }
    core->free_missile = g->missile[number].next;
    uint16_t before = 0, next = (uint16_t)core->missiles;
    while (next && g->missile[next].hit <= missile.hit) {
        before = next;
        next = g->missile[next].next;
    }
    missile.next = next;
    g->missile[number] = missile;
    if (before)
        g->missile[before].next = number;
    else
        core->missiles = number;
}
