/* The embedded real-time strategy game: Warcraft II's rules on land, from data. */
#ifndef US_GAME_SKIRMISH_SKIRMISH_H
#define US_GAME_SKIRMISH_SKIRMISH_H

#include "game/game.h"

extern const us_game_kind us_skirmish;

/* Work counters for tests and benchmarks: cells opened by path finding, and wakes of units, both so
 * far. game must be a skirmish. */
int64_t us_skirmish_path_node_count(const us_game *game);
int64_t us_skirmish_wake_count(const us_game *game);
size_t us_skirmish_size(const us_game *game); /* bytes of its state */

#endif
