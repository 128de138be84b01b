#!/bin/bash
# Does adaptation help? Libraries of one demonstration each are learned and practice, and `adapt --budget` searches
# them, round after round. All play on maps and seeds that neither practice nor search saw, beside the original and
# controls. Maps and libraries are what is repeated. Fails where results are incomplete; never by what they say.
# Program: $UNDERSTUDY. Small unless WHOLE=1, which takes hours. $PAGE: the tables go there. $WORK: a folder that is
# kept; the same again goes on there. RUNS, PRACTICE (games), BUDGET (games of a round), ROUNDS, TRAINING (games of
# the controls `plain` and `demonstrations`), MAPS (of a family), JOBS, SHIFT: sizes. CONTROLS: some of
# random          as many random changes as the first round listed, searched with the same budget
# practice        the games of a round, spent on practice
# demonstrations  games of the demonstration's expert; those that it won are learned, too, and practice follows
# plain           repairs by `adapt` after training games, without a proof
# The control `daemons`, which costs no game, is always there.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
: "${ROUNDS:=2}" "${CONTROLS=random practice demonstrations plain}"
if [ "$WHOLE" ]; then
    : "${RUNS:=12}" "${PRACTICE:=512}" "${BUDGET:=2400}" "${TRAINING:=64}" "${MAPS:=6}" "${WORK:=$root/build/adapt_helps}"
    sizes="48 64 80" cycles=54000
    field=()
else
    : "${RUNS:=2}" "${PRACTICE:=8}" "${BUDGET:=120}" "${TRAINING:=4}" "${MAPS:=1}" "${WORK:=}"
    opponents="raid worker-rush" sizes=48 cycles=12000
    field=(--against ai:raid --against ai:worker-rush --family open --family choke --size 48 --max-cycles 12000)
    families="open choke"
fi
all=(balanced-choke-1 balanced-scattered-1 economy-choke-3 economy-scattered-1 knights-choke-3 knights-open-1
    rush-choke-1 rush-open-1 siege-open-1 siege-ridge-1 towers-choke-1 towers-ridge-1)
read -ra opponent_of <<< "$opponents"
read -ra family_of <<< "$families"
read -ra size_of <<< "$sizes"
enter_work

demonstration() { # RUN
    echo "${all[$1 % ${#all[@]}]}"
}

learn_and_practice() { # FILE DEMONSTRATION...
    local file=$1
    shift
    say learn "$@" --relax -o "$file.new"
    say library practice "$file.new" --games "$PRACTICE" "${field[@]}" --seed $((SHIFT + 1)) -j "$JOBS"
    mv "$file.new" "$file"
}

make_original() { # RUN
    learn_and_practice "original-$1.db" "$root/domains/skirmish/demos/$(demonstration "$1").jsonl"
}

search() { # RUN FROM TO [OPTION...]: makes TO-RUN.db and its report, TO-RUN.txt
    local run=$1 from=$2 to=$3
    shift 3
    say adapt "$from-$run.db" --budget "$BUDGET" "${field[@]}" --seed $((SHIFT + 101)) -j "$JOBS" -o "$to-$run.db" "$@"
    mv said "$to-$run.txt"
}

count_changes() { # RUN: those that the first round listed
    sed -nE 's/^  ([0-9]+) changes?: .*/\1/p' "adapted-1-$1.txt"
}

# Games of an agent on maps of the field, against its opponents: each on a map of its own, in both seats in turn. The
# seeds of maps are apart from those of practice and search, and from those that the libraries are judged by.
play_games() { # FOLDER RUN AGENT: FOLDER/GAME.jsonl, and FOLDER/won with the names of those that it won
    local folder=$1 run=$2 agent=$3 game seat seed
    rm -rf "$folder"
    mkdir "$folder"
    for ((game = 0; game < TRAINING; game++)); do
        seat=$((game % 2)) seed=$((ground + 3000000 + run * 10000 + game))
        say game mapgen --family "${family_of[game / 2 % ${#family_of[@]}]}" \
            --size "${size_of[game / 2 / ${#family_of[@]} % ${#size_of[@]}]}" --seed $seed -o "$folder/$game.map"
        say game play "./$folder/$game.map" --p$seat "$agent" --p$((1 - seat)) \
            "ai:${opponent_of[(game / 2 + game * run) % ${#opponent_of[@]}]}" --seed $seed --max-cycles $cycles \
            --trace "$folder/$game.jsonl"
        ! grep -q "^seat $seat (.*) beats" said || echo "$folder/$game.jsonl" >> "$folder/won"
    done
    touch "$folder/won"
}

make_random() { # RUN: as many games as a round
    search "$1" original random --random "$(count_changes "$1")"
}

make_practice() { # RUN: as many games as a round
    cp "original-$1.db" more.db
    say library practice more.db --games $((PRACTICE + BUDGET)) "${field[@]}" --seed $((SHIFT + 1)) -j "$JOBS"
    mv more.db "practice-$1.db"
}

make_demonstrations() { # RUN
    local name
    name=$(demonstration "$1")
    play_games "shown-$1" "$1" "expert:${name%%-*}"
    learn_and_practice "demonstrations-$1.db" "$root/domains/skirmish/demos/$name.jsonl" $(cat "shown-$1/won")
}

make_plain() { # RUN
    play_games "trained-$1" "$1" "library:original-$1.db"
    say adapt "original-$1.db" "trained-$1"/*.jsonl -o "plain-$1.db"
}

make_daemons() { # RUN
    say adapt "original-$1.db" --daemons -o "daemons-$1.db"
}

made() { # KIND RUN: makes KIND-RUN.db, unless it is there
    [ -e "$1-$2.db" ] || case $1 in
        adapted-1) search "$2" original adapted-1 ;;
        adapted-*) search "$2" "adapted-$((${1#*-} - 1))" "$1" --donor none ;; # as in one command with --rounds
        *) "make_$1" "$2" ;;
    esac
}

kinds=original
for ((round = 1; round <= ROUNDS; round++)); do kinds="$kinds adapted-$round"; done
kinds="$kinds daemons $CONTROLS"
players=''
for ((run = 0; run < RUNS; run++)); do
    for kind in $kinds; do
        made "$kind" "$run"
        players="$players,
  {\"name\": \"$kind $run\", \"agent\": \"library:$WORK/$kind-$run.db\", \"group\": \"$kind\", \"run\": $run}"
    done
done
cat > helps.json << END
{"experiment": 1, "name": "does adaptation help", "seed": $((1004 + SHIFT)), "max_cycles": $cycles,
 "players": [${players#,}],
 "opponents": $(words ai: $opponents), "maps": $(made_maps $played_ground "$MAPS")}
END
[ -e helps/manifest.jsonl ] || say experiment plan helps.json --sample 0 -j "$JOBS"
play_all helps

rows() {
    local kind round family
    for kind in $kinds; do [ "$kind" = original ] || row "$kind" original; done
    for kind in daemons $CONTROLS; do row adapted-1 "$kind"; done
    for ((round = 2; round <= ROUNDS; round++)); do row "adapted-$round" "adapted-$((round - 1))"; done
    [ "$ROUNDS" -lt 3 ] || row "adapted-$ROUNDS" adapted-1
    for ((round = 1; round <= ROUNDS; round++)); do
        for family in $families; do row "adapted-$round" original "$family"; done
    done
}

head_of_rounds() { # FIRST: the head of a table with a column for each round
    local round
    printf '| %s |' "$1"
    for ((round = 1; round <= ROUNDS; round++)); do printf ' round %d |' $round; done
    printf '\n| --- |'
    for ((round = 1; round <= ROUNDS; round++)); do printf ' --- |'; done
    echo
}

# Of one library the maps alone are repeated, so its players stand in no group.
libraries() {
    local run round effect low high p
    sed 's/,"group":"[^"]*","run":[0-9]*//' helps/results.jsonl > alone.jsonl
    head_of_rounds demonstration
    for ((run = 0; run < RUNS; run++)); do
        printf '| %s |' "$(demonstration $run)"
        for ((round = 1; round <= ROUNDS; round++)); do
            read -r effect low high p _ <<< "$(played=alone.jsonl effects "adapted-$round $run" "original $run")"
            printf ' %s |' "$(points "$effect" "$low" "$high" "$p")"
        done
        echo
    done
}

kept() { # what was proved, one a line: demonstration, round, change
    local run round
    for ((run = 0; run < RUNS; run++)); do
        for ((round = 1; round <= ROUNDS; round++)); do
            awk '/^  [0-9]+ transplants?: /{ transplanted = / kept, / && !/not kept/ }
                /, kept$/ || (transplanted && /^    transplant /)' "adapted-$round-$run.txt" |
                sed "s/^ */| $(demonstration $run) | $round | /; s/, kept$//; s/$/ |/"
        done
    done
}

proofs() { # changes|transplants: what the search said of each library: demonstration, and each round
    local run round
    head_of_rounds demonstration
    for ((run = 0; run < RUNS; run++)); do
        printf '| %s |' "$(demonstration $run)"
        for ((round = 1; round <= ROUNDS; round++)); do
            sed -nE "s/^  [0-9]+ ${1%s}s?: (.*)/ \\1 |/p" "adapted-$round-$run.txt" | tr -d '\n'
        done
        echo
    done
}

page() {
    local games=$(($(echo $opponents | wc -w) * MAPS * ${#family_of[@]} * 2)) won=0
    [ ! -e shown-0/won ] || won=$(cat shown-*/won | wc -l)
    echo "# Does adaptation help?"
    echo
    echo "Each of $RUNS libraries was learned with \`--relax\` from one demonstration and practiced $PRACTICE games: the"
    echo "*original*. \`adapt --budget $BUDGET\` made *adapted-1* of it, and each further round made the next one. All played"
    echo "$games games each, on $((MAPS * ${#family_of[@]})) maps that neither practice nor search saw, in both seats, against"
    echo "${#opponent_of[@]} opponents. Points are percent of a game. Maps and libraries are both repeated: the interval of 95%"
    echo "is Student's over both. A \`?\` marks no difference shown: p is above 0.05, corrected by Holm for all rows."
    echo
    echo "Made by \`make adapted\`, which runs \`tests/proof/adapt_helps.sh\`. [SEARCH.md](SEARCH.md) describes the search."
    echo
    effects_table
    echo
    echo "The controls are made of the original, too:"
    echo
    echo "- *daemons*: all daemons of the shipped patterns, put in without a game."
    case " $CONTROLS " in *" random "*)
        echo "- *random*: as many random changes as the first round listed, searched with the same budget." ;;
    esac
    case " $CONTROLS " in *" practice "*)
        echo "- *practice*: $BUDGET more games of practice, as many as a round may play." ;;
    esac
    case " $CONTROLS " in *" demonstrations "*)
        echo "- *demonstrations*: $TRAINING games of the demonstration's expert, on maps of the same kinds against the same"
        echo "  opponents; the library learned from those that were won ($((won / RUNS)) of them, on average) and from its own"
        echo "  demonstration, and practiced as the original did. These are fewer games than those of a search: an expert"
        echo "  does not play $BUDGET games for a library." ;;
    esac
    case " $CONTROLS " in *" plain "*)
        echo "- *plain*: repairs by \`adapt\` without \`--budget\`, after $TRAINING games of the original. No game proved them." ;;
    esac
    echo
    echo "## Each library"
    echo
    echo "Points above the original. The interval of 95% is Student's over the maps. p is not corrected here: of 20 libraries"
    echo "without an effect, about one has no \`?\`."
    echo
    libraries
    echo
    echo "## The proofs"
    echo
    echo "These are games of the search. Changes come first in a round:"
    echo
    proofs changes
    echo
    echo "Then the transplants, after practice with them:"
    echo
    proofs transplants
    echo
    echo "These changes and transplants were kept, with their effects in the screening or their points in practice:"
    echo
    echo "| demonstration | round | change |"
    echo "| --- | ---: | --- |"
    kept
}

page > page
cat page
[ ! "$PAGE" ] || cp page "$PAGE"
