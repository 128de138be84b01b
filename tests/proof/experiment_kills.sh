#!/bin/bash
# An experiment with a library that is learned for it, killed with -9. First one run, killed at 20
# moments chosen by what it has written, and resumed each time; then 20 runs, each killed once at a
# moment of the time that it takes, from its start to its last file; then 20 plans, the same way, over
# an older plan; then a plan for each name that a plan gives or takes away, killed there (with strace,
# where it is). In the end the results are those of an undisturbed run, no game is there twice, and the
# older plan or the new one is whole: it runs. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
moments=20

cat > "$work/kills.json" <<'END'
{"experiment": 1, "name": "kills", "max_cycles": 1200, "games": 12,
 "libraries": [{"name": "small", "learn": ["rush-open-1"]}],
 "players": ["random", "library:small", {"name": "rush", "agent": "expert:rush"}],
 "opponents": ["ai:land-attack", "idle"], "maps": ["open-1", {"family": "ridge", "size": 48}]}
END
games=288
dir=$work/kills

say() {
    "$UNDERSTUDY" experiment "$@" > "$work/said" 2>&1 || { cat "$work/said"; exit 1; }
}

milliseconds() { # COMMAND...: sets took
    local start
    start=$(date +%s%N)
    "$@"
    took=$((($(date +%s%N) - start) / 1000000))
}

lines() {
    cat "$dir/results"/*.jsonl 2> "$work/none" | wc -l
}

start() { # ARGUMENT...: sets run
    "$UNDERSTUDY" experiment "$@" > "$work/killed" 2>&1 &
    run=$!
}

end() { # kills it: true if it was in time
    local code=0
    kill -9 "$run" 2> "$work/none" || true
    wait "$run" || code=$?
    [ "$code" = 137 ] || [ "$code" = 0 ] || { cat "$work/killed"; exit 1; }
    [ "$code" = 137 ]
}

start_and_kill() { # MILLISECONDS ARGUMENT...
    local wait=$1
    shift
    start "$@"
    sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
    end
}

hold() { # WHAT: the results are those of the undisturbed run
    local ids
    cmp "$dir/results.jsonl" "$work/want.jsonl" || { echo "$1: other results"; exit 1; }
    ids=$(cut -c 1-27 "$dir/results/run.jsonl" | sort)
    [ "$(echo "$ids" | wc -l)" = $games ] || { echo "$1: not $games lines"; exit 1; }
    [ "$(echo "$ids" | uniq | wc -l)" = $games ] || { echo "$1: a game is there twice"; exit 1; }
}

exec 2> "$work/messages" # the shell's own about each that was killed
say plan "$work/kills.json" --sample 0
milliseconds say run "$dir" -j 2
played=$((took * 2 / 3)) # it was the first
cp "$dir/results.jsonl" "$work/want.jsonl"
hold "undisturbed"

rm -r "$dir/results" "$dir/results.jsonl"
say plan "$work/kills.json" --sample 0
killed=0
for ((i = 0; i < moments; i++)); do
    start run "$dir" -j 2 --resume
    until [ "$(lines)" -ge $((games * i / moments + 1)) ]; do sleep 0.002; done
    if end; then killed=$((killed + 1)); fi
done
[ "$killed" -ge $((moments - 1)) ] || { echo "only $killed were killed in time"; exit 1; }
say run "$dir" -j 2 --resume
hold "one run"
echo "one run, killed $killed times after some of $games games: the results of an undisturbed one"

killed=0
for ((i = 0; i < moments; i++)); do
    rm -r "$dir/results" "$dir/results.jsonl"
    say plan "$work/kills.json" --sample 0
    if start_and_kill $((played * i / moments)) run "$dir" -j 2; then killed=$((killed + 1)); fi
    say run "$dir" -j 2 --resume
    hold "run $i"
done
[ "$killed" -ge $((moments * 3 / 4)) ] || { echo "only $killed were killed in time"; exit 1; }
echo "$moments runs, $killed killed within $played ms: the results of an undisturbed one"

rm -r "$dir"
milliseconds say plan "$work/kills.json" --sample 0
cp "$dir/manifest.jsonl" "$work/old.jsonl"
other=(--sample 0 --set seed=5 --set 'libraries=[{"name":"small","learn":["economy-choke-3"]},
    {"name":"more","learn":["economy-choke-3"]}]')
"$UNDERSTUDY" experiment plan "$work/kills.json" -o "$work/other" "${other[@]}" > "$work/said" 2>&1

replan() { # COMMAND...: the other plan over this one
    "$@" "$UNDERSTUDY" experiment plan "$work/kills.json" "${other[@]}" > "$work/killed" 2>&1
}

# What lies there runs and is one of the two, in other words where files have other names meanwhile;
# then the older one again, as if nothing had been.
whole() { # WHAT
    sed 's/small-[0-9a-f]\{16\}\.db/small.db/' "$dir/manifest.jsonl" > "$work/found.jsonl"
    cmp -s "$work/found.jsonl" "$work/old.jsonl" ||
        cmp "$work/found.jsonl" "$work/other/manifest.jsonl" || { echo "$1: a third one"; exit 1; }
    say run "$dir" -j 2 --only player=library:small --only seat=0 --only map=open-1
    rm -r "$dir/results" "$dir/results.jsonl"
    say plan "$work/kills.json" --sample 0
    cmp "$dir/manifest.jsonl" "$work/old.jsonl" || { echo "$1: another plan"; exit 1; }
    [ "$(cd "$dir" && find . -type f | sort | tr '\n' ' ')" = "$files" ] ||
        { echo "$1: found $(find "$dir" -type f)"; exit 1; }
}

files=$(cd "$dir" && find . -type f | sort | tr '\n' ' ')
killed=0
for ((i = 0; i < moments; i++)); do
    if start_and_kill $((took * i / moments)) plan "$work/kills.json" "${other[@]}"; then
        killed=$((killed + 1))
    fi
    whole "plan $i"
done
echo "$moments plans over an older one, $killed killed within $took ms: the older one or the new one"

if command -v strace > "$work/none"; then
    # leaks can't be looked for by a process that is traced
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    # what the manifest names is on the disk before it is, and then it
    replan strace -f -y -o "$work/calls" -e trace=fsync,rename
    awk '/^[^"]*rename\("[^"]*understudy-planning\/libraries\// { below = here = 0; files++ }
        /fsync\([0-9]+<[^>]*kills\/libraries>\)/ { below = 1 }
        /fsync\([0-9]+<[^>]*kills>\)/ { here = 1; after = 1 }
        /rename\("[^"]*", "[^"]*kills\/manifest.jsonl"\)/ { bad += !below || !here; after = 0; manifests++ }
        END { exit bad || !after || !files || !manifests }' "$work/calls" ||
        { echo "folders are not synced in their order"; cat "$work/calls"; exit 1; }
    whole "in order"
    killed=0
    for call in rename link unlink; do
        for ((i = 1; ; i++)); do
            code=0
            replan strace -f -o "$work/none" -e trace=$call -e inject=$call:signal=KILL:when=$i || code=$?
            whole "$call $i"
            [ $code != 0 ] || break
            [ $code = 137 ] || { echo "$call $i: exit $code"; cat "$work/killed"; exit 1; }
            killed=$((killed + 1))
        done
    done
    [ "$killed" -ge 20 ] || { echo "only $killed were killed"; exit 1; }
    echo "$killed plans over an older one, each killed at another name: the older one or the new one"
else
    echo "no strace: no plan was killed at the names that it gives"
fi
say run "$dir" -j 2
hold "after the plans"
