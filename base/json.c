#include "base/json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/sort.h"

/* The nodes are cJSON's. A number is cJSON_Raw, so that its digits stay exact. Three fields that
 * cJSON leaves unused in a tree that does not change hold more about a value: prev its document,
 * valueint its line, valuedouble its column. */
struct us_json {
    char *file, *text;
    size_t length;
    us_json_node *root;
};

static const us_json *doc_of(const us_json_node *node)
{
    const void *doc = node->prev;
    return doc;
}

/* Reads the text again up to the node's value. Returns the last key before it, with its quotes. */
static const char *read_again(const us_json_node *node, us_pull *pull)
{
    const us_json *doc = doc_of(node);
    const char *key = doc->text, *from = doc->text;
    int line = 1, column = 1;
    us_pull_init(pull, doc->text, doc->length);
    while (us_pull_next(pull) > US_PULL_ERROR) {
        us_text_advance_place(from, 0, (size_t)(pull->place - from), &line, &column);
        from = pull->place;
        if (line == node->valueint && column == (int)node->valuedouble)
            break;
        if (pull->kind == US_PULL_KEY)
            key = from;
    }
    return key;
}

static us_status fail_at_key(const us_json_node *member, us_error *err, const char *message)
{
    const us_json *doc = doc_of(member);
    us_pull pull;
    int line, column;
    us_text_place(doc->text, (size_t)(read_again(member, &pull) - doc->text), &line, &column);
    return us_error_set(err, US_BAD_INPUT, doc->file, line, column, "%s", message);
}

/* --- parsing --- */

typedef struct named {
    const char *key;
    const us_json_node *node;
} named;

typedef struct parser {
    us_json *doc;
    us_pull pull;
    us_str key, text; /* buffers of the last key and of a string or number */
    us_json_node *open[US_JSON_DEPTH];
    int depth, line, column;
    size_t placed;          /* offset of line and column */
    US_LIST(named) members; /* buffer of check_keys */
} parser;

static us_json_node *make_node(parser *p, us_pull_kind kind)
{
    us_str_reset(&p->text);
    switch (kind) {
    case US_PULL_OBJECT:
        return cJSON_CreateObject();
    case US_PULL_ARRAY:
        return cJSON_CreateArray();
    case US_PULL_STRING:
        us_pull_unescape(&p->pull, &p->text);
        return cJSON_CreateString(p->text.text);
    case US_PULL_NUMBER:
        us_str_add_bytes(&p->text, p->pull.text, p->pull.length);
        return cJSON_CreateRaw(p->text.text);
    case US_PULL_NULL:
        return cJSON_CreateNull();
    default:
        return cJSON_CreateBool(kind == US_PULL_TRUE);
    }
}

static void add_node(parser *p, us_pull_kind kind)
{
    us_json_node *node = make_node(p, kind);
    bool added = true;
    if (!node)
        us_mem_fail("cannot hold a JSON document");
    size_t at = (size_t)(p->pull.place - p->pull.start);
    us_text_advance_place(p->doc->text, p->placed, at, &p->line, &p->column);
    p->placed = at;
    node->valueint = p->line;
    node->valuedouble = p->column;
    us_json_node *parent = p->depth > 0 ? p->open[p->depth - 1] : NULL;
    if (!parent)
        p->doc->root = node;
    else if (cJSON_IsObject(parent))
        added = cJSON_AddItemToObject(parent, p->key.text, node);
    else
        added = cJSON_AddItemToArray(parent, node);
    if (!added)
        us_mem_fail("cannot hold a JSON document");
    if (kind == US_PULL_OBJECT || kind == US_PULL_ARRAY)
        p->open[p->depth++] = node;
}

static int compare_keys(const void *a, const void *b)
{
    const named *one = a, *other = b;
    return strcmp(one->key, other->key);
}

static us_status check_keys(parser *p, const us_json_node *object, us_error *err)
{
    const us_json_node *twice = NULL; /* the first of them in the text */
    p->members.count = 0;
    for (const us_json_node *at = object->child; at; at = at->next)
        US_LIST_PUT(p->members, ((named){at->string, at}));
    us_array_sort(p->members.item, (size_t)p->members.count, sizeof(named), compare_keys);
    for (int i = 1; i < p->members.count; i++) {
        const us_json_node *at = p->members.item[i].node;
        if (us_text_equal(p->members.item[i - 1].key, at->string) &&
            (!twice || at->valueint < twice->valueint ||
             (at->valueint == twice->valueint && at->valuedouble < twice->valuedouble)))
            twice = at;
    }
    if (!twice)
        return US_OK;
    char message[400];
    snprintf(message, sizeof message, "expected each key once, found \"%.80s\" again",
             twice->string);
    return fail_at_key(twice, err, message);
}

/* Until a container ends, cJSON needs `prev` of its first child. */
static us_status close_node(parser *p, us_error *err)
{
    us_json_node *node = p->open[--p->depth];
    void *doc = p->doc;
    for (us_json_node *at = node->child; at; at = at->next)
        at->prev = doc;
    return cJSON_IsObject(node) ? check_keys(p, node, err) : US_OK;
}

static us_status parse_token(parser *p, us_pull_kind kind, us_error *err)
{
    switch (kind) {
    case US_PULL_ERROR:
        return us_pull_fail(&p->pull, err, p->doc->file, 1);
    case US_PULL_KEY:
        us_str_reset(&p->key);
        us_pull_unescape(&p->pull, &p->key);
        return US_OK;
    case US_PULL_OBJECT_END:
    case US_PULL_ARRAY_END:
        return close_node(p, err);
    default:
        add_node(p, kind);
        return US_OK;
    }
}

static void clear_parser(parser *p)
{
    us_str_clear(&p->key);
    us_str_clear(&p->text);
    us_mem_free(p->members.item);
    us_json_free(p->doc);
}

/* Owns text, also on failure. */
static us_status parse_owned(const char *file, char *text, size_t length, us_json **out,
                             us_error *err)
{
    US_AUTOFREE char *owned = text;
    US_AUTO(clear_parser)
    parser p = {.key = us_str_empty(), .text = us_str_empty(), .line = 1, .column = 1};
    p.doc = US_NEW(us_json);
    p.doc->text = US_STEAL(owned);
    p.doc->length = length;
    p.doc->file = us_mem_strdup(file ? file : "");
    us_pull_init(&p.pull, text, length);
    us_pull_kind kind;
    while ((kind = us_pull_next(&p.pull)) != US_PULL_END)
        US_TRY(parse_token(&p, kind, err));
    void *doc = p.doc;
    p.doc->root->prev = doc;
    *out = US_STEAL(p.doc);
    return US_OK;
}

us_status us_json_parse(const char *file, const char *text, size_t length, us_json **out,
                        us_error *err)
{
    if (length >= (size_t)1 << 30)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "expected less than 1 GiB of text");
    char *copy = us_mem_realloc(NULL, length);
    if (length > 0)
        memcpy(copy, text, length);
    return parse_owned(file, copy, length, out, err);
}

us_status us_json_load(const char *path, us_json **out, us_error *err)
{
    char *text;
    size_t length;
    US_TRY(us_file_read(path, (size_t)64 << 20, &text, &length, err));
    return parse_owned(path, text, length, out, err);
}

void us_json_free(us_json *doc)
{
    if (!doc)
        return;
    cJSON_Delete(doc->root);
    us_mem_free(doc->file);
    us_mem_free(doc->text);
    us_mem_free(doc);
}

/* --- reading --- */

const us_json_node *us_json_root(const us_json *doc)
{
    return doc->root;
}

us_json_kind us_json_type(const us_json_node *node)
{
    if (cJSON_IsBool(node))
        return US_JSON_BOOL;
    if (cJSON_IsRaw(node))
        return US_JSON_NUMBER;
    if (cJSON_IsString(node))
        return US_JSON_STRING;
    if (cJSON_IsArray(node))
        return US_JSON_ARRAY;
    return cJSON_IsObject(node) ? US_JSON_OBJECT : US_JSON_NULL;
}

int us_json_size(const us_json_node *node)
{
    return cJSON_GetArraySize(node);
}

const us_json_node *us_json_first(const us_json_node *node)
{
    return node->child;
}

const us_json_node *us_json_next(const us_json_node *node)
{
    return node->next;
}

const us_json_node *us_json_at(const us_json_node *array, int index)
{
    const us_json_node *child = cJSON_GetArrayItem(array, index);
    us_assert(child);
    return child;
}

const us_json_node *us_json_find(const us_json_node *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const char *us_json_key(const us_json_node *member)
{
    return member->string ? member->string : "";
}

const char *us_json_string(const us_json_node *node)
{
    us_assert(cJSON_IsString(node));
    return node->valuestring;
}

bool us_json_int(const us_json_node *node, int64_t *out)
{
    return cJSON_IsRaw(node) && us_text_to_int(node->valuestring, INT64_MIN, INT64_MAX, out);
}

bool us_json_bool(const us_json_node *node)
{
    us_assert(cJSON_IsBool(node));
    return cJSON_IsTrue(node);
}

/* --- errors --- */

void us_json_place(const us_json_node *node, const char **file, int *line, int *column)
{
    *file = doc_of(node)->file;
    *line = node->valueint;
    *column = (int)node->valuedouble;
}

void us_json_string_place(const us_json_node *node, size_t offset, const char **file, int *line,
                          int *column)
{
    us_assert(cJSON_IsString(node));
    us_pull pull;
    read_again(node, &pull);
    us_json_place(node, file, line, column);
    us_text_advance_place(pull.place, 0, us_pull_raw(&pull, offset) + 1, line, column);
}

us_status us_json_fail(const us_json_node *node, us_error *err, const char *format, ...)
{
    if (!err)
        return US_BAD_INPUT;
    const char *file;
    int line, column;
    us_json_place(node, &file, &line, &column);
    va_list args;
    va_start(args, format);
    us_error_vset(err, US_BAD_INPUT, file, line, column, format, args);
    va_end(args);
    return US_BAD_INPUT;
}

static void add_quoted(us_str *out, const char *text)
{
    enum { MOST = 60 };
    size_t length = strlen(text), cut = 0;
    while (cut < length && cut < MOST)
        cut += (size_t)us_text_utf8_size(text + cut, length - cut);
    us_str_add_char(out, '"');
    us_str_add_bytes(out, text, cut);
    us_str_add(out, cut < length ? "...\"" : "\"");
}

us_status us_json_reject(const us_json_node *node, us_error *err, const char *expected)
{
    US_AUTOSTR(text);
    if (node->string) {
        us_str_add(&text, "member ");
        add_quoted(&text, us_json_key(node));
        us_str_add(&text, ": ");
    }
    us_str_addf(&text, "expected %s, found ", expected);
    switch (us_json_type(node)) {
    case US_JSON_NULL:
        us_str_add(&text, "null");
        break;
    case US_JSON_BOOL:
        us_str_add(&text, us_json_bool(node) ? "true" : "false");
        break;
    case US_JSON_NUMBER:
        us_str_addf(&text, "%.60s", node->valuestring);
        break;
    case US_JSON_STRING:
        add_quoted(&text, us_json_string(node));
        break;
    case US_JSON_ARRAY:
        us_str_add(&text, "an array");
        break;
    case US_JSON_OBJECT:
        us_str_add(&text, "an object");
        break;
    }
    us_json_fail(node, err, "%s", text.text);
    return US_BAD_INPUT;
}

/* --- typed members --- */

static const char *kind_name(us_json_kind kind)
{
    static const char *const names[] = {"null",     "true or false", "a number",
                                        "a string", "an array",      "an object"};
    return names[kind];
}

static us_status absent(const us_json_node *object, const char *key, const char *expected,
                        us_error *err)
{
    us_json_fail(object, err, "member \"%s\" is missing: expected %s", key, expected);
    return US_BAD_INPUT;
}

/* Finds the member; NULL with US_OK if it is absent. */
static us_status member(const us_json_node *object, const char *key, const us_json_node **out,
                        us_error *err)
{
    if (!cJSON_IsObject(object))
        return us_json_reject(object, err, "an object");
    *out = us_json_find(object, key);
    return US_OK;
}

us_status us_json_get(const us_json_node *object, const char *key, us_json_kind kind,
                      const us_json_node **out, us_error *err)
{
    const us_json_node *found = NULL;
    US_TRY(member(object, key, &found, err));
    if (!found)
        return US_OK;
    if (us_json_type(found) != kind)
        return us_json_reject(found, err, kind_name(kind));
    *out = found;
    return US_OK;
}

us_status us_json_require(const us_json_node *object, const char *key, us_json_kind kind,
                          const us_json_node **out, us_error *err)
{
    const us_json_node *found = NULL;
    US_TRY(us_json_get(object, key, kind, &found, err));
    if (!found)
        return absent(object, key, kind_name(kind), err);
    *out = found;
    return US_OK;
}

us_status us_json_get_string(const us_json_node *object, const char *key, const char **out,
                             us_error *err)
{
    const us_json_node *found = NULL;
    US_TRY(us_json_get(object, key, US_JSON_STRING, &found, err));
    if (found)
        *out = us_json_string(found);
    return US_OK;
}

us_status us_json_require_string(const us_json_node *object, const char *key, const char **out,
                                 us_error *err)
{
    const us_json_node *found = NULL;
    US_TRY(us_json_require(object, key, US_JSON_STRING, &found, err));
    *out = us_json_string(found);
    return US_OK;
}

static us_status get_int(const us_json_node *object, const char *key, int64_t low, int64_t high,
                         bool needed, int64_t *out, us_error *err)
{
    char expected[80] = "an integer";
    if (low == high)
        snprintf(expected, sizeof expected, "%lld", (long long)low);
    else if (high == INT64_MAX && low > INT64_MIN)
        snprintf(expected, sizeof expected, "an integer of at least %lld", (long long)low);
    else if (high < INT64_MAX)
        snprintf(expected, sizeof expected, "an integer from %lld to %lld", (long long)low,
                 (long long)high);
    const us_json_node *found = NULL;
    int64_t value;
    US_TRY(member(object, key, &found, err));
    if (!found)
        return needed ? absent(object, key, expected, err) : US_OK;
    if (!us_json_int(found, &value) || value < low || value > high)
        return us_json_reject(found, err, expected);
    *out = value;
    return US_OK;
}

us_status us_json_require_int(const us_json_node *object, const char *key, int64_t low,
                              int64_t high, int64_t *out, us_error *err)
{
    return get_int(object, key, low, high, true, out, err);
}

us_status us_json_get_int(const us_json_node *object, const char *key, int64_t low, int64_t high,
                          int64_t *out, us_error *err)
{
    return get_int(object, key, low, high, false, out, err);
}

us_status us_json_get_bool(const us_json_node *object, const char *key, bool *out, us_error *err)
{
    const us_json_node *found = NULL;
    US_TRY(us_json_get(object, key, US_JSON_BOOL, &found, err));
    if (found)
        *out = us_json_bool(found);
    return US_OK;
}

static us_status unknown(const us_json_node *found, const char *const *keys, us_error *err)
{
    US_AUTOSTR(text);
    us_str_add(&text, "unknown member ");
    add_quoted(&text, us_json_key(found));
    us_str_add(&text, keys[0] ? ": expected " : ": expected no members");
    for (int i = 0; keys[i]; i++)
        us_str_addf(&text, "%s\"%s\"", i == 0 ? "" : keys[i + 1] ? ", " : " or ", keys[i]);
    fail_at_key(found, err, text.text);
    return US_BAD_INPUT;
}

us_status us_json_check_keys(const us_json_node *object, const char *const *keys, us_error *err)
{
    if (!cJSON_IsObject(object))
        return us_json_reject(object, err, "an object");
    for (const us_json_node *at = us_json_first(object); at; at = us_json_next(at)) {
        int i = 0;
        while (keys[i] && !us_text_equal(keys[i], us_json_key(at)))
            i++;
        if (!keys[i])
            return unknown(at, keys, err);
    }
    return US_OK;
}
