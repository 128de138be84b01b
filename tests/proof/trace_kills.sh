#!/bin/bash
# game play --trace over a trace with labels that a person made. First 500 games that are killed with
# -9 at random moments of the time that they take; then a game for each call that writes, renames,
# links, removes or syncs, killed there (with strace, where it is); then games on 50 nearly full file
# systems (a small tmpfs where it may be mounted, else limits of a file's size). Each time the old
# trace, its states and its labels are whole, or the new trace has a header and the old labels are
# beside it. No trace and no annotation is empty. Program: $UNDERSTUDY. SHORT=1: 40 games and no strace.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
work=$(mktemp -d)
mounted= kind="limits of a file"
trap 'cd /; [ -z "$mounted" ] || umount "$work/small"; rm -rf "$work"' EXIT
landings=500 levels=50
[ -z "${SHORT:-}" ] || landings=40 levels=10
RANDOM=7 # the moments are the same each time; where they land differs
old=$work/old first='{"understudy":"trace",'

play() { # FILE OPTION...: in a shell of its own, whose place the program takes
    exec "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 random --states 5 --trace "$@"
}

new_game() { # FOLDER: the one that replaces the old one
    play "$1/t.jsonl" --seed 8 --max-cycles 3000 --events
}

prepare() { # FOLDER: the old trace in it, alone
    find "$1" -type f -name 't.*' -delete
    cp "$old"/t.* "$1"
}

fail() { # WHAT
    echo "$1"
    ls -l "$folder"
    cat "$work/said"
    exit 1
}

same() {
    cmp -s "$old/$1" "$folder/$1"
}

# Counts which of the two is there, and fails if it is none.
before=0 after=0 both=0 temporary=0
whole() { # WHAT
    local file kept=0
    for file in "$folder"/t.jsonl "$folder"/t.goals*.json; do
        [ ! -e "$file" ] || [ -s "$file" ] || fail "$1: $file is empty"
    done
    for file in "$folder"/*.tmp; do
        [ ! -e "$file" ] || temporary=$((temporary + 1))
    done
    if same t.jsonl; then
        same t.goals.json || fail "$1: the old trace is there, and its labels are not"
        same t.states || fail "$1: the old trace is there, and its states are not"
        before=$((before + 1))
        [ ! -e "$folder/t.goals.OLD.json" ] || "$UNDERSTUDY" annotate "$folder/t.jsonl" > "$work/said" 2>&1 ||
            fail "$1: the old labels can't be read"
        return
    fi
    # a whole line, and no line of the old trace
    [ "$(head -n 1 "$folder/t.jsonl" | head -c ${#first})" = "$first" ] || fail "$1: no header"
    [ "$(head -n 1 "$folder/t.jsonl" | tail -c 2)" = "}" ] || fail "$1: the header is cut off"
    for file in "$folder"/t.goals*.json; do
        if cmp -s "$file" "$old/t.goals.json"; then kept=$((kept + 1)); fi
    done
    [ $kept -ge 1 ] || fail "$1: the old labels are gone"
    if [ $kept != 1 ]; then # the new trace does not get them by mistake
        both=$((both + 1))
        ! "$UNDERSTUDY" annotate "$folder/t.jsonl" > "$work/said" 2>&1 || fail "$1: the old labels are read as new"
    fi
    after=$((after + 1))
}

milliseconds() { # COMMAND...: sets took
    local start
    start=$(date +%s%N)
    ("$@") > "$work/said" 2>&1
    took=$((($(date +%s%N) - start) / 1000000))
}

report() { # WHAT
    echo "$1: $before times the old trace with states and labels, $after times a new one with the old" \
        "labels beside it ($both of them under both names); $temporary temporary files left"
    before=0 after=0 both=0 temporary=0
}

mkdir "$old" "$work/killed"
(play "$old/t.jsonl" --seed 7 --max-cycles 1200) > "$work/said" 2>&1
sed -i 's/"by":"expert:rush"/"by":"hand"/' "$old/t.goals.json"

# ---- kills at random moments

exec 2> "$work/messages" # the shell's own about each that was killed
folder=$work/killed
prepare "$folder"
milliseconds new_game "$folder"
prepare "$folder"
milliseconds new_game "$folder" # the first one was the first
for ((landed = 0, games = 0; landed < landings; games++)); do
    [ $games -lt $((landings * 10)) ] || fail "only $landed of $games games were killed in time"
    prepare "$folder"
    wait=$((RANDOM * 32768 + RANDOM))
    wait=$((wait % (took * 1000)))
    new_game "$folder" > "$work/said" 2>&1 &
    game=$!
    sleep "$(printf '%d.%06d' $((wait / 1000000)) $((wait % 1000000)))"
    code=0
    kill -9 $game 2> "$work/none" || true
    wait $game || code=$?
    [ $code = 137 ] || [ $code = 0 ] || fail "game $games: exit $code"
    [ $code = 0 ] || landed=$((landed + 1))
    whole "game $games, killed after $wait us"
done
report "$games games, $landed killed within $took ms"

# ---- kills at each call

calls=(write fsync rename link unlink openat)
if [ -z "${SHORT:-}" ] && command -v strace > "$work/none"; then
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    landed=0
    for call in "${calls[@]}"; do
        for ((i = 1; i <= 60; i++)); do
            prepare "$folder"
            code=0
            strace -f -o "$work/none" -e trace="$call" -e inject="$call:signal=KILL:when=$i" \
                "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 random --states 5 \
                --trace "$folder/t.jsonl" --seed 8 --max-cycles 300 > "$work/said" 2>&1 || code=$?
            whole "$call $i"
            [ $code != 0 ] || break
            [ $code = 137 ] || fail "$call $i: exit $code"
            landed=$((landed + 1))
        done
    done
    report "$landed games, each killed at another call of ${calls[*]}"
else
    echo "no game was killed at its calls: there is no strace, or SHORT is set"
fi

# ---- full disks

small=$work/small
mkdir "$small"
if mount -t tmpfs -o size=1m tmpfs "$small" 2> "$work/none"; then
    mounted=yes kind=tmpfs
fi
folder=$small
full=0
for ((level = 0; level < levels; level++)); do
    rm -f "$small"/*
    prepare "$small"
    code=0
    if [ -n "$mounted" ]; then # so many pages are free
        pages=$((level * 50 / levels))
        free=$(df --output=avail -k "$small" | tail -n 1)
        head -c $(((free - pages * 4) * 1024)) /dev/zero > "$small/filler"
        (new_game "$small") > "$work/said" 2>&1 || code=$?
        rm "$small/filler"
    else
        (ulimit -f $((level * 100 / levels)); new_game "$small") > "$work/said" 2>&1 || code=$?
    fi
    case $code in
        0) ;;
        1 | 2) full=$((full + 1)) ;;
        *) fail "level $level: exit $code" ;;
    esac
    whole "level $level"
    [ $temporary = 0 ] || fail "level $level: a temporary file is left"
done
[ $full -ge $((levels / 2)) ] || fail "only $full of $levels games found no room"
report "$levels nearly full disks ($kind), $full without room for the game"
