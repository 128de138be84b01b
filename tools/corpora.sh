#!/bin/sh
# corpora.sh NAME: the folders with inputs for the fuzz target NAME, a line each: its own, and what
# ships and is read by it.
set -eu
echo "tests/fuzz/corpus/$1"
case $1 in
    failure_pattern) echo domains/skirmish/patterns ;;
    arena_map) echo domains/arena/maps ;;
    microrts_map) echo domains/microrts/maps ;;
    export) echo tests/fuzz/corpus/brl ;;
esac
