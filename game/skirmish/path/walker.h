/* The turn of a walker; private to walk.c, jam.c and step.c. */
#ifndef US_GAME_SKIRMISH_PATH_WALKER_H
#define US_GAME_SKIRMISH_PATH_WALKER_H

#include "game/skirmish/path/field.h"

enum {
    SK_WINDOW = 15,    /* side of the window of the search around a block */
    SK_PATIENCE = 300, /* cycles until a walker gives up against other units */
};

/* Values that a step needs again and again. */
typedef struct sk_walker {
    sk_game *g;
    sk_slot slot;
    sk_unit *u;
    const sk_goal *goal;
    const uint8_t *exits;
    const uint16_t *distance; /* of its field, or NULL */
    uint64_t key;             /* key of its field, if it follows one */
    int movement, cell;
    int ahead[SK_ROUTE_MAX]; /* without a field: cells of its own route */
    int ahead_count;
} sk_walker;

static inline int sk_cell_neighbor(const sk_game *g, int cell, int dir)
{
    return cell + sk_dy[dir] * g->width + sk_dx[dir];
}

/* Makes a step in a direction whose cell is free (step.c). */
sk_walk_result sk_walker_step(sk_walker *w, int dir, us_cycle *wait);
/* Notes that the unit has fewer cells to go than ever on this way. */
void sk_walker_update_best(const sk_game *g, sk_unit *u, int left);
/* Handles a unit on the next cell of the route (jam.c). */
sk_walk_result sk_walker_on_block(sk_walker *w, int dir, us_cycle *wait);

#endif
