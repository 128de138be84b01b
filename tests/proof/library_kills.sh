#!/bin/bash
# library import and learn, each killed at 100 moments of adding to a library and 100 of making one,
# all over the time that it takes: the library is as before or as after, and sound. Then both where
# files may not grow beyond a limit, at 100 limits each. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
root=$(cd "$(dirname "$0")/../.." && pwd)
demos=$root/domains/skirmish/demos
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

behaviors() { # NAME COUNT: a file of behaviors with many cases
    local i k features
    features=$(seq -s ' ' 1 56)
    echo "brl 1"
    for ((i = 0; i < $2; i++)); do
        printf '\nbehavior "%s %d" achieves WinWargus(player: self) {\n    do act stop()\n' "$1" "$i"
        for ((k = 0; k < 20; k++)); do
            printf '    case at %d {\n        features: %s\n        x: %d\n    }\n' "$k" "$features" "$k"
        done
        echo "}"
    done
}

library() {
    "$UNDERSTUDY" library "$@" > "$work/said" 2>&1
}

is_one_of() { # LIB OTHER...: sound, and equal to one of them
    local lib=$1 other
    library check "$lib" || { cat "$work/said"; exit 1; }
    shift
    for other; do
        if library diff "$lib" "$other"; then return 0; fi
    done
    echo "neither as before nor as after:"
    cat "$work/said"
    exit 1
}

# put LIB: what is killed; each writes the same with each call.
put_import() {
    exec "$UNDERSTUDY" library import "$work/second.brl" -o "$1"
}
put_learn() {
    exec "$UNDERSTUDY" learn "$demos"/rush-*.jsonl -o "$1"
}

kill_after() { # MILLISECONDS PUT LIB: true if it was killed
    local run code=0
    "$2" "$3" > "$work/killed" 2>&1 &
    run=$!
    sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
    kill -9 "$run" || true
    wait "$run" || code=$?
    [ "$code" = 137 ] || [ "$code" = 0 ] || { cat "$work/killed"; exit 1; }
    [ "$code" = 137 ]
}

prepare() { # PUT: before, after, new, and how many milliseconds it takes at least
    local start now i
    rm -f "$work"/*.db*
    library import "$work/first.brl" -o "$work/before.db"
    ("$1" "$work/new.db") > /dev/null 2>&1
    took=600000
    for i in 1 2 3 4 5; do
        cp "$work/before.db" "$work/after.db"
        start=$(date +%s%N)
        ("$1" "$work/after.db") > /dev/null 2>&1
        now=$((($(date +%s%N) - start) / 1000000))
        [ "$now" -ge "$took" ] || took=$now
    done
    ! library diff "$work/before.db" "$work/after.db"
}

kills() { # NAME
    local i wait killed=0 made=0 hot=0
    for ((i = 0; i < 100; i++)); do
        wait=$((took * (i + 1) / 100))
        rm -f "$work"/a.db* "$work"/b.db*
        cp "$work/before.db" "$work/a.db"
        kill_after "$wait" "put_$1" "$work/a.db" && killed=$((killed + 1))
        if [ -e "$work/a.db-journal" ]; then
            hot=$((hot + 1))
        fi
        is_one_of "$work/a.db" "$work/before.db" "$work/after.db"
        kill_after "$wait" "put_$1" "$work/b.db" && killed=$((killed + 1))
        [ ! -e "$work/b.db" ] || { is_one_of "$work/b.db" "$work/new.db"; made=$((made + 1)); }
    done
    [ "$killed" -ge 100 ] || { echo "only $killed of 200 were killed in time"; exit 1; }
    echo "$1: 200 runs, $killed killed, $hot while writing: each library as before or as after;" \
        "$made of 100 new ones whole"
}

# A file that may not grow is a full disk, but for what lies beyond the limit already.
limits() { # NAME
    local i most limit code ended=0
    most=$(($(stat -c %s "$work/after.db") * 11 / 10 / 1024))
    for ((i = 0; i < 100; i++)); do
        limit=$((most * i / 100))
        rm -f "$work"/a.db* "$work"/b.db*
        cp "$work/before.db" "$work/a.db"
        code=0
        (ulimit -f "$limit"; "put_$1" "$work/a.db") > "$work/cut" 2>&1 || code=$?
        case $code in
            0) is_one_of "$work/a.db" "$work/after.db" ;;
            2) is_one_of "$work/a.db" "$work/before.db"; ended=$((ended + 1)) ;;
            *) echo "exit $code"; exit 1 ;;
        esac
        code=0
        (ulimit -f "$limit"; "put_$1" "$work/b.db") > "$work/cut" 2>&1 || code=$?
        [ "$code" = 2 ] || is_one_of "$work/b.db" "$work/new.db"
        [ "$code" = 0 ] || [ -z "$(ls "$work"/b.db* 2> "$work/none")" ] || { ls "$work"; exit 1; }
    done
    [ "$ended" -ge 50 ] || { echo "only $ended of 100 found no room"; exit 1; }
    echo "$1: 100 limits, $ended without room: each library as before or as after"
}

behaviors first 20 > "$work/first.brl"
behaviors second 100 > "$work/second.brl"
exec 2> "$work/messages" # the shell's own about each that was killed
for name in import learn; do
    prepare "put_$name"
    kills "$name"
    limits "$name"
done
