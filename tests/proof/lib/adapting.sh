# Sourced by a script of the folder above: experiments that adapt, and what came of them. Fills in what
# of $UNDERSTUDY, the program, $WHOLE, $JOBS and $PAGE is not set. $root is the checkout, $sheet the games
# of play_all as CSV.
: "${UNDERSTUDY:=bin/understudy}" "${WHOLE:=}" "${JOBS:=$(nproc)}" "${PAGE:=}"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
UNDERSTUDY=$(realpath "$UNDERSTUDY")
export UNDERSTUDY_DATA=$root
experts="balanced economy knights rush siege towers"
families="open ridge choke scattered"
opponents="boom footman-rush land-attack passive raid tower-push turtle worker-rush"
demos='"balanced-choke-1", "economy-choke-3", "knights-choke-3", "rush-open-1", "siege-ridge-1", "towers-ridge-1"'
ground=500000

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
    sheet=$1.csv
    say experiment export "$1" --csv -o "$sheet"
    [ "$(tail -n +2 "$sheet" | awk -F, '$11 !~ /win|draw|loss/' | wc -l)" = 0 ] ||
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

# ---- what came of it: means over the games of a run, Student's interval over runs, exact sign flips

effects() { # PLAYER BASELINE [FAMILY]: effect, low, high, p, runs, pairs
    awk -F, -v player="$1" -v baseline="$2" -v family="${3:-}" '
        function who(row) { return $3 != "" ? $3 : $2 }
        function abs(x) { return x < 0 ? -x : x }
        BEGIN { n = split("12.7062 4.3027 3.1824 2.7764 2.5706 2.4469 2.3646 2.3060 2.2622 2.2281 2.2010 " \
            "2.1788 2.1604 2.1448 2.1314 2.1199 2.1098 2.1009 2.0930", t, " ") }
        NR > 1 && (family == "" || $8 == family) {
            run = $4 == "" ? -1 : $4
            if (who() == player) { sum[run] += $13; count[run]++; pairs++ }
            if (who() == baseline) { base[run] += $13; bases[run]++ }
        }
        END {
            for (r = 0; r in sum; r++) {
                b = r in base ? r : -1
                d[++runs] = sum[r] / count[r] - base[b] / bases[b]
                mean += d[runs]
            }
            mean /= runs
            for (i = 1; i <= runs; i++) s += (d[i] - mean) ^ 2
            half = runs > 1 && runs <= n + 1 ? t[runs - 1] * sqrt(s / (runs - 1) / runs) : 1
            all = 2 ^ runs
            for (k = 0; k < all; k++) {
                m = 0
                bits = k
                for (i = 1; i <= runs; i++) {
                    m += bits % 2 ? d[i] : -d[i]
                    bits = int(bits / 2)
                }
                more += abs(m / runs) >= abs(mean) - 1e-12
            }
            printf "%.4f %.4f %.4f %.5f %d %d\n", mean, mean - half, mean + half, more / all, runs, pairs
        }' "$sheet"
}

row() { # PLAYER BASELINE [FAMILY]
    local effect low high p runs pairs
    read -r effect low high p runs pairs <<< "$(effects "$@")"
    awk -v a="$1" -v b="$2" -v f="${3:-all}" -v e="$effect" -v l="$low" -v h="$high" -v p="$p" -v r="$runs" -v n="$pairs" \
        'function x(v) { return v > -0.0005 && v < 0.0005 ? 0 : 100 * v }
        BEGIN { printf "| %s | %s | %s | %d | %d | %+.1f | [%+.1f, %+.1f] | %.4f |\n", a, b, f, r, n, x(e), x(l), x(h), p }'
}
