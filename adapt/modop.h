/* Private to adapt/: a repair of a behavior is another behavior. */
#ifndef US_ADAPT_MODOP_H
#define US_ADAPT_MODOP_H

#include "adapt/piece.h"

/* What a repaired behavior tells of where it comes from. */
typedef struct us_descent {
    us_hash parent;             /* that the library had */
    const char *const *modop;   /* one for each repair since */
    const char *const *failure; /* the same */
    const us_brl_game *game; /* the same: that led to it. Each is told once, and only where its map
                                and its seed are known */
    int repairs;
    const us_template *replaced; /* whose descent goes first, where it has one: the parent, where
                                    it does not stay; else NULL */
} us_descent;

typedef struct us_mending {
    const us_repair *repair;
    const us_piece_row *row; /* of the failure */
    const char *label;       /* of the step; "": the behavior as a whole */
    const us_descent *descent;
} us_mending;

/* The same goal, context and cases, another template; named after its goal and its body. US_FAILED
 * with the reason where it can't be: the behavior has no such step, has this repair already (then
 * *has), or what comes of it is not sound. The caller frees *out. */
us_status us_modop_apply(const us_template *behavior, const us_mending *mending, us_template **out,
                         bool *has, us_error *err);

#endif
