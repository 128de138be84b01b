#!/bin/bash
# 38 kinds of output have the same bytes for gcc and clang at -O0 to -O3, under the sanitizers
# ($UNDERSTUDY), with 1, 2 and 8 workers, in other time zones, and in three locales, a Turkish one
# among them. Only planned-by.json may differ. BUILDS names fewer builds: BUILDS="gcc-O2 clang-O0".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
builds=${BUILDS-gcc-O0 gcc-O1 gcc-O2 gcc-O3 clang-O0 clang-O1 clang-O2 clang-O3}
KINDS=38

cat > "$work/spec.json" << 'END'
{"experiment": 1, "name": "same", "domain": "skirmish", "seed": 3, "max_cycles": 1500, "games": 2,
 "libraries": [{"name": "learned", "learn": ["balanced-choke-1", "rush-open-1"]}],
 "players": ["expert:rush"], "opponents": ["ai:land-attack", "random"],
 "maps": ["open-1", "ridge-1"]}
END

kind() { # NAME COMMAND...: its standard output is a kind
    local name=$1
    shift
    "$@" > "$name" 2> "$name.messages" || case $? in
        1 | 3 | 4) ;; # a check that failed has output, too
        *) echo "$name failed: $(cat "$name.messages")" >&2; return 1 ;;
    esac
    rm "$name.messages"
    [ -s "$name" ] || { echo "$name is empty" >&2; return 1; }
}

without_facts() { # FILE: without the facts that name builds, dates and the time that games took
    grep -vE '(Planned|Report) by\b|Time of all games|(Planned|Last result)(</dt>|:\*\*)' "$1"
}

make_all() { # PROGRAM WORKERS: all kinds, in the current folder
    local u=$1 j=$2 demos=$root/domains/skirmish/demos
    kind game.txt "$u" game play open-1 --p0 expert:rush --p1 ai:raid --seed 5 --max-cycles 3000 \
        --trace game.jsonl --events --states 100
    kind game.json "$u" game play ridge-1 --p0 random --p1 ai:turtle --seed 7 --max-cycles 3000 --json
    kind maps.json "$u" game maps --json
    kind agents.json "$u" game agents --json
    kind demos.json "$u" game demos --json
    kind drawn.map "$u" game mapgen --family choke --seed 9
    kind shown.txt "$u" game show open-1
    "$u" learn --relax "$demos"/balanced-choke-1.jsonl "$demos"/rush-open-1.jsonl -o lib.db > learn.txt 2>&1 || { cat learn.txt; return 1; }
    kind lib.brl "$u" library export lib.db
    kind list.json "$u" library list lib.db --json
    kind show.json "$u" library show lib.db --json
    kind stats.json "$u" library stats lib.db --json
    kind check.txt "$u" library check lib.db
    kind eval.json "$u" library eval lib.db --json
    "$u" game play choke-1 --p0 library:lib.db --p1 ai:land-attack --seed 3 --max-cycles 6000 \
        --trace planned.jsonl > /dev/null
    kind retrieve.json "$u" retrieve lib.db --goal "DefeatPlayer(enemy)" --state planned.jsonl@600 --json
    kind orders.txt "$u" trace show planned.jsonl
    kind plan.json "$u" trace show planned.jsonl --plan 3000 --json
    kind faults.json "$u" trace check planned.jsonl --json
    kind counts.json "$u" trace stats planned.jsonl --json
    kind film.txt "$u" trace film planned.jsonl -o film.html
    "$u" annotate game.jsonl --auto > annotate.txt 2>&1
    "$u" adapt lib.db planned.jsonl --least 1 -o adapted.db --json > adapt.json 2> adapt.messages
    kind diff.txt "$u" library diff lib.db adapted.db
    kind adapted.brl "$u" library export adapted.db
    "$u" adapt --abstract-only planned.jsonl -o tables.db > /dev/null 2>&1
    kind tree.xml "$u" tree export "$root/domains/skirmish/root.brl" --format xml --lossy
    "$u" experiment plan "$work/spec.json" -o exp --sample 0 -j "$j" > plan.log 2>&1 || { cat plan.log; return 1; }
    "$u" experiment run exp -j "$j" > /dev/null 2>&1
    kind compare.json "$u" experiment compare exp --json
    kind compare.txt "$u" experiment compare exp
    kind compare.csv "$u" experiment compare exp --form csv
    kind compare.tex "$u" experiment compare exp --form latex
    kind export.md "$u" experiment export exp --md
    rm plan.log
    "$u" experiment report exp > /dev/null 2>&1 || true
    cp exp/manifest.jsonl exp/results.jsonl exp/spec.json .
    without_facts exp/report.html > report.html
    without_facts exp/reproducibility.md > reproducibility.md
    kind manual.1 "$u" --man
    rm -r exp
}

sums() { # NAME PROGRAM WORKERS: a line a kind, in NAME.txt
    mkdir "$work/$1"
    set +e # otherwise bash would not end the parentheses at a failure
    (set -e; cd "$work/$1"; make_all "$2" "$3")
    [ $? = 0 ] || { echo "$1: a command failed"; exit 1; }
    set -e
    (cd "$work/$1" && sha256sum -- *.*) > "$work/$1.txt"
    if [ "$1" = sanitized ]; then
        count=$(grep -vcE '\.messages$' "$work/$1.txt")
        [ "$count" -ge $KINDS ] || { echo "$count kinds, expected $KINDS"; exit 1; }
        return
    fi
    if cmp -s "$work/sanitized.txt" "$work/$1.txt"; then
        echo "$1: the same $count outputs"
        rm -r "${work:?}/$1"
    else
        echo "$1 differs: $(diff "$work/sanitized.txt" "$work/$1.txt" | grep '^>' | awk '{print $3}' | tr '\n' ' ')"
        failed=1
    fi
}

in_locale() { # NAME SOURCE
    command -v localedef > /dev/null || { echo "no localedef here: $1 is left out"; return; }
    localedef -i "$2" -f UTF-8 "$work/locales/$1" 2> "$work/locale.log" ||
        { echo "localedef makes no $1: left out"; return; }
    printf '#!/bin/sh\nLOCPATH=%s LC_ALL=%s exec %s "$@"\n' "$work/locales" "$1" "$UNDERSTUDY" > "$work/in-$1"
    chmod +x "$work/in-$1" # bash itself stays in its locale
    sums "locale-$1" "$work/in-$1" 2
}

commit_of() { # PROGRAM: it stands in every plan
    "$1" --version | grep -o 'commit [^,]*' || true
}

failed=0
root=$PWD
mkdir "$work/locales"
sums sanitized "$UNDERSTUDY" 2
sums workers-1 "$UNDERSTUDY" 1
sums workers-8 "$UNDERSTUDY" 8
TZ=Asia/Kathmandu sums zone-east "$UNDERSTUDY" 2
TZ=XXX+11:30 sums zone-west "$UNDERSTUDY" 2
in_locale tr_TR.UTF-8 tr_TR
in_locale de_DE.UTF-8 de_DE
in_locale fa_IR.UTF-8 fa_IR
for build in $builds; do
    command -v "${build%-*}" > /dev/null || { echo "no ${build%-*} here: $build is left out"; continue; }
    make BUILD=release OUT="$work/build-$build" CC="${CCACHE:-} ${build%-*}" CFLAGS="-${build#*-}" \
        "$work/build-$build/understudy" > "$work/$build.log" 2>&1 || { cat "$work/$build.log"; exit 1; }
    [ "$(commit_of "$work/build-$build/understudy")" = "$(commit_of "$UNDERSTUDY")" ] ||
        { echo "the commit is another one since $UNDERSTUDY was built"; exit 1; }
    sums "$build" "$work/build-$build/understudy" 2
    rm -r "$work/build-$build"
done
[ $failed = 0 ]
