/*
{
  "pattern": 1,
  "about": "much of a resource was left unspent for a long time",
  "params": {
    "plenty": {"value": 5, "about": "how much, at least"},
    "patience": {"value": 100, "about": "cycles for which it may be left unspent"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "have a building that makes fighters, and make them there",
     "when": "{resource}(self) >= {plenty}",
     "do": ["selector {",
            "sequence {",
            "check exists(self, \"{producer}\", status: idle)",
            "act train(unit: first(self, \"{producer}\", status: idle), type: \"{product}\")",
            "}",
            "sequence {",
            "check not exists(self, \"{producer}\", unfinished: true)",
            "goal BuildUnits(player: self, type: \"{producer}\", number: 1)",
            "}",
            "}"]}
  ],
  "defaults": [{"resource": "ore", "product": "Light", "producer": "Barracks"}]
}
*/
WITH made(player, product, producer, times) AS ( -- how often each player made each fighter, in all games
    SELECT s.player, m.product, m.type,
           (SELECT count(*) FROM units AS u JOIN seats AS o ON o.game = u.game AND o.seat = u.seat
            WHERE o.player = s.player AND u.first_type = m.product)
    FROM (SELECT DISTINCT player FROM seats) AS s
    CROSS JOIN makes AS m
    WHERE m.product IN (SELECT type FROM roles WHERE role = 'fighter')
),
favorite(player, product, producer, place) AS (
    SELECT player, product, producer,
           row_number() OVER (PARTITION BY player ORDER BY times DESC,
               (SELECT sum(amount) FROM costs WHERE type = product), product)
    FROM made
),
rich AS (
    SELECT game, seat, tally, since, until,
           since > lag(until, 1, -1) OVER (PARTITION BY game, seat, tally ORDER BY since) AS first
    FROM stock
    WHERE tally IN (SELECT resource FROM costs) AND amount >= :plenty
),
numbered AS (
    SELECT game, seat, tally, since, until,
           sum(first) OVER (PARTITION BY game, seat, tally ORDER BY since) AS stretch
    FROM rich
)
SELECT n.game, n.seat, min(n.since) AS cycle, max(n.until) AS until,
       max(n.until) - min(n.since) AS badness,
       n.tally AS resource, :plenty AS plenty, t.common_name AS product, w.common_name AS producer
FROM numbered AS n
JOIN seats AS s ON s.game = n.game AND s.seat = n.seat
JOIN favorite AS f ON f.player = s.player AND f.place = 1
JOIN types AS t ON t.type = f.product
JOIN types AS w ON w.type = f.producer
GROUP BY n.game, n.seat, n.tally, n.stretch
HAVING max(n.until) - min(n.since) >= :patience
