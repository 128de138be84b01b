#include <string.h>

#include "base/base.h"
#include "experiments/report/dotplot.h"
#include "tests/unit/test.h"

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static void draw(const us_dot_row *row, int rows, us_str *out)
{
    us_dot_plot plot = {.title = "Games & maps",
                        .axis = "games won",
                        .note = {"<one> line", "and another"},
                        .row = row,
                        .rows = rows};
    us_str_init(out);
    us_dot_plot_draw(&plot, out);
}

/* The scale goes from 222 to 636 pixels. */
TEST(shares_lie_on_the_scale)
{
    const double dot[] = {0, 0.5, 1};
    us_dot_row row = {"one", "two", 0.5, 0.25, 1, dot, US_COUNT(dot)};
    us_str out;
    draw(&row, 1, &out);
    CHECK_CONTAINS(out.text, "<circle cx=\"429.0\" cy=\"103.0\" r=\"7\" class=\"mean\"/>");
    CHECK_CONTAINS(out.text, "d=\"M325.5 103.0H636.0M325.5 97.0v12M636.0 97.0v12\"");
    CHECK_CONTAINS(out.text, "<circle cx=\"222.0\" cy=\"103.0\" r=\"2.6\" class=\"map\"/>");
    CHECK_CONTAINS(out.text, "<circle cx=\"636.0\" cy=\"103.0\" r=\"2.6\" class=\"map\"/>");
    CHECK_CONTAINS(out.text, ">50%</text>\n<text");
    CHECK_CONTAINS(out.text, ">25 to 100</text>");
    us_str_clear(&out);
}

TEST(equal_maps_are_all_seen)
{
    const double dot[] = {0.5, 0.5, 0.5};
    us_dot_row row = {"one", "", 0.5, 0.5, 0.5, dot, US_COUNT(dot)};
    us_str out;
    draw(&row, 1, &out);
    CHECK_CONTAINS(out.text, "cx=\"429.0\" cy=\"103.0\" r=\"2.6\"");
    CHECK_CONTAINS(out.text, "cx=\"429.0\" cy=\"96.0\" r=\"2.6\"");
    CHECK_CONTAINS(out.text, "cx=\"429.0\" cy=\"110.0\" r=\"2.6\"");
    us_str_clear(&out);
}

TEST(each_row_has_its_name_and_texts_are_escaped)
{
    us_dot_row row[7];
    us_str out;
    for (int i = 0; i < US_COUNT(row); i++)
        row[i] = (us_dot_row){"</svg><script>", "\"a\" & b", 0.1, 0, 0.2, NULL, 0};
    draw(row, US_COUNT(row), &out);
    CHECK_INT(count_of(out.text, "&lt;/svg&gt;&lt;script&gt;"), US_COUNT(row));
    CHECK_INT(count_of(out.text, "<script"), 0);
    CHECK_INT(count_of(out.text, "class=\"mean\"/>"), US_COUNT(row));
    CHECK_CONTAINS(out.text, "Games &amp; maps</title>");
    CHECK_CONTAINS(out.text, "&lt;one&gt; line");
    CHECK_CONTAINS(out.text, "viewBox=\"0 0 800 582\"");
    us_str_clear(&out);
}
