#!/bin/bash
# A bank of real games: three pairs of libraries on many maps of all families, in both seats, against four
# opponents, played once; then experiments are drawn from it, whose intervals, verdicts and sequential tests
# must err as seldom as they say (proof_bank.c). Program: $UNDERSTUDY. Small unless WHOLE=1: then only that
# it runs is proved. $WORK: the folder that is kept, and gone on with. MAPS: of each family. SEED: of the
# first map. JOBS. PROOF: proof_bank, built.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${UNDERSTUDY:=$root/bin/understudy}" "${WHOLE:=}" "${SEED:=9000}" "${JOBS:=$(nproc)}"
: "${PROOF:=$(dirname "$UNDERSTUDY")/tests/proof/proof_bank}"
[ -x "$PROOF" ] || PROOF=$root/build/release/tests/proof/proof_bank
export UNDERSTUDY_DATA="$root"
if [ "$WHOLE" ]; then
    : "${MAPS:=56}" "${WORK:=$root/build/bank}"
    opponents='"ai:raid", "ai:boom", "ai:land-attack", "ai:tower-push"'
else
    : "${MAPS:=2}" "${WORK:=}"
    opponents='"ai:raid"'
fi
if [ -z "$WORK" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK"

maps=
for family in open ridge choke scattered; do
    maps="$maps${maps:+, }{\"family\": \"$family\", \"seed\": $SEED, \"count\": $MAPS}"
done
cat > "$WORK/bank.json" << END
{"experiment": 1, "name": "a bank of games",
 "libraries": [
  {"name": "relaxed", "learn": ["rush-open-1"], "relax": true},
  {"name": "strict", "learn": ["rush-open-1"]},
  {"name": "knights", "learn": ["knights-open-1"], "relax": true},
  {"name": "orders", "learn": ["rush-open-1"], "learner": "orders"}],
 "players": [
  {"name": "relaxed", "agent": "library:relaxed"}, {"name": "alike", "agent": "library:strict"},
  {"name": "a little apart", "agent": "library:knights"}, {"name": "far apart", "agent": "library:orders"}],
 "opponents": [$opponents], "maps": [$maps]}
END
"$UNDERSTUDY" experiment plan "$WORK/bank.json" -o "$WORK/bank" --sample 0 > "$WORK/plan.log" 2>&1 ||
    { cat "$WORK/plan.log"; exit 1; }
"$UNDERSTUDY" experiment run "$WORK/bank" -j "$JOBS" --resume > "$WORK/run.log" 2>&1 ||
    { tail -5 "$WORK/run.log"; exit 1; }
"$UNDERSTUDY" experiment compare "$WORK/bank" --sheet effects
"$UNDERSTUDY" experiment compare "$WORK/bank" --sheet components
if [ "$WHOLE" ]; then
    exec "$PROOF" "$WORK/bank"
fi
code=0
"$PROOF" -n 20 "$WORK/bank" > "$WORK/proof.log" || code=$? # so few maps promise nothing
[ $code -le 1 ] && grep -q 'far apart' "$WORK/proof.log" || { cat "$WORK/proof.log"; exit 1; }
