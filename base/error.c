#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

/* Cuts a long name at the front: the end of a path is its most specific part. */
static void copy_file(char *out, size_t size, const char *file)
{
    US_AUTOSTR(text);
    us_str_add_printable(&text, file, strlen(file));
    const char *tail = text.text;
    if (text.length >= size) {
        tail += text.length - (size - 4);
        while (((unsigned char)*tail & 0xc0) == 0x80)
            tail++;
    }
    snprintf(out, size, "%s%s", tail == text.text ? "" : "...", tail);
}

us_status us_error_vset(us_error *err, us_status status, const char *file, int line, int column,
                        const char *format, va_list args)
{
    if (!err)
        return status;
    /* The error is built in a copy: the arguments may point into err when an error is wrapped. */
    us_error made = {.status = status, .line = line, .column = column};
    if (file)
        copy_file(made.file, sizeof made.file, file);
    US_AUTOSTR(raw);
    US_AUTOSTR(text);
    us_str_vaddf(&raw, format, args);
    us_str_add_printable(&text, raw.text, raw.length);
    memcpy(made.text, text.text,
           us_text_fitting_size(text.text, text.length, sizeof made.text - 1));
    *err = made;
    return status;
}

us_status us_error_set(us_error *err, us_status status, const char *file, int line, int column,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_error_vset(err, status, file, line, column, format, args);
    va_end(args);
    return status;
}

us_status us_error_refuse(us_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_error_vset(err, US_BAD_INPUT, NULL, 0, 0, format, args);
    va_end(args);
    return US_BAD_INPUT;
}

us_status us_error_set_system(us_error *err, us_status status, const char *file, int code,
                              const char *format, ...)
{
    char why[128];
    US_AUTOSTR(what);
    va_list args;
    if (!err)
        return status;
    if (strerror_r(code, why, sizeof why) != 0)
        snprintf(why, sizeof why, "error %d", code);
    va_start(args, format);
    us_str_vaddf(&what, format, args);
    va_end(args);
    us_error_set(err, status, file, 0, 0, "%s: %s", what.text, why);
    return status;
}

us_status us_error_copy(const us_error *error, us_error *err)
{
    if (err)
        *err = *error;
    return error->status;
}

void us_error_rename_file(us_error *err, const char *file, const char *called)
{
    us_error named = {.file = ""};
    if (!err)
        return;
    us_error_set(&named, err->status, file, 0, 0, "%s", "");
    if (strcmp(err->file, named.file) != 0)
        return;
    us_error_set(&named, err->status, called, 0, 0, "%s", "");
    memcpy(err->file, named.file, sizeof err->file);
    err->line = err->column = 0;
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

int us_status_exit_code(us_status status)
{
    switch (status) {
    case US_OK:
        return 0;
    case US_FAILED:
    case US_BROKEN:
        return 1;
    case US_BAD_INPUT:
        return 2;
    case US_INCOMPLETE:
        return 3;
    case US_MISMATCH:
        return 4;
    case US_NO_ENGINE:
        return 5;
    case US_NO_MEMORY:
        return 6;
    case US_INTERRUPTED:
        return 130;
    }
    us_assert(status == US_OK); /* unknown status */
    return 1;
}
