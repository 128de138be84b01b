/* The profiler: it makes the profile of a seat while its game is played. */
#ifndef US_EXPERIMENTS_PROFILER_H
#define US_EXPERIMENTS_PROFILER_H

#include "domain/goal.h"
#include "domain/note.h"
#include "experiments/profile.h"
#include "understudy/game.h"

typedef struct us_profiler us_profiler;

/* Observes the seat from now on. The profiler must outlive the match's steps. */
us_profiler *us_profiler_new(us_match *match, us_seat seat);
void us_profiler_free(us_profiler *profiler); /* NULL is fine */
/* Returns the profile, borrowed; the match may be freed. NULL: the game is not over. */
const us_profile *us_profiler_profile(const us_profiler *profiler);

#endif
