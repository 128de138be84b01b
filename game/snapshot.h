/* Snapshots of a game whose state is one block without pointers, and the events of orders that its
 * next step has still to tell. They hold for the same program and an equal scenario only. */
#ifndef US_GAME_SNAPSHOT_H
#define US_GAME_SNAPSHOT_H

#include "game/game.h"

typedef struct us_snapshot {
    const us_game *game;
    uint64_t layout; /* of the state in this program: some number made of the sizes of its parts */
    void *block;
    size_t size;
    us_events *pending;
} us_snapshot;

void us_snapshot_save(const us_snapshot *state, us_str *out); /* appends */
/* US_MISMATCH where the bytes are no snapshot of this; block and events are as before then. */
us_status us_snapshot_load(const us_snapshot *state, const char *bytes, size_t length,
                           us_error *err);

#endif
