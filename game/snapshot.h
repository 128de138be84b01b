/* Snapshots of a game whose state is one or two blocks without pointers, with the events of orders
 * that its next step will emit. A snapshot is valid for the same program and an equal scenario
 * only. */
#ifndef US_GAME_SNAPSHOT_H
#define US_GAME_SNAPSHOT_H

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

#endif
