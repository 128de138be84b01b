/*
{
  "pattern": 1,
  "about": "a worker was idle for a long time",
  "params": {
    "patience": {"value": 50, "about": "cycles for which it may be idle"},
    "gatherers": {"value": 2, "about": "how many gather, at most"}
  },
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "send idle workers to the nearest resource while few gather, else after the enemy",
     "when": "exists(self, role: worker, status: idle)",
     "do": ["selector {",
            "sequence {",
            "check count(self, role: worker, action: harvest) < {gatherers} and exists(self, role: depot) and exists(role: resource)",
            "act harvest(unit: first(self, role: worker, status: idle), target: nearest(first(self, role: worker, status: idle), role: resource))",
            "}",
            "act hunt(unit: first(self, role: worker, status: idle))",
            "}"]}
  ]
}
*/
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness,
       :gatherers AS gatherers
FROM idle AS i
JOIN roles AS r ON r.type = i.type AND r.role = 'worker'
WHERE i.until - i.since >= :patience
