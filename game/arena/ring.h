/* A bucket queue of open cells in path finding, by cost. Steps cost little, so that a ring of lists
 * is enough: the costs of all waiting cells span less than one round of the ring. */
#ifndef US_GAME_ARENA_RING_H
#define US_GAME_ARENA_RING_H

#include <stdint.h>
#include <string.h>

enum { AR_RING = 64, AR_CLOSED = -2 }; /* AR_CLOSED as a cell's next: no longer waiting */

typedef struct ar_ring {
    int32_t *next, *prev; /* by cell; borrowed */
    int32_t head[AR_RING];
    int waiting;
} ar_ring;

static inline void ar_ring_init(ar_ring *ring, int32_t *next, int32_t *prev)
{
    ring->next = next;
    ring->prev = prev;
    ring->waiting = 0;
    memset(ring->head, -1, sizeof(ring->head));
}

static inline void ar_ring_push(ar_ring *ring, int cell, int cost)
{
    int32_t *head = &ring->head[cost % AR_RING];
    ring->prev[cell] = -1;
    ring->next[cell] = *head;
    if (*head >= 0)
        ring->prev[*head] = cell;
    *head = cell;
    ring->waiting++;
}

static inline void ar_ring_remove(ar_ring *ring, int cell, int cost)
{
    if (ring->prev[cell] >= 0)
        ring->next[ring->prev[cell]] = ring->next[cell];
    else
        ring->head[cost % AR_RING] = ring->next[cell];
    if (ring->next[cell] >= 0)
        ring->prev[ring->next[cell]] = ring->prev[cell];
    ring->next[cell] = AR_CLOSED;
    ring->waiting--;
}

/* Takes the next cell to open. *cost is the cost of the last cell taken; it gets that of this one.
 * The ring must not be empty. */
static inline int ar_ring_pop(ar_ring *ring, int *cost)
{
    while (ring->head[*cost % AR_RING] < 0)
        ++*cost;
    int cell = ring->head[*cost % AR_RING];
    ar_ring_remove(ring, cell, *cost);
    return cell;
}

#endif
