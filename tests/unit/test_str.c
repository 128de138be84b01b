#include <string.h>

#include "base/str.h"
#include "tests/unit/test.h"

TEST(parts_are_joined_in_order)
{
    us_str str;
    us_str_init(&str);
    us_str_add(&str, "footman");
    us_str_add_char(&str, ' ');
    us_str_add_int(&str, -42);
    us_str_add_bytes(&str, ", farms", 6);
    us_str_addf(&str, " %s:%d ", "x", 7);
    us_str_add_hex(&str, 0xbeef, 6);
    us_str_add(&str, "");
    CHECK_STR(str.text, "footman -42, farm x:7 00beef");
    CHECK_INT((int64_t)str.length, (int64_t)strlen(str.text));
    us_str_clear(&str);
}

TEST(a_format_may_begin_plainly)
{
    us_str str;
    us_str_init(&str);
    us_str_addf(&str, "%u", UINT32_MAX);
    us_str_addf(&str, " %s %d%% %03d", "x", -7, 5);
    us_str_addf(&str, "%s%lld", "", 1LL << 40);
    CHECK_STR(str.text, "4294967295 x -7% 0051099511627776");
    us_str_clear(&str);
}

TEST(an_empty_string_owns_nothing)
{
    uint64_t before = us_mem_alloc_count();
    us_str str;
    us_str_init(&str);
    us_str_add(&str, "");
    us_str_add_bytes(&str, NULL, 0);
    us_str_reset(&str);
    CHECK_STR(str.text, "");
    us_str_clear(&str);
    CHECK_STR(str.text, "");
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
}

TEST(reset_keeps_the_memory)
{
    us_str str;
    us_str_init(&str);
    us_str_addf(&str, "%0500d", 1);
    uint64_t before = us_mem_alloc_count();
    for (int i = 0; i < 10; i++) {
        us_str_reset(&str);
        CHECK_STR(str.text, "");
        us_str_addf(&str, "%0500d", i);
    }
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
    us_str_clear(&str);
}

TEST(detached_text_belongs_to_the_caller)
{
    us_str str;
    us_str_init(&str);
    char *none = us_str_detach(&str);
    CHECK_STR(none, "");
    us_str_add(&str, "gold");
    char *gold = us_str_detach(&str);
    us_str_add(&str, "lumber");
    CHECK_STR(gold, "gold");
    CHECK_STR(str.text, "lumber");
    us_mem_free(none);
    us_mem_free(gold);
    us_str_clear(&str);
}

TEST(a_string_grows_rarely)
{
    us_str str;
    us_str_init(&str);
    uint64_t before = us_mem_alloc_count();
    for (int i = 0; i < 100000; i++)
        us_str_add_char(&str, (char)('a' + i % 26));
    CHECK(us_mem_alloc_count() - before < 16);
    CHECK_INT((int64_t)str.length, 100000);
    CHECK_INT(str.text[99999], 'a' + 99999 % 26);
    us_str_clear(&str);
}

TEST(numbers_print_at_their_edges)
{
    us_str str;
    us_str_init(&str);
    us_str_add_int(&str, INT64_MIN);
    us_str_add_char(&str, ' ');
    us_str_add_int(&str, INT64_MAX);
    us_str_add_char(&str, ' ');
    us_str_add_int(&str, 0);
    CHECK_STR(str.text, "-9223372036854775808 9223372036854775807 0");
    us_str_reset(&str);
    us_str_add_hex(&str, UINT64_MAX, 16);
    us_str_add_char(&str, ' ');
    us_str_add_hex(&str, 0, 1);
    us_str_add_char(&str, ' ');
    us_str_add_hex(&str, 0x123, 2);
    CHECK_STR(str.text, "ffffffffffffffff 0 123");
    us_str_clear(&str);
}

TEST(an_integer_is_the_whole_text_within_its_range)
{
    static const struct {
        const char *text;
        int64_t low, high;
        bool good;
        int64_t value;
    } rows[] = {
        {"0", 0, 9, true, 0},
        {"-0", 0, 9, true, 0},
        {"007", 0, 9, true, 7},
        {"9", 0, 9, true, 9},
        {"10", 0, 9, false, 0},
        {"-1", 0, 9, false, 0},
        {"-1", -1, 9, true, -1},
        {"", 0, 9, false, 0},
        {"-", -9, 9, false, 0},
        {"+1", 0, 9, false, 0},
        {" 1", 0, 9, false, 0},
        {"1 ", 0, 9, false, 0},
        {"1.0", 0, 9, false, 0},
        {"1e0", 0, 9, false, 0},
        {"0x1", 0, 9, false, 0},
        {"--1", -9, 9, false, 0},
        {"9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX},
        {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
        {"-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, false, 0},
        {"18446744073709551616", INT64_MIN, INT64_MAX, false, 0},
        {"99999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        int64_t value = 12345;
        bool good = us_text_to_int(rows[i].text, rows[i].low, rows[i].high, &value);
        CHECK_INT(good, rows[i].good);
        CHECK_INT(value, rows[i].good ? rows[i].value : 12345);
    }
}

TEST(a_time_is_a_number_and_its_unit)
{
    static const struct {
        const char *text;
        int64_t most, value; /* value 0: refused */
    } rows[] = {
        {"1s", 60, 1},
        {"90s", 90, 90},
        {"20m", 7200, 1200},
        {"2h", 7200, 7200},
        {"007m", 7200, 420},
        {"3h", 7200, 0},
        {"121m", 7200, 0},
        {"91s", 90, 0},
        {"1m", 59, 0},
        {"0s", 60, 0},
        {"-1m", 7200, 0},
        {"5x", 7200, 0},
        {"5", 7200, 0},
        {"m", 7200, 0},
        {"", 7200, 0},
        {"5 m", 7200, 0},
        {"1.5h", 7200, 0},
        {"5M", 7200, 0},
        {"5mm", 7200, 0},
        {"9223372036854775807s", INT64_MAX, INT64_MAX},
        {"9223372036854775807h", INT64_MAX, 0},
        {"99999999999999999999999h", INT64_MAX, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        int64_t value = 12345;
        CHECK_INT(us_text_to_seconds(rows[i].text, rows[i].most, &value), rows[i].value > 0);
        CHECK_INT(value, rows[i].value > 0 ? rows[i].value : 12345);
    }
}

TEST(an_unsigned_number_may_use_all_64_bits)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } rows[] = {
        {"0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"18446744073709551620", false, 0},
        {"-1", false, 0},
        {"", false, 0},
        {"1a", false, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        uint64_t value = 5;
        CHECK_INT(us_text_to_u64(rows[i].text, &value), rows[i].good);
        CHECK(value == (rows[i].good ? rows[i].value : 5));
    }
}

TEST(texts_compare_whole_or_from_the_start)
{
    CHECK(us_text_equal("farm", "farm"));
    CHECK(!us_text_equal("farm", "farms"));
    CHECK(us_text_has_prefix("farms", "farm"));
    CHECK(us_text_has_prefix("farm", ""));
    CHECK(!us_text_has_prefix("far", "farm"));
    CHECK(us_text_has_suffix("farm.map", ".map"));
    CHECK(us_text_has_suffix("farm", ""));
    CHECK(us_text_has_suffix("farm", "farm"));
    CHECK(!us_text_has_suffix("arm", "farm"));
    CHECK(!us_text_has_suffix("farm.maps", ".map"));
}

TEST(a_character_is_measured_or_refused)
{
    static const struct {
        const char *text;
        size_t length;
        int size;
    } rows[] = {
        {"a", 1, 1},
        {"", 0, 0},
        {"\0", 1, 1},
        {"\x7f", 1, 1},
        {"\xc3\xa9", 2, 2},
        {"\xc3\xa9", 1, 0},
        {"\xe2\x82\xac", 3, 3},
        {"\xe2\x82\xac", 2, 0},
        {"\xf0\x9f\x98\x80", 4, 4},
        {"\xf0\x9f\x98\x80", 3, 0},
        {"\xf4\x8f\xbf\xbf", 4, 4},
        {"\xf4\x90\x80\x80", 4, 0},
        {"\xf5\x80\x80\x80", 4, 0},
        {"\x80", 1, 0},
        {"\xff", 1, 0},
        {"\xc0\xaf", 2, 0},
        {"\xc1\xbf", 2, 0},
        {"\xe0\x9f\xbf", 3, 0},
        {"\xe0\xa0\x80", 3, 3},
        {"\xed\x9f\xbf", 3, 3},
        {"\xed\xa0\x80", 3, 0},
        {"\xf0\x8f\xbf\xbf", 4, 0},
        {"\xf0\x90\x80\x80", 4, 4},
        {"\xe2\x28\xa1", 3, 0},
        {"\xc3\xc3", 2, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK_INT(us_text_utf8_size(rows[i].text, rows[i].length), rows[i].size);
    }
}

TEST(what_fits_ends_with_a_whole_character)
{
    static const struct {
        const char *text;
        size_t most, kept;
    } rows[] = {
        {"", 0, 0},
        {"abc", 3, 3},
        {"abc", 2, 2},
        {"abc", 0, 0},
        {"a\xc3\xa9", 3, 3},
        {"a\xc3\xa9", 2, 1},
        {"\xe2\x82\xac\xe2\x82\xac", 5, 3},
        {"\xe2\x82\xac", 2, 0},
        {"\xf0\x9f\x98\x80z", 4, 4},
        {"\xf0\x9f\x98\x80z", 3, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK_INT(us_text_fitting_size(rows[i].text, strlen(rows[i].text), rows[i].most),
                  rows[i].kept);
    }
}

TEST(a_place_counts_lines_and_characters)
{
    static const struct {
        const char *text;
        size_t offset;
        int line, column;
    } rows[] = {
        {"", 0, 1, 1},      {"abc", 0, 1, 1},   {"abc", 3, 1, 4},       {"a\nbc", 1, 1, 2},
        {"a\nbc", 2, 2, 1}, {"a\n\n", 3, 3, 1}, {"\xc3\xa9x", 2, 1, 2}, {"\xe2\x82\xacx", 4, 1, 3},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        int line, column;
        us_text_place(rows[i].text, rows[i].offset, &line, &column);
        CHECK_INT(line, rows[i].line);
        CHECK_INT(column, rows[i].column);
    }
}

TEST(decimals_are_exact_both_ways)
{
    static const struct {
        int64_t value;
        int decimals;
        const char *text;
    } rows[] = {
        {0, 9, "0"},
        {900000000, 9, "0.9"},
        {1000000000, 9, "1"},
        {1, 9, "0.000000001"},
        {-25, 2, "-0.25"},
        {-100, 2, "-1"},
        {70, 0, "70"},
        {1230, 1, "123"},
        {INT64_MIN, 18, "-9.223372036854775808"},
        {INT64_MAX, 0, "9223372036854775807"},
    };
    static const char *const refused[] = {
        "",      ".",      "1.",   "-",   "-.",
        "1.2.3", "0.1234", "1e2",  ".-5", "-1.",
        ".5.",   "..5",    "+1",   " 1",  "1 ",
        "0x1",   "--1",    "1.-2", "3.1", "99999999999999999999999999999999"};
    static const char *const short_form[] = {".5", "-.25", ".001", "00.5"};
    static const int64_t short_value[] = {500, -250, 1, 500};
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < US_COUNT(short_form); i++) {
        int64_t back = 7;
        us_test_row(short_form[i]);
        CHECK(us_text_to_decimal(short_form[i], 3, -3000, 3000, &back));
        CHECK_INT(back, short_value[i]);
    }
    for (int i = 0; i < US_COUNT(rows); i++) {
        int64_t back = 7;
        us_test_row(rows[i].text);
        us_str_reset(&text);
        us_str_add_decimal(&text, rows[i].value, rows[i].decimals);
        CHECK_STR(text.text, rows[i].text);
        CHECK(us_text_to_decimal(text.text, rows[i].decimals, INT64_MIN, INT64_MAX, &back));
        CHECK_INT(back, rows[i].value);
    }
    for (int i = 0; i < US_COUNT(refused); i++) {
        int64_t back = 7;
        us_test_row(refused[i]);
        CHECK(!us_text_to_decimal(refused[i], 3, -3000, 3000, &back));
        CHECK_INT(back, 7);
    }
    us_str_clear(&text);
}

/* The examples of RFC 4648, and bytes that are no text. */
TEST(base_64_is_padded_to_whole_groups)
{
    static const char *const pair[][2] = {
        {"", ""},        {"f", "Zg=="},          {"fo", "Zm8="},
        {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}, {"\xff\xef\xbf\xfb", "/++/+w=="},
    };
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < US_COUNT(pair); i++) {
        us_str_reset(&text);
        us_str_add(&text, "<");
        us_str_add_base64(&text, pair[i][0], strlen(pair[i][0]));
        CHECK_STR(text.text + 1, pair[i][1]);
    }
    us_str_clear(&text);
}

TEST(lines_are_taken_one_by_one)
{
    static const char *const wanted[] = {"one", "", "three"};
    const char *rest = "one\n\nthree", *line;
    int length, count = 0;
    for (; us_text_take_line(&rest, &line, &length); count++) {
        REQUIRE(count < 3);
        CHECK_INT(length, (int)strlen(wanted[count]));
        CHECK(memcmp(line, wanted[count], (size_t)length) == 0);
    }
    CHECK_INT(count, 3);
    rest = "last\n";
    CHECK(us_text_take_line(&rest, &line, &length));
    CHECK(!us_text_take_line(&rest, &line, &length));
}
