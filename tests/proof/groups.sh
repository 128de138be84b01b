#!/bin/bash
# Does each group of the article's failures work alone? For each group, libraries of one demonstration each play
# with the switch off by which the player itself does the group's work. `adapt` repairs them by the group's patterns
# alone, without a search. Then libraries with the switch on, off, and off but adapted play on maps and seeds that
# no training saw; so do libraries that were adapted by games with the switch on. Maps and libraries are what is
# repeated. Fails where results are incomplete; never by what they say. Program: $UNDERSTUDY. Small unless WHOLE=1.
# $PAGE: the tables go there. $WORK: a folder that is kept; the same again goes on there. GROUPS_OF (names of
# groups), RUNS (libraries), GAMES (to train, of each), MAPS (of a family), OPPONENTS, JOBS, SHIFT: sizes.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
: "${GROUPS_OF:=peasant-idle building-idle operator-failure unanswered-attack}"
if [ "$WHOLE" ]; then
    : "${RUNS:=8}" "${GAMES:=16}" "${MAPS:=3}" "${WORK:=$root/build/groups}"
    opponents=${OPPONENTS:-boom raid}
    limit=54000
else
    : "${RUNS:=2}" "${GAMES:=4}" "${MAPS:=1}" "${WORK:=}"
    opponents=${OPPONENTS:-raid worker-rush}
    limit=9000
fi
all=(balanced-choke-1 economy-scattered-1 knights-open-1 rush-open-1 siege-ridge-1 towers-choke-1
    balanced-scattered-1 economy-choke-3 knights-choke-3 rush-choke-1 siege-open-1 towers-ridge-1)
enter_work

# ---- the groups: the settings that turn the player's own work off, and the patterns

switch_of() { # GROUP
    case $1 in
    peasant-idle | building-idle | operator-failure) echo 'producers=off' ;;
    unanswered-attack) echo 'squads=off&reactions=off' ;;
    *) fail "no group $1" ;;
    esac
}

patterns_of() { # GROUP
    case $1 in
    peasant-idle) echo worker-idle ;;
    building-idle) echo producer-idle ;;
    operator-failure) echo step-lacks-resource,step-lacks-unit,step-fails ;;
    unanswered-attack) echo no-answer ;;
    esac
}

word_of() { # SETTINGS: as a name of files and players
    echo "$1" | tr '&' '+'
}

learned() { # RUN: makes learned-RUN.db
    [ -e "learned-$1.db" ] || {
        say learn "$root/domains/skirmish/demos/${all[$1 % ${#all[@]}]}.jsonl" --relax -o learned.new
        mv learned.new "learned-$1.db"
    }
}

trained() { # SETTINGS RUN: makes the folder games-SETTINGS-RUN of traces
    local settings=$1 run=$2 dir game seat family
    local -a family_of opponent_of
    dir=games-$(word_of "$settings")-$run
    [ ! -e "$dir" ] || return 0
    read -ra family_of <<< "$families"
    read -ra opponent_of <<< "$opponents"
    rm -rf games.new
    mkdir games.new
    for ((game = 0; game < GAMES; game++)); do
        family=${family_of[game % 4]}
        seat=$((game / 4 % 2))
        [ -e "$family-$run.map" ] || say game mapgen --family "$family" --seed $((ground + run)) -o "$family-$run.map"
        say game play "$family-$run.map" --p$seat "library:learned-$run.db${settings:+?$settings}" \
            --p$((1 - seat)) "ai:${opponent_of[(game + game / 4) % ${#opponent_of[@]}]}" --max-cycles $limit \
            --seed $((9000000 + SHIFT + run * 1000 + game)) --trace "games.new/$game.jsonl"
    done
    mv games.new "$dir"
}

adapted() { # GROUP SETTINGS RUN: makes GROUP-SETTINGS-RUN.db, and .txt, its causes
    local name=$1-$(word_of "$2")-$3
    [ -e "$name.db" ] || {
        trained "$2" "$3"
        say adapt "learned-$3.db" "games-$(word_of "$2")-$3"/*.jsonl --only "$(patterns_of "$1")" --chance 100 -o adapted.new
        mv said "$name.txt"
        mv adapted.new "$name.db"
    }
}

# ---- the games

players='' settled=' '
add() { # NAME RUN FILE SETTINGS
    players="$players,
  {\"name\": \"$1 $2\", \"agent\": \"library:$WORK/$3.db${4:+?$4}\", \"group\": \"$1\", \"run\": $2}"
}

for ((run = 0; run < RUNS; run++)); do
    learned "$run"
    add on "$run" "learned-$run" ''
    for group in $GROUPS_OF; do
        off=$(switch_of "$group")
        adapted "$group" "$off" "$run"
        adapted "$group" '' "$run"
        case $settled in
        *" $off-$run "*) ;;
        *) add "$off" "$run" "learned-$run" "$off" && settled="$settled$off-$run " ;;
        esac
        add "$group off adapted" "$run" "$group-$(word_of "$off")-$run" "$off"
        add "$group on adapted" "$run" "$group--$run" ''
    done
done
cat > groups.json << END
{"experiment": 1, "name": "does each group work alone", "seed": $((1005 + SHIFT)), "max_cycles": $limit,
 "players": [${players#,}],
 "opponents": $(words ai: $opponents), "maps": $(made_maps $played_ground "$MAPS")}
END
[ -e groups/manifest.jsonl ] || say experiment plan groups.json --sample 0 -j "$JOBS"
play_all groups

# ---- what came of it

rows() { # a row for each comparison
    local group off
    for group in $GROUPS_OF; do
        off=$(switch_of "$group")
        row on "$off"
        row "$group off adapted" "$off"
        row "$group off adapted" on
        row "$group on adapted" on
    done
}

found() { # GROUP SETTINGS: failures, causes, noise, repairs, and the libraries that changed
    local run name
    for ((run = 0; run < RUNS; run++)); do
        name=$1-$(word_of "$2")-$run
        [ -s "$name.txt" ] || fail "$name.txt: no causes"
        cat "$name.txt"
    done | awk '
        / of [0-9]+ causes? repaired, from / {
            repairs += $1; causes += $3; changed += $1 > 0
            for (i = 1; i < NF; i++) if ($i == "from") failures += $(i + 1)
        }
        / noise$/ { noise++ }
        END { printf "%d | %d | %d | %d | %d", failures, causes, noise, repairs, changed }'
}

cell() { # PLAYER BASELINE: of the rows
    points $(awk -F, -v a="$1" -v b="$2" '$1 == a && $2 == b { print $7, $8, $9, $10; exit }' rows)
}

tables() {
    local group off
    rows | awk '!seen[$0]++' | holm > rows.new
    mv rows.new rows
    echo "| group | switch | on, above off | off and adapted, above off | off and adapted, above on | on and adapted, above on |"
    echo "| --- | --- | --- | --- | --- | --- |"
    for group in $GROUPS_OF; do
        off=$(switch_of "$group")
        echo "| ${group/-/ } | \`$off\` | $(cell on "$off") | $(cell "$group off adapted" "$off") |" \
            "$(cell "$group off adapted" on) | $(cell "$group on adapted" on) |"
    done
    echo
    echo "| group | switch | failures | causes | noise | repairs | libraries changed |"
    echo "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for group in $GROUPS_OF; do
        echo "| ${group/-/ } | off | $(found "$group" "$(switch_of "$group")") |"
        echo "| ${group/-/ } | on | $(found "$group" '') |"
    done
}

tables > tables
cat tables
for group in $GROUPS_OF; do
    [ "$(grep -c "^| ${group/-/ } |" tables)" = 3 ] || fail "$group: not in the tables"
done

if [ "$PAGE" ]; then
    {
        echo "# Does each group of failures work alone?"
        echo
        echo "The [article](REFERENCES.md#the-article) has four groups of failures. For each group, a setting of the player does"
        echo "the same work in play: the *switch* ([ARCHITECTURE.md](ARCHITECTURE.md#who-does-the-work-of-the-four-groups))."
        echo "Each of $RUNS libraries was learned with \`--relax\` from one demonstration and played $GAMES games with the switch off."
        echo "\`adapt\` repaired it by the patterns of the group alone, without a search. The same was done with the switch"
        echo "on. Then all played $(($(echo $opponents | wc -w) * MAPS * 8)) games each, on $((MAPS * 4)) maps that no training saw, in both seats, against"
        echo "$(echo $opponents | wc -w) opponents. Points are percent of a game. Maps and libraries are both repeated: the interval of 95% is"
        echo "Student's over both. A \`?\` marks no difference shown: p is above 0.05, corrected by Holm for all cells."
        echo
        echo "Made by \`make groups\`, which runs \`tests/proof/groups.sh\`."
        echo
        cat tables
        echo
        echo "The patterns of each group:"
        echo
        for group in $GROUPS_OF; do
            echo "- ${group/-/ }: \`$(patterns_of "$group" | sed 's/,/`, `/g')\`"
        done
    } > page
    cp page "$PAGE"
fi
