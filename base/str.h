/* A growing string. Init, append, clear (or detach). In a block: US_AUTOSTR.
 *
 * Invariant: text is never NULL and text[length] is '\0'. An unused us_str points to a constant
 * empty string and owns nothing. */
#ifndef US_BASE_STR_H
#define US_BASE_STR_H

#include <stdarg.h>

#include "base/base.h"
#include "understudy/base.h"

us_str us_str_empty(void); /* a string as after us_str_init */
/* Declares an empty string that is cleared when its block ends. */
#define US_AUTOSTR(name) US_AUTO(us_str_clear) us_str name = us_str_empty()
char *us_str_detach(us_str *str); /* caller frees the text with us_mem_free; str is as after init */
void us_str_add_bytes(us_str *str, const char *bytes, size_t length);
/* Makes room for extra bytes and the final '\0', so that adding them allocates nothing. */
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
/* Adds value / 10^decimals (at most 18), exact, without trailing zeros: "-0.25". */
void us_str_add_decimal(us_str *str, int64_t value, int decimals);
void us_str_add_hex(us_str *str, uint64_t value, int digits); /* lower case, zero-padded */
/* Adds the bytes in base 64 (RFC 4648), padded to whole groups of four characters. */
void us_str_add_base64(us_str *str, const void *bytes, size_t length);
/* Adds the bytes for a terminal: each byte of control characters, direction marks, line separators
 * and invalid UTF-8 becomes \xNN. */
void us_str_add_printable(us_str *str, const char *bytes, size_t length);
void us_str_addf(us_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void us_str_vaddf(us_str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

bool us_text_equal(const char *a, const char *b);
bool us_text_has_prefix(const char *text, const char *prefix);
bool us_text_has_suffix(const char *text, const char *tail);
/* Reads a decimal integer from the whole text. False if it is none within [low, high]; *out
 * stays. */
bool us_text_to_int(const char *text, int64_t low, int64_t high, int64_t *out);
/* Reads a time from a whole number and its unit, "90s", "20m" or "2h". False if the text is no such
 * time, or is not within 1 second and `most` seconds. */
bool us_text_to_seconds(const char *text, int64_t most, int64_t *out);
/* Reads value * 10^decimals from plain decimals: "0.25" or ".25", no sign but '-', no exponent, a
 * digit behind each point. False if the text is no such number, has more decimals, or is not within
 * [low, high]. */
bool us_text_to_decimal(const char *text, int decimals, int64_t low, int64_t high, int64_t *out);
/* Returns the value of a hexadecimal digit in lower case, or -1. */
int us_text_hex_digit(char c);
bool us_text_to_u64(const char *text, uint64_t *out);
/* Returns the size of the UTF-8 character that text begins with; 0 if length is 0 or it is
 * invalid. */
int us_text_utf8_size(const char *text, size_t length);
/* Returns the code of the UTF-8 character of that size, 1 to 4. */
uint32_t us_text_code(const char *text, int size);
/* Returns whether the UTF-8 character of that size is a direction mark or a separator of lines or
 * paragraphs, which make a text look like another one: U+061C, U+200E, U+200F, U+2028 to U+202E,
 * U+2066 to U+2069. */
bool us_text_disguises(const char *text, int size);
/* Returns the size as us_text_utf8_size, but 0 for control characters (C0, DEL, C1), which
 * terminals obey, and for characters that disguise. */
int us_text_printable_size(const char *text, size_t length);
bool us_text_is_plain(const char *text); /* it has only characters with a printable size */
/* Returns how many bytes of UTF-8 text fit into `most`, without cutting a character. */
size_t us_text_fitting_size(const char *text, size_t length, size_t most);
/* Takes the next line off *rest. *line is its first byte, *length its bytes without the '\n'.
 * Returns false if *rest is empty. */
bool us_text_take_line(const char **rest, const char **line, int *length);
/* Computes line and column of the byte at offset, both from 1. A column counts characters. */
void us_text_place(const char *text, size_t offset, int *line, int *column);
/* Advances line and column from the byte at `from` to the byte at offset. from <= offset. */
void us_text_advance_place(const char *text, size_t from, size_t offset, int *line, int *column);

#endif
