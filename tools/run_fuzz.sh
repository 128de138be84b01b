#!/bin/sh
# run_fuzz.sh WORD SECONDS FOUND TARGET...: run each fuzz target whose name holds WORD for a while,
# $JOBS at a time (1). New inputs of interest and failures are kept below FOUND; the corpus in tests/
# is not touched. A target that fails ends; the others go on. FOUND/counts.md gets a table of all.
set -eu
word=$1 seconds=$2 found=$3
shift 3

# --one as WORD: the script's call of itself for one target.
if [ "$word" = --one ]; then
    name=$(basename "$1")
    mkdir -p "$found/$name"
    code=0
    # shellcheck disable=SC2046
    "$1" -max_total_time="$seconds" -print_final_stats=1 -timeout=20 -max_len=16384 \
        -artifact_prefix="$found/$name-" "$found/$name" \
        $(sh tools/corpora.sh "${name#fuzz_}") > "$found/$name.log" 2>&1 || code=$?
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log") executions$(
        [ $code = 0 ] || echo ", FAILED")"
    [ $code = 0 ] || echo "run_fuzz: exit code $code" >> "$found/$name.log"
    exit $code
fi

names=$(for target; do
    case $(basename "$target") in *"$word"*) echo "$target" ;; esac
done)
[ -n "$names" ] || { echo "no fuzz target of that name" >&2; exit 1; }
mkdir -p "$found"
code=0
echo "$names" | xargs -P "${JOBS:-1}" -I {} sh "$0" --one "$seconds" "$found" {} || code=1

{
    echo "| target | executions | a second | edges | new inputs | result |"
    echo "| --- | ---: | ---: | ---: | ---: | --- |"
    for target in $names; do
        name=$(basename "$target")
        awk -v name="${name#fuzz_}" '
            / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
            /^stat::number_of_executed_units:/ { ran = $2 }
            /^stat::average_exec_per_sec:/ { speed = $2 }
            /^stat::new_units_added:/ { new = $2 }
            /^SUMMARY: / { sub(/^SUMMARY: /, ""); gsub(/\|/, " "); why = $0 }
            /^run_fuzz: / { failed = 1; why = why ? why : "exit code " $NF }
            END { printf "| `%s` | %d | %d | %d | %d | %s |\n", name, ran, speed, edges, new,
                         failed ? why : "no failure" }' "$found/$name.log"
    done
} > "$found/counts.md"
for target in $names; do
    name=$(basename "$target")
    grep -q '^run_fuzz: ' "$found/$name.log" || continue
    echo "==== $name failed; its input is kept as $found/$name-*" >&2
    grep -v '# Uses:\|NEW\|REDUCE\|pulse' "$found/$name.log" | tail -n 60 >&2
done
awk -F'|' 'NR > 2 { sum += $3; n++ } END { printf "%d executions of %d targets\n", sum, n }' \
    "$found/counts.md"
exit $code
