/* Shared parts of the game commands. */
#ifndef US_CLI_GAME_H
#define US_CLI_GAME_H

#include <stdio.h>

#include "cli/options.h"
#include "domain/goal.h"
#include "domain/note.h"
#include "game/maps.h"
#include "understudy/game.h"

#define US_OPTION_DOMAIN                                           \
    {                                                              \
        "--domain", "NAME", "which game", .preset = US_GAME_PRESET \
    }

/* Finds the map tools of a domain; an error if the domain has none for the task. */
us_status us_map_tools_find(const char *domain, us_map_task task, const us_map_tools **out,
                            us_error *err);

/* Screen: an observer that draws a game in the terminal, and waits between frames. */
typedef struct us_screen us_screen;
/* speed: multiple of the normal speed; 0: as fast as possible. to_stderr: draws on standard error,
 * since standard output is in use. */
us_screen *us_screen_new(const us_scenario *scenario, const char *const *agent, int speed,
                         bool to_stderr);
void us_screen_free(us_screen *watch); /* NULL is fine; restores the terminal */
us_observer us_screen_observer(us_screen *watch);

#endif
