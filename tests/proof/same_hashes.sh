#!/bin/bash
# The final hashes of 50 games, and every byte of the traces of four more that a library plays, are
# the same for gcc and clang, at -O0, -O2 and -O3 with the machine's own instructions, and under the
# sanitizers ($UNDERSTUDY).
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

games() { # the 50 games: every map, all agents in turn, both kinds in both seats
    local maps=(domains/skirmish/maps/*.map) experts ais n=0 map p0 p1
    mapfile -t experts < <("$UNDERSTUDY" game agents --json | grep -o '"expert:[a-z-]*"' | tr -d '"')
    mapfile -t ais < <("$UNDERSTUDY" game agents --json | grep -o '"ai:[a-z-]*"' | tr -d '"')
    while [ $n -lt 50 ]; do
        map=$(basename "${maps[n % ${#maps[@]}]}" .map)
        p0=${experts[n % ${#experts[@]}]}
        p1=${ais[n % ${#ais[@]}]}
        if [ $((n % 7)) = 3 ]; then p1=random; fi
        if [ $((n / ${#maps[@]} % 2)) = 1 ]; then set -- "$p1" "$p0"; else set -- "$p0" "$p1"; fi
        echo "$map $1 $2 $((n + 1))"
        n=$((n + 1))
    done
}

play() { # PROGRAM: a line a game
    while read -r map p0 p1 seed; do
        "$1" game play "$map" --p0 "$p0" --p1 "$p1" --seed "$seed" --max-cycles 20000 --json |
            grep -o '"cycles":[0-9]*,"hash":"[0-9a-f]*"' | sed "s/^/$map $p0 $p1 $seed /"
    done < "$work/games"
    for map in choke-1 open-1 ridge-1 scattered-1; do
        "$1" game play "$map" --p0 "library:$work/all.db" --p1 ai:land-attack --seed 3 \
            --max-cycles 12000 --trace "$work/t.jsonl" > /dev/null
        echo "trace $map $(sha256sum < "$work/t.jsonl")"
    done
}

variant() { # NAME CC CFLAGS
    command -v "$2" > /dev/null || { echo "no $2 here: left out"; return; }
    make BUILD=release OUT="$work/$1" CC="$2" CFLAGS="$3" "$work/$1/understudy" > "$work/$1.log" 2>&1 ||
        { cat "$work/$1.log"; exit 1; }
    play "$work/$1/understudy" > "$work/$1.txt"
    if cmp -s "$work/sanitized.txt" "$work/$1.txt"; then
        echo "$1: the same $(wc -l < "$work/$1.txt") hashes"
    else
        echo "$1 differs from the sanitized build:"
        diff "$work/sanitized.txt" "$work/$1.txt" | head -10
        exit 1
    fi
}

games > "$work/games"
"$UNDERSTUDY" learn --relax domains/skirmish/demos/*.jsonl -o "$work/all.db" > "$work/log" 2>&1
play "$UNDERSTUDY" > "$work/sanitized.txt"
[ "$(sort -u "$work/sanitized.txt" | wc -l)" = 54 ] || { echo "not 54 games"; exit 1; }
variant gcc-O0 gcc -O0
variant gcc-O2 gcc -O2
variant gcc-native gcc "-O3 -march=native"
variant clang-O0 clang -O0
variant clang-O2 clang -O2
