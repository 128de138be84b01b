/* A table of results that can be printed as text, Markdown, CSV, LaTeX, JSON or HTML. */
#ifndef US_EXPERIMENTS_REPORT_SHEET_H
#define US_EXPERIMENTS_REPORT_SHEET_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"

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
    us_column_kind kind; /* US_COLUMN_REAL also of a p value */
} us_sheet_cell;

static inline us_sheet_cell us_cell_text(const char *text)
{
    return (us_sheet_cell){.kind = US_COLUMN_TEXT, .text = text};
}
static inline us_sheet_cell us_cell_count(int64_t count)
{
    return (us_sheet_cell){.kind = US_COLUMN_COUNT, .count = count};
}
static inline us_sheet_cell us_cell_real(double real)
{
    return (us_sheet_cell){.kind = US_COLUMN_REAL, .real = real};
}

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

/* Adds the next cells, each of the kind of its column: US_SHEET_ADD(sheet, us_cell_text("a"),
 * us_cell_count(1)). Texts are copied; NULL is "". */
#define US_SHEET_ADD(sheet, ...)                                \
    us_sheet_add((sheet), (const us_sheet_cell[]){__VA_ARGS__}, \
                 US_COUNT(((const us_sheet_cell[]){__VA_ARGS__})))
void us_sheet_add(us_sheet *sheet, const us_sheet_cell *cell, int count);
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

/* Writes a key and a number with at most six decimals; null if it is not finite. */
void us_json_write_key_real(us_json_writer *writer, const char *key, double value);

/* Appends a text as a field of CSV, in quotes if it must be. A text that spreadsheets would take
 * for a formula, because it begins with = + - @, a tab or the end of a line, gets an apostrophe
 * before it. A number, and "-" alone, do not. */
void us_csv_add(us_str *out, const char *text);
void us_csv_add_number(us_str *out, const char *text); /* or JSON: the text as it is */
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
/* Appends open and close, which are HTML, and between them the text, escaped. */
void us_html_wrap(us_str *out, const char *open, const char *text, const char *close);

/* Escaping of texts within figures: names of maps and players may contain any characters. */

/* Appends a field of a table that gnuplot reads, tabs between fields, one line a row. Control
 * characters become spaces, a double quote becomes an apostrophe, a backslash two of them (gnuplot
 * reads "\n" in data as a new line), and invalid UTF-8 becomes U+FFFD. */
void us_plot_print_field(us_str *out, const char *text);

/* Appends 'a text' for a gnuplot script; gnuplot reads no part of it as a command. */
void us_plot_quote(us_str *out, const char *text);

/* Appends at most the first so many characters; the last is "..." (U+2026) if more are left out.
 * Control characters become spaces, invalid UTF-8 becomes U+FFFD. */
void us_plot_print_short(us_str *out, const char *text, int most);

/* Returns the width of a text in characters of a fixed font: East Asian characters take two. */
int us_plot_width(const char *text);

#endif
