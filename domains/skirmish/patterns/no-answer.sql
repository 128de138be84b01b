/*
{
  "pattern": 1,
  "about": "fighters stood idle while a worker or a building of their side was attacked",
  "params": {
    "patience": {"value": 90, "about": "cycles from the first strike until a fighter should react"},
    "reach": {"value": 48, "about": "cells from which a fighter should come"}
  },
  "blame": "unit",
  "repairs": [
    {"modop": "daemon", "about": "send fighters to where the enemy attacks",
     "when": "distance(first(self, role: fighter, status: idle), nearest(first(self, role: fighter, status: idle), enemy, role: attacker, status: attacking)) <= {reach} and exists(self, role: structure, near: nearest(first(self, role: fighter, status: idle), enemy, role: attacker, status: attacking), within: 8)",
     "do": "act attack-move(units: near(self.fighter), cell: near(nearest(first(self, role: fighter, status: idle), enemy, role: attacker, status: attacking)))"}
  ]
}
*/
WITH RECURSIVE
-- idle fighters, with one row for each part of 300 cycles in which they are idle
idler(game, seat, unit, since, until, x, y, part) AS (
    SELECT i.game, i.seat, i.unit, i.since, i.until, i.x, i.y, i.since / 300 FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :patience
    UNION ALL
    SELECT game, seat, unit, since, until, x, y, part + 1 FROM idler
    WHERE (part + 1) * 300 < until
),
struck AS MATERIALIZED (
    SELECT game, seat, since, until, x, y, since / 300 AS part FROM attacks
    WHERE seat >= 0 AND attacker_seat <> seat
      AND type IN (SELECT type FROM roles WHERE role IN ('worker', 'structure'))
)
SELECT a.game, a.seat, min(a.since) AS cycle, max(a.until) AS until, min(i.unit) AS unit,
       count(DISTINCT i.unit) * (max(a.until) - min(a.since)) AS badness,
       count(DISTINCT i.unit) AS idlers, :reach AS reach
FROM struck AS a
JOIN idler AS i ON i.game = a.game AND i.seat = a.seat AND i.part = a.part
WHERE i.since <= a.since AND i.until >= a.since + :patience
  AND max(abs(i.x - a.x), abs(i.y - a.y)) <= :reach
GROUP BY a.game, a.seat, a.part
