/* Private to hosts of runs: what is kept of a node reference, found whatever their number. A frame
 * as a whole has node -1. Zero-initialized is empty. */
#ifndef US_BEHAVIOR_NODE_MAP_H
#define US_BEHAVIOR_NODE_MAP_H

#include "behavior/run.h"

typedef struct us_node_map {
    struct us_node_map_row {
        us_node_ref node_ref; /* frame 0: free */
        int index;
    } * row;
    int room, count; /* room: a power of two, or 0 */
} us_node_map;

int us_node_map_find(const us_node_map *node_refs,
                     us_node_ref node_ref); /* -1: nothing is kept of it */
/* frame is not 0. Instead of what was kept of it. */
void us_node_map_put(us_node_map *node_refs, us_node_ref node_ref, int index);
void us_node_map_remove(us_node_map *node_refs, us_node_ref node_ref); /* it is there */
void us_node_map_clear(us_node_map *node_refs);

#endif
