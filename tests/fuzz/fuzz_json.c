#include <stdlib.h>
#include <string.h>

#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The last token as a document's text would hold it. */
static void take(const us_pull *pull, us_str *out)
{
    us_str_reset(out);
    if (pull->kind == US_PULL_NUMBER)
        us_str_add_bytes(out, pull->text, pull->length);
    else
        us_assert(us_pull_unescape(pull, out));
}

/* Every token lies within the text, every error is sticky and has a place. */
static bool pull_all(const char *text, size_t size)
{
    us_pull pull;
    us_str out;
    us_pull_init(&pull, text, size);
    us_str_init(&out);
    us_pull_kind kind;
    while ((kind = us_pull_next(&pull)) > US_PULL_ERROR) {
        us_assert(pull.place >= text && pull.place < text + size);
        us_assert(pull.depth >= 0 && pull.depth <= US_JSON_DEPTH);
        int64_t number;
        if (kind == US_PULL_KEY || kind == US_PULL_STRING) {
            take(&pull, &out);
            us_assert(strlen(out.text) == out.length);
            us_assert(us_pull_equal(&pull, out.text));
        }
        if (us_pull_int(&pull, &number))
            us_assert(kind == US_PULL_NUMBER);
    }
    us_assert(pull.place >= text && pull.place <= text + size);
    us_assert(us_pull_next(&pull) == kind);
    if (kind == US_PULL_ERROR) {
        us_error err;
        us_assert(us_pull_fail(&pull, &err, "f", 1) == US_BAD_INPUT);
        us_assert(err.line > 0 && err.column == us_pull_column(&pull));
    }
    us_str_clear(&out);
    return kind == US_PULL_END;
}

/* Skipping must see the same faults as reading. */
static bool skip_all(const char *text, size_t size)
{
    us_pull pull;
    us_pull_init(&pull, text, size);
    us_pull_kind kind = us_pull_next(&pull);
    if (kind == US_PULL_OBJECT || kind == US_PULL_ARRAY)
        us_pull_skip(&pull);
    return us_pull_next(&pull) == US_PULL_END;
}

/* Walk the tree beside a second pull reader, and write it again. Numbers become 0 where they
 * are no integers. */
static void walk(const us_json_node *node, us_pull *pull, us_json_writer *writer, us_str *out)
{
    us_pull_kind kind = us_pull_next(pull);
    int64_t number = 0;
    int index = 0;
    switch (us_json_type(node)) {
    case US_JSON_NULL:
        us_assert(kind == US_PULL_NULL);
        us_json_write_null(writer);
        break;
    case US_JSON_BOOL:
        us_assert(kind == (us_json_bool(node) ? US_PULL_TRUE : US_PULL_FALSE));
        us_json_write_bool(writer, us_json_bool(node));
        break;
    case US_JSON_NUMBER: {
        int64_t pulled = 0;
        us_assert(kind == US_PULL_NUMBER);
        us_assert(us_json_int(node, &number) == us_pull_int(pull, &pulled));
        us_assert(number == pulled);
        us_json_write_int(writer, number);
        break;
    }
    case US_JSON_STRING:
        us_assert(kind == US_PULL_STRING);
        take(pull, out);
        us_assert(us_text_equal(out->text, us_json_string(node)));
        us_json_write_string(writer, us_json_string(node));
        break;
    case US_JSON_ARRAY:
    case US_JSON_OBJECT: {
        bool object = us_json_type(node) == US_JSON_OBJECT;
        us_assert(kind == (object ? US_PULL_OBJECT : US_PULL_ARRAY));
        us_json_write_open(writer, object ? '{' : '[');
        for (const us_json_node *at = us_json_first(node); at; at = us_json_next(at), index++) {
            if (index < 100)
                us_assert(us_json_at(node, index) == at);
            if (object) {
                us_assert(us_pull_next(pull) == US_PULL_KEY);
                us_assert(us_json_find(node, us_json_key(at)) == at);
                us_json_write_key(writer, us_json_key(at));
            }
            walk(at, pull, writer, out);
        }
        us_assert(index == us_json_size(node));
        us_assert(us_pull_next(pull) == (object ? US_PULL_OBJECT_END : US_PULL_ARRAY_END));
        us_json_write_close(writer, object ? '}' : ']');
    }
    }
}

static void check_document(const us_json *doc, const char *text, size_t size)
{
    us_pull pull;
    us_json_writer writer;
    us_str once, twice, scratch;
    us_str_init(&once);
    us_str_init(&twice);
    us_str_init(&scratch);
    us_pull_init(&pull, text, size);
    us_json_writer_init(&writer, &once);
    walk(us_json_root(doc), &pull, &writer, &scratch);
    us_assert(us_pull_next(&pull) == US_PULL_END);

    us_json *again;
    us_assert(us_json_parse("again", once.text, once.length, &again, NULL) == US_OK);
    us_pull_init(&pull, once.text, once.length);
    us_json_writer_init(&writer, &twice);
    walk(us_json_root(again), &pull, &writer, &scratch);
    us_assert(us_text_equal(once.text, twice.text));
    us_json_free(again);
    us_str_clear(&once);
    us_str_clear(&twice);
    us_str_clear(&scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of exact size, so that a sanitizer sees the first byte read beyond it. */
    char *text = malloc(size > 0 ? size : 1);
    us_assert(text);
    if (size > 0)
        memcpy(text, data, size);
    us_json *doc = NULL;
    us_error err;
    bool pulled = pull_all(text, size);
    us_assert(skip_all(text, size) == pulled);
    if (us_json_parse("fuzz", text, size, &doc, &err) == US_OK) {
        us_assert(pulled);
        check_document(doc, text, size);
        us_json_free(doc);
    } else {
        us_assert(!doc && err.line > 0 && err.column > 0 && err.text[0]);
        /* The tree refuses one thing more: a second member of the same name. */
        us_assert(!pulled || strstr(err.text, "expected each key once"));
    }
    free(text);
    return 0;
}
