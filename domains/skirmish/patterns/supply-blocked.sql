/*
{
  "pattern": 1,
  "about": "nothing could be trained, because all food was in use",
  "params": {
    "patience": {"value": 450, "about": "cycles for which all food may be in use"},
    "most": {"value": 100, "about": "supply of food that is enough"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "build more supply before food runs out",
     "when": "food_used(self) + 2 > food_supply(self) and food_supply(self) < {most} and sites(self, role: supply) == 0",
     "do": ["delay {soon} sequence {",
            "check food_used(self) + 2 > food_supply(self) and sites(self, role: supply) == 0",
            "goal BuildUnits(player: self, type: \"{supply}\", number: 1)",
            "}"]}
  ],
  "defaults": [{"supply": "farmhouse", "soon": 150}]
}
*/
WITH full_up AS ( -- times in which all food is in use and neither number changes
    SELECT e.game, e.seat, max(e.since, f.since) AS since, min(e.until, f.until) AS until
    FROM stock AS f
    JOIN stock AS e ON e.game = f.game AND e.seat = f.seat AND e.tally = 'food_used'
         AND e.since < f.until AND e.until > f.since AND e.amount >= f.amount
    WHERE f.tally = 'food_supply' AND f.amount < :most
),
begun AS (
    SELECT game, seat, since, until,
           since > lag(until, 1, -1) OVER (PARTITION BY game, seat ORDER BY since) AS first
    FROM full_up
),
numbered AS (
    SELECT game, seat, since, until,
           sum(first) OVER (PARTITION BY game, seat ORDER BY since) AS stretch
    FROM begun
)
SELECT n.game, n.seat, min(n.since) AS cycle, max(n.until) AS until,
       max(n.until) - min(n.since) AS badness,
       :most AS most, :patience / 3 AS soon,
       (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
        WHERE r.role = 'supply' AND t.type IN (SELECT product FROM makes)
        ORDER BY (SELECT sum(c.amount) FROM costs AS c WHERE c.type = t.type), t.type LIMIT 1) AS supply
FROM numbered AS n
-- a seat without units needs no food
WHERE EXISTS (SELECT 1 FROM stock AS s WHERE s.game = n.game AND s.seat = n.seat
              AND s.tally = 'food_used' AND s.amount > 0 AND s.since <= n.since AND s.until > n.since)
GROUP BY n.game, n.seat, n.stretch
HAVING max(n.until) - min(n.since) >= :patience
