/* Snapshots of a game whose state is one or two blocks without pointers, with the events of orders
 * that its next step will emit. A snapshot is valid for the same program and an equal scenario
 * only. */
#ifndef US_GAME_SNAPSHOT_H
#define US_GAME_SNAPSHOT_H

#include "base/base.h"
#include "game/game.h"

typedef struct us_snapshot {
    const us_game *game;
    uint64_t layout; /* a number computed from the sizes of the state's parts in this program */
    us_events *pending;
    struct {
        void *block;
        size_t size; /* 0: no block */
    } part[2];
} us_snapshot;

void us_snapshot_save(const us_snapshot *state, us_str *out); /* appends */
/* Returns US_MISMATCH if the bytes are no snapshot of such a game; blocks and events stay
 * unchanged. */
us_status us_snapshot_load(const us_snapshot *state, const char *bytes, size_t length,
                           us_error *err);

/* ---- block */

/* One memory block that holds all changing state of a game, so that the state is hashed, saved and
 * loaded whole. See game/snapshot.h. */
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
