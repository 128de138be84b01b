#include <string.h>

#include "base/json.h"
#include "tests/unit/test.h"

static const char line[] = "{\"cycle\":60,\"args\":{\"unit\":150,\"type\":\"farm\"},"
                           "\"list\":[1,[true,null]],\"n\\u0061me\":\"a\\nb\"}";

TEST(tokens_come_in_order)
{
    static const struct {
        us_pull_kind kind;
        const char *text;
        int depth;
    } rows[] = {
        {US_PULL_OBJECT, "", 1},        {US_PULL_KEY, "cycle", 1},    {US_PULL_NUMBER, "60", 1},
        {US_PULL_KEY, "args", 1},       {US_PULL_OBJECT, "", 2},      {US_PULL_KEY, "unit", 2},
        {US_PULL_NUMBER, "150", 2},     {US_PULL_KEY, "type", 2},     {US_PULL_STRING, "farm", 2},
        {US_PULL_OBJECT_END, "", 1},    {US_PULL_KEY, "list", 1},     {US_PULL_ARRAY, "", 2},
        {US_PULL_NUMBER, "1", 2},       {US_PULL_ARRAY, "", 3},       {US_PULL_TRUE, "", 3},
        {US_PULL_NULL, "", 3},          {US_PULL_ARRAY_END, "", 2},   {US_PULL_ARRAY_END, "", 1},
        {US_PULL_KEY, "n\\u0061me", 1}, {US_PULL_STRING, "a\\nb", 1}, {US_PULL_OBJECT_END, "", 0},
        {US_PULL_END, "", 0},           {US_PULL_END, "", 0},
    };
    us_pull pull;
    us_pull_init(&pull, line, sizeof line - 1);
    for (int i = 0; i < US_COUNT(rows); i++) {
        CHECK_INT(us_pull_next(&pull), rows[i].kind);
        CHECK_INT(pull.kind, rows[i].kind);
        CHECK_INT(pull.depth, rows[i].depth);
        if (rows[i].text[0])
            CHECK(pull.length == strlen(rows[i].text) &&
                  memcmp(pull.text, rows[i].text, pull.length) == 0);
    }
}

TEST(reading_allocates_nothing)
{
    uint64_t before = us_mem_alloc_count();
    us_pull pull;
    us_pull_init(&pull, line, sizeof line - 1);
    int64_t number;
    int names = 0;
    while (us_pull_next(&pull) > US_PULL_ERROR) {
        us_pull_int(&pull, &number);
        names += us_pull_equal(&pull, "name");
    }
    CHECK_INT(pull.kind, US_PULL_END);
    CHECK_INT(names, 1);
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
}

TEST(escaped_text_compares_and_unescapes)
{
    static const struct {
        const char *raw, *text;
    } rows[] = {
        {"\"farm\"", "farm"},
        {"\"\"", ""},
        {"\"f\\u0061rm\"", "farm"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!"},
        {"\"a\\u20acb\xc3\xa9\"", "a\xe2\x82\xac"
                                  "b\xc3\xa9"},
    };
    US_AUTOSTR(out);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].raw);
        us_pull pull;
        us_pull_init(&pull, rows[i].raw, strlen(rows[i].raw));
        CHECK_INT(us_pull_next(&pull), US_PULL_STRING);
        CHECK_INT(pull.escaped, strchr(rows[i].raw, '\\') != NULL);
        for (int k = 0; k < US_COUNT(rows); k++)
            CHECK_INT(us_pull_equal(&pull, rows[k].text),
                      us_text_equal(rows[i].text, rows[k].text));
        CHECK(!us_pull_equal(&pull, "farms") && !us_pull_equal(&pull, "far"));
        us_str_reset(&out);
        us_str_add(&out, "> ");
        CHECK(us_pull_unescape(&pull, &out));
        CHECK_STR(out.text + 2, rows[i].text);
    }
}

TEST(a_value_is_skipped_whole)
{
    us_pull pull;
    us_pull_init(&pull, line, sizeof line - 1);
    us_pull_next(&pull);
    static const char *const keys[] = {"cycle", "args", "list", "name"};
    for (int i = 0; i < US_COUNT(keys); i++) {
        CHECK_INT(us_pull_next(&pull), US_PULL_KEY);
        CHECK(us_pull_equal(&pull, keys[i]));
        CHECK(us_pull_skip(&pull));
        CHECK_INT(pull.depth, 1);
    }
    CHECK_INT(us_pull_next(&pull), US_PULL_OBJECT_END);
    CHECK(!us_pull_skip(&pull));
    CHECK_INT(us_pull_next(&pull), US_PULL_END);
    CHECK(!us_pull_skip(&pull));
}

TEST(an_opened_value_is_skipped_to_its_end)
{
    static const char text[] = "[[1,[2],{\"a\":[]}],3]";
    us_pull pull;
    us_pull_init(&pull, text, strlen(text));
    us_pull_next(&pull);
    us_pull_next(&pull);
    CHECK(us_pull_skip(&pull));
    CHECK_INT(us_pull_next(&pull), US_PULL_NUMBER);
    CHECK(us_pull_equal(&pull, "3") == false);
    CHECK(!us_pull_skip(&pull));
}

TEST(skipping_sees_every_fault)
{
    static const char *const rows[] = {"{\"a\":[1,}",   "{\"a\":",        "{\"a\":[[[]]",
                                       "{\"a\":[\"\\x", "{\"a\":{\"b\"}", "{\"a\":tru}"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i]);
        us_pull pull;
        us_pull_init(&pull, rows[i], strlen(rows[i]));
        us_pull_next(&pull);
        us_pull_next(&pull);
        CHECK(!us_pull_skip(&pull));
        CHECK_INT(us_pull_next(&pull), US_PULL_ERROR);
    }
}

TEST(only_an_integer_that_fits_is_an_integer)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", false, 0},
        {"18446744073709551617", false, 0},
        {"1.0", false, 0},
        {"1e1", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        us_pull pull;
        int64_t value = 77;
        us_pull_init(&pull, rows[i].text, strlen(rows[i].text));
        us_pull_next(&pull);
        CHECK_INT(us_pull_int(&pull, &value), rows[i].good);
        CHECK_INT(value, rows[i].good ? rows[i].value : 77);
    }
}

TEST(an_error_stays_and_has_its_place_in_the_stream)
{
    static const char text[] = "{\"x\": \"\xc3\xa9\", \"y\" 2}";
    us_pull pull;
    us_error err;
    char printed[800];
    us_pull_init(&pull, text, strlen(text));
    while (us_pull_next(&pull) > US_PULL_ERROR)
        continue;
    CHECK_INT(us_pull_next(&pull), US_PULL_ERROR);
    CHECK_STR(pull.error, "expected ':' after a key");
    CHECK_INT(us_pull_column(&pull), 16);
    CHECK_INT(us_pull_fail(&pull, &err, "g.trace", 40), US_BAD_INPUT);
    CHECK_STR(us_error_print(&err, printed, sizeof printed),
              "g.trace:40:16: expected ':' after a key, found '2'");
    CHECK_INT(us_pull_fail(&pull, NULL, "g.trace", 40), US_BAD_INPUT);
}

static us_pull read_out(const char *text, size_t length)
{
    us_pull pull;
    us_pull_init(&pull, text, length);
    while (us_pull_next(&pull) > US_PULL_ERROR)
        continue;
    return pull;
}

TEST(a_text_that_ran_out_is_told_from_a_wrong_one)
{
    static const char text[] =
        "{\"a\": [1, -2.5e+3, true, false, null, "
        "\"x\\n\\u00e9\\uD83D\\uDE00\\uDBFF\\udc00\\ud800\\uDFFF\", "
        "\"\xc3\xa9\xe0\xa0\x80\xe2\x82\xac\xed\x9f\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"], "
        "\"b\": {}}";
    static const char *const wrong[] = {
        "{\"a\" 1,,,,\"b\":0}",
        "[1 2",
        "[01",
        "[-x",
        "[truf",
        "[trues",
        "[t]",
        "[\"\n",
        "[\"\\x",
        "[\"\\u00g",
        "[\"\\u0000",
        "{1",
        "[\"\\udc",
        "[\"\\ud800\\n",
        "[\"\\ud800\\u00",
        "[\"\xff",
        "[}",
        "[\"\xed\xa0",
        "[\"\xe0\x80",
        "[\"\xc3\"",
        "[\"\xf4\x90",
        "{}}",
        "[\"\\u12\"]",
        "[\"\xc3(",
        "[.",
    };
    for (size_t length = 0; length < sizeof(text) - 1; length++) {
        us_pull pull = read_out(text, length);
        if (pull.kind != US_PULL_ERROR || !pull.ran_out)
            FAIL("cut at %zu", length);
    }
    CHECK_INT(read_out(text, sizeof(text) - 1).kind, US_PULL_END);
    for (int i = 0; i < US_COUNT(wrong); i++) {
        us_test_row(wrong[i]);
        us_pull pull = read_out(wrong[i], strlen(wrong[i]));
        CHECK_INT(pull.kind, US_PULL_ERROR);
        CHECK(!pull.ran_out);
    }
}

TEST(an_unwanted_token_is_refused_at_its_place)
{
    static const char text[] = "{\"cycle\":\n \"six\"}";
    us_pull pull;
    us_error err;
    char printed[800];
    us_pull_init(&pull, text, strlen(text));
    for (int i = 0; i < 3; i++)
        us_pull_next(&pull);
    us_pull_reject(&pull, &err, "g.trace", 7, "an integer");
    CHECK_STR(us_error_print(&err, printed, sizeof printed),
              "g.trace:8:2: expected an integer, found '\"'");
}

TEST(no_text_is_an_error_with_a_place)
{
    us_pull pull;
    us_pull_init(&pull, NULL, 0);
    CHECK_INT(us_pull_next(&pull), US_PULL_ERROR);
    CHECK_INT(us_pull_column(&pull), 1);
}

TEST(the_writer_sets_commas_and_quotes)
{
    US_AUTOSTR(out);
    us_json_writer writer;
    us_json_writer_init(&writer, &out);
    us_json_write_open(&writer, '{');
    us_json_write_key_int(&writer, "cycle", 60);
    us_json_write_key_string(&writer, "order", "build \"farm\"");
    us_json_write_key_bool(&writer, "done", false);
    us_json_write_key(&writer, "units");
    us_json_write_open(&writer, '[');
    us_json_write_int(&writer, INT64_MIN);
    us_json_write_null(&writer);
    us_json_write_bool(&writer, true);
    us_json_write_open(&writer, '{');
    us_json_write_close(&writer, '}');
    us_json_write_open(&writer, '[');
    us_json_write_close(&writer, ']');
    us_json_write_string(&writer, "");
    us_json_write_close(&writer, ']');
    us_json_write_key_int(&writer, "end", 0);
    us_json_write_close(&writer, '}');
    CHECK_STR(out.text, "{\"cycle\":60,\"order\":\"build \\\"farm\\\"\",\"done\":false,"
                        "\"units\":[-9223372036854775808,null,true,{},[],\"\"],\"end\":0}");
}

TEST(what_is_written_parses_back)
{
    static const char *const rows[] = {
        "",
        "farm",
        "\"quoted\" \\ and / slashes",
        "\b\f\n\r\t",
        "\x01\x1f\x7f",
        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbf",
        "\xe2\x80\xa8 separates lines in scripts",
    };
    US_AUTOSTR(out);
    us_json_writer writer;
    US_AUTOPTR(us_json) doc = NULL;
    us_json_writer_init(&writer, &out);
    us_json_write_open(&writer, '{');
    for (int i = 0; i < US_COUNT(rows); i++)
        us_json_write_key_string(&writer, rows[i], rows[i]);
    us_json_write_close(&writer, '}');
    CHECK_INT(us_json_parse("w", out.text, out.length, &doc, NULL), US_OK);
    for (int i = 0; doc && i < US_COUNT(rows); i++) {
        CHECK_STR(us_json_key(us_json_at(us_json_root(doc), i)), rows[i]);
        CHECK_STR(us_json_string(us_json_at(us_json_root(doc), i)), rows[i]);
    }
}

TEST(every_byte_pair_is_written_as_valid_json)
{
    US_AUTOSTR(out);
    int bad = 0;
    for (int first = 1; first < 256; first++)
        for (int second = 1; second < 256; second++) {
            const char text[] = {(char)first, (char)second, '\0'};
            us_json_writer writer;
            us_pull pull;
            us_str_reset(&out);
            us_json_writer_init(&writer, &out);
            us_json_write_string(&writer, text);
            us_pull_init(&pull, out.text, out.length);
            bad += us_pull_next(&pull) != US_PULL_STRING;
            bad += us_text_utf8_size(text, 2) == 2 && !us_pull_equal(&pull, text);
            bad += us_pull_next(&pull) != US_PULL_END;
        }
    CHECK_INT(bad, 0);
}

TEST(bytes_that_are_not_utf8_are_replaced)
{
    US_AUTOSTR(out);
    us_json_writer writer;
    us_json_writer_init(&writer, &out);
    us_json_write_string(&writer, "a\xff"
                                  "b\xe2\x82");
    CHECK_STR(out.text, "\"a\xef\xbf\xbd"
                        "b\xef\xbf\xbd\xef\xbf\xbd\"");
    us_str_reset(&out);
    us_json_writer_init(&writer, &out);
    us_json_write_string(&writer, "\033[m\x7f\xc2\x9bm\xc2\xa0");
    CHECK_STR(out.text, "\"\\u001b[m\\u007f\\u009bm\xc2\xa0\"");
}
