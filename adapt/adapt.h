/* Adaptation as the command line uses it. understudy/adapt.h declares the public part. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/games.h"
#include "adapt/pattern.h"
#include "base/json.h"
#include "behavior/brl.h"
#include "understudy/adapt.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

/* ---- failures */

/* Makes and fills the table of adapt/failures.sql. Call it once, before the commit. */
us_status us_failures_insert(us_games *games, const us_patterns *patterns,
                             const us_failures *failures, us_error *err);
/* Writes the value of a column: a number, a text or null. */
void us_failure_write_value(const us_failure *failure, int column, us_json_writer *writer);

/* ---- blame: the behaviors that should change because of failures. A failure names a unit, a node
 * of a plan, a type of goal, or none of these; the pattern defines where to look. Blame falls on a
 * step of a behavior, or on a behavior, of the library that played. Failures with equal blame add
 * up over the games to a cause. A cause in few of the games in which the behavior was at work is
 * noise. */

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

/* Returns whether won and lost games can be compared for the cause: there are both, and no player
 * repaired the failure in play. */
bool us_cause_compares(const us_cause *cause);
/* Returns whether games cannot be compared, or whether at most with this chance (percent) so many
 * of the lost ones would have the failure early: see us_adaptation_def. */
bool us_cause_explains_losses(const us_cause *cause, int chance);

#endif
