/* Tables of bad inputs: a good text, one change each, and the beginning of what is said about
 * it. Texts and messages are written with ' for ", so that JSON can be read in C. */
#ifndef US_TESTS_UNIT_BAD_INPUTS_H
#define US_TESTS_UNIT_BAD_INPUTS_H

#include <string.h>

#include "base/error.h"
#include "base/str.h"

typedef struct us_mutation {
    const char *find, *put; /* the first place only */
    const char *message;    /* "line:column: ..." */
} us_mutation;

static inline void us_requote(us_str *text, char from, char to)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->text[i] == from)
            text->text[i] = to;
}

/* The changed text, quotes made double. False when there is nothing to change. */
static inline bool us_mutate(const char *text, const us_mutation *change, us_str *out)
{
    const char *at = change ? strstr(text, change->find) : text;
    us_str_reset(out);
    if (!at)
        return false;
    us_str_add_bytes(out, text, (size_t)(at - text));
    us_str_add(out, change ? change->put : "");
    us_str_add(out, at + (change ? strlen(change->find) : 0));
    us_requote(out, '\'', '"');
    return true;
}

/* What is said begins as expected; said gets the whole message with single quotes. */
static inline bool us_error_has_message(const us_error *err, const char *message, us_str *full)
{
    us_str_reset(full);
    us_str_addf(full, "%d:%d: %s", err->line, err->column, err->text);
    us_requote(full, '"', '\'');
    return us_text_has_prefix(full->text, message);
}

#endif
