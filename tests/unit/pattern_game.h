/* Small games that have a failure, and what adaptation makes of them. */
#ifndef US_TESTS_UNIT_PATTERN_GAME_H
#define US_TESTS_UNIT_PATTERN_GAME_H

#include "domain/domain.h"

/* Seat 0, a human, plays the library on a map that is drawn for it; of seat 1, an orc, there is a
 * worker at the far corner. */
typedef struct pattern_game {
    const char *name;     /* of the row */
    const char *pattern;  /* which alone is asked */
    const char *params;   /* all that matter: "patience=300 army=3" */
    const char *stock;    /* that seat 0 has: "gold 0 wood 0" */
    const char *map;      /* what stands there: lines as for drawn_skirmish_draw */
    const char *picture;  /* as for drawn_skirmish_draw; NULL: grass */
    const char *body;     /* of the behavior "late", for the top goal */
    const char *others;   /* further behaviors of the library; NULL: none */
    const char *settings; /* of the player: "?company=off"; NULL: none */
    const char *rival;    /* an agent, or trees; NULL: idle */
    us_cycle cycles;      /* a draw then */
    /* In stock, map, body and rival `$` stands for the first in the game that has the failure, for
     * the second in the one that just doesn't. */
    const char *has, *lacks;

    /* "400-1000 peasant 600; ...": when, which unit, how badly, of all failures of seat 0. */
    const char *found;
    const char *blamed;  /* "late, step a: why" of the first cause */
    const char *modop;   /* "daemon" */
    const char *changed; /* stands in "+ line\n- line\n...", what came and what went */
} pattern_game;

/* Both games, the repair of the first, and that one again, played by the repaired library. */
void pattern_game_check(const pattern_game *row);

#endif
