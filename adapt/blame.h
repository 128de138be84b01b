/* Blame: the behaviors that should change because of failures; see understudy/adapt.h.
 *
 * A failure names a unit, a node of a plan, a type of goal, or none of these; the pattern defines
 * where to look. Blame falls on a step of a behavior, or on a behavior, of the library that played.
 * Failures with equal blame add up over the games to a cause. A cause in few of the games in which
 * the behavior was at work is noise. */
#ifndef US_ADAPT_BLAME_H
#define US_ADAPT_BLAME_H

#include "adapt/failures.h"
#include "behavior/brl.h"
#include "understudy/adapt.h"

typedef struct us_blame_def {
    const us_patterns *patterns;
    const us_failures *failures;
    const us_brl *library; /* of the seats whose failures count */
    int least;             /* games: fewer are noise */
    int percent;           /* of the games in which the behavior was at work: fewer are noise */
} us_blame_def;

/* Assigns blame for the failures. US_MISMATCH: in one of the games no seat played with the library,
 * or all games are silent; the error reports how many behaviors of another library were used.
 * US_INTERRUPTED: see us_games_set_stop. Clear out after success. */
us_status us_blame_assign(us_games *games, const us_blame_def *def, us_causes *out, us_error *err);
void us_causes_clear(us_causes *causes);

#endif
