#include "base/str.h"

#include <stdio.h>
#include <string.h>

/* All empty strings share this text. Nothing ever writes to it. */
static char empty[1];

us_str us_str_empty(void)
{
    return (us_str){.text = empty};
}

void us_str_init(us_str *str)
{
    *str = us_str_empty();
}

void us_str_clear(us_str *str)
{
    if (str->capacity > 0)
        us_mem_free(str->text);
    us_str_init(str);
}

void us_str_reset(us_str *str)
{
    str->length = 0;
    if (str->capacity > 0)
        str->text[0] = '\0';
}

char *us_str_detach(us_str *str)
{
    char *text = str->capacity > 0 ? str->text : us_mem_strdup("");
    us_str_init(str);
    return text;
}

void us_str_reserve(us_str *str, size_t extra)
{
    us_assert(extra < SIZE_MAX / 4 && str->length < SIZE_MAX / 4);
    size_t need = str->length + extra + 1;
    if (need <= str->capacity)
        return;
    size_t capacity = str->capacity > 0 ? str->capacity * 2 : 32;
    if (capacity < need)
        capacity = need;
    str->text = us_mem_realloc(str->capacity > 0 ? str->text : NULL, capacity);
    str->capacity = capacity;
}

void us_str_add_bytes(us_str *str, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    us_str_reserve(str, length);
    memcpy(str->text + str->length, bytes, length);
    str->length += length;
    str->text[str->length] = '\0';
}

void us_str_add(us_str *str, const char *text)
{
    us_str_add_bytes(str, text, strlen(text));
}

void us_str_add_int(us_str *str, int64_t value)
{
    char digits[20];
    if (value >= 0 && value <= 9) {
        us_str_add_char(str, (char)('0' + value));
        return;
    }
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    us_str_add_bytes(str, digits + at, sizeof digits - at);
}

void us_str_add_count(us_str *str, int64_t count, const char *one, const char *many)
{
    us_str_add_int(str, count);
    us_str_add_char(str, ' ');
    us_str_add(str, count == 1 ? one : many);
}

void us_str_add_hex(us_str *str, uint64_t value, int digits)
{
    char text[16];
    size_t at = sizeof text;
    us_assert(digits >= 0 && digits <= 16);
    while (value > 0 || at > sizeof text - (size_t)digits) {
        text[--at] = "0123456789abcdef"[value & 15];
        value >>= 4;
    }
    us_str_add_bytes(str, text + at, sizeof text - at);
}

void us_str_add_base64(us_str *str, const void *bytes, size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = bytes;
    us_str_reserve(str, (length + 2) / 3 * 4);
    for (; length > 0; at += 3) {
        size_t some = length < 3 ? length : 3;
        uint32_t group =
            (uint32_t)at[0] << 16 | (some > 1 ? (uint32_t)at[1] << 8 : 0) | (some > 2 ? at[2] : 0);
        for (size_t i = 0; i < 4; i++)
            us_str_add_char(str, i <= some ? digit[group >> (18 - 6 * i) & 63] : '=');
        length -= some;
    }
}

void us_str_add_decimal(us_str *str, int64_t value, int decimals)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value, one = 1;
    us_assert(decimals >= 0 && decimals <= 18);
    for (; decimals > 0 && size % 10 == 0; decimals--)
        size /= 10;
    for (int i = 0; i < decimals; i++)
        one *= 10;
    us_str_addf(str, "%s%llu", value < 0 ? "-" : "", (unsigned long long)(size / one));
    if (decimals > 0)
        us_str_addf(str, ".%0*llu", decimals, (unsigned long long)(size % one));
}

/* Formats that hold only %s, %d and %u, as most do. False: the format holds more, and str already
 * has its beginning. */
static bool add_plain(us_str *str, const char *format, va_list args)
{
    for (const char *from = format;; from = format) {
        while (*format && *format != '%')
            format++;
        us_str_add_bytes(str, from, (size_t)(format - from));
        if (!*format)
            return true;
        char what = format[1];
        if (what == 's')
            us_str_add(str, va_arg(args, const char *));
        else if (what == 'd')
            us_str_add_int(str, va_arg(args, int));
        else if (what == 'u')
            us_str_add_int(str, va_arg(args, unsigned));
        else
            return false;
        format += 2;
    }
}

__attribute__((format(printf, 2, 0))) static void add_printed(us_str *str, const char *format,
                                                              va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    us_assert(length >= 0);
    us_str_reserve(str, (size_t)length);
    vsnprintf(str->text + str->length, (size_t)length + 1, format, again);
    va_end(again);
    str->length += (size_t)length;
}

void us_str_vaddf(us_str *str, const char *format, va_list args)
{
    size_t start = str->length;
    va_list again;
    va_copy(again, args);
    if (!add_plain(str, format, args)) {
        str->length = start;
        add_printed(str, format, again);
    }
    va_end(again);
}

void us_str_add_printable(us_str *str, const char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size) {
        for (size = 0; at + size < length && bytes[at + size] >= ' ' && bytes[at + size] <= '~';)
            size++;
        size = size > 0 ? size : (size_t)us_text_printable_size(bytes + at, length - at);
        if (size > 0) {
            us_str_add_bytes(str, bytes + at, size);
            continue;
        }
        us_str_add(str, "\\x");
        us_str_add_hex(str, (unsigned char)bytes[at], 2);
        size = 1;
    }
}

void us_str_addf(us_str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_str_vaddf(str, format, args);
    va_end(args);
}

bool us_text_equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool us_text_has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool us_text_has_suffix(const char *text, const char *tail)
{
    size_t length = strlen(text), size = strlen(tail);
    return length >= size && strcmp(text + length - size, tail) == 0;
}

int us_text_hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool us_text_to_u64(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(unsigned char)*text - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool us_text_to_int(const char *text, int64_t low, int64_t high, int64_t *out)
{
    bool negative = *text == '-';
    uint64_t size;
    if (!us_text_to_u64(text + negative, &size) || size > (uint64_t)INT64_MAX + negative)
        return false;
    int64_t value = !negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    if (value < low || value > high)
        return false;
    *out = value;
    return true;
}

bool us_text_to_seconds(const char *text, int64_t most, int64_t *out)
{
    static const char units[] = "smh";
    static const int64_t seconds[] = {1, 60, 3600};
    char digits[20];
    int64_t count;
    size_t length = strlen(text);
    const char *unit = length > 0 ? strchr(units, text[length - 1]) : NULL;
    if (!unit || length > sizeof digits)
        return false;
    memcpy(digits, text, length - 1);
    digits[length - 1] = '\0';
    if (!us_text_to_int(digits, 1, most / seconds[unit - units], &count))
        return false;
    *out = count * seconds[unit - units];
    return true;
}

bool us_text_to_decimal(const char *text, int decimals, int64_t low, int64_t high, int64_t *out)
{
    /* The digits without their point, filled up with zeros, are the number. */
    char digits[32];
    size_t length = 0;
    int behind = -1;
    us_assert(decimals >= 0 && decimals <= 18);
    for (const char *at = text; *at; at++) {
        if (*at == '.' && behind < 0 && at[1] >= '0' && at[1] <= '9') {
            behind = 0;
            continue;
        }
        if (length == sizeof digits - 1 || (behind >= 0 && behind++ == decimals))
            return false;
        digits[length++] = *at;
    }
    if (length == (size_t)(text[0] == '-'))
        return false;
    for (behind = behind < 0 ? 0 : behind; behind < decimals; behind++) {
        if (length == sizeof digits - 1)
            return false;
        digits[length++] = '0';
    }
    digits[length] = '\0';
    return us_text_to_int(digits, low, high, out);
}

int us_text_utf8_size(const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text;
    if (length == 0)
        return 0;
    if (at[0] < 0x80)
        return 1;
    if (at[0] < 0xc2 || at[0] > 0xf4)
        return 0;
    int size = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (length < (size_t)size)
        return 0;
    for (int i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* Rejects overlong forms, surrogates, and codes beyond U+10FFFF. */
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
        (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
        return 0;
    return size;
}

bool us_text_take_line(const char **rest, const char **line, int *length)
{
    *line = *rest;
    *length = (int)strcspn(*rest, "\n");
    *rest += *length + ((*rest)[*length] == '\n');
    return *rest != *line;
}

size_t us_text_fitting_size(const char *text, size_t length, size_t most)
{
    if (length <= most)
        return length;
    while (most > 0 && ((unsigned char)text[most] & 0xC0) == 0x80)
        most--;
    return most;
}

uint32_t us_text_code(const char *text, int size)
{
    static const uint32_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)text[0] & first[size];
    for (int i = 1; i < size; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

bool us_text_disguises(const char *text, int size)
{
    uint32_t code = us_text_code(text, size);
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

int us_text_printable_size(const char *text, size_t length)
{
    int size = us_text_utf8_size(text, length);
    if (size == 0)
        return 0;
    uint32_t code = us_text_code(text, size);
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    return control || us_text_disguises(text, size) ? 0 : size;
}

bool us_text_is_plain(const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0, size; at < length; at += size) {
        size = (size_t)us_text_printable_size(text + at, length - at);
        if (size == 0)
            return false;
    }
    return true;
}

void us_text_advance_place(const char *text, size_t from, size_t offset, int *line, int *column)
{
    for (size_t i = from; i < offset; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) {
            ++*column;
        }
    }
}

void us_text_place(const char *text, size_t offset, int *line, int *column)
{
    *line = *column = 1;
    us_text_advance_place(text, 0, offset, line, column);
}
