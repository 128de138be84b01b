/*
{
  "pattern": 1,
  "about": "fighters died a few at a time while others of them stood idle",
  "params": {
    "window": {"value": 600, "about": "cycles that are looked at together"},
    "deaths": {"value": 2, "about": "fighters that died in them, at least"},
    "idlers": {"value": 3, "about": "fighters that stood idle at each death, at least"}
  },
  "blame": "unit",
  "repairs": [
    {"modop": "before", "about": "wait until there are more",
     "do": "succeed timeout 1800 retry check count(self, role: fighter) >= {army}"},
    {"modop": "daemon", "about": "all go together",
     "when": "count(self, role: fighter, status: idle) >= {army}",
     "do": "act attack-move(units: near(self.fighter), cell: near(enemy.structure))"}
  ]
}
*/
WITH death AS (
    SELECT k.game, k.seat, k.cycle, k.unit,
           (SELECT count(*) FROM idle AS i JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
            WHERE i.game = k.game AND i.seat = k.seat AND i.since <= k.cycle AND i.until > k.cycle) AS idlers
    FROM kills AS k
    JOIN roles AS r ON r.type = k.type AND r.role = 'fighter'
    WHERE k.seat >= 0 AND k.killer_seat <> k.seat
)
SELECT game, seat, min(cycle) AS cycle, max(cycle) AS until, min(unit) AS unit,
       count(*) * min(idlers) AS badness,
       count(*) AS deaths, count(*) + min(idlers) AS army
FROM death
WHERE idlers >= :idlers
GROUP BY game, seat, cycle / :window
HAVING count(*) >= :deaths
