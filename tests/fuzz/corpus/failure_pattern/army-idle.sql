/*
{
  "pattern": 1,
  "about": "many fighters stood idle at once for long",
  "params": {
    "patience": {"value": 900, "about": "cycles that they may"},
    "army": {"value": 4, "about": "how many, at least"}
  },
  "blame": "unit",
  "repairs": [
    {"modop": "daemon", "about": "they attack",
     "when": "count(self, role: fighter, status: idle) >= {army} and exists(enemy, role: structure)",
     "do": "act attack-move(units: near(self.fighter), cell: near(enemy.structure))"}
  ]
}
*/
WITH idler AS (
    SELECT i.game, i.seat, i.unit, i.since, i.until FROM idle AS i
    JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
    WHERE i.until - i.since >= :patience
),
crowd AS ( -- with whoever came last
    SELECT i.game, i.seat, i.unit, i.since, min(j.until) AS until, count(*) AS idlers
    FROM idler AS i
    JOIN idler AS j ON j.game = i.game AND j.seat = i.seat AND j.since <= i.since
         AND j.until >= i.since + :patience
    GROUP BY i.game, i.seat, i.unit, i.since
)
SELECT game, seat, min(since) AS cycle, max(until) AS until, min(unit) AS unit,
       max(idlers) * (max(until) - min(since)) AS badness,
       :army AS army
FROM crowd
WHERE idlers >= :army
GROUP BY game, seat, since / :patience
