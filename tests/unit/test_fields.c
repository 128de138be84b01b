#include <string.h>

#include "base/fields.h"
#include "base/hash.h"
#include "tests/unit/test.h"

typedef struct thing {
    const char *text, *json;
    int64_t number;
    int32_t small;
    uint64_t big;
    us_hash hash;
    bool flag;
    int word;
} thing;

static const char *const words[] = {"red", "green", "blue", NULL};

/* Each kind, needed and not; the letter o: optional. */
static const us_field needed[] = {
    {"text", US_FIELD_TEXT, offsetof(thing, text), .low = 1, .high = 5},
    {"number", US_FIELD_INT, offsetof(thing, number), .low = -3, .high = 1000},
    {"small", US_FIELD_INT32, offsetof(thing, small)},
    {"big", US_FIELD_U64, offsetof(thing, big)},
    {"hash", US_FIELD_HASH, offsetof(thing, hash)},
    {"flag", US_FIELD_BOOL, offsetof(thing, flag)},
    {"word", US_FIELD_WORD, offsetof(thing, word), .word = words},
    {"json", US_FIELD_JSON, offsetof(thing, json)},
};
static const us_field optional[] = {
    {"text", US_FIELD_TEXT, offsetof(thing, text), true},
    {"number", US_FIELD_INT, offsetof(thing, number), true, .absent = -1},
    {"small", US_FIELD_INT32, offsetof(thing, small), true, .absent = 7},
    {"big", US_FIELD_U64, offsetof(thing, big), true},
    {"hash", US_FIELD_HASH, offsetof(thing, hash), true},
    {"flag", US_FIELD_BOOL, offsetof(thing, flag), true, .absent = 1},
    {"word", US_FIELD_WORD, offsetof(thing, word), true, .absent = 2, .word = words},
    {"json", US_FIELD_JSON, offsetof(thing, json), true},
};
enum { FIELDS = US_COUNT(needed) };

static us_status read_thing(const us_field *field, const char *text, us_arena *arena, thing *out,
                            us_error *err)
{
    US_AUTOSTR(scratch);
    us_line line = {.file = "f", .number = 9, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, strlen(text));
    us_status status = us_fields_read(&line, field, FIELDS, "a thing", arena, out);
    return status;
}

static void write_thing(const us_field *field, const thing *item, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_fields_write(field, FIELDS, item, &writer);
    us_json_write_close(&writer, '}');
}

TEST(each_kind_is_read_and_written_again)
{
    static const char line[] =
        "{\"text\":\"a\\n\\\"\xc3\xa9\",\"number\":-3,\"small\":-2147483648,"
        "\"big\":\"18446744073709551615\",\"hash\":\"00000000000000ff\",\"flag\":true,"
        "\"word\":\"green\",\"json\":{\"a\":[1,\"}\",null]}}";
    US_AUTOPTR(us_arena) arena = us_arena_new();
    thing t;
    US_AUTOSTR(out);
    REQUIRE(read_thing(needed, line, arena, &t, NULL) == US_OK);
    CHECK_STR(t.text, "a\n\"\xc3\xa9");
    CHECK_INT(t.number, -3);
    CHECK_INT(t.small, INT32_MIN);
    CHECK(t.big == UINT64_MAX);
    CHECK_INT(t.hash, 255);
    CHECK(t.flag);
    CHECK_INT(t.word, 1);
    CHECK_STR(t.json, "{\"a\":[1,\"}\",null]}");
    write_thing(needed, &t, &out);
    CHECK_STR(out.text, line);
}

TEST(members_come_in_any_order)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    thing t;
    CHECK_INT(
        read_thing(needed,
                   " { \"json\" : null , \"word\":\"blue\",\"flag\":false,\"big\":\"0\",\n"
                   "\"hash\":\"0000000000000000\",\"small\":0,\"number\":1000, \"text\":\"x\"} ",
                   arena, &t, NULL),
        US_OK);
    CHECK_STR(t.json, "null");
    CHECK_INT(t.word, 2);
    CHECK_STR(t.text, "x");
}

TEST(what_is_absent_says_so_and_is_not_written)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    thing t;
    US_AUTOSTR(out);
    memset(&t, 0x55, sizeof t);
    REQUIRE(read_thing(optional, "{}", arena, &t, NULL) == US_OK);
    CHECK(!t.text && !t.json);
    CHECK_INT(t.number, -1);
    CHECK_INT(t.small, 7);
    CHECK(t.big == 0 && t.hash == 0);
    CHECK(t.flag);
    CHECK_INT(t.word, 2);
    write_thing(optional, &t, &out);
    CHECK_STR(out.text, "{}");
}

/* What stands for absence may be said, and other values are. */
TEST(what_is_there_is_written_one_by_one)
{
    static const char *const lines[] = {
        "{\"text\":\"\"}",
        "{\"number\":0}",
        "{\"small\":0}",
        "{\"big\":\"1\"}",
        "{\"hash\":\"0000000000000001\"}",
        "{\"flag\":false}",
        "{\"word\":\"red\"}",
        "{\"json\":-1.5e3}",
    };
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOSTR(out);
    for (int i = 0; i < US_COUNT(lines); i++) {
        thing t;
        us_test_row(lines[i]);
        us_str_reset(&out);
        if (!CHECK_INT(read_thing(optional, lines[i], arena, &t, NULL), US_OK))
            continue;
        write_thing(optional, &t, &out);
        CHECK_STR(out.text, lines[i]);
    }
}

TEST(what_is_wrong_is_told_with_its_place)
{
#define REST                                                                                  \
    "\"small\":0,\"big\":\"0\",\"hash\":\"0000000000000000\",\"flag\":true,\"word\":\"red\"," \
    "\"json\":0}"
    static const struct {
        const char *line;
        int column;
        const char *text;
    } rows[] = {
        {"", 1, "found the end of the text"},
        {"[]", 1, "expected a thing, an object"},
        {"{\"text\":\"x\",\"number\":1," REST " 1", 105, "expected"},
        {"{\"number\":1," REST, 92, "expected \"text\" in a thing"},
        {"{\"text\":\"\"", 9, "expected \"text\" of 1 to 5 bytes"},
        {"{\"text\":\"123456\"", 9, "expected \"text\" of 1 to 5 bytes"},
        {"{\"text\":\"\\u0031\\n\\n\\n\\n\\n\"", 9, "expected \"text\" of 1 to 5 bytes"},
        {"{\"text\":1", 9, "expected a string, found"},
        {"{\"text\":\"x\",\"text\":\"x\"", 13, "found \"text\" again, expected it once"},
        {"{\"texts\":\"x\"", 2,
         "found \"texts\", expected a member of a thing: text, number, small"},
        {"{\"number\":-4", 11, "expected number, a whole number from -3 to 1000"},
        {"{\"number\":1001", 11, "expected number, a whole number from -3 to 1000"},
        {"{\"number\":1.0", 11, "expected number, a whole number"},
        {"{\"number\":\"1\"", 11, "expected number, a whole number"},
        {"{\"small\":2147483648", 10, "expected small, a whole number from -2147483648 to "},
        {"{\"big\":1", 8, "expected big"},
        {"{\"big\":\"-1\"", 8, "expected \"big\", a string of decimals"},
        {"{\"big\":\"18446744073709551616\"", 8, "expected \"big\", a string of decimals"},
        {"{\"big\":\"\"", 8, "expected \"big\", a string of decimals"},
        {"{\"big\":\"00000000000000000000000000000000000000\"", 8, "expected big of at most 31"},
        {"{\"hash\":\"FF\"", 9, "expected hash, a string of 16 hexadecimal digits"},
        {"{\"hash\":\"00000000000000FF\"", 9, "expected hash, a string of 16 hexadecimal digits"},
        {"{\"hash\":0", 9, "expected hash, a string of 16 hexadecimal digits"},
        {"{\"flag\":1", 9, "expected true or false"},
        {"{\"flag\":\"true\"", 9, "expected true or false"},
        {"{\"word\":\"Red\"", 9, "expected \"word\": one of red green blue"},
        {"{\"word\":0", 9, "expected \"word\": one of red green blue"},
        {"{\"json\":\"\\u0000\"", 10, ""}, /* no text of C holds it */
        {"{\"json\":}", 9, "expected a value"},
        {"{\"json\":[1,}", 12, "expected a value"},
        {"{\"json\":", 9, "expected a value"},
        {"{\"text\" \"x\"", 9, "expected"},
        {"{\"text\":\"x\" \"number\"", 13, "expected"},
    };
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int i = 0; i < US_COUNT(rows); i++) {
        thing t;
        us_error err = {0};
        us_test_row(rows[i].line);
        memset(&t, 0x55, sizeof t);
        us_hash before = us_hash_add_bytes(0, &t, sizeof t);
        CHECK_INT(read_thing(needed, rows[i].line, arena, &t, &err), US_BAD_INPUT);
        CHECK(us_hash_add_bytes(0, &t, sizeof t) == before);
        CHECK_STR(err.file, "f");
        CHECK_INT(err.line, 9);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].text);
    }
}
