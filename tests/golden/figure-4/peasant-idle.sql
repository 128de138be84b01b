/*
{
  "pattern": 1,
  "about": "a peasant had nothing to do",
  "params": {"patience": {"value": 300, "about": "cycles that it may be idle"}},
  "blame": "unit",
  "repairs": [
    {"modop": "beside", "at": "root", "about": "peasants gather meanwhile",
     "do": "goal GetResources(player: self, gold: 400)"}
  ]
}
*/
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness
FROM idle AS i
JOIN roles AS r ON r.type = i.type AND r.role = 'worker'
WHERE i.until - i.since >= :patience
