#include "experiments/shards.h"

int32_t *us_shards_assign(const us_manifest *m, int shards)
{
    int32_t *shard = US_NEW_ARRAY(int32_t, m->games + 1);
    int64_t key = 0;
    if (shards == 1)
        return shard;
    for (int64_t i = 0; i < m->games; i++) {
        key += i > 0 && us_fixture_compare(&m->game[i - 1], &m->game[i]) != 0;
        shard[i] = (int32_t)((key + key / shards) % shards);
    }
    int32_t *order = us_manifest_sort_games(m);
    for (int64_t i = 1; i < m->games; i++)
        if (m->game[order[i]].id == m->game[order[i - 1]].id)
            shard[order[i]] = shard[order[i - 1]];
    us_mem_free(order);
    return shard;
}

us_shard *us_shards_tally(const us_manifest *m, int shards)
{
    us_shard *shard = US_NEW_ARRAY(us_shard, shards);
    int32_t *of = us_shards_assign(m, shards);
    int32_t *order = us_manifest_sort_games(m);
    for (int64_t i = 0; i < m->games; i++) {
        int64_t game = order[i];
        if (i > 0 && m->game[game].id == m->game[order[i - 1]].id)
            continue;
        us_shard *own = &shard[of[game]];
        own->games++;
        own->played += m->row[game].end != US_ROW_NONE;
    }
    us_mem_free(order);
    us_mem_free(of);
    return shard;
}
