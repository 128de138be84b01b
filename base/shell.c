#include "base/shell.h"

#include <string.h>

#define DIGITS_AND_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* Whether a terminal shows the first bytes of the text as they are. */
static bool is_plain(const char *text, size_t length)
{
    US_AUTOSTR(shown);
    us_str_add_bytes(&shown, text, length);
    return us_text_is_plain(shown.text);
}

static void add_in_quotes(const char *text, size_t length, us_str *out)
{
    us_str_add_char(out, '\'');
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            us_str_add(out, "'\\''");
        else
            us_str_add_char(out, text[i]);
    }
    us_str_add_char(out, '\'');
}

/* Bytes that could mean something to printf or the shell are octal numbers. */
static void add_printf(const char *text, size_t length, us_str *out)
{
    us_str_add(out, "\"$(printf '");
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (strchr(DIGITS_AND_LETTERS "_./ ", text[i]))
            us_str_add_char(out, text[i]);
        else
            us_str_addf(out, "\\%d%d%d", byte >> 6, byte >> 3 & 7, byte & 7);
    }
    us_str_add(out, "')\"");
}

void us_shell_quote(const char *text, us_str *out)
{
    size_t length = strlen(text), end = length;
    if (length > 0 && !text[strspn(text, DIGITS_AND_LETTERS "_./=:%,@+-")]) {
        us_str_add(out, text);
        return;
    }
    while (end > 0 && text[end - 1] == '\n') /* $() would drop them */
        end--;
    if (end > 0 && !is_plain(text, end))
        add_printf(text, end, out);
    else if (end > 0 || length == 0)
        add_in_quotes(text, end, out);
    if (end < length)
        add_in_quotes(text + end, length - end, out);
}

void us_shell_quote_path(const char *path, us_str *out)
{
    US_AUTOSTR(word);
    us_str_addf(&word, "%s%s", path[0] == '-' ? "./" : "", path);
    if (strchr(word.text, '=') && us_text_is_plain(word.text))
        add_in_quotes(word.text, word.length, out);
    else
        us_shell_quote(word.text, out);
}
