/* A walker in its turn; private to walk.c, jam.c and step.c. */
#ifndef US_GAME_SKIRMISH_WAY_WALKER_H
#define US_GAME_SKIRMISH_WAY_WALKER_H

#include "game/skirmish/way/field.h"

enum {
    SK_WINDOW = 15,    /* side of the window searched for a way around */
    SK_PATIENCE = 300, /* cycles after which a walker gives up when others stand in its way */
};

/* What a step looks at again and again. */
typedef struct sk_walker {
    sk_game *g;
    sk_slot slot;
    sk_unit *u;
    const sk_goal *goal;
    const uint8_t *exits;
    const uint16_t *distance; /* of its field, or NULL */
    uint64_t key;             /* of the field that it follows, if it does */
    int movement, cell;
    int ahead[SK_ROUTE_MAX]; /* without a field: the cells of the route it searched itself */
    int ahead_count;
} sk_walker;

static inline int sk_step_from(const sk_game *g, int cell, int dir)
{
    return cell + sk_dy[dir] * g->width + sk_dx[dir];
}

/* One cell in a direction that is free (step.c). */
sk_walk_result sk_walker_step(sk_walker *w, int dir, us_cycle *wait);
/* It has fewer cells to go than ever on this way. */
void sk_walker_nearer(const sk_game *g, sk_unit *u, int left);
/* Somebody stands on the next cell of its route (jam.c). */
sk_walk_result sk_walker_blocked(sk_walker *w, int dir, us_cycle *wait);

#endif
