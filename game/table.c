#include "game/game.h"
#include "game/skirmish/skirmish.h"

/* One line a game, and which of them is meant where nobody says. Nothing else is here, so that a
 * program that links a table of its own before the library gets these two in their place. */
const char us_game_preset[] = "skirmish";

const us_game_kind *const us_game_table[] = {
    &us_skirmish,
    NULL,
};
