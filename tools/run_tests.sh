#!/bin/sh
# run_tests.sh WORD FUZZER...: run the unit tests in two halves, replay the fuzz corpora, run the
# command-line tests and those of the studio, and close with the counts of all. WORD ("" for all) picks by name.
# OUT is the build folder, UNDERSTUDY the program under test.
set -eu
word=$1
shift
counts=$OUT/counts
rm -rf "$counts"
mkdir -p "$counts"
case $UNDERSTUDY in
    /*) ;;
    *) UNDERSTUDY=$PWD/$UNDERSTUDY ;;
esac
export UNDERSTUDY

# A code of their own, so that no expected exit hides a sanitizer's finding.
export ASAN_OPTIONS="exitcode=99:detect_leaks=1:strict_string_checks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export UBSAN_OPTIONS="exitcode=99:print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}"
export TSAN_OPTIONS="exitcode=99${TSAN_OPTIONS:+:$TSAN_OPTIONS}"

# The games of these tests are over before Java's second compiler has paid for itself.
if java=$(command -v java); then
    mkdir -p "$OUT/java"
    printf '#!/bin/sh\nexec "%s" -XX:TieredStopAtLevel=1 "$@"\n' "$java" > "$OUT/java/java"
    chmod +x "$OUT/java/java"
    case $OUT in
        /*) PATH=$OUT/java:$PATH ;;
        *) PATH=$PWD/$OUT/java:$PATH ;;
    esac
fi

# Files of tests lie in memory where there is room, unless TMPDIR says where: a disk is waited for at
# each fsync.
if [ -z "${TMPDIR:-}" ] && [ "$(df -Pk /dev/shm 2> /dev/null | awk 'NR == 2 { print ($4 > 2000000) }')" = 1 ] &&
    memory=$(mktemp -d /dev/shm/us-tests.XXXXXX 2> /dev/null); then
    trap 'rm -rf "$memory"' EXIT
    printf '#!/bin/sh\n' > "$memory/program"
    chmod +x "$memory/program"
    ! "$memory/program" 2> /dev/null || export TMPDIR="$memory"
fi

# These share nothing with each other.
bash tests/cli/run.sh "$counts/cli" "$word" > "$counts/cli.said" 2>&1 &
others=$!
sh tests/studio/run.sh "$counts/studio" "$word" > "$counts/studio.said" 2>&1 &
others="$others $!"
"$OUT/tests/unit/unit" ${V:+-v} -c "$counts/unit.1" -p 1/2 "$word" > "$counts/unit.said" 2>&1 &
half=$!
# shellcheck disable=SC2064
trap "kill $others $half 2> /dev/null; exit 130" INT TERM

judge() { # CODE COUNTS: a finding of the sanitizers is a failure
    if [ "$1" = 99 ] && read -r passed failed skipped < "$2"; then
        echo "  FAIL unit tests: the sanitizers found something, see above"
        echo "$passed $((failed + 1)) $skipped" > "$2"
    fi
}
code=0
"$OUT/tests/unit/unit" ${V:+-v} -c "$counts/unit.0" -p 0/2 "$word" || code=$?
judge $code "$counts/unit.0"
code=0
wait $half || code=$?
cat "$counts/unit.said"
judge $code "$counts/unit.1"
cat "$counts/unit.0" "$counts/unit.1" 2> /dev/null | awk '{ passed += $1; all += $1 + $2 + $3 }
    END { if (all) print "unit tests: " passed " of " all }'

passed=0
failed=0
for fuzzer; do
    name=$(basename "$fuzzer")
    case $name in *"$word"*) ;; *) continue ;; esac
    # shellcheck disable=SC2046
    if inputs=$("$fuzzer" $(sh tools/corpora.sh "${name#fuzz_}")); then
        passed=$((passed + 1))
        [ -z "${V:-}" ] || echo "  ok   $name: $inputs inputs"
    else
        failed=$((failed + 1))
        echo "  FAIL $name: see above"
    fi
done
echo "$passed $failed 0" > "$counts/fuzz"
[ $((passed + failed)) = 0 ] || echo "fuzz corpora: $passed of $((passed + failed))"

wait || true
cat "$counts/cli.said" "$counts/studio.said"

sh tools/tally.sh "$counts" unit.0 unit.1 fuzz cli studio
