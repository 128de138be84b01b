/* From failures to the behaviors that should change.
 *
 * A failure names a unit, a node of a plan, a type of goal, or none of these; the pattern says
 * where to look. What is found is a step of a behavior, or a behavior, of the library that played.
 * Failures that blame the same add up over the games; what happens in few of the games in which the
 * behavior was at work is noise. */
#ifndef US_ADAPT_BLAME_H
#define US_ADAPT_BLAME_H

#include "adapt/failures.h"
#include "behavior/brl.h"

/* Why it was blamed. */
typedef enum us_blame_way {
    US_BLAMED_STEP,      /* the step itself, or what it was done for */
    US_BLAMED_COMMANDER, /* it commanded the unit last */
    US_BLAMED_MAKER,     /* it had the unit made, and nobody commanded it */
    US_BLAMED_PURSUER,   /* it was pursuing the goal */
    US_BLAMED_ASKER,     /* the goal is one of its steps */
    US_BLAMED_TOP,       /* it was at the top: it should have seen to it */
    US_BLAME_WAYS,
} us_blame_way;
const char *us_blame_way_about(us_blame_way way); /* "it commanded the unit last" */

/* A seat of a game in which it failed. */
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
    const us_failure *worst; /* whose row fills what a repair leaves open; of equals the first */
    uint32_t node;           /* of that game's plan, that was blamed for the worst; 0: none was */
    us_blame_game *play;     /* by number of the game */
    int plays;               /* seats of games, in which it failed */
    int games, active;       /* in which it failed; in which the behavior was at work */
    int64_t share;           /* percent of the pattern's badness, rounded: what it contributed */
    bool noise;
} us_cause;

typedef struct us_blame_def {
    const us_patterns *patterns;
    const us_failures *failures;
    const us_brl *library; /* of the seats that are looked at */
    int least;             /* games: less is noise */
    int percent;           /* of the games in which the behavior was at work: less is noise */
} us_blame_def;

/* Zero-initialized is empty. Patterns, failures and library are borrowed. */
typedef struct us_causes {
    us_cause *item; /* what is no noise first; then by games, failures, pattern, behavior, ... */
    int count, capacity;
    const us_failure **own; /* of seats that played with the library, in their order */
    int owns;
    int64_t others;   /* the rest: failures of seats that played with something else */
    int64_t unblamed; /* of its own: those that no behavior is to blame for */
    int silent;       /* games that tell nothing: no behavior of their library was at work yet */
    int planless;     /* or, of these, it played, but the trace does not tell its plan */
    us_arena *arena;
} us_causes;

/* US_MISMATCH: in one of the games no seat played with the library, or all are silent. It says
 * which behaviors it played with. US_INTERRUPTED: see us_games_ask. Clear after success. */
us_status us_blame_assign(us_games *games, const us_blame_def *def, us_causes *out, us_error *err);
void us_causes_clear(us_causes *causes);

#endif
