#!/bin/bash
# Each command of tests/fault/sweep.sh, with its Nth call failing, N = 1, 2, ... up to the last call, or
# to 2,000: opening, reading, writing, syncing, renaming, closing, removing and mapping files, and
# allocating memory; then with all calls after the Nth one failing, too; then with interrupted and short
# reads and writes throughout. Exits are documented ones, outputs are the old or the new ones.
# The layer that makes calls fail is not for sanitizers: $PLAIN is a program without them, else that of
# the release build. MOST=N: at most N calls (2,000). STEP=N: each Nth call of memory (1); hours with 1.
# ONLY="NAME ..." picks commands, FAULTS="..." picks faults.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
UNDERSTUDY=${PLAIN:-$ROOT/build/release/understudy}
LAYER=${UNDERSTUDY%/*}/tests/fault/fault.so
MOST=${MOST:-2000}
STEP=${STEP:-1}
only=${ONLY:-} picked=${FAULTS:-}
export UNDERSTUDY UNDERSTUDY_DATA="$ROOT" LAYER ROOT
[ -e "$LAYER" ] || { echo "no $LAYER: make build/release/tests/fault/fault.so"; exit 77; }
. "$ROOT/tests/fault/sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# a copy, so that the program may be built meanwhile
cp "$UNDERSTUDY" understudy
UNDERSTUDY=$work/understudy

for name in ${only:-$(declare -F | sed -nE 's/^declare -f _command_//p')}; do
    _begin "$name"
    before=$bad runs=$swept failed=$fired
    for fault in ${picked:-$FAULTS $MEMORY}; do
        case $fault in
            memory:*) sweep "$name" "$fault" 1 "$MOST" "$STEP" ;;
            *) sweep "$name" "$fault" 1 "$MOST" ;;
        esac
    done
    _once "$name" storm || true
    echo "$name: $((swept - runs)) runs, a call failed in $((fired - failed)) of them, $((bad - before)) broke a promise"
done
echo "$swept runs, a call failed in $fired of them, $bad broke a promise"
[ "$bad" = 0 ]
