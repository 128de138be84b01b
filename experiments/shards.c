#include "experiments/shards.h"

us_shard *us_shards_tally(const us_manifest *m, int shards)
{
    us_shard *shard = US_NEW_ARRAY(us_shard, shards);
    int32_t *order = us_manifest_sorted(m);
    for (int64_t i = 0; i < m->games; i++) {
        int64_t game = order[i];
        if (i > 0 && m->game[game].id == m->game[order[i - 1]].id)
            continue;
        us_shard *own = &shard[game % shards];
        own->games++;
        own->played += m->row[game].end != US_ROW_NONE;
    }
    us_free(order);
    return shard;
}
