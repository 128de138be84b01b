#!/bin/sh
# embed.sh NAME HEADER FILE: print C that defines `const char NAME[]`, declared in HEADER, with the
# bytes of FILE and a '\0'. (A string literal of that length is more than C promises.)
set -eu
printf '/* Made by tools/embed.sh of %s. */\n#include "%s"\n\nconst char %s[] = {\n' "$3" "$2" "$1"
od -A n -v -t d1 "$3" | sed -E 's/([0-9]) +/\1, /g; s/$/,/'
printf '0};\n'
