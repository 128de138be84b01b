#!/bin/bash
# adapt, killed at 100 moments all over the time that it takes, in place of the library and beside it:
# the library is the old one or the new one, and sound. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA="$root"
cd "$work"

library() {
    "$program" library "$@" > said 2>&1
}

is_one_of() { # LIB OTHER...: sound, and equal to one of them
    local lib=$1 other
    library check "$lib" || { cat said; exit 1; }
    shift
    for other; do
        if library diff "$lib" "$other"; then return 0; fi
    done
    echo "neither the old one nor the new one:"
    cat said
    exit 1
}

kill_after() { # MILLISECONDS LIB: true if it was killed
    local run code=0
    "$program" adapt lib.db a.jsonl b.jsonl -o "$2" > killed 2>&1 &
    run=$!
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
    kill -9 "$run" || true
    wait "$run" || code=$?
    [ "$code" = 137 ] || [ "$code" = 0 ] || { cat killed; exit 1; }
    [ "$code" = 137 ]
}

"$program" learn "$root/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > said 2>&1
for seed in a:1 b:2; do
    "$program" game play open-2 --p0 library:lib.db --p1 ai:raid --max-cycles 4000 --seed "${seed#*:}" \
        --trace "${seed%:*}.jsonl" > said 2>&1
done
cp lib.db old.db
took=600000
for i in 1 2 3; do
    rm -f new.db
    start=$(date +%s%N)
    "$program" adapt lib.db a.jsonl b.jsonl -o new.db > said 2>&1
    now=$((($(date +%s%N) - start) / 1000000))
    [ "$now" -ge "$took" ] || took=$now
done
if library diff old.db new.db; then
    echo "nothing was repaired"
    exit 1
fi
exec 2> messages # the shell's own about each that was killed
killed=0 made=0
for ((i = 0; i < 100; i++)); do
    wait=$((took * (i + 1) / 100))
    cp old.db lib.db
    kill_after "$wait" lib.db && killed=$((killed + 1))
    is_one_of lib.db old.db new.db
    cp old.db lib.db
    rm -f out.db
    kill_after "$wait" out.db && killed=$((killed + 1))
    is_one_of lib.db old.db
    [ ! -e out.db ] || { is_one_of out.db new.db; made=$((made + 1)); }
done
[ "$killed" -ge 100 ] || { echo "only $killed of 200 were killed in time"; exit 1; }
echo "200 runs, $killed killed: each library the old one or the new one; $made of 100 new ones whole"
