/*
{
  "pattern": 1,
  "about": "many fighters were idle at the same time for a long time",
  "params": {
    "patience": {"value": 900, "about": "cycles for which that is allowed"},
    "army": {"value": 6, "about": "how many fighters, at least"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "send the fighters to attack",
     "when": "count(self, role: fighter, status: idle) >= {army} and exists(enemy, role: structure)",
     "do": "act attack-move(units: near(self.fighter), cell: near(enemy.structure))"}
  ]
}
*/
WITH event(game, seat, cycle, sort, unit, until, change) AS (
    SELECT i.game, i.seat, i.since, 1, i.unit, i.until, 1 FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :patience
    UNION ALL -- the fighter leaves the crowd :patience cycles before its idle time ends
    SELECT i.game, i.seat, i.until - :patience, 2, i.unit, i.until, -1 FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :patience
),
crowd AS (
    SELECT game, seat, cycle, sort, unit, until,
           sum(change) OVER (PARTITION BY game, seat ORDER BY cycle, sort, unit
                             ROWS UNBOUNDED PRECEDING) AS idlers
    FROM event
)
SELECT game, seat, min(cycle) AS cycle, max(until) AS until, min(unit) AS unit,
       max(idlers) * (max(until) - min(cycle)) AS badness,
       :army AS army
FROM crowd
WHERE sort = 1 AND idlers >= :army
GROUP BY game, seat, cycle / max(:patience, 1)
