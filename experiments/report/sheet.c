#include "experiments/report/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

us_sheet *us_sheet_new(us_arena *arena, const char *name, const char *title,
                       const us_sheet_column *column, int columns)
{
    us_assert(columns > 0 && columns <= US_SHEET_COLUMNS_MAX);
    us_sheet *sheet = US_NEW(us_sheet);
    *sheet = (us_sheet){.name = us_arena_strdup(arena, name),
                        .title = us_arena_strdup(arena, title),
                        .column = column,
                        .columns = columns,
                        .arena = arena};
    return sheet;
}

void us_sheet_free(us_sheet *sheet)
{
    if (!sheet)
        return;
    us_mem_free(sheet->cell);
    us_mem_free(sheet);
}

void us_sheet_add(us_sheet *sheet, const us_sheet_cell *cell, int count)
{
    for (int i = 0; i < count; i++) {
        us_column_kind kind = sheet->column[sheet->cells % sheet->columns].kind;
        us_assert(kind == cell[i].kind ||
                  (kind == US_COLUMN_CHANCE && cell[i].kind == US_COLUMN_REAL));
        sheet->cell = us_array_grow(sheet->cell, sheet->cells, &sheet->capacity, sizeof(*cell));
        sheet->cell[sheet->cells] = cell[i];
        sheet->cell[sheet->cells++].text =
            cell[i].text ? us_arena_strdup(sheet->arena, cell[i].text) : "";
    }
}

int us_sheet_rows(const us_sheet *sheet)
{
    return sheet->cells / sheet->columns;
}

const us_sheet_cell *us_sheet_get_cell(const us_sheet *sheet, int row, int column)
{
    us_assert(row >= 0 && row < us_sheet_rows(sheet) && column >= 0 && column < sheet->columns);
    return &sheet->cell[row * sheet->columns + column];
}

/* ---- a cell as text */

static void add_cell(const us_sheet *sheet, int row, int column, us_str *out)
{
    const us_sheet_cell *cell = us_sheet_get_cell(sheet, row, column);
    switch (sheet->column[column].kind) {
    case US_COLUMN_TEXT:
        us_str_add(out, cell->text);
        break;
    case US_COLUMN_COUNT:
        us_str_add_int(out, cell->count);
        break;
    case US_COLUMN_CHANCE:
        if (isnan(cell->real))
            us_str_add_char(out, '-');
        else
            us_str_addf(out, cell->real > 0 && cell->real < 1e-5 ? "%.1e" : "%.5f", cell->real);
        break;
    case US_COLUMN_REAL:
        if (isfinite(cell->real))
            us_str_addf(out, "%.*f", sheet->column[column].decimals,
                        fabs(cell->real) < 0.5 * pow(10, -sheet->column[column].decimals)
                            ? 0.0
                            : cell->real); /* no -0.00 */
        else
            us_str_add_char(out, '-');
        break;
    }
}

static bool is_number(const us_sheet *sheet, int column)
{
    return sheet->column[column].kind != US_COLUMN_TEXT;
}

/* ---- forms */

static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80; /* begins a character */
    return width;
}

static void pad(us_str *out, int count)
{
    for (int i = 0; i < count; i++)
        us_str_add_char(out, ' ');
}

static void print_field(const us_sheet *sheet, int column, const char *text, int width, us_str *out)
{
    int missing = width - width_of(text);
    if (column > 0)
        us_str_add(out, "  ");
    if (is_number(sheet, column))
        pad(out, missing);
    us_str_add(out, text);
    if (!is_number(sheet, column) && column + 1 < sheet->columns)
        pad(out, missing);
}

static void printable_cell(const us_sheet *sheet, int row, int column, us_str *raw, us_str *out)
{
    us_str_reset(raw);
    us_str_reset(out);
    add_cell(sheet, row, column, raw);
    us_str_add_printable(out, raw->text, raw->length);
}

static void measure(const us_sheet *sheet, int *width)
{
    US_AUTOSTR(raw);
    US_AUTOSTR(text);
    for (int c = 0; c < sheet->columns; c++) {
        width[c] = width_of(sheet->column[c].name);
        for (int r = 0; r < us_sheet_rows(sheet); r++) {
            printable_cell(sheet, r, c, &raw, &text);
            if (width_of(text.text) > width[c])
                width[c] = width_of(text.text);
        }
    }
}

static void print_text(const us_sheet *sheet, us_str *out)
{
    int width[US_SHEET_COLUMNS_MAX], rows = us_sheet_rows(sheet);
    US_AUTOSTR(raw);
    US_AUTOSTR(text);
    measure(sheet, width);
    us_str_addf(out, "%s\n", sheet->title);
    for (int c = 0; c < sheet->columns; c++)
        print_field(sheet, c, sheet->column[c].name, width[c], out);
    us_str_add_char(out, '\n');
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < sheet->columns; c++) {
            printable_cell(sheet, r, c, &raw, &text);
            print_field(sheet, c, text.text, width[c], out);
        }
        us_str_add_char(out, '\n');
    }
}

void us_markdown_add(us_str *out, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        int length = us_text_printable_size(text, left);
        if (length > 0 && strchr("\\`*_{}[]<>#|&~", *text))
            us_str_add_char(out, '\\');
        if (length > 0)
            us_str_add_bytes(out, text, (size_t)length);
        else
            us_str_add_char(out, ' ');
        length = length > 0 ? length : 1;
        text += length;
        left -= (size_t)length;
    }
}

static void print_markdown(const us_sheet *sheet, us_str *out)
{
    US_AUTOSTR(text);
    us_str_addf(out, "**%s**\n\n|", sheet->title);
    for (int c = 0; c < sheet->columns; c++)
        us_str_addf(out, " %s |", sheet->column[c].name);
    us_str_add(out, "\n|");
    for (int c = 0; c < sheet->columns; c++)
        us_str_add(out, is_number(sheet, c) ? " ---: |" : " --- |");
    for (int r = 0; r < us_sheet_rows(sheet); r++) {
        us_str_add(out, "\n|");
        for (int c = 0; c < sheet->columns; c++) {
            us_str_reset(&text);
            add_cell(sheet, r, c, &text);
            us_str_add_char(out, ' ');
            if (is_number(sheet, c))
                us_str_add(out, text.text);
            else
                us_markdown_add(out, text.text);
            us_str_add(out, " |");
        }
    }
    us_str_add_char(out, '\n');
}

/* Whether a spreadsheet would take the text for a formula. "-" alone stands for no value. */
static bool is_formula(const char *text)
{
    int64_t number;
    return text[0] && strchr("=+-@\t\r\n", text[0]) && !us_text_equal(text, "-") &&
           !us_text_to_decimal(text, 9, INT64_MIN, INT64_MAX, &number);
}

void us_csv_add(us_str *out, const char *text)
{
    US_AUTOSTR(harmless);
    us_str_addf(&harmless, "%s%s", is_formula(text) ? "'" : "", text);
    us_csv_add_number(out, harmless.text);
}

void us_csv_add_number(us_str *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        us_str_add(out, text);
        return;
    }
    us_str_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            us_str_add_char(out, '"');
        us_str_add_char(out, *text);
    }
    us_str_add_char(out, '"');
}

static void print_csv_field(const us_sheet *sheet, int row, int column, us_str *text, us_str *out)
{
    us_str_reset(text);
    add_cell(sheet, row, column, text);
    bool none = is_number(sheet, column) && us_text_equal(text->text, "-");
    if (is_number(sheet, column))
        us_csv_add_number(out, none ? "" : text->text);
    else
        us_csv_add(out, text->text);
}

static void print_csv(const us_sheet *sheet, us_str *out)
{
    US_AUTOSTR(text);
    for (int c = 0; c < sheet->columns; c++) {
        us_str_add(out, c > 0 ? "," : "");
        us_csv_add(out, sheet->column[c].name);
    }
    for (int c = 0; c < sheet->columns; c++)
        if (sheet->column[c].former)
            us_str_addf(out, ",%s", sheet->column[c].former);
    us_str_add(out, "\r\n");
    for (int r = 0; r < us_sheet_rows(sheet); r++) {
        for (int c = 0; c < sheet->columns; c++) {
            us_str_add(out, c > 0 ? "," : "");
            print_csv_field(sheet, r, c, &text, out);
        }
        for (int c = 0; c < sheet->columns; c++)
            if (sheet->column[c].former) {
                us_str_add_char(out, ',');
                print_csv_field(sheet, r, c, &text, out);
            }
        us_str_add(out, "\r\n");
    }
}

static void write_cell(us_json_writer *writer, const us_sheet *sheet, int column, const char *key,
                       const char *text)
{
    us_json_write_key(writer, key);
    if (!is_number(sheet, column))
        us_json_write_string(writer, text);
    else
        us_json_write_raw(writer, us_text_equal(text, "-") ? "null" : text);
}

/* So that readers can leave them out. */
static void write_formers(us_json_writer *writer, const us_sheet *sheet)
{
    bool open = false;
    for (int c = 0; c < sheet->columns; c++) {
        if (!sheet->column[c].former)
            continue;
        if (!open)
            us_json_write_key_open(writer, "former", '{');
        open = true;
        us_json_write_key_string(writer, sheet->column[c].former, sheet->column[c].name);
    }
    if (open)
        us_json_write_close(writer, '}');
}

static void print_json(const us_sheet *sheet, us_str *out)
{
    US_AUTOSTR(text);
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "title", sheet->title);
    write_formers(&writer, sheet);
    us_json_write_key_open(&writer, "rows", '[');
    for (int r = 0; r < us_sheet_rows(sheet); r++) {
        us_json_write_open(&writer, '{');
        for (int c = 0; c < sheet->columns; c++) {
            us_str_reset(&text);
            add_cell(sheet, r, c, &text);
            write_cell(&writer, sheet, c, sheet->column[c].name, text.text);
            if (sheet->column[c].former)
                write_cell(&writer, sheet, c, sheet->column[c].former, text.text);
        }
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_close(&writer, '}');
}

void us_json_write_key_real(us_json_writer *writer, const char *key, double value)
{
    if (isfinite(value))
        us_json_write_key_decimal(writer, key, llround(value * 1e6), 6);
    else
        us_json_write_key_null(writer, key);
}

/* ---- LaTeX */

static const char *latex_of(char c)
{
    static const char *const spelled[128] = {
        ['\\'] = "\\textbackslash{}",
        ['{'] = "\\{",
        ['}'] = "\\}",
        ['#'] = "\\#",
        ['$'] = "\\$",
        ['%'] = "\\%",
        ['&'] = "\\&",
        ['_'] = "\\_",
        ['^'] = "\\textasciicircum{}",
        ['~'] = "\\textasciitilde{}",
        ['<'] = "\\textless{}",
        ['>'] = "\\textgreater{}",
        ['|'] = "\\textbar{}",
        ['`'] = "\\textasciigrave{}",
        ['['] = "{[}", /* after the end of a row it would begin an option, as * would */
        [']'] = "{]}",
        ['*'] = "{*}",
        ['"'] = "{\\ttfamily\\char34}", /* elsewhere it would be a closing quote */
    };
    return (unsigned char)c < 128 ? spelled[(unsigned char)c] : NULL;
}

void us_latex_add(us_str *out, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        int length = us_text_printable_size(text, left);
        if (length <= 0)
            us_str_add_char(out, ' ');
        else if (latex_of(*text))
            us_str_add(out, latex_of(*text));
        else
            us_str_add_bytes(out, text, (size_t)length);
        if (text[0] == '-' && text[1] == '-') /* together they would be a dash */
            us_str_add(out, "{}");
        length = length > 0 ? length : 1;
        text += length;
        left -= (size_t)length;
    }
}

/* A minus is no hyphen, and 2.5e-09 is a product. */
static void add_latex_number(us_str *out, const char *text)
{
    const char *power = strchr(text, 'e');
    if (us_text_equal(text, "-")) {
        us_str_add(out, "--");
        return;
    }
    us_str_add_char(out, '$');
    us_str_add_bytes(out, text, power ? (size_t)(power - text) : strlen(text));
    if (power)
        us_str_addf(out, "\\cdot10^{%ld}", strtol(power + 1, NULL, 10));
    us_str_add_char(out, '$');
}

/* How a table is divided: floats of so many rows, each with the columns in panels one below the
 * other, so that they fit the width of a page. Each panel begins with the key columns. */
typedef struct latex_plan {
    int keys, panels, rows;
    int end[US_SHEET_COLUMNS_MAX]; /* of each panel's columns */
} latex_plan;

static latex_plan plan_latex(const us_sheet *sheet)
{
    enum { LINE = 96, KEYS = 2 }; /* characters */
    latex_plan plan = {.panels = 0};
    int width[US_SHEET_COLUMNS_MAX], taken = 0, wanted;
    measure(sheet, width);
    while (plan.keys < KEYS && plan.keys + 1 < sheet->columns && !is_number(sheet, plan.keys))
        taken += width[plan.keys++] + 2;
    wanted = taken;
    for (int c = plan.keys; c < sheet->columns; c++) {
        wanted += width[c] + 2;
        if (wanted > LINE && wanted > taken + width[c] + 2) {
            plan.end[plan.panels++] = c;
            wanted = taken + width[c] + 2;
        }
    }
    plan.end[plan.panels++] = sheet->columns;
    plan.rows = US_LATEX_ROWS_MAX / plan.panels;
    return plan;
}

static void add_latex_cell(const us_sheet *sheet, int row, int column, us_str *text, us_str *out)
{
    us_str_reset(text);
    if (row < 0)
        us_str_add(text, sheet->column[column].name);
    else
        add_cell(sheet, row, column, text);
    if (row >= 0 && is_number(sheet, column))
        add_latex_number(out, text->text);
    else
        us_latex_add(out, text->text);
}

/* row -1: the names of the columns. */
static void add_latex_row(const us_sheet *sheet, int row, int keys, int from, int to, us_str *out)
{
    US_AUTOSTR(text);
    int first = keys > 0 ? 0 : from;
    for (int c = first; c < to; c = c + 1 == keys ? from : c + 1) {
        us_str_add(out, c > first ? " & " : "");
        add_latex_cell(sheet, row, c, &text, out);
    }
    us_str_add(out, " \\\\\n");
}

static void add_latex_panel(const us_sheet *sheet, const latex_plan *plan, int panel, int row,
                            us_str *out)
{
    int rows = us_sheet_rows(sheet), keys = plan->keys, to = plan->end[panel];
    int from = panel > 0 ? plan->end[panel - 1] : keys;
    us_str_add(out, panel > 0 ? "\\\\[1ex]\n" : "");
    us_str_add(out, "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
                    "\\begin{tabular}{");
    for (int c = keys > 0 ? 0 : from; c < to; c = c + 1 == keys ? from : c + 1)
        us_str_add_char(out, is_number(sheet, c) ? 'r' : 'l');
    us_str_add(out, "}\n\\toprule\n");
    add_latex_row(sheet, -1, keys, from, to, out);
    us_str_add(out, "\\midrule\n");
    for (int r = row; r < rows && r < row + plan->rows; r++)
        add_latex_row(sheet, r, keys, from, to, out);
    us_str_add(out, "\\bottomrule\n\\end{tabular}}\n");
}

static void print_latex(const us_sheet *sheet, us_str *out)
{
    enum { FLOATS_MAX = 10 }; /* LaTeX holds few that have no page yet */
    latex_plan plan = plan_latex(sheet);
    int rows = us_sheet_rows(sheet), floats = (rows + plan.rows - 1) / plan.rows;
    for (int i = 0; i < floats; i++) {
        us_str_add(out, "\\begin{table}[tbp]\n\\centering\\footnotesize\n\\caption{");
        us_latex_add(out, sheet->title);
        if (floats > 1)
            us_str_addf(out, " (%d of %d)", i + 1, floats);
        us_str_addf(out, "}\n\\label{tab:%s", sheet->name);
        if (i > 0)
            us_str_addf(out, "-%d", i + 1);
        us_str_add(out, "}\n\\par\\smallskip\n");
        for (int panel = 0; panel < plan.panels; panel++)
            add_latex_panel(sheet, &plan, panel, i * plan.rows, out);
        us_str_add(out, "\\end{table}\n");
        if (i % FLOATS_MAX == FLOATS_MAX - 1)
            us_str_add(out, "\\clearpage\n");
    }
}

/* ---- HTML */

static void add_html_byte(us_str *out, char c)
{
    static const char *const spelled[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    if (spelled[(unsigned char)c])
        us_str_add(out, spelled[(unsigned char)c]);
    else
        us_str_add_char(out, c);
}

void us_html_add(us_str *out, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        int length = us_text_utf8_size(text, left);
        bool plain = *text == '\n' || us_text_printable_size(text, left) > 0;
        if (!plain)
            us_str_add(out, *text == '\t' || *text == '\r' ? " " : "\xef\xbf\xbd");
        else if (length == 1)
            add_html_byte(out, *text);
        else
            us_str_add_bytes(out, text, (size_t)length);
        length = length > 0 ? length : 1;
        text += length;
        left -= (size_t)length;
    }
}

void us_html_wrap(us_str *out, const char *open, const char *text, const char *close)
{
    us_str_add(out, open);
    us_html_add(out, text);
    us_str_add(out, close);
}

static void print_html(const us_sheet *sheet, us_str *out)
{
    US_AUTOSTR(text);
    us_str_addf(out, "<table id=\"sheet-%s\">\n<caption>", sheet->name);
    us_html_add(out, sheet->title);
    us_str_add(out, "</caption>\n<thead><tr>");
    for (int c = 0; c < sheet->columns; c++) {
        us_str_add(out,
                   is_number(sheet, c) ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
        us_html_add(out, sheet->column[c].name);
        us_str_add(out, "</th>");
    }
    us_str_add(out, "</tr></thead>\n<tbody>\n");
    for (int r = 0; r < us_sheet_rows(sheet); r++) {
        us_str_add(out, "<tr>");
        for (int c = 0; c < sheet->columns; c++) {
            us_str_reset(&text);
            add_cell(sheet, r, c, &text);
            bool heads = c == 0 && !is_number(sheet, c);
            us_str_add(out, heads                 ? "<th scope=\"row\">"
                            : is_number(sheet, c) ? "<td class=\"n\">"
                                                  : "<td>");
            us_html_add(out, text.text);
            us_str_add(out, heads ? "</th>" : "</td>");
        }
        us_str_add(out, "</tr>\n");
    }
    us_str_add(out, "</tbody>\n</table>\n");
}

void us_sheet_print(const us_sheet *sheet, us_sheet_form form, us_str *out)
{
    static void (*const print[])(const us_sheet *, us_str *) = {
        [US_FORM_TEXT] = print_text, [US_FORM_MARKDOWN] = print_markdown,
        [US_FORM_CSV] = print_csv,   [US_FORM_LATEX] = print_latex,
        [US_FORM_JSON] = print_json, [US_FORM_HTML] = print_html,
    };
    us_assert(sheet->cells % sheet->columns == 0);
    print[form](sheet, out);
}

/* ---- texts of figures */

/* The next character, made harmless: as bytes that stay until the next call. NULL: the end. */
static const char *next_character(const char **at, char buffer[5])
{
    const char *text = *at;
    if (!*text)
        return NULL;
    size_t left = strlen(text);
    int length = us_text_utf8_size(text, left > 4 ? 4 : left);
    *at += length > 0 ? length : 1;
    if (length <= 0)
        return "\xef\xbf\xbd";
    if (us_text_printable_size(text, (size_t)length) <= 0)
        return " ";
    memcpy(buffer, text, (size_t)length);
    buffer[length] = '\0';
    return buffer;
}

void us_plot_print_field(us_str *out, const char *text)
{
    char buffer[5];
    for (const char *c; (c = next_character(&text, buffer));)
        us_str_add(out, c[0] == '"' ? "'" : c[0] == '\\' ? "\\\\" : c);
}

void us_plot_quote(us_str *out, const char *text)
{
    char buffer[5];
    us_str_add_char(out, '\'');
    for (const char *c; (c = next_character(&text, buffer));)
        us_str_add(out, c[0] == '\'' ? "''" : c);
    us_str_add_char(out, '\'');
}

void us_plot_print_short(us_str *out, const char *text, int most)
{
    char buffer[5];
    int count = 0;
    for (const char *at = text; next_character(&at, buffer); count++)
        ;
    bool cut = count > most;
    for (int i = 0; i < (cut ? most - 1 : count); i++)
        us_str_add(out, next_character(&text, buffer));
    if (cut)
        us_str_add(out, "\xe2\x80\xa6");
}

int us_plot_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xc0) != 0x80)
            width += (unsigned char)*text >= 0xe2 && text[1] != (char)0x80 ? 2 : 1;
    return width;
}
