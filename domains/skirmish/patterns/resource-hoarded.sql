/*
{
  "pattern": 1,
  "about": "much of a resource was left unspent for a long time",
  "params": {
    "plenty": {"value": 2000, "about": "how much, at least"},
    "patience": {"value": 1200, "about": "cycles for which it may be left unspent"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "spend it on fighters",
     "when": "{resource}(self) >= {plenty} and affords(self, \"{product}\") and feeds(self, \"{product}\")",
     "do": "goal BuildUnits(player: self, type: \"{product}\", number: 1)"},
    {"modop": "daemon", "about": "spend it on buildings that make fighters",
     "when": "{resource}(self) >= {plenty} and affords(self, \"{producer}\")",
     "do": "goal BuildUnits(player: self, type: \"{producer}\", number: 1)"}
  ],
  "defaults": [
    {"resource": "gold", "product": "infantry", "producer": "barracks"},
    {"resource": "wood", "product": "sapper", "producer": "workshop"}
  ]
}
*/
WITH gathered AS MATERIALIZED ( -- a resource that the seat never gathers is no hoard
    SELECT m.game, m.seat, m.tally
    FROM (SELECT game, seat, tally, max(amount) AS most, min(since) AS first FROM stock
          WHERE tally IN (SELECT resource FROM costs)
          GROUP BY game, seat, tally) AS m
    JOIN stock AS s ON s.game = m.game AND s.seat = m.seat AND s.tally = m.tally AND s.since = m.first
    WHERE m.most > s.amount
),
rich AS (
    SELECT s.game, s.seat, s.tally, s.since, s.until,
           s.since > lag(s.until, 1, -1) OVER (PARTITION BY s.game, s.seat, s.tally
                                               ORDER BY s.since) AS first
    FROM gathered AS g
    JOIN stock AS s ON s.game = g.game AND s.seat = g.seat AND s.tally = g.tally
    WHERE s.amount >= :plenty
),
numbered AS (
    SELECT game, seat, tally, since, until,
           sum(first) OVER (PARTITION BY game, seat, tally ORDER BY since) AS stretch
    FROM rich
),
-- for each resource the cheapest fighter that costs it, if possible without requirements, and its maker
use(resource, product, producer) AS MATERIALIZED (
    SELECT c.resource, t.common_name,
           (SELECT w.common_name FROM makes AS m JOIN types AS w ON w.type = m.type
            WHERE m.product = c.type ORDER BY m.type LIMIT 1)
    FROM (SELECT c.resource, c.type,
                 row_number() OVER (PARTITION BY c.resource
                     ORDER BY EXISTS (SELECT 1 FROM requires AS q WHERE q.type = c.type),
                              (SELECT sum(d.amount) FROM costs AS d WHERE d.type = c.type), c.type) AS place
          FROM costs AS c
          JOIN roles AS r ON r.type = c.type AND r.role = 'fighter'
          WHERE c.type IN (SELECT product FROM makes)) AS c
    JOIN types AS t ON t.type = c.type
    WHERE c.place = 1
)
SELECT n.game, n.seat, min(n.since) AS cycle, max(n.until) AS until,
       max(n.until) - min(n.since) AS badness,
       n.tally AS resource, :plenty AS plenty, u.product, u.producer
FROM numbered AS n
LEFT JOIN use AS u ON u.resource = n.tally
GROUP BY n.game, n.seat, n.tally, n.stretch
HAVING max(n.until) - min(n.since) >= :patience
