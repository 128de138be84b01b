#include "tests/measured.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

void test_measured(const char *name, double value, const char *of, ...)
{
    const char *sheet = us_env_get("UNDERSTUDY_SHEET");
    if (!sheet)
        return;
    FILE *file = fopen(sheet, "a");
    va_list args;
    va_start(args, of);
    bool good = file && fprintf(file, "%s\t%.9g\t", name, value) > 0 &&
                vfprintf(file, of, args) >= 0 && fputc('\n', file) != EOF;
    va_end(args);
    if ((file && fclose(file) != 0) || !good) {
        perror(sheet);
        exit(2);
    }
}
