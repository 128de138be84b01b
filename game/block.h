/* One memory block that holds all changing state of a game, so that the state is hashed, saved and
 * loaded whole. See game/snapshot.h. */
#ifndef US_GAME_BLOCK_H
#define US_GAME_BLOCK_H

#include "base/base.h"

typedef struct us_block {
    char *bytes; /* NULL while measuring */
    size_t used;
} us_block;

/* Returns the next part: `count` items of `size` bytes, on cache lines of its own. NULL while
 * measuring. */
void *us_block_add_part(us_block *block, size_t count, size_t size);

/* Allocates a block, zeroed, and places the parts of a game in it. lay_out calls us_block_add_part
 * for each part, always in the same order. It runs twice: to measure the parts, then to place them.
 *
 * *size gets the bytes of all parts, counted from the first one. The caller frees the returned
 * memory with us_mem_free; the parts are not freed on their own. */
void *us_block_new(void (*lay_out)(void *game, us_block *block), void *game, size_t *size);

#endif
