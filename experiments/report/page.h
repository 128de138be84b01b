/* Private to experiments/report/: the page, piece by piece. */
#ifndef US_EXPERIMENTS_REPORT_PAGE_H
#define US_EXPERIMENTS_REPORT_PAGE_H

#include "experiments/report/figures.h"
#include "experiments/report/report.h"

enum { US_PAGE_FIGURES_MAX = 8 };

typedef struct us_page {
    const us_report_def *def;
    const us_manifest *manifest;
    const us_comparison *comparison;
    us_sheet *sheet[US_COMPARE_SHEETS_MAX]; /* a NULL was shown */
    int sheets;
    us_str *out;
    int64_t game;      /* whose goals are shown; -1: none */
    us_str path;       /* of the page's file */
    us_str figures;    /* folder beside it */
    us_str fresh;      /* within that: where figures lie until the page is whole; "": none yet */
    bool made_figures; /* the folder was not there */
    const char *figure[US_PAGE_FIGURES_MAX]; /* names of those that were made */
    int figure_count;
    us_str no_figures; /* why there can be none; "" while there can be */
} us_page;

#define US_PAGE_FIRST "<!DOCTYPE html>\n<!-- a report of understudy -->\n" /* of each page */

extern const char *const us_page_style[]; /* lines of CSS, up to a NULL */

/* A section with a heading, and its end. id: of letters. */
void us_page_open(us_page *page, const char *id, const char *heading);
void us_page_close(us_page *page);
/* <p>text</p>, escaped; style: of the paragraph, or NULL. */
void us_page_say(us_page *page, const char *style, const char *text);
/* A sheet within a box that scrolls. */
void us_page_sheet(us_page *page, const us_sheet *sheet);

/* ---- drawing.c */
/* Makes the figure's files and puts its drawings on the page, or says why there are none. Only
 * US_INTERRUPTED is an error. */
us_status us_page_figure(us_page *page, const us_figure *figure, us_error *err);
/* Once the page is written: the files of its figures take the place of older ones. */
us_status us_page_settle_figures(us_page *page, us_error *err);
/* Removes those that are not settled. */
void us_page_drop_figures(us_page *page);

/* ---- repairs.c, libraries.c, provenance.c: sections */
void us_page_repairs(us_page *page);
void us_page_libraries(us_page *page);
/* What the libraries of two sides differ in, within a section; nothing where one has none. */
void us_page_library_pair(us_page *page, int baseline, int challenger);
void us_page_provenance(us_page *page);

#endif
