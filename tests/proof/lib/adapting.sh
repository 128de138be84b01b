# Sourced by a script of the folder above: experiments that adapt, and what came of them. Fills in what
# of $UNDERSTUDY, the program, $WHOLE, $JOBS, $PAGE and $SHIFT is not set. $SHIFT is added to all seeds: the same
# experiment on other maps and games. $root is the checkout, $played the
# experiment of play_all.
: "${UNDERSTUDY:=bin/understudy}" "${WHOLE:=}" "${JOBS:=$(nproc)}" "${PAGE:=}" "${SHIFT:=0}"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
UNDERSTUDY=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA=$root
experts="balanced economy knights rush siege towers"
families="open ridge choke scattered"
opponents="boom footman-rush land-attack passive raid tower-push turtle worker-rush"
demos='"balanced-choke-1", "economy-choke-3", "knights-choke-3", "rush-open-1", "siege-ridge-1", "towers-ridge-1"'
ground=$((500000 + SHIFT)) played_ground=$((1000 + SHIFT))

fail() {
    echo "$1"
    exit 1
}

say() {
    "$UNDERSTUDY" "$@" 2>> log > said || { tail -n 5 log; cat said; fail "understudy $*"; }
}

enter_work() { # $WORK, or a folder that goes with the script
    if [ ! "$WORK" ]; then
        WORK=$(mktemp -d)
        trap 'rm -rf "$WORK"' EXIT
    fi
    mkdir -p "$WORK"
    cd "$WORK"
}

play_all() { # EXPERIMENT, as planned: each game, to its end
    say experiment run "$1" -j "$JOBS"
    played=$1
    say experiment export "$1" --csv -o "$1.csv"
    [ "$(tail -n +2 "$1.csv" | awk -F, '$11 !~ /win|draw|loss/' | wc -l)" = 0 ] ||
        fail "not all games were played to their end"
}

words() { # PREFIX WORD...: a list of JSON
    local prefix=$1 list=
    shift
    for word; do list="$list, \"$prefix$word\""; done
    echo "[${list#, }]"
}

made_maps() { # SEED COUNT
    local list=
    for family in $families; do
        list="$list, {\"family\": \"$family\", \"seed\": $1, \"count\": $2}"
    done
    echo "[${list#, }]"
}

# ---- what came of it, as compare has it: maps and runs are what is repeated

told() { # SHEET FAMILY COLUMN...: of the sheet in `told`, of its row (of that family), so many columns
    local sheet=$1 family=$2
    shift 2
    tr -d '\r' < "$sheet" | awk -F, -v family="$family" -v wanted="$*" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(wanted, column, " "); next }
        family == "" || $(at["family"]) == family {
            for (i = 1; i <= n; i++) {
                value = $(at[column[i]])
                printf "%s%s", (value == "" ? "-" : value), (i < n ? " " : "\n")
            }
            exit
        }'
}

effects() { # PLAYER BASELINE [FAMILY]: effect, low, high, p, runs, pairs, maps, of experiment $played; or same
    local sheet family=${3:-} of=told.effects
    if "$UNDERSTUDY" experiment compare "$played" --baseline "$2" --player "$1" --unmatched 2>> log |
        grep -q ' is the same player as '; then
        echo same
        return
    fi
    for sheet in effects tests families; do
        "$UNDERSTUDY" experiment compare "$played" --baseline "$2" --player "$1" --unmatched --sheet $sheet --form csv \
            > told.$sheet 2>> log || { [ $sheet = families ] || fail "$1 against $2 can't be compared"; }
    done
    if [ "$family" ]; then
        echo "$(told told.families "$family" effect low high student) $(told told.effects '' runs) - $(told told.families "$family" maps)"
    else
        echo "$(told $of '' effect low high) $(told told.tests '' student) $(told $of '' runs pairs maps)"
    fi
}

# Rows of a page are numbers first, so that Holm can correct the p values of all of a table.
row() { # PLAYER BASELINE [FAMILY]
    local effect low high p runs pairs maps
    read -r effect low high p runs pairs maps <<< "$(effects "$@")"
    echo "$1,$2,${3:-all},$maps,$runs,$pairs,$effect,$low,$high,$p"
}

holm() { # lines that end in a p value, or none: the same, with Holm's instead
    awk -F, '
        { line[NR] = $0; p[NR] = $NF == "" || $NF == "-" ? "" : $NF + 0; if (p[NR] != "") order[++m] = NR }
        END {
            for (i = 2; i <= m; i++)
                for (k = i; k > 1 && p[order[k]] < p[order[k - 1]]; k--) { t = order[k]; order[k] = order[k - 1]; order[k - 1] = t }
            for (i = 1; i <= m; i++) {
                value = (m - i + 1) * p[order[i]]
                most = value > most ? value : most
                corrected[order[i]] = most > 1 ? 1 : most
            }
            for (i = 1; i <= NR; i++) {
                sub(/,[^,]*$/, "", line[i])
                print line[i] "," (p[i] == "" ? "" : corrected[i])
            }
        }'
}

points() { # EFFECT LOW HIGH [P]: "+1.2 [-3.4, +5.8] ?", percent of a game
    [ "$1" != same ] || { printf 'the same library'; return; }
    awk -v e="$1" -v l="$2" -v h="$3" -v p="${4:-}" 'function x(v) { return v > -0.0005 && v < 0.0005 ? 0 : 100 * v }
        BEGIN { printf "%+.1f [%+.1f, %+.1f]%s", x(e), x(l), x(h), (p == "" || p > 0.05 ? " ?" : "") }'
}

effects_table() { # of the rows that the script's `rows` prints
    echo "| player | against | family | maps | runs | points | p |"
    echo "| --- | --- | --- | ---: | ---: | --- | ---: |"
    rows | holm > rows
    while IFS=, read -r player other family maps runs pairs effect low high p; do
        echo "| $player | $other | $family | $maps | $runs | $(points "$effect" "$low" "$high" "$p") | ${p:+$(printf '%.4f' "$p")} |"
    done < rows
}
