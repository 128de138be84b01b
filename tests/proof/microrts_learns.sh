#!/bin/bash
# What does a library learn from the traces of one bot of microRTS? Each of the four rushes plays on maps
# to learn on, from both seats, against five opponents; the games that it won are labeled by
# annotate --auto and learned from. Then the bot, the library, and libraries that were adapted by games
# on the same maps play on twelve other maps, from both seats, against the same opponents. Fails where
# results are incomplete; never by what they say. Program: $UNDERSTUDY. Small unless WHOLE=1. $PAGE: the table
# goes there. $WORK: a folder that is kept. BOTS: names; RUNS, GAMES, PROVE, JOBS: sizes.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
learned="bases-8 bases-16 open-10 two-bases-12 rooms-16 barracks-24"
unseen="barracks-12 caves-32 far-ore-16 far-ore-64 gate-10 mirror-24 pillars-8 plain-64 plain-8 two-bases-16 two-bases-32 wall-of-ore-9x8"
others="random-biased worker-rush light-rush ranged-rush heavy-rush"
cycles=4000
if [ "$WHOLE" ]; then
    : "${BOTS:=worker-rush light-rush heavy-rush ranged-rush}" "${RUNS:=8}" "${GAMES:=60}" "${PROVE:=10}" "${WORK:=$root/build/microrts_learns}"
else
    : "${BOTS:=worker-rush}" "${RUNS:=2}" "${GAMES:=24}" "${PROVE:=0}" "${WORK:=}"
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

score() { # PLAYER: "0.533 [0.444, 0.620]"
    awk -F, -v player="$1" '$1 == player { printf "%s [%s, %s]", $9, $10, $11 }' players.csv
}

share() { # PLAYER BOT: percent of the bot's own score
    awk -F, -v player="$1" -v bot="$2" '$1 == player { s = $9 } $1 == bot { b = $9 }
        END { printf "%.0f", (b > 0 ? 100 * s / b : 0) }' players.csv
}

: > rows
for bot in $BOTS; do
    demonstrate "$bot"
    cat > "$bot.json" << END
{"experiment": 1, "name": "learned from $bot", "domain": "microrts", "max_cycles": $cycles,
 "libraries": [
  {"name": "learned", "learn": [$demos], "relax": true},
  {"name": "adapted", "adapt": "learned", "against": $(words ai: $others), "maps": $(words "" $learned),
   "games": $GAMES, "runs": $RUNS, "prove": $PROVE}],
 "players": [{"name": "bot", "agent": "ai:$bot"},
  {"name": "learned", "agent": "library:learned"},
  {"name": "adapted", "agent": "library:adapted"}],
 "opponents": $(words ai: $others), "maps": $(words "" $unseen)}
END
    [ -e "$bot/manifest.jsonl" ] || say experiment plan "$bot.json" -o "$bot" --sample 0 -j "$JOBS"
    play_all "$bot"
    say experiment compare "$bot" --sheet players --form csv
    cp said players.csv
    echo "| $bot | $(score bot) | $(score learned) | $(share learned bot)% | $(score adapted) | $(share adapted bot)% |" >> rows
done

table() {
    echo "| demonstrator | its own score | library learned from it | of its own | adapted, $RUNS runs | of its own |"
    echo "| --- | --- | --- | ---: | --- | ---: |"
    cat rows
}
table
[ ! "$PAGE" ] || table > "$PAGE"
