#!/bin/bash
# What is each failure pattern worth, and each modop? Libraries are adapted with it alone, without it, and
# with all; all play on maps and seeds that no run saw. Maps and runs are what is repeated. Fails where results
# are incomplete or a pattern is not in the table; never by what they say. Program: $UNDERSTUDY. Small
# unless WHOLE=1. $PAGE: the tables go there. $WORK: a folder that is kept. RUNS, GAMES, PLACES, MAPS, JOBS:
# sizes; PATTERNS, MODOPS: which.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
all_patterns=$(cd "$root/domains/skirmish/patterns" && for file in *.sql; do echo "${file%.sql}"; done)
all_modops="before after beside replace remove retry first daemon"
if [ "$WHOLE" ]; then
    : "${RUNS:=4}" "${GAMES:=48}" "${PLACES:=3}" "${MAPS:=2}" "${WORK:=$root/build/adapt_worth}"
    : "${PATTERNS:=$all_patterns}" "${MODOPS:=$all_modops}"
    more='"max_cycles": 54000'
else
    : "${RUNS:=2}" "${GAMES:=8}" "${PLACES:=1}" "${MAPS:=1}" "${WORK:=}"
    : "${PATTERNS:=step-lacks-unit worker-idle}" "${MODOPS:=before retry}"
    opponents="raid worker-rush"
    more='"max_cycles": 12000'
fi
enter_work

against=$(words ai: $opponents)
training="\"against\": $against, \"maps\": $(made_maps $ground "$PLACES"), \"games\": $GAMES, \"runs\": $RUNS"

others() { # WORD: all modops but this
    local word rest=
    for word in $all_modops; do [ "$word" = "$1" ] || rest="$rest $word"; done
    words '' $rest
}

spec() { # NAME LIBRARIES PLAYERS > NAME.json
    cat > "$1.json" << END
{"experiment": 1, "name": "what each is worth", "seed": $((1002 + SHIFT)), $more,
 "libraries": [
  {"name": "learned", "learn": [$demos]},
  {"name": "all", "adapt": "learned", $training}$2],
 "players": [{"name": "original", "agent": "library:learned"}, {"name": "all", "agent": "library:all"}$3],
 "opponents": $against, "maps": $(made_maps $played_ground "$MAPS")}
END
}

# ---- whose repairs stay at all: to leave out another one changes nothing

[ -e plain/manifest.jsonl ] || { spec plain '' '' && say experiment plan plain.json --sample 0 -j "$JOBS"; }
: > kept
for ((run = 0; run < RUNS; run++)); do
    "$UNDERSTUDY" library export plain/libraries/all-$run.db |
        sed -nE 's/^ +(failure|modop): (.*)/\2/p' | grep -oE '"[a-z-]+' | tr -d '"' >> kept
done

count_kept() { # WORD
    grep -cx -- "$1" kept || true
}

# ---- with it alone, and without it

libraries='' players=''
add() { # NAME MEMBERS
    libraries="$libraries,
  {\"name\": \"$1\", \"adapt\": \"learned\", $training, $2}"
    players="$players,
  {\"name\": \"$1\", \"agent\": \"library:$1\"}"
}
for pattern in $PATTERNS; do
    add "only-$pattern" "\"patterns\": [\"$pattern\"]"
    [ "$(count_kept "$pattern")" = 0 ] || add "without-$pattern" "\"without\": [\"$pattern\"]"
done
for modop in $MODOPS; do
    add "only-$modop" "\"without_modops\": $(others "$modop")"
    [ "$(count_kept "$modop")" = 0 ] || add "without-$modop" "\"without_modops\": [\"$modop\"]"
done
spec worth "$libraries" "$players"
[ -e worth/manifest.jsonl ] || say experiment plan worth.json --sample 0 -j "$JOBS"
play_all worth

# ---- what came of it

rows() { # WORD...: a row for each alone, and beside the others where a repair stays
    local word
    for word; do
        row "only-$word" original
        [ "$(count_kept "$word")" = 0 ] || row all "without-$word"
    done
}

cell() { # PLAYER BASELINE: of the rows
    awk -F, -v a="$1" -v b="$2" '$1 == a && $2 == b { print $7, $8, $9, $10 }' rows
}

table() { # KIND WORD...
    local kind=$1 word beside
    shift
    rows "$@" | holm > rows
    echo
    echo "| $kind | repairs that stay | alone | beside the others |"
    echo "| --- | ---: | --- | --- |"
    for word; do
        beside=0
        [ "$(count_kept "$word")" = 0 ] || beside=$(points $(cell all "without-$word"))
        echo "| $word | $(count_kept "$word") | $(points $(cell "only-$word" original)) | $beside |"
    done
}

tables() {
    row all original | holm > rows
    echo "All of them: $(points $(cell all original)) points."
    table pattern $PATTERNS
    table modop $MODOPS
}

tables > tables
cat tables
for word in $PATTERNS $MODOPS; do grep -q "^| $word |" tables || fail "$word: not in the table"; done

if [ "$PAGE" ]; then
    {
        echo "# What is each pattern worth, and each modop?"
        echo
        echo "A library learned from one demonstration of each expert plays $GAMES training games and is adapted, $RUNS times."
        echo "No game proves its repairs. Then all play on $((MAPS * 4)) maps, in both seats, with seeds that no run saw."
        echo "Points are percent of a game. Maps and runs are both repeated: the interval of 95% is"
        echo "Student's over both, for maps and runs like these. A \`?\` marks no difference shown: p is above 0.05, corrected"
        echo "by Holm for all cells of the table."
        echo
        echo "- *Repairs that stay*: in the $RUNS libraries that are adapted with all patterns and modops."
        echo "- *Alone*: adapted with this one alone, above the original."
        echo "- *Beside the others*: adapted with all, above what is adapted with all but this one. Where no repair stays, to leave"
        echo "  it out changes nothing: 0."
        echo
        echo "Made by \`make worth\`, which runs \`tests/proof/adapt_worth.sh\`."
        echo
        cat tables
    } > page
    cp page "$PAGE"
fi
