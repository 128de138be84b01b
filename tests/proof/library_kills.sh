#!/bin/bash
# library import, killed at 100 moments of adding to a library and 100 of making one, all over the time
# that it takes: the library is as before or as after, and sound. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
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

behaviors first 20 > "$work/first.brl"
behaviors second 100 > "$work/second.brl"
library import "$work/first.brl" -o "$work/before.db"
library import "$work/second.brl" -o "$work/new.db"
cp "$work/before.db" "$work/after.db"
start=$(date +%s%N)
library import "$work/second.brl" -o "$work/after.db"
took=$((($(date +%s%N) - start) / 1000000)) # milliseconds
killed=0 made=0
exec 2> "$work/messages" # the shell's own about each that was killed
for ((i = 0; i < 100; i++)); do
    wait=$(printf '%d.%03d' $((took * (i + 1) / 100 / 1000)) $((took * (i + 1) / 100 % 1000)))
    cp "$work/before.db" "$work/a.db"
    rm -f "$work"/a.db-journal "$work"/b.db*
    timeout -s KILL "$wait" "$UNDERSTUDY" library import "$work/second.brl" -o "$work/a.db" \
        > /dev/null 2>&1 || killed=$((killed + 1))
    is_one_of "$work/a.db" "$work/before.db" "$work/after.db"
    timeout -s KILL "$wait" "$UNDERSTUDY" library import "$work/second.brl" -o "$work/b.db" \
        > /dev/null 2>&1 || killed=$((killed + 1))
    [ ! -e "$work/b.db" ] || { is_one_of "$work/b.db" "$work/new.db"; made=$((made + 1)); }
done
[ "$killed" -ge 100 ] || { echo "only $killed of 200 were killed in time"; exit 1; }
echo "200 imports, $killed killed: each library as before or as after; $made of 100 new ones whole"
