/* Private to adapt/adapt.c and adapt/controls.c: the state of repairing a library. */
#ifndef US_ADAPT_ADAPTING_H
#define US_ADAPT_ADAPTING_H

#include "adapt/adapt.h"
#include "base/rng.h"

/* A behavior of the library, with its repairs so far. */
typedef struct us_adapt_line {
    us_hash original;
    const char *name; /* in the library given */
    int item;         /* index in the present library */
    bool append;      /* its child is added beside it, else replaces it */
    bool appended;    /* the child has been added */
    const char *modop[US_CAUSE_REPAIRS_MAX], *failure[US_CAUSE_REPAIRS_MAX];
    us_brl_game saw[US_CAUSE_REPAIRS_MAX];
    int repairs;
} us_adapt_line;

typedef struct us_adapting {
    const us_adapt_def *def;
    us_adapted *out;
    const us_brl *library; /* the present library: the one given until the first repair */
    us_brl *own;           /* the present library after a repair; else NULL */
    us_adapt_line *line;   /* one for each behavior of the library given */
    int lines;
    us_rng rng;
    us_error *err;
} us_adapting;

/* Copy a text to the arena of `out`; take clears the text. */
const char *us_adapting_keep(us_adapting *a, const char *text);
const char *us_adapting_take(us_adapting *a, us_str *text);
/* Adds an entry to out->mend, for a cause whose behavior has a line. */
us_mend *us_adapting_mend(us_adapting *a, const us_cause *cause);
/* Tries the pattern's repair of that index, and writes the result to mend. Appends the reason of a
 * refusal, and the report of a proof, to why. *more: another repair is worth a try. */
us_status us_adapting_try(us_adapting *a, us_mend *mend, int index, us_str *why, bool *more);

/* ---- controls.c: the controls of us_adapt_def */

us_status us_adapt_random(us_adapting *a);
us_status us_adapt_daemons(us_adapting *a);

#endif
