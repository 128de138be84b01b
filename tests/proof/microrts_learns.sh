#!/bin/bash
# What does a library learn from the traces of one bot of microRTS? Each of the four rushes plays on maps
# to learn on, from both seats, against five opponents; the games that it won are labeled by
# annotate --auto and learned from. Then the bot, the library, and libraries that were adapted by games
# on the same maps play on twelve other maps, from both seats, against the same opponents. Fails where
# results are incomplete; never by what they say. Program: $UNDERSTUDY. Small unless WHOLE=1. $PAGE: the table
# goes there. $WORK: a folder that is kept. BOTS: names; RUNS, GAMES, JOBS: sizes; RUNS=0: nothing is
# adapted. REAL=1: the demonstrations are games of the real bots of these names, or of a class such as
# ai.coac.CoacAI, as its launcher records them.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
learned="bases-8 bases-16 open-10 two-bases-12 rooms-16 barracks-24"
unseen="barracks-12 caves-32 far-ore-16 far-ore-64 gate-10 mirror-24 pillars-8 plain-64 plain-8 two-bases-16 two-bases-32 wall-of-ore-9x8"
others="random-biased worker-rush light-rush ranged-rush heavy-rush"
cycles=4000
export UNDERSTUDY_MICRORTS=${UNDERSTUDY_MICRORTS:-$root/build/microrts}
if [ "$WHOLE" ]; then
    : "${REAL:=}" "${BOTS:=worker-rush light-rush heavy-rush ranged-rush}" "${RUNS:=8}" "${GAMES:=60}" "${WORK:=$root/build/microrts_learns}"
else
    : "${REAL:=}" "${BOTS:=worker-rush}" "${RUNS:=2}" "${GAMES:=24}" "${WORK:=}"
fi
enter_work

demonstrate() { # BOT: into DEMOS, the traces of the games that it won
    local map other seat trace
    demos=
    mkdir -p demos
    for map in $learned; do
        for other in $others; do
            for seat in 0 1; do
                trace=demos/$1-$map-$other-$seat.jsonl
                if [ ! -e "$trace.played" ]; then
                    say game play "$map" --domain microrts --max-cycles $cycles --p$seat "ai:$1" --p$((1 - seat)) "ai:$other" --trace "$trace"
                    if grep -q "^seat $seat (.*) beats" said; then
                        say annotate "$trace" --auto --seat $seat
                    else
                        rm "$trace"
                    fi
                    : > "$trace.played"
                fi
                [ ! -e "$trace" ] || demos="$demos, \"$trace\""
            done
        done
    done
    demos=${demos#, }
}

xml_of() { # MAP: as the real game reads it
    awk 'BEGIN { split("Resource 1 Base 10 Barracks 4 Worker 1 Light 4 Heavy 8 Ranged 1", kind)
                 for (i = 1; i in kind; i += 2) life[kind[i]] = kind[i + 1] }
        $1 == "resources" { one = $2; other = $3 }
        $1 == "map" || $1 == "legend" { part = $1; next }
        part == "map" { row[h++] = $0 }
        part == "legend" { type[$1] = $2; owner[$1] = $3 == "neutral" ? -1 : $3; has[$1] = $4 == "resources" ? $5 : 0 }
        END {
            w = length(row[0])
            for (y = 0; y < h; y++)
                for (x = 1; x <= w; x++) {
                    c = substr(row[y], x, 1)
                    ground = ground (c == "#")
                    if (c in type)
                        units = units sprintf("<rts.units.Unit type=\"%s\" ID=\"%d\" player=\"%d\" x=\"%d\" y=\"%d\" resources=\"%d\" hitpoints=\"%d\"></rts.units.Unit>\n",
                            type[c], 20 + n++, owner[c], x - 1, y, has[c], life[type[c]])
                }
            printf "<rts.PhysicalGameState width=\"%d\" height=\"%d\"><terrain>%s</terrain><players>" \
                "<rts.Player ID=\"0\" resources=\"%d\"></rts.Player><rts.Player ID=\"1\" resources=\"%d\"></rts.Player></players>\n" \
                "<units>%s</units></rts.PhysicalGameState>\n", w, h, ground, one, other, units
        }' "$root/domains/microrts/maps/$1.map"
}

class_of() { # BOT: "ai.abstraction.LightRush"
    case $1 in
    *.*) echo "$1" ;;
    random-biased) echo ai.RandomBiasedAI ;;
    *) echo "ai.abstraction.$(sed -E 's/(^|-)([a-z])/\U\2/g' <<< "$1")" ;;
    esac
}

demonstrate_really() { # BOT: as demonstrate
    local map other seat name home=$UNDERSTUDY_MICRORTS
    demos=
    mkdir -p demos
    : > jobs
    for map in $learned; do
        xml_of "$map" > "demos/$map.xml"
        for other in $others; do
            for seat in 0 1; do
                name=demos/$1-$map-$other-$seat
                printf '{"map":"%s","p%d":"%s","p%d":"%s","cycles":%d,"seed":"7","trace":"%s","every":true}\nwait\n' \
                    "$PWD/demos/$map.xml" $seat "$(class_of "$1")" $((1 - seat)) "$(class_of "$other")" $cycles "$PWD/$name.zip" >> jobs
            done
        done
    done
    java -cp "$home/microrts.jar:$home/launcher" Launcher "$home" < jobs > answers || fail "the launcher ended with $?"
    while IFS=$'\t' read -r name seat; do
        say trace convert --from microrts "$name.zip" -o "$name.jsonl"
        say annotate "$name.jsonl" --auto --seat "$seat"
        demos="$demos, \"$name.jsonl\""
    done < <(paste <(grep '^{"map"' jobs) <(grep -v '^{"started"' answers) |
        sed -nE 's/.*"trace":"[^"]*(demos\/[^"]*-([01]))\.zip".*\t\{"winner":\2,.*/\1\t\2/p')
    demos=${demos#, }
}

score() { # PLAYER: "0.533 [0.444, 0.620]"
    awk -F, -v player="$1" '$1 == player { printf "%s [%s, %s]", $10, $11, $12 }' players.csv
}

share() { # PLAYER BOT: percent of the bot's own score
    awk -F, -v player="$1" -v bot="$2" '$1 == player { s = $10 } $1 == bot { b = $10 }
        END { printf "%.0f", (b > 0 ? 100 * s / b : 0) }' players.csv
}

: > rows
for bot in $BOTS; do
    agent=ai:$bot also= players=
    [ "$bot" = "${bot%.*}" ] || agent=bot:$bot
    if [ "$REAL" ]; then demonstrate_really "$bot"; else demonstrate "$bot"; fi
    [ "$RUNS" = 0 ] || also=",
  {\"name\": \"adapted\", \"adapt\": \"learned\", \"against\": $(words ai: $others), \"maps\": $(words "" $learned),
   \"games\": $GAMES, \"runs\": $RUNS}"
    [ "$RUNS" = 0 ] || players=',
  {"name": "adapted", "agent": "library:adapted"}'
    cat > "$bot.json" << END
{"experiment": 1, "name": "learned from $bot", "domain": "microrts", "max_cycles": $cycles,
 "libraries": [
  {"name": "learned", "learn": [$demos], "suggested": true, "relax": true}$also],
 "players": [{"name": "bot", "agent": "$agent"},
  {"name": "learned", "agent": "library:learned"}$players],
 "opponents": $(words ai: $others), "maps": $(words "" $unseen)}
END
    [ -e "$bot/manifest.jsonl" ] || say experiment plan "$bot.json" -o "$bot" --sample 0 -j "$JOBS" --trust
    play_all "$bot"
    say experiment compare "$bot" --sheet players --form csv
    cp said players.csv
    row="| $bot | $(score bot) | $(score learned) | $(share learned bot)% |"
    [ "$RUNS" = 0 ] || row="$row $(score adapted) | $(share adapted bot)% |"
    echo "$row" >> rows
done

table() {
    local more= lines=
    [ "$RUNS" = 0 ] || more=" adapted, $RUNS runs | of its own |" lines=" --- | ---: |"
    echo "| demonstrator | its own score | library learned from it | of its own |$more"
    echo "| --- | --- | --- | ---: |$lines"
    cat rows
}
table
[ ! "$PAGE" ] || table > "$PAGE"
