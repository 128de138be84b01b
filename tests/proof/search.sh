#!/bin/bash
# Does the search of `adapt --budget` help? Libraries of one demonstration each are learned, practice, and are
# searched, round after round; all play on maps and seeds that neither practice nor search saw. Controls: all
# shipped daemons, put in without a game, and the same number of games spent on practice alone
# (CONTROLS=practice). Maps and libraries are what is repeated. Fails where results are incomplete; never by what
# they say. Program: $UNDERSTUDY. Small unless WHOLE=1. $PAGE: the tables go there. $WORK: a folder that is kept;
# the same again goes on there. RUNS, PRACTICE (games), BUDGET (games of a round), ROUNDS, MAPS (of a family),
# JOBS, SHIFT: sizes.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
: "${ROUNDS:=2}" "${CONTROLS:=}"
if [ "$WHOLE" ]; then
    : "${RUNS:=12}" "${PRACTICE:=512}" "${BUDGET:=4000}" "${MAPS:=6}" "${WORK:=$root/build/search}"
    field=()
    more='"max_cycles": 54000'
else
    : "${RUNS:=2}" "${PRACTICE:=8}" "${BUDGET:=120}" "${MAPS:=1}" "${WORK:=}"
    opponents="raid worker-rush"
    field=(--against ai:raid --family open --size 48 --max-cycles 12000)
    more='"max_cycles": 12000'
fi
all=(balanced-choke-1 balanced-scattered-1 economy-choke-3 economy-scattered-1 knights-choke-3 knights-open-1
    rush-choke-1 rush-open-1 siege-open-1 siege-ridge-1 towers-choke-1 towers-ridge-1)
enter_work

practiced() { # RUN: makes original-RUN.db
    local file=original-$1.db
    [ -e "$file" ] || {
        say learn "$root/domains/skirmish/demos/${all[$1 % ${#all[@]}]}.jsonl" --relax -o "$file.new"
        say library practice "$file.new" --games "$PRACTICE" "${field[@]}" --seed $((SHIFT + 1)) -j "$JOBS"
        mv "$file.new" "$file"
    }
}

searched() { # ROUND RUN: makes adapted-ROUND-RUN.db
    local from=adapted-$(($1 - 1))-$2.db
    [ "$1" != 1 ] || from=original-$2.db
    [ -e "adapted-$1-$2.db" ] || {
        say adapt "$from" --budget "$BUDGET" "${field[@]}" --seed $((SHIFT + 101)) -j "$JOBS" -o "adapted-$1-$2.db"
        mv said "adapted-$1-$2.txt"
    }
}

more_practiced() { # RUN: makes practice-RUN.db, of as many games as the adapted library
    [ -e "practice-$1.db" ] || {
        cp "original-$1.db" more.db
        say library practice more.db --games $((PRACTICE + BUDGET * ROUNDS)) "${field[@]}" \
            --seed $((SHIFT + 1)) -j "$JOBS"
        mv more.db "practice-$1.db"
    }
}

kinds="original daemons $CONTROLS"
for ((round = 1; round <= ROUNDS; round++)); do kinds="$kinds adapted-$round"; done
players=''
for ((run = 0; run < RUNS; run++)); do
    practiced "$run"
    [ -e "daemons-$run.db" ] || say adapt "original-$run.db" --daemons -o "daemons-$run.db"
    [ "$CONTROLS" != practice ] || more_practiced "$run"
    for ((round = 1; round <= ROUNDS; round++)); do searched "$round" "$run"; done
    for kind in $kinds; do
        players="$players,
  {\"name\": \"$kind $run\", \"agent\": \"library:$WORK/$kind-$run.db\", \"group\": \"$kind\", \"run\": $run}"
    done
done
cat > search.json << END
{"experiment": 1, "name": "does the search help", "seed": $((1004 + SHIFT)), $more,
 "players": [${players#,}],
 "opponents": $(words ai: $opponents), "maps": $(made_maps $played_ground "$MAPS")}
END
[ -e search/manifest.jsonl ] || say experiment plan search.json --sample 0 -j "$JOBS"
play_all search

rows() {
    local kind round
    for kind in $kinds; do [ "$kind" = original ] || row "$kind" original; done
    for kind in daemons $CONTROLS; do row adapted-1 "$kind"; done
    for ((round = 2; round <= ROUNDS; round++)); do row "adapted-$round" "adapted-$((round - 1))"; done
}

kept() { # the changes that were proved, one a line: demonstration, round, change
    local run round
    for ((run = 0; run < RUNS; run++)); do
        for ((round = 1; round <= ROUNDS; round++)); do
            grep ', kept$' "adapted-$round-$run.txt" |
                sed "s/^ */| ${all[$run % ${#all[@]}]} | $round | /; s/, kept$/ |/" || true
        done
    done
}

proofs() { # what the search said of each library: demonstration, and each round
    local run round
    printf '| demonstration |'
    for ((round = 1; round <= ROUNDS; round++)); do printf ' round %d |' $round; done
    printf '\n| --- |'
    for ((round = 1; round <= ROUNDS; round++)); do printf ' --- |'; done
    for ((run = 0; run < RUNS; run++)); do
        printf '\n| %s |' "${all[$run % ${#all[@]}]}"
        for ((round = 1; round <= ROUNDS; round++)); do
            sed -n 's/^Round 1, [0-9]* games: \(.*\)/ \1 |/p' "adapted-$round-$run.txt" | tr -d '\n'
        done
    done
    echo
}

{
    effects_table
    echo
    echo "The proofs, in games of the search:"
    echo
    proofs
} > tables
cat tables
kept > changes
cat changes

if [ "$PAGE" ]; then
    {
        echo "# Does the search help?"
        echo
        echo "Each of $RUNS libraries was learned with \`--relax\` from one demonstration and practiced $PRACTICE games: the"
        echo "*original*. \`adapt --budget $BUDGET\` made *adapted-1* of it, and of that the next round *adapted-2*. *daemons* is"
        echo "the original with all daemons of the shipped patterns, put in without a game. All played $(($(echo $opponents | wc -w) * MAPS * 8)) games each, on"
        echo "$((MAPS * 4)) maps that neither practice nor search saw, in both seats, against $(echo $opponents | wc -w) opponents. Points are percent of a"
        echo "game. Maps and libraries are both repeated: the interval of 95% is Student's over both. A \`?\` marks no"
        echo "difference shown: p is above 0.05, corrected by Holm for all rows."
        echo
        echo "Made by \`make searched\`, which runs \`tests/proof/search.sh\`. [SEARCH.md](SEARCH.md) describes the search."
        echo
        cat tables
        echo
        echo "The changes that were kept, with their effects in the screening:"
        echo
        echo "| demonstration | round | change |"
        echo "| --- | ---: | --- |"
        cat changes
    } > page
    cp page "$PAGE"
fi
