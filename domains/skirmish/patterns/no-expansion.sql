/*
{
  "pattern": 1,
  "about": "the mine beside a hall was exhausted, and no hall was built beside another mine",
  "params": {
    "patience": {"value": 1800, "about": "cycles within which one should be built"},
    "reach": {"value": 12, "about": "cells between a hall and its mine, at most"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "build a hall at the nearest mine that is left",
     "when": "exists(role: mine) and exists(self, role: worker) and not exists(role: mine, near: nearest(nearest(first(self, role: worker), role: mine), self, role: hall, unfinished: true), within: {reach})",
     "do": "goal BuildUnits(player: self, type: \"{hall}\", number: 1, cell: nearest(first(self, role: worker), role: mine).cell)"}
  ],
  "defaults": [{"hall": "base-hall"}]
}
*/
WITH mine AS (
    SELECT u.game, u.unit, u.x, u.y, u.gone FROM units AS u
    JOIN roles AS r ON r.type = u.type AND r.role = 'mine'
),
home AS (
    SELECT u.game, u.seat, u.x, u.y, u.born, u.gone FROM units AS u
    JOIN roles AS r ON r.type = u.type AND r.role = 'hall'
    WHERE u.seat >= 0
)
SELECT m.game, h.seat, m.gone AS cycle, m.gone + :patience AS until, :patience AS badness,
       :reach AS reach,
       (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
        WHERE r.role = 'hall' AND t.type IN (SELECT product FROM makes WHERE action = 'build')
        ORDER BY (SELECT sum(c.amount) FROM costs AS c WHERE c.type = t.type), t.type LIMIT 1) AS hall
FROM mine AS m
JOIN home AS h ON h.game = m.game AND h.born < m.gone AND coalesce(h.gone, m.gone + 1) > m.gone
     AND max(abs(h.x - m.x), abs(h.y - m.y)) <= :reach
JOIN games AS g ON g.game = m.game AND g.cycles >= m.gone + :patience
WHERE EXISTS (SELECT 1 FROM mine AS o WHERE o.game = m.game AND o.gone IS NULL)
  AND NOT EXISTS (
      SELECT 1 FROM home AS n
      JOIN mine AS o ON o.game = n.game AND coalesce(o.gone, m.gone + :patience + 1) > m.gone + :patience
           AND max(abs(n.x - o.x), abs(n.y - o.y)) <= :reach
      WHERE n.game = m.game AND n.seat = h.seat AND n.born <= m.gone + :patience
        AND coalesce(n.gone, m.gone + :patience + 1) > m.gone + :patience)
GROUP BY m.game, h.seat, m.unit
