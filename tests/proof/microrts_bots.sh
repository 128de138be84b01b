#!/bin/bash
# The scripted rushes of microRTS play the games that the real game's bots of these names play: each
# pair on each map, from both seats, with the bot in the real game, and natively. So does a library that
# is learned from one game: it can't know which one it plays. Winner and cycles must be the same. MAPS: names to play on, else all that ship; of the real game's own, DRAWN more by
# SEED (12, 1). Skipped (77) where the real one can't be had.
set -eu

U=${UNDERSTUDY:-bin/understudy}
DRAWN=${DRAWN:-12} SEED=${SEED:-1}
home=$(cd "${UNDERSTUDY_MICRORTS:-build/microrts}" 2> /dev/null && pwd) || home=build/microrts
if [ ! -e "$home/microrts.jar" ] || ! command -v java > /dev/null; then
    echo "skipped: no real microRTS (make microrts)"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

maps=${MAPS:-$("$U" game maps --domain microrts | awk 'NR > 1 { print $1 }')
$(cd "$home/maps" && find . -name '*.xml' | sort | sed 's|^\./||; s|\.xml$||' |
    awk -v seed="$SEED" -v most="$DRAWN" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort |
    cut -f 2 | grep -v BroodWar | head -n "$DRAWN")}

bot_of() { # NAME: the class
    case $1 in
        worker-rush) echo ai.abstraction.WorkerRush ;;
        light-rush) echo ai.abstraction.LightRush ;;
        heavy-rush) echo ai.abstraction.HeavyRush ;;
        ranged-rush) echo ai.abstraction.RangedRush ;;
    esac
}

all="worker-rush light-rush heavy-rush ranged-rush"
"$U" game play bases-16 --domain microrts --p0 ai:light-rush --p1 ai:random-biased --seed 7 \
    --trace "$folder/light.jsonl" > "$folder/planned"
"$U" annotate "$folder/light.jsonl" --auto > "$folder/planned"
{
    echo '{"experiment": 1, "name": "rushes", "domain": "microrts", "games": 1, "max_cycles": 4000,'
    echo '"libraries": [{"name": "learned", "learn": ["light.jsonl"], "suggested": true, "relax": true}], "players": ['
    for a in $all; do echo "\"ai:$a\","; done
    echo '"library:learned"], "opponents": ['
    for a in $all; do echo "\"ai:$a\", \"bot:$(bot_of "$a")\","; done | sed '$s/,$//'
    echo '], "maps": ['
    while read -r map; do
        # of the real game's maps some have nobody for a player
        "$U" game show --domain microrts "$map" > /dev/null 2>&1 && echo "\"$map\","
    done <<< "$(tr " " "\n" <<< "$maps")" | sed '$s/,$//'
    echo ']}'
} > "$folder/spec.json"
"$U" experiment plan "$folder/spec.json" -o "$folder/run" --trust > "$folder/planned"
"$U" experiment run "$folder/run" > "$folder/said" 2>&1 || {
    tail -n 3 "$folder/said"
    grep -E '"(crash|timeout)"' "$folder/run/results.jsonl"
    exit 1
}
"$U" experiment export "$folder/run" --csv -o "$folder/games.csv" > /dev/null
awk -F , '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        opponent = $at["opponent"]
        real = sub(/^bot:ai\.abstraction\./, "", opponent)
        if (real) {
            opponent = tolower(opponent)
            sub(/rush$/, "-rush", opponent)
        } else
            sub(/^ai:/, "", opponent)
        key = $at["player"] " " opponent " " $at["map"] " " $at["seat"] " " $at["seed"]
        result = $at["end"] " " $at["cycles"]
        if (real) there[key] = result; else here[key] = result
    }
    END {
        for (key in there) {
            games++
            if (there[key] != here[key]) {
                differ++
                print "differs: " key ": real " there[key] ", native " here[key]
            }
        }
        printf "%d games with a bot of the real microRTS, of which %d go otherwise natively\n", games, differ
        exit games == 0 || differ > 0
    }' "$folder/games.csv"
