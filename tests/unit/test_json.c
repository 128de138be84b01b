#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_json *parse(const char *text)
{
    us_json *doc = NULL;
    us_error err;
    char printed[800];
    if (us_json_parse("t.json", text, strlen(text), &doc, &err) != US_OK)
        CHECK_STR(us_error_print(&err, printed, sizeof printed), "no error");
    return doc;
}

static void check_error(const char *text, size_t length, const char *expected)
{
    US_AUTOPTR(us_json) doc = NULL;
    us_error err;
    char printed[800] = "no error";
    if (us_json_parse("t.json", text, length, &doc, &err) != US_OK) {
        CHECK_INT(err.status, US_BAD_INPUT);
        us_error_print(&err, printed, sizeof printed);
    }
    CHECK_STR(printed, expected);
    CHECK(!doc);
}

TEST(a_bad_document_names_the_place_and_what_was_expected)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "1:1: expected a value, found the end of the text"},
        {" \n\t ", "2:3: expected a value, found the end of the text"},
        {"tru", "1:1: expected a value, found 'tru'"},
        {"truest", "1:1: expected a value, found 'truest'"},
        {"nul", "1:1: expected a value, found 'nul'"},
        {"None", "1:1: expected a value, found 'None'"},
        {"NaN", "1:1: expected a value, found 'NaN'"},
        {"-Infinity", "1:2: expected a digit, found 'Infinity'"},
        {"'a'", "1:1: expected a value, found '''"},
        {"[1,2", "1:5: expected ',' or ']', found the end of the text"},
        {"[1 2]", "1:4: expected ',' or ']', found '2'"},
        {"[1 \n 2]", "1:3: expected ',' or ']', found '2'"},
        {"{\"a\": 1\n\n\"b\": 2}", "1:8: expected ',' or '}', found '\"'"},
        {"[1,]", "1:4: expected a value, found ']'"},
        {"[,1]", "1:2: expected a value or ']', found ','"},
        {"[1}", "1:3: expected ',' or ']', found '}'"},
        {"[", "1:2: expected a value or ']', found the end of the text"},
        {"]", "1:1: expected a value, found ']'"},
        {"[]]", "1:3: expected the end of the text, found ']'"},
        {"{} {}", "1:4: expected the end of the text, found '{'"},
        {"1 2", "1:3: expected the end of the text, found '2'"},
        {"{", "1:2: expected a key in quotes or '}', found the end of the text"},
        {"{1:2}", "1:2: expected a key in quotes or '}', found '1'"},
        {"{a:2}", "1:2: expected a key in quotes or '}', found 'a'"},
        {"{\"a\" 1}", "1:6: expected ':' after a key, found '1'"},
        {"{\"a\"}", "1:5: expected ':' after a key, found '}'"},
        {"{\"a\":}", "1:6: expected a value, found '}'"},
        {"{\"a\":1,}", "1:8: expected a key in quotes, found '}'"},
        {"{\"a\":1]", "1:7: expected ',' or '}', found ']'"},
        {"{\"a\":1 \"b\":2}", "1:8: expected ',' or '}', found '\"'"},
        {"01", "1:1: expected a number without leading zeros, found '01'"},
        {"[-]", "1:3: expected a digit, found ']'"},
        {"+1", "1:1: expected a value, found '+'"},
        {".5", "1:1: expected a value, found '.5'"},
        {"1.", "1:3: expected a digit, found the end of the text"},
        {"[1.x]", "1:4: expected a digit, found 'x'"},
        {"1e", "1:3: expected a digit, found the end of the text"},
        {"1e+", "1:4: expected a digit, found the end of the text"},
        {"0x10", "1:2: expected the end of the text, found 'x10'"},
        {"[1, // two\n2]", "1:5: expected a value, found '/'"},
        {"\"abc", "1:1: the string has no end: expected '\"'"},
        {"[\n  \"abc]\n", "2:8: expected no control character in a string, found byte 0x0a"},
        {"\"a\tb\"", "1:3: expected no control character in a string, found byte 0x09"},
        {"\"\\x41\"", "1:2: expected an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, "
                      "found '\\'"},
        {"\"a\\u12g4\"", "1:3: expected four hexadecimal digits after \\u, found '\\'"},
        {"\"\\u00", "1:2: expected four hexadecimal digits after \\u, found '\\'"},
        {"\"\\ud800\"", "1:2: expected a whole surrogate pair, found '\\'"},
        {"\"\\ud800\\u0041\"", "1:2: expected a whole surrogate pair, found '\\'"},
        {"\"\\ude00\\ud83d\"", "1:2: expected a whole surrogate pair, found '\\'"},
        {"\"\\udc00\\udc00\"", "1:2: expected a whole surrogate pair, found '\\'"},
        {"\"\\ud800\\ue000\"", "1:2: expected a whole surrogate pair, found '\\'"},
        {"\"a\\u0000\"", "1:3: expected a string without NUL characters, found '\\'"},
        {"\"\xff\"", "1:2: expected UTF-8, found byte 0xff"},
        {"\"\xc3\xa9\xc0\xaf\"", "1:3: expected UTF-8, found byte 0xc0"},
        {"\"\xed\xa0\x80\"", "1:2: expected UTF-8, found byte 0xed"},
        {"[\xe2\x80\x9c]", "1:2: expected a value or ']', found '\xe2\x80\x9c'"},
        {"[\"\xc3\xa9\",x]", "1:6: expected a value, found 'x'"},
        {"[\x01]", "1:2: expected a value or ']', found byte 0x01"},
        {"\xef\xbb\xbf{}", "1:1: expected a value, found a byte order mark"},
        {"{\"a\":1,\n \"b\":2,\n \"a\":3}", "3:2: expected each key once, found \"a\" again"},
        {"{\"a\":1,\"\\u0061\":3}", "1:8: expected each key once, found \"a\" again"},
        {"[{\"\":[],\"\":3}]", "1:9: expected each key once, found \"\" again"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        char expected[800];
        snprintf(expected, sizeof expected, "t.json:%s", rows[i].message);
        check_error(rows[i].text, strlen(rows[i].text), expected);
    }
}

TEST(nul_bytes_are_refused_inside_and_outside_strings)
{
    check_error("[1\0]", 4, "t.json:1:3: expected ',' or ']', found byte 0x00");
    check_error("\"a\0b\"", 5,
                "t.json:1:3: expected no control character in a string, found byte 0x00");
    check_error("\"a\\\0b\"", 6,
                "t.json:1:3: expected an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, "
                "found '\\'");
}

TEST(every_cut_of_a_good_document_is_bad)
{
    static const char whole[] =
        "{\"a\":[1,-2.5e+3,true,false,null,\"x\\u00e9\\ud83d\\ude00\xe2\x82\xac\"],\"b\":{}}";
    size_t length = sizeof whole - 1;
    for (size_t cut = 0; cut < length; cut++) {
        /* Exactly as long as the text, so that reading beyond it is seen by tools. */
        char *text = us_mem_alloc(cut);
        us_json *doc = NULL;
        us_error err;
        memcpy(text, whole, cut);
        CHECK_INT(us_json_parse(NULL, text, cut, &doc, &err), US_BAD_INPUT);
        CHECK(!doc && err.line == 1 && err.column > 0 && err.file[0] == '\0');
        us_mem_free(text);
    }
    us_json_free(parse(whole));
}

TEST(brackets_nest_64_deep_and_no_deeper)
{
    enum { MANY = 10000 };
    US_AUTOSTR(text);
    for (int i = 0; i < 64; i++)
        us_str_add_char(&text, '[');
    for (int i = 0; i < 64; i++)
        us_str_add_char(&text, ']');
    us_json_free(parse(text.text));
    us_str_reset(&text);
    for (int i = 0; i < MANY; i++)
        us_str_add_char(&text, '[');
    check_error(text.text, text.length,
                "t.json:1:65: expected at most 64 levels of brackets, found '['");
    us_str_reset(&text);
    for (int i = 0; i < MANY; i++)
        us_str_add(&text, "{\"a\":");
    check_error(text.text, text.length,
                "t.json:1:321: expected at most 64 levels of brackets, found '{'");
}

TEST(the_tree_is_walked_by_child_key_and_index)
{
    us_json *doc = parse("{\"name\":\"ridge\",\"size\":[3,[4,5],6],\"flat\":[7,8],\"o\":{},"
                         "\"t\":true,\"n\":null}");
    const us_json_node *root = us_json_root(doc);
    static const char *const keys[] = {"name", "size", "flat", "o", "t", "n"};
    static const us_json_kind kinds[] = {US_JSON_STRING, US_JSON_ARRAY, US_JSON_ARRAY,
                                         US_JSON_OBJECT, US_JSON_BOOL,  US_JSON_NULL};
    int count = 0;
    for (const us_json_node *at = us_json_first(root); at; at = us_json_next(at), count++) {
        CHECK_STR(us_json_key(at), keys[count]);
        CHECK_INT(us_json_type(at), kinds[count]);
        CHECK(us_json_find(root, keys[count]) == at);
        CHECK(us_json_at(root, count) == at);
    }
    CHECK_INT(count, 6);
    CHECK_INT(us_json_size(root), 6);
    const us_json_node *size = us_json_find(root, "size"), *flat = us_json_find(root, "flat");
    int64_t number = 0;
    CHECK(us_json_int(us_json_at(size, 2), &number) && number == 6);
    CHECK(us_json_int(us_json_at(us_json_at(size, 1), 1), &number) && number == 5);
    CHECK(us_json_int(us_json_at(flat, 1), &number) && number == 8);
    CHECK_STR(us_json_key(us_json_at(flat, 1)), "");
    CHECK_STR(us_json_string(us_json_find(root, "name")), "ridge");
    CHECK(us_json_bool(us_json_find(root, "t")));
    CHECK(!us_json_first(us_json_find(root, "o")));
    CHECK(!us_json_find(root, "absent"));
    CHECK(!us_json_find(size, "name"));
    CHECK(!us_json_next(root));
    us_json_free(doc);
}

TEST(members_are_found_among_few_and_many)
{
    for (int members = 0; members < 200; members += members < 20 ? 1 : 37) {
        US_AUTOSTR(text);
        us_str_add(&text, "[{\"k3\":-1},{");
        for (int i = 0; i < members; i++)
            us_str_addf(&text, "%s\"k%d\":{\"k1\":[%d]}", i ? "," : "", i, i);
        size_t open = text.length;
        us_str_add(&text, "}]");
        us_json *doc = parse(text.text);
        const us_json_node *object = us_json_at(us_json_root(doc), 1);
        int found = 0;
        for (int i = 0; i < members; i++) {
            char key[16];
            snprintf(key, sizeof key, "k%d", i);
            found += us_json_find(object, key) == us_json_at(object, i);
        }
        CHECK_INT(found, members);
        CHECK(!us_json_find(object, "k"));
        us_json_free(doc);

        /* Each of them is refused a second time. */
        for (int i = 0; i < members; i += 1 + i / 4) {
            us_error err;
            US_AUTOSTR(twice);
            us_str_add_bytes(&twice, text.text, open);
            us_str_addf(&twice, ",\"k%d\":0}]", i);
            CHECK_INT(us_json_parse(NULL, twice.text, twice.length, &doc, &err), US_BAD_INPUT);
            CHECK_INT(err.column, (int64_t)open + 2);
        }
    }
}

TEST(large_objects_with_the_same_keys_stay_apart)
{
    US_AUTOSTR(text);
    for (int object = 0; object < 100; object++)
        for (int i = 0; i < 40; i++)
            us_str_addf(&text, "%s\"k%d\":%d",
                        i > 0        ? ","
                        : object > 0 ? "},{"
                                     : "[{",
                        i, object * 100 + i);
    us_str_add(&text, "}]");
    US_AUTOPTR(us_json) doc = parse(text.text);
    for (int object = 0; doc && object < 100; object++)
        for (int i = 0; i < 40; i++) {
            char key[16];
            int64_t value = 0;
            snprintf(key, sizeof key, "k%d", i);
            us_status status =
                us_json_require_int(us_json_at(us_json_root(doc), object), key, object * 100 + i,
                                    object * 100 + i, &value, NULL);
            CHECK_INT(status, US_OK);
        }
}

TEST(a_key_that_comes_twice_is_named_among_many)
{
    US_AUTOSTR(text);
    us_str_add(&text, "{");
    for (int i = 0; i < 100000; i++) /* would take minutes if each were compared with each */
        us_str_addf(&text, "\"k%d\":\n%d,", i * 7919 % 100000, i);
    size_t open = text.length;
    us_str_add(&text, "\"k9\":0}");
    check_error(text.text, text.length,
                "t.json:100001:7: expected each key once, found \"k9\" again");
    text.text[open - 1] = '}', text.text[open] = '\0';
    US_AUTOPTR(us_json) doc = parse(text.text);
    CHECK_INT(us_json_size(us_json_root(doc)), 100000);
}

TEST(of_keys_that_come_twice_the_first_is_named)
{
    static const char line[] = "{\"a\":1,\"b\":1,\"b\":2,\"a\":2}";
    check_error(line, sizeof line - 1, "t.json:1:14: expected each key once, found \"b\" again");
    static const char inner[] = "[{\"a\":1},\n{\"a\":{\"b\":[],\"c\":{},\"b\":[]}}]";
    check_error(inner, sizeof inner - 1, "t.json:2:21: expected each key once, found \"b\" again");
}

TEST(an_integer_is_exact_or_refused)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"-1", true, -1},
        {"9007199254740993", true, 9007199254740993},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", false, 0},
        {"18446744073709551616", false, 0},
        {"100000000000000000000000000000", false, 0},
        {"1.0", false, 0},
        {"1e2", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
        {"[1]", false, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        US_AUTOPTR(us_json) doc = parse(rows[i].text);
        int64_t value = 77;
        CHECK_INT(us_json_int(us_json_root(doc), &value), rows[i].good);
        CHECK_INT(value, rows[i].good ? rows[i].value : 77);
    }
}

TEST(strings_are_unescaped)
{
    us_json *doc = parse("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"\\u0041\\u00e9\\u20AC\\ud83d\\uDE00\","
                         "\"plain\",\"\",\"\\u007f\\u0080\\u07ff\\u0800\\uffff\\udbff\\udfff\"]");
    const us_json_node *root = us_json_root(doc);
    CHECK_STR(us_json_string(us_json_at(root, 0)), "\"\\/\b\f\n\r\t");
    CHECK_STR(us_json_string(us_json_at(root, 1)), "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK_STR(us_json_string(us_json_at(root, 2)), "plain");
    CHECK_STR(us_json_string(us_json_at(root, 3)), "");
    CHECK_STR(us_json_string(us_json_at(root, 4)),
              "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf4\x8f\xbf\xbf");
    us_json_free(doc);
}

TEST(a_byte_of_a_string_has_its_place)
{
    /* "é", an escape of two bytes, one of four and a line break, behind another line. */
    US_AUTOPTR(us_json) doc = parse("[\n {\"k\\u0065y\": \"\xc3\xa9\\u00e9x\\ud83d\\uDE00\\ny\"}]");
    const us_json_node *string = us_json_find(us_json_at(us_json_root(doc), 0), "key");
    static const int columns[] = {16, 17, 17, 17, 23, 24, 24, 24, 24, 36, 38, 39};
    for (int i = 0; i < US_COUNT(columns); i++) {
        const char *file;
        int line, column;
        us_json_string_place(string, (size_t)i, &file, &line, &column);
        CHECK_INT(line == 2 && us_text_equal(file, "t.json") ? column : 0, columns[i]);
    }
}

TEST(a_number_keeps_all_its_digits)
{
    US_AUTOSTR(text);
    us_str_add(&text, "[1.0e5,0.");
    for (int i = 0; i < 200; i++)
        us_str_add(&text, "7");
    us_str_add(&text, "]");
    US_AUTOPTR(us_json) doc = parse(text.text);
    us_error err;
    us_json_reject(us_json_at(us_json_root(doc), 0), &err, "an integer");
    CHECK_STR(err.text, "expected an integer, found 1.0e5");
    us_json_reject(us_json_at(us_json_root(doc), 1), &err, "an integer");
    CHECK_STR(err.text, "expected an integer, found "
                        "0.7777777777777777777777777777777777777777777777777777777777");
}

static int hooked;

static void *hook_alloc(size_t size)
{
    hooked++;
    return malloc(size);
}

static void hook_free(void *memory)
{
    hooked -= memory != NULL;
    free(memory);
}

TEST(a_program_keeps_its_own_memory_functions)
{
    cJSON_InitHooks(&(cJSON_Hooks){hook_alloc, hook_free});
    us_json *doc = parse("{\"a\":[1,\"b\"]}");
    CHECK(hooked > 1);
    us_json_free(doc);
    CHECK_INT(hooked, 0);
    cJSON_InitHooks(NULL);
}

/* What each typed getter says about one document. */
static us_status ask(const us_json_node *root, const char *getter, us_error *err)
{
    const us_json_node *node = NULL;
    const char *text = NULL;
    int64_t number = 0;
    bool truth = false;
    if (us_text_equal(getter, "string"))
        return us_json_require_string(root, "a", &text, err);
    if (us_text_equal(getter, "string?"))
        return us_json_get_string(root, "a", &text, err);
    if (us_text_equal(getter, "1-256"))
        return us_json_require_int(root, "a", 1, 256, &number, err);
    if (us_text_equal(getter, "1-256?"))
        return us_json_get_int(root, "a", 1, 256, &number, err);
    if (us_text_equal(getter, "0-"))
        return us_json_require_int(root, "a", 0, INT64_MAX, &number, err);
    if (us_text_equal(getter, "int"))
        return us_json_require_int(root, "a", INT64_MIN, INT64_MAX, &number, err);
    if (us_text_equal(getter, "bool?"))
        return us_json_get_bool(root, "a", &truth, err);
    if (us_text_equal(getter, "array"))
        return us_json_require(root, "a", US_JSON_ARRAY, &node, err);
    if (us_text_equal(getter, "object?"))
        return us_json_get(root, "a", US_JSON_OBJECT, &node, err);
    if (us_text_equal(getter, "only a"))
        return us_json_check_keys(root, (const char *const[]){"a", NULL}, err);
    if (us_text_equal(getter, "only a b c"))
        return us_json_check_keys(root, (const char *const[]){"a", "b", "c", NULL}, err);
    return us_json_check_keys(root, (const char *const[]){NULL}, err);
}

TEST(a_typed_member_tells_what_it_wants)
{
    static const struct {
        const char *text, *getter, *printed;
    } rows[] = {
        {"{\"a\":\"x\"}", "string", "fine"},
        {"{\"a\":1}", "string", "1:6: member \"a\": expected a string, found 1"},
        {"{\"b\":{\n}}", "string", "1:1: member \"a\" is missing: expected a string"},
        {"[]", "string", "1:1: expected an object, found an array"},
        {"{\"b\":1}", "string?", "fine"},
        {"{\"a\":null}", "string?", "1:6: member \"a\": expected a string, found null"},
        {"7", "string?", "1:1: expected an object, found 7"},
        {"{\"a\":256}", "1-256", "fine"},
        {"{\"a\": \n\"abc\"}", "1-256",
         "2:1: member \"a\": expected an integer from 1 to 256, found \"abc\""},
        {"{\"a\":257}", "1-256", "1:6: member \"a\": expected an integer from 1 to 256, found 257"},
        {"{\"a\":0}", "1-256", "1:6: member \"a\": expected an integer from 1 to 256, found 0"},
        {"{\"a\":2.50}", "1-256",
         "1:6: member \"a\": expected an integer from 1 to 256, found 2.50"},
        {"{}", "1-256", "1:1: member \"a\" is missing: expected an integer from 1 to 256"},
        {"{}", "1-256?", "fine"},
        {"{\"a\":[1]}", "1-256?",
         "1:6: member \"a\": expected an integer from 1 to 256, found an array"},
        {"true", "1-256?", "1:1: expected an object, found true"},
        {"{\"a\":-1}", "0-", "1:6: member \"a\": expected an integer of at least 0, found -1"},
        {"{\"a\":9223372036854775808}", "int",
         "1:6: member \"a\": expected an integer, found 9223372036854775808"},
        {"{\"a\":false}", "bool?", "fine"},
        {"{\"a\":0}", "bool?", "1:6: member \"a\": expected true or false, found 0"},
        {"{\"a\":{}}", "array", "1:6: member \"a\": expected an array, found an object"},
        {"{\"a\":\"\xc3\xa9\",\"b\":1}", "object?",
         "1:6: member \"a\": expected an object, found \"\xc3\xa9\""},
        {"{\"a\":1}", "only a", "fine"},
        {"{}", "only a", "fine"},
        {"{\"a\":1,\n  \"aa\": 2}", "only a", "2:3: unknown member \"aa\": expected \"a\""},
        {"{\"d\":1}", "only a b c", "1:2: unknown member \"d\": expected \"a\", \"b\" or \"c\""},
        {"{\"d\":1}", "only", "1:2: unknown member \"d\": expected no members"},
        {"[]", "only a", "1:1: expected an object, found an array"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        US_AUTOPTR(us_json) doc = parse(rows[i].text);
        us_error err = {0};
        char printed[800] = "fine", expected[800];
        us_status status = ask(us_json_root(doc), rows[i].getter, &err);
        if (status != US_OK)
            us_error_print(&err, printed, sizeof printed);
        bool fine = us_text_equal(rows[i].printed, "fine");
        snprintf(expected, sizeof expected, "%s%s", fine ? "" : "t.json:", rows[i].printed);
        CHECK_STR(printed, expected);
        CHECK_INT(status, fine ? US_OK : US_BAD_INPUT);
        CHECK_INT(ask(us_json_root(doc), rows[i].getter, NULL), status);
    }
}

TEST(a_failing_getter_leaves_its_output)
{
    US_AUTOPTR(us_json) doc = parse("{\"a\":[],\"b\":5}");
    const us_json_node *root = us_json_root(doc), *node = root;
    const char *text = "before";
    int64_t number = 77;
    bool truth = true;
    CHECK_INT(us_json_require_string(root, "a", &text, NULL), US_BAD_INPUT);
    CHECK_INT(us_json_get_string(root, "absent", &text, NULL), US_OK);
    CHECK_STR(text, "before");
    CHECK_INT(us_json_require_int(root, "b", 6, 9, &number, NULL), US_BAD_INPUT);
    CHECK_INT(us_json_get_int(root, "absent", 6, 9, &number, NULL), US_OK);
    CHECK_INT(number, 77);
    CHECK_INT(us_json_get_bool(root, "a", &truth, NULL), US_BAD_INPUT);
    CHECK_INT(us_json_get_bool(root, "absent", &truth, NULL), US_OK);
    CHECK(truth);
    CHECK_INT(us_json_require(root, "absent", US_JSON_ARRAY, &node, NULL), US_BAD_INPUT);
    CHECK_INT(us_json_get(root, "absent", US_JSON_ARRAY, &node, NULL), US_OK);
    CHECK(node == root);
    CHECK_INT(us_json_require_int(root, "b", 5, 5, &number, NULL), US_OK);
    CHECK_INT(number, 5);
}

TEST(a_long_string_is_cut_in_a_message)
{
    US_AUTOSTR(text);
    us_error err;
    us_str_add(&text, "{\"a\":\"");
    for (int i = 0; i < 500; i++)
        us_str_add(&text, "\xc3\xa9");
    us_str_add(&text, "\"}");
    US_AUTOPTR(us_json) doc = parse(text.text);
    int64_t number = 0;
    CHECK_INT(us_json_require_int(us_json_root(doc), "a", 0, 9, &number, &err), US_BAD_INPUT);
    CHECK(strlen(err.text) < 140);
    CHECK(strstr(err.text, "\xc3\xa9...\"") != NULL);
}

TEST(a_caller_can_fail_at_a_node)
{
    US_AUTOPTR(us_json) doc = parse("{\"hp\":\n  60,\n \"\xc3\xa9\": [7]}");
    us_error err;
    char printed[800];
    const us_json_node *root = us_json_root(doc);
    us_status status = us_json_fail(us_json_find(root, "hp"), &err, "more than %d", 50);
    CHECK_INT(status, US_BAD_INPUT);
    CHECK_STR(us_error_print(&err, printed, sizeof printed), "t.json:2:3: more than 50");
    us_json_reject(us_json_first(us_json_find(root, "\xc3\xa9")), &err, "a role");
    CHECK_STR(us_error_print(&err, printed, sizeof printed),
              "t.json:3:8: expected a role, found 7");
}

TEST(a_document_owns_its_text)
{
    char text[] = "{\"a\":[\"b\",12]}", file[] = "f.json";
    us_json *doc = NULL;
    CHECK_INT(us_json_parse(file, text, strlen(text), &doc, NULL), US_OK);
    memset(text, 'x', sizeof text);
    memset(file, 'x', sizeof file);
    const us_json_node *array = us_json_find(us_json_root(doc), "a");
    const char *name;
    int line, column;
    int64_t number = 0;
    CHECK_STR(us_json_string(us_json_at(array, 0)), "b");
    CHECK(us_json_int(us_json_at(array, 1), &number) && number == 12);
    us_json_place(us_json_at(array, 1), &name, &line, &column);
    CHECK(strncmp(name, "f.json", 6) == 0);
    CHECK_INT(line, 1);
    CHECK_INT(column, 11);
    us_json_free(doc);
    us_json_free(NULL);
}

TEST(a_document_is_loaded_from_a_file)
{
    us_json *doc = NULL;
    us_error err;
    const char *path = scratch("t.json");
    CHECK_INT(us_file_write(path, "{\"a\":1}\n", 8, NULL), US_OK);
    CHECK_INT(us_json_load(path, &doc, &err), US_OK);
    CHECK_INT(us_json_size(us_json_root(doc)), 1);
    us_json_free(doc);
    doc = NULL;
    CHECK_INT(us_file_write(path, "{\"a\":1\n", 7, NULL), US_OK);
    CHECK_INT(us_json_load(path, &doc, &err), US_BAD_INPUT);
    CHECK(!doc && err.line == 2 && us_text_equal(err.file, path));
    unlink(path);
    CHECK_INT(us_json_load(path, &doc, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot open: No such file or directory");
}
