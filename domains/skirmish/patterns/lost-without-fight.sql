/*
{
  "pattern": 1,
  "about": "a fighter was killed without having struck anybody",
  "params": {"window": {"value": 300, "about": "cycles before its death in which it should have struck"}},
  "blame": "unit",
  "repairs": [
    {"modop": "replace", "about": "attack on the way instead of only moving",
     "do": "act attack-move(units: near(self.{walker}), cell: near(enemy.structure))"},
    {"modop": "daemon", "about": "attack when fighters on the move meet the enemy",
     "when": "exists(enemy, role: attacker, near: first(self, role: fighter, status: moving), within: 6)",
     "do": "act attack-move(units: near(self.fighter), cell: near(nearest(first(self, role: fighter, status: moving), enemy, role: attacker)))"}
  ]
}
*/
SELECT k.game, k.seat, k.cycle, k.unit,
       coalesce((SELECT sum(c.amount) FROM costs AS c WHERE c.type = k.type), 1) AS badness,
       t.common_name AS kind,
       (SELECT 'fighter' FROM commands AS c
        WHERE c.game = k.game AND c.unit = k.unit AND c.since <= k.cycle AND k.cycle <= c.until
          AND c.action = 'move' AND c.node IS NOT NULL LIMIT 1) AS walker
FROM kills AS k
JOIN roles AS r ON r.type = k.type AND r.role = 'fighter'
JOIN types AS t ON t.type = k.type
JOIN units AS u ON u.game = k.game AND u.unit = k.unit AND u.finished IS NOT NULL
LEFT JOIN (SELECT game, attacker, max(until) AS last FROM attacks GROUP BY game, attacker) AS a
     ON a.game = k.game AND a.attacker = k.unit
WHERE k.seat >= 0 AND k.killer_seat <> k.seat AND coalesce(a.last, 0) <= max(k.cycle - :window, 0)
