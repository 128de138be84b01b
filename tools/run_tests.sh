#!/bin/sh
# run_tests.sh WORD FUZZER...: run the unit tests, replay the fuzz corpora, run the command-line
# tests and those of the studio, and close with the counts of all. WORD ("" for all) picks by name.
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

# These share nothing with each other and with the unit tests.
bash tests/cli/run.sh "$counts/cli" "$word" > "$counts/cli.said" 2>&1 &
others=$!
sh tests/studio/run.sh "$counts/studio" "$word" > "$counts/studio.said" 2>&1 &
others="$others $!"
# shellcheck disable=SC2064
trap "kill $others 2> /dev/null; exit 130" INT TERM

code=0
"$OUT/tests/unit/unit" ${V:+-v} -c "$counts/unit" "$word" || code=$?
if [ $code = 99 ] && read -r passed failed skipped < "$counts/unit"; then
    echo "  FAIL unit tests: the sanitizers found something, see above"
    echo "$passed $((failed + 1)) $skipped" > "$counts/unit"
fi

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

exec sh tools/tally.sh "$counts" unit fuzz cli studio
