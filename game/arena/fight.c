#include "game/arena/state.h"

enum { CHANCE_LOW = 5, CHANCE_HIGH = 95, MOVING = 15 };

bool ar_entity_is_armed(const ar_game *g, int i)
{
    const int32_t *a = g->entity[i].attribute;
    return a[g->words->ammo] > 0 || a[g->words->magazine] == 0;
}

/* Returns the hit chance in percent. */
static uint32_t chance(const ar_game *g, int i, int k)
{
    const ar_rule *rule = ar_entity_rule(g, i);
    const us_entity *other = &g->entity[k];
    int hit = rule->aim - rule->fall * ar_entity_distance(g, i, k);
    if (other->status == g->words->moving)
        hit -= MOVING;
    if (g->plane[US_PLANE_TERRAIN][ar_entity_cell(g, k)] == g->words->cover)
        hit /= 2;
    if (g->entity[i].owner == 1)
        hit = hit * (50 + g->scenario->map->difficulty) / 100;
    return (uint32_t)(hit < CHANCE_LOW ? CHANCE_LOW : hit > CHANCE_HIGH ? CHANCE_HIGH : hit);
}

/* Strength 0, 1, 2 gives three quarters, all, or five quarters of the type's damage; chance changes
 * it by up to a quarter. */
static int damage(ar_game *g, int i)
{
    int most = ar_entity_rule(g, i)->damage * (3 + g->entity[i].attribute[g->words->strength]) / 4;
    int low = most - most / 4, width = most / 2 + 1;
    return low + (int)us_rng_next_below(&g->core->rng, (uint32_t)width);
}

static void hurt(ar_game *g, int i, int k)
{
    const ar_words *w = g->words;
    us_entity *other = &g->entity[k];
    int life = other->attribute[0], loss = damage(g, i);
    loss = loss < life ? loss : life;
    ar_event_emit(g, k,
                  (us_event){.kind = US_EVENT_ATTACKED, .other = g->entity[i].id, .value = loss});
    ar_mood_change(
        g, k, 2 * life > g->domain->type[other->type].attribute[0] ? w->aggressive : w->defensive,
        10);
    if (loss < life) {
        ar_entity_set_attribute(g, k, 0, life - loss);
        return;
    }
    ar_tally_add(g, g->entity[i].owner, w->kills, 1);
    ar_tally_add(g, other->owner, w->losses, 1);
    ar_mood_change(g, i, w->aggressive, 10);
    ar_entity_remove(g, k, US_GONE_KILLED, i);
    ar_noise_emit(g, -1, other->x, other->y, AR_LOUD_FALL);
}

void ar_entity_strike(ar_game *g, int i, int k)
{
    const ar_words *w = g->words;
    const us_entity *e = &g->entity[i];
    bool shot = e->attribute[w->magazine] > 0;
    bool hit = us_rng_next_bool(&g->core->rng, chance(g, i, k), 100);
    ar_noise_emit(g, i, e->x, e->y, ar_entity_rule(g, i)->loud);
    if (shot) {
        ar_entity_set_attribute(g, i, w->ammo, e->attribute[w->ammo] - 1);
        ar_tally_add(g, e->owner, w->shots, 1);
        ar_event_emit_at(g, k, ar_entity_cell(g, i),
                         (us_event){.kind = US_EVENT_SHOT, .other = e->id, .value = hit});
        ar_mood_change(g, k, w->alarm, 20);
        ar_mood_change(g, k, w->defensive, 5);
        if (g->entity[k].action < 0)
            ar_entity_face(g, k, e->x, e->y);
    }
    ar_boredom_reduce(g, e->owner == 0 ? 5 : 10);
    if (hit)
        hurt(g, i, k);
    if (shot && e->attribute[w->ammo] == 0) {
        ar_event_emit(g, i, (us_event){.kind = US_EVENT_EMPTY});
        ar_mood_change(g, i, w->defensive, 20);
    }
}

/* ---- moods */

static int within(int value, int high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

void ar_mood_change(ar_game *g, int i, int attribute, int by)
{
    ar_entity_set_attribute(g, i, attribute, within(g->entity[i].attribute[attribute] + by, 100));
}

void ar_mood_relax(ar_game *g, int i)
{
    const ar_words *w = g->words;
    const int moods[] = {w->aggressive, w->defensive, w->alarm};
    for (int m = 0; m < US_COUNT(moods); m++) {
        int off = g->mind[i].base[m] - g->entity[i].attribute[moods[m]];
        ar_mood_change(g, i, moods[m], off > 5 ? 5 : off < -5 ? -5 : off);
    }
}

static void add_boredom(ar_game *g, int by)
{
    int bored = g->tally[g->words->bored];
    ar_tally_add(g, 0, g->words->bored, within(bored + by, 100) - bored);
}

void ar_boredom_reduce(ar_game *g, int amount)
{
    g->core->quiet = g->core->now;
    add_boredom(g, -amount);
}

void ar_boredom_update(ar_game *g)
{
    if (g->core->now - g->core->quiet < AR_DULL)
        return;
    g->core->quiet = g->core->now;
    add_boredom(g, 5);
}
