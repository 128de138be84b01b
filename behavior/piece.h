/* Pieces, the BRL that a repair puts into a behavior.
 *
 * The texts of a repair hold placeholders, {column}, for values of a failure's row. Within double
 * quotes a value may be any text that BRL can hold there; elsewhere a name or a number. */
#ifndef US_BEHAVIOR_PIECE_H
#define US_BEHAVIOR_PIECE_H

#include "behavior/brl.h"
#include "behavior/repair.h"

typedef struct us_piece {
    us_brl *brl;             /* a file with one tree */
    const us_template *tree; /* the tree, with the slots */
    int node;                /* of the tree: the node to put in; of a daemon its rule */
} us_piece;

/* Makes the piece of a repair with a row's values. The repair's modop must add a node.
 * US_BAD_INPUT: a column is missing, a value may not stand there, or the result is not sound. */
us_status us_piece_make(const us_domain *domain, const us_repair *repair, const us_piece_row *row,
                        us_piece *out, us_error *err);
void us_piece_clear(us_piece *piece); /* zero-initialized is fine */

/* Checks a repair without a row: placeholders must name columns, and some values must make it
 * sound. fixed: the column that has that value, or -1; a repair without it is not checked. */
us_status us_piece_check(const us_domain *domain, const us_repair *repair,
                         const char *const *column, int columns, int fixed, const char *value,
                         us_error *err);

#endif
