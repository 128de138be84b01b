/* A player that plays as another does and tells of a plan by a script. */
#ifndef US_TESTS_UNIT_SCRIPTED_PLANNER_H
#define US_TESTS_UNIT_SCRIPTED_PLANNER_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

/* The script: a goal with two attempts, the first of which fails; steps that wait, are bound,
 * stopped; a maintain goal that holds and fails again. Its cycles are those of notes; seats are
 * filled in. */
extern const us_note scripted_planner_script[];
extern const int scripted_planner_notes;
enum { PLANNER_CYCLES = 600 }; /* all was told by then */

/* Owns the inner player. At the end of the game it tells what is still open as stopped. */
us_player *scripted_planner_new(us_player *inner, us_seat seat);

#endif
