#!/bin/bash
# The experiment that docs/MICRORTS.md shows, with the real microRTS: the 24 pairs of games are equal, and one
# worker has the same results as two. Skipped (77) where the real one can't be had.
set -eu
U=${UNDERSTUDY:-bin/understudy}
case $U in /*) ;; *) U=$PWD/$U ;; esac
root=$PWD
home=$(cd "${UNDERSTUDY_MICRORTS:-build/microrts}" 2> /dev/null && pwd) || home=build/microrts
if [ ! -e "$home/microrts.jar" ] || ! command -v java > /dev/null || ! command -v sqlite3 > /dev/null; then
    echo "skipped: no real microRTS (make microrts), or no sqlite3"
    exit 77
fi
export UNDERSTUDY_DATA=${UNDERSTUDY_DATA:-$root} UNDERSTUDY_MICRORTS=$home
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
understudy() {
    "$U" "$@"
}
ln -s "$root/docs" docs
sed -n '/^```microrts/,/^```/p' docs/MICRORTS.md | grep -v '^```' > shown.sh
. ./shown.sh > said
[ "$(tail -n 1 said)" = "24|24" ] || { echo "not 24 of 24 pairs are the same: $(tail -n 1 said)"; exit 1; }
grep -qF '"real" and "native": no difference shown on maps like these (4 maps): +0.000 of a game' said ||
    { echo "compare shows a difference: $(cat said)"; exit 1; }
cp rushes/results.jsonl two.jsonl
rm -r rushes
understudy experiment plan microrts.json -o rushes --sample 0 --trust
understudy experiment run rushes -j 1
cmp rushes/results.jsonl two.jsonl || { echo "one worker has other results than two"; exit 1; }
echo "the experiment of MICRORTS.md: 24 of 24 pairs are equal, on one worker as on two"
