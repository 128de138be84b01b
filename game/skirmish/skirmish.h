/* The embedded real-time strategy game: Warcraft II's rules on land, from data. */
#ifndef US_GAME_SKIRMISH_SKIRMISH_H
#define US_GAME_SKIRMISH_SKIRMISH_H

#include "game/game.h"

extern const us_game_kind us_skirmish;

/* Cells that path finding opened so far, and wakes of units: work, counted for tests and
 * benchmarks. game must be a skirmish. */
int64_t us_skirmish_path_nodes(const us_game *game);
int64_t us_skirmish_wakes(const us_game *game);
size_t us_skirmish_size(const us_game *game); /* bytes of its state */

#endif
