#!/bin/sh
# check_fuzz.sh: fail when a source that reads bytes from outside stands in no row of
# tests/fuzz/README.md, or when a row, a fuzz target and its corpus don't agree.
#
# A source reads if it calls one of the functions below. A row is "| `SOURCE` | what | `TARGET` ... |";
# a SOURCE that ends in / stands for all sources of that folder. The last cell may say "not fuzzed:
# REASON" instead.
set -eu
page=${1:-tests/fuzz/README.md}
calls='us_json_parse|us_json_load|us_pull_init|us_lines_open|us_lines_open_text|us_file_read'
calls="$calls|us_file_read_head|us_file_read_at|us_scanner_init|us_xml_parse|us_text_to_int|us_text_to_u64"
calls="$calls|us_text_to_decimal|XML_ParserCreate[A-Z_]*|ZSTD_decompress[A-Za-z]*|inflateInit2?"
calls="$calls|sqlite3_open(_v2)?|sqlite3_deserialize|read|pread|recv|fopen|fread|fgets|getline"
calls="$calls|sscanf|strto[a-z]+|us_pipe_read|us_coprocess_request|us_subprocess_run|lws_hdr_copy"
rooms=$(sed -n 's/^LAYERS *:= *//p' Makefile)
# shellcheck disable=SC2086
readers=$(find $rooms cli -name '*.c' | LC_ALL=C sort | xargs awk -v calls="$calls" '
    { sub(/\/\/.*/, "") }
    /^ ?\*|^ *\/\*.*\*\/$/ { next }
    { gsub(/"([^"\\]|\\.)*"/, "") }
    $0 ~ "(^|[^A-Za-z0-9_>.])(" calls ")\\(" { if (!(FILENAME in seen)) print FILENAME; seen[FILENAME] = 1 }')
targets=$(for source in tests/fuzz/fuzz_*.c; do basename "$source" .c | sed 's/^fuzz_//'; done)
bad=0
fault() {
    echo "$page: $1" >&2
    bad=1
}
rows=$(awk -F'|' '/^\| source/ { table = 1 } table && /^\| `[a-z]/ {
    gsub(/[ `]/, "", $2)
    gsub(/`/, "", $4)
    print $2, $4
}' "$page")

for reader in $readers; do
    echo "$rows" | awk -v reader="$reader" '
        $1 == reader || ($1 ~ /\/$/ && index(reader, $1) == 1) { found = 1 }
        END { exit !found }' ||
        fault "$reader reads from outside: expected a row that names its fuzz target"
done
named=$(echo "$rows" | while read -r source list; do
    case $source in
        */) [ -d "$source" ] || echo "? $source: no such folder" ;;
        *) echo "$readers" | grep -qxF "$source" || echo "? $source: it reads nothing" ;;
    esac
    case $list in
        "not fuzzed: "?*) ;;
        "" | "not fuzzed"*) echo "? $source: expected a target, or a reason" ;;
        *) for target in $list; do echo "$target $source"; done ;;
    esac
done)
while read -r word rest; do
    case $word in
        "") ;;
        \?) fault "$rest" ;;
        *) echo "$targets" | grep -qxF "$word" || fault "$rest: there is no target \"$word\"" ;;
    esac
done << END
$named
END
for target in $targets; do
    echo "$named" | grep -q "^$target " || fault "no row names the target \"$target\""
    [ -d "tests/fuzz/corpus/$target" ] || fault "tests/fuzz/corpus/$target: no corpus"
done
exit $bad
