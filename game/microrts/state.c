#include "game/microrts/state.h"

#include <string.h>

#include "base/sort.h"
#include "game/snapshot.h"

static void lay_out(void *game, us_block *block)
{
    mr_state *s = game;
    s->core = us_block_add_part(block, 1, sizeof(*s->core));
    s->unit = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->unit));
    s->running = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->running));
    s->end = us_block_add_part(block, (size_t)s->capacity, sizeof(*s->end));
    s->at = us_block_add_part(block, (size_t)s->stride * ((size_t)s->height + 2), sizeof(*s->at));
}

mr_state *mr_state_new(const mr_map *map, const mr_table *table)
{
    mr_state *s = US_NEW(mr_state);
    s->table = table;
    s->width = map->width;
    s->height = map->height;
    s->stride = map->width + 2;
    s->capacity = map->width * map->height;
    s->list = US_NEW_ARRAY(int, s->capacity);
    s->block = us_block_new(lay_out, s, &s->block_size);
    s->core->next_end = MR_NEVER;
    for (int p = 0; p < MR_PLAYERS; p++)
        s->core->resources[p] = map->resources[p];
    for (int cell = 0; cell < s->stride * (s->height + 2); cell++)
        s->at[cell] = MR_WALL;
    for (int cell = 0; cell < s->capacity; cell++)
        if (!map->wall[cell])
            s->at[mr_state_cell(s, cell % s->width, cell / s->width)] = MR_FREE;
    for (int i = 0; i < map->count; i++)
        mr_state_add(s, &map->unit[i]);
    return s;
}

void mr_state_free(mr_state *state)
{
    if (!state)
        return;
    us_mem_free(state->list);
    us_mem_free(state->block);
    us_mem_free(state);
}

void mr_state_copy(mr_state *to, const mr_state *from)
{
    us_assert(to->width == from->width && to->height == from->height);
    size_t had = (size_t)to->core->count, count = (size_t)from->core->count;
    to->table = from->table;
    *to->core = *from->core;
    memcpy(to->unit, from->unit, count * sizeof(*to->unit));
    memcpy(to->running, from->running, count * sizeof(*to->running));
    memcpy(to->end, from->end, count * sizeof(*to->end));
    memcpy(to->at, from->at, (size_t)to->stride * ((size_t)to->height + 2) * sizeof(*to->at));
    if (had > count)
        mr_state_clear(to, (int)count, (int)had);
}

void mr_state_add(mr_state *state, const mr_unit *unit)
{
    mr_core *core = state->core;
    us_assert(core->count < state->capacity);
    int i = core->count++;
    state->unit[i] = *unit;
    state->running[i] = (mr_running){.cell = MR_NONE};
    state->end[i] = MR_NEVER;
    state->at[mr_state_cell(state, unit->x, unit->y)] = (int16_t)(i + 1);
    if (unit->player >= 0)
        core->heads[unit->player]++;
    if (unit->id >= core->next_id)
        core->next_id = unit->id + 1;
}

void mr_state_clear(mr_state *state, int from, int to)
{
    size_t count = (size_t)(to - from);
    memset(state->unit + from, 0, count * sizeof(*state->unit));
    memset(state->running + from, 0, count * sizeof(*state->running));
    memset(state->end + from, 0, count * sizeof(*state->end));
}

int mr_state_find(const mr_state *state, int32_t id)
{
    for (int i = 0; i < state->core->count; i++)
        if (state->unit[i].id == id)
            return i;
    return MR_NONE;
}

void mr_state_copy_ids(mr_state *state, const mr_state *other)
{
    us_assert(state->core->count == other->core->count);
    for (int i = 0; i < state->core->count; i++)
        state->unit[i].id = other->unit[i].id;
    if (other->core->next_id > state->core->next_id)
        state->core->next_id = other->core->next_id;
}

/* ---- the order of running actions */

typedef struct place {
    uint64_t rank;
    int unit;
} place;

static int by_rank(const void *a, const void *b)
{
    uint64_t x = ((const place *)a)->rank, y = ((const place *)b)->rank;
    return (x > y) - (x < y);
}

int mr_state_list_running(const mr_state *state, int *out)
{
    int count = 0;
    place *list = US_NEW_ARRAY(place, state->core->count + 1);
    for (int i = 0; i < state->core->count; i++)
        if (!mr_unit_is_idle(state, i))
            list[count++] = (place){state->running[i].rank, i};
    us_array_sort(list, (size_t)count, sizeof(*list), by_rank);
    for (int i = 0; i < count; i++)
        out[i] = list[i].unit;
    us_mem_free(list);
    return count;
}

/* Hashes the parts of an action that the game's line shows. */
static us_hash hash_action(us_hash hash, const mr_action *a)
{
    hash = us_hash_add(hash, (uint64_t)(uint16_t)a->type << 16 | (uint16_t)a->unit_type);
    return us_hash_add(hash, a->type == MR_ATTACK ? (uint64_t)(uint32_t)a->x << 32 | (uint32_t)a->y
                                                  : (uint64_t)(uint32_t)a->parameter);
}

us_hash mr_state_hash(const mr_state *state)
{
    const mr_core *core = state->core;
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)core->time << 32 | (uint32_t)core->count);
    hash = us_hash_add(hash,
                       (uint64_t)(uint32_t)core->resources[0] << 32 | (uint32_t)core->resources[1]);
    for (int i = 0; i < core->count; i++) {
        const mr_unit *u = &state->unit[i];
        hash = us_hash_add(hash, (uint64_t)(uint16_t)u->type << 48 |
                                     (uint64_t)(uint16_t)u->player << 32 |
                                     (uint64_t)(uint16_t)u->x << 16 | (uint16_t)u->y);
        hash = us_hash_add(hash, (uint64_t)(uint32_t)u->resources << 32 | (uint32_t)u->hit_points);
    }
    int *order = US_NEW_ARRAY(int, core->count + 1);
    int count = mr_state_list_running(state, order);
    for (int k = 0; k < count; k++) {
        const mr_running *r = &state->running[order[k]];
        hash = us_hash_add(hash, (uint64_t)order[k] << 32 | (uint32_t)r->issued);
        hash = hash_action(hash, &r->action);
    }
    us_mem_free(order);
    return hash;
}
