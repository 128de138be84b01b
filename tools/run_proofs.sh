#!/bin/sh
# run_proofs.sh WORD PROOF...: run the long proofs (programs, and scripts ending in .sh) whose
# name holds WORD, all of them even when one fails, and close with the counts. One that exits with 77
# was skipped, and has said why.
# UNDERSTUDY is the program, built with the sanitizers.
set -eu
word=$1
shift
case $UNDERSTUDY in
    /*) ;;
    *) UNDERSTUDY=$PWD/$UNDERSTUDY ;;
esac
export UNDERSTUDY UNDERSTUDY_DATA="$PWD" XDG_STATE_HOME="$PWD/build/state"
export ASAN_OPTIONS="exitcode=99:detect_leaks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export UBSAN_OPTIONS="exitcode=99:print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}"
passed=0 failed=0 skipped=0
for proof; do
    name=$(basename "$proof" .sh)
    case $name in *"$word"*) ;; *) continue ;; esac
    echo "==== $name"
    case $proof in
        *.sh) bash "$proof" && code=0 || code=$? ;;
        *) "$proof" && code=0 || code=$? ;;
    esac
    if [ $code = 0 ]; then
        passed=$((passed + 1))
    elif [ $code = 77 ]; then
        skipped=$((skipped + 1))
    else
        failed=$((failed + 1))
        echo "  FAIL $name (exit $code)"
    fi
done
[ $((passed + failed + skipped)) != 0 ] || { echo "no proof of that name"; failed=1; }
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
