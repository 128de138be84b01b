#include "game/arena/arena.h"
#include "game/game.h"
#include "game/microrts/microrts.h"
#include "game/skirmish/skirmish.h"

/* One line a game. Nothing else is here, so that a program that links a table of its own before the
 * library gets that one in its place. */
const us_game_kind *const us_game_table[] = {
    &us_skirmish,
    &us_arena_game,
    &us_microrts,
    NULL,
};
