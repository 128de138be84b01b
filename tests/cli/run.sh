#!/bin/bash
# run.sh [COUNTS [WORD]]: run the command-line tests, tests/cli/cases/*.sh.
# UNDERSTUDY is the program under test. COUNTS is a file for "passed failed skipped". WORD picks
# the case files whose name holds it. V=1 names each test.
#
# A case file holds functions. One whose name does not begin with "_" is a test; its name is its
# sentence, with "_" for spaces. It runs in an empty folder of its own, in a subshell, with the
# helpers of tests/cli/helpers.sh. The first expectation that fails ends it.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
counts=${1:-}
word=${2:-}
: "${UNDERSTUDY:=$root/bin/understudy}"
export UNDERSTUDY UNDERSTUDY_DATA="$root" ROOT="$root" LC_ALL=C
unset COLUMNS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

run_case() { # FILE FUNCTION: exit 0 passed, 77 skipped, else failed
    (
        folder=$scratch/run
        rm -rf "$folder"
        mkdir -p "$folder/.out"
        cd "$folder" || exit 1
        . "$root/tests/cli/helpers.sh"
        . "$1"
        "$2"
        exit 0 # what failed has left already
    ) < /dev/null > "$scratch/log" 2>&1
}

for file in "$root"/tests/cli/cases/*.sh; do
    [ -e "$file" ] || continue
    name=$(basename "$file" .sh)
    case $name.sh in *"$word"*) ;; *) continue ;; esac
    tests=$(sed -nE 's/^([A-Za-z][A-Za-z0-9_]*)\(\).*/\1/p' "$file")
    for test in $tests; do
        run_case "$file" "$test"
        code=$?
        sentence=${test//_/ }
        case $code in
            0)
                passed=$((passed + 1))
                [ -z "${V:-}" ] || echo "  ok   $name: $sentence"
                ;;
            77)
                skipped=$((skipped + 1))
                echo "  skip $name: $sentence ($(tail -n 1 "$scratch/log"))"
                ;;
            *)
                failed=$((failed + 1))
                echo "  FAIL $name: $sentence"
                sed 's/^/    /' "$scratch/log"
                ;;
        esac
    done
done

total=$((passed + failed + skipped))
[ "$total" = 0 ] || echo "command-line tests: $passed of $total"
[ -z "$counts" ] || echo "$passed $failed $skipped" > "$counts"
[ "$failed" = 0 ]
