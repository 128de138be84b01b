/* The report of an experiment: one file of HTML that needs no other, and its figures beside it as
 * data, scripts and drawings.
 *
 *   FOLDER/report.html
 *   FOLDER/figures/NAME.tsv, NAME.gp, NAME.svg   data, script, drawing
 *
 * Of a page elsewhere, PAGE.html, they lie in PAGE-figures/ beside it. */
#ifndef US_EXPERIMENTS_REPORT_REPORT_H
#define US_EXPERIMENTS_REPORT_REPORT_H

#include "experiments/compare.h"

typedef struct us_report_def {
    const char *folder;
    const char *out; /* the file; NULL: FOLDER/report.html */
    us_compare_def compare;
    const char *timeline;           /* the id of a game; NULL: one that tells something */
    const char *command;            /* as the program is called: "understudy" */
    void (*note)(const char *what); /* what is missing from it, and why; or NULL */
    /* Once it is written: each verdict, a sentence; or NULL. */
    void (*verdict)(void *context, const char *text);
    void *context;
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_report_def;

/* Without gnuplot, or when it fails, figures are missing and tables stand; a timeline that can't be
 * had is missing, too, unless it was asked for by id. */
us_status us_report_write(const us_report_def *def, us_error *err);

#endif
