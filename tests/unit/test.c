#include "tests/unit/test.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/report.h"

static const char *row_now;

void us_test_row(const char *row)
{
    row_now = row;
}

/* Note a failure. CUnit keeps a copy of the text. */
static void note(CU_BOOL fatal, const char *file, int line, const char *text)
{
    char with_row[1400];
    if (row_now) {
        snprintf(with_row, sizeof with_row, "[%s] %s", row_now, text);
        text = with_row;
    }
    CU_assertImplementation(CU_FALSE, (unsigned int)line, text, file, "", fatal);
}

void us_test_give_up(const char *text, const char *file, int line)
{
    note(CU_TRUE, file, line, text);
    abort(); /* not reached: CUnit has jumped out of the test */
}

void us_test_fail(const char *file, int line, const char *format, ...)
{
    char message[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    note(CU_FALSE, file, line, message);
}

void us_test_differs(int64_t actual, int64_t expected, const char *text, const char *file, int line)
{
    us_test_fail(file, line, "%s is %" PRId64 ", expected %" PRId64, text, actual, expected);
}

bool us_test_hash(uint64_t actual, uint64_t expected, const char *text, const char *file, int line)
{
    if (actual != expected)
        us_test_fail(file, line, "%s is 0x%016" PRIx64 ", expected 0x%016" PRIx64, text, actual,
                     expected);
    return actual == expected;
}

static const char *shown(const char *text)
{
    return text ? text : "(null)";
}

bool us_test_str(const char *actual, const char *expected, const char *text, const char *file,
                 int line)
{
    bool same = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;
    if (!same)
        us_test_fail(file, line, "%s\n        is       \"%.400s\"\n        expected \"%.400s\"",
                     text, shown(actual), shown(expected));
    return same;
}

bool us_test_contains(const char *whole, const char *part, const char *text, const char *file,
                      int line)
{
    bool holds = whole && part && strstr(whole, part);
    if (!holds)
        us_test_fail(file, line,
                     "%s\n        is          \"%.400s\"\n        should hold \"%.400s\"", text,
                     shown(whole), shown(part));
    return holds;
}

void us_test_skip(const char *why)
{
    us_report_skip(why);
}
