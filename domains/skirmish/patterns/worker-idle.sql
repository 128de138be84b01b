/*
{
  "pattern": 1,
  "about": "a worker was idle for a long time",
  "params": {"patience": {"value": 300, "about": "cycles for which it may be idle"}},
  "blame": "unit",
  "repairs": [
    {"modop": "daemon", "about": "send idle workers to the nearest mine",
     "when": "exists(self, role: worker, status: idle) and exists(role: mine) and exists(self, role: depot)",
     "do": "act harvest(unit: first(self, role: worker, status: idle), target: nearest(first(self, role: worker, status: idle), role: mine))"},
    {"modop": "beside", "at": "root", "about": "gather gold at the same time",
     "do": "goal GetResources(player: self, gold: 400)"}
  ]
}
*/
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit,
       i.until - i.since AS badness,
       t.common_name AS kind
FROM idle AS i
JOIN roles AS r ON r.type = i.type AND r.role = 'worker'
JOIN types AS t ON t.type = i.type
WHERE i.until - i.since >= :patience
