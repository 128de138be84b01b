#!/bin/bash
# Does adaptation help? Libraries learned from one demonstration of each expert play training games and
# are adapted by what went wrong, in several runs; all play on maps and seeds that no run saw, beside the
# original and controls: as many random repairs, extra demonstrations on the training maps, a second
# round. The run is what is repeated. Fails where results are incomplete, differ from those of another
# number of workers or of another time, or where two ways of computing them differ; never by what they
# say. Program: $UNDERSTUDY. Small unless WHOLE=1, which takes hours. $PAGE: the tables go there.
# $WORK: a folder that is kept: the same again goes on with demonstrations and games where these were
# stopped, but adapts anew where that was not finished. RUNS, GAMES, PROVE, MAPS, JOBS: sizes.
set -eu
: "${UNDERSTUDY:=bin/understudy}" "${WHOLE:=}" "${JOBS:=$(nproc)}" "${PAGE:=}"
root=$(cd "$(dirname "$0")/../.." && pwd)
UNDERSTUDY=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA=$root
experts="balanced economy knights rush siege towers"
families="open ridge choke scattered"
opponents="boom footman-rush land-attack passive raid tower-push turtle worker-rush"
if [ "$WHOLE" ]; then
    : "${RUNS:=12}" "${GAMES:=100}" "${PROVE:=40}" "${MAPS:=4}" "${WORK:=$root/build/adapt_helps}"
    more='"max_cycles": 54000'
else
    : "${RUNS:=2}" "${GAMES:=24}" "${PROVE:=2}" "${MAPS:=1}" "${WORK:=}"
    opponents="boom raid worker-rush"
    more='"max_cycles": 12000'
fi
if [ ! "$WORK" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK"
cd "$WORK"

fail() {
    echo "$1"
    exit 1
}

say() {
    "$UNDERSTUDY" "$@" 2>> log > said || { tail -n 5 log; cat said; fail "understudy $*"; }
}

words() { # PREFIX WORD...: a list of JSON
    local prefix=$1 list=
    shift
    for word; do list="$list, \"$prefix$word\""; done
    echo "[${list#, }]"
}

made_maps() { # SEED COUNT
    local list=
    for family in $families; do
        list="$list, {\"family\": \"$family\", \"seed\": $1, \"count\": $2}"
    done
    echo "[${list#, }]"
}

demos='"balanced-choke-1", "economy-choke-3", "knights-choke-3", "rush-open-1", "siege-ridge-1", "towers-ridge-1"'
ground=500000
against=$(words ai: $opponents)
training="\"against\": $against, \"maps\": $(made_maps $ground 1), \"games\": $GAMES, \"runs\": $RUNS"

# ---- the same amount of play, spent on demonstrations: so many games of experts on the maps of the run,
# against the same opponents; those that were won are learned from

demonstrate() { # RUN
    local run=$1 game=0 dir=extra-$1 family expert opponent seat
    local -a family_of expert_of opponent_of
    read -ra family_of <<< "$families"
    read -ra expert_of <<< "$experts"
    read -ra opponent_of <<< "$opponents"
    [ ! -e "$dir.list" ] || return 0
    rm -rf "$dir"
    mkdir "$dir"
    for family in $families; do
        say game mapgen --family "$family" --seed $((ground + run)) -o "$dir/$family.map"
    done
    : > list
    while [ $game -lt "$GAMES" ]; do
        family=${family_of[game % 4]}
        expert=${expert_of[game % 6]}
        opponent=${opponent_of[game / 8 % ${#opponent_of[@]}]}
        seat=$((game / 4 % 2))
        say game play "$dir/$family.map" --p$seat "expert:$expert" --p$((1 - seat)) "ai:$opponent" \
            --seed $((9000000 + run * 10000 + game)) --trace "$dir/$game.jsonl"
        if grep -q "^seat $seat (expert:.*) beats" said; then
            echo ", \"$dir/$game.jsonl\"" >> list
        else
            rm "$dir/$game.jsonl"
        fi
        game=$((game + 1))
    done
    mv list "$dir.list"
}

# ---- what is asked

extra_libraries='' extra_players=''
for ((run = 0; run < RUNS; run++)); do
    demonstrate $run
    extra_libraries="$extra_libraries,
  {\"name\": \"demonstrated-$run\", \"learn\": [$demos$(tr -d '\n' < extra-$run.list)], \"relax\": true}"
    extra_players="$extra_players,
  {\"name\": \"more demonstrations $run\", \"agent\": \"library:demonstrated-$run\", \"group\": \"more demonstrations\", \"run\": $run}"
done
cat > helps.json << END
{"experiment": 1, "name": "does adaptation help", "seed": 1001, $more,
 "libraries": [
  {"name": "learned", "learn": [$demos], "relax": true},
  {"name": "adapted", "adapt": "learned", $training, "prove": $PROVE},
  {"name": "random", "adapt": "learned", $training, "repairs": "random", "like": "adapted"},
  {"name": "twice", "adapt": "adapted", $training, "prove": $PROVE, "seed": 1001}$extra_libraries],
 "players": [{"name": "original", "agent": "library:learned"},
  {"name": "adapted", "agent": "library:adapted"},
  {"name": "adapted twice", "agent": "library:twice"},
  {"name": "random repairs", "agent": "library:random"}$extra_players],
 "opponents": $against, "maps": $(made_maps 1000 "$MAPS")}
END

# ---- it is the same on any number of workers

check_workers() {
    sed -e 's/"games": [0-9]*/"games": 8/g' -e 's/"runs": [0-9]*/"runs": 1/g' \
        -e 's/"prove": [0-9]*/"prove": 2, "most": 2/g' -e "s/\"against\": [^]]*]/\"against\": [\"ai:raid\"]/g" \
        -e '/"adapted twice"/d' -e '/"name": "twice"/d' -e 's/"name": "random", /&"most": 2, /' \
        -e '/demonstrat/d' -e 's/"like": "adapted"}.*/"like": "adapted"}],/' \
        -e 's/"agent": "library:random"},*/"agent": "library:random"}],/' helps.json > few.json
    rm -rf one many
    say experiment plan few.json -o one --sample 0 -j 1
    say experiment plan few.json -o many --sample 0 -j 3
    cmp one/manifest.jsonl many/manifest.jsonl || fail "another number of workers, another library"
    rm -rf one many
}

check_workers
[ -e helps/manifest.jsonl ] || say experiment plan helps.json --sample 0 -j "$JOBS"
say experiment run helps -j "$JOBS"
say experiment verify helps --sample $((WHOLE ? 100 : 10)) -j "$JOBS"
say experiment export helps --csv -o helps.csv
[ "$(tail -n +2 helps.csv | awk -F, '$11 !~ /win|draw|loss/' | wc -l)" = 0 ] || fail "not all games were played to their end"

# ---- what came of it: means over the games of a run, Student's interval over runs, exact sign flips

effects() { # PLAYER BASELINE [FAMILY]: effect, low, high, p, runs, pairs
    awk -F, -v player="$1" -v baseline="$2" -v family="${3:-}" '
        function who(row) { return $3 != "" ? $3 : $2 }
        function abs(x) { return x < 0 ? -x : x }
        BEGIN { n = split("12.7062 4.3027 3.1824 2.7764 2.5706 2.4469 2.3646 2.3060 2.2622 2.2281 2.2010 " \
            "2.1788 2.1604 2.1448 2.1314 2.1199 2.1098 2.1009 2.0930", t, " ") }
        NR > 1 && (family == "" || $8 == family) {
            run = $4 == "" ? -1 : $4
            if (who() == player) { sum[run] += $13; count[run]++; pairs++ }
            if (who() == baseline) { base[run] += $13; bases[run]++ }
        }
        END {
            for (r = 0; r in sum; r++) {
                b = r in base ? r : -1
                d[++runs] = sum[r] / count[r] - base[b] / bases[b]
                mean += d[runs]
            }
            mean /= runs
            for (i = 1; i <= runs; i++) s += (d[i] - mean) ^ 2
            half = runs > 1 && runs <= n + 1 ? t[runs - 1] * sqrt(s / (runs - 1) / runs) : 1
            all = 2 ^ runs
            for (k = 0; k < all; k++) {
                m = 0
                bits = k
                for (i = 1; i <= runs; i++) {
                    m += bits % 2 ? d[i] : -d[i]
                    bits = int(bits / 2)
                }
                more += abs(m / runs) >= abs(mean) - 1e-12
            }
            printf "%.4f %.4f %.4f %.5f %d %d\n", mean, mean - half, mean + half, more / all, runs, pairs
        }' helps.csv
}

row() { # PLAYER BASELINE [FAMILY]
    local effect low high p runs pairs
    read -r effect low high p runs pairs <<< "$(effects "$@")"
    awk -v a="$1" -v b="$2" -v f="${3:-all}" -v e="$effect" -v l="$low" -v h="$high" -v p="$p" -v r="$runs" -v n="$pairs" \
        'function x(v) { return v > -0.0005 && v < 0.0005 ? 0 : 100 * v }
        BEGIN { printf "| %s | %s | %s | %d | %d | %+.1f | [%+.1f, %+.1f] | %.4f |\n", a, b, f, r, n, x(e), x(l), x(h), p }'
}

check_compare() { # PLAYER BASELINE: compare computes the same effect
    local mine theirs
    say experiment compare helps --baseline "$2" --player "$1" --sheet effects --form csv
    theirs=$(awk -F, 'NR == 2 { print $6 }' said)
    mine=$(effects "$1" "$2" | cut -d ' ' -f 1)
    awk -v a="$mine" -v b="$theirs" 'BEGIN { exit !(a - b < 2e-4 && b - a < 2e-4) }' ||
        fail "$1 against $2: $mine here, $theirs by compare"
}

tables() {
    echo "| player | against | maps | runs | pairs | points | 95% | p |"
    echo "| --- | --- | --- | ---: | ---: | ---: | --- | ---: |"
    for other in original "random repairs" "more demonstrations"; do row adapted "$other"; done
    row "random repairs" original
    row "more demonstrations" original
    row "adapted twice" original
    row "adapted twice" adapted
    for family in $families; do row adapted original "$family"; done
}

check_compare adapted original
check_compare adapted "random repairs"
check_compare "adapted twice" adapted
tables > tables
cat tables

repaired() { # of each run: repairs, and games that it saw
    local run
    for ((run = 0; run < RUNS; run++)); do
        "$UNDERSTUDY" library stats helps/libraries/adapted-$run.db | grep -o 'saw [0-9]* games*' | cut -d ' ' -f 2
    done | awk '{ s += $1 } END { printf "%d", s / NR }'
}

learned_from=$(cat extra-*.list | wc -l)
if [ "$PAGE" ]; then
    {
        echo "# Does adaptation help?"
        echo
        echo "A library learned from one demonstration of each expert plays $GAMES training games on maps of its own, one of"
        echo "each family, against $(echo $opponents | wc -w) opponents, and is adapted; a repair stays where it does no worse in $PROVE pairs of"
        echo "games. That is a run; there are $RUNS. Then all play on $((MAPS * 4)) maps, in both seats, with seeds that no run saw."
        echo "Points are percent of a game: what the player scores above the other one, by the same map, opponent, seat and"
        echo "seed. The interval is Student's over the runs, p that of exact sign flips of the runs. Nothing is corrected for"
        echo "the number of rows."
        echo
        echo "Made by \`make adapted\`, which runs \`tests/proof/adapt_helps.sh\`."
        echo
        cat tables
        echo
        echo "*Random repairs*: as many as the same run of the adapted library has, random ones of random behaviors, without"
        echo "proof. *More demonstrations*: $GAMES games of experts on the training maps of the run against the same opponents; the"
        echo "library learns from those that were won ($((learned_from / RUNS)) of them, in the mean), and the six. *Adapted twice*: another round of"
        echo "$GAMES games on the same maps. A run saw $(repaired) games in the mean, those of proof among them: proof plays more games"
        echo "than training does, and the controls play none for it."
    } > page
    cp page "$PAGE"
fi
