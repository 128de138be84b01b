/* A growable string. Init, append, clear (or detach).
 *
 * Invariant: text is never NULL and text[length] is '\0'; an unused us_str points to a
 * constant empty string and owns nothing. */
#ifndef US_BASE_STR_H
#define US_BASE_STR_H

#include <stdarg.h>

#include "base/base.h"

typedef struct us_str {
    char *text;
    size_t length;
    size_t capacity; /* 0: owns nothing */
} us_str;

void us_str_init(us_str *str);
void us_str_clear(us_str *str);   /* frees; ready for use again */
void us_str_reset(us_str *str);   /* empties, keeps the memory */
char *us_str_detach(us_str *str); /* the caller frees the text with us_free; str is as after init */

/* What is added may not lie in str itself. */
void us_str_add(us_str *str, const char *text);
void us_str_add_bytes(us_str *str, const char *bytes, size_t length);
/* Room for extra bytes and the final '\0': adding them allocates nothing. */
void us_str_reserve(us_str *str, size_t extra);
static inline void us_str_add_char(us_str *str, char c)
{
    if (str->capacity < str->length + 2)
        us_str_reserve(str, 1);
    str->text[str->length++] = c;
    str->text[str->length] = '\0';
}
void us_str_add_int(us_str *str, int64_t value);
/* Adds a count and its noun: "1 case", "2 cases". */
void us_str_add_count(us_str *str, int64_t count, const char *one, const char *many);
/* value / 10^decimals (at most 18), exact, without zeros at the end: "-0.25". */
void us_str_add_decimal(us_str *str, int64_t value, int decimals);
void us_str_add_hex(us_str *str, uint64_t value, int digits); /* lower case, zero-padded */
/* The same bytes for a terminal: those of control characters and what is not UTF-8 become \xNN. */
void us_str_add_printable(us_str *str, const char *bytes, size_t length);
void us_str_addf(us_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void us_str_vaddf(us_str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

bool us_text_equal(const char *a, const char *b);
bool us_text_starts(const char *text, const char *prefix);
bool us_text_ends(const char *text, const char *tail);
/* Decimal integer over the whole text, within [low, high]; false otherwise, *out untouched. */
bool us_text_int(const char *text, int64_t low, int64_t high, int64_t *out);
/* The reverse, in plain decimals: "0.25", no sign but '-', no exponent; false: no such number, or
 * more decimals, or not within [low, high]. */
bool us_text_decimal(const char *text, int decimals, int64_t low, int64_t high, int64_t *out);
bool us_text_u64(const char *text, uint64_t *out);
/* Bytes of the UTF-8 character that text begins with; 0 when length is 0 or it is not UTF-8. */
int us_text_utf8(const char *text, size_t length);
/* The same, but 0 also for control characters (C0, DEL, C1): a terminal would act on them. */
int us_text_printable(const char *text, size_t length);
/* Bytes of UTF-8 text that fit into `most`: all of it, or up to the last whole character. */
size_t us_text_fitting(const char *text, size_t length, size_t most);
/* Line and column of the byte at offset, both from 1. A column counts characters. */
void us_text_place(const char *text, size_t offset, int *line, int *column);
/* The same where those of the byte at `from`, at or before offset, are known: they move on. */
void us_text_place_on(const char *text, size_t from, size_t offset, int *line, int *column);

#endif
