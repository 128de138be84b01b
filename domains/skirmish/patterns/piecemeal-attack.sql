/*
{
  "pattern": 1,
  "about": "fighters died a few at a time while other fighters stood idle",
  "params": {
    "window": {"value": 600, "about": "cycles that are looked at together"},
    "deaths": {"value": 2, "about": "fighters that died in them, at least"},
    "stood": {"value": 90, "about": "cycles for which a fighter must stand idle to count"},
    "idlers": {"value": 3, "about": "fighters that stood idle at each death, at least"}
  },
  "blame": "unit",
  "repairs": [
    {"modop": "before", "about": "wait until there are more fighters",
     "do": "succeed timeout 1800 retry check count(self, role: fighter) >= {army}"},
    {"modop": "daemon", "about": "attack with the fighters together",
     "when": "count(self, role: fighter, status: idle) >= {army}",
     "do": "act attack-move(units: near(self.fighter), cell: near(enemy.structure))"}
  ],
  "defaults": [{"army": 5}]
}
*/
WITH event(game, seat, cycle, sort, unit, change) AS (
    SELECT i.game, i.seat, i.since, 1, i.unit, 1 FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :stood
    UNION ALL
    SELECT i.game, i.seat, i.until, 0, i.unit, -1 FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :stood
    UNION ALL
    SELECT k.game, k.seat, k.cycle, 2, k.unit, 0 FROM kills AS k
    JOIN roles AS r ON r.type = k.type AND r.role = 'fighter'
    WHERE k.seat >= 0 AND k.killer_seat <> k.seat
),
counted AS ( -- the number of idle fighters at each death
    SELECT game, seat, cycle, sort, unit,
           sum(change) OVER (PARTITION BY game, seat ORDER BY cycle, sort, unit
                             ROWS UNBOUNDED PRECEDING) AS idlers
    FROM event
)
SELECT game, seat, min(cycle) AS cycle, max(cycle) AS until, min(unit) AS unit,
       count(*) * min(idlers) AS badness,
       count(*) AS deaths, count(*) + min(idlers) AS army
FROM counted
WHERE sort = 2 AND idlers >= :idlers
GROUP BY game, seat, cycle / max(:window, 1)
HAVING count(*) >= :deaths
