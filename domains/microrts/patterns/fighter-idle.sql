/*
{
  "pattern": 1,
  "about": "a fighter was idle for a long time",
  "params": {"patience": {"value": 50, "about": "cycles for which it may be idle"}},
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "send idle fighters after whoever is nearest",
     "when": "exists(self, role: fighter, status: idle) and exists(enemy)",
     "do": "act hunt(unit: first(self, role: fighter, status: idle))"}
  ]
}
*/
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness
FROM idle AS i
JOIN roles AS r ON r.type = i.type AND r.role = 'fighter'
WHERE i.until - i.since >= :patience
