#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Cut at the front: the end of a path says more than its start. */
static void copy_file(char *out, size_t size, const char *file)
{
    size_t length = strlen(file);
    if (length < size) {
        memcpy(out, file, length + 1);
        return;
    }
    const char *tail = file + length - (size - 4);
    while (((unsigned char)*tail & 0xc0) == 0x80)
        tail++;
    memset(out, '.', 3);
    memcpy(out + 3, tail, strlen(tail) + 1);
}

/* One line for every reader of messages, and no half of a UTF-8 character at the cut. */
static void tidy(char *text, bool cut)
{
    size_t length = strlen(text);
    if (cut) {
        while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
            length--;
        if (length > 0 && (unsigned char)text[length - 1] >= 0xc0)
            length--;
        text[length] = '\0';
    }
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20)
            *at = ' ';
}

us_status us_fail(us_error *err, us_status status, const char *file, int line, int column,
                  const char *format, ...)
{
    if (!err)
        return status;
    /* Built aside: the arguments may point into err when an error is wrapped. */
    us_error made = {.status = status, .line = line, .column = column};
    if (file)
        copy_file(made.file, sizeof made.file, file);
    va_list args;
    va_start(args, format);
    int length = vsnprintf(made.text, sizeof made.text, format, args);
    va_end(args);
    tidy(made.text, length >= (int)sizeof made.text);
    *err = made;
    return status;
}

const char *us_error_print(const us_error *err, char *buffer, size_t size)
{
    char place[32] = "";
    if (err->line > 0 && err->column > 0)
        snprintf(place, sizeof place, "%d:%d", err->line, err->column);
    else if (err->line > 0)
        snprintf(place, sizeof place, "%d", err->line);
    snprintf(buffer, size, "%s%s%s%s%s", err->file, err->file[0] && place[0] ? ":" : "", place,
             err->file[0] || place[0] ? ": " : "", err->text);
    return buffer;
}

int us_status_exit(us_status status)
{
    switch (status) {
    case US_OK:
        return 0;
    case US_FAILED:
        return 1;
    case US_BAD_INPUT:
        return 2;
    case US_INCOMPLETE:
        return 3;
    case US_MISMATCH:
        return 4;
    case US_NO_ENGINE:
        return 5;
    case US_INTERRUPTED:
        return 130;
    }
    us_assert(status == US_OK); /* no such status */
    return 1;
}
