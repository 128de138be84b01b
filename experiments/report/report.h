/* The report of an experiment: one self-contained file of HTML; beside it its figures as data,
 * scripts and drawings, and its appendix on reproducibility for papers.
 *
 *   FOLDER/reproducibility.md, reproducibility.tex
 *   FOLDER/report.html
 *   FOLDER/figures/NAME.tsv, NAME.gp, NAME.svg, NAME.pdf   data, script, drawings
 *
 * For a page elsewhere, PAGE.html, they are PAGE-figures/ and PAGE-reproducibility.md beside it. */
#ifndef US_EXPERIMENTS_REPORT_REPORT_H
#define US_EXPERIMENTS_REPORT_REPORT_H

#include "experiments/compare.h"

typedef struct us_report_def {
    const char *folder;
    const char *out; /* path of the page; NULL: FOLDER/report.html */
    us_comparison_def compare;
    bool pdf;                       /* draw the figures as PDF, too, beside those of the page */
    const char *timeline;           /* id of the game to show; NULL: a game is chosen */
    const char *command;            /* the program's command name: "understudy" */
    void (*note)(const char *what); /* receives what is missing from the report, and why; or NULL */
    /* Receives each verdict, one sentence, once the report is written; or NULL. */
    void (*verdict)(void *context, const char *text);
    void *context;
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_report_def;

/* Writes the report. If gnuplot is missing or fails, figures are missing and tables stay. A
 * timeline that cannot be made is missing, too, unless the definition names its game. */
us_status us_report_write(const us_report_def *def, us_error *err);

#endif
