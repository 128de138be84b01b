#!/bin/bash
# Does adaptation help? Libraries learned from one demonstration of each expert play training games and
# are adapted by what went wrong, in several runs; all play on maps and seeds that no run saw, beside the
# original and controls: as many random repairs, with the same proof and without, the shipped daemons put
# in without a game, the relaxed library as original, extra demonstrations on the training maps, a second
# round. Maps and runs are what is repeated, as experiment compare has it. Fails where results are
# incomplete, or differ from those of another number of workers or of another time; never by what they
# say. Program: $UNDERSTUDY. Small unless WHOLE=1, which takes hours. $PAGE: the tables go there.
# $WORK: a folder that is kept: the same again goes on with demonstrations and games where these were
# stopped, but adapts anew where that was not finished. RUNS, TWICE (of them have a second round), GAMES,
# PLACES and MAPS (of a family, to train and to play on), PROVE, JOBS: sizes.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
if [ "$WHOLE" ]; then
    : "${RUNS:=8}" "${TWICE:=4}" "${GAMES:=100}" "${PLACES:=3}" "${PROVE:=30}" "${MAPS:=6}" "${WORK:=$root/build/adapt_helps}"
    more='"max_cycles": 54000'
else
    : "${RUNS:=2}" "${TWICE:=2}" "${GAMES:=24}" "${PLACES:=1}" "${PROVE:=2}" "${MAPS:=1}" "${WORK:=}"
    opponents="boom raid worker-rush"
    more='"max_cycles": 12000'
fi
enter_work

against=$(words ai: $opponents)
training="\"against\": $against, \"maps\": $(made_maps $ground "$PLACES"), \"games\": $GAMES"

# ---- the same amount of play, spent on demonstrations: so many games of experts on the maps of the run,
# against the same opponents; those that were won are learned from

demonstrate() { # RUN
    local run=$1 dir=extra-$1 map=0 game expert opponent seat places family
    local -a expert_of opponent_of
    read -ra expert_of <<< "$experts"
    read -ra opponent_of <<< "$opponents"
    [ ! -e "$dir.list" ] || return 0
    rm -rf "$dir"
    mkdir "$dir"
    for family in $families; do
        for ((game = 0; game < PLACES; game++)); do
            say game mapgen --family "$family" --seed $((ground + run * PLACES + game)) -o "$dir/$map.map"
            map=$((map + 1))
        done
    done
    places=$map
    : > list
    for ((game = 0; game < GAMES; game++)); do # in the order of training
        map=$((game % places))
        seat=$((game / places % 2))
        expert=${expert_of[(game + game / places) % 6]}
        opponent=${opponent_of[(map + seat * ((${#opponent_of[@]} + 1) / 2) + game / places / 2) % ${#opponent_of[@]}]}
        say game play "$dir/$map.map" --p$seat "expert:$expert" --p$((1 - seat)) "ai:$opponent" \
            --seed $((9000000 + SHIFT + run * 10000 + game)) --trace "$dir/$game.jsonl"
        if grep -q "^seat $seat (expert:.*) beats" said; then
            echo ", \"$dir/$game.jsonl\"" >> list
        else
            rm "$dir/$game.jsonl"
        fi
    done
    mv list "$dir.list"
}

# ---- what is asked

extra_libraries='' extra_players=''
for ((run = 0; run < RUNS; run++)); do
    demonstrate $run
    extra_libraries="$extra_libraries,
  {\"name\": \"demonstrated-$run\", \"learn\": [$demos$(tr -d '\n' < extra-$run.list)]}"
    extra_players="$extra_players,
  {\"name\": \"more demonstrations $run\", \"agent\": \"library:demonstrated-$run\", \"group\": \"more demonstrations\", \"run\": $run}"
done
cat > helps.json << END
{"experiment": 1, "name": "does adaptation help", "seed": $((1001 + SHIFT)), $more,
 "libraries": [
  {"name": "learned", "learn": [$demos]},
  {"name": "relaxed", "learn": [$demos], "relax": true},
  {"name": "adapted", "adapt": "learned", $training, "runs": $RUNS, "prove": $PROVE},
  {"name": "adapted-relaxed", "adapt": "relaxed", $training, "runs": $RUNS, "prove": $PROVE},
  {"name": "random", "adapt": "learned", $training, "runs": $RUNS, "repairs": "random", "like": "adapted"},
  {"name": "proved", "adapt": "learned", $training, "runs": $RUNS, "prove": $PROVE, "repairs": "random", "like": "adapted"},
  {"name": "daemons", "adapt": "learned", "repairs": "daemons"},
  {"name": "twice", "adapt": "adapted", $training, "runs": $TWICE, "prove": $PROVE, "seed": $((1001 + SHIFT))}$extra_libraries],
 "players": [{"name": "original", "agent": "library:learned"},
  {"name": "relaxed", "agent": "library:relaxed"},
  {"name": "adapted", "agent": "library:adapted"},
  {"name": "adapted twice", "agent": "library:twice"},
  {"name": "relaxed adapted", "agent": "library:adapted-relaxed"},
  {"name": "random repairs", "agent": "library:random"},
  {"name": "random proved", "agent": "library:proved"},
  {"name": "blind daemons", "agent": "library:daemons"}$extra_players],
 "opponents": $against, "maps": $(made_maps $played_ground "$MAPS")}
END

# ---- it is the same on any number of workers

check_workers() {
    local few="\"against\": [\"ai:raid\"], \"maps\": $(made_maps $ground "$PLACES"), \"games\": 16, \"most\": 2, \"prove\": 2"
    cat > few.json << END
{"experiment": 1, "name": "few", "seed": $((1001 + SHIFT)), $more,
 "libraries": [
  {"name": "learned", "learn": [$demos]},
  {"name": "adapted", "adapt": "learned", $few},
  {"name": "proved", "adapt": "learned", $few, "repairs": "random", "like": "adapted"},
  {"name": "daemons", "adapt": "learned", "repairs": "daemons"}],
 "players": [{"name": "adapted", "agent": "library:adapted"}, {"name": "random proved", "agent": "library:proved"},
  {"name": "blind daemons", "agent": "library:daemons"}],
 "opponents": ["ai:raid"], "maps": $(made_maps $played_ground 1)}
END
    rm -rf one many
    say experiment plan few.json -o one --sample 0 -j 1
    say experiment plan few.json -o many --sample 0 -j 3
    cmp one/manifest.jsonl many/manifest.jsonl || fail "another number of workers, another library"
    rm -rf one many
}

check_workers
[ -e helps/manifest.jsonl ] || say experiment plan helps.json --sample 0 -j "$JOBS"
play_all helps
say experiment verify helps --sample $((WHOLE ? 100 : 10)) -j "$JOBS"

rows() {
    local other family
    for other in original "random proved" "random repairs" "blind daemons" "more demonstrations"; do row adapted "$other"; done
    for other in "random proved" "random repairs" "blind daemons" "more demonstrations"; do row "$other" original; done
    row "adapted twice" original
    row "adapted twice" adapted
    row adapted relaxed
    row "relaxed adapted" relaxed
    for family in $families; do row adapted original "$family"; done
}

effects_table > tables
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
        echo "A library learned from one demonstration of each expert plays $GAMES training games on maps of its own, $PLACES of"
        echo "each family, against $(echo $opponents | wc -w) opponents, and is adapted; a repair stays where it does no worse in $PROVE pairs of"
        echo "games. That is a run; there are $RUNS. Then all play on $((MAPS * 4)) maps, in both seats, with seeds that no run saw."
        echo "Points are percent of a game: what the player scores above the other one, by the same map, opponent, seat and"
        echo "seed. Maps and runs are both repeated: the interval of 95% is Student's over both, for maps and runs like these. p is"
        echo "of the same test, corrected by Holm for all rows. A \`?\` marks no difference shown: p is above 0.05."
        echo
        echo "Made by \`make adapted\`, which runs \`tests/proof/adapt_helps.sh\`."
        echo
        cat tables
        echo
        echo "*Random repairs*: as many as the same run of the adapted library has, random ones of random behaviors, without"
        echo "proof. *Random proved*: as many random candidates as that run tried, each proved by as many pairs of games where its"
        echo "pattern failed, and kept by the same rule. *Blind daemons*: all daemons of all patterns, put into the behaviors of the"
        echo "top goal without a look at a game. *More demonstrations*: $GAMES games of experts on the training maps of the"
        echo "run against the same opponents; the library learns from those that were won ($((learned_from / RUNS)) of them, in the mean),"
        echo "and the six. *Adapted twice*: another round of $GAMES games on the same maps, in the first $TWICE runs. *Relaxed*: the"
        echo "original, learned with \`--relax\`, and not adapted; *relaxed adapted*: adapted as the original is."
        echo
        echo "A run saw $(repaired) games in the mean, those of proof among them: proof plays more games than training does. Of the"
        echo "controls, *random proved* alone plays games of proof, too."
    } > page
    cp page "$PAGE"
fi
