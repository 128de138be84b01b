/* The figures of a report: each is a table of data and a script by which gnuplot draws it. */
#ifndef US_EXPERIMENTS_REPORT_FIGURES_H
#define US_EXPERIMENTS_REPORT_FIGURES_H

#include "base/error.h"
#include "experiments/compare/compare.h"
#include "experiments/report/svg.h"
#include "experiments/report/timeline.h"

enum {
    US_FIGURE_WIDTH = 760,
    US_FIGURE_ROWS_MAX = 80,  /* of a drawing with a row for each item */
    US_FIGURE_LINES_MAX = 8,  /* of a drawing with a line for each player */
    US_FIGURE_LABEL_MAX = 36, /* characters of a label; longer ones are shortened */
};

/* A figure. Call us_figure_init, one of the makers below, then us_figure_clear. */
typedef struct us_figure {
    const char *name; /* of its files: NAME.tsv, NAME.gp, NAME.svg, NAME.pdf */
    int drawings; /* number of drawings of the script: NAME.svg, NAME_2.svg and so on; 1 except for
                     a forest */
    us_str title; /* a title for people */
    us_str about; /* how to read the figure */
    us_str data, script;
} us_figure;
void us_figure_init(us_figure *figure);
void us_figure_clear(us_figure *figure);

/* Appends the file name of one of the figure's drawings, from 0. */
void us_figure_print_file_name(const us_figure *figure, int drawing, us_str *out);

/* Each maker fills an empty figure, and returns false if there is no data for it. */
/* All comparisons with all their cells. If the rows are too many for a drawing, they continue in
 * the next one, at a comparison that fits there whole. */
bool us_figure_make_forest(us_figure *figure, const us_comparison *comparison);
bool us_figure_make_scores(us_figure *figure, const us_comparison *comparison);
/* If the sides are too many, sides without a figure of their own come first: baselines, the model,
 * and sides that are no point of a curve. */
bool us_figure_make_profile(us_figure *figure, const us_comparison *comparison,
                            const us_manifest *manifest);
/* Learning curves of two sizes or more. */
bool us_figure_make_curve(us_figure *figure, const us_comparison *comparison,
                          const us_manifest *manifest);
bool us_figure_make_timeline(us_figure *figure, const us_bars *bars);

/* The colors in scripts, with the CSS variables of the page that replace them: "--c1" and so on. */
enum { US_FIGURE_COLORS = 11 };
extern const us_svg_color us_figure_colors[US_FIGURE_COLORS];

/* Drawing of figures by gnuplot, an external program that is found on the PATH. */

/* Runs `gnuplot -e "form = 'FORM'" SCRIPT` in the folder, as base/subprocess.h does. form: "svg" or
 * "pdf", the ending of the drawings (figures.h). US_NO_ENGINE: gnuplot is not
 * installed. US_FAILED: it took longer than `within` milliseconds, or failed; then the error holds
 * the last line of its messages. stop: called now and then; true ends it with US_INTERRUPTED; or
 * NULL. */
us_status us_gnuplot_run(const char *folder, const char *script, const char *form, int within,
                         bool (*stop)(void), us_error *err);

/* Common parts of the scripts of figures, private to experiments/report/. */

#define US_PLOT_INK  "'#1f2328'"
#define US_PLOT_SOFT "'#59636e'"
#define US_PLOT_RULE "'#d0d7de'"

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
