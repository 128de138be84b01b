#!/bin/sh
# check_size.sh FILE...: fail on files of more than 1,200 lines and functions of more than 80.
# A function is what stands between a line "{" and the next line "}", as clang-format lays it out.
set -eu
[ $# -gt 0 ] || exit 0
exec awk -v most_lines=1200 -v most_body=80 '
function close_file() {
    if (lines > most_lines) {
        print name ":1: " lines " lines; a file has at most " most_lines
        bad = 1
    }
}
FNR == 1 { close_file(); name = FILENAME; opened = 0; lines = 0 }
{ lines = FNR }
$0 == "{" { opened = FNR }
$0 == "}" && opened {
    if (FNR - opened - 1 > most_body) {
        print FILENAME ":" opened - 1 ": a function of " FNR - opened - 1 " lines; at most " most_body
        bad = 1
    }
    opened = 0
}
END { close_file(); exit bad }' "$@"
