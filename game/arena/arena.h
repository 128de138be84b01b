/* The arena: characters in rooms, seen from above. docs/ARENA.md describes the rules. */
#ifndef US_GAME_ARENA_ARENA_H
#define US_GAME_ARENA_ARENA_H

#include "game/game.h"

extern const us_game_kind us_arena_game;

/* For benchmarks. */
int64_t us_arena_game_path_node_count(
    const us_game *game);                       /* cells opened by path finding so far */
size_t us_arena_game_size(const us_game *game); /* bytes of its state */

#endif
