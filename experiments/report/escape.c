#include "experiments/report/escape.h"

#include <string.h>

/* The next character, made harmless: as bytes that stay until the next call. NULL: the end. */
static const char *next_character(const char **at, char buffer[5])
{
    const char *text = *at;
    if (!*text)
        return NULL;
    size_t left = strlen(text);
    int length = us_text_utf8_size(text, left > 4 ? 4 : left);
    *at += length > 0 ? length : 1;
    if (length <= 0)
        return "\xef\xbf\xbd";
    if (us_text_printable_size(text, (size_t)length) <= 0)
        return " ";
    memcpy(buffer, text, (size_t)length);
    buffer[length] = '\0';
    return buffer;
}

void us_plot_print_field(us_str *out, const char *text)
{
    char buffer[5];
    for (const char *c; (c = next_character(&text, buffer));)
        us_str_add(out, c[0] == '"' ? "'" : c[0] == '\\' ? "\\\\" : c);
}

void us_plot_quote(us_str *out, const char *text)
{
    char buffer[5];
    us_str_add_char(out, '\'');
    for (const char *c; (c = next_character(&text, buffer));)
        us_str_add(out, c[0] == '\'' ? "''" : c);
    us_str_add_char(out, '\'');
}

void us_plot_print_short(us_str *out, const char *text, int most)
{
    char buffer[5];
    int count = 0;
    for (const char *at = text; next_character(&at, buffer); count++)
        ;
    bool cut = count > most;
    for (int i = 0; i < (cut ? most - 1 : count); i++)
        us_str_add(out, next_character(&text, buffer));
    if (cut)
        us_str_add(out, "\xe2\x80\xa6");
}

int us_plot_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xc0) != 0x80)
            width += (unsigned char)*text >= 0xe2 && text[1] != (char)0x80 ? 2 : 1;
    return width;
}
