/* Private to hosts of runs: a hash map from node references to indexes. A frame as a whole has node
 * -1. Zero-initialized is empty. */
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

int us_node_map_find(const us_node_map *node_refs, us_node_ref node_ref); /* or -1 */
/* Sets the index of a node reference, and replaces an earlier one. The frame must not be 0. */
void us_node_map_put(us_node_map *node_refs, us_node_ref node_ref, int index);
void us_node_map_remove(us_node_map *node_refs, us_node_ref node_ref); /* must be in the map */
void us_node_map_clear(us_node_map *node_refs);

#endif
