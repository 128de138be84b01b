#!/bin/bash
# Do more demonstrations help? Libraries of 1, 3 and 10 demonstrations are learned, practice equally, and
# play on maps and seeds that no practice saw. Each repeat takes the demonstrations in another order, and the
# smaller libraries of a repeat are parts of the larger ones. Maps and repeats are what is repeated. Fails
# where results are incomplete; never by what they say. Program: $UNDERSTUDY. Small unless WHOLE=1. $WORK: a
# folder that is kept; the same again goes on there. REPEATS, GAMES (of practice), MAPS (of a family), JOBS,
# SHIFT: sizes.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
if [ "$WHOLE" ]; then
    : "${REPEATS:=12}" "${GAMES:=2048}" "${MAPS:=6}" "${WORK:=$root/build/curve}"
    more='"max_cycles": 60000'
else
    : "${REPEATS:=2}" "${GAMES:=8}" "${MAPS:=1}" "${WORK:=}"
    opponents="raid worker-rush"
    more='"max_cycles": 12000'
fi
sizes="1 3 10"
all=(balanced-choke-1 balanced-scattered-1 economy-choke-3 economy-scattered-1 knights-choke-3 knights-open-1
    rush-choke-1 rush-open-1 siege-open-1 siege-ridge-1 towers-choke-1 towers-ridge-1)
strides=(1 5 7 11) # each has no factor in common with the number of demonstrations
enter_work

practiced() { # SIZE REPEAT: makes SIZE-REPEAT.db
    local file=$1-$2.db i
    local demos=()
    [ ! -e "$file.done" ] || return 0
    for ((i = 0; i < $1; i++)); do # the first of 12 repeats are all different
        demos+=("$root/domains/skirmish/demos/${all[($2 * 3 + $2 / 4 + i * strides[$2 % 4]) % ${#all[@]}]}.jsonl")
    done
    [ -e "$file" ] || { say learn "${demos[@]}" --relax -o "$file.new" && mv "$file.new" "$file"; }
    say library practice "$file" --games "$GAMES" --max-cycles 60000 --seed $((SHIFT + 1)) -j "$JOBS"
    touch "$file.done"
}

libraries='' players=''
for size in $sizes; do
    for ((repeat = 0; repeat < REPEATS; repeat++)); do
        practiced "$size" "$repeat"
        players="$players,
  {\"name\": \"$size of repeat $repeat\", \"agent\": \"library:$WORK/$size-$repeat.db\", \"group\": \"$size\", \"run\": $repeat}"
    done
done
cat > curve.json << END
{"experiment": 1, "name": "do more demonstrations help", "seed": $((1003 + SHIFT)), $more,
 "players": [${players#,}],
 "opponents": $(words ai: $opponents), "maps": $(made_maps $played_ground "$MAPS")}
END
[ -e curve/manifest.jsonl ] || say experiment plan curve.json --sample 0 -j "$JOBS"
play_all curve

rows() {
    row 3 1
    row 10 3
    row 10 1
}

effects_table
