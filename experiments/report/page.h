/* The page of a report and its sections, private to experiments/report/. */
#ifndef US_EXPERIMENTS_REPORT_PAGE_H
#define US_EXPERIMENTS_REPORT_PAGE_H

#include "experiments/report/figures.h"
#include "experiments/report/sheet.h"
#include "understudy/experiment.h"

enum { US_PAGE_FIGURES_MAX = 8 };

typedef struct us_page {
    const us_report_def *def;
    const us_manifest *manifest;
    const us_comparison *comparison;
    us_sheet *sheet[US_COMPARE_SHEETS_MAX]; /* NULL: already shown */
    int sheets;
    us_str *out;
    int64_t game;   /* index of the game with the goal timeline; -1: none */
    us_str path;    /* of the page's file */
    us_str figures; /* path of the folder beside it */
    us_str fresh;   /* folder within `figures` for files until the page is complete; "": none yet */
    bool made_figures;                       /* the folder `figures` is new */
    const char *figure[US_PAGE_FIGURES_MAX]; /* names of the figures that were made */
    int figure_count;
    us_str no_figures; /* why no figures can be made; "" if they can */
    bool no_pdf;       /* gnuplot can't draw PDF */
} us_page;

#define US_PAGE_FIRST "<!DOCTYPE html>\n<!-- a report of understudy -->\n" /* of each page */

/* Open and close a section with a heading. id: letters only. */
void us_page_begin_section(us_page *page, const char *id, const char *heading);
void us_page_end_section(us_page *page);
/* Adds <p>text</p>, escaped; style: of the paragraph, or NULL. */
void us_page_add_paragraph(us_page *page, const char *style, const char *text);
/* Adds a sheet within a box that scrolls. */
void us_page_add_sheet(us_page *page, const us_sheet *sheet);

/* Add sections. */
void us_page_add_repairs(us_page *page);
void us_page_add_stories(us_page *page); /* of each adapted player */
void us_page_add_libraries(us_page *page);

void us_page_add_reproducibility(us_page *page);
/* Checks that the files of the same content, as Markdown and LaTeX, replace no other file. */
us_status us_page_check_appendix(const us_page *page, us_error *err);
/* Writes these files, once the page is written. */
us_status us_page_write_appendix(const us_page *page, us_error *err);

#endif
