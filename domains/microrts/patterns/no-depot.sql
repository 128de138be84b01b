/*
{
  "pattern": 1,
  "about": "there were workers, but no building to which they could bring resources",
  "params": {"patience": {"value": 100, "about": "cycles for which that is allowed"}},
  "maintain": "exists(self, role: depot, unfinished: true) or not exists(self, role: worker)",
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "build a base near a resource",
     "do": "goal BuildUnits(player: self, type: \"{hall}\", number: 1, cell: nearest(first(self, role: worker), role: resource).cell)"}
  ],
  "defaults": [{"hall": "Base"}]
}
*/
SELECT game, seat, since AS cycle, until, until - since AS badness,
       (SELECT t.common_name FROM roles AS r JOIN types AS t ON t.type = r.type
        WHERE r.role = 'hall' ORDER BY t.type LIMIT 1) AS hall
FROM lapses
WHERE condition = :condition AND until - since >= :patience
