#!/bin/bash
# run.sh [COUNTS [WORD]]: run the command-line tests, tests/cli/cases/*.sh.
# UNDERSTUDY is the program under test. COUNTS is a file for "passed failed skipped". WORD picks
# the case files whose name holds it. V=1 names each test with its CPU seconds.
# JOBS is the number of cases that run beside each other; without it, one for each core.
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
jobs=${JOBS:-$(nproc 2> /dev/null || echo 2)}
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null; wait; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export KEPT=$scratch/kept
mkdir "$KEPT"
passed=0 failed=0 skipped=0

run_case() { # FILE FUNCTION FOLDER: leaves the exit (0 passed, 77 skipped, else failed), log and time
    mkdir -p "$3/run/.out"
    local TIMEFORMAT="%U %S" code=0
    {
        time {
            (
                cd "$3/run" || exit 1
                export XDG_STATE_HOME=$PWD/.out/state
                . "$root/tests/cli/helpers.sh"
                . "$1"
                "$2"
                exit 0 # a failed expectation has left already
            ) < /dev/null > "$3/log" 2>&1
        }
    } 2> "$3/seconds" || code=$?
    echo $code > "$3/code"
    rm -rf "$3/run"
}

say_case() { # NAME FUNCTION FOLDER: print and count the result
    local sentence=${2//_/ }
    case $(cat "$3/code") in
        0)
            passed=$((passed + 1))
            [ -z "${V:-}" ] || echo "  ok   $1: $sentence ($(awk '{ printf "%.2f", $1 + $2 }' "$3/seconds") s)"
            ;;
        77)
            skipped=$((skipped + 1))
            echo "  skip $1: $sentence ($(tail -n 1 "$3/log"))"
            ;;
        *)
            failed=$((failed + 1))
            echo "  FAIL $1: $sentence"
            sed 's/^/    /' "$3/log"
            ;;
    esac
}

# The cases run JOBS at a time. Their results are printed in the order of the files.
running=0 started=0
: > "$scratch/cases"
for file in "$root"/tests/cli/cases/*.sh; do
    name=$(basename "$file" .sh)
    case $name.sh in *"$word"*) ;; *) continue ;; esac
    for test in $(sed -nE 's/^([A-Za-z][A-Za-z0-9_]*)\(\).*/\1/p' "$file"); do
        [ $running -lt $jobs ] || { wait -n; running=$((running - 1)); }
        run_case "$file" "$test" "$scratch/$started" &
        echo "$name $test $scratch/$started" >> "$scratch/cases"
        running=$((running + 1)) started=$((started + 1))
    done
done
wait
while read -r name test folder; do
    say_case "$name" "$test" "$folder"
done < "$scratch/cases"

total=$((passed + failed + skipped))
[ "$total" = 0 ] || echo "command-line tests: $passed of $total"
[ -z "$counts" ] || echo "$passed $failed $skipped" > "$counts"
[ "$failed" = 0 ]
