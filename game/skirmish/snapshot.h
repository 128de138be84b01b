/* Snapshots and hashes of skirmish games. */
#ifndef US_GAME_SKIRMISH_SNAPSHOT_H
#define US_GAME_SKIRMISH_SNAPSHOT_H

#include "game/skirmish/state.h"

us_hash sk_game_hash(const us_game *game);
void sk_game_save(const us_game *game, us_str *out);
us_status sk_game_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
