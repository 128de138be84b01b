#include "behavior/node_map.h"

/* Open addressing: the rows of a chain are adjacent. */
static int home_of(const us_node_map *node_refs, us_node_ref node_ref)
{
    uint64_t key = ((uint64_t)node_ref.frame << 16) + (uint64_t)(node_ref.node + 1);
    return (int)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (uint64_t)(node_refs->room - 1));
}

/* Returns the row of the node reference, or the row for it. */
static int place_of(const us_node_map *node_refs, us_node_ref node_ref)
{
    int at = home_of(node_refs, node_ref);
    while (node_refs->row[at].node_ref.frame &&
           (node_refs->row[at].node_ref.frame != node_ref.frame ||
            node_refs->row[at].node_ref.node != node_ref.node))
        at = (at + 1) & (node_refs->room - 1);
    return at;
}

int us_node_map_find(const us_node_map *node_refs, us_node_ref node_ref)
{
    if (node_refs->room == 0 || node_ref.frame == 0)
        return -1;
    const struct us_node_map_row *row = &node_refs->row[place_of(node_refs, node_ref)];
    return row->node_ref.frame ? row->index : -1;
}

static void grow(us_node_map *node_refs)
{
    us_node_map old = *node_refs;
    node_refs->room = old.room ? 2 * old.room : 16;
    node_refs->row = US_NEW_ARRAY(struct us_node_map_row, node_refs->room);
    for (int i = 0; i < old.room; i++)
        if (old.row[i].node_ref.frame)
            node_refs->row[place_of(node_refs, old.row[i].node_ref)] = old.row[i];
    us_mem_free(old.row);
}

void us_node_map_put(us_node_map *node_refs, us_node_ref node_ref, int index)
{
    us_assert(node_ref.frame != 0);
    if (2 * (node_refs->count + 1) > node_refs->room)
        grow(node_refs);
    struct us_node_map_row *row = &node_refs->row[place_of(node_refs, node_ref)];
    node_refs->count += row->node_ref.frame == 0;
    *row = (struct us_node_map_row){node_ref, index};
}

/* Later rows of the chain move up, except those whose home lies beyond the gap. */
void us_node_map_remove(us_node_map *node_refs, us_node_ref node_ref)
{
    int gap = place_of(node_refs, node_ref), last = node_refs->room - 1;
    us_assert(node_refs->row[gap].node_ref.frame != 0);
    for (int at = (gap + 1) & last; node_refs->row[at].node_ref.frame; at = (at + 1) & last) {
        int home = home_of(node_refs, node_refs->row[at].node_ref);
        if (((at - home) & last) < ((at - gap) & last))
            continue;
        node_refs->row[gap] = node_refs->row[at];
        gap = at;
    }
    node_refs->row[gap].node_ref.frame = 0;
    node_refs->count--;
}

void us_node_map_clear(us_node_map *node_refs)
{
    us_mem_free(node_refs->row);
    *node_refs = (us_node_map){0};
}
