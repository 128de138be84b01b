/* Private to adapt/: modops, which make a repaired behavior from a behavior. */
#ifndef US_ADAPT_MODOP_H
#define US_ADAPT_MODOP_H

#include "adapt/piece.h"

/* The descent of a repaired behavior. */
typedef struct us_descent {
    us_hash parent;             /* of the library */
    const char *const *modop;   /* by repair since the parent */
    const char *const *failure; /* by repair */
    const us_brl_game *game;    /* by repair: game of the worst failure; each game is written once,
                                   and only if its map and its seed are known */
    int repairs;
    const us_template *replaced; /* the parent if the child replaces it: its own descent goes first;
                                    else NULL */
} us_descent;

typedef struct us_modop_def {
    const us_repair *repair;
    const us_piece_row *row; /* of the failure */
    const char *label;       /* of the step; "": the behavior as a whole, of a tune its squad */
    const us_descent *descent;
} us_modop_def;

/* Makes the repaired behavior: the same goal, context and cases, and another body. Its name is the
 * parent's with the hash of the new body. The caller frees *out. US_FAILED, with the reason: the
 * behavior has no such step, has this repair already (*has is true), or the result is not sound. */
us_status us_modop_apply(const us_template *behavior, const us_modop_def *mending,
                         us_template **out, bool *has, us_error *err);

/* A number of a behavior that a tune can change. */
typedef struct us_tunable {
    const char *label;        /* of the step; "": the behavior's squad */
    const char *number;       /* name of the setting or of the argument */
    int64_t value, low, high; /* a value outside low and high is special: no tune changes it */
    bool word;                /* the values are words; value is the index of the word */
} us_tunable;

/* Lists the numbers: all settings of the first squad node, with their presets where none is
 * written, then the integer arguments of labeled goals and acts, in the order of the nodes. A label
 * of a node with one child, such as retry, counts for the child. Returns the count; *out is in the
 * arena, and the texts are the behavior's. */
int us_tunables_list(const us_template *behavior, us_arena *arena, us_tunable **out);
/* Returns the value after a tune by percent, which is 1 to US_TUNE_PERCENT_MAX. The value is
 * rounded half up; unless percent is 100, it moves by at least 1. Then it is clamped to low and
 * high. A word becomes the next one, the last word the first, by any percent. */
int64_t us_tunable_scale(const us_tunable *tunable, int percent);

#endif
