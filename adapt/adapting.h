/* Private to adapt/adapt.c and adapt/controls.c: a library that is being repaired. */
#ifndef US_ADAPT_ADAPTING_H
#define US_ADAPT_ADAPTING_H

#include "adapt/adapt.h"
#include "base/rng.h"

/* A behavior of the library, and what became of it. */
typedef struct us_adapt_line {
    us_hash original;
    const char *name; /* as the library given has it */
    int item;         /* of the library at work */
    bool append;      /* its child beside it, else in its place */
    bool appended;    /* there is such a child */
    const char *modop[US_CAUSE_REPAIRS_MAX], *failure[US_CAUSE_REPAIRS_MAX];
    us_brl_game saw[US_CAUSE_REPAIRS_MAX];
    int repairs;
} us_adapt_line;

typedef struct us_adapting {
    const us_adapt_def *def;
    us_adapted *out;
    const us_brl *library; /* at work: the one given until something was repaired */
    us_brl *own;           /* the same, where it is ours */
    us_adapt_line *line;   /* one for each behavior, as the library given has them */
    int lines;
    us_rng rng;
    us_error *err;
} us_adapting;

/* In the arena of what comes out; take clears the text. */
const char *us_adapting_keep(us_adapting *a, const char *text);
const char *us_adapting_take(us_adapting *a, us_str *text);
/* The next of out->mend, of a cause whose behavior has a line. */
us_mend *us_adapting_mend(us_adapting *a, const us_cause *cause);
/* Tries the pattern's repair of that index; see us_mend for what came of it. why: what it says is
 * appended; *more: another one may do. */
us_status us_adapting_try(us_adapting *a, us_mend *mend, int index, us_str *why, bool *more);

/* ---- controls.c: what us_adapt_def calls controls */
us_status us_adapt_random(us_adapting *a);
us_status us_adapt_daemons(us_adapting *a);

#endif
