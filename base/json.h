/* JSON with places: a strict reader for documents, a pull reader for long streams, a writer.
 *
 * us_json_parse builds a tree of cJSON nodes; each node knows its line and column. The
 * us_json_need_* functions fetch a member. If the member is faulty, they fail with its place. If it
 * is absent, they fail with the object's place and the member's name. Integers are exact in int64.
 * A number with a fraction or exponent is no integer. Duplicate keys are errors. Depth is limited
 * to US_JSON_DEPTH. Strings are UTF-8, unescaped, without NUL bytes and half surrogate pairs.
 * Columns count characters, not bytes. cJSON allocates the nodes, so us_mem_alloc_count does not
 * count them. */
#ifndef US_BASE_JSON_H
#define US_BASE_JSON_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

enum { US_JSON_DEPTH = 64 };

typedef enum us_json_kind {
    US_JSON_NULL,
    US_JSON_BOOL,
    US_JSON_NUMBER,
    US_JSON_STRING,
    US_JSON_ARRAY,
    US_JSON_OBJECT,
} us_json_kind;

typedef struct us_json us_json;    /* a document */
typedef struct cJSON us_json_node; /* value; the document owns it and its texts */

/* Parses a whole document of less than 1 GiB. `file` names it in errors; NULL is fine. file and
 * text are copied. */
us_status us_json_parse(const char *file, const char *text, size_t length, us_json **out,
                        us_error *err);
/* Parses a file of at most 64 MiB. */
us_status us_json_load(const char *path, us_json **out, us_error *err);
void us_json_free(us_json *doc); /* NULL is fine */
US_AUTOPTR_DEFINE(us_json, us_json_free);
const us_json_node *us_json_root(const us_json *doc);

us_json_kind us_json_type(const us_json_node *node);
/* Returns the number of children of an array or object, 0 otherwise. Linear time. */
int us_json_size(const us_json_node *node);
const us_json_node *us_json_first(const us_json_node *node); /* first child, or NULL */
const us_json_node *us_json_next(const us_json_node *node);  /* next sibling, or NULL */
/* Returns the child at index, which must exist. Linear time. */
const us_json_node *us_json_at(const us_json_node *array, int index);
/* Returns a member, or NULL, also if `object` is no object. Linear time. */
const us_json_node *us_json_find(const us_json_node *object, const char *key);
const char *us_json_key(const us_json_node *member);      /* "" for an element of an array */
const char *us_json_string(const us_json_node *node);     /* node must be a string */
bool us_json_int(const us_json_node *node, int64_t *out); /* false: not an integer of 64 bits */
bool us_json_bool(const us_json_node *node);              /* node must be a bool */

/* Fails at the place of the node's value. Returns US_BAD_INPUT. */
us_status us_json_fail(const us_json_node *node, us_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void us_json_place(const us_json_node *node, const char **file, int *line, int *column);
/* Finds the place in the source of the byte at offset of a string's text. An offset equal to the
 * text's length means the string's end. */
void us_json_string_place(const us_json_node *node, size_t offset, const char **file, int *line,
                          int *column);

/* Reports a value of the wrong kind: "expected EXPECTED, found ...". The text `member "key": `
 * stands before it if node is a member. Returns US_BAD_INPUT. */
us_status us_json_reject(const us_json_node *node, us_error *err, const char *expected);

/* Typed members. need: an absent member is an error. want: an absent member leaves *out unchanged,
 * and the call returns US_OK. All fail if `object` is no object. */
us_status us_json_require(const us_json_node *object, const char *key, us_json_kind kind,
                          const us_json_node **out, us_error *err);
us_status us_json_get(const us_json_node *object, const char *key, us_json_kind kind,
                      const us_json_node **out, us_error *err);
us_status us_json_require_string(const us_json_node *object, const char *key, const char **out,
                                 us_error *err);
us_status us_json_get_string(const us_json_node *object, const char *key, const char **out,
                             us_error *err);
us_status us_json_require_int(const us_json_node *object, const char *key, int64_t low,
                              int64_t high, int64_t *out, us_error *err);
us_status us_json_get_int(const us_json_node *object, const char *key, int64_t low, int64_t high,
                          int64_t *out, us_error *err);
us_status us_json_get_bool(const us_json_node *object, const char *key, bool *out, us_error *err);

/* Checks that every key of object is in the NULL-ended list. The message lists the allowed keys and
 * has the place of the wrong key. */
us_status us_json_check_keys(const us_json_node *object, const char *const *keys, us_error *err);

/* The pull reader makes one pass over text that the caller keeps, without allocation or a tree.
 * Call us_pull_next until US_PULL_END or US_PULL_ERROR; either then repeats. The reader is as
 * strict as us_json_parse, except that it accepts duplicate keys. */
typedef enum us_pull_kind {
    US_PULL_END,
    US_PULL_ERROR, /* see us_pull.error and us_pull_fail */
    US_PULL_OBJECT,
    US_PULL_OBJECT_END,
    US_PULL_ARRAY,
    US_PULL_ARRAY_END,
    US_PULL_KEY,    /* text and length are raw, without quotes */
    US_PULL_STRING, /* likewise */
    US_PULL_NUMBER, /* likewise */
    US_PULL_TRUE,
    US_PULL_FALSE,
    US_PULL_NULL,
} us_pull_kind;

typedef struct us_pull {
    const char *at, *end, *start;
    const char *place; /* start of the last token, or of the error */
    const char *found; /* after US_PULL_ERROR: the unexpected text; lies behind `place` if a comma
                          is missing at the end of a line */
    const char *text;  /* last key, string or number; borrowed from the input */
    size_t length;
    us_pull_kind kind; /* kind of the last token */
    bool escaped;      /* the key or string has a backslash: use us_pull_unescape */
    const char *error; /* after US_PULL_ERROR: what was expected, without a place; static */
    bool ran_out;      /* after US_PULL_ERROR: the text is right so far but ends too early */
    int depth;
    uint64_t is_object; /* bit per depth */
    uint8_t expect;     /* private */
} us_pull;

void us_pull_init(us_pull *pull, const char *text, size_t length);
us_pull_kind us_pull_next(us_pull *pull);
/* After a key: skips its whole value. After US_PULL_OBJECT or US_PULL_ARRAY: skips the rest of it
 * and its end. Returns false after any other token and for an error in the text. */
bool us_pull_skip(us_pull *pull);
bool us_pull_equal(const us_pull *pull,
                   const char *text);                    /* compares with the last key or string */
bool us_pull_int(const us_pull *pull, int64_t *out);     /* false: not an integer of 64 bits */
bool us_pull_unescape(const us_pull *pull, us_str *out); /* appended; false: not a key or string */
/* Returns the offset in the raw text of the byte at offset of the unescaped key or string. */
size_t us_pull_raw(const us_pull *pull, size_t offset);
int us_pull_column(const us_pull *pull); /* column of `place`, from 1, in characters */

/* Fills err with the reader's error and the text found there. `line` is the line of `file` where
 * the text given to us_pull_init begins. Returns US_BAD_INPUT. */
us_status us_pull_fail(const us_pull *pull, us_error *err, const char *file, int line);
/* Reports the last token as unwanted: "expected EXPECTED, found ...". After US_PULL_ERROR reports
 * the reader's error. */
us_status us_pull_reject(const us_pull *pull, us_error *err, const char *file, int line,
                         const char *expected);

/* The writer adds commas and quotes; the caller is responsible for nesting. The output has no white
 * space. Bytes that are not UTF-8 become U+FFFD. To write another document into the same text, call
 * us_json_writer_init again. */
typedef struct us_json_writer {
    us_str *out;
    bool comma; /* private */
} us_json_writer;

void us_json_writer_init(us_json_writer *writer, us_str *out);
/* Write a document that ends in a newline. us_json_writer_begin opens its first bracket;
 * us_json_writer_end closes it. */
us_json_writer us_json_writer_begin(us_str *out, char bracket);
void us_json_writer_end(us_json_writer *writer, char bracket);
void us_json_write_open(us_json_writer *writer, char bracket);  /* '{' or '[' */
void us_json_write_close(us_json_writer *writer, char bracket); /* '}' or ']' */
void us_json_write_key(us_json_writer *writer, const char *key);
void us_json_write_string(us_json_writer *writer, const char *text); /* NULL writes null */
void us_json_write_int(us_json_writer *writer, int64_t value);
void us_json_write_bool(us_json_writer *writer, bool value);
void us_json_write_null(us_json_writer *writer);
void us_json_write_raw(us_json_writer *writer, const char *json); /* a value as JSON text */
/* The following functions write a key and its value. */
void us_json_write_key_open(us_json_writer *writer, const char *key, char bracket);
void us_json_write_key_null(us_json_writer *writer, const char *key);
void us_json_write_key_strings(us_json_writer *writer, const char *key, const char *const *text,
                               int count);
void us_json_write_key_string(us_json_writer *writer, const char *key, const char *text);
void us_json_write_key_int(us_json_writer *writer, const char *key, int64_t value);
/* Writes value / 10^decimals, exact, without trailing zeros: "0.25". */
void us_json_write_key_decimal(us_json_writer *writer, const char *key, int64_t value,
                               int decimals);
void us_json_write_key_bool(us_json_writer *writer, const char *key, bool value);
/* Write a number that JSON can't hold as a string: a hash as 16 hex digits, a u64 in decimals. */
void us_json_write_key_hash(us_json_writer *writer, const char *key, us_hash hash);
void us_json_write_key_u64(us_json_writer *writer, const char *key, uint64_t value);

#endif
