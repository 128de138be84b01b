#!/bin/sh
# check_exports.sh LIBRARY HEADER...: fail when the library offers something else than its public
# headers declare. LIBRARY: the archive or the shared object; HEADERs: include/understudy/*.h.
#
#   - each function there is marked US_API, begins with us_, and has a comment: above it, above the
#     group that it stands in, or behind it;
#   - each name with us_ or US_ that a header mentions is declared in one of them;
#   - the library defines each of these functions, and shows no other symbol.
set -eu
library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '
function fault(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; bad = 1 }
FNR == 1 { group = 0 }
/^$/ { group = 0 }
/^\/\*/ && !/^\/\* ----/ { group = 1 }
/^(US_API )?[a-z][^(=]*[ *][a-z][a-z0-9_]*\(/ && !/^(typedef|static|enum|struct [a-z_]* \{)/ && !/;.*\(.*;$/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    if (!/^US_API /)
        fault(name ": a public function is marked US_API")
    if (name !~ /^us_/)
        fault(name ": a public function begins with us_")
    statement = $0
    while (statement !~ /;/ && (getline more) > 0)
        statement = statement " " more
    plain = name ~ /_(free|clear|close|reset|name|init|default)$/
    if (!group && !plain && statement !~ /\/\*/)
        fault(name ": a public function has a comment")
    print name
}
END { exit bad }' "$@" > "$work/declared" || exit 1
LC_ALL=C sort -u "$work/declared" > "$work/want"

${READELF:-readelf} -sW "$library" 2> "$work/log" |
    awk '($5 == "GLOBAL" || $5 == "WEAK") && $6 == "DEFAULT" && $7 != "UND" { print $8 }' |
    LC_ALL=C sort -u > "$work/have"

LC_ALL=C comm -13 "$work/want" "$work/have" | sed 's/$/: exported, but in no public header/' > "$work/faults"
LC_ALL=C comm -23 "$work/want" "$work/have" | sed 's/$/: declared in a public header, but not exported/' \
    >> "$work/faults"

# Names that are mentioned, and those that have a declaration: all but the ones in comments.
cat "$@" | grep -oE '\b(us|US)_[A-Za-z0-9_]+' | LC_ALL=C sort -u > "$work/said"
cat "$@" | awk '{
    text = text $0 "\n"
} END {
    while ((at = index(text, "/*")) > 0) {
        printf "%s ", substr(text, 1, at - 1)
        text = substr(text, at + 2)
        text = substr(text, index(text, "*/") + 2)
    }
    print text
}' | grep -oE '\b(us|US)_[A-Za-z0-9_]+' | LC_ALL=C sort -u > "$work/known"
LC_ALL=C comm -23 "$work/said" "$work/known" | grep -v '_$' |
    sed 's/$/: a comment of a public header names it, but none declares it/' >> "$work/faults"
cat "$work/faults" >&2
[ ! -s "$work/faults" ]
