#!/bin/bash
# experiment plan over an older plan, killed with -9 at 200 random moments of the time that it takes.
# Each time the older plan or the new one is there, and it is whole: each file that its manifest names
# is the one of that plan, and the next plan takes the remains away. Then a plan for each call that
# renames, links, removes or syncs, killed there (with strace, where it is). Program: $UNDERSTUDY.
# SHORT=1: 10 plans and no strace.
set -eu
: "${UNDERSTUDY:=bin/understudy}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
landings=200
[ -z "${SHORT:-}" ] || landings=10
RANDOM=7 # the moments are the same each time; where they land differs
dir=$work/kills

cat > "$work/kills.json" <<'END'
{"experiment": 1, "name": "kills", "max_cycles": 600, "games": 2,
 "libraries": [{"name": "small", "learn": ["rush-open-1"]}],
 "players": ["random", "library:small"],
 "opponents": ["idle"], "maps": ["open-1", {"family": "ridge", "size": 48}]}
END
other=(--set seed=5 --set 'libraries=[{"name":"small","learn":["economy-choke-3"]},
    {"name":"more","learn":["economy-choke-3"]}]')

plan() { # FOLDER OPTION...: in a shell of its own, whose place the program takes
    local to=$1
    shift
    exec "$UNDERSTUDY" experiment plan "$work/kills.json" -o "$to" --sample 0 "$@"
}

fail() { # WHAT
    echo "$1"
    find "$dir" -type f
    cat "$work/said" "$work/why"
    exit 1
}

# The content of a plan: its manifest with plain names of files, and those files.
content() { # FOLDER FILE
    local name
    sed 's/\(small\|more\)-[0-9a-f]\{16\}\.db/\1.db/g; s/\.map-[0-9a-f]\{16\}/.map/g' \
        "$1/manifest.jsonl" > "$2"
    grep -oE '(libraries|maps)/[^"? ]+\.(db|map)' "$1/manifest.jsonl" | sort -u > "$2.names"
    [ -s "$2.names" ] || return 1
    while read -r name; do
        case $name in
            *.db) "$UNDERSTUDY" library export "$1/$name" || return 1 ;;
            *) cat "$1/$name" || return 1 ;;
        esac
    done < "$2.names" > "$2.files" 2> "$work/why"
    [ -s "$1/spec.json" ] || [ -s "$1/understudy-planning/spec.json" ]
}

equal() { # FILE FILE
    cmp -s "$1" "$2" && cmp -s "$1.files" "$2.files"
}

exec 2> "$work/messages" # the shell's own about each that was killed
(plan "$dir") > "$work/said"
cp -a "$dir" "$work/older"
(plan "$work/newer" "${other[@]}") > "$work/said"
content "$work/older" "$work/want_older"
content "$work/newer" "$work/want_newer"
! equal "$work/want_older" "$work/want_newer"

start=$(date +%s%N)
(plan "$dir" "${other[@]}") > "$work/said"
took=$((($(date +%s%N) - start) / 1000))
older=0 newer=0
judge() { # WHAT
    content "$dir" "$work/found" || fail "$1: a file is missing"
    if equal "$work/found" "$work/want_older"; then
        older=$((older + 1))
    elif equal "$work/found" "$work/want_newer"; then
        newer=$((newer + 1))
    else
        fail "$1: it is a third one"
    fi
}

report() { # WHAT
    echo "$1: $older times the older one, $newer times the new one: the older plan or the new one, whole each time"
    older=0 newer=0
}

for ((landed = 0, plans = 0; landed < landings; plans++)); do
    [ $plans -lt $((landings * 10)) ] || fail "only $landed of $plans plans were killed in time"
    rm -rf "$dir"
    cp -a "$work/older" "$dir"
    wait=$((RANDOM * 32768 + RANDOM))
    wait=$((wait % took))
    plan "$dir" "${other[@]}" > "$work/said" 2>&1 &
    run=$!
    sleep "$(printf '%d.%06d' $((wait / 1000000)) $((wait % 1000000)))"
    code=0
    kill -9 $run 2> "$work/none" || true
    wait $run || code=$?
    [ $code = 137 ] || [ $code = 0 ] || fail "plan $plans: exit $code"
    [ $code = 0 ] || landed=$((landed + 1))
    judge "plan $plans, killed after $wait us"
    if ((plans % 10 == 0)); then # the next plan takes the remains away
        (plan "$dir") > "$work/said" 2>&1 || fail "plan $plans: no plan after it"
        [ "$(cd "$dir" && find . | sort)" = "$(cd "$work/older" && find . | sort)" ] ||
            fail "plan $plans: remains"
        diff -r "$dir/maps" "$work/older/maps" > "$work/none" || fail "plan $plans: other maps"
    fi
done
report "$plans plans over an older one, $landed killed within $((took / 1000)) ms"

if [ -z "${SHORT:-}" ] && command -v strace > "$work/none"; then
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    landed=0
    for call in fsync rename link unlink; do
        for ((i = 1; ; i++)); do
            rm -rf "$dir"
            cp -a "$work/older" "$dir"
            code=0
            strace -f -o "$work/none" -e trace=$call -e inject=$call:signal=KILL:when=$i \
                "$UNDERSTUDY" experiment plan "$work/kills.json" -o "$dir" --sample 0 "${other[@]}" \
                > "$work/said" 2>&1 || code=$?
            judge "$call $i"
            [ $code != 0 ] || break
            [ $code = 137 ] || fail "$call $i: exit $code"
            landed=$((landed + 1))
        done
    done
    report "$landed plans over an older one, each killed at another call"
fi
