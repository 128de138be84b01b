#include "game/arena/arena.h"
#include "game/game.h"
#include "game/microrts/microrts.h"
#include "game/skirmish/skirmish.h"

/* One line per game. The file holds nothing else, so that a program may link its own table before
 * the library. */
const us_game_kind *const us_game_table[] = {
    &us_skirmish,
    &us_arena_game,
    &us_microrts,
    NULL,
};
