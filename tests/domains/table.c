#include "game/arena/arena.h"
#include "game/microrts/microrts.h"
#include "game/skirmish/skirmish.h"

extern const us_game_kind us_delivery;

/* The games of the unit tests, in place of game/table.c: what ships, and the tests' own domains. */
const us_game_kind *const us_game_table[] = {
    &us_skirmish, &us_arena_game, &us_microrts, &us_delivery, NULL,
};
