/* Private to adapt/adapt.c and adapt/controls.c: the state of repairing a library. */
#ifndef US_ADAPT_ADAPTATION_STATE_H
#define US_ADAPT_ADAPTATION_STATE_H

#include "adapt/adapt.h"
#include "base/rng.h"

/* A behavior of the library, with its repairs so far. */
typedef struct us_adapted_behavior {
    us_hash original;
    const char *name; /* in the library given */
    int item;         /* index in the present library */
    bool append;      /* its child is added beside it, else replaces it */
    bool appended;    /* the child has been added */
    const char *modop[US_CAUSE_REPAIRS_MAX], *failure[US_CAUSE_REPAIRS_MAX];
    us_brl_game game[US_CAUSE_REPAIRS_MAX];
    int repairs;
} us_adapted_behavior;

typedef struct us_adaptation_state {
    const us_adaptation_def *def;
    us_adaptation *out;
    const us_brl *library;     /* the present library: the one given until the first repair */
    us_brl *own;               /* the present library after a repair; else NULL */
    us_adapted_behavior *line; /* one for each behavior of the library given */
    int lines;
    us_rng rng;
    us_error *err;
} us_adaptation_state;

/* Copy a text to the arena of `out`; take clears the text. */
const char *us_adaptation_state_copy_text(us_adaptation_state *a, const char *text);
const char *us_adaptation_state_move_text(us_adaptation_state *a, us_str *text);
/* Adds an entry to out->mend, for a cause whose behavior has a line. */
us_repair_result *us_adaptation_state_add_result(us_adaptation_state *a, const us_cause *cause);
/* Tries the pattern's repair of that index, and writes the result to mend. Appends the reason of a
 * refusal, and the report of a proof, to why. *more: another repair is worth a try. */
us_status us_adaptation_state_try_repair(us_adaptation_state *a, us_repair_result *result,
                                         int index, us_str *why, bool *more);

/* ---- controls.c: the controls of us_adaptation_def */

us_status us_adaptation_state_run_random(us_adaptation_state *a);
us_status us_adaptation_state_run_daemons(us_adaptation_state *a);

#endif
