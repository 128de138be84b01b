/* Private to adapt/: makes the child of a behavior, with a repair and its provenance. */
#ifndef US_ADAPT_MODOP_H
#define US_ADAPT_MODOP_H

#include "behavior/piece.h"
#include "behavior/repair.h"

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

#endif
