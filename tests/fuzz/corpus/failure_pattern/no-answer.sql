/*
{
  "pattern": 1,
  "about": "own fighters stood idle nearby while a worker or a building was struck",
  "params": {
    "patience": {"value": 90, "about": "cycles from the first strike until somebody should stir"},
    "reach": {"value": 16, "about": "cells that a fighter may be away"}
  },
  "blame": "unit",
  "repairs": [
    {"modop": "daemon", "about": "fighters go where the enemy is",
     "when": "exists(self, role: fighter, status: idle) and exists(enemy, role: attacker, near: first(self, role: hall), within: {reach})",
     "do": "act attack-move(units: near(self.fighter), cell: near(nearest(first(self, role: hall), enemy, role: attacker)))"}
  ]
}
*/
SELECT a.game, a.seat, min(a.since) AS cycle, max(a.until) AS until, min(i.unit) AS unit,
       count(DISTINCT i.unit) * (max(a.until) - min(a.since)) AS badness,
       count(DISTINCT i.unit) AS idlers, :reach AS reach
FROM attacks AS a
JOIN idle AS i ON i.game = a.game AND i.seat = a.seat
     AND i.since <= a.since AND i.until >= a.since + :patience
     AND max(abs(i.x - a.x), abs(i.y - a.y)) <= :reach
WHERE a.seat >= 0 AND a.attacker_seat <> a.seat AND a.until - a.since >= :patience
  AND a.type IN (SELECT type FROM roles WHERE role IN ('worker', 'structure'))
  AND i.type IN (SELECT type FROM roles WHERE role = 'fighter')
GROUP BY a.game, a.seat, a.since / 300
