/* Common parts of the scripts of figures, private to experiments/report/figure*. */
#ifndef US_EXPERIMENTS_REPORT_FIGURE_PARTS_H
#define US_EXPERIMENTS_REPORT_FIGURE_PARTS_H

#include "experiments/report/figures.h"

#define US_PLOT_INK  "'#1f2328'"
#define US_PLOT_SOFT "'#59636e'"
#define US_PLOT_RULE "'#d0d7de'"
extern const char *const us_plot_lines[US_FIGURE_LINES_MAX]; /* quoted, as the three above */

/* The settings at the beginning of each script; margins in pixels. */
typedef struct us_plot_frame {
    int drawing; /* index in the script, from 0 */
    int height;
    int left, right, top, bottom;
} us_plot_frame;
void us_plot_begin(us_figure *figure, const us_plot_frame *frame);

/* Returns the width of a label in pixels, once it is shortened. */
int us_plot_label_width(const char *label);

/* Appends a field, shortened like a label, and the tab or newline that ends it. */
void us_plot_print_label(us_str *out, const char *text, char end);

#endif
