/* Private to adapt/: the state of repairing a library. */
#ifndef US_ADAPT_ADAPTATION_STATE_H
#define US_ADAPT_ADAPTATION_STATE_H

#include "adapt/adapt.h"

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
    const char *note; /* evidence for the provenance of the next repair, or NULL */
    us_error *err;
} us_adaptation_state;

/* Moves a text to the arena of `out`. */
const char *us_adaptation_state_move_text(us_adaptation_state *a, us_str *text);
/* Returns the number of games that a cause needs. */
us_status us_adaptation_state_least(const us_adaptation_state *a, int *out);
/* Lists the behaviors of the library given; find returns NULL for others. */
void us_adaptation_state_list(us_adaptation_state *a);
us_adapted_behavior *us_adaptation_state_find(const us_adaptation_state *a, us_hash original);
/* Makes the repaired behavior from its present form. US_FAILED: the repair does not fit, or the
 * behavior has it (*has). The caller frees *out. */
us_status us_adaptation_state_patch(us_adaptation_state *a, us_adapted_behavior *of,
                                    const us_template *parent, const us_cause *cause,
                                    const us_repair *repair, us_template **out, bool *has,
                                    us_error *err);
/* Returns US_FAILED if no behavior of the library achieves a goal that the repair adds. */
us_status us_adaptation_state_check_goals(const us_adaptation_state *a, const us_template *parent,
                                          const us_template *child, us_error *err);
/* Prints the library and parses the text, so that the result is sound, or refused. */
us_status us_adaptation_state_compose(const us_brl *from, us_brl **out, us_error *err);
/* Adds an entry to out->result, for a cause whose behavior has a line. */
us_repair_result *us_adaptation_state_add_result(us_adaptation_state *a, const us_cause *cause);
/* Tries the pattern's repair of that index, and writes the result. Appends the reason of a refusal
 * to why. *more: another repair is worth a try. */
us_status us_adaptation_state_try_repair(us_adaptation_state *a, us_repair_result *result,
                                         int index, us_str *why, bool *more);

/* Makes the control `daemons` of us_adaptation_def: controls.c. */
us_status us_adaptation_state_run_daemons(us_adaptation_state *a);

#endif
