/*
{
  "pattern": 1,
  "about": "a building made nothing for a long time, although it could have made a fighter",
  "params": {"patience": {"value": 50, "about": "cycles for which it may be idle although it could make one"}},
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "make what the player makes most there, in idle buildings",
     "when": "exists(self, \"{building}\", status: idle) and affords(self, \"{product}\")",
     "do": "act train(unit: first(self, \"{building}\", status: idle), type: \"{product}\")"}
  ],
  "defaults": [{"building": "Barracks", "product": "Light"}]
}
*/
WITH made(player, maker, product, times) AS ( -- how often each player made each product, in all games
    SELECT s.player, m.type, u.first_type, count(*)
    FROM units AS u
    JOIN seats AS s ON s.game = u.game AND s.seat = u.seat
    JOIN units AS m ON m.game = u.game AND m.unit = u.maker
    GROUP BY s.player, m.type, u.first_type
),
favorite(player, maker, product, place) AS (
    SELECT player, maker, product,
           row_number() OVER (PARTITION BY player, maker ORDER BY times DESC, product)
    FROM made
    WHERE product IN (SELECT type FROM roles WHERE role = 'fighter')
)
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness,
       w.common_name AS building, t.common_name AS product
FROM idle AS i
JOIN seats AS s ON s.game = i.game AND s.seat = i.seat
JOIN favorite AS f ON f.player = s.player AND f.maker = i.type AND f.place = 1
JOIN types AS w ON w.type = i.type
JOIN types AS t ON t.type = f.product
WHERE i.until - i.since >= :patience
  AND NOT EXISTS (
      SELECT 1 FROM costs AS c
      JOIN stock AS k ON k.game = i.game AND k.seat = i.seat AND k.tally = c.resource
           AND k.since < i.until AND k.until > i.since
      WHERE c.type = f.product AND k.amount < c.amount)
