#!/bin/bash
# What is each failure pattern worth in a search, and each kind of change? The libraries that adapt_helps.sh searched
# keep the effect of each change in the screening, where libraries with random mixes of changes play. Libraries are what
# is repeated. Fails where a change has no pattern or kind; never by what the effects say. Program: $UNDERSTUDY. $PAGE:
# the tables go there. $WORK: the folder of adapt_helps.sh; where its libraries lack, it makes them. Small unless
# WHOLE=1.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
proofs=$(cd "$(dirname "$0")" && pwd)
if [ "$WHOLE" ]; then : "${WORK:=$root/build/adapt_helps}"; else : "${WORK:=}"; fi
enter_work
[ -e adapted-1-0.db ] || WORK=$PWD PAGE='' CONTROLS='' bash "$proofs/adapt_helps.sh" > helps.out || { cat helps.out; exit 1; }

last_round() { # RUN: prints the name of its library after the last round
    local round=1
    while [ -e "adapted-$((round + 1))-$1.db" ]; do round=$((round + 1)); done
    echo "adapted-$round-$1.db"
}

list_changes() { # RUN < stories in JSON: run,pattern,kind,effect,error,kept,key of each change that games screened
    awk -v run="$1" -v RS='[{}]' '
        function text(name, part) { # the member of this name
            return match($0, "\"" name "\":\"[^\"]*\"") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5) : ""
        }
        function number(name) {
            return match($0, "\"" name "\":-?[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : ""
        }
        function key(   all) { # what tells a change from others
            all = text("behavior") "|" text("step") "|" text("about")
            gsub(/,/, ";", all)
            return all
        }
        /^"how":/ { causes = 0 }
        /^"pattern":/ { pattern[causes++] = text("pattern") }
        /^"kind":/ && number("error") > 0 {
            cause = number("cause")
            kind = text("kind") == "repair" ? text("modop") : text("kind")
            print run "," (cause == "" || cause < 0 ? "-" : pattern[cause]) "," kind "," number("effect") "," number("error") "," (/"kept":true/ ? 1 : 0) "," key()
        }'
}

# A later round begins with what earlier ones found: of a change, the last round counts.
last_of_each() { # FILE
    awk -F, -v OFS=, '
        { key = $1 SUBSEP $3 SUBSEP $7; last[key] = NR; line[NR] = $0; kept[key] = kept[key] || $6 }
        END {
            for (i = 1; i <= NR; i++) {
                $0 = line[i]
                key = $1 SUBSEP $3 SUBSEP $7
                if (last[key] != i) continue
                $6 = kept[key]
                print
            }
        }' "$1"
}

# An effect is Bayes estimate m with the standard error e, from a prior of mean 0 and deviation 5 points. The games alone
# say sum(m / e^2) / sum(1 / e^2 - 1 / 5^2). Each library adds to both sums; their spread gives the error.
tables() {
    awk -F, '
        function t_quantile(n,   z) { # of 97.5%, for n degrees of freedom
            z = 1.959964
            return z + (z^3 + z) / (4 * n) + (5 * z^5 + 16 * z^3 + 3 * z) / (96 * n^2) + (3 * z^7 + 19 * z^5 + 17 * z^3 - 15 * z) / (384 * n^3)
        }
        function add(group, name,   key) {
            key = group SUBSEP name
            if (!(key in changes)) { names[group, ++count[group]] = name }
            changes[key]++
            kept[key] += $6
            if (!((key, $1) in weight)) libraries[key]++
            weight[key, $1] += 1 / $5^2 - 1 / 500^2
            sum[key, $1] += $4 / $5^2
            runs[$1]
        }
        function row(group, name,   key, run, w, s, mean, v, n, e) {
            key = group SUBSEP name
            for (run in runs) if ((key, run) in weight) { w += weight[key, run]; s += sum[key, run] }
            mean = w > 0 ? s / w : 0
            for (run in runs) if ((key, run) in weight) v += (sum[key, run] - mean * weight[key, run])^2
            n = libraries[key]
            printf "| %s | %d | %d | %d | ", name, n, changes[key], kept[key]
            if (n < 3 || w <= 0) { print "- |"; return }
            e = t_quantile(n - 1) * sqrt(v * n / (n - 1)) / w
            printf "%+.1f [%+.1f, %+.1f] |\n", mean / 100, (mean - e) / 100, (mean + e) / 100
        }
        function table(group,   i, k, t) {
            for (i = 2; i <= count[group]; i++)
                for (k = i; k > 1 && names[group, k] < names[group, k - 1]; k--) {
                    t = names[group, k]; names[group, k] = names[group, k - 1]; names[group, k - 1] = t
                }
            printf "\n| %s | libraries | changes | kept | effect |\n| --- | ---: | ---: | ---: | --- |\n", group
            for (i = 1; i <= count[group]; i++) row(group, names[group, i])
        }
        $2 != "-" { add("pattern", $2) }
        { add("kind of change", $3) }
        END { table("pattern"); table("kind of change") }' changes
}

: > changes
runs=0
while [ -e "adapted-1-$runs.db" ]; do
    say library story "$(last_round $runs)" --json
    list_changes $runs < said >> changes
    runs=$((runs + 1))
done
last_of_each changes > changes.last
mv changes.last changes
[ -s changes ] || fail "no change was screened"
! awk -F, '$3 == "" || $2 == ""' changes | grep . || fail "a change has no kind, or no pattern"
tables > worth
cat worth

if [ "$PAGE" ]; then
    {
        echo "# What is each pattern worth, and each kind of change?"
        echo
        echo "[Searches](SEARCH.md) of $runs libraries screened these changes. They are the searches of [ADAPTED.md](ADAPTED.md), in all"
        echo "rounds. Libraries with random mixes of changes played, so the effect of a change is its mean effect beside others."
        echo "The effect is in percent of a game, where an early win counts more than a late one"
        echo "([SEARCH.md](SEARCH.md#how-games-decide)). It is the mean over all changes of the row, by what games say of each; the"
        echo "interval of 95% is Student's over libraries. A row of fewer than three libraries has no effect."
        echo
        echo "- *Libraries*, *changes*: in how many libraries the row was screened, and how many changes."
        echo "- *Kept*: changes that a proof kept."
        echo
        echo "Changes at one cause mostly compete, so a pattern with a good repair has bad ones, too. Kinds other than \`tune\`,"
        echo "\`drop\` and \`order\` are [modops](FAILURE_PATTERNS.md#repairs) of repairs."
        echo
        echo "Made by \`make worth\`, which runs \`tests/proof/adapt_worth.sh\`, after \`make adapted\`."
        cat worth
    } > page
    cp page "$PAGE"
fi
