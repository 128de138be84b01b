/* JSON with places: a strict reader for documents, a pull reader for long streams, a writer.
 *
 * Documents. us_json_parse builds a flat tree; each node knows its line and column. The
 * us_json_need_* functions fetch a member and fail with the member's place, or, when it is
 * absent, with the object's place and the member's name. Integers are exact in int64; a
 * number with a fraction or exponent is refused where an integer is asked for. Duplicate
 * keys are errors. Depth is limited to US_JSON_DEPTH. Strings are UTF-8, unescaped, may not
 * hold a NUL byte or half a surrogate pair. Columns count characters, not bytes. */
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

typedef struct us_json us_json;           /* a document */
typedef struct us_json_node us_json_node; /* a value in it: it and its texts last as long */

/* Parse a whole document of less than 1 GiB. file names it in errors and is copied; NULL is
 * fine. text is copied too. */
us_status us_json_parse(const char *file, const char *text, size_t length, us_json **out,
                        us_error *err);
/* The same from a file of at most 64 MiB. */
us_status us_json_load(const char *path, us_json **out, us_error *err);
void us_json_free(us_json *doc); /* NULL is fine */
const us_json_node *us_json_root(const us_json *doc);

us_json_kind us_json_type(const us_json_node *node);
int us_json_size(const us_json_node *node); /* children of an array or object; 0 otherwise */
const us_json_node *us_json_first(const us_json_node *node); /* first child, or NULL */
const us_json_node *us_json_next(const us_json_node *node);  /* next sibling, or NULL */
/* The child at index, asserted to be there. At once when no child has children, else linear. */
const us_json_node *us_json_at(const us_json_node *array, int index);
/* A member, or NULL; fast on large objects too. NULL too when object is something else. */
const us_json_node *us_json_find(const us_json_node *object, const char *key);
const char *us_json_key(const us_json_node *member);      /* "" for an array's element */
const char *us_json_string(const us_json_node *node);     /* asserted to be a string */
bool us_json_int(const us_json_node *node, int64_t *out); /* false: no integer that fits */
bool us_json_bool(const us_json_node *node);              /* asserted to be a bool */

/* An error at a node's place, which is its value's. Returns US_BAD_INPUT. */
us_status us_json_fail(const us_json_node *node, us_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void us_json_place(const us_json_node *node, const char **file, int *line, int *column);
/* The place of what became the byte at offset of a string's text; at its length, of its end. */
void us_json_string_place(const us_json_node *node, size_t offset, const char **file, int *line,
                          int *column);

/* A value of the wrong kind: "expected EXPECTED, found ...", with `member "key": ` before it
 * where node is a member. Returns US_BAD_INPUT. */
us_status us_json_refuse(const us_json_node *node, us_error *err, const char *expected);

/* Typed members. need: it must be there. want: when absent, *out stays and US_OK returns.
 * All fail when object is something else. */
us_status us_json_need(const us_json_node *object, const char *key, us_json_kind kind,
                       const us_json_node **out, us_error *err);
us_status us_json_want(const us_json_node *object, const char *key, us_json_kind kind,
                       const us_json_node **out, us_error *err);
us_status us_json_need_string(const us_json_node *object, const char *key, const char **out,
                              us_error *err);
us_status us_json_want_string(const us_json_node *object, const char *key, const char **out,
                              us_error *err);
us_status us_json_need_int(const us_json_node *object, const char *key, int64_t low, int64_t high,
                           int64_t *out, us_error *err);
us_status us_json_want_int(const us_json_node *object, const char *key, int64_t low, int64_t high,
                           int64_t *out, us_error *err);
us_status us_json_want_bool(const us_json_node *object, const char *key, bool *out, us_error *err);

/* Every key of object must be in the NULL-ended list. The message lists what is allowed, its
 * place is the key's. */
us_status us_json_only(const us_json_node *object, const char *const *keys, us_error *err);

/* The pull reader: one pass over text that the caller keeps, no allocation, no tree.
 * Call us_pull_next until US_PULL_END or US_PULL_ERROR; either then repeats. It is as strict as
 * us_json_parse, except that it accepts duplicate keys. */
typedef enum us_pull_kind {
    US_PULL_END,
    US_PULL_ERROR, /* see us_pull.error and us_pull_fail */
    US_PULL_OBJECT,
    US_PULL_OBJECT_END,
    US_PULL_ARRAY,
    US_PULL_ARRAY_END,
    US_PULL_KEY,    /* text and length: raw, without quotes */
    US_PULL_STRING, /* the same */
    US_PULL_NUMBER, /* the same */
    US_PULL_TRUE,
    US_PULL_FALSE,
    US_PULL_NULL,
} us_pull_kind;

typedef struct us_pull {
    const char *at, *end, *start;
    const char *place; /* where the last token, or the error, begins */
    const char *found; /* after US_PULL_ERROR: what was found; of a comma that is missing at the end
                          of a line place is there, and this in a later line */
    const char *text;  /* of the last key, string or number; borrowed from the input */
    size_t length;
    us_pull_kind kind; /* of the last token */
    bool escaped;      /* the string or key holds a backslash: use us_pull_unescape */
    const char *error; /* after US_PULL_ERROR: static; what was expected, without a place */
    bool ran_out;      /* after US_PULL_ERROR: the text ends too early, and is fine so far */
    int depth;
    uint64_t is_object; /* bit per depth */
    uint8_t expect;     /* private */
} us_pull;

void us_pull_init(us_pull *pull, const char *text, size_t length);
us_pull_kind us_pull_next(us_pull *pull);
/* After a key: skip its whole value. After US_PULL_OBJECT or US_PULL_ARRAY: skip the rest of
 * it, its end included. After another token: false. False on an error in the text, too. */
bool us_pull_skip(us_pull *pull);
bool us_pull_is(const us_pull *pull, const char *text);  /* the last key or string equals text */
bool us_pull_int(const us_pull *pull, int64_t *out);     /* false: no integer that fits */
bool us_pull_unescape(const us_pull *pull, us_str *out); /* appends; false: no key or string */
int us_pull_column(const us_pull *pull); /* of place: from 1, in characters, in its line */

/* Fill err with the reader's own error, and what was found there. The text given to init is
 * taken to begin at the given line of file. Returns US_BAD_INPUT. */
us_status us_pull_fail(const us_pull *pull, us_error *err, const char *file, int line);
/* The same for a token that a caller does not want: expected says what it wanted instead. */
us_status us_pull_refuse(const us_pull *pull, us_error *err, const char *file, int line,
                         const char *expected);

/* The writer: commas and quotes are its business, nesting the caller's. No white space; init
 * again for another document in the same text. Bytes that are not UTF-8 become U+FFFD. */
typedef struct us_json_writer {
    us_str *out;
    bool comma; /* private */
} us_json_writer;

void us_write_init(us_json_writer *writer, us_str *out);
/* A document that ends in a newline: begun by its first bracket, ended by its last. */
us_json_writer us_write_begin(us_str *out, char bracket);
void us_write_end(us_json_writer *writer, char bracket);
void us_write_open(us_json_writer *writer, char bracket);  /* '{' or '[' */
void us_write_close(us_json_writer *writer, char bracket); /* '}' or ']' */
void us_write_key(us_json_writer *writer, const char *key);
void us_write_string(us_json_writer *writer, const char *text); /* NULL: null */
void us_write_int(us_json_writer *writer, int64_t value);
void us_write_bool(us_json_writer *writer, bool value);
void us_write_null(us_json_writer *writer);
void us_write_json(us_json_writer *writer, const char *json); /* a value that is JSON already */
/* key and value in one call */
void us_write_key_open(us_json_writer *writer, const char *key, char bracket);
void us_write_key_null(us_json_writer *writer, const char *key);
void us_write_key_strings(us_json_writer *writer, const char *key, const char *const *text,
                          int count);
void us_write_key_string(us_json_writer *writer, const char *key, const char *text);
void us_write_key_int(us_json_writer *writer, const char *key, int64_t value);
/* value / 10^decimals, exact, without zeros at the end: "0.25". */
void us_write_key_decimal(us_json_writer *writer, const char *key, int64_t value, int decimals);
void us_write_key_bool(us_json_writer *writer, const char *key, bool value);
/* What a number of JSON can't hold, as a string: 16 hex digits; decimal. */
void us_write_key_hash(us_json_writer *writer, const char *key, us_hash hash);
void us_write_key_u64(us_json_writer *writer, const char *key, uint64_t value);

#endif
