#!/bin/sh
# check_headers.sh COMPILE FILE...: fail when a name means two things. COMPILE: the compiler and its
# flags. All headers among the files stand in one file: a type, a function or a macro of one has no
# other meaning in another. What is opaque there has its body in one of the files.
set -eu
compile=$1
shift
twice=$(grep -HoE '^(typedef )?(struct|enum|union) us_[a-z0-9_]+ \{' "$@" |
    sed -E 's/^([^:]*):.* (us_[a-z0-9_]+) \{$/\2 \1/' | LC_ALL=C sort |
    awk '$1 == name { print file ", " $2 ": " name " has two bodies" } { name = $1; file = $2 }')
if [ -n "$twice" ]; then
    echo "$twice" >&2
    exit 1
fi
for file in "$@"; do
    case $file in *.h) printf '#include "%s"\n' "$file" ;; esac
done | $compile -Werror -fsyntax-only -x c -
