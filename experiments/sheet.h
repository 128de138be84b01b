/* A table of results that can be printed as text, Markdown, CSV, LaTeX, JSON or HTML. */
#ifndef US_EXPERIMENTS_SHEET_H
#define US_EXPERIMENTS_SHEET_H

#include "base/arena.h"
#include "base/json.h"

enum { US_SHEET_COLUMNS_MAX = 24 };

typedef enum us_column_kind {
    US_COLUMN_TEXT,
    US_COLUMN_COUNT,  /* whole numbers */
    US_COLUMN_CHANCE, /* a p value with five decimals; smaller ones as 2.5e-09 */
    US_COLUMN_REAL,   /* a number with so many decimals; other than finite: "-", in JSON null */
} us_column_kind;

typedef struct us_sheet_column {
    const char *name; /* name for programs: "pairs" */
    us_column_kind kind;
    int decimals;
    const char *former; /* its name in the version before, under which CSV (behind all others) and
                           JSON have it once more; or NULL */
} us_sheet_column;

typedef struct us_sheet_cell {
    const char *text;
    int64_t count;
    double real;
} us_sheet_cell;

typedef struct us_sheet {
    const char *name;  /* name for files and programs: "cells" */
    const char *title; /* a title for people */
    const us_sheet_column *column;
    int columns;
    us_sheet_cell *cell; /* row by row */
    int cells;

    us_arena *arena; /* of its texts; borrowed */
    int capacity;    /* private */
} us_sheet;

/* Makes an empty sheet. columns: borrowed. The arena must outlive it. */
us_sheet *us_sheet_new(us_arena *arena, const char *name, const char *title,
                       const us_sheet_column *column, int columns);
void us_sheet_free(us_sheet *sheet); /* NULL is fine */
US_AUTOPTR_DEFINE(us_sheet, us_sheet_free);

/* Add the next cell, of the kind of its column. Texts are copied; NULL is "". */
void us_sheet_add_text(us_sheet *sheet, const char *text);
void us_sheet_add_count(us_sheet *sheet, int64_t count);
void us_sheet_add_real(us_sheet *sheet, double real);
int us_sheet_rows(const us_sheet *sheet);
const us_sheet_cell *us_sheet_get_cell(const us_sheet *sheet, int row, int column);

typedef enum us_sheet_form {
    US_FORM_TEXT, /* in columns; control characters and invalid UTF-8 are escaped */
    US_FORM_MARKDOWN,
    US_FORM_CSV,   /* RFC 4180 */
    US_FORM_LATEX, /* floats of booktabs, wide tables in panels; begin the file with US_LATEX_FIRST
                    */
    US_FORM_JSON,  /* {"title": ..., "former": {former: name}, "rows": [{...}]} */
    US_FORM_HTML,  /* a <table>; everything escaped */
} us_sheet_form;
void us_sheet_print(const us_sheet *sheet, us_sheet_form form, us_str *out);

/* Appends a field of CSV, in quotes if it must be. */
void us_csv_add(us_str *out, const char *text);
/* Appends a text to Markdown, in a paragraph or a table. Characters that act in Markdown or HTML
 * get a backslash. Control characters, newlines included, and invalid UTF-8 become spaces. */
void us_markdown_add(us_str *out, const char *text);
enum { US_LATEX_ROWS_MAX = 48 };                             /* that fit on a page */
#define US_LATEX_FIRST "% \\usepackage{booktabs,graphicx}\n" /* of a file of LaTeX */
/* Appends a text to LaTeX, in a paragraph or a table; none of it is a command. Control characters
 * and invalid UTF-8 become spaces. */
void us_latex_add(us_str *out, const char *text);
/* Appends a text to HTML, in an element or an attribute. Control characters and invalid UTF-8
 * become U+FFFD, tabs become spaces; newlines stay. */
void us_html_add(us_str *out, const char *text);

#endif
