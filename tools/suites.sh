#!/bin/sh
# suites.sh NAME...: print the C table of unit test suites, one for each tests/unit/test_NAME.c.
set -eu
printf '/* Made by tools/suites.sh. */\n#include "tests/unit/test.h"\n\n'
for name; do
    printf 'extern const us_test_suite suite_%s;\n' "$name"
done
printf '\nconst us_test_entry us_test_entries[] = {\n'
for name; do
    printf '    {"test_%s.c", &suite_%s},\n' "$name" "$name"
done
printf '    {0},\n};\n'
