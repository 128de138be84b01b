/* Private to adapt/: what a repair puts into a behavior, as BRL.
 *
 * The texts of a repair hold placeholders, {column}, for values of a failure's row. Within double
 * quotes a value may be any text that BRL can hold there; elsewhere a name or a number. */
#ifndef US_ADAPT_PIECE_H
#define US_ADAPT_PIECE_H

#include "adapt/repair.h"
#include "behavior/brl.h"

/* The values of a row, by the column's name. Texts; a number is written in decimals; NULL: the row
 * has none. */
typedef struct us_piece_row {
    const char *const *name;
    const char *const *value;
    int count;
} us_piece_row;

typedef struct us_piece {
    us_brl *brl;             /* a file with one tree */
    const us_template *tree; /* it; has the slots */
    int node;                /* of the tree: what the repair puts in; of a daemon its rule */
} us_piece;

/* The repair with a row's values. It must be of a modop that adds something. US_BAD_INPUT where a
 * column is not there, its value may not stand there, or what comes of it is no sound BRL. */
us_status us_piece_make(const us_domain *domain, const us_repair *repair, const us_piece_row *row,
                        us_piece *out, us_error *err);
void us_piece_clear(us_piece *piece); /* zero-initialized is fine */

/* All that can be said without a row: placeholders name columns, and there are values with which it
 * is sound. */
us_status us_piece_check(const us_domain *domain, const us_repair *repair,
                         const char *const *column, int columns, us_error *err);

#endif
