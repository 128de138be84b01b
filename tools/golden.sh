#!/bin/sh
# golden.sh PROGRAM: write anew what is learned of the demonstrations that tests/golden/ names.
set -eu
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for golden in tests/golden/*.brl; do
    name=$(basename "$golden" .brl)
    "$program" learn "domains/skirmish/demos/$name.jsonl" -o "$scratch/$name.db" > "$scratch/log"
    "$program" library show "$scratch/$name.db" > "$golden"
done
