#include "tests/unit/test.h"

#include "tests/unit/report.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *row_now;

void us_test_row(const char *row)
{
    row_now = row;
}

static bool note(bool holds, bool fatal, const char *file, int line, const char *text)
{
    char with_row[1200];
    if (!holds && row_now) {
        snprintf(with_row, sizeof with_row, "[%s] %s", row_now, text);
        text = with_row;
    }
    /* CUnit keeps a copy of the text of a failure. */
    CU_assertImplementation(holds ? CU_TRUE : CU_FALSE, (unsigned int)line, text, file, "",
                            fatal ? CU_TRUE : CU_FALSE);
    return holds;
}

bool us_test_true(bool holds, const char *text, const char *file, int line)
{
    return note(holds, false, file, line, text);
}

void us_test_give_up(const char *text, const char *file, int line)
{
    note(false, true, file, line, text);
    abort(); /* not reached: CUnit has jumped out of the test */
}

bool us_test_int(int64_t actual, int64_t expected, const char *text, const char *file, int line)
{
    if (actual == expected)
        return note(true, false, file, line, text);
    char message[1024];
    snprintf(message, sizeof message, "%s is %" PRId64 ", expected %" PRId64, text, actual,
             expected);
    return note(false, false, file, line, message);
}

bool us_test_hash(uint64_t actual, uint64_t expected, const char *text, const char *file, int line)
{
    if (actual == expected)
        return note(true, false, file, line, text);
    char message[1024];
    snprintf(message, sizeof message, "%s is 0x%016" PRIx64 ", expected 0x%016" PRIx64, text,
             actual, expected);
    return note(false, false, file, line, message);
}

static const char *shown(const char *text)
{
    return text ? text : "(null)";
}

bool us_test_str(const char *actual, const char *expected, const char *text, const char *file,
                 int line)
{
    bool same = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;
    if (same)
        return note(true, false, file, line, text);
    char message[1024];
    snprintf(message, sizeof message, "%s\n        is       \"%.400s\"\n        expected \"%.400s\"",
             text, shown(actual), shown(expected));
    return note(false, false, file, line, message);
}

bool us_test_contains(const char *whole, const char *part, const char *text, const char *file,
                      int line)
{
    if (whole && part && strstr(whole, part))
        return note(true, false, file, line, text);
    char message[1024];
    snprintf(message, sizeof message, "%s\n        is          \"%.400s\"\n        should hold \"%.400s\"",
             text, shown(whole), shown(part));
    return note(false, false, file, line, message);
}

void us_test_fail(const char *file, int line, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    note(false, false, file, line, message);
}

void us_test_skip(const char *why)
{
    us_report_skip(why);
}
