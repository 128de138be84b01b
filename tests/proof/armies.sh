#!/bin/bash
# How armies fare: libraries of one demonstration (learned with --relax) beside the experts that they were learned from,
# on maps that nobody demonstrated. The same maps, seats, seeds and opponents for each player; the tables of
# `adapt --abstract-only` give the numbers. Strength is cost; fighters have the role `fighter`; means over games.
# Fails where a game is missing; never by what it says. Program: $UNDERSTUDY. Small unless WHOLE=1. MAPS of each
# demonstration, SHIFT (other maps), JOBS, WORK (kept), PAGE (the table as Markdown). Needs sqlite3.
set -eu
. "$(dirname "$0")/lib/adapting.sh"
: "${WORK:=}" "${MAPS:=$([ "$WHOLE" ] && echo 4 || echo 1)}"
command -v sqlite3 > /dev/null || { echo "no sqlite3"; exit 77; }
export UNDERSTUDY
enter_work

demos=$(cd "$root/domains/skirmish/demos" && ls -- *.jsonl | grep -v '^hand' | sed 's/\.jsonl$//')
[ "$WHOLE" ] || demos=$(head -n 2 <<< "$demos")
opponents="ai:land-attack ai:raid ai:boom ai:tower-push"
players="expert library library?squads=off"

play() { # PLAYER DEMO MAP OPPONENT SEAT NAME
    local agent="library:$2.db${1#library}"
    [ "$1" != expert ] || agent="expert:${2%%-*}"
    "$UNDERSTUDY" game play "$3" --p"$5" "$agent" --p$((1 - $5)) "$4" --seed 7 --max-cycles 60000 --trace "$6" > "$6.log" 2>&1
}
export -f play

number=0
: > games
for demo in $demos; do
    family=${demo#*-} family=${family%-*}
    [ -s "$demo.db" ] || "$UNDERSTUDY" learn "$root/domains/skirmish/demos/$demo.jsonl" --relax -o "$demo.db" > log 2>&1
    for ((map = 1; map <= MAPS; map++)); do
        seed=$((7700000 + SHIFT + 100 * number + map))
        [ -s "$family-$seed.map" ] ||
            "$UNDERSTUDY" game mapgen --family "$family" --size 64 --seed $seed --fair any -o "$family-$seed.map" > log 2>&1
        for opponent in $opponents; do
            for player in $players; do
                name="$player-$demo-$seed-${opponent#ai:}.jsonl"
                [ -s "$name" ] || echo "$player $demo $family-$seed.map $opponent $((map % 2)) $name" >> games
            done
        done
    done
    number=$((number + 1))
done
xargs -r -P "$JOBS" -L 1 bash -c 'play "$@"' - < games || { echo "a game failed: see $WORK" >&2; exit 1; }

table() { # PLAYER: one row
    rm -f "$1.sqlite"
    "$UNDERSTUDY" adapt --abstract-only "$1"-*.jsonl -o "$1.sqlite" > log 2>&1 || { tail -n 3 log >&2; return 1; }
    sqlite3 -separator ' | ' "$1.sqlite" "
CREATE TEMP TABLE me AS SELECT game, seat, score FROM seats WHERE player NOT LIKE 'ai:%';
CREATE TEMP TABLE price AS SELECT type, sum(amount) AS cost FROM costs GROUP BY type;
CREATE TEMP TABLE army AS SELECT u.game, u.unit, u.born, u.gone, u.fate, p.cost, u.seat = me.seat AS own
  FROM units AS u JOIN me USING (game) JOIN roles AS r ON r.type = u.type AND r.role = 'fighter'
  JOIN price AS p ON p.type = u.type WHERE u.seat >= 0;
CREATE TEMP TABLE fallen AS SELECT u.game, u.seat = me.seat AS own, p.cost FROM units AS u JOIN me USING (game)
  JOIN price AS p ON p.type = u.type WHERE u.fate = 'killed' AND u.seat >= 0;
CREATE TEMP TABLE deaths AS SELECT (SELECT count(*) FROM army AS o WHERE o.game = d.game AND o.own AND o.born <= d.gone
    AND (o.gone IS NULL OR o.gone >= d.gone)) AS others FROM army AS d WHERE d.own AND d.fate = 'killed';
SELECT (SELECT count(*) FROM me),
  (SELECT printf('%.1f', avg(score) / 10.0) FROM me),
  (SELECT printf('%.0f', 1.0 * total(cost) / (SELECT count(*) FROM me)) FROM army WHERE own AND born <= 10800),
  (SELECT printf('%.0f', 1.0 * total(cost) / (SELECT count(*) FROM me)) FROM army
   WHERE own AND born <= 10800 AND (gone IS NULL OR gone > 10800)),
  (SELECT printf('%.2f', 1.0 * total(cost) / (SELECT total(cost) FROM fallen WHERE own)) FROM fallen WHERE NOT own),
  (SELECT printf('%.1f', avg(others)) FROM deaths);"
}

{
    echo "| player | games | score | army made by cycle 10,800 | alive then | cost killed per cost lost | own fighters alive when one dies |"
    echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for player in $players; do
        row=$(table "$player")
        echo "| \`$player\` | $row |"
    done
} > table.md
cat table.md
[ -z "$PAGE" ] || cp table.md "$PAGE"
