/* The figures of a report: for each a table of data and a script by which gnuplot draws it. */
#ifndef US_EXPERIMENTS_REPORT_FIGURES_H
#define US_EXPERIMENTS_REPORT_FIGURES_H

#include "experiments/compare.h"
#include "experiments/report/bars.h"
#include "experiments/report/svg.h"

enum {
    US_FIGURE_WIDTH = 760,
    US_FIGURE_ROWS_MAX = 80,  /* of a drawing with a row for each thing */
    US_FIGURE_LINES_MAX = 8,  /* of one with a line for each player */
    US_FIGURE_LABEL_MAX = 36, /* characters of a label; the rest is left out */
};

/* init, one of the makers below, clear. */
typedef struct us_figure {
    const char *name; /* of its files: NAME.tsv, NAME.gp, NAME.svg */
    int drawings;     /* of its script: NAME.svg, NAME_2.svg and so on; 1 but for a forest */
    us_str title;     /* a line for people */
    us_str about;     /* how it is to be read */
    us_str data, script;
} us_figure;
void us_figure_init(us_figure *figure);
void us_figure_clear(us_figure *figure);

/* Appends the name of one of its drawings, from 0 on. */
void us_figure_drawing(const us_figure *figure, int drawing, us_str *out);

/* Each fills an empty figure; false: there is nothing to show. */
/* All comparisons with all their cells. Rows that are too many for a drawing go on in the next, at
 * a comparison where one fits whole. */
bool us_figure_forest(us_figure *figure, const us_comparison *comparison);
bool us_figure_scores(us_figure *figure, const us_comparison *comparison);
/* Of too many sides those that have no figure of their own come first: baselines, the model, who is
 * no point of a curve. */
bool us_figure_profile(us_figure *figure, const us_comparison *comparison,
                       const us_manifest *manifest);
/* Curves of two sizes or more. */
bool us_figure_curve(us_figure *figure, const us_comparison *comparison,
                     const us_manifest *manifest);
bool us_figure_timeline(us_figure *figure, const us_bars *bars);

/* The colors that scripts use, with the styles of a page that stand for them: "--c1" and so on. */
enum { US_FIGURE_COLORS = 11 };
extern const us_svg_color us_figure_colors[US_FIGURE_COLORS];

#endif
