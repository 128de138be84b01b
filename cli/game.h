/* What the game commands share. */
#ifndef US_CLI_GAME_H
#define US_CLI_GAME_H

#include <stdio.h>

#include "cli/options.h"
#include "game/maps.h"
#include "game/match.h"

#define US_OPTION_DOMAIN                                                              \
    {                                                                                 \
        "--domain", "NAME", "which game", US_OPTION_TEXT, 0, 0, US_GAME_PRESET, false \
    }

/* The map tools of a domain; an error when it has none for that. */
us_status us_cli_maps(const char *domain, us_map_task task, const us_map_tools **out,
                      us_error *err);

/* A game watched in the terminal: an observer that draws and waits. */
typedef struct us_screen us_screen;
/* speed: how many times as fast as people play; 0: as fast as can be. to_stderr: standard
 * output is taken. */
us_screen *us_screen_new(const us_scenario *scenario, const char *const *agent, int speed,
                         bool to_stderr);
void us_screen_free(us_screen *watch); /* NULL is fine; leaves the terminal as it was */
us_observer us_screen_observer(us_screen *watch);

#endif
