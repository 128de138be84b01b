/* Blame: the behaviors that should change because of failures.
 *
 * A failure names a unit, a node of a plan, a type of goal, or none of these; the pattern defines
 * where to look. Blame falls on a step of a behavior, or on a behavior, of the library that played.
 * Failures with equal blame add up over the games to a cause. A cause in few of the games in which
 * the behavior was at work is noise. */
#ifndef US_ADAPT_BLAME_H
#define US_ADAPT_BLAME_H

#include "adapt/failures.h"
#include "behavior/brl.h"

/* The reason of blame. */
typedef enum us_blame_way {
    US_BLAMED_STEP,      /* it is the step that failed, or one that this was done for */
    US_BLAMED_COMMANDER, /* it commanded the unit last */
    US_BLAMED_MAKER,     /* it had the unit made, and no step commanded the unit */
    US_BLAMED_PURSUER,   /* it was pursuing the goal */
    US_BLAMED_ASKER,     /* the goal is one of its steps */
    US_BLAMED_TOP,       /* it was at the top, and should have taken care of it */
    US_BLAME_WAYS,
} us_blame_way;
const char *us_blame_way_text(us_blame_way way); /* "it commanded the unit last" */

/* A seat of a game, in which a cause turned up. */
typedef struct us_blame_game {
    int64_t game;
    us_seat seat;
} us_blame_game;

typedef struct us_cause {
    int pattern;
    us_hash behavior;
    const char *label; /* of the step; "": the behavior as a whole */
    int64_t failures, badness;
    int way[US_BLAME_WAYS];  /* failures by why */
    const us_failure *worst; /* its row fills the placeholders of repairs; of equals the first */
    uint32_t node;           /* blamed for the worst, of that game's plan; 0: none */
    us_blame_game *play;     /* by number of the game */
    int plays;               /* seats of games with such a failure */
    int games, active;       /* games with such a failure; games with the behavior at work */
    int64_t share;           /* percent of the pattern's badness, rounded */
    bool noise;
} us_cause;

typedef struct us_blame_def {
    const us_patterns *patterns;
    const us_failures *failures;
    const us_brl *library; /* of the seats whose failures count */
    int least;             /* games: fewer are noise */
    int percent;           /* of the games in which the behavior was at work: fewer are noise */
} us_blame_def;

/* Zero-initialized is empty. Patterns, failures and library are borrowed. */
typedef struct us_causes {
    us_cause *item; /* those that are not noise first; then by games, failures, pattern, ... */
    int count, capacity;
    const us_failure **own; /* failures of seats that played with the library, in their order */
    int owns;
    int64_t others;   /* failures of other seats */
    int64_t unblamed; /* own failures without a behavior to blame, and those of library seats of
                         silent games */
    int silent;       /* games in which no behavior of a library was at work */
    int planless;     /* of these: games whose trace has orders or an end, but no plan */
    us_arena *arena;
} us_causes;

/* Assigns blame for the failures. US_MISMATCH: in one of the games no seat played with the library,
 * or all games are silent; the error reports how many behaviors of another library were used.
 * US_INTERRUPTED: see us_games_set_stop. Clear out after success. */
us_status us_blame_assign(us_games *games, const us_blame_def *def, us_causes *out, us_error *err);
void us_causes_clear(us_causes *causes);

#endif
