#include "behavior/node_map.h"

#include "base/rng.h"
#include "tests/unit/test.h"

enum { FRAMES = 40, NODES = 25, SPOTS = FRAMES * NODES, STEPS = 20000 };

/* Node -1 is among them. */
static us_node_ref node_ref_of(int i)
{
    return (us_node_ref){(uint32_t)(1 + i / NODES), i % NODES - 1};
}

TEST(what_is_kept_of_a_spot_is_found_until_it_is_removed)
{
    static int kept[SPOTS]; /* 1 + the index; 0: none */
    us_rng rng = us_rng_derive(1, "spots", 0);
    US_AUTO(us_node_map_clear) us_node_map spots = {0};
    int count = 0, wrong = 0;
    CHECK_INT(us_node_map_find(&spots, node_ref_of(3)), -1);
    for (int step = 0; step < STEPS; step++) {
        int i = (int)us_rng_next_below(&rng, SPOTS);
        bool fills = step / 2000 % 2 == 0; /* and then it empties */
        if (us_rng_next_bool(&rng, fills ? 4 : 1, 5)) {
            count += kept[i] == 0;
            kept[i] = step + 1;
            us_node_map_put(&spots, node_ref_of(i), step);
        } else if (kept[i]) {
            count--;
            kept[i] = 0;
            us_node_map_remove(&spots, node_ref_of(i));
        }
        for (int k = step % 100; k < SPOTS; k += 100)
            wrong += us_node_map_find(&spots, node_ref_of(k)) != kept[k] - 1;
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(spots.count, count);
    CHECK_INT(us_node_map_find(&spots, (us_node_ref){0, 0}), -1); /* nobody's */
}
