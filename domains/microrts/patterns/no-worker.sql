/*
{
  "pattern": 1,
  "about": "there was no worker, although there was a base that could make one",
  "params": {"patience": {"value": 50, "about": "cycles for which that is allowed"}},
  "maintain": "exists(self, role: worker, unfinished: true) or not exists(self, role: hall)",
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "make a worker",
     "do": "act train(unit: first(self, role: hall), type: \"{worker}\")"}
  ],
  "defaults": [{"worker": "Worker"}]
}
*/
SELECT game, seat, since AS cycle, until, until - since AS badness,
       (SELECT t.common_name FROM makes AS m
        JOIN types AS t ON t.type = m.product
        WHERE m.type IN (SELECT type FROM roles WHERE role = 'hall')
          AND m.product IN (SELECT type FROM roles WHERE role = 'worker')
        ORDER BY t.type LIMIT 1) AS worker
FROM lapses
WHERE condition = :condition AND until - since >= :patience
