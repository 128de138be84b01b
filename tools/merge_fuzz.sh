#!/bin/sh
# merge_fuzz.sh WORD FOUND TARGET...: add to the corpora of the targets whose names hold WORD those
# inputs of FOUND that reach code which no input of the corpus reaches: as few as do, of at most 4 KB
# each. Inputs that the corpus has stay, since people named them.
set -eu
word=$1 found=$2
shift 2
for target; do
    name=$(basename "$target")
    case $name in *"$word"*) ;; *) continue ;; esac
    [ -d "$found/$name" ] || continue
    corpus=tests/fuzz/corpus/${name#fuzz_}
    before=$(find "$corpus" -type f | wc -l)
    small=$(mktemp -d)
    find "$found/$name/" -type f -size -9 -exec cp {} "$small" \;
    # By edges alone: how often an edge was taken would keep ten times as many.
    "$target" -set_cover_merge=1 -use_counters=0 -timeout=20 -max_len=4096 "$corpus" "$small" \
        > "$found/$name.merge.log" 2>&1 || {
        tail -n 20 "$found/$name.merge.log" >&2
        rm -r "$small"
        exit 1
    }
    rm -r "$small"
    echo "$name: $before inputs, now $(find "$corpus" -type f | wc -l)"
done
