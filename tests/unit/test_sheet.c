#include <math.h>
#include <string.h>

#include "experiments/report/sheet.h"
#include "tests/unit/test.h"

/* ---- texts */

static void check_with(void (*add)(us_str *, const char *), const char *text, const char *expected)
{
    US_AUTOSTR(out);
    add(&out, text);
    CHECK_STR(out.text, expected);
}

TEST(a_text_in_html_is_only_text)
{
    check_with(us_html_add, "<b a=\"1\" b='2'>&", "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;");
    check_with(us_html_add, "a\tb\nc", "a b\nc");
    check_with(us_html_add, "\x01\x7f\xff", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_with(us_html_add, "\xe6\xbc\xa2", "\xe6\xbc\xa2");
}

TEST(a_text_in_markdown_is_only_text)
{
    check_with(us_markdown_add, "<b>*a*|[x](y)_`~&#{}\\",
               "\\<b\\>\\*a\\*\\|\\[x\\](y)\\_\\`\\~\\&\\#\\{\\}\\\\");
    check_with(us_markdown_add, "a\nb\x01\xff", "a b  ");
    check_with(us_markdown_add, "\xe6\xbc\xa2 ai:raid -1.5", "\xe6\xbc\xa2 ai:raid -1.5");
}

TEST(what_acts_in_latex_is_escaped)
{
    check_with(us_latex_add, "a_b & 5% of $1 #{2}", "a\\_b \\& 5\\% of \\$1 \\#\\{2\\}");
    check_with(us_latex_add, "\\input|x~^<>`",
               "\\textbackslash{}input\\textbar{}x\\textasciitilde{}\\textasciicircum{}"
               "\\textless{}\\textgreater{}\\textasciigrave{}");
    check_with(us_latex_add, "[1]*\"--", "{[}1{]}{*}{\\ttfamily\\char34}-{}-");
    check_with(us_latex_add, "a\nb\x01\xff\xc3\xbc -1.5", "a b  \xc3\xbc -1.5");
}

/* ---- tables */

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

/* A page has room for neither all rows nor all columns. */
TEST(a_table_too_large_for_a_page_is_divided_in_latex)
{
    enum { COLUMNS = 12, ROWS = 30 };
    us_sheet_column columns[COLUMNS] = {{"player", US_COLUMN_TEXT}};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOSTR(out);
    for (int i = 1; i < COLUMNS; i++)
        columns[i] = (us_sheet_column){"a_long_name", US_COLUMN_CHANCE};
    us_sheet *sheet = us_sheet_new(arena, "x", "Wide", columns, COLUMNS);
    for (int row = 0; row < ROWS; row++) {
        US_SHEET_ADD(sheet, us_cell_text("p"));
        for (int i = 1; i < COLUMNS; i++)
            US_SHEET_ADD(sheet, us_cell_real(i == 1 ? 2.5e-9 : i == 2 ? (double)NAN : 0.25));
    }
    us_sheet_print(sheet, US_FORM_LATEX, &out);
    CHECK_INT(count_of(out.text, "\\begin{table}"), 2);
    CHECK_CONTAINS(out.text, "\\caption{Wide (1 of 2)}\n\\label{tab:x}\n");
    CHECK_CONTAINS(out.text, "\\caption{Wide (2 of 2)}\n\\label{tab:x-2}\n");
    CHECK_INT(count_of(out.text, "\\begin{tabular}{lrrrrrr}\n"), 2); /* 6 columns and 5 */
    CHECK_INT(count_of(out.text, "\\begin{tabular}{lrrrrr}\n"), 2);
    CHECK_INT(count_of(out.text, "p & $2.5\\cdot10^{-9}$ & -- & $0.25000$ "), ROWS);
    CHECK_INT(count_of(out.text, "\np & "), 2 * ROWS);
    us_sheet_free(sheet);
}

TEST(tables_in_html_have_heads)
{
    static const us_sheet_column columns[] = {{"name", US_COLUMN_TEXT}, {"n", US_COLUMN_COUNT}};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_sheet *sheet = us_sheet_new(arena, "x", "A <title>", columns, US_COUNT(columns));
    US_AUTOSTR(out);
    US_SHEET_ADD(sheet, us_cell_text("<i>"), us_cell_count(3));
    us_sheet_print(sheet, US_FORM_HTML, &out);
    CHECK_CONTAINS(out.text, "<caption>A &lt;title&gt;</caption>");
    CHECK_CONTAINS(out.text, "<th scope=\"col\">name</th><th scope=\"col\" class=\"n\">n</th>");
    CHECK_CONTAINS(out.text, "<th scope=\"row\">&lt;i&gt;</th><td class=\"n\">3</td>");
    us_sheet_free(sheet);
}

/* A name of the version before stands behind all others, where a program looks for it by name. */
TEST(a_former_name_has_the_value_of_the_column)
{
    static const us_sheet_column columns[] = {{"player", US_COLUMN_TEXT},
                                              {"student_p", US_COLUMN_CHANCE, 0, "student"},
                                              {"n", US_COLUMN_COUNT}};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_sheet *sheet = us_sheet_new(arena, "x", "Title", columns, US_COUNT(columns));
    US_AUTOSTR(out);
    US_SHEET_ADD(sheet, us_cell_text("a"), us_cell_real(0.25), us_cell_count(3));
    us_sheet_print(sheet, US_FORM_CSV, &out);
    CHECK_STR(out.text, "player,student_p,n,student\r\na,0.25000,3,0.25000\r\n");
    us_str_reset(&out);
    us_sheet_print(sheet, US_FORM_JSON, &out);
    CHECK_STR(out.text, "{\"title\":\"Title\",\"former\":{\"student\":\"student_p\"},\"rows\":[{"
                        "\"player\":\"a\",\"student_p\":0.25000,\"student\":0.25000,\"n\":3}]}");
    for (us_sheet_form form = US_FORM_TEXT; form <= US_FORM_HTML; form++) {
        us_str_reset(&out);
        us_sheet_print(sheet, form, &out);
        bool read_by_people = form != US_FORM_CSV && form != US_FORM_JSON;
        CHECK(!read_by_people || count_of(out.text, "student") == 1);
    }
    us_sheet_free(sheet);
}
