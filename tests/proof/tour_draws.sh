#!/bin/bash
# The tour (docs/TOUR.md) asks whether its adapted library is better than the learned one, on three maps. Here the
# same is asked on many draws of three maps: how often does each verdict come, and how often does its interval
# hold the mean of all draws, in the scope of maps and in that of these maps? Fails where games are missing;
# never by what they say. Program: $UNDERSTUDY. Small unless WHOLE=1. DRAWS, SEED, JOBS, WORK (kept).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${UNDERSTUDY:=$root/bin/understudy}" "${WHOLE:=}" "${SEED:=20000}" "${JOBS:=$(nproc)}" "${WORK:=}"
: "${DRAWS:=$([ "$WHOLE" ] && echo 28 || echo 2)}"
UNDERSTUDY=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA="$root"
if [ -z "$WORK" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK"
cd "$WORK"

"$UNDERSTUDY" experiment plan "$root/docs/examples/tour.json" -o tour --sample 0 -j "$JOBS" \
    --set 'players=[{"name": "learned", "agent": "library:learned"}, {"name": "adapted", "agent": "library:adapted"}]' \
    --set model=null --set "maps=[{\"family\": \"open\", \"seed\": $SEED, \"count\": $((3 * DRAWS))}]" > log 2>&1 ||
    { tail -n 3 log; exit 1; }
"$UNDERSTUDY" experiment run tour -j "$JOBS" --resume >> log 2>&1 || { tail -n 3 log; exit 1; }

effect() { # FILE SCOPE: effect low high verdict
    "$UNDERSTUDY" experiment compare "$1" --scope "$2" --sheet effects --form csv | tr -d '\r' |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["effect"], $at["low"], $at["high"], $at["verdict"] }'
}

echo "draws of three maps, adapted against learned; of all $((3 * DRAWS)) maps:"
"$UNDERSTUDY" experiment compare tour | head -n 1
read -r mean _ <<< "$(effect tour maps)"
for ((draw = 0; draw < DRAWS; draw++)); do
    skip=''
    for ((map = SEED; map < SEED + 3 * DRAWS; map++)); do
        [ $(((map - SEED) / 3)) = $draw ] || skip="$skip|$map"
    done
    grep -vE "\"map\":\"open-64-(${skip#|})\"" tour/results.jsonl > "draw-$draw.jsonl"
    for scope in maps these-maps; do echo "$scope $(effect "draw-$draw.jsonl" $scope)"; done
done | awk -v mean="$mean" -v draws="$DRAWS" '
    { count[$1 " " $5]++; held[$1] += $3 <= mean && mean <= $4; half[$1] += ($4 - $3) / 2 }
    END {
        print "| scope | better | worse | inconclusive | interval holds the mean of all | half its width |"
        print "| --- | ---: | ---: | ---: | ---: | ---: |"
        for (i = split("maps these-maps", scope, " "); i > 0; i--) {
            s = scope[i]
            printf "| %s | %d | %d | %d | %d of %d | %.2f |\n", s, count[s " better"], count[s " worse"],
                count[s " inconclusive"] + count[s " same"], held[s], draws, half[s] / draws
        }
    }'
