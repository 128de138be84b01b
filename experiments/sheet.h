/* A table of what was found out, once, for all who show it: as text, Markdown, CSV, JSON or HTML.
 */
#ifndef US_EXPERIMENTS_SHEET_H
#define US_EXPERIMENTS_SHEET_H

#include "base/arena.h"
#include "base/json.h"

enum { US_SHEET_COLUMNS_MAX = 24 };

typedef enum us_column_kind {
    US_COLUMN_TEXT,
    US_COLUMN_COUNT,  /* whole numbers */
    US_COLUMN_CHANCE, /* a p value: of five decimals, smaller ones as 2.5e-09 */
    US_COLUMN_REAL,   /* of so many decimals; what is no finite number is "-", in JSON null */
} us_column_kind;

typedef struct us_sheet_column {
    const char *name; /* as programs call it: "pairs" */
    us_column_kind kind;
    int decimals;
} us_sheet_column;

typedef struct us_sheet_cell {
    const char *text;
    int64_t count;
    double real;
} us_sheet_cell;

typedef struct us_sheet {
    const char *name;  /* as files and programs call it: "cells" */
    const char *title; /* a line for people */
    const us_sheet_column *column;
    int columns;
    us_sheet_cell *cell; /* row by row */
    int cells;

    us_arena *arena; /* of its texts; borrowed */
    int capacity;    /* private */
} us_sheet;

/* columns: borrowed. The arena outlives it. */
us_sheet *us_sheet_new(us_arena *arena, const char *name, const char *title,
                       const us_sheet_column *column, int columns);
void us_sheet_free(us_sheet *sheet); /* NULL is fine */

/* The next cell, of the kind that its column has. Texts are copied; NULL is "". */
void us_sheet_text(us_sheet *sheet, const char *text);
void us_sheet_count(us_sheet *sheet, int64_t count);
void us_sheet_real(us_sheet *sheet, double real);
int us_sheet_rows(const us_sheet *sheet);
const us_sheet_cell *us_sheet_at(const us_sheet *sheet, int row, int column);

typedef enum us_sheet_form {
    US_FORM_TEXT, /* in columns; what could steer a terminal is spelled out */
    US_FORM_MARKDOWN,
    US_FORM_CSV,  /* RFC 4180 */
    US_FORM_JSON, /* {"title": ..., "rows": [{...}]} */
    US_FORM_HTML, /* a <table>; everything escaped */
} us_sheet_form;
void us_sheet_print(const us_sheet *sheet, us_sheet_form form, us_str *out);

/* A field of CSV, in quotes where it must be. */
void us_csv_add(us_str *out, const char *text);
/* A text within Markdown, in a paragraph or a table: signs that it or HTML acts on stand behind a
 * backslash; control characters, newlines too, and what is not UTF-8 become spaces. */
void us_markdown_add(us_str *out, const char *text);
/* A text within HTML, in an element or an attribute. Control characters and what is not UTF-8
 * become U+FFFD, tabs spaces; newlines stay. */
void us_html_add(us_str *out, const char *text);

#endif
