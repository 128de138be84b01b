/*
{
  "pattern": 1,
  "about": "a courier stood idle for a long time while a parcel lay in the street",
  "params": {"patience": {"value": 150, "about": "cycles for which it may be idle"}},
  "blame": "top",
  "repairs": [
    {"modop": "daemon", "about": "send idle couriers for parcels",
     "when": "exists(self, role: courier, status: idle) and exists(role: parcel)",
     "do": ["sequence {",
            "act pick(unit: first(self, role: courier, status: idle), target: first(role: parcel))",
            "act drop(unit: first(self, role: courier, status: laden), target: first(self, role: depot))",
            "}"]}
  ]
}
*/
SELECT i.game, i.seat, i.since AS cycle, i.until, i.unit, i.until - i.since AS badness
FROM idle AS i
JOIN roles AS r ON r.type = i.type AND r.role = 'courier'
WHERE i.until - i.since >= :patience
  AND EXISTS (SELECT 1 FROM units AS u JOIN roles AS p ON p.type = u.type AND p.role = 'parcel'
              WHERE u.game = i.game AND u.born <= i.until - :patience
                AND coalesce(u.gone, i.until) >= i.until)
