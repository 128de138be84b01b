/* A dot plot: a drawing of shares with intervals, one row each, as SVG that needs no other program.
 *
 * A row has its name at the left, a small dot for each map, a line for the interval, a large dot
 * for the mean, and the numbers at the right. Rows are told apart by their names; colors only
 * help. */
#ifndef US_EXPERIMENTS_REPORT_DOTPLOT_H
#define US_EXPERIMENTS_REPORT_DOTPLOT_H

#include "base/str.h"

enum { US_DOT_ROWS_MAX = 40, US_DOT_NOTES_MAX = 4 };

typedef struct us_dot_row {
    const char *name, *about; /* about: a second line, smaller; "" for none */
    double mean, low, high;   /* shares, 0 to 1 */
    const double *dot;        /* shares of single maps; borrowed */
    int dots;
} us_dot_row;

typedef struct us_dot_plot {
    const char *title, *axis;
    const char *note[US_DOT_NOTES_MAX]; /* lines below the axis; NULL: no more */
    const us_dot_row *row;
    int rows; /* at most US_DOT_ROWS_MAX */
} us_dot_plot;

/* Appends the drawing, 800 pixels wide, as a file of SVG. Texts are escaped. */
void us_dot_plot_draw(const us_dot_plot *plot, us_str *out);

#endif
