/* Texts that look like others: direction marks, line separators, and formulas in spreadsheets. */
#include <string.h>

#include "base/json.h"
#include "behavior/names.h"
#include "experiments/report/sheet.h"
#include "tests/unit/test.h"

TEST(direction_marks_and_line_separators_are_escaped)
{
    static const struct {
        const char *text, *shown, *json;
    } rows[] = {
        {"a\xe2\x80\xae"
         "b",
         "a\\xe2\\x80\\xaeb", "\"a\\u202eb\""},
        {"\xe2\x80\x8e\xe2\x80\x8f", "\\xe2\\x80\\x8e\\xe2\\x80\\x8f", "\"\\u200e\\u200f\""},
        {"\xd8\x9c", "\\xd8\\x9c", "\"\\u061c\""},
        {"\xd8\x9b\xd8\x9d", "\xd8\x9b\xd8\x9d", "\"\xd8\x9b\xd8\x9d\""},
        {"\xe2\x80\xa8\xe2\x80\xa9", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9", "\"\\u2028\\u2029\""},
        {"\xe2\x81\xa6\xe2\x81\xa9", "\\xe2\\x81\\xa6\\xe2\\x81\\xa9", "\"\\u2066\\u2069\""},
        {"\xe2\x80\x8d\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
         "\xe2\x80\x8d\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
         "\"\xe2\x80\x8d\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa\""}, /* their neighbors */
        {"\xc2\x85\x7f", "\\xc2\\x85\\x7f", "\"\\u0085\\u007f\""},
        {"\xd7\xa9\xe4\xb8\xad\xf0\x9f\x8f\xb0", "\xd7\xa9\xe4\xb8\xad\xf0\x9f\x8f\xb0",
         "\"\xd7\xa9\xe4\xb8\xad\xf0\x9f\x8f\xb0\""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(shown);
        US_AUTOSTR(json);
        us_str_add_printable(&shown, rows[i].text, strlen(rows[i].text));
        CHECK_STR(shown.text, rows[i].shown);
        us_json_writer writer = us_json_writer_begin(&json, '[');
        us_json_write_string(&writer, rows[i].text);
        us_json_writer_end(&writer, ']');
        CHECK_CONTAINS(json.text, rows[i].json);
        CHECK(us_text_is_plain(rows[i].text) == us_text_equal(rows[i].text, rows[i].shown));
    }
}

TEST(a_name_of_a_behavior_has_no_direction_mark)
{
    CHECK(us_brl_is_string("caf\xc3\xa9"));
    CHECK(!us_brl_is_string("a\xe2\x80\xae"
                            "b"));
    CHECK(!us_brl_is_string("\xe2\x81\xa6"));
    CHECK(!us_brl_is_string("a\xe2\x80\xa8"));
}

TEST(a_text_of_csv_is_no_formula)
{
    static const char *const rows[][2] = {
        {"rush", "rush"},
        {"", ""},
        {"-", "-"},
        {"-0.25", "-0.25"},
        {"=1+1", "'=1+1"},
        {"=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""},
        {"+31", "'+31"},
        {"-2+3", "'-2+3"},
        {"--", "'--"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"\tx", "'\tx"},
        {"\rx", "\"'\rx\""},
        {"a=b", "a=b"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(out);
        us_csv_add(&out, rows[i][0]);
        CHECK_STR(out.text, rows[i][1]);
    }
    US_AUTOSTR(number);
    us_csv_add_number(&number, "-1.5e9");
    CHECK_STR(number.text, "-1.5e9");
}
