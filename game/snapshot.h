/* Snapshots of a game whose state is one block without pointers, or two, and the events of orders
 * that its next step has still to tell. They hold for the same program and an equal scenario only.
 */
#ifndef US_GAME_SNAPSHOT_H
#define US_GAME_SNAPSHOT_H

#include "game/game.h"

typedef struct us_snapshot {
    const us_game *game;
    uint64_t layout; /* of the state in this program: some number made of the sizes of its parts */
    us_events *pending;
    struct {
        void *block;
        size_t size; /* 0: there is none */
    } part[2];
} us_snapshot;

void us_snapshot_save(const us_snapshot *state, us_str *out); /* appends */
/* US_MISMATCH where the bytes are no snapshot of this; blocks and events are as before then. */
us_status us_snapshot_load(const us_snapshot *state, const char *bytes, size_t length,
                           us_error *err);

#endif
