#!/bin/sh
# coverage.sh BUILD: after the tests ran in a coverage build, print the lines each source of the
# library and the program has, how many ran, and the share.
set -eu
find "$1" -name '*.gcda' ! -path '*/tests/*' ! -path '*/gen/*' | LC_ALL=C sort |
    while read -r data; do
        gcov -n -o "$(dirname "$data")" "$data" 2> /dev/null || true
    done | awk -F "'" '
/^File / { file = $2; next }
/^Lines executed:/ && file ~ /^[a-z]+\/.*\.c$/ {
    split($0, part, /[:% ]+/)               # Lines executed:91.3% of 46
    total = part[5]
    hit = int(part[3] * total / 100 + 0.5)
    printf "%6d of %6d  %5.1f%%  %s\n", hit, total, part[3], file
    lines += total
    ran += hit
    file = ""
}
END { if (lines) printf "%6d of %6d  %5.1f%%  in all\n", ran, lines, 100 * ran / lines }'
