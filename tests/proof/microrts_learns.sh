#!/bin/bash
# What does a library learn from the traces of one bot of microRTS, and what does the search add? Each of the four
# rushes plays on maps to learn on, from both seats, against five opponents; the games that it won are labeled by
# annotate --auto and learned from. `adapt --budget` searches the library on the same maps, against the same opponents,
# in RUNS runs of their own seeds; a control spends as many games on practice alone. Then all play on twelve other maps,
# from both seats, against the same opponents. Fails where results are incomplete; never by what they say. Program:
# $UNDERSTUDY. Small unless WHOLE=1. $PAGE: the table goes there. $WORK: a folder that is kept; the same again goes on
# there. BOTS: names; RUNS, BUDGET (games of a round), ROUNDS, JOBS, SHIFT: sizes; RUNS=0: nothing is adapted. CONTROLS=:
# no control. REAL=1: the demonstrations are games of the real bots of these names, or of a class such as
# ai.coac.CoacAI, as its launcher records them.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
learned="bases-8 bases-16 open-10 two-bases-12 rooms-16 barracks-24"
unseen="barracks-12 caves-32 far-ore-16 far-ore-64 gate-10 mirror-24 pillars-8 plain-64 plain-8 two-bases-16 two-bases-32 wall-of-ore-9x8"
others="random-biased worker-rush light-rush ranged-rush heavy-rush"
cycles=4000
export UNDERSTUDY_MICRORTS=${UNDERSTUDY_MICRORTS:-$root/build/microrts}
: "${REAL:=}" "${ROUNDS:=1}" "${CONTROLS=practiced}"
if [ "$WHOLE" ]; then
    : "${BOTS:=worker-rush light-rush heavy-rush ranged-rush}" "${RUNS:=4}" "${BUDGET:=2000}" "${WORK:=$root/build/microrts_learns}"
else
    : "${BOTS:=worker-rush}" "${RUNS:=2}" "${BUDGET:=100}" "${WORK:=}"
fi
field=(--max-cycles "$cycles")
for name in $learned; do field+=(--map "$name"); done
for name in $others; do field+=(--against "ai:$name"); done
enter_work

demonstrate() { # BOT: into DEMOS, the traces of the games that it won
    local map other seat trace
    demos=()
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
                [ ! -e "$trace" ] || demos+=("$trace")
            done
        done
    done
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
    demos=()
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
        demos+=("$name.jsonl")
    done < <(paste <(grep '^{"map"' jobs) <(grep -v '^{"started"' answers) |
        sed -nE 's/.*"trace":"[^"]*(demos\/[^"]*-([01]))\.zip".*\t\{"winner":\2,.*/\1\t\2/p')
}

learn_from() { # BOT
    [ ! -e "learned-$1.db" ] || return 0
    if [ "$REAL" ]; then demonstrate_really "$1"; else demonstrate "$1"; fi
    say learn "${demos[@]}" --suggested --relax -o new.db
    mv new.db "learned-$1.db"
}

search() { # BOT RUN: makes adapted-BOT-RUN.db, and its report
    [ ! -e "adapted-$1-$2.db" ] || return 0
    say adapt "learned-$1.db" --budget "$BUDGET" --rounds "$ROUNDS" "${field[@]}" --seed $((SHIFT + 101 + $2)) \
        -j "$JOBS" -o "adapted-$1-$2.db"
    mv said "adapted-$1-$2.txt"
}

practice() { # BOT RUN: as many games, on practice alone
    [ ! -e "practiced-$1-$2.db" ] || return 0
    cp "learned-$1.db" new.db
    say library practice new.db --games $((BUDGET * ROUNDS)) "${field[@]}" --seed $((SHIFT + 101 + $2)) -j "$JOBS"
    mv new.db "practiced-$1-$2.db"
}

# A library without runs stands in as many, so that it has a partner in each.
add_players() { # BOT: of the experiment
    local run kind file agent=ai:$1
    [ "$1" = "${1%.*}" ] || agent=bot:$1
    players="$players,
  {\"name\": \"bot $1\", \"agent\": \"$agent\"}"
    for ((run = 0; run < RUNS; run++)); do
        search "$1" $run
        [ ! "$CONTROLS" ] || practice "$1" $run
    done
    for ((run = 0; run < (RUNS > 1 ? RUNS : 1); run++)); do
        for kind in learned adapted $CONTROLS; do
            file=$kind-$1-$run.db
            [ $kind != learned ] || file=learned-$1.db
            [ $kind = learned ] || [ "$RUNS" != 0 ] || continue
            players="$players,
  {\"name\": \"$kind $1 $run\", \"agent\": \"library:$PWD/$file\", \"group\": \"$kind $1\", \"run\": $run}"
        done
    done
}

players=
for bot in $BOTS; do
    learn_from "$bot"
    add_players "$bot"
done
cat > learns.json << END
{"experiment": 1, "name": "learned from bots", "domain": "microrts", "max_cycles": $cycles,
 "players": [${players#,}],
 "opponents": $(words ai: $others), "maps": $(words "" $unseen)}
END
[ -e learns/manifest.jsonl ] || say experiment plan learns.json --sample 0 -j "$JOBS" --trust
play_all learns
say experiment compare learns --sheet players --form csv
tr -d '"\r' < said > players.csv

# All libraries together: each run of each bot is a run of one group.
together() {
    local bot run number=0
    cp learns/results.jsonl all.jsonl
    for bot in $BOTS; do
        for ((run = 0; run < RUNS; run++, number++)); do
            sed -i -E "s/(\"group\":\"(learned|adapted|practiced)) $bot\",\"run\":$run,/\1\",\"run\":$((1000 + number)),/" all.jsonl
        done
    done
}

score() { # PLAYER: "0.533 [0.444, 0.620]"
    awk -F, -v player="$1" '$1 == player { printf "%s [%s, %s]", $10, $11, $12 }' players.csv
}

share() { # PLAYER BOT: percent of the bot's own score
    awk -F, -v player="$1" -v bot="$2" '$1 == player { s = $10 } $1 == bot { b = $10 }
        END { printf "%.0f", (b > 0 ? 100 * s / b : 0) }' players.csv
}

effect() { # EXPERIMENT PLAYER BASELINE: "+1.2 [-3.4, +5.8]"
    local effect low high p
    read -r effect low high p _ <<< "$(played=$1 effects "$2" "$3")"
    points "$effect" "$low" "$high" "$p"
}

table() {
    local bot
    if [ "$RUNS" = 0 ]; then
        echo "| demonstrator | its own score | library learned from it | of its own |"
        echo "| --- | --- | --- | ---: |"
        for bot in $BOTS; do
            echo "| $bot | $(score "bot $bot") | $(score "learned $bot") | $(share "learned $bot" "bot $bot")% |"
        done
        return
    fi
    echo "| demonstrator | its own score | library learned from it | adapted | points by adapting |" \
        "${CONTROLS:+points by practice alone |}"
    echo "| --- | --- | --- | --- | --- |${CONTROLS:+ --- |}"
    for bot in $BOTS; do
        echo "| $bot | $(score "bot $bot") | $(score "learned $bot") | $(score "adapted $bot") |" \
            "$(effect learns "adapted $bot" "learned $bot") |" \
            "${CONTROLS:+$(effect learns "practiced $bot" "learned $bot") |}"
    done
    [ "$(echo $BOTS | wc -w)" -gt 1 ] || return 0
    together
    echo "| all | | | | $(effect all.jsonl adapted learned) | ${CONTROLS:+$(effect all.jsonl practiced learned) |}"
}
table > page
cat page
[ ! "$PAGE" ] || cp page "$PAGE"
