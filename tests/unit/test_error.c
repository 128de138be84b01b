#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "tests/unit/test.h"

TEST(an_error_of_one_file_is_told_of_another)
{
    us_error err;
    us_error_set(&err, US_BAD_INPUT, "a.tmp", 3, 4, "cannot write");
    us_error_rename_file(&err, "b.tmp", "b");
    CHECK_STR(err.file, "a.tmp");
    us_error_rename_file(&err, "a.tmp", "a");
    CHECK_STR(err.file, "a");
    CHECK_STR(err.text, "cannot write");
    CHECK_INT(err.line, 0);
    us_error_rename_file(NULL, "a", "b");
}

TEST(a_message_leaves_out_absent_parts)
{
    static const struct {
        const char *file;
        int line, column;
        const char *printed;
    } rows[] = {
        {"map.json", 3, 7, "map.json:3:7: no gold"},
        {"map.json", 3, 0, "map.json:3: no gold"},
        {"map.json", 0, 0, "map.json: no gold"},
        {"map.json", 0, 7, "map.json: no gold"},
        {NULL, 0, 0, "no gold"},
        {"", 0, 0, "no gold"},
        {NULL, 3, 7, "3:7: no gold"},
        {NULL, 3, 0, "3: no gold"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].printed);
        us_error err;
        char text[800];
        us_error_set(&err, US_BAD_INPUT, rows[i].file, rows[i].line, rows[i].column, "no %s",
                     "gold");
        CHECK_STR(us_error_print(&err, text, sizeof text), rows[i].printed);
    }
}

TEST(failing_fills_the_error_and_returns_the_status)
{
    us_error err;
    CHECK_INT(us_error_set(&err, US_MISMATCH, "a", 1, 2, "%d of %d", 3, 4), US_MISMATCH);
    CHECK_INT(err.status, US_MISMATCH);
    CHECK_INT(err.line, 1);
    CHECK_INT(err.column, 2);
    CHECK_STR(err.file, "a");
    CHECK_STR(err.text, "3 of 4");
}

TEST(what_the_system_refuses_is_told_in_its_words)
{
    us_error err;
    CHECK_INT(us_error_set_system(&err, US_BAD_INPUT, "a", ENOENT, "cannot %s", "read"),
              US_BAD_INPUT);
    CHECK_STR(err.file, "a");
    CHECK_STR(err.text, "cannot read: No such file or directory");
    us_error_set_system(&err, US_FAILED, err.file, EACCES, "again: %s", err.text);
    CHECK_STR(err.file, "a");
    CHECK_STR(err.text, "again: cannot read: No such file or directory: Permission denied");
}

TEST(nobody_needs_to_ask_why)
{
    CHECK_INT(us_error_set_system(NULL, US_FAILED, "a", ENOENT, "text"), US_FAILED);
    CHECK_INT(us_error_set(NULL, US_FAILED, "a", 1, 2, "text"), US_FAILED);
}

TEST(an_error_can_wrap_itself)
{
    us_error err;
    us_error_set(&err, US_BAD_INPUT, "inner.json", 4, 5, "found a tree");
    us_error_set(&err, US_MISMATCH, err.file, err.line, err.column, "while loading: %s", err.text);
    CHECK_STR(err.text, "while loading: found a tree");
    CHECK_STR(err.file, "inner.json");
    CHECK_INT(err.line, 4);
}

TEST(a_long_path_keeps_its_end)
{
    char path[600];
    us_error err;
    memset(path, 'd', sizeof path);
    memcpy(path + sizeof path - 10, "/map.json", 10);
    us_error_set(&err, US_BAD_INPUT, path, 0, 0, "x");
    CHECK_INT((int64_t)strlen(err.file), 255);
    CHECK(strncmp(err.file, "...d", 4) == 0);
    CHECK(strstr(err.file, "d/map.json") != NULL);
}

TEST(a_long_path_is_cut_between_characters)
{
    char path[602];
    us_error err;
    for (int shift = 0; shift < 2; shift++) {
        for (int i = 0; i < 600; i += 2)
            memcpy(path + i, "\xc3\xa9", 2);
        path[600] = shift > 0 ? 'x' : '\0';
        path[601] = '\0';
        us_error_set(&err, US_BAD_INPUT, path, 0, 0, "x");
        CHECK(strncmp(err.file, "...\xc3\xa9", 5) == 0);
    }
}

TEST(a_path_that_just_fits_is_whole)
{
    char path[256];
    us_error err;
    memset(path, 'p', sizeof path);
    path[255] = '\0';
    us_error_set(&err, US_BAD_INPUT, path, 0, 0, "x");
    CHECK_STR(err.file, path);
}

TEST(a_long_message_is_cut_between_characters)
{
    us_error err;
    char text[700];
    for (int shift = 0; shift < 4; shift++) {
        memset(text, 'a', sizeof text);
        for (int i = shift; i + 3 < 690; i += 3)
            memcpy(text + i, "\xe2\x82\xac", 3);
        text[690] = '\0';
        us_error_set(&err, US_BAD_INPUT, NULL, 0, 0, "%s", text);
        size_t length = strlen(err.text);
        CHECK(length >= 508 && length <= 511);
        CHECK_INT((int64_t)(length - (size_t)shift) % 3, 0);
        CHECK(strncmp(err.text, text, length) == 0);
    }
}

TEST(what_a_terminal_would_act_on_is_spelled_out)
{
    static const struct {
        const char *raw, *printed;
    } rows[] = {
        {"a\nb\tc", "a\\x0ab\\x09c"},
        {"\x1b[31mred", "\\x1b[31mred"},
        {"\x7f", "\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m"},
        {"\xff\xc3(", "\\xff\\xc3("},
        {"end\xe2\x82", "end\\xe2\\x82"},
        {"\xc3\xa9 \xe2\x82\xac \\", "\xc3\xa9 \xe2\x82\xac \\"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].printed);
        us_error err;
        us_error_set(&err, US_BAD_INPUT, rows[i].raw, 0, 0, "%s", rows[i].raw);
        CHECK_STR(err.text, rows[i].printed);
        CHECK_STR(err.file, rows[i].printed);
        us_error_set(&err, US_BAD_INPUT, err.file, 0, 0, "%s", err.text);
        CHECK_STR(err.text, rows[i].printed);
    }
}

TEST(a_small_buffer_gets_what_fits)
{
    us_error err;
    char text[8];
    us_error_set(&err, US_BAD_INPUT, "map.json", 3, 7, "no gold");
    CHECK_STR(us_error_print(&err, text, sizeof text), "map.jso");
}

TEST(each_status_has_its_exit_code)
{
    static const struct {
        us_status status;
        int code;
    } rows[] = {
        {US_OK, 0},        {US_FAILED, 1},    {US_BAD_INPUT, 2},     {US_INCOMPLETE, 3},
        {US_MISMATCH, 4},  {US_NO_ENGINE, 5}, {US_INTERRUPTED, 130}, {US_BROKEN, 1},
        {US_NO_MEMORY, 6},
    };
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_INT(us_status_exit_code(rows[i].status), rows[i].code);
}

static us_status twice(us_status first, int *out)
{
    US_TRY(first);
    *out = 2;
    return US_OK;
}

TEST(try_stops_at_a_failure)
{
    int out = 0;
    CHECK_INT(twice(US_MISMATCH, &out), US_MISMATCH);
    CHECK_INT(out, 0);
    CHECK_INT(twice(US_OK, &out), US_OK);
    CHECK_INT(out, 2);
}
