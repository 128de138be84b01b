#!/bin/sh
# run_fuzz.sh WORD SECONDS FOUND TARGET...: run each fuzz target whose name holds WORD for a while.
# New inputs of interest and crashes are kept below FOUND; the corpus in tests/ is not touched.
set -eu
word=$1 seconds=$2 found=$3
shift 3
ran=0
for target; do
    name=$(basename "$target")
    case $name in *"$word"*) ;; *) continue ;; esac
    ran=$((ran + 1))
    mkdir -p "$found/$name"
    echo "==== $name, $seconds s"
    # shellcheck disable=SC2046
    "$target" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 -timeout=10 \
        -artifact_prefix="$found/$name-" "$found/$name" \
        $(sh tools/corpora.sh "${name#fuzz_}") > "$found/$name.log" 2>&1 || {
        grep -v '# Uses:' "$found/$name.log" | tail -n 60 >&2
        echo "$name failed; its input is kept as $found/$name-*" >&2
        exit 1
    }
    sed -n 's/^stat::\([a-z_]*\): */  \1 /p' "$found/$name.log"
done
[ $ran != 0 ] || { echo "no fuzz target of that name" >&2; exit 1; }
