/*
{
  "pattern": 1,
  "about": "there were workers, but no building to which they could bring resources",
  "params": {"patience": {"value": 300, "about": "cycles for which that is allowed"}},
  "maintain": "exists(self, role: depot, unfinished: true) or not exists(self, role: worker)",
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "build a hall near a mine",
     "do": "goal BuildUnits(player: self, type: \"{hall}\", number: 1, cell: nearest(first(self, role: worker), role: mine).cell)"}
  ],
  "defaults": [{"hall": "base-hall"}]
}
*/
SELECT game, seat, since AS cycle, until, until - since AS badness,
       (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
        WHERE r.role = 'hall' AND t.type IN (SELECT product FROM makes WHERE action = 'build')
        ORDER BY (SELECT sum(c.amount) FROM costs AS c WHERE c.type = t.type), t.type LIMIT 1) AS hall
FROM lapses
WHERE condition = :condition AND until - since >= :patience
