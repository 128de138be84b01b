#include "base/json.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"

/* A value. The descendants of a container follow it directly; span counts them and itself. */
struct us_json_node {
    uint32_t index;       /* index in us_json.node */
    uint32_t offset;      /* offset of the value in the text */
    uint32_t key_offset;  /* offset of a member's key in the text */
    uint32_t key, string; /* offsets in us_json.strings; `string` also holds a number's digits */
    uint32_t size, span;
    uint8_t kind;
    bool last;   /* last of its siblings */
    bool member; /* member of an object */
    bool truth;
};

typedef struct slot {
    uint32_t object, member; /* member 0: free slot, since node 0 is the root */
} slot;

struct us_json {
    char *file, *text, *strings;
    size_t length;
    int *miles;  /* line and column of every MILE-th byte, for short searches of places */
    slot *slots; /* members of objects with more than FEW members; at most half full */
    uint32_t slot_count, member_count;
    uint32_t count, capacity;
    us_json_node node[];
};

typedef struct parser {
    us_json *doc;
    us_pull pull;
    us_str buffer;       /* buffer for one unescaped string */
    uint32_t string_end; /* used bytes of doc->strings */
    uint32_t open[US_JSON_DEPTH], previous[US_JSON_DEPTH];
    int depth;
    bool has_key;
    uint32_t key, key_offset;
} parser;

static const us_json *doc_of(const us_json_node *node)
{
    const void *start = (const char *)(node - node->index) - offsetof(us_json, node);
    return start;
}

/* --- members by key: a linear search for few, a hash table for many --- */

enum { FEW = 8 };

/* Returns the member's slot, or the free slot where it belongs. */
static uint32_t find_slot(const us_json *doc, uint32_t object, const char *key)
{
    uint32_t mask = doc->slot_count - 1;
    uint32_t at = (uint32_t)us_hash_add_text(us_hash_add(US_HASH_START, object), key) & mask;
    while (doc->slots[at].member != 0 &&
           (doc->slots[at].object != object ||
            !us_text_equal(doc->strings + doc->node[doc->slots[at].member].key, key)))
        at = (at + 1) & mask;
    return at;
}

static void grow_slots(us_json *doc)
{
    uint32_t old_count = doc->slot_count;
    slot *old = doc->slots;
    doc->slot_count = old_count > 0 ? old_count * 2 : 16;
    doc->slots = US_NEW_ARRAY(slot, doc->slot_count);
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i].member != 0) {
            const char *key = doc->strings + doc->node[old[i].member].key;
            doc->slots[find_slot(doc, old[i].object, key)] = old[i];
        }
    us_mem_free(old);
}

static void add_slot(us_json *doc, uint32_t object, const us_json_node *member)
{
    if (doc->member_count >= doc->slot_count / 2)
        grow_slots(doc);
    uint32_t at = find_slot(doc, object, doc->strings + member->key);
    doc->slots[at] = (slot){object, member->index};
    doc->member_count++;
}

static const us_json_node *find_member(const us_json *doc, uint32_t object, const char *key)
{
    if (doc->node[object].size > FEW) {
        const slot *found = &doc->slots[find_slot(doc, object, key)];
        return found->member != 0 ? &doc->node[found->member] : NULL;
    }
    const us_json_node *at = us_json_first(&doc->node[object]);
    while (at && !us_text_equal(doc->strings + at->key, key))
        at = us_json_next(at);
    return at;
}

/* --- parsing --- */

/* Keeps the last token's text, unescaped. There is always room: with its quotes or the next
 * delimiter, each token is at least as long as its text and a '\0'. */
static uint32_t keep_text(parser *p)
{
    const char *text = p->pull.text;
    size_t length = p->pull.length;
    uint32_t at = p->string_end;
    if (p->pull.escaped && p->pull.kind != US_PULL_NUMBER) {
        us_str_reset(&p->buffer);
        us_pull_unescape(&p->pull, &p->buffer);
        text = p->buffer.text;
        length = p->buffer.length;
    }
    us_assert(at + length < p->doc->length + 3);
    memcpy(p->doc->strings + at, text, length);
    p->doc->strings[at + length] = '\0';
    p->string_end += (uint32_t)length + 1;
    return at;
}

static us_status keep_key(parser *p, us_error *err)
{
    uint32_t object = p->open[p->depth - 1];
    p->key_offset = (uint32_t)(p->pull.place - p->pull.start);
    p->key = keep_text(p);
    p->has_key = true;
    const char *key = p->doc->strings + p->key;
    if (!find_member(p->doc, object, key))
        return US_OK;
    int line, column;
    us_text_place(p->doc->text, p->key_offset, &line, &column);
    return us_error_set(err, US_BAD_INPUT, p->doc->file, line, column,
                        "expected each key once, found \"%.80s\" again", key);
}

static void index_member(us_json *doc, const us_json_node *object, const us_json_node *member)
{
    if (object->size <= FEW)
        return;
    const us_json_node *at = object->size == FEW + 1 ? us_json_first(object) : member;
    for (; at; at = us_json_next(at))
        add_slot(doc, object->index, at);
}

static us_json_node *add_node(parser *p, us_json_kind kind)
{
    us_json *doc = p->doc;
    if (doc->count == doc->capacity) {
        doc->capacity *= 2;
        doc = us_mem_realloc(doc, sizeof *doc + (size_t)doc->capacity * sizeof doc->node[0]);
        p->doc = doc;
    }
    us_json_node *node = &doc->node[doc->count];
    *node = (us_json_node){.index = doc->count++,
                           .offset = (uint32_t)(p->pull.place - p->pull.start),
                           .span = 1,
                           .kind = (uint8_t)kind,
                           .last = true};
    if (p->depth > 0) {
        us_json_node *parent = &doc->node[p->open[p->depth - 1]];
        uint32_t *previous = &p->previous[p->depth - 1];
        if (parent->size++ > 0)
            doc->node[*previous].last = false;
        *previous = node->index;
    }
    if (p->has_key) {
        p->has_key = false;
        node->member = true;
        node->key = p->key;
        node->key_offset = p->key_offset;
        index_member(doc, &doc->node[p->open[p->depth - 1]], node);
    }
    return node;
}

static us_status parse_token(parser *p, us_pull_kind kind, us_error *err)
{
    us_json_node *node;
    switch (kind) {
    case US_PULL_KEY:
        return keep_key(p, err);
    case US_PULL_OBJECT:
    case US_PULL_ARRAY:
        node = add_node(p, kind == US_PULL_OBJECT ? US_JSON_OBJECT : US_JSON_ARRAY);
        p->open[p->depth++] = node->index;
        return US_OK;
    case US_PULL_OBJECT_END:
    case US_PULL_ARRAY_END:
        node = &p->doc->node[p->open[--p->depth]];
        node->span = p->doc->count - node->index;
        return US_OK;
    case US_PULL_STRING:
    case US_PULL_NUMBER:
        node = add_node(p, kind == US_PULL_STRING ? US_JSON_STRING : US_JSON_NUMBER);
        node->string = keep_text(p);
        return US_OK;
    case US_PULL_TRUE:
    case US_PULL_FALSE:
        add_node(p, US_JSON_BOOL)->truth = kind == US_PULL_TRUE;
        return US_OK;
    case US_PULL_NULL:
        add_node(p, US_JSON_NULL);
        return US_OK;
    default:
        return us_pull_fail(&p->pull, err, p->doc->file, 1);
    }
}

enum { MILE = 4096 };
static void set_miles(us_json *doc)
{
    doc->miles = us_mem_alloc_array(doc->length / MILE + 1, 2 * sizeof(int));
    doc->miles[0] = doc->miles[1] = 1;
    for (size_t i = MILE; i <= doc->length; i += MILE) {
        int *mile = &doc->miles[i / MILE * 2];
        mile[0] = mile[-2], mile[1] = mile[-1];
        us_text_advance_place(doc->text, i - MILE, i, &mile[0], &mile[1]);
    }
}

static void place_at(const us_json *doc, size_t offset, int *line, int *column)
{
    *line = doc->miles[offset / MILE * 2];
    *column = doc->miles[offset / MILE * 2 + 1];
    us_text_advance_place(doc->text, offset / MILE * MILE, offset, line, column);
}

/* Owns text, also on failure. */
static us_status parse_owned(const char *file, char *text, size_t length, us_json **out,
                             us_error *err)
{
    enum { FIRST_NODES = 32 };
    parser p = {.doc = us_mem_alloc(sizeof(us_json) + FIRST_NODES * sizeof(us_json_node))};
    p.doc->file = us_mem_strdup(file ? file : "");
    p.doc->text = text;
    p.doc->length = length;
    p.doc->capacity = FIRST_NODES;
    us_pull_init(&p.pull, text, length);
    us_str_init(&p.buffer);
    p.doc->strings = us_mem_alloc(length + 3);
    p.string_end = 1; /* offset 0 is the empty key */

    us_status status = US_OK;
    us_pull_kind kind;
    while (status == US_OK && (kind = us_pull_next(&p.pull)) != US_PULL_END)
        status = parse_token(&p, kind, err);
    us_str_clear(&p.buffer);
    set_miles(p.doc);
    if (status == US_OK)
        *out = p.doc;
    else
        us_json_free(p.doc);
    return status;
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
    us_mem_free(doc->file);
    us_mem_free(doc->text);
    us_mem_free(doc->strings);
    us_mem_free(doc->slots);
    us_mem_free(doc->miles);
    us_mem_free(doc);
}

/* --- reading --- */

const us_json_node *us_json_root(const us_json *doc)
{
    return &doc->node[0];
}

us_json_kind us_json_type(const us_json_node *node)
{
    return (us_json_kind)node->kind;
}

int us_json_size(const us_json_node *node)
{
    return (int)node->size;
}

const us_json_node *us_json_first(const us_json_node *node)
{
    return node->size > 0 ? node + 1 : NULL;
}

const us_json_node *us_json_next(const us_json_node *node)
{
    return node->last ? NULL : node + node->span;
}

const us_json_node *us_json_at(const us_json_node *array, int index)
{
    us_assert(index >= 0 && (uint32_t)index < array->size);
    const us_json_node *child = array + 1;
    if (array->span == array->size + 1)
        return child + index;
    while (index-- > 0)
        child += child->span;
    return child;
}

const us_json_node *us_json_find(const us_json_node *object, const char *key)
{
    if (object->kind != US_JSON_OBJECT)
        return NULL;
    return find_member(doc_of(object), object->index, key);
}

const char *us_json_key(const us_json_node *member)
{
    return member->member ? doc_of(member)->strings + member->key : "";
}

const char *us_json_string(const us_json_node *node)
{
    us_assert(node->kind == US_JSON_STRING);
    return doc_of(node)->strings + node->string;
}

bool us_json_int(const us_json_node *node, int64_t *out)
{
    return node->kind == US_JSON_NUMBER &&
           us_text_to_int(doc_of(node)->strings + node->string, INT64_MIN, INT64_MAX, out);
}

bool us_json_bool(const us_json_node *node)
{
    us_assert(node->kind == US_JSON_BOOL);
    return node->truth;
}

/* --- errors --- */

void us_json_place(const us_json_node *node, const char **file, int *line, int *column)
{
    const us_json *doc = doc_of(node);
    *file = doc->file;
    place_at(doc, node->offset, line, column);
}

/* Returns how many bytes the escape or byte at raw stands for; *step: its own length. */
static size_t unescaped(const char *raw, size_t *step)
{
    *step = raw[0] == '\\' ? 2 : 1;
    if (*step == 1 || raw[1] != 'u')
        return 1;
    unsigned code = 0;
    for (int i = 2; i < 6; i++)
        code = code * 16 + (unsigned)(raw[i] <= '9' ? raw[i] - '0' : (raw[i] & 7) + 9);
    bool pair = code >= 0xd800 && code < 0xe000;
    *step = pair ? 12 : 6;
    return pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

void us_json_string_place(const us_json_node *node, size_t offset, const char **file, int *line,
                          int *column)
{
    us_assert(node->kind == US_JSON_STRING);
    const us_json *doc = doc_of(node);
    size_t at = node->offset + 1;
    for (size_t done = 0; done < offset && doc->text[at] != '"';) {
        size_t step, bytes = unescaped(doc->text + at, &step);
        done += bytes;
        if (done <= offset)
            at += step;
    }
    *file = doc->file;
    place_at(doc, at, line, column);
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
    us_str text;
    us_str_init(&text);
    if (node->member) {
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
        us_str_add(&text, node->truth ? "true" : "false");
        break;
    case US_JSON_NUMBER:
        us_str_addf(&text, "%.60s", doc_of(node)->strings + node->string);
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
    us_str_clear(&text);
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
    if (object->kind != US_JSON_OBJECT)
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
        *out = found->truth;
    return US_OK;
}

static us_status unknown(const us_json_node *found, const char *const *keys, us_error *err)
{
    const us_json *doc = doc_of(found);
    int line, column;
    us_text_place(doc->text, found->key_offset, &line, &column);
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "unknown member ");
    add_quoted(&text, us_json_key(found));
    us_str_add(&text, keys[0] ? ": expected " : ": expected no members");
    for (int i = 0; keys[i]; i++)
        us_str_addf(&text, "%s\"%s\"", i == 0 ? "" : keys[i + 1] ? ", " : " or ", keys[i]);
    us_error_set(err, US_BAD_INPUT, doc->file, line, column, "%s", text.text);
    us_str_clear(&text);
    return US_BAD_INPUT;
}

us_status us_json_check_keys(const us_json_node *object, const char *const *keys, us_error *err)
{
    if (object->kind != US_JSON_OBJECT)
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
