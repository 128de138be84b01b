#include "experiments/manifest.h"

int us_fixture_compare(const us_fixture *a, const us_fixture *b)
{
    if (a->seed != b->seed)
        return a->seed < b->seed ? -1 : 1;
    if (a->map != b->map)
        return a->map < b->map ? -1 : 1;
    if (a->opponent != b->opponent)
        return a->opponent < b->opponent ? -1 : 1;
    return a->seat == b->seat ? 0 : a->seat < b->seat ? -1 : 1;
}

us_hash us_fixture_id(const us_manifest *m, const us_fixture *game)
{
    us_hash hash = us_hash_add_text(US_HASH_START, m->domain);
    hash = us_hash_add(hash, m->engine);
    hash = us_hash_add(hash, (uint64_t)m->max_cycles);
    hash = us_hash_add(hash, m->fog);
    for (int seat = 0; seat < 2; seat++)
        hash = us_hash_add_text(hash, m->faction[seat] ? m->faction[seat] : "");
    hash = us_hash_add(hash, m->map[game->map].hash);
    const us_entrant *player = &m->player[game->player], *opponent = &m->opponent[game->opponent];
    hash = us_hash_add(hash, player->identity);
    hash = us_hash_add(hash, opponent->identity);
    if (player->play > 0 || opponent->play > 0)
        hash = us_hash_add(us_hash_add(hash, (uint64_t)player->play), (uint64_t)opponent->play);
    hash = us_hash_add(hash, game->seat);
    return us_hash_add(hash, game->seed);
}

/* Radix sort by bytes of the id: stable, so that equals stay in their order. */
int32_t *us_manifest_sort_games(const us_manifest *m)
{
    int32_t *order = US_NEW_ARRAY(int32_t, m->games + 1),
            *other = US_NEW_ARRAY(int32_t, m->games + 1);
    for (int32_t i = 0; i < m->games; i++)
        order[i] = i;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t start[257] = {0};
        for (int64_t i = 0; i < m->games; i++)
            start[(m->game[i].id >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            start[b + 1] += start[b];
        for (int64_t i = 0; i < m->games; i++)
            other[start[m->game[order[i]].id >> shift & 255]++] = order[i];
        int32_t *swap = order;
        order = other;
        other = swap;
    }
    us_mem_free(other);
    return order;
}

int32_t *us_manifest_find_firsts(const us_manifest *m)
{
    int32_t *order = us_manifest_sort_games(m), *first = US_NEW_ARRAY(int32_t, m->games + 1);
    int32_t *seen = US_NEW_ARRAY(int32_t, m->players + 1); /* 1 + a game, the last first one */
    for (int64_t i = 0; i < m->games; i++) {
        int32_t at = order[i], *last = &seen[m->game[at].player];
        if (!*last || m->game[*last - 1].id != m->game[at].id)
            *last = at + 1;
        first[at] = *last - 1;
    }
    us_mem_free(order);
    us_mem_free(seen);
    return first;
}

static bool same_game(const us_fixture *a, const us_fixture *b)
{
    return a->player == b->player && us_fixture_compare(a, b) == 0;
}

int64_t us_manifest_find_duplicate_key(const us_manifest *m)
{
    uint64_t size = 16;
    int64_t i = 0;
    while (size < (uint64_t)m->games * 2)
        size *= 2;
    int32_t *slot = US_NEW_ARRAY(int32_t, size); /* 1 + a game, at its key's hash or behind */
    for (; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        us_hash hash = us_hash_add(US_HASH_START, game->seed);
        hash = us_hash_add(hash, (uint64_t)game->map << 40 | (uint64_t)game->opponent << 24 |
                                     (uint64_t)game->seat << 16 | game->player);
        uint64_t at = hash & (size - 1);
        while (slot[at] && !same_game(&m->game[slot[at] - 1], game))
            at = (at + 1) & (size - 1);
        if (slot[at])
            break;
        slot[at] = (int32_t)i + 1;
    }
    us_mem_free(slot);
    return i < m->games ? i : -1;
}
