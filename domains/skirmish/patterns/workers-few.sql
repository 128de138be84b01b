/*
{
  "pattern": 1,
  "about": "there were few workers, and a building that could have made more was idle",
  "params": {
    "patience": {"value": 300, "about": "cycles for which it may then be idle"},
    "enough": {"value": 10, "about": "how many workers are enough"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "make workers in idle buildings until there are enough",
     "when": "count(self, role: worker) < {enough} and exists(self, \"{building}\", status: idle) and affords(self, \"{worker}\") and feeds(self, \"{worker}\")",
     "do": "act train(unit: first(self, \"{building}\", status: idle), type: \"{worker}\")"}
  ],
  "defaults": [{"building": "base-hall", "worker": "worker"}]
}
*/
WITH idler AS (
    SELECT i.game, i.seat, i.unit, i.since, i.until, w.common_name AS building,
           t.common_name AS worker, m.product
    FROM idle AS i
    JOIN makes AS m ON m.type = i.type
    JOIN roles AS r ON r.type = m.product AND r.role = 'worker'
    JOIN types AS w ON w.type = i.type
    JOIN types AS t ON t.type = m.product
    WHERE i.until - i.since >= :patience
)
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness,
       :enough AS enough, i.building, i.worker
FROM idler AS i
WHERE (SELECT count(*) FROM units AS u JOIN roles AS r ON r.type = u.type AND r.role = 'worker'
       WHERE u.game = i.game AND u.seat = i.seat AND u.born <= i.since
         AND coalesce(u.gone, i.since + 1) > i.since) BETWEEN 1 AND :enough - 1
  AND NOT EXISTS (
      SELECT 1 FROM costs AS c
      WHERE c.type = i.product
        AND coalesce((SELECT s.amount FROM stock AS s
                      WHERE s.game = i.game AND s.seat = i.seat AND s.tally = c.resource
                        AND s.since <= i.since + :patience / 2
                      ORDER BY s.since DESC LIMIT 1), 0) < c.amount)
