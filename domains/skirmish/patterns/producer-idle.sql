/*
{
  "pattern": 1,
  "about": "a building made nothing for a long time, although it could have made a fighter",
  "params": {
    "patience": {"value": 300, "about": "cycles for which it may be idle although it could make one"},
    "spare": {"value": 0, "about": "percent of the price that must be left over"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "make fighters in idle buildings while the resource is plentiful",
     "when": "exists(self, \"{building}\", status: idle) and {resource}(self) >= {plenty} and affords(self, \"{product}\") and feeds(self, \"{product}\")",
     "do": "act train(unit: first(self, \"{building}\", status: idle), type: \"{product}\")"},
    {"modop": "beside", "about": "make two more fighters at the same time",
     "do": "goal BuildUnits(player: self, type: \"{product}\", number: 2)"}
  ],
  "defaults": [
    {"building": "barracks", "product": "infantry", "resource": "gold", "plenty": 600},
    {"building": "academy", "product": "caster", "resource": "gold", "plenty": 1200},
    {"building": "workshop", "product": "sapper", "resource": "gold", "plenty": 700}
  ]
}
*/
WITH RECURSIVE
idler(game, seat, unit, type, since, until) AS (
    SELECT i.game, i.seat, i.unit, i.type, i.since, i.until
    FROM idle AS i
    WHERE i.until - i.since >= :patience AND :patience > 0
      AND EXISTS (SELECT 1 FROM makes AS m JOIN roles AS r ON r.type = m.product AND r.role = 'fighter'
                  WHERE m.type = i.type)
),
-- the idle time of the building in parts of :patience cycles
piece(game, seat, unit, type, since, until, start) AS (
    SELECT game, seat, unit, type, since, until, since FROM idler
    UNION ALL
    SELECT game, seat, unit, type, since, until, start + :patience FROM piece
    WHERE start + 2 * :patience <= until
),
-- the times in which a seat had a needed type, from its first unit of the type to its last
owned(game, seat, needed, since, until) AS (
    SELECT u.game, u.seat, k.above, min(u.finished), max(coalesce(u.gone, g.cycles + 1))
    FROM units AS u
    JOIN games AS g ON g.game = u.game
    JOIN kinds AS k ON k.type = u.type
    WHERE u.finished IS NOT NULL AND u.seat >= 0
      AND k.above IN (SELECT needed FROM requires)
    GROUP BY u.game, u.seat, k.above
    UNION ALL
    SELECT s.game, s.seat, k.above, min(s.since), max(s.until) + 1
    FROM types AS t
    JOIN kinds AS k ON k.type = t.type
    JOIN stock AS s ON s.tally = t.name AND s.amount > 0
    WHERE t.kind = 'upgrade' AND k.above IN (SELECT needed FROM requires)
    GROUP BY s.game, s.seat, k.above
),
could AS (
    SELECT p.game, p.seat, p.unit, p.type, p.since, p.start, m.product
    FROM piece AS p
    JOIN makes AS m ON m.type = p.type
    JOIN roles AS r ON r.type = m.product AND r.role = 'fighter'
    JOIN types AS t ON t.type = m.product
    WHERE NOT EXISTS (
        SELECT 1 FROM costs AS c
        WHERE c.type = m.product
          AND (coalesce((SELECT s.amount FROM stock AS s
                         WHERE s.game = p.game AND s.seat = p.seat AND s.tally = c.resource
                           AND s.since <= p.start
                         ORDER BY s.since DESC LIMIT 1), 0) < c.amount * (100 + :spare) / 100
               OR EXISTS (SELECT 1 FROM stock AS s
                          WHERE s.game = p.game AND s.seat = p.seat AND s.tally = c.resource
                            AND s.since > p.start AND s.since < p.start + :patience
                            AND s.amount < c.amount * (100 + :spare) / 100)))
      AND t.food_use <=
          coalesce((SELECT s.amount FROM stock AS s
                    WHERE s.game = p.game AND s.seat = p.seat AND s.tally = 'food_supply'
                      AND s.since <= p.start
                    ORDER BY s.since DESC LIMIT 1), t.food_use)
          - coalesce((SELECT max(s.amount) FROM stock AS s
                      WHERE s.game = p.game AND s.seat = p.seat AND s.tally = 'food_used'
                        AND s.since < p.start + :patience
                        AND s.since >= (SELECT max(b.since) FROM stock AS b
                                        WHERE b.game = p.game AND b.seat = p.seat
                                          AND b.tally = 'food_used' AND b.since <= p.start)), 0)
      AND (NOT EXISTS (SELECT 1 FROM requires AS q WHERE q.type = m.product)
           OR EXISTS (SELECT 1 FROM requires AS q
                      WHERE q.type = m.product
                        AND NOT EXISTS (
                            SELECT 1 FROM requires AS n
                            WHERE n.type = q.type AND n.alternative = q.alternative
                              AND NOT EXISTS (
                                  SELECT 1 FROM owned AS o
                                  WHERE o.game = p.game AND o.seat = p.seat
                                    AND o.needed = n.needed AND o.since <= p.start
                                    AND o.until >= p.start + :patience))))
),
best AS (
    SELECT game, seat, unit, type, since, product, min(start) AS cycle, max(start) AS last,
           count(*) * :patience AS badness,
           row_number() OVER (PARTITION BY game, unit, since
                              ORDER BY count(*) DESC, product) AS place
    FROM could
    GROUP BY game, seat, unit, type, since, product
)
SELECT b.game, b.seat, b.cycle, b.last + :patience AS until, b.unit, b.badness,
       w.common_name AS building, t.common_name AS product,
       (SELECT c.resource FROM costs AS c WHERE c.type = b.product
        ORDER BY c.amount DESC, c.resource LIMIT 1) AS resource,
       (SELECT max(c.amount) FROM costs AS c WHERE c.type = b.product) * (100 + :spare) / 100 AS plenty
FROM best AS b
JOIN types AS w ON w.type = b.type
JOIN types AS t ON t.type = b.product
WHERE b.place = 1
