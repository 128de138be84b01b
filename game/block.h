/* One block of memory for all of a game's state that changes, so that it is hashed, kept and loaded
 * whole: see game/snapshot.h. */
#ifndef US_GAME_BLOCK_H
#define US_GAME_BLOCK_H

#include "base/base.h"

typedef struct us_block {
    char *bytes; /* NULL while it is measured */
    size_t used;
} us_block;

/* The next part: count of that size, on cache lines of its own. NULL while it is measured. */
void *us_block_part(us_block *block, size_t count, size_t size);

/* Calls lay_out twice, which asks for each part of the game's, always in the same order: once to
 * measure, then to place. All is zero, and *size, from the first part on, is what they take. The
 * caller frees what is returned with us_free, and nothing of the parts. */
void *us_block_new(void (*lay_out)(void *game, us_block *block), void *game, size_t *size);

#endif
