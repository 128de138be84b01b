#include "traces/lives.h"

#include <string.h>

/* A life in a list sorted by beginnings, linked to the previous life of the same entity. */
typedef struct entry {
    us_life life;
    int before; /* of the same entity, or -1 */
} entry;

struct us_lives {
    US_LIST(entry) list;
    int *living; /* entries of the last world, in id order */
    int living_count, living_capacity;
    int *last; /* the last entry of each id: open addressing, entry + 1 */
    int slots, ids;
};

static us_lives *new_lives(void)
{
    us_lives *lives = US_NEW(us_lives);
    lives->slots = 256;
    lives->last = US_NEW_ARRAY(int, lives->slots);
    return lives;
}

void us_lives_free(us_lives *lives)
{
    if (!lives)
        return;
    us_mem_free(lives->list.item);
    us_mem_free(lives->living);
    us_mem_free(lives->last);
    us_mem_free(lives);
}

/* ---- the last entry of an id */

static int *slot_of(const us_lives *lives, us_id id)
{
    uint32_t mask = (uint32_t)lives->slots - 1, at = (id * 2654435761u >> 7) & mask;
    while (lives->last[at] && lives->list.item[lives->last[at] - 1].life.id != id)
        at = (at + 1) & mask;
    return &lives->last[at];
}

static void grow_slots(us_lives *lives)
{
    int *old = lives->last, slots = lives->slots;
    lives->slots = 2 * slots;
    lives->last = US_NEW_ARRAY(int, lives->slots);
    for (int i = 0; i < slots; i++)
        if (old[i])
            *slot_of(lives, lives->list.item[old[i] - 1].life.id) = old[i];
    us_mem_free(old);
}

static int add(us_lives *lives, const us_entity *e, us_cycle from)
{
    if (2 * lives->ids >= lives->slots)
        grow_slots(lives);
    int *slot = slot_of(lives, e->id);
    lives->ids += *slot == 0;
    US_LIST_PUT(lives->list, ((entry){{e->id, e->type, e->owner, from, INT32_MAX}, *slot - 1}));
    *slot = lives->list.count;
    return lives->list.count - 1;
}

/* ---- worlds */

static void see_world(us_lives *lives, const us_world *world, us_cycle since)
{
    int room = lives->living_count + world->count, kept = 0, was = 0;
    if (room > lives->living_capacity) {
        lives->living_capacity = 2 * room;
        lives->living =
            us_mem_realloc(lives->living, (size_t)lives->living_capacity * sizeof(*lives->living));
    }
    /* The new list follows the old one, then replaces it. */
    int *now = lives->living + lives->living_count;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        for (; was < lives->living_count && lives->list.item[lives->living[was]].life.id < e->id;
             was++)
            lives->list.item[lives->living[was]].life.to = world->now;
        bool known =
            was < lives->living_count && lives->list.item[lives->living[was]].life.id == e->id;
        us_life *life = known ? &lives->list.item[lives->living[was]].life : NULL;
        if (life && life->type == e->type && life->owner == e->owner) {
            now[kept++] = lives->living[was];
        } else {
            if (life)
                life->to = world->now;
            now[kept++] = add(lives, e, life ? world->now : since);
        }
        was += known;
    }
    for (; was < lives->living_count; was++)
        lives->list.item[lives->living[was]].life.to = world->now;
    memmove(lives->living, now, (size_t)kept * sizeof(*now));
    lives->living_count = kept;
}

us_status us_lives_from_worlds(us_worlds *worlds, us_lives **out, us_error *err)
{
    US_AUTOPTR(us_lives) lives = new_lives();
    const us_world *world = NULL;
    us_cycle since = 0;
    for (;;) {
        US_TRY(us_worlds_next_change(worlds, &since, &world, err));
        if (!world)
            break;
        see_world(lives, world, since);
    }
    *out = US_STEAL(lives);
    return US_OK;
}

const us_life *us_lives_find(const us_lives *lives, us_id id, us_cycle cycle)
{
    for (int at = *slot_of(lives, id) - 1; at >= 0; at = lives->list.item[at].before) {
        const us_life *life = &lives->list.item[at].life;
        if (life->from <= cycle)
            return cycle < life->to ? life : NULL;
    }
    return NULL;
}

const us_life *us_lives_find_first(const us_lives *lives, us_id id)
{
    const us_life *first = NULL;
    for (int at = *slot_of(lives, id) - 1; at >= 0; at = lives->list.item[at].before)
        first = &lives->list.item[at].life;
    return first;
}
